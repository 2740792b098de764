"""Tensors cut along an axis, by PyTorch's rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.mutable import viewing
from hybridc.runtime.torch.tensors.dims import axis_of

Array = jax.Array

__all__ = ["chunk", "narrow", "select", "split", "tensor_split"]


@viewing
def chunk(input: Array, chunks: int, dim: int = 0) -> tuple[Array, ...]:
    """At most `chunks` parts along `dim`, all of the same size but for the last, which may be smaller."""
    count = input.shape[axis_of(input, dim)]
    if count == 0:
        return split(input, [0] * chunks, dim)
    return split(input, -(-count // chunks), dim)


@viewing
def split(tensor: Array, split_size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Array, ...]:
    """Parts of one size along `dim`, the last one perhaps smaller, or of the sizes in a list.

    Raises ValueError for a list whose sum is not the size of the axis.
    """
    axis = axis_of(tensor, dim)
    count = tensor.shape[axis]
    if isinstance(split_size_or_sections, int):
        size = split_size_or_sections
        starts = list(range(0, count, size)) if count else [0]
        sizes = [min(size, count - start) for start in starts]
    else:
        sizes = list(split_size_or_sections)
    if sum(sizes) != count:
        raise ValueError(f"split_with_sizes expects split_sizes to sum exactly to {count}, but got {sizes}")
    return tuple(lax.split(tensor, sizes, axis))


@viewing
def tensor_split(input: Array, indices_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Array, ...]:
    """So many parts along `dim`, the first ones larger by 1 where they are not equal, or parts between indices."""
    if isinstance(indices_or_sections, int):
        return tuple(jnp.array_split(input, indices_or_sections, axis=dim))
    before = (slice(None),) * axis_of(input, dim)
    bounds = [None, *indices_or_sections, None]
    return tuple(input[(*before, slice(*pair))] for pair in pairwise(bounds))


@viewing
def narrow(input: Array, dim: int, start: int | Array, length: int) -> Array:
    """`length` elements along `dim` from `start` on, which counts from the end if it is negative.

    Raises IndexError where `start` is known and no such elements are there.
    """
    if isinstance(start, int):
        size = input.shape[dim]
        start = start + size if start < 0 else start
        if not 0 <= start <= start + length <= size:
            raise IndexError(f"start ({start}) + length ({length}) exceeds dimension size ({size})")
        return lax.slice_in_dim(input, start, start + length, axis=dim)
    return lax.dynamic_slice_in_dim(input, start, length, axis=dim)


@viewing
def select(input: Array, dim: int, index: int | Array) -> Array:
    """The part at one index along `dim`, which counts from the end if it is negative: an axis less."""
    if isinstance(index, int):
        return lax.index_in_dim(input, index, axis=dim, keepdims=False)
    expect_within(index, input.shape[dim], dim % input.ndim)
    found: Array = lax.dynamic_index_in_dim(input, index, axis=dim, keepdims=False)
    return found
