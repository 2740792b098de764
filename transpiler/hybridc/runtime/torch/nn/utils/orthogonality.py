"""Matrices that stay orthogonal whatever their parameter becomes.

Source: `torch/nn/utils/parametrizations.py`; Lezcano-Casado 2019 (arXiv:1909.09501) for the matrix to start from.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.randomness import generator

Array = jax.Array
_Values = np.ndarray[Any, Any]


class Orthogonal(Module):
    """Maps matrices (..., n, k) to such with orthonormal columns, or rows if k is larger. Complex ones are refused."""

    base: Any

    def __init__(self, weight: Any, orthogonal_map: str, *, use_trivialization: bool = True) -> None:
        super().__init__()
        if jnp.issubdtype(weight.dtype, jnp.complexfloating):
            raise NotImplementedError("the orthogonal parametrization of complex weights")
        self.shape = tuple(weight.shape)
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X: Array) -> Array:
        n, k = X.shape[-2:]
        if n < k:
            return jnp.swapaxes(self._tall(jnp.swapaxes(X, -1, -2)), -1, -2)
        return self._tall(X)

    def _tall(self, X: Array) -> Array:
        n, k = X.shape[-2:]
        if self.orthogonal_map == "householder":
            Q = _reflections(jnp.tril(X, -1)) * jnp.trunc(lax.stop_gradient(_diagonal(X)))[..., None, :]
        else:
            wide = jnp.concatenate([jnp.tril(X), jnp.zeros((*X.shape[:-1], n - k), X.dtype)], axis=-1)
            A = wide - jnp.swapaxes(wide, -1, -2)
            if self.orthogonal_map == "matrix_exp":
                Q = jax.scipy.linalg.expm(A)
            else:
                identity = jnp.eye(n, dtype=A.dtype)
                Q = jnp.linalg.solve(identity - 0.5 * A, identity + 0.5 * A)
            Q = Q[..., :k]
        return self.base @ Q if "base" in self._buffers else Q

    def right_inverse(self, Q: Array) -> Array:
        """What becomes the matrix, made orthogonal if it is not: with a matrix to start from, minus the identity."""
        if tuple(Q.shape) != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {Q.shape}."
            )
        given = np.asarray(Q)
        is_wide = given.shape[-2] < given.shape[-1]
        tall = np.swapaxes(given, -1, -2) if is_wide else given
        if "base" in self._buffers:
            self.base = _completed(tall)
            return jnp.asarray(np.zeros_like(given) - np.eye(*given.shape[-2:], dtype=given.dtype))
        if self.orthogonal_map != "householder":
            raise NotImplementedError(
                "It is not possible to assign to the matrix exponential "
                "or the Cayley parametrizations when use_trivialization=False."
            )
        factors = _reflectors(tall)
        return jnp.asarray(np.swapaxes(factors, -1, -2) if is_wide else factors)


def _diagonal(X: Array) -> Array:
    diagonal: Array = jnp.diagonal(X, axis1=-2, axis2=-1)
    return diagonal


def _reflections(A: Array) -> Array:
    """The first columns of the product of the reflections that the columns of (..., n, k) say below the diagonal."""
    n, k = A.shape[-2:]
    scales = 2.0 / (1.0 + (A * A).sum(-2))
    vectors = A + jnp.eye(n, k, dtype=A.dtype)

    def reflected(Q: Array, one: tuple[Array, Array]) -> tuple[Array, None]:
        vector, scale = one
        return Q - (scale * vector) * (jnp.swapaxes(vector, -1, -2) @ Q), None

    start = jnp.broadcast_to(jnp.eye(n, k, dtype=A.dtype), A.shape)
    each = jnp.moveaxis(vectors, -1, 0)[..., None], jnp.moveaxis(scales, -1, 0)[..., None, None]
    product: Array = lax.scan(reflected, start, each, reverse=True)[0]
    return product


def _completed(tall: _Values) -> _Values:
    """A square matrix whose first columns are the given ones, made orthogonal where they are not."""
    n, k = tall.shape[-2:]
    if n == k:
        limit = 10.0 * n * np.finfo(tall.dtype).eps
        is_orthogonal = np.allclose(np.swapaxes(tall, -1, -2) @ tall, np.eye(k), atol=limit)
        return tall.copy() if is_orthogonal else _orthonormal(tall)
    more = generator().normal(0, 1, (*tall.shape[:-1], n - k)).astype(tall.dtype)
    return _orthonormal(np.concatenate([tall, more], axis=-1))


def _orthonormal(A: _Values) -> _Values:
    """Q of A = QR whose R has no negative diagonal."""
    Q, R = np.linalg.qr(A)
    return Q * np.sign(np.diagonal(R, axis1=-2, axis2=-1))[..., None, :]  # type: ignore[no-any-return]


def _reflectors(Q: _Values) -> _Values:
    """Reflections whose product has the columns, below the diagonal, which tells the signs."""
    stacked = Q.reshape(-1, *Q.shape[-2:])
    found = [np.linalg.qr(each, mode="raw") for each in stacked]
    A = np.stack([raw.T for raw, _ in found])
    taus = np.stack([tau for _, tau in found])
    rows, columns = np.arange(taus.shape[-1]), np.arange(taus.shape[-1])
    signs = np.sign(A[:, rows, columns])
    A[:, rows, columns] = np.where(taus == 0.0, -signs, signs)
    return np.asarray(A.reshape(Q.shape), Q.dtype)
