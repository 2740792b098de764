"""Normalizations, in MXNet's terms: gamma scales, beta shifts, variances are those of the values themselves."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array

__all__ = ["along", "group_norm", "instance_norm", "layer_norm", "moments", "scaled"]


def moments(x: Array, axes: Sequence[int]) -> tuple[Array, Array]:
    """Mean and biased variance over the axes, which are kept with size 1; of 16 bit floats in 32 bits."""
    wide = x.astype(jnp.promote_types(x.dtype, jnp.float32))
    mean = jnp.mean(wide, tuple(axes), keepdims=True)
    return mean, jnp.mean(jnp.square(wide - mean), tuple(axes), keepdims=True)


def scaled(x: Array, mean: Array, var: Array, gamma: Array | None, beta: Array | None, eps: float) -> Array:
    """`(x - mean) / sqrt(var + eps) * gamma + beta`, of arrays that broadcast."""
    found = (x - mean) * lax.rsqrt(var + eps)
    found = found if gamma is None else found * gamma
    return (found if beta is None else found + beta).astype(x.dtype)


def along(values: Array, axis: int, ndim: int) -> Array:
    """Values (C,) as an array of so many axes, of which one has the size C."""
    shape = [1] * ndim
    shape[axis] = -1
    return values.reshape(shape)


def layer_norm(x: Array, gamma: Array, beta: Array, axis: int, eps: float) -> Array:
    """Over one axis, of whose size gamma and beta are."""
    return scaled(x, *moments(x, [axis]), along(gamma, axis, x.ndim), along(beta, axis, x.ndim), eps)


def instance_norm(x: Array, gamma: Array, beta: Array, axis: int, eps: float) -> Array:
    """Over all axes but the first and that of the channels."""
    others = [place for place in range(1, x.ndim) if place != axis % x.ndim]
    return scaled(x, *moments(x, others), along(gamma, axis, x.ndim), along(beta, axis, x.ndim), eps)


def group_norm(x: Array, gamma: Array, beta: Array, groups: int, eps: float) -> Array:
    """Over groups of channels, axis 1, and what is behind them. MXNet 1.9: one gamma and beta for each group."""
    grouped = x.reshape(x.shape[0], groups, -1)
    return scaled(grouped, *moments(grouped, [2]), gamma[:, None], beta[:, None], eps).reshape(x.shape)
