"""Functions of `scipy.special` and `scipy.linalg` that JAX has otherwise."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.numpy_like import floats


def digamma(x: Any) -> jax.Array:
    """The derivative of `gammaln`: at 0 it is infinite, of the other sign, and NaN at the other poles."""
    x = floats(x)
    return jnp.where(x == 0, -jnp.copysign(jnp.inf, x), jax.scipy.special.digamma(x))


def ndtr(x: Any) -> jax.Array:
    """The standard normal distribution's probability below x."""
    return jax.scipy.special.ndtr(floats(x))


def ndtri(y: Any) -> jax.Array:
    """Where the standard normal distribution has that probability below."""
    return jax.scipy.special.ndtri(floats(y))


def log_ndtr(x: Any) -> jax.Array:
    """The logarithm of `ndtr`."""
    return jax.scipy.special.log_ndtr(floats(x))


def spence(z: Any) -> jax.Array:
    """The dilogarithm of `1 - z`."""
    return jax.scipy.special.spence(floats(z))


def exprel(x: Any) -> jax.Array:
    """`(exp(x) - 1) / x`, and 1 at 0."""
    x = floats(x)
    return jnp.where(x == 0, 1, jnp.expm1(x) / jnp.where(x == 0, 1, x))


def solve_banded(l_and_u: tuple[int, int], ab: Any, b: Any) -> jax.Array:
    """Solves `a x = b` for a matrix (n, n) whose diagonals, so many below and above, are the rows of `ab`: of the shape
    of `b`. In time linear in n for (1, 1); others are solved as whole matrices."""
    ab, b = floats(ab), floats(b)
    dtype = jnp.result_type(ab, b)
    ab, b = ab.astype(dtype), b.astype(dtype)
    lower, upper = l_and_u
    if (lower, upper) == (1, 1):
        below = jnp.concatenate([jnp.zeros_like(ab[2, :1]), ab[2, :-1]])
        above = jnp.concatenate([ab[0, 1:], jnp.zeros_like(ab[0, :1])])
        columns = b if b.ndim > 1 else b[:, None]
        return lax.linalg.tridiagonal_solve(below, ab[1], above, columns).reshape(b.shape)
    n = ab.shape[1]
    rows, columns = np.indices((n, n))
    places = upper + rows - columns
    matrix = ab[np.clip(places, 0, lower + upper), columns]
    solved: jax.Array = jnp.linalg.solve(jnp.where((places >= 0) & (places <= lower + upper), matrix, 0), b)
    return solved


def pinv(a: Any) -> jax.Array:
    """The pseudo-inverse, without singular values of less than max(m, n) times the dtype's precision."""
    a = floats(a)
    return jnp.linalg.pinv(a, rtol=max(a.shape[-2:]) * float(np.finfo(a.dtype).eps))


def lu(a: Any) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The permutation, lower and upper factor of a matrix (m, n)."""
    p, lower, upper = jax.scipy.linalg.lu(floats(a))
    return p, lower, upper


def svdvals(a: Any) -> jax.Array:
    """The singular values, the largest first."""
    return jax.scipy.linalg.svd(floats(a), compute_uv=False)
