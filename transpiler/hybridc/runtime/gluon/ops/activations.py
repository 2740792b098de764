"""Activations and softmax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.gluon.ops.elementwise import relu, sigmoid, softsign, tanh
from hybridc.runtime.gluon.ops.modes import is_training
from hybridc.runtime.gluon.parameters import settled

Array = jax.Array

_ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "relu": relu,
    "sigmoid": sigmoid,
    "tanh": tanh,
    "softrelu": jax.nn.softplus,
    "softsign": softsign,
}
# MXNet: the constants of SELU as float32 has them.
_ALPHA = 1.6732632423543772848170429916717
_SCALE = 1.0507009873554804934193349852946


def Activation(data: Array, act_type: str) -> Array:
    """`act_type`: "relu", "sigmoid", "tanh", "softrelu" or "softsign". Raises ValueError for another."""
    if act_type not in _ACTIVATIONS:
        raise ValueError(f"Invalid act_type {act_type!r}, valid values are: {', '.join(sorted(_ACTIVATIONS))}")
    return _ACTIVATIONS[act_type](data)


def LeakyReLU(
    data: Array,
    gamma: Array | None = None,
    act_type: str = "leaky",
    slope: float = 0.25,
    lower_bound: float = 0.125,
    upper_bound: float = 0.334,
) -> Array:
    """`act_type`: "leaky", "prelu" with slopes `gamma`, "rrelu", "elu", "selu" or "gelu".

    "rrelu" draws slopes in training, and takes the mean of its bounds else. Raises ValueError for another type.
    """
    x = data
    if act_type == "leaky":
        return jnp.where(x > 0, x, slope * x)
    if act_type == "prelu":
        if gamma is None:
            raise ValueError("LeakyReLU needs `gamma` for act_type='prelu'")
        gamma = settled(gamma, (x.shape[1],))
        slopes = gamma.reshape(1, -1, *(1,) * (x.ndim - 2)) if gamma.ndim == 1 and x.ndim > 1 else gamma
        return jnp.where(x > 0, x, slopes * x)
    if act_type == "rrelu":
        if is_training():
            drawn = jax.random.uniform(next_key(), x.shape, x.dtype, lower_bound, upper_bound)
            return jnp.where(x > 0, x, drawn * x)
        return jnp.where(x > 0, x, (lower_bound + upper_bound) / 2 * x)
    if act_type == "elu":
        return jnp.where(x > 0, x, slope * jnp.expm1(jnp.where(x > 0, 0, x)))
    if act_type == "selu":
        return _selu(x)
    if act_type == "gelu":
        return jax.nn.gelu(x, approximate=False)
    raise ValueError(f"Invalid act_type {act_type!r}, valid values are: elu, gelu, leaky, prelu, rrelu, selu")


@jax.custom_jvp
def _selu(x: Array) -> Array:
    return _SCALE * jnp.where(x > 0, x, _ALPHA * jnp.expm1(jnp.where(x > 0, 0, x)))


# MXNet: the derivative below 0 is taken from the result, which is scaled already.
_selu.defjvps(lambda slope, result, x: slope * _SCALE * jnp.where(x > 0, 1, result + _ALPHA))


def softmax(
    data: Array,
    length: Array | None = None,
    axis: int = -1,
    temperature: float | None = None,
    dtype: Any = None,
    use_length: bool = False,
) -> Array:
    """The softmax along an axis, of `data / temperature`. With `use_length`, elements from `length` on are 0."""
    x = data if temperature is None else data / temperature
    if use_length and length is not None:
        is_there = _within_length(x, length, axis)
        found = jnp.where(is_there, jax.nn.softmax(x, axis, where=is_there), 0)
    else:
        found = jax.nn.softmax(x, axis)
    return found.astype(data.dtype if dtype is None else dtype)


def _within_length(x: Array, length: Array, axis: int) -> Array:
    place = axis % x.ndim
    positions = jnp.arange(x.shape[place]).reshape(-1, *(1,) * (x.ndim - 1 - place))
    return positions < jnp.expand_dims(length.astype(jnp.int32), place)


def log_softmax(
    data: Array, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool = False
) -> Array:
    """The logarithm of `softmax`."""
    x = data if temperature is None else data / temperature
    return jax.nn.log_softmax(x, axis).astype(data.dtype if dtype is None else dtype)


def softmin(
    data: Array, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool = False
) -> Array:
    """The softmax of `-data`."""
    return softmax(-data, None, axis, temperature, dtype)


def SoftmaxActivation(data: Array, mode: str = "instance") -> Array:
    """The softmax over the last axis, which MXNet calls an instance, or over the channels (`mode="channel"`)."""
    return jax.nn.softmax(data, 1 if mode == "channel" else -1)
