"""Branches and loops that hand on which check has failed first; those of `hybridc.runtime.control` otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax.typing import ArrayLike

from hybridc.runtime import control
from hybridc.runtime.checking.check_state import current, failed, scope, state
from hybridc.runtime.flow.tracing import as_predicate, decided, whole_number

__all__ = ["apply_along_axis", "cond", "fori_loop", "scan", "scan_lists", "vmap", "while_loop"]


def cond(pred: ArrayLike, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any) -> Any:
    """As `control.cond`, of branches with checks."""
    if (around := current()) is None:
        return control.cond(pred, true_fun, false_fun, *operands)
    before = state(around)

    def branch(fun: Callable[..., Any]) -> Callable[..., Any]:
        def run(*operands: Any) -> tuple[Any, Any]:
            with scope(around, before) as inner:
                return fun(*operands), inner.state

        return run

    result, after = control.cond(pred, branch(true_fun), branch(false_fun), *operands)
    around.state = after
    return result


def while_loop(cond_fun: Callable[[Any], ArrayLike], body_fun: Callable[[Any], Any], init_val: Any) -> Any:
    """As `control.while_loop`, of a condition and a body with checks. Ends where one fails."""
    if (around := current()) is None:
        return control.while_loop(cond_fun, body_fun, init_val)

    def body(carried: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        with scope(around, carried[2]) as inner:
            carry = body_fun(carried[0])
            return carry, cond_fun(carry), inner.state

    def keeps_going(carried: tuple[Any, Any, Any]) -> ArrayLike:
        _, test, now = carried
        if now is None or decided(test) is not None:
            return test  # type: ignore[no-any-return]
        return as_predicate(test) & jnp.logical_not(failed(now))

    test = cond_fun(init_val)
    # What Python decides, on numbers of its own, stays Python's.
    before = around.state if decided(test) is not None else state(around)
    carry, _, after = control.while_loop(keeps_going, body, (init_val, test, before))
    around.state = after
    return carry


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """As `control.fori_loop`, of a body with checks. Takes no turn where one has failed before."""
    if (around := current()) is None:
        return control.fori_loop(lower, upper, body_fun, init_val)
    if around.state is not None and (whole_number(lower) is None or whole_number(upper) is None):
        upper = jnp.where(failed(around.state), lower, upper)

    def body(index: Any, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        with scope(around, carried[1]) as inner:
            return body_fun(index, carried[0]), inner.state

    carry, after = control.fori_loop(lower, upper, body, (init_val, state(around)))
    around.state = after
    return carry


def scan(f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any = None) -> tuple[Any, Any]:
    """As `control.scan`, of a body with checks."""
    if (around := current()) is None:
        return control.scan(f, init, xs)

    def step(carried: tuple[Any, Any], x: Any) -> tuple[tuple[Any, Any], Any]:
        with scope(around, carried[1]) as inner:
            carry, y = f(carried[0], x)
            return (carry, inner.state), y

    (carry, after), ys = control.scan(step, (init, state(around)), xs)
    around.state = after
    return carry, ys


def scan_lists(f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any) -> tuple[Any, Any]:
    """As `control.scan_lists`, of a body with checks."""
    carry, outputs = scan(f, init, xs)
    return carry, control.as_lists(outputs, xs)


def vmap(fun: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """As `jax.vmap`, of a function with checks, which are made row after row."""

    def mapped(xs: Any) -> Any:
        return scan(lambda _, x: (None, fun(x)), None, xs)[1]

    return mapped


def apply_along_axis(func1d: Callable[[Any], Any], axis: int, arr: Any) -> Any:
    """As `jnp.apply_along_axis`, of a function with checks, which are made row after row."""
    last = jnp.moveaxis(jnp.asarray(arr), axis, -1)
    results = vmap(func1d)(last.reshape(-1, last.shape[-1]))
    outer = last.shape[:-1]
    place = axis % (len(outer) + 1)
    inner = tuple(range(len(outer), len(outer) + results.ndim - 1))
    order = (*range(place), *inner, *range(place, len(outer)))
    return results.reshape(outer + results.shape[1:]).transpose(order)
