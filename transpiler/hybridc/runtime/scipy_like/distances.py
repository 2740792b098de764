"""Distances between rows, as `scipy.spatial.distance` has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.numpy_like import floats


def euclidean(u: Any, v: Any) -> jax.Array:
    """The length of `u - v`, along the last axis: float64. Differences of small integers have their few bits."""
    return jnp.sqrt(jnp.sum(jnp.abs(_wide(jnp.asarray(u) - jnp.asarray(v))) ** 2, axis=-1))


def sqeuclidean(u: Any, v: Any) -> jax.Array:
    """The square of the length of `u - v`."""
    return jnp.sum((floats(u) - floats(v)) ** 2, axis=-1)


def cityblock(u: Any, v: Any) -> jax.Array:
    """The sum of the distances along each axis."""
    return jnp.sum(jnp.abs(jnp.asarray(u) - jnp.asarray(v)), axis=-1)


def chebyshev(u: Any, v: Any) -> jax.Array:
    """The largest of the distances along each axis."""
    return jnp.max(jnp.abs(jnp.asarray(u) - jnp.asarray(v)), axis=-1)


def cosine(u: Any, v: Any) -> jax.Array:
    """1 less the cosine of the angle between them."""
    u, v = jnp.asarray(u), jnp.asarray(v)
    dtype = np.result_type(u.dtype, v.dtype)  # in which they are multiplied and summed up
    products = [jnp.sum(a * b, axis=-1).astype(dtype) for a, b in ((u, v), (u, u), (v, v))]
    one, first, second = products
    return jnp.clip(1.0 - floats(one) / jnp.sqrt(floats(first * second)), 0.0, 2.0)


def minkowski(u: Any, v: Any, p: float = 2) -> jax.Array:
    """`sum(|u - v|^p)^(1/p)`."""
    return jnp.sum(jnp.abs(_wide(jnp.asarray(u) - jnp.asarray(v))) ** p, axis=-1) ** (1.0 / p)


def _wide(x: jax.Array) -> jax.Array:
    return x if jnp.iscomplexobj(x) else x.astype(float)


_METRICS: dict[str, Callable[[Any, Any], jax.Array]] = {
    "euclidean": euclidean,
    "sqeuclidean": sqeuclidean,
    "cityblock": cityblock,
    "chebyshev": chebyshev,
    "cosine": cosine,
}


def cdist(XA: Any, XB: Any, metric: str = "euclidean") -> jax.Array:
    """Distances of each row of the one (a, n) to each of the other (b, n): (a, b), float64."""
    a, b = floats(XA).astype(float), floats(XB).astype(float)
    return _metric(metric)(a[:, None], b[None])


def pdist(X: Any, metric: str = "euclidean") -> jax.Array:
    """Distances of each row to those after it: (n (n - 1) / 2,), float64."""
    x = floats(X).astype(float)
    one, other = np.triu_indices(len(x), 1)
    return _metric(metric)(x[one], x[other])


def squareform(X: Any) -> jax.Array:
    """A symmetric matrix of distances by those of `pdist`, or these by such a matrix."""
    x = jnp.asarray(X)
    if x.ndim == 2:
        return x[np.triu_indices(len(x), 1)]
    n = int(np.ceil(np.sqrt(len(x) * 2)))
    if n * (n - 1) != len(x) * 2:
        raise ValueError(
            "Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2."
        )
    upper = jnp.zeros((n, n), x.dtype).at[np.triu_indices(n, 1)].set(x)
    return upper + upper.T


def _metric(name: str) -> Callable[[Any, Any], jax.Array]:
    if name not in _METRICS:
        raise ValueError(f"of the metrics, {', '.join(_METRICS)} are compiled, and not {name!r}")
    return _METRICS[name]
