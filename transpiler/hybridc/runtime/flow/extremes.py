"""`max` and `min` of what Python runs over: of arrays, of tuples and lists, of iterators, and by a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, tree_util

__all__ = ["greatest", "least"]

_NOTHING = object()


@dataclass(frozen=True, slots=True)
class _Order:
    known: Callable[[Any], Any]  # of what is known while tracing
    of_array: Callable[[Any], jax.Array]
    place: Callable[[Any], jax.Array]
    is_before: Callable[[Any, Any], jax.Array]


_DOWN = _Order(max, jnp.max, jnp.argmax, jnp.greater)
_UP = _Order(min, jnp.min, jnp.argmin, jnp.less)


def greatest(xs: Iterable[Any], key: Callable[[Any], Any] | None = None, *, default: Any = _NOTHING) -> Any:
    """The first of the greatest elements, compared as Python does: of tuples and lists, by the first that differs.

    Raises TypeError for elements of different forms, of which the running program would choose one.
    """
    return _first(_DOWN, xs, key, default)


def least(xs: Iterable[Any], key: Callable[[Any], Any] | None = None, *, default: Any = _NOTHING) -> Any:
    """The first of the least elements, as `greatest`."""
    return _first(_UP, xs, key, default)


def _first(order: _Order, xs: Any, key: Callable[[Any], Any] | None, default: Any) -> Any:
    elements = xs if isinstance(xs, jax.Array) else [*xs]
    if not len(elements) and default is not _NOTHING:
        return default
    if isinstance(elements, jax.Array):
        return order.of_array(elements) if key is None else elements[order.place(jax.vmap(key)(elements))]
    keys = elements if key is None else [key(element) for element in elements]
    if not any(isinstance(leaf, jax.Array) for leaf in tree_util.tree_leaves((elements, keys))):
        return elements[keys.index(order.known(keys))]
    compared = _stacked(keys)

    def turn(place: Any, best: Any) -> jax.Array:
        is_found: Any = False
        for part in reversed(compared):
            is_found = jnp.where(part[place] != part[best], order.is_before(part[place], part[best]), is_found)
        return jnp.where(is_found, place, best)

    best = lax.fori_loop(1, len(elements), turn, jnp.asarray(0))
    chosen = [part[best] for part in _stacked(elements)]
    return tree_util.tree_unflatten(tree_util.tree_structure(elements[0]), chosen)


def _stacked(values: Sequence[Any]) -> list[jax.Array]:
    """The parts of which all are made, each stacked."""
    if len({tree_util.tree_structure(value) for value in values}) > 1:
        raise TypeError(
            "elements of different forms are compared: which of them is chosen only the running program knows"
        )
    parts = zip(*map(tree_util.tree_leaves, values), strict=True)
    return [jnp.stack([jnp.asarray(each) for each in part]) for part in parts]
