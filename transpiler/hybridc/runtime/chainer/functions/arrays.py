"""Functions that change the shape of arrays, or take and put together parts of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.checking.lookups import expect_within

Array = jax.Array

__all__ = [
    "broadcast",
    "cast",
    "concat",
    "depth2space",
    "expand_dims",
    "flatten",
    "pad_sequence",
    "permutate",
    "repeat",
    "reshape",
    "resize_images",
    "rollaxis",
    "scatter_add",
    "select_item",
    "separate",
    "space2depth",
    "split_axis",
    "squeeze",
    "transpose",
    "transpose_sequence",
]


def broadcast(*args: Array) -> tuple[Array, ...]:
    return tuple(jnp.broadcast_arrays(*args))


def cast(x: Array, typ: Any) -> Array:
    """64 bits become 32 unless JAX was told otherwise."""
    return jnp.asarray(x).astype(jax.dtypes.canonicalize_dtype(np.dtype(typ)))


def concat(xs: Sequence[Array], axis: int = 1) -> Array:
    return jnp.concatenate([jnp.asarray(x) for x in xs], axis)


def expand_dims(x: Array, axis: int) -> Array:
    return jnp.expand_dims(x, axis)


def flatten(x: Array) -> Array:
    return x.reshape(-1)


def reshape(x: Array, shape: Any) -> Array:
    return x.reshape(shape)


def transpose(x: Array, axes: Any = None) -> Array:
    """With the axes in the order that is given, or turned around."""
    return jnp.transpose(x, axes)


def squeeze(x: Array, axis: Any = None) -> Array:
    return jnp.squeeze(x, axis)


def rollaxis(x: Array, axis: int, start: int = 0) -> Array:
    """The axis before the one that is `start`."""
    return jnp.rollaxis(x, axis, start)


def repeat(x: Array, repeats: Any, axis: int | None = None) -> Array:
    """Each element so many times; `repeats`: an int, or a tuple of ints for each element."""
    counts = repeats if isinstance(repeats, int) else np.asarray(repeats)
    return jnp.repeat(x, counts, axis)


def split_axis(x: Array, indices_or_sections: Any, axis: int, force_tuple: bool = True) -> Any:
    """Parts of `x` along the axis: so many, or cut at the indices. A single one is itself unless `force_tuple`.

    Raises ValueError where the parts do not come out even.
    """
    places = indices_or_sections if isinstance(indices_or_sections, int) else _places(indices_or_sections)
    parts = tuple(jnp.split(x, places, axis))
    return parts if force_tuple or len(parts) > 1 else parts[0]


def _places(indices: Any) -> list[int]:
    return [int(place) for place in np.asarray(indices)]


def separate(x: Array, axis: int = 0) -> tuple[Array, ...]:
    """What lies along the axis, one by one, without it."""
    return tuple(jnp.moveaxis(x, axis, 0))


def pad_sequence(xs: Sequence[Array], length: int | None = None, padding: Any = 0) -> Array:
    """Arrays of several lengths as one, with `padding` behind the shorter ones. Raises ValueError for longer ones."""
    wanted = max(len(x) for x in xs) if length is None else length
    if any(len(x) > wanted for x in xs):
        raise ValueError(f"arrays of the lengths {[len(x) for x in xs]} are not to be padded to {wanted}")
    edges = [((0, wanted - len(x)), *((0, 0),) * (x.ndim - 1)) for x in xs]
    return jnp.stack([jnp.pad(x, edge, constant_values=padding) for x, edge in zip(xs, edges, strict=True)])


def transpose_sequence(xs: Sequence[Array]) -> tuple[Array, ...]:
    """Of sequences, the longest first, what they have at each step."""
    lengths = [len(x) for x in xs]
    if any(a < b for a, b in pairwise(lengths)):
        raise ValueError(f"sequences must be sorted by length, the longest first: {lengths}")
    return tuple(jnp.stack([x[step] for x in xs if len(x) > step]) for step in range(lengths[0] if lengths else 0))


def permutate(x: Array, indices: Any, axis: int = 0, inv: bool = False) -> Array:
    """`x` in another order along the axis, or, with `inv`, put back from that order."""
    order = jnp.asarray(indices)
    expect_within(order, x.shape[axis], axis % x.ndim)
    return jnp.take(x, jnp.argsort(order) if inv else order, axis)


def select_item(x: Array, t: Array) -> Array:
    """Of each row (N, C) the element at `t` (N,); negative indices count from the end."""
    expect_within(t, x.shape[1], 1)
    return jnp.take_along_axis(x, jnp.where(t < 0, t + x.shape[1], t)[:, None], 1)[:, 0]


def scatter_add(a: Array, slices: Any, b: Any) -> Array:
    """`a` with `b` added where the indices say."""
    return a.at[slices].add(b)


def space2depth(X: Array, r: int) -> Array:
    """(N, C, H, W) to (N, r² C, H / r, W / r)."""
    count, channels, height, width = X.shape
    parts = X.reshape(count, channels, height // r, r, width // r, r).transpose(0, 3, 5, 1, 2, 4)
    return parts.reshape(count, r * r * channels, height // r, width // r)


def depth2space(X: Array, r: int) -> Array:
    """(N, r² C, H, W) to (N, C, r H, r W)."""
    count, channels, height, width = X.shape
    parts = X.reshape(count, r, r, channels // r**2, height, width).transpose(0, 3, 4, 1, 5, 2)
    return parts.reshape(count, channels // r**2, height * r, width * r)


def resize_images(x: Array, output_shape: Any, *, mode: str = "bilinear", align_corners: bool = True) -> Array:
    """Images (N, C, H, W) of another size. Raises ValueError for a mode that is none."""
    if mode not in ("bilinear", "nearest"):
        raise ValueError(f"mode should be bilinear or nearest, not {mode!r}")
    for axis, size in zip((2, 3), output_shape, strict=True):
        x = _resized(x, axis, int(size), mode, align_corners)
    return x


def _resized(x: Array, axis: int, size: int, mode: str, align_corners: bool) -> Array:
    before = x.shape[axis]
    if mode == "nearest":
        return jnp.take(x, np.minimum(np.floor(np.arange(size) * (before / size)), before - 1).astype(int), axis)
    if align_corners:
        places = np.linspace(0, before - 1, size)
    else:
        places = np.maximum((np.arange(size) + 0.5) * (before / size) - 0.5, 0)
    first = places.astype(int)
    weights = jnp.asarray(places - first, x.dtype).reshape(-1, *(1,) * (x.ndim - 1 - axis))
    behind = jnp.take(x, np.minimum(first + 1, before - 1), axis)
    return jnp.take(x, first, axis) * (1 - weights) + behind * weights
