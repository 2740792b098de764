"""`max`, `min` and `sorted` of what Python runs over: of arrays, of tuples and lists, of iterators, and by a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, tree_util

from hybridc.runtime.mutables.array import MutableArray, Unwritten, value

__all__ = ["greatest", "least", "ordered"]

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


def ordered(xs: Iterable[Any], key: Callable[[Any], Any] | None = None, *, reverse: bool = False) -> list[Any]:
    """The elements in Python's order, of which equal ones stay as they were; what is no number is the last of all.

    Raises TypeError for elements of different forms.
    """
    if isinstance(xs, jax.Array) and key is None:
        return [*jnp.sort(xs, axis=0, descending=bool(reverse))]
    elements = [*xs]
    keys = _deciding(elements if key is None else [key(element) for element in elements])
    if _are_known(keys):
        places = sorted(range(len(elements)), key=keys.__getitem__, reverse=reverse)
        return [elements[place] for place in places]
    elements, keys, shown = _as_values(elements, keys)
    given = keys[::-1] if reverse else keys
    order = jnp.lexsort(_stacked(given)[::-1])
    order = len(elements) - 1 - order[::-1] if reverse else order
    columns = [part[order] for part in _stacked(elements)]
    form = tree_util.tree_structure(elements[0])
    return [shown(tree_util.tree_unflatten(form, [column[i] for column in columns])) for i in range(len(elements))]


def _first(order: _Order, xs: Any, key: Callable[[Any], Any] | None, default: Any) -> Any:
    elements = xs if isinstance(xs, jax.Array) else [*xs]
    if not len(elements) and default is not _NOTHING:
        return default
    if isinstance(elements, jax.Array):
        return order.of_array(elements) if key is None else elements[order.place(jax.vmap(key)(elements))]
    keys = _deciding(elements if key is None else [key(element) for element in elements])
    if _are_known(keys):
        return elements[keys.index(order.known(keys))]
    elements, keys, shown = _as_values(elements, keys)
    compared = _stacked(keys)

    def turn(place: Any, best: Any) -> jax.Array:
        is_found: Any = False
        for part in reversed(compared):
            is_found = jnp.where(part[place] != part[best], order.is_before(part[place], part[best]), is_found)
        return jnp.where(is_found, place, best)

    best = lax.fori_loop(1, len(elements), turn, jnp.asarray(0))
    chosen = [part[best] for part in _stacked(elements)]
    return shown(tree_util.tree_unflatten(tree_util.tree_structure(elements[0]), chosen))


def _deciding(keys: list[Any]) -> list[Any]:
    """Of tuples, the first parts alone where they are known and no two are the same: Python compares no others."""
    for count in range(1, min((len(k) if isinstance(k, tuple) else 0 for k in keys), default=0)):
        first = [k[:count] for k in keys]
        if not _are_known(first):
            break
        if all(one != other for place, one in enumerate(first) for other in first[:place]):
            return first
    return keys


def _are_known(keys: Any) -> bool:
    """Python compares them while tracing: its numbers and texts."""
    leaves = tree_util.tree_leaves(value(keys))
    return not any(isinstance(leaf, jax.Array) for leaf in leaves)


def _as_values(elements: list[Any], keys: list[Any]) -> tuple[list[Any], list[Any], Callable[[Any], Any]]:
    """Both as values, and what shows a chosen element: nobody may write into one that was written in place."""
    of_elements, of_keys = value(elements), value(keys)
    leaves = tree_util.tree_leaves(elements, is_leaf=lambda each: isinstance(each, MutableArray))
    kinds = [type(each) for each in leaves if isinstance(each, MutableArray)]
    why = "only running tells which of several arrays it is"
    return of_elements, of_keys, partial(Unwritten.all_of, kind=kinds[0], why=why) if kinds else lambda each: each


def _stacked(values: Sequence[Any]) -> list[jax.Array]:
    """The parts of which all are made, each stacked."""
    if len({tree_util.tree_structure(value) for value in values}) > 1:
        raise TypeError(
            "elements of different forms are compared: which of them is chosen only the running program knows"
        )
    parts = zip(*map(tree_util.tree_leaves, values), strict=True)
    return [_column([jnp.asarray(each) for each in part]) for part in parts]


def _column(parts: list[jax.Array]) -> jax.Array:
    """Raises TypeError for numbers of fewer bits beside others: the one that is chosen would not stay what it is."""
    dtypes = {part.dtype for part in parts}
    if len(dtypes) > 1 and any(dtype != jnp.bool_ and dtype.itemsize < 8 for dtype in dtypes):
        raise TypeError(f"numbers of different dtypes are compared, of which one is chosen: {sorted(map(str, dtypes))}")
    return jnp.stack(parts)
