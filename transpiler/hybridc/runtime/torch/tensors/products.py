"""Products of matrices and vectors."""

from __future__ import annotations

from functools import reduce

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.tensors.dims import axis_of

Array = jax.Array

__all__ = ["addbmm", "addmm", "addmv", "addr", "baddbmm", "chain_matmul", "cross", "einsum"]


def addmm(input: Array, mat1: Array, mat2: Array, *, beta: float = 1, alpha: float = 1) -> Array:
    """`beta * input + alpha * (mat1 @ mat2)`; with a `beta` of 0 the input does not count, even if it holds NaN."""
    return _added(input, jnp.matmul(mat1, mat2), beta, alpha)


def addmv(input: Array, mat: Array, vec: Array, *, beta: float = 1, alpha: float = 1) -> Array:
    """`beta * input + alpha * (mat @ vec)`, as `addmm`."""
    return _added(input, jnp.matmul(mat, vec), beta, alpha)


def addr(input: Array, vec1: Array, vec2: Array, *, beta: float = 1, alpha: float = 1) -> Array:
    """`beta * input + alpha * outer(vec1, vec2)`, as `addmm`."""
    return _added(input, jnp.outer(vec1, vec2), beta, alpha)


def baddbmm(input: Array, batch1: Array, batch2: Array, *, beta: float = 1, alpha: float = 1) -> Array:
    """`beta * input + alpha * (batch1 @ batch2)`, as `addmm`, of batches of matrices."""
    return _added(input, jnp.matmul(batch1, batch2), beta, alpha)


def addbmm(input: Array, batch1: Array, batch2: Array, *, beta: float = 1, alpha: float = 1) -> Array:
    """`beta * input + alpha * sum(batch1 @ batch2)` over the batch, as `addmm`."""
    return _added(input, jnp.einsum("bij,bjk->ik", batch1, batch2), beta, alpha)


def _added(input: Array, product: Array, beta: float, alpha: float) -> Array:
    scaled = product if alpha == 1 else product * alpha
    if beta == 0:
        return scaled
    return (input if beta == 1 else input * beta) + scaled


def chain_matmul(*matrices: Array) -> Array:
    """The product of matrices, from the left."""
    return reduce(jnp.matmul, matrices)


def cross(input: Array, other: Array, dim: int | None = None) -> Array:
    """The vector products along an axis of size 3, by default the first one, of arrays that are broadcast.

    Raises ValueError where no axis has size 3.
    """
    shape = jnp.broadcast_shapes(input.shape, other.shape)
    if dim is None and 3 not in shape:
        raise ValueError("no dimension of size 3 in input")
    axis = shape.index(3) if dim is None else axis_of(input, dim)
    one, two = (jnp.broadcast_to(array, shape) for array in (input, other))
    return jnp.cross(one, two, axis=axis)


def einsum(equation: str, operands: Array | list[Array] | tuple[Array, ...]) -> Array:
    """Of one array, or of those in a list."""
    return jnp.einsum(equation, *(operands if isinstance(operands, list | tuple) else [operands]))
