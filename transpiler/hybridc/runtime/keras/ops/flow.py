"""Branches and loops that are functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, tree_util

__all__ = ["cond", "scan", "while_loop"]


def cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """What one of the functions gives. One that is known already is not compiled into a branch."""
    if isinstance(pred, bool):
        return true_fn() if pred else false_fn()
    return lax.cond(jnp.asarray(pred).reshape(()).astype(bool), true_fn, false_fn)


def while_loop(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, maximum_iterations: Any = None
) -> Any:
    """`loop_vars` after the last turn. Functions are given them one by one."""
    is_list = isinstance(loop_vars, list | tuple)
    start = tuple(tree_util.tree_map(jnp.asarray, v) for v in (loop_vars if is_list else (loop_vars,)))

    def goes_on(state: Any) -> Any:
        turns, held = state
        found = jnp.asarray(cond(*held)).reshape(()).astype(bool)
        return found if maximum_iterations is None else found & (turns < maximum_iterations)

    def turn(state: Any) -> Any:
        turns, held = state
        new = body(*held)
        new = tuple(new) if isinstance(new, list | tuple) else (new,)
        return turns + 1, tree_util.tree_map(lambda n, o: jnp.asarray(n, o.dtype), new, held)

    _, found = lax.while_loop(goes_on, turn, (0, start))
    return list(found) if isinstance(loop_vars, list) else tuple(found) if is_list else found[0]


def scan(fn: Callable[[Any, Any], Any], elems: Any, initializer: Any = None, reverse: bool = False) -> Any:
    """What each step gives, of what the one before gave, at first the initializer or the first, and an element."""
    leaves = tree_util.tree_map(jnp.asarray, elems)
    first = initializer
    if first is None:
        at = -1 if reverse else 0
        first = tree_util.tree_map(lambda x: x[at], leaves)
        leaves = tree_util.tree_map(lambda x: x[:-1] if reverse else x[1:], leaves)
    start = tree_util.tree_map(jnp.asarray, first)

    def step(carry: Any, x: Any) -> Any:
        new = tree_util.tree_map(lambda n, o: jnp.asarray(n, o.dtype), fn(carry, x), carry)
        return new, new

    _, found = lax.scan(step, start, leaves, reverse=reverse)
    if initializer is not None:
        return found

    def whole(one: jax.Array, rest: jax.Array) -> jax.Array:
        return jnp.concatenate([rest, one[None]] if reverse else [one[None], rest])

    return tree_util.tree_map(whole, start, found)
