"""Decompositions that read one triangle of their matrices, as LAPACK does: `jax.numpy` takes the mean of both.

Their derivatives are those of the mean, which is what PyTorch, Paddle and Chainer give.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

__all__ = ["cholesky", "eigh", "eigvalsh"]


def cholesky(a: Any, upper: bool = False) -> jax.Array:
    """The lower triangular factors of matrices (..., n, n) by their lower triangles, or the upper ones by the upper."""
    factors: jax.Array = jnp.linalg.cholesky(_hermitian(jnp.asarray(a), upper), upper=upper)
    return factors


def eigh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues (..., n), in order, and eigenvectors (..., n, n) of matrices by their "L" or "U" triangles."""
    return jnp.linalg.eigh(_hermitian(jnp.asarray(a), UPLO.upper() == "U"), UPLO)


def eigvalsh(a: Any, UPLO: str = "L") -> jax.Array:
    """The eigenvalues alone."""
    values: jax.Array = jnp.linalg.eigvalsh(_hermitian(jnp.asarray(a), UPLO.upper() == "U"), UPLO)
    return values


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def _hermitian(a: jax.Array, upper: bool) -> jax.Array:
    """The matrices of which the arrays have these triangles."""
    beside = jnp.triu(a, 1) if upper else jnp.tril(a, -1)
    diagonal = jnp.eye(a.shape[-1], dtype=a.dtype) * a.real.astype(a.dtype)
    return beside + jnp.conj(jnp.matrix_transpose(beside)) + diagonal


@_hermitian.defjvp
def _hermitian_jvp(upper: bool, primals: tuple[jax.Array], tangents: tuple[jax.Array]) -> tuple[jax.Array, jax.Array]:
    return _hermitian(*primals, upper), tangents[0]
