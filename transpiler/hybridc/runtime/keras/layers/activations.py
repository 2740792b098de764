"""Activations as layers."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras import activations
from hybridc.runtime.keras.layer import Layer

Array = jax.Array

__all__ = ["ELU", "LeakyReLU", "PReLU", "ReLU", "Softmax"]


class _Elementwise(Layer):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.built = True


class ReLU(_Elementwise):
    """See `activations.relu`."""

    def __init__(
        self, max_value: float | None = None, negative_slope: float = 0.0, threshold: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.max_value, self.negative_slope, self.threshold = max_value, negative_slope, threshold

    def call(self, inputs: Array) -> Array:
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(_Elementwise):
    """`x` above 0 and `negative_slope * x` below."""

    def __init__(self, negative_slope: float = 0.3, **kwargs: Any) -> None:
        negative_slope = kwargs.pop("alpha", negative_slope)
        super().__init__(**kwargs)
        if negative_slope is None or negative_slope < 0:
            raise ValueError(
                f"The negative_slope value of a Leaky ReLU layer cannot be None or negative value. Expected a float. "
                f"Received: negative_slope={negative_slope}"
            )
        self.negative_slope = negative_slope

    def call(self, inputs: Array) -> Array:
        return activations.leaky_relu(inputs, self.negative_slope)


class ELU(_Elementwise):
    """`x` above 0 and `alpha * (exp(x) - 1)` below."""

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs: Array) -> Array:
        return activations.elu(inputs, self.alpha)


class PReLU(Layer):
    """`x` above 0 and `alpha * x` below. Weights: alpha, of the shape of an example, 1 along `shared_axes`."""

    def __init__(self, alpha_initializer: Any = "zeros", shared_axes: Any = None, **kwargs: Any) -> None:
        given = {n: kwargs.pop(n) for n in list(kwargs) if n.startswith("alpha_")}
        super().__init__(**kwargs)
        self._take({"alpha_initializer": alpha_initializer, **given}, alpha="zeros")
        self.shared_axes = (shared_axes,) if isinstance(shared_axes, int) else tuple(shared_axes or ())
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        shape = [1 if i + 1 in self.shared_axes else size for i, size in enumerate(input_shape[1:])]
        self.alpha = self._weight("alpha", shape)
        self.built = True

    def call(self, inputs: Array) -> Array:
        below: Array = self.alpha * jax.nn.relu(-inputs)
        return jax.nn.relu(inputs) - below


class Softmax(_Elementwise):
    """Over an axis, or several; what the mask lets not count is 0."""

    def __init__(self, axis: Any = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = tuple(axis) if isinstance(axis, list | tuple) else axis

    def call(self, inputs: Array, mask: Array | None = None) -> Array:
        if mask is None:
            return activations.softmax(inputs, self.axis)
        mask = jnp.asarray(mask)
        mask = mask if mask.dtype == bool else mask > 0.5
        least = -3e4 if inputs.dtype == jnp.float16 else -1e9
        found = activations.softmax(jnp.where(mask, inputs, jnp.asarray(least, inputs.dtype)), self.axis)
        return jnp.where(mask, found, 0)
