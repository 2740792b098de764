"""Activations by MXNet's names."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp

Array = jax.Array

__all__ = ["activation", "elu", "gelu", "leaky_relu", "prelu", "selu"]

_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.6732632423543772


def activation(x: Array, act_type: str) -> Array:
    """relu, sigmoid, softrelu, softsign or tanh. Raises ValueError for other names."""
    if act_type not in _BY_NAME:
        raise ValueError(f"Invalid Input: '{act_type}', valid values are: {', '.join(sorted(_BY_NAME))}")
    return _BY_NAME[act_type](x)


def leaky_relu(x: Array, slope: float) -> Array:
    return jnp.where(x > 0, x, slope * x)


def elu(x: Array, slope: float) -> Array:
    return jnp.where(x > 0, x, slope * jnp.expm1(jnp.where(x > 0, 0, x)))


@jax.custom_jvp
def selu(x: Array) -> Array:
    """MXNet: the derivative where x is negative is `scale * (alpha + selu(x))`, not `scale * alpha * exp(x)`."""
    return _SELU_SCALE * elu(x, _SELU_ALPHA)


@selu.defjvp
def _selu_derivative(values: tuple[Array], changes: tuple[Array]) -> tuple[Array, Array]:
    (x,), (change,) = values, changes
    found = selu(x)
    return found, change * _SELU_SCALE * jnp.where(x > 0, 1, _SELU_ALPHA + found)


def gelu(x: Array) -> Array:
    return jax.nn.gelu(x, approximate=False)


def prelu(x: Array, slope: Array) -> Array:
    """`slope` has one element, or one for each of axis 1."""
    if slope.size > 1 and x.ndim > 1:
        slope = slope.reshape(slope.shape[0], *(1 for _ in x.shape[2:]))
    return jnp.where(x > 0, x, slope * x)


_BY_NAME: dict[str, Callable[[Array], Array]] = {
    "relu": jax.nn.relu,
    "sigmoid": jax.nn.sigmoid,
    "softrelu": jax.nn.softplus,
    "softsign": jax.nn.soft_sign,
    "tanh": jnp.tanh,
}
