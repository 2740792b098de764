"""Control flow as operators: `contrib.foreach`, `contrib.while_loop` and `contrib.cond`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime import control
from hybridc.runtime.gluon.ops.dtypes import as_rank_one

Array = jax.Array


def foreach(body: Callable[[Any, Any], tuple[Any, Any]], data: Any, init_states: Any) -> tuple[Any, Any]:
    """`body(row, states)` for each row of an array, or of the arrays of a list, one compiled loop.

    `body` returns outputs, one or a list of them, and the new states. Returns the outputs of all turns, stacked, and
    the last states.
    """
    arrays = tuple(data) if isinstance(data, list | tuple) else (data,)

    def turn(states: Any, rows: tuple[Array, ...]) -> tuple[Any, Any]:
        given = [as_rank_one(row) for row in rows]
        outputs, states = body(given if isinstance(data, list | tuple) else given[0], states)
        return states, outputs

    states, outputs = control.scan(turn, init_states, arrays)
    return outputs, states


def while_loop(
    cond: Callable[..., Any], func: Callable[..., tuple[Any, Any]], loop_vars: Any, max_iterations: int
) -> tuple[Any, Any]:
    """`func(*loop_vars)` while `cond(*loop_vars)` holds, `max_iterations` times at most.

    `func` returns an output, a list of them or None, and the new variables. Returns the outputs stacked along a new
    axis of `max_iterations` elements, those of turns that were not taken are 0, and the last variables. It can be
    differentiated, as that of MXNet. MXNet leaves elements of other turns as they lie in memory, and gives no outputs
    at all where there was no turn.
    """
    is_list = isinstance(loop_vars, list | tuple)
    first = list(loop_vars) if is_list else [loop_vars]

    def step(variables: list[Any]) -> tuple[Any, list[Any]]:
        output, new = func(*variables)
        new = list(new) if isinstance(new, list | tuple) else [new]
        if len(new) != len(first):
            raise ValueError("The length of loop_vars should be consistent during the loop")
        return [] if output is None else list(output) if isinstance(output, tuple) else output, new

    skipped = jax.tree.map(lambda like: jnp.zeros(like.shape, like.dtype), jax.eval_shape(lambda v: step(v)[0], first))

    def turn(carry: tuple[Any, list[Any]], _: Any) -> tuple[tuple[Any, list[Any]], Any]:
        goes_on, variables = carry
        goes_on = goes_on & control.truth(cond(*variables))
        output, variables = control.cond(goes_on, step, lambda kept: (skipped, kept), variables)
        return (goes_on, variables), output

    (_, last), outputs = control.scan(turn, (jnp.asarray(True), first), length=max_iterations)
    return outputs, last if is_list else last[0]


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any]) -> Any:
    """`then_func()` where the one element of `pred` is not 0, else `else_func()`."""
    return control.cond(control.truth(pred), then_func, else_func)
