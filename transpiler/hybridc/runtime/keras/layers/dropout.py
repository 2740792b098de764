"""Layers that draw, in training mode alone: from the rng that the model runs with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.settings import standard_format

Array = jax.Array

__all__ = [
    "ActivityRegularization",
    "Dropout",
    "GaussianDropout",
    "GaussianNoise",
    "SpatialDropout1D",
    "SpatialDropout2D",
    "SpatialDropout3D",
]


class _Drawing(Layer):
    def __init__(self, seed: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.seed = seed
        self.supports_masking = True
        self.built = True


def dropped(x: Array, rate: float, shape: Sequence[int | None] | None = None) -> Array:
    """Elements are 0 with probability `rate`, else divided by `1 - rate`; along axes of size 1 all share a draw."""
    sizes = [n if own is None else own for n, own in zip(x.shape, shape or x.shape, strict=True)]
    kept = jax.random.bernoulli(next_key(), 1 - rate, sizes)
    return jnp.where(kept, x / (1 - rate), jnp.zeros_like(x)) if rate < 1 else jnp.zeros_like(x)


class Dropout(_Drawing):
    """In training mode, elements are 0 with probability `rate`, else divided by `1 - rate`.

    Raises ValueError for a rate that is no probability.
    """

    def __init__(self, rate: float, noise_shape: Any = None, seed: Any = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        if not 0 <= rate <= 1:
            raise ValueError(f"Invalid value received for argument `rate`. Expected a float between 0 and 1: {rate}")
        self.rate = rate
        self.noise_shape = None if noise_shape is None else tuple(noise_shape)

    def call(self, inputs: Array, training: bool | None = False) -> Array:
        return dropped(inputs, self.rate, self.noise_shape) if training and self.rate > 0 else inputs

    def extra_repr(self) -> str:
        return f"rate={self.rate}"


class _Spatial(Dropout):
    rank = 1

    def __init__(
        self, rate: float, data_format: str | None = None, seed: Any = None, name: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(rate, seed=seed, name=name, dtype=dtype)
        self.data_format = standard_format(data_format)

    def call(self, inputs: Array, training: bool | None = False) -> Array:
        ones: tuple[int | None, ...] = (1,) * self.rank
        shape = (None, *ones, None) if self.data_format == "channels_last" else (None, None, *ones)
        return dropped(inputs, self.rate, shape) if training and self.rate > 0 else inputs


class SpatialDropout1D(_Spatial):
    """Drops whole channels of (N, steps, C)."""


class SpatialDropout2D(_Spatial):
    """Drops whole channels of (N, H, W, C)."""

    rank = 2


class SpatialDropout3D(_Spatial):
    """Drops whole channels of (N, D, H, W, C)."""

    rank = 3


class GaussianNoise(_Drawing):
    """Adds normally distributed numbers in training mode."""

    def __init__(self, stddev: float, seed: Any = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        self.stddev = stddev

    def call(self, inputs: Array, training: bool | None = False) -> Array:
        if not training or self.stddev <= 0:
            return inputs
        return inputs + self.stddev * jax.random.normal(next_key(), inputs.shape, inputs.dtype)


class GaussianDropout(_Drawing):
    """Multiplies by numbers around 1 in training mode."""

    def __init__(self, rate: float, seed: Any = None, **kwargs: Any) -> None:
        super().__init__(seed, **kwargs)
        self.rate = rate

    def call(self, inputs: Array, training: bool | None = False) -> Array:
        if not training or self.rate <= 0:
            return inputs
        deviation = (self.rate / (1 - self.rate)) ** 0.5
        noise: Array = deviation * jax.random.normal(next_key(), inputs.shape, inputs.dtype)
        return inputs * (1 + noise)


class ActivityRegularization(_Drawing):
    """What it is given. The penalty is for the training step to add."""

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.l1, self.l2 = l1, l2

    def call(self, inputs: Array) -> Array:
        return inputs
