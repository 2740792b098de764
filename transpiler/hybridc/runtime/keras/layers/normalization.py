"""Layers that normalize."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras.kernels.normalization import moments, normalized, rms_normalized, shifted
from hybridc.runtime.keras.layer import Layer

Array = jax.Array

__all__ = [
    "BatchNormalization",
    "GroupNormalization",
    "LayerNormalization",
    "RMSNormalization",
    "UnitNormalization",
]
_OF_WEIGHTS = ("_initializer", "_regularizer", "_constraint")


class _Affine(Layer):
    """Keywords beyond those of layers: `gamma_initializer`, `beta_regularizer` and the like."""

    gamma: Any
    beta: Any

    def __init__(self, epsilon: float, center: bool, scale: bool, kwargs: dict[str, Any], **others: str) -> None:
        given = {
            name: kwargs.pop(name)
            for name in list(kwargs)
            if name.endswith(_OF_WEIGHTS) and name != "activity_regularizer"
        }
        super().__init__(**kwargs)
        self._take(given, gamma="ones", beta="zeros", **others)
        if given:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {list(given)}")
        self.epsilon = float(epsilon)
        self.center = center
        self.scale = scale
        self.supports_masking = True

    def _make(self, shape: Sequence[int]) -> None:
        self.gamma = self._weight("gamma", shape) if self.scale else None
        self.beta = self._weight("beta", shape) if self.center else None
        self.built = True


class BatchNormalization(_Affine):
    """By the mean and variance of a batch in training, and by their moving averages otherwise.

    Weights, of the size of `axis`: gamma, beta, moving_mean, moving_variance. Keras: `momentum` is the weight of the
    old average. A layer that is not `trainable` goes by the averages always.
    """

    def __init__(
        self,
        axis: int = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        *,
        renorm: bool = False,
        synchronized: bool = False,
        fused: bool | None = None,
        **kwargs: Any,
    ) -> None:
        if renorm:
            raise NotImplementedError("`renorm=True` has no counterpart here: leave it out")
        super().__init__(epsilon, center, scale, kwargs, moving_mean="zeros", moving_variance="ones")
        self.axis = axis[0] if isinstance(axis, list | tuple) and len(axis) == 1 else int(axis)
        self.momentum = float(momentum)

    def build(self, input_shape: Any) -> None:
        shape = (input_shape[self.axis],)
        self._make(shape)
        self.moving_mean = self._weight("moving_mean", shape, trainable=False)
        self.moving_variance = self._weight("moving_variance", shape, trainable=False)

    def call(self, inputs: Array, training: bool | None = None, mask: Array | None = None) -> Array:
        x = inputs.astype(jnp.promote_types(inputs.dtype, jnp.float32))
        axis = self.axis % x.ndim
        others = tuple(i for i in range(x.ndim) if i != axis)
        if training and self.trainable:
            mean, variance = moments(x, others) if mask is None else _masked_moments(x, others, mask)
            self.moving_mean = self.moving_mean * self.momentum + mean * (1.0 - self.momentum)
            self.moving_variance = self.moving_variance * self.momentum + variance * (1.0 - self.momentum)
        else:
            mean, variance = self.moving_mean, self.moving_variance
        shape = tuple(-1 if i == axis else 1 for i in range(x.ndim))
        gamma, beta = (value if value is None else value.reshape(shape) for value in (self.gamma, self.beta))
        return shifted(x, mean.reshape(shape), variance.reshape(shape), gamma, beta, self.epsilon).astype(
            self.compute_dtype
        )


def _masked_moments(x: Array, axes: tuple[int, ...], mask: Array) -> tuple[Array, Array]:
    """Of what the mask, which has all axes but the last, lets count. Keras: a sum of none is divided by a bit."""
    weights = jnp.broadcast_to(mask.astype(x.dtype)[..., None], x.shape)
    count = jnp.sum(weights, axes, keepdims=True) + 1e-7
    mean = jnp.sum(x * weights, axes, keepdims=True) / count
    variance = jnp.sum(weights * jnp.square(x - mean), axes, keepdims=True) / count
    return jnp.squeeze(mean, axes), jnp.squeeze(variance, axes)


class LayerNormalization(_Affine):
    """Over the axes of each example. Weights, of the sizes of `axis`: gamma, beta."""

    def __init__(
        self,
        axis: int | Sequence[int] = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        **kwargs: Any,
    ) -> None:
        if kwargs.pop("rms_scaling", False):
            raise NotImplementedError(
                "`rms_scaling=True` has no counterpart here: `layers.RMSNormalization` is like it"
            )
        super().__init__(epsilon, center, scale, kwargs)
        self.axis = tuple(axis) if isinstance(axis, list | tuple) else (axis,)

    def build(self, input_shape: Any) -> None:
        self._make([input_shape[axis] for axis in sorted(self.axis)])

    def call(self, inputs: Array) -> Array:
        return normalized(inputs, self.gamma, self.beta, self.axis, self.epsilon).astype(self.compute_dtype)


class GroupNormalization(_Affine):
    """Over groups of channels of each example; -1 groups are as many as channels. Weights, of the channels' size."""

    def __init__(
        self,
        groups: int = 32,
        axis: int = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(epsilon, center, scale, kwargs)
        self.groups = groups
        self.axis = axis
        self._autocast = False

    def build(self, input_shape: Any) -> None:
        channels = input_shape[self.axis]
        if self.groups == -1:
            self.groups = channels
        if channels % self.groups:
            raise ValueError(
                f"Number of groups ({self.groups}) must be a multiple of the number of channels ({channels})."
            )
        self._make((channels,))

    def call(self, inputs: Array) -> Array:
        axis = self.axis % inputs.ndim
        channels = inputs.shape[axis]
        shape = (*inputs.shape[:axis], self.groups, channels // self.groups, *inputs.shape[axis + 1 :])
        x = inputs.reshape(shape).astype(jnp.promote_types(inputs.dtype, jnp.float32))
        mean, variance = moments(x, tuple(i for i in range(1, x.ndim) if i != axis), keepdims=True)
        own = [1] * x.ndim
        own[axis], own[axis + 1] = self.groups, channels // self.groups
        gamma, beta = (value if value is None else value.reshape(own) for value in (self.gamma, self.beta))
        found = shifted(x, mean, variance, gamma, beta, self.epsilon)
        return found.reshape(inputs.shape).astype(self.compute_dtype)


class RMSNormalization(Layer):
    """Divided by the root of the mean square over the axes, times a weight `scale`."""

    def __init__(self, axis: Any = -1, epsilon: float = 1e-6, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = tuple(axis) if isinstance(axis, list | tuple) else axis
        self.epsilon = epsilon

    def build(self, input_shape: Any) -> None:
        axes = self.axis if isinstance(self.axis, tuple) else (self.axis,)
        self.scale = self.add_weight([input_shape[axis] for axis in axes], "ones", name="scale")
        self.built = True

    def call(self, x: Array) -> Array:
        return rms_normalized(x, self.scale, self.axis, self.epsilon)


class UnitNormalization(Layer):
    """Of length 1 along the axes."""

    def __init__(self, axis: Any = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = tuple(axis) if isinstance(axis, list | tuple) else axis
        self.supports_masking = True
        self.built = True

    def call(self, inputs: Array) -> Array:
        square = jnp.sum(jnp.square(inputs), axis=self.axis, keepdims=True)
        return inputs * jnp.minimum(jax.lax.rsqrt(square), 1e12)
