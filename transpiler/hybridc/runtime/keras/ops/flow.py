"""Branches and loops that are functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, tree_util

from hybridc.runtime import control

__all__ = ["case", "cond", "foldl", "foldr", "map_fn", "scan", "show", "switch_case", "while_loop"]


def cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """What one of the functions gives. One that is known already is not compiled into a branch."""
    if isinstance(pred, bool):
        return true_fn() if pred else false_fn()
    return control.cond(jnp.asarray(pred).reshape(()).astype(bool), true_fn, false_fn)


def case(pred_fn_pairs: Any, default: Callable[[], Any] | None = None) -> Any:
    """What the function of the first predicate that holds gives; without a default, the last one's if none does."""
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, Mapping) else pred_fn_pairs)
    if default is None:
        *pairs, (_, default) = pairs
    for pred, function in reversed(pairs):
        default = _chosen(pred, function, default)
    return default()


def _chosen(pred: Any, function: Callable[[], Any], otherwise: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: cond(pred, function, otherwise)


def switch_case(branch_index: Any, branch_fns: Any, default: Callable[[], Any] | None = None) -> Any:
    """What the function of that index gives; the default, or the last, for any other index."""
    given = branch_fns.items() if isinstance(branch_fns, Mapping) else _numbered(list(branch_fns))
    functions = dict(given)
    if default is None:
        default = functions[max(functions)]
    index = jnp.asarray(branch_index)
    return case([(index == place, function) for place, function in functions.items()], default)


def _numbered(functions: list[Any]) -> Iterable[tuple[Any, Any]]:
    return enumerate(functions) if all(map(callable, functions)) else functions


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
        return turns + 1, _like(held, new)

    _, found = control.while_loop(goes_on, turn, (0, start))
    return list(found) if isinstance(loop_vars, list) else tuple(found) if is_list else found[0]


def map_fn(fn: Callable[[Any], Any], elems: Any) -> Any:
    """What the function gives for each element, stacked."""
    return lax.map(fn, tree_util.tree_map(jnp.asarray, elems))


def scan(fn: Callable[[Any, Any], Any], elems: Any, initializer: Any = None, reverse: bool = False) -> Any:
    """What each step gives, of what the one before gave, at first the initializer or the first, and an element."""
    start, leaves = _start(elems, initializer, reverse)

    def step(carry: Any, x: Any) -> Any:
        new = _like(carry, fn(carry, x))
        return new, new

    _, found = lax.scan(step, start, leaves, reverse=reverse)
    if initializer is not None:
        return found

    def whole(one: jax.Array, rest: jax.Array) -> jax.Array:
        return jnp.concatenate([rest, one[None]] if reverse else [one[None], rest])

    return tree_util.tree_map(whole, start, found)


def foldl(fn: Callable[[Any, Any], Any], elems: Any, initializer: Any = None, reverse: bool = False) -> Any:
    """What the last step gives, of what the one before gave, at first the initializer or the first, and an element."""
    start, leaves = _start(elems, initializer, reverse)
    found, _ = lax.scan(lambda carry, x: (_like(carry, fn(carry, x)), None), start, leaves, reverse=reverse)
    return found


def foldr(fn: Callable[[Any, Any], Any], elems: Any, initializer: Any = None) -> Any:
    """As `foldl`, from the last element to the first."""
    return foldl(fn, elems, initializer, reverse=True)


def _start(elems: Any, initializer: Any, reverse: bool) -> tuple[Any, Any]:
    """What is carried at first, and the elements that are left."""
    leaves = tree_util.tree_map(jnp.asarray, elems)
    if initializer is not None:
        return tree_util.tree_map(jnp.asarray, initializer), leaves
    at = -1 if reverse else 0
    first = tree_util.tree_map(lambda x: x[at], leaves)
    return first, tree_util.tree_map(lambda x: x[:-1] if reverse else x[1:], leaves)


def _like(carry: Any, new: Any) -> Any:
    """In the structure and the dtypes of what is carried."""
    held: Any = tree_util.tree_structure(carry)
    if tree_util.tree_structure(new) != held:  # lists for tuples
        new = tree_util.tree_unflatten(held, tree_util.tree_leaves(new))
    return tree_util.tree_map(_as_dtype, new, carry)


def _as_dtype(new: Any, old: Any) -> jax.Array:
    return jnp.asarray(new, old.dtype)


def show(*inputs: Any, sep: str = " ") -> None:
    """Prints numbers when they are there, be it now or when the compiled program runs."""
    if any(isinstance(leaf, jax.core.Tracer) for leaf in tree_util.tree_leaves(inputs)):
        jax.debug.print(sep.join(["{}"] * len(inputs)), *inputs, ordered=True)
    else:
        print(*inputs, sep=sep)
