"""Products of matrices: `dot`, `batch_dot`, `FullyConnected`, and `linalg`."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon.ops.dtypes import as_rank_one
from hybridc.runtime.gluon.parameters import settled
from hybridc.runtime.kernels.triangles import cholesky
from hybridc.runtime.torch.nn.functional.linear import linear

Array = jax.Array


def dot(lhs: Array, rhs: Array, transpose_a: bool = False, transpose_b: bool = False) -> Array:
    """The last axis of `lhs` with the first of `rhs`; transposed, the first of `lhs` and the last of `rhs`.

    Of two vectors the result has the shape (1,).
    """
    first = 0 if transpose_a else lhs.ndim - 1
    second = rhs.ndim - 1 if transpose_b else 0
    return as_rank_one(lax.dot_general(lhs, rhs, (((first,), (second,)), ((), ()))))


def batch_dot(lhs: Array, rhs: Array, transpose_a: bool = False, transpose_b: bool = False) -> Array:
    """The product of matrices in the last two axes, one by one in all others."""
    if lhs.shape[:-2] != rhs.shape[:-2]:
        raise ValueError(f"batch_dot: shapes {lhs.shape} and {rhs.shape} differ before their last two axes")
    batch = tuple(range(lhs.ndim - 2))
    axes = ((lhs.ndim - (2 if transpose_a else 1),), (rhs.ndim - (1 if transpose_b else 2),))
    return lax.dot_general(lhs, rhs, (axes, (batch, batch)))


def FullyConnected(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    num_hidden: int | None = None,
    no_bias: bool = False,
    flatten: bool = True,
) -> Array:
    """`x @ weight.T + bias` with a weight (num_hidden, inputs); `flatten` takes `x` as (N, the rest)."""
    x = data.reshape(data.shape[0], -1) if flatten else data
    outputs = weight.shape[0] if num_hidden is None else num_hidden
    return linear(x, settled(weight, (outputs, x.shape[-1])), None if no_bias else settled(bias, (outputs,)))


def linalg_gemm2(
    A: Array, B: Array, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2
) -> Array:
    """`alpha * A @ B` of matrices in two axes, of which `axis` has the rows and the last the columns."""
    x, y = (jnp.moveaxis(each, axis, -2) for each in (A, B))
    product = jnp.matmul(x.mT if transpose_a else x, y.mT if transpose_b else y)
    return jnp.moveaxis(alpha * product, -2, axis)


def linalg_gemm(
    A: Array,
    B: Array,
    C: Array,
    transpose_a: bool = False,
    transpose_b: bool = False,
    alpha: float = 1.0,
    beta: float = 1.0,
    axis: int = -2,
) -> Array:
    """`alpha * A @ B + beta * C`, as `linalg_gemm2`."""
    return linalg_gemm2(A, B, transpose_a, transpose_b, alpha, axis) + beta * C


def linalg_syrk(A: Array, transpose: bool = False, alpha: float = 1.0) -> Array:
    """`alpha * A @ A.T`, or transposed `alpha * A.T @ A`."""
    found: Array = jnp.matmul(*((A.mT, A) if transpose else (A, A.mT))) * alpha
    return found


def linalg_potrf(A: Array) -> Array:
    """The lower triangle L of symmetric positive definite matrices `L @ L.T`."""
    return cholesky(A)


def linalg_trsm(
    A: Array, B: Array, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0
) -> Array:
    """X in `A @ X = alpha * B` for triangular A, or on the right side in `X @ A = alpha * B`."""
    found: Array = lax.linalg.triangular_solve(
        A, alpha * B, left_side=not rightside, lower=lower, transpose_a=transpose
    )
    return found


def linalg_trmm(
    A: Array, B: Array, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0
) -> Array:
    """`alpha * A @ B` for triangular A, or on the right side `alpha * B @ A`."""
    triangle = jnp.tril(A) if lower else jnp.triu(A)
    x = triangle.mT if transpose else triangle
    found: Array = jnp.matmul(*((B, x) if rightside else (x, B))) * alpha
    return found


def linalg_det(A: Array) -> Array:
    """Determinants."""
    return as_rank_one(jnp.linalg.det(A))


def linalg_slogdet(A: Array) -> tuple[Array, Array]:
    """Signs and logarithms of the magnitudes of determinants."""
    sign, logarithm = jnp.linalg.slogdet(A)
    return as_rank_one(sign), as_rank_one(logarithm)


def linalg_inverse(A: Array) -> Array:
    """Inverse matrices."""
    found: Array = jnp.linalg.inv(A)
    return found


def linalg_sumlogdiag(A: Array) -> Array:
    """The sums of the logarithms of diagonals."""
    return as_rank_one(jnp.sum(jnp.log(jnp.diagonal(A, axis1=-2, axis2=-1)), -1))


def linalg_extractdiag(A: Array, offset: int = 0) -> Array:
    """Diagonals of matrices."""
    found: Array = jnp.diagonal(A, offset, -2, -1)
    return found
