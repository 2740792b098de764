"""Elements picked by index. An index that is out of range gives NaN, or the smallest integer, where PyTorch raises."""

from __future__ import annotations

import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.torch.tensors.dims import axis_of, with_an_axis

Array = jax.Array

__all__ = ["gather", "index_select", "masked_scatter", "nonzero_static", "take", "take_along_dim", "unravel_index"]


def gather(input: Array, dim: int, index: Array, *, sparse_grad: bool = False) -> Array:
    """The elements at indices along `dim`, of the shape of `index`, which is as large as the input or smaller.

    `out[i][j][k] = input[index[i][j][k]][j][k]` for `dim=0`, and so on. Raises ValueError for other numbers of axes.
    """
    source, places = with_an_axis(input), with_an_axis(index)
    if source.ndim != places.ndim:
        raise ValueError("Index tensor must have the same number of dimensions as input tensor")
    axis = axis_of(input, dim)
    expect_within(places, source.shape[axis], axis, first=0)
    within = tuple(slice(None) if a == axis else slice(n) for a, n in enumerate(places.shape))
    return jnp.take_along_axis(source[within], places, axis=axis).reshape(index.shape)


def index_select(input: Array, dim: int, index: Array) -> Array:
    """The parts at a vector of indices along `dim`, whose size becomes that of the vector; a number counts as one."""
    source, axis = with_an_axis(input), axis_of(input, dim)
    expect_within(index, source.shape[axis], axis, first=0)
    found = jnp.take(source, with_an_axis(index), axis=axis)
    return found if input.ndim else found.reshape(())


def take_along_dim(input: Array, indices: Array, dim: int | None = None) -> Array:
    """The elements at indices along `dim`, or of the flat input; the other axes of both are broadcast.

    PyTorch takes indices modulo the length, and raises for none.
    """
    size = input.size if dim is None else input.shape[dim]
    return jnp.take_along_axis(input, indices % max(size, 1), axis=dim)


def take(input: Array, index: Array) -> Array:
    """The elements at indices into the flat input; negative ones count from the end."""
    expect_within(index, input.size)
    return jnp.take(input, index)


def nonzero_static(input: Array, *, size: int, fill_value: int = -1) -> Array:
    """The indices of the first `size` elements that are not 0, in rows of `fill_value` where there are fewer: int32."""
    return jnp.argwhere(input, size=size, fill_value=fill_value)


def unravel_index(indices: Array, shape: int | Sequence[int]) -> tuple[Array, ...]:
    """The indices into an array of a shape that indices into the flat one mean: as many arrays as it has axes.

    PyTorch takes indices modulo the size, and raises for none.
    """
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return tuple(jnp.unravel_index(indices % max(math.prod(sizes), 1), sizes))


def masked_scatter(input: Array, mask: Array, source: Array) -> Array:
    """The input, in whose shape with the mask's the elements of `source` stand in turn where the mask is true."""
    input, mask = jnp.broadcast_arrays(input, mask)
    places = jnp.cumsum(mask.reshape(-1), dtype=jnp.int32) - 1
    found = jnp.take(source, jnp.maximum(places, 0)).reshape(input.shape)
    return jnp.where(mask, found, input)
