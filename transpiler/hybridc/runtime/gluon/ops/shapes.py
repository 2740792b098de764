"""Shapes: what `reshape` codes mean, axes that come, go and change places, arrays joined and repeated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.ops.dtypes import as_rank_one, axis_of

Array = jax.Array
Ints = int | Sequence[int]


def _tuple(value: Ints) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else tuple(value)


def reshape(data: Array, shape: Ints, reverse: bool = False) -> Array:
    """The elements in another shape, of which some numbers are codes.

    0 copies the axis at that place, -1 is what remains, -2 copies all axes that remain, -3 joins two, -4 splits one
    into the two numbers that follow, one of which may be -1. With `reverse` axes and codes are read from the back.
    """
    codes, sizes = _tuple(shape), data.shape
    if not reverse:
        return data.reshape(_coded_shape(codes, sizes))
    return data.reshape(_coded_shape(codes[::-1], sizes[::-1])[::-1])


def _coded_shape(codes: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
    found: list[int] = []
    place, at = 0, 0
    while at < len(codes):
        code = codes[at]
        if code == -2:
            found += sizes[place:]
            place = len(sizes)
        elif code == -3:
            found.append(sizes[place] * sizes[place + 1])
            place += 2
        elif code == -4:
            first, second = codes[at + 1], codes[at + 2]
            first = sizes[place] // second if first == -1 else first
            second = sizes[place] // first if second == -1 else second
            if first * second != sizes[place]:
                raise ValueError(f"cannot split an axis of {sizes[place]} into {first} and {second}")
            found += [first, second]
            place, at = place + 1, at + 2
        elif code in (0, -1) or code > 0:
            found.append(sizes[place] if code == 0 else code)
            place += 1
        else:
            raise ValueError(f"reshape knows no code {code}")
        at += 1
    return _without_rest(found, sizes)


def _without_rest(found: list[int], sizes: Sequence[int]) -> tuple[int, ...]:
    """The shape with what remains in the place of -1."""
    if found.count(-1) > 1:
        raise ValueError("only one -1 can be inferred")
    rest = math.prod(n for n in found if n != -1)
    shape = tuple((math.prod(sizes) // rest if rest else 0) if n == -1 else n for n in found)
    if math.prod(shape) != math.prod(sizes):
        raise ValueError(f"cannot reshape an array of shape {tuple(sizes)} into {shape}")
    return shape


def reshape_like(
    lhs: Array,
    rhs: Array,
    lhs_begin: int | None = None,
    lhs_end: int | None = None,
    rhs_begin: int | None = None,
    rhs_end: int | None = None,
) -> Array:
    """`lhs` in the shape of `rhs`, or some of its axes in the shape of some of the other's."""
    taken = rhs.shape[slice(rhs_begin, rhs_end)]
    start, stop, _ = slice(lhs_begin, lhs_end).indices(lhs.ndim)
    return lhs.reshape(*lhs.shape[:start], *taken, *lhs.shape[stop:])


def flatten(data: Array) -> Array:
    """(N, ...) as (N, the rest)."""
    return data.reshape(data.shape[0], -1) if data.size else data.reshape(data.shape[0], math.prod(data.shape[1:]))


def transpose(data: Array, axes: Sequence[int] = ()) -> Array:
    """Axes in another order; the opposite one unless given."""
    return jnp.transpose(data, tuple(axes) or None)


def squeeze(data: Array, axis: Any = None) -> Array:
    """Without axes of length 1, all or the given ones; one of them stays where there is no other."""
    return as_rank_one(jnp.squeeze(data, None if axis is None else _tuple(axis)))


def swapaxes(data: Array, dim1: int = 0, dim2: int = 0) -> Array:
    """Two axes change places."""
    return jnp.swapaxes(data, dim1, dim2)


def flip(data: Array, axis: Ints) -> Array:
    """The elements along axes in the opposite order."""
    return jnp.flip(data, _tuple(axis))


def concat(data: Iterable[Array], dim: int = 1) -> Array:
    """Arrays of one dtype, one after the other along an axis. Raises TypeError for several dtypes."""
    return jnp.concatenate(_of_one_dtype(data), dim)


def stack(data: Iterable[Array], axis: int = 0) -> Array:
    """Arrays of one shape and dtype along a new axis. Raises TypeError for several dtypes."""
    return jnp.stack(_of_one_dtype(data), axis)


def _of_one_dtype(data: Iterable[Array]) -> tuple[Array, ...]:
    arrays = tuple(data)
    if len({a.dtype for a in arrays}) > 1:
        raise TypeError(f"Non-uniform data type: {', '.join(str(a.dtype) for a in arrays)}; cast the arrays")
    return arrays


def split(data: Array, num_outputs: int, axis: int = 1, squeeze_axis: bool = False) -> Any:
    """As many parts of equal size along an axis, in a list; the array itself where there is one part.

    With `squeeze_axis` the parts lose that axis, which must have as many elements.
    """
    if data.shape[axis] % num_outputs:
        raise ValueError(f"cannot split an axis of {data.shape[axis]} into {num_outputs} parts")
    parts = jnp.split(data, num_outputs, axis)
    if squeeze_axis:
        parts = [as_rank_one(jnp.squeeze(part, axis)) for part in parts]
    return parts[0] if num_outputs == 1 else parts


def split_v2(ary: Array, indices_or_sections: Ints, axis: int = 0, squeeze_axis: bool = False) -> Any:
    """Parts along an axis: that many of equal size, or those between the places given, in a list."""
    where = indices_or_sections if isinstance(indices_or_sections, int) else tuple(indices_or_sections)
    parts = jnp.split(ary, where, axis)
    if squeeze_axis:
        parts = [as_rank_one(jnp.squeeze(part, axis)) for part in parts]
    return parts[0] if len(parts) == 1 else parts


def tile(data: Array, reps: Ints) -> Array:
    """The whole array repeated, as `jnp.tile` does."""
    return jnp.tile(data, _tuple(reps))


def repeat(data: Array, repeats: int, axis: int | None = None) -> Array:
    """Each element repeated, along an axis or of the array in order."""
    return jnp.repeat(data, repeats, axis)


def broadcast_to(data: Array, shape: Ints) -> Array:
    """Axes of length 1 repeated to a shape of as many axes, in which 0 means the axis as it is."""
    wanted = _tuple(shape)
    if len(wanted) != data.ndim:
        raise ValueError(f"cannot broadcast {data.shape} to {wanted}: expected as many axes")
    return jnp.broadcast_to(data, tuple(n or size for n, size in zip(wanted, data.shape, strict=True)))


def broadcast_axis(data: Array, axis: Ints = (), size: Ints = ()) -> Array:
    """Some axes of length 1 repeated."""
    sizes = dict(zip((axis_of(a, data.ndim) for a in _tuple(axis)), _tuple(size), strict=True))
    return jnp.broadcast_to(data, tuple(sizes.get(a, n) for a, n in enumerate(data.shape)))


def broadcast_like(lhs: Array, rhs: Array, lhs_axes: Ints | None = None, rhs_axes: Ints | None = None) -> Array:
    """`lhs` broadcast to the shape of `rhs`, or some of its axes to the lengths of some of the other's."""
    if lhs_axes is None or rhs_axes is None:
        return jnp.broadcast_to(lhs, rhs.shape)
    return broadcast_axis(lhs, lhs_axes, tuple(rhs.shape[a] for a in _tuple(rhs_axes)))


def depth_to_space(data: Array, block_size: int) -> Array:
    """(N, b * b * C, H, W) as (N, C, H * b, W * b)."""
    n, c, h, w = data.shape
    parts = data.reshape(n, block_size, block_size, c // block_size**2, h, w).transpose(0, 3, 4, 1, 5, 2)
    return parts.reshape(n, c // block_size**2, h * block_size, w * block_size)


def space_to_depth(data: Array, block_size: int) -> Array:
    """(N, C, H * b, W * b) as (N, b * b * C, H, W)."""
    n, c, h, w = data.shape
    parts = data.reshape(n, c, h // block_size, block_size, w // block_size, block_size).transpose(0, 3, 5, 1, 2, 4)
    return parts.reshape(n, c * block_size**2, h // block_size, w // block_size)


def diag(data: Array, k: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonal of two axes, or the matrix that has a vector on its diagonal."""
    return jnp.diag(data, k) if data.ndim == 1 else jnp.diagonal(data, k, axis1, axis2)


def pad(data: Array, mode: str, pad_width: Sequence[int], constant_value: float = 0.0) -> Array:
    """An array of 4 or 5 axes with margins: (before, after) of each axis in one row; of the first two, none.

    `mode`: "constant", "edge" or "reflect".
    """
    pairs = [(pad_width[2 * a], pad_width[2 * a + 1]) for a in range(data.ndim)]
    if mode == "constant":
        return jnp.pad(data, pairs, constant_values=constant_value)
    return jnp.pad(data, pairs, mode=mode)


def shape_array(data: Array) -> Array:
    """The shape as an array of integers."""
    return jnp.array(data.shape, dtype=jnp.int32)


def size_array(data: Array) -> Array:
    """The number of elements as an array of shape (1,)."""
    return jnp.array([data.size], dtype=jnp.int32)
