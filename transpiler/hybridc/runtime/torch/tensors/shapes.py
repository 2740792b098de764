"""Axes made, dropped and joined, and tensors made of others by their places."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.mutable import reshaping, viewing
from hybridc.runtime.torch.tensors.dims import axes_of, axis_of, with_an_axis
from hybridc.runtime.torch.tensors.types import result_type

Array = jax.Array

__all__ = [
    "block_diag",
    "cartesian_prod",
    "combinations",
    "diag_embed",
    "flatten",
    "meshgrid",
    "repeat_interleave",
    "squeeze",
    "unflatten",
    "view_as_complex",
    "view_as_real",
]


@reshaping
def flatten(input: Array, start_dim: int = 0, end_dim: int = -1) -> Array:
    """The axes from `start_dim` to `end_dim` joined to one. Raises ValueError where the first lies behind the last."""
    if input.ndim == 0:
        return input.reshape(1)
    start, end = axis_of(input, start_dim), axis_of(input, end_dim)
    if start > end:
        raise ValueError("flatten() has invalid args: start_dim cannot come after end_dim")
    joined = int(np.prod(input.shape[start : end + 1]))
    return input.reshape(*input.shape[:start], joined, *input.shape[end + 1 :])


@viewing
def unflatten(input: Array, dim: int, sizes: int | Sequence[int]) -> Array:
    """An axis split into axes of these sizes, of which one may be -1. Raises TypeError where they do not fit."""
    axis = axis_of(input, dim)
    given = [sizes] if isinstance(sizes, int) else list(sizes)
    known = int(np.prod([size for size in given if size != -1]))
    found = [input.shape[axis] // max(known, 1) if size == -1 else size for size in given]
    return input.reshape(*input.shape[:axis], *found, *input.shape[axis + 1 :])


@viewing
def squeeze(input: Array, dim: int | Sequence[int] | None = None) -> Array:
    """The input without its axes of size 1, or without those of `dim` that have it: others are left alone.

    Raises ValueError for an axis twice.
    """
    if dim is None:
        return jnp.squeeze(input)
    axes = () if dim == () or dim == [] else axes_of(input, dim)
    return jnp.squeeze(input, [a for a in axes if input.ndim and input.shape[a] == 1])


def diag_embed(input: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Matrices in the axes `dim1` and `dim2` of the result whose diagonals are the last axis of the input.

    (..., n) gives (..., n + abs(offset), n + abs(offset)); the diagonal lies `offset` above the main one. Raises
    ValueError where both axes are one.
    """
    if dim1 % (input.ndim + 1) == dim2 % (input.ndim + 1):
        raise ValueError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    count = input.shape[-1]
    size = count + abs(offset)
    rows = np.arange(count) + max(-offset, 0)
    made = jnp.zeros((*input.shape[:-1], size, size), input.dtype)
    made = made.at[..., rows, rows + offset].set(input)
    return jnp.moveaxis(made, (-2, -1), (dim1, dim2))


def meshgrid(*tensors: Array | Sequence[Array], indexing: str = "ij") -> tuple[Array, ...]:
    """Each of some vectors along an axis of its own, repeated along those of the others.

    `indexing="xy"` swaps the first two axes. The vectors may be given as one list, and numbers count as vectors of one.
    """
    first = tensors[0]
    given = list(first) if len(tensors) == 1 and isinstance(first, list | tuple) else list(tensors)
    if indexing not in ("ij", "xy"):
        raise ValueError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    axes = [*range(len(given))]
    if indexing == "xy":
        axes[:2] = axes[1::-1]
    vectors = [_along(each, axis, len(given)) for each, axis in zip(given, axes, strict=True)]  # type: ignore[arg-type]
    shape = jnp.broadcast_shapes(*(each.shape for each in vectors))
    return tuple(_repeated(each, shape) for each in vectors)


@viewing
def _along(vector: Array, axis: int, count: int) -> Array:
    """A vector, or a number, along one of so many axes."""
    if jnp.ndim(vector) > 1:
        raise ValueError(f"torch.meshgrid: expected vectors or numbers, but got a tensor of shape {vector.shape}")
    return with_an_axis(vector).reshape([-1 if place == axis else 1 for place in range(count)])


@viewing
def _repeated(vector: Array, shape: tuple[int, ...]) -> Array:
    return jnp.broadcast_to(vector, shape)


def cartesian_prod(*tensors: Array) -> Array:
    """All combinations of one element of each vector: (how many there are, how many vectors), or the only vector."""
    if len(tensors) == 1:
        return tensors[0]
    return jnp.stack([grid.reshape(-1) for grid in meshgrid(*tensors)], axis=1)


def combinations(input: Array, r: int = 2, with_replacement: bool = False) -> Array:
    """All combinations of `r` elements of a vector, in their order: (how many there are, r)."""
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = np.array(list(choose(range(input.shape[0]), r)), dtype=np.int32).reshape(-1, r)
    return input[places]


def block_diag(*tensors: Array) -> Array:
    """A matrix with matrices along its diagonal, in the dtype that they promote to; vectors count as rows."""
    blocks = [jnp.atleast_2d(tensor) for tensor in tensors]
    dtype = result_type(*tensors)
    made = jnp.zeros((sum(b.shape[0] for b in blocks), sum(b.shape[1] for b in blocks)), dtype)
    row = column = 0
    for block in blocks:
        made = lax.dynamic_update_slice(made, block.astype(dtype), (row, column))
        row, column = row + block.shape[0], column + block.shape[1]
    return made


def repeat_interleave(
    input: Array, repeats: int | Array, dim: int | None = None, *, output_size: int | None = None
) -> Array:
    """Each element along `dim`, or of the flat input, so many times in a row.

    Where `repeats` is an array that is traced, `output_size` says how many there will be.
    """
    return jnp.repeat(input, repeats, axis=dim, total_repeat_length=output_size)


def view_as_real(input: Array) -> Array:
    """Real and imaginary parts in a last axis of size 2."""
    return jnp.stack([jnp.real(input), jnp.imag(input)], axis=-1)


def view_as_complex(input: Array) -> Array:
    """Complex numbers of the real and imaginary parts in a last axis of size 2. Raises ValueError for other sizes."""
    if input.ndim == 0 or input.shape[-1] != 2:
        raise ValueError("Tensor must have a last dimension of size 2")
    return lax.complex(input[..., 0], input[..., 1])
