"""Linear algebra as `torch.linalg` has it, on matrices in the last two axes, where `jax.numpy.linalg` differs."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.mutable import reading
from hybridc.runtime.torch.tensors.norms import linalg_norm as norm
from hybridc.runtime.torch.tensors.norms import matrix_norm, vector_norm

Array = jax.Array

__all__ = [
    "cholesky_inverse",
    "cholesky_solve",
    "cond",
    "householder_product",
    "logdet",
    "lu",
    "lu_factor",
    "lu_solve",
    "matrix_norm",
    "matrix_rank",
    "norm",
    "pinv",
    "qr",
    "solve",
    "solve_triangular",
    "svd",
    "triangular_solve",
    "vander",
    "vector_norm",
]


class QR(NamedTuple):
    """Orthogonal and triangular factors."""

    Q: Array
    R: Array


class LU(NamedTuple):
    """A permutation, and the two triangular factors."""

    P: Array
    L: Array
    U: Array


class LUFactor(NamedTuple):
    """Both triangular factors in one matrix, and the rows that were exchanged, counted from 1."""

    LU: Array
    pivots: Array


class SVD(NamedTuple):
    """Left singular vectors, singular values, right singular vectors in columns."""

    U: Array
    S: Array
    V: Array


class TriangularSolution(NamedTuple):
    """What solves the equations, and their coefficients."""

    solution: Array
    cloned_coefficient: Array


def logdet(A: Array) -> Array:
    """The logarithm of the determinant: NaN where that is negative."""
    sign, logarithm = jnp.linalg.slogdet(A)
    return jnp.where(sign < 0, jnp.nan, logarithm)


def solve(A: Array, B: Array, *, left: bool = True) -> Array:
    """`X` with `A @ X = B`, or `X @ A = B` unless `left`.

    `B` is one vector, a batch of vectors if it has the shape of `A` without its last axis, else a batch of matrices.
    """
    is_vector = B.ndim == 1 or (B.ndim == A.ndim - 1 and B.shape == A.shape[:-1])
    if not left:
        return _transposed(solve(_transposed(A), _transposed(B)))
    found: Array = jnp.linalg.solve(A, B[..., None] if is_vector else B)
    return jnp.squeeze(found, -1) if is_vector else found


def _transposed(matrix: Array) -> Array:
    return jnp.swapaxes(matrix, -1, -2)


def solve_triangular(input: Array, B: Array, *, upper: bool, left: bool = True, unitriangular: bool = False) -> Array:
    """`X` with `input @ X = B`, or `X @ input = B` unless `left`, of one triangle of the input; batches are broadcast.

    `unitriangular` takes the diagonal for ones.
    """
    batch = jnp.broadcast_shapes(input.shape[:-2], B.shape[:-2])
    A = jnp.broadcast_to(input, batch + input.shape[-2:])
    B = jnp.broadcast_to(B, batch + B.shape[-2:])
    return lax.linalg.triangular_solve(A, B, left_side=left, lower=not upper, unit_diagonal=unitriangular)


def triangular_solve(
    b: Array, A: Array, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> TriangularSolution:
    """`torch.triangular_solve`: `X` with `A @ X = b`, or `A.T @ X = b`, and `A` itself."""
    matrix = _transposed(A) if transpose else A
    return TriangularSolution(solve_triangular(matrix, b, upper=upper != transpose, unitriangular=unitriangular), A)


def cholesky_solve(B: Array, L: Array, upper: bool = False) -> Array:
    """`X` with `A @ X = B`, where `L` is the Cholesky factor of `A`."""
    factor = jnp.conj(_transposed(L)) if upper else L
    half = solve_triangular(factor, B, upper=False)
    return solve_triangular(jnp.conj(_transposed(factor)), half, upper=True)


def cholesky_inverse(L: Array, upper: bool = False) -> Array:
    """The inverse of the matrix that `L` is the Cholesky factor of."""
    return cholesky_solve(jnp.broadcast_to(jnp.eye(L.shape[-1], dtype=L.dtype), L.shape), L, upper)


def qr(A: Array, mode: str = "reduced") -> QR:
    """`A = Q @ R`. For mode "r" there is no Q: an empty vector stands for it."""
    if mode == "r":
        return QR(jnp.zeros(0, A.dtype), jnp.linalg.qr(A, mode="r"))
    return QR(*jnp.linalg.qr(A, mode=mode))


def svd(A: Array, some: bool = True, compute_uv: bool = True) -> SVD:
    """`torch.svd`: `A = U @ diag(S) @ V.mH`, with the right vectors in columns; zeros unless `compute_uv`."""
    if not compute_uv:
        rows, columns = (jnp.zeros((*A.shape[:-2], n, n), A.dtype) for n in A.shape[-2:])
        return SVD(rows, jnp.linalg.svd(A, compute_uv=False), columns)
    U, S, Vh = jnp.linalg.svd(A, full_matrices=not some)
    return SVD(U, S, jnp.conj(_transposed(Vh)))


def pinv(
    input: Array, *, atol: float | None = None, rtol: float | Array | None = None, hermitian: bool = False
) -> Array:
    """The pseudo-inverse, for which singular values up to max(`atol`, `rtol` * the largest) count as 0.

    By default `rtol` is the larger number of rows and columns times the precision, or 0 beside an `atol`.
    """
    S = jnp.linalg.svd(input, compute_uv=False)
    largest = jnp.max(S, axis=-1, initial=0)
    share = _cutoff(input, S, atol, rtol)[..., 0] / jnp.where(largest == 0, 1, largest)
    return jnp.linalg.pinv(input, rtol=lax.stop_gradient(share), hermitian=hermitian)


def matrix_rank(
    input: Array, *, atol: float | None = None, rtol: float | Array | None = None, hermitian: bool = False
) -> Array:
    """How many singular values are larger than max(`atol`, `rtol` * the largest), as `pinv` has them: int32."""
    S = jnp.linalg.svd(input, compute_uv=False)
    return jnp.sum(_cutoff(input, S, atol, rtol) < S, axis=-1, dtype=jnp.int32)


def _cutoff(A: Array, S: Array, atol: float | None, rtol: float | Array | None) -> Array:
    if rtol is None:
        precision = float(jnp.finfo(A.dtype).eps)  # type: ignore[no-untyped-call]
        rtol = 0.0 if atol is not None and atol > 0 else max(A.shape[-2:]) * precision
    return jnp.maximum(rtol * jnp.max(S, axis=-1, keepdims=True, initial=0), 0.0 if atol is None else atol)


def cond(input: Array, p: float | str | None = None) -> Array:
    """The norm of a matrix times that of its inverse; for None and 2 the largest singular value by the smallest."""
    if p is None or p in (2, -2):
        S = jnp.linalg.svd(input, compute_uv=False)
        return S[..., -1] / S[..., 0] if p == -2 else S[..., 0] / S[..., -1]
    return matrix_norm(input, p) * matrix_norm(jnp.linalg.inv(input), p)


def vander(x: Array, *, N: int | None = None) -> Array:
    """The powers 0 to N - 1 of each element in a new last axis; N is by default the size of the last one."""
    return x[..., None] ** jnp.arange(x.shape[-1] if N is None else N)


@reading
def lu_factor(A: Array, *, pivot: bool = True) -> LUFactor:
    """Both triangular factors in one matrix, and the rows that were exchanged, counted from 1 (int32).

    Raises NotImplementedError for `pivot=False`.
    """
    if not pivot:
        raise NotImplementedError("an LU decomposition without pivots")
    factors, pivots, _ = lax.linalg.lu(A)
    return LUFactor(factors, pivots + 1)


@reading
def lu(A: Array, *, pivot: bool = True) -> LU:
    """`A = P @ L @ U`. Raises NotImplementedError for `pivot=False`."""
    if not pivot:
        raise NotImplementedError("an LU decomposition without pivots")
    rows, columns = A.shape[-2:]
    least = min(rows, columns)
    factors, _, permutation = lax.linalg.lu(A)
    lower = jnp.tril(factors, -1)[..., :least] + jnp.eye(rows, least, dtype=A.dtype)
    exchanged = jax.nn.one_hot(permutation, rows, dtype=A.dtype)
    return LU(_transposed(exchanged), lower, jnp.triu(factors)[..., :least, :])


@reading
def lu_solve(LU: Array, pivots: Array, B: Array) -> Array:
    """`X` with `A @ X = B`, of what `lu_factor` gives for `A`."""
    permutation = lax.linalg.lu_pivots_to_permutation(pivots - 1, LU.shape[-1])
    batch = jnp.broadcast_shapes(LU.shape[:-2], B.shape[:-2])
    B = jnp.broadcast_to(B, batch + B.shape[-2:])
    rows = jnp.broadcast_to(permutation, batch + permutation.shape[-1:])
    ordered = jnp.take_along_axis(B, rows[..., None], axis=-2)
    half = solve_triangular(LU, ordered, upper=False, unitriangular=True)
    return solve_triangular(LU, half, upper=True)


@reading
def householder_product(A: Array, tau: Array) -> Array:
    """The first columns of the product of the reflections that `geqrf` gives."""
    found: Array = lax.linalg.householder_product(A, tau)
    return found
