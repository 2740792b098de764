"""Keras' activations, by their names."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras import configs
from hybridc.runtime.keras.naming import snake_case
from hybridc.runtime.kernels import corners

Array = jax.Array
_SELU_SCALE = 1.0507009873554805
_SELU_ALPHA = 1.6732632423543772

__all__ = [
    "celu",
    "deserialize",
    "elu",
    "exponential",
    "gelu",
    "get",
    "glu",
    "hard_shrink",
    "hard_sigmoid",
    "hard_silu",
    "hard_swish",
    "hard_tanh",
    "leaky_relu",
    "linear",
    "log_sigmoid",
    "log_softmax",
    "mish",
    "relu",
    "relu6",
    "selu",
    "serialize",
    "sigmoid",
    "silu",
    "soft_shrink",
    "softmax",
    "softplus",
    "softsign",
    "sparse_plus",
    "sparse_sigmoid",
    "squareplus",
    "swish",
    "tanh",
    "tanh_shrink",
    "threshold",
]


def relu(x: Any, negative_slope: float = 0.0, max_value: Any = None, threshold: float = 0.0) -> Array:
    """`x` above the threshold, `negative_slope * (x - threshold)` below it, and no more than `max_value`.

    Raises ValueError for negative settings.
    """
    for name, value in (("negative_slope", negative_slope), ("max_value", max_value), ("threshold", threshold)):
        if value is not None and value < 0:
            raise ValueError(f"{name} of a ReLU layer cannot be a negative value. Received: {name}={value}")
    x = jnp.asarray(x)
    if negative_slope and max_value is None and not threshold:
        return leaky_relu(x, negative_slope).astype(x.dtype)
    if threshold:
        above = jnp.where(x > threshold, x, 0)
    else:
        above = relu6(x) if max_value == 6 else jax.nn.relu(x)
    if max_value is not None and (threshold or max_value != 6):
        above = corners.between(above, 0, max_value)
    below = jax.nn.relu(threshold - x) if negative_slope else 0
    return (above - negative_slope * below).astype(x.dtype)


def relu6(x: Array) -> Array:
    return jax.nn.relu6(x)


def leaky_relu(x: Array, negative_slope: float = 0.2) -> Array:
    return jnp.where(x > 0, x, negative_slope * x)


def elu(x: Array, alpha: float = 1.0) -> Array:
    return jax.nn.elu(x, alpha)


def selu(x: Array) -> Array:
    """A factor times `x`, or times `alpha * (exp(x) - 1)` below 0: the derivative at 0 is that of the line."""
    is_below = x < 0
    return _SELU_SCALE * jnp.where(is_below, _SELU_ALPHA * jnp.expm1(jnp.where(is_below, x, 0)), x)


def celu(x: Array, alpha: float = 1.0) -> Array:
    return jax.nn.celu(x, alpha)


def gelu(x: Array, approximate: bool = False) -> Array:
    return jax.nn.gelu(x, approximate=approximate)


def glu(x: Array, axis: int = -1) -> Array:
    """One half times the sigmoid of the other. Raises ValueError for an axis of odd size."""
    if x.shape[axis] % 2:
        raise ValueError(f"axis size must be divisible by 2. Received: x.shape={x.shape} with axis={axis}")
    return jax.nn.glu(x, axis)


def silu(x: Array) -> Array:
    return jax.nn.silu(x)


def mish(x: Array) -> Array:
    return x * jnp.tanh(jax.nn.softplus(x))


def sigmoid(x: Array) -> Array:
    return jax.nn.sigmoid(x)


def log_sigmoid(x: Array) -> Array:
    return jax.nn.log_sigmoid(x)


def sparse_sigmoid(x: Array) -> Array:
    return jnp.clip((x + 1) / 2, 0, 1)


def hard_sigmoid(x: Array) -> Array:
    """Keras: a sixth of `relu6(x + 3)`."""
    return jax.nn.relu6(x + 3) / 6


def hard_silu(x: Array) -> Array:
    return x * hard_sigmoid(x)


def hard_tanh(x: Array) -> Array:
    return corners.between(x, -1, 1)


def hard_shrink(x: Array, threshold: float = 0.5) -> Array:
    return jnp.where(jnp.abs(x) > threshold, x, jnp.zeros_like(x))


def soft_shrink(x: Array, threshold: float = 0.5) -> Array:
    return jnp.where(x > threshold, x - threshold, jnp.where(x < -threshold, x + threshold, jnp.zeros_like(x)))


def tanh_shrink(x: Array) -> Array:
    return x - jnp.tanh(x)


def threshold(x: Array, threshold: float, default_value: float) -> Array:
    return jnp.where(x > threshold, x, jnp.asarray(default_value, x.dtype))


def softmax(x: Array, axis: Any = -1) -> Array:
    """Over an axis, or several, which sum to 1 together; over all with None."""
    return jax.nn.softmax(x, axis)


def log_softmax(x: Array, axis: Any = -1) -> Array:
    return jax.nn.log_softmax(x, axis)


def softplus(x: Array) -> Array:
    return jax.nn.softplus(x)


def softsign(x: Array) -> Array:
    return jax.nn.soft_sign(x)


def sparse_plus(x: Array) -> Array:
    return jnp.where(x <= -1, jnp.zeros_like(x), jnp.where(x < 1, (x + 1) ** 2 / 4, x))


def squareplus(x: Array, b: float = 4) -> Array:
    return (x + jnp.sqrt(jnp.square(x) + b)) / 2


def tanh(x: Array) -> Array:
    return jnp.tanh(x)


def exponential(x: Array) -> Array:
    return jnp.exp(x)


def linear(x: Array) -> Array:
    return x


swish = silu
hard_swish = hard_silu
_BY_NAME: dict[str, Any] = {
    name: globals()[name] for name in __all__ if name not in {"deserialize", "get", "serialize"}
}


def get(identifier: Any) -> Any:
    """The activation of a name, or as given; None is none. Raises ValueError for a name that Keras does not have."""
    if identifier is None:
        return linear
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str) and identifier in _BY_NAME:
        return _BY_NAME[identifier]
    if callable(identifier):
        return identifier
    if isinstance(identifier, str) and (found := configs.custom_objects(identifier)) is not None:
        return found
    raise ValueError(f"Could not interpret activation function identifier: {identifier}")


def serialize(activation: Any) -> Any:
    """The name of an activation, that of a registered one as it was registered."""
    if hasattr(activation, "get_config"):
        return configs.serialize(activation)
    name = configs.get_registered_name(activation) if hasattr(activation, "__name__") else None
    return name or snake_case(type(activation).__name__)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The activation of a name or a configuration. Raises ValueError for one that nobody knows."""
    name = (
        config.get("registered_name") or config.get("config", config.get("class_name"))
        if isinstance(config, dict)
        else config
    )
    return (configs.custom_objects(name, custom_objects) if isinstance(name, str) else None) or get(name)
