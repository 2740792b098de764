"""Functions that give views of what is written in place, and compute with anything else as `jax.numpy` does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.mutables.array import MutableArray, OneOf, mutable, seen_of
from hybridc.runtime.mutables.steps import is_moving

__all__ = ["same", "view"]

_ORDERED = {"ascontiguousarray": "c_contiguous", "asfortranarray": "f_contiguous"}
_SPLITTING = frozenset({"split", "array_split", "hsplit", "vsplit", "dsplit"})


def view(name: str, x: Any, *arguments: Any, **keywords: Any) -> Any:
    """What NumPy's function of this name gives for `x`: of an array that is mutable a view, where NumPy gives one, and
    else a copy that is mutable; of anything else, what `jax.numpy` gives.

    Raises TypeError for a function that gives none.
    """
    if name == "all":  # `x[...]`, which is another object
        return seen_of(x.source, x.steps) if isinstance(x, MutableArray) else x
    if not isinstance(x, MutableArray):
        found = jnp.atleast_1d(x) if name in _ORDERED else getattr(jnp, name)(x, *arguments, **keywords)
        is_made = isinstance(x, list | tuple) or (jnp.ndim(x) == 0 and (name in _ORDERED or name.startswith("atleast")))
        return mutable(found) if is_made else found
    if name in ("asarray", "astype"):
        found = getattr(jnp, name)(x[...], *arguments, **keywords)
        return x if found.dtype == x.dtype else mutable(found)
    if name in _ORDERED and x.ndim == 0:
        return x.viewed("atleast_1d")
    if name in _ORDERED:
        return x if getattr(x.layout.flags, _ORDERED[name]) else mutable(x[...])
    if name in _SPLITTING:
        return [*_parts(x, getattr(np, name)(np.empty(x.shape, np.int8), *arguments, **keywords))]
    if not is_moving(name):
        raise TypeError(f"`{name}` gives no view")
    if name.startswith("atleast") and x.ndim >= int(name[8]):
        return x
    return x.viewed(name, *arguments, **keywords)


def same(one: Any, other: Any) -> Any:
    """`one is other`; a traced truth value, where only running tells which of several arrays one of them is."""
    for array, beside in ((one, other), (other, one)):
        if isinstance(array, MutableArray) and isinstance(array.source, OneOf) and not array.steps:
            if beside is not array:
                found = [same(each, beside) for each in array.source.arrays]
                return sum(((array.source.place == n) & is_it for n, is_it in enumerate(found)), jnp.bool_(False))
    return one is other


def _parts(x: MutableArray, found: list[np.ndarray[Any, Any]]) -> Iterator[Any]:
    """The array cut along the axis in which the parts are shorter."""
    axis = next((a for a in range(x.ndim) if any(part.shape[a] != x.shape[a] for part in found)), 0)
    start = 0
    for part in found:
        stop = start + part.shape[axis]
        yield x[(slice(None),) * axis + (slice(start, stop),)]
        start = stop
