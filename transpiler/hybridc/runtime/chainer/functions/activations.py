"""Activations, as `chainer.functions` has them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.chainer.config import config
from hybridc.runtime.chainer.functions.bounds import max as largest
from hybridc.runtime.core.randomness import next_key

Array = jax.Array

__all__ = [
    "clipped_relu",
    "crelu",
    "elu",
    "hard_sigmoid",
    "leaky_relu",
    "log_softmax",
    "lstm",
    "maxout",
    "prelu",
    "relu",
    "relu6",
    "rrelu",
    "selu",
    "sigmoid",
    "slstm",
    "softmax",
    "softplus",
    "swish",
    "tanh",
]


def relu(x: Array) -> Array:
    return jax.nn.relu(x)


def clipped_relu(x: Array, z: float = 20.0) -> Array:
    """`x` between 0 and `z`; on the bounds the derivative is 0."""
    return jnp.where(x <= 0, jnp.zeros_like(x), jnp.where(x >= z, jnp.full_like(x, z), x))


def relu6(x: Array) -> Array:
    return clipped_relu(x, 6.0)


def crelu(x: Array, axis: int = 1) -> Array:
    """The positive parts of `x` and of `-x`, side by side along the axis."""
    return jax.nn.relu(jnp.concatenate([x, -x], axis))


def elu(x: Array, alpha: float = 1.0) -> Array:
    return jnp.where(x < 0, alpha * jnp.expm1(jnp.where(x < 0, x, 0)), x)


def selu(
    x: Array, alpha: float = 1.6732632423543772848170429916717, scale: float = 1.0507009873554804934193349852946
) -> Array:
    return scale * elu(x, alpha)


def hard_sigmoid(x: Array) -> Array:
    """`0.2 x + 0.5` between 0 and 1."""
    return clipped_relu(x * 0.2 + 0.5, 1.0)


def leaky_relu(x: Array, slope: float = 0.2) -> Array:
    return jnp.where(x >= 0, x, x * slope)


def rrelu(x: Array, l: float = 1 / 8, u: float = 1 / 3, r: Any = None, return_r: bool = False) -> Any:  # noqa: E741
    """Negative elements times `r`: in training drawn between `l` and `u`, else the mean of these."""
    if r is None:
        is_drawn = config.train
        r = jax.random.uniform(next_key(), x.shape, x.dtype, l, u) if is_drawn else jnp.asarray((l + u) / 2, x.dtype)
    found = jnp.where(x >= 0, x, x * r)
    return (found, r) if return_r else found


def prelu(x: Array, W: Array) -> Array:
    """Negative elements times `W`, whose axes are those of `x` behind the first."""
    slopes = W.reshape((1, *W.shape, *(1,) * (x.ndim - W.ndim - 1)))
    return jnp.where(x >= 0, x, x * slopes)


def maxout(x: Array, pool_size: int, axis: int = 1) -> Array:
    """The largest of each `pool_size` elements along the axis. Raises ValueError where these do not come out even."""
    size = x.shape[axis]
    if pool_size <= 0 or size % pool_size:
        raise ValueError(f"pool_size must divide the size of the axis, {size}, not be {pool_size}")
    axis %= x.ndim
    parts = x.reshape(*x.shape[:axis], size // pool_size, pool_size, *x.shape[axis + 1 :])
    return largest(parts, axis + 1)


def sigmoid(x: Array) -> Array:
    return jax.nn.sigmoid(x)


def tanh(x: Array) -> Array:
    return jnp.tanh(x)


def softplus(x: Array, beta: float = 1.0) -> Array:
    """`log(1 + exp(beta x)) / beta`."""
    return jax.nn.softplus(x * beta) / beta


def swish(x: Array, beta: Any) -> Array:
    """`x sigmoid(beta x)`, where `beta` has the axes of `x` behind the first, or none."""
    slopes = jnp.asarray(beta)
    slopes = slopes.reshape((1, *slopes.shape, *(1,) * (x.ndim - slopes.ndim - 1))) if slopes.ndim else slopes
    return x * jax.nn.sigmoid(slopes * x)


def softmax(x: Array, axis: int = 1) -> Array:
    return jax.nn.softmax(x, axis)


def log_softmax(x: Array, axis: int = 1) -> Array:
    return jax.nn.log_softmax(x, axis)


def lstm(c_prev: Array, x: Array) -> tuple[Array, Array]:
    """The next cell and state of (batch, size, ...) and (batch, 4 size, ...), whose gates a, i, f, o lie by turns.

    Of a batch that is smaller than that of `c_prev`, the rest of the cells stays. Raises ValueError for other sizes.
    """
    a, i, f, o = _gates(x, c_prev)
    batch = len(x)
    cell = jnp.tanh(a) * jax.nn.sigmoid(i) + jax.nn.sigmoid(f) * c_prev[:batch]
    state = jax.nn.sigmoid(o) * jnp.tanh(cell)
    return (cell if batch == len(c_prev) else jnp.concatenate([cell, c_prev[batch:]])), state


def slstm(c_prev1: Array, c_prev2: Array, x1: Array, x2: Array) -> tuple[Array, Array]:
    """The next cell and state of a node with two children."""
    a1, i1, f1, o1 = _gates(x1, c_prev1)
    a2, i2, f2, o2 = _gates(x2, c_prev2)
    cell = jnp.tanh(a1) * jax.nn.sigmoid(i1) + jnp.tanh(a2) * jax.nn.sigmoid(i2)
    cell += jax.nn.sigmoid(f1) * c_prev1 + jax.nn.sigmoid(f2) * c_prev2
    return cell, jax.nn.sigmoid(o1 + o2) * jnp.tanh(cell)


def _gates(x: Array, c: Array) -> list[Array]:
    if x.shape[1] != 4 * c.shape[1] or len(x) > len(c):
        raise ValueError(f"the gates {x.shape} do not fit the cells {c.shape}: expected 4 times as many units")
    parts = x.reshape(x.shape[0], x.shape[1] // 4, 4, *x.shape[2:])
    return [parts[:, :, gate] for gate in range(4)]
