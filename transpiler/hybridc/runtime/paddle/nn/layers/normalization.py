"""Normalization as layers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.initializer import Constant
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import activations
from hybridc.runtime.paddle.nn.functional import normalization as F
from hybridc.runtime.paddle.nn.functional.windows import as_it_was, has_channels_last, with_channels_first
from hybridc.runtime.torch.nn.functional.normalization import normalized

Array = jax.Array

__all__ = [
    "BatchNorm", "BatchNorm1D", "BatchNorm2D", "BatchNorm3D", "GroupNorm", "InstanceNorm1D", "InstanceNorm2D",
    "InstanceNorm3D", "LayerNorm", "LocalResponseNorm", "SyncBatchNorm",
]  # fmt: skip


class _BatchNormBase(Layer):
    """Over all axes of a batch (N, C, *), or (N, *, C), but the channels.

    Parameters: weight and bias (num_features,), unless their attributes are False. Buffers: `_mean` and `_variance`,
    which move in training: `momentum` is the weight of the old ones, and the variance is the biased one.
    Raises ValueError for inputs of other numbers of axes.
    """

    _axes: tuple[int, ...] = ()
    _mean: Any
    _variance: Any

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._num_features = num_features
        self._use_global_stats = use_global_stats
        self.weight = self.create_parameter([num_features], weight_attr, default_initializer=Constant(1.0))
        self.bias = self.create_parameter([num_features], bias_attr, is_bias=True)
        self.register_buffer("_mean", jnp.zeros(num_features))
        self.register_buffer("_variance", jnp.ones(num_features))
        self._data_format = data_format
        self._momentum = momentum
        self._epsilon = epsilon

    def forward(self, input: Array) -> Array:
        if self._axes and input.ndim not in self._axes:
            expected = " or ".join(f"{n}D" for n in self._axes)
            raise ValueError(f"expected {expected} input (got {input.ndim}D input)")
        is_last = has_channels_last(self._data_format)
        first = with_channels_first(input, is_last)
        if self._uses_running():
            found = normalized(first, self._mean, self._variance, self.weight, self.bias, self._epsilon)
        else:
            found, mean, var = F.batch_normalized(first, self.weight, self.bias, self._epsilon)
            if self.training:
                self._mean = F.moved(self._mean, mean, self._momentum)
                self._variance = F.moved(self._variance, var, self._momentum)
        return as_it_was(found, is_last)

    def _uses_running(self) -> bool:
        return not self.training if self._use_global_stats is None else self._use_global_stats

    def extra_repr(self) -> str:
        return f"num_features={self._num_features}, momentum={self._momentum}, epsilon={self._epsilon}"


class BatchNorm1D(_BatchNormBase):
    """Of (N, C), (N, C, L) or (N, L, C)."""

    _axes = (2, 3)

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCL",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        attributes = (weight_attr, bias_attr, data_format, use_global_stats)
        super().__init__(num_features, momentum, epsilon, *attributes)


class BatchNorm2D(_BatchNormBase):
    """Of (N, C, H, W) or (N, H, W, C)."""

    _axes = (4,)


class BatchNorm3D(_BatchNormBase):
    """Of (N, C, D, H, W) or (N, D, H, W, C)."""

    _axes = (5,)

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCDHW",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        attributes = (weight_attr, bias_attr, data_format, use_global_stats)
        super().__init__(num_features, momentum, epsilon, *attributes)


class SyncBatchNorm(_BatchNormBase):
    """`BatchNorm` of any number of axes; XLA takes the statistics over all devices that a batch is dealt out to."""

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(num_features, momentum, epsilon, weight_attr, bias_attr, data_format)

    @classmethod
    def convert_sync_batchnorm(cls, layer: Any) -> Any:
        """The layer as it is: statistics are those of the whole batch here."""
        return layer


class BatchNorm(_BatchNormBase):
    """`BatchNorm` of any number of axes with an activation behind it, by its name in `F`, as `act`."""

    def __init__(
        self,
        num_channels: int,
        act: str | None = None,
        is_test: bool = False,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        param_attr: Any = None,
        bias_attr: Any = None,
        dtype: str = "float32",
        data_layout: str = "NCHW",
        in_place: bool = False,
        moving_mean_name: str | None = None,
        moving_variance_name: str | None = None,
        do_model_average_for_mean_and_var: bool = True,
        use_global_stats: bool = False,
        trainable_statistics: bool = False,
    ) -> None:
        is_global = True if use_global_stats else None
        super().__init__(num_channels, momentum, epsilon, param_attr, bias_attr, data_layout, is_global)
        self._act = act
        self._trainable_statistics = trainable_statistics
        self.training = not is_test

    def _uses_running(self) -> bool:
        return bool(self._use_global_stats) or not (self.training or self._trainable_statistics)

    def forward(self, input: Array) -> Array:
        found = super().forward(input)
        return found if self._act is None else getattr(activations, self._act)(found)


class _InstanceNorm(Layer):
    """Over each channel of each sample of (N, C, *), or (N, *, C).

    Parameters: scale and bias (num_features,), unless both attributes are False.
    """

    def __init__(
        self,
        num_features: int,
        epsilon: float = 1e-05,
        momentum: float = 0.9,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        if (weight_attr is False) != (bias_attr is False):
            raise AssertionError("weight_attr and bias_attr must be set to False at the same time in InstanceNorm")
        self._epsilon = epsilon
        self._data_format = data_format
        self.scale = self.create_parameter([num_features], weight_attr, default_initializer=Constant(1.0))
        self.bias = self.create_parameter([num_features], bias_attr, is_bias=True)

    def forward(self, input: Array) -> Array:
        return F.instance_norm(
            input, None, None, self.scale, self.bias, eps=self._epsilon, data_format=self._data_format
        )


class InstanceNorm1D(_InstanceNorm):
    """Of (N, C, L)."""


class InstanceNorm2D(_InstanceNorm):
    """Of (N, C, H, W)."""


class InstanceNorm3D(_InstanceNorm):
    """Of (N, C, D, H, W)."""


class LayerNorm(Layer):
    """Over the last axes, whose sizes are `normalized_shape`.

    Parameters: weight and bias, one axis of as many elements, unless their attributes are False.
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        epsilon: float = 1e-05,
        *,
        weight_attr: Any = None,
        bias_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._normalized_shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
        self._epsilon = epsilon
        count = [math.prod(self._normalized_shape)]
        self.weight = self.create_parameter(count, weight_attr, default_initializer=Constant(1.0))
        self.bias = self.create_parameter(count, bias_attr, is_bias=True)

    def forward(self, input: Array) -> Array:
        return F.layer_norm(input, self._normalized_shape, self.weight, self.bias, self._epsilon)

    def extra_repr(self) -> str:
        return f"normalized_shape={self._normalized_shape}, epsilon={self._epsilon}"


class GroupNorm(Layer):
    """Over groups of channels of (N, C, *), or (N, *, C). Parameters: weight and bias (num_channels,)."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        epsilon: float = 1e-05,
        *,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._num_groups = num_groups
        self._num_channels = num_channels
        self._epsilon = epsilon
        self._data_format = data_format
        self.weight = self.create_parameter([num_channels], weight_attr, default_initializer=Constant(1.0))
        self.bias = self.create_parameter([num_channels], bias_attr, is_bias=True)

    def forward(self, input: Array) -> Array:
        return F.group_norm(input, self._num_groups, self._epsilon, self.weight, self.bias, self._data_format)

    def extra_repr(self) -> str:
        return f"num_groups={self._num_groups}, num_channels={self._num_channels}, epsilon={self._epsilon}"


class LocalResponseNorm(Layer):
    """See `F.local_response_norm`."""

    def __init__(
        self,
        size: int,
        alpha: float = 0.0001,
        beta: float = 0.75,
        k: float = 1.0,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._settings = (size, alpha, beta, k, data_format)

    def forward(self, input: Array) -> Array:
        return F.local_response_norm(input, *self._settings)
