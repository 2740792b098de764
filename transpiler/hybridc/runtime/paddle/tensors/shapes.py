"""Functions that arrange elements anew, with Paddle's shapes: 0 keeps an axis in `reshape`, -1 does in `expand`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.checking.lookups import expect_within, expect_within_axes
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.mutable import copying, reshaping, viewing
from hybridc.runtime.paddle.dtypes import dtype_of

Array = jax.Array
Numbers = np.ndarray[Any, Any]

__all__ = [
    "broadcast_tensors",
    "broadcast_to",
    "chunk",
    "crop",
    "expand",
    "flatten",
    "gather",
    "gather_nd",
    "index_sample",
    "index_select",
    "moveaxis",
    "numel",
    "put_along_axis",
    "rank",
    "repeat_interleave",
    "reshape",
    "roll",
    "rot90",
    "scatter",
    "scatter_nd_add",
    "shape",
    "shape_of",
    "split",
    "squeeze",
    "take_along_axis",
    "tile",
    "unbind",
    "unflatten",
    "unsqueeze",
    "unstack",
    "view",
]  # fmt: skip


def _numbers(values: Any) -> tuple[int, ...]:
    """Whole numbers, one or several, in arrays that are known while tracing or not in arrays."""
    if isinstance(values, int | np.integer):
        return (int(values),)
    if isinstance(values, Sequence):
        return tuple(int(value) for value in values)
    return tuple(int(value) for value in np.atleast_1d(np.asarray(values)))


@reshaping
def reshape(x: Array, *shape: Any) -> Array:
    """The elements in another shape: 0 is the size of the same axis of `x`, one -1 is what is left."""
    sizes = _numbers(shape[0] if len(shape) == 1 else shape)
    return jnp.reshape(x, tuple(x.shape[i] if size == 0 and x.size else size for i, size in enumerate(sizes)))


@reshaping
def flatten(x: Array, start_axis: int = 0, stop_axis: int = -1) -> Array:
    """The axes from `start_axis` to `stop_axis`, both included, joined into one."""
    if x.ndim == 0:
        return x.reshape(1)
    start, stop = start_axis % x.ndim, stop_axis % x.ndim
    if start > stop:
        raise ValueError("The stop_axis should be greater than start_axis")
    joined = math.prod(x.shape[start : stop + 1])
    return x.reshape(*x.shape[:start], joined, *x.shape[stop + 1 :])


@reshaping
def unflatten(x: Array, axis: int, shape: Any) -> Array:
    """An axis split into axes of the given sizes, one of which may be -1."""
    place = axis % x.ndim
    sizes = list(_numbers(shape))
    if -1 in sizes:
        known = math.prod(size for size in sizes if size != -1)
        sizes[sizes.index(-1)] = x.shape[place] // known
    return x.reshape(*x.shape[:place], *sizes, *x.shape[place + 1 :])


@viewing
def squeeze(x: Array, axis: Any = None) -> Array:
    """Without the axes given, or all, that have one element; those that have more stay."""
    if axis is None:
        return jnp.squeeze(x)
    places = {place % x.ndim for place in _numbers(axis)} if x.ndim else set()
    return jnp.squeeze(x, tuple(place for place in sorted(places) if x.shape[place] == 1))


@viewing
def unsqueeze(x: Array, axis: Any) -> Array:
    """With axes of one element more, put in one after the other."""
    for place in _numbers(axis):
        x = jnp.expand_dims(x, place)
    return x


def expand(x: Array, *shape: Any) -> Array:
    """Repeated to a shape, in which -1 keeps an axis."""
    sizes = _numbers(shape[0] if len(shape) == 1 else shape)
    more = len(sizes) - x.ndim
    return jnp.broadcast_to(x, tuple(x.shape[i - more] if size == -1 else size for i, size in enumerate(sizes)))


def broadcast_to(x: Array, shape: Any) -> Array:
    return expand(x, shape)


def tile(x: Array, *repeat_times: Any) -> Array:
    return jnp.tile(x, _numbers(repeat_times[0] if len(repeat_times) == 1 else repeat_times))


@copying
def split(x: Array, num_or_sections: Any, axis: Any = 0) -> list[Array]:
    """As many equal parts, or parts of the sizes given, one of which may be -1. ValueError where they do not fit."""
    axis = int(axis)
    size = x.shape[axis]
    if isinstance(num_or_sections, int):
        if size % num_or_sections:
            raise ValueError(f"an axis of {size} elements cannot be split into {num_or_sections} equal parts")
        sizes = [size // num_or_sections] * num_or_sections
    else:
        sizes = list(_numbers(num_or_sections))
        if -1 in sizes:
            sizes[sizes.index(-1)] = size - sum(s for s in sizes if s != -1)
        if sum(sizes) != size:
            raise ValueError(f"parts of the sizes {sizes} do not make an axis of {size} elements")
    return jnp.split(x, np.cumsum(sizes)[:-1].tolist(), axis)


@copying
def chunk(x: Array, chunks: int, axis: Any = 0) -> list[Array]:
    return split(x, chunks, axis)


@viewing
def unbind(x: Array, axis: int = 0) -> list[Array]:
    """The parts along an axis, as views."""
    return list(jnp.unstack(x, axis=axis))


@viewing
def moveaxis(x: Array, source: Any, destination: Any) -> Array:
    return jnp.moveaxis(x, source, destination)


@copying
def unstack(x: Array, axis: int = 0, num: int | None = None) -> list[Array]:
    return list(jnp.unstack(x, axis=axis))


def roll(x: Array, shifts: Any, axis: Any = None) -> Array:
    moved = _numbers(shifts) if not isinstance(shifts, jax.Array) else shifts
    if axis is None:
        return jnp.roll(x, moved[0] if isinstance(moved, tuple) and len(moved) == 1 else moved)
    return jnp.roll(x, moved, _numbers(axis))


def repeat_interleave(x: Array, repeats: Any, axis: int | None = None) -> Array:
    count = repeats if isinstance(repeats, int) else np.asarray(repeats)
    return jnp.repeat(x, count, axis)


def crop(x: Array, shape: Any = None, offsets: Any = None) -> Array:
    """The part of a shape, in which -1 means up to the end, that starts at `offsets`."""
    starts = (0,) * x.ndim if offsets is None else _numbers(offsets)
    sizes = x.shape if shape is None else _numbers(shape)
    return x[tuple(slice(a, None if n == -1 else a + n) for a, n in zip(starts, sizes, strict=True))]


class Size(list[int]):
    """A shape: a list that is equal to a tuple of the same numbers as well."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def numel(self) -> int:
        """How many elements an array of the shape has."""
        return math.prod(self)


def shape(x: Any) -> Any:
    """The shape of an array, as a list; of anything else, its attribute `shape`."""
    return Size(x.shape) if isinstance(x, jax.Array | Cell) else x.shape


@reshaping
def view(x: Array, shape_or_dtype: Any) -> Array:
    """The elements in another shape, or, for a dtype, their bits as numbers of that one."""
    if isinstance(shape_or_dtype, int | list | tuple):
        return reshape(x, shape_or_dtype)
    wanted = dtype_of(shape_or_dtype)
    if wanted.itemsize != x.dtype.itemsize:
        raise ValueError(f"view: {x.dtype} and {wanted} have other numbers of bits; write `x.astype(dtype)` to convert")
    return jax.lax.bitcast_convert_type(x, wanted)


def shape_of(x: Array) -> Numbers:
    """The shape as an array of whole numbers: NumPy's, since it is known while tracing."""
    return np.array(x.shape, np.int32)


def numel(x: Array) -> Numbers:
    """How many elements, as an array without axes."""
    return np.array(x.size, np.int32)


def rank(x: Array) -> Numbers:
    """How many axes, as an array without axes."""
    return np.array(x.ndim, np.int32)


def rot90(x: Array, k: int = 1, axes: Sequence[int] = (0, 1)) -> Array:
    return jnp.rot90(x, k, (axes[0], axes[1]))


def broadcast_tensors(input: Sequence[Array]) -> list[Array]:
    return list(jnp.broadcast_arrays(*input))


def gather(x: Array, index: Array, axis: Any = 0) -> Array:
    """The parts of an axis at the places in `index`, (N,), (N, 1) or (); negative ones count from the end."""
    index = jnp.asarray(index)
    return index_select(x, index.reshape(-1) if index.ndim == 2 else index, 0 if axis is None else int(axis))


def index_select(x: Array, index: Array, axis: int = 0) -> Array:
    """The parts of an axis at the places in `index`; negative ones count from the end."""
    expect_within(index, x.shape[axis], axis % x.ndim)
    return jnp.take(x, jnp.where(index < 0, index + x.shape[axis], index), axis=axis, mode="clip")


def gather_nd(x: Array, index: Array) -> Array:
    """The parts at the places whose first coordinates are the last axis of `index`."""
    expect_within_axes(index, x.shape)
    return x[tuple(jnp.moveaxis(index, -1, 0))]


def index_sample(x: Array, index: Array) -> Array:
    """The elements of each row at places in it: (N, C) and (N, K) -> (N, K)."""
    expect_within(index, x.shape[1], 1, first=0)
    return jnp.take_along_axis(x, index, 1)


def take_along_axis(arr: Array, indices: Array, axis: int, broadcast: bool = True) -> Array:
    """The elements along an axis, at places that are broadcast against the other axes."""
    if broadcast:
        sizes = list(np.broadcast_shapes(_without(arr.shape, axis), _without(indices.shape, axis)))
        arr = jnp.broadcast_to(arr, _with(sizes, axis, arr.shape[axis], arr.ndim))
        indices = jnp.broadcast_to(indices, _with(sizes, axis, indices.shape[axis], arr.ndim))
    else:
        arr = arr[tuple(slice(0, n) if i != axis % arr.ndim else slice(None) for i, n in enumerate(indices.shape))]
    expect_within(indices, arr.shape[axis], axis % arr.ndim)
    return jnp.take_along_axis(arr, indices, axis)


def _without(shape: Sequence[int], axis: int) -> tuple[int, ...]:
    place = axis % len(shape)
    return (*shape[:place], 1, *shape[place + 1 :])


def _with(sizes: Sequence[int], axis: int, size: int, ndim: int) -> tuple[int, ...]:
    place = axis % ndim
    return (*sizes[:place], size, *sizes[place + 1 :])


def put_along_axis(arr: Array, indices: Array, values: Any, axis: int, reduce: str = "assign") -> Array:
    """`arr` with values put at places along an axis: assigned, added or multiplied."""
    values = jnp.broadcast_to(jnp.asarray(values, arr.dtype), indices.shape)
    grid = jnp.meshgrid(*(jnp.arange(n) for n in indices.shape), indexing="ij")
    place = axis % arr.ndim
    expect_within(indices, arr.shape[place], place)
    at = arr.at[tuple(indices if i == place else g for i, g in enumerate(grid))]
    changes: dict[str, Any] = {"assign": at.set, "add": at.add, "multiply": at.multiply, "mul": at.multiply}
    return jnp.asarray(changes[reduce](values))


def scatter(x: Array, index: Array, updates: Array, overwrite: bool = True) -> Array:
    """`x` with rows replaced, or, without `overwrite`, with those at `index` set to the sum of their updates."""
    expect_within(index, x.shape[0])
    if overwrite:
        return x.at[index].set(updates)
    return x.at[index].set(0).at[index].add(updates)


def scatter_nd_add(x: Array, index: Array, updates: Array) -> Array:
    expect_within_axes(index, x.shape)
    return x.at[tuple(jnp.moveaxis(index, -1, 0))].add(updates)
