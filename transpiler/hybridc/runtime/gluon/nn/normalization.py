"""Normalizations as blocks."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.kernels import normalization as kernels
from hybridc.runtime.gluon.nn.settings import Settings
from hybridc.runtime.gluon.parameters import settled

Array = jax.Array

__all__ = ["BatchNorm", "BatchNormReLU", "GroupNorm", "InstanceNorm", "LayerNorm", "SyncBatchNorm"]


class _Normalization(HybridBlock):
    """Parameters gamma, ones at first, and beta, zeros, both (channels,).

    Without `scale` gamma is not learned, nor beta without `center`.
    """

    gamma: Any
    beta: Any

    def _add_affine(self, channels: int, center: bool, scale: bool, beta: Any, gamma: Any) -> None:
        shape = (channels,)
        for name, is_learned, init in (("gamma", scale, gamma), ("beta", center, beta)):
            request = "write" if is_learned else "null"
            options = {"grad_req": request, "shape": shape, "init": init, "allow_deferred_init": True}
            setattr(self, name, self.params.get(name, **options))

    def _affine(self, channels: int) -> tuple[Array, Array]:
        return settled(self.gamma, (channels,)), settled(self.beta, (channels,))


class BatchNorm(_Normalization):
    """Over all axes but that of the channels.

    In training mode with the statistics of the batch, elsewhere, or with `use_global_stats`, with running ones, which
    move in training: `running * momentum + batch * (1 - momentum)`, the variance being that of the values themselves.
    Without `scale` gamma counts as 1. Buffers: running_mean, zeros at first, and running_var, ones, both (channels,).
    """

    running_mean: Any
    running_var: Any

    def __init__(
        self,
        axis: int = 1,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        running_mean_initializer: Any = "zeros",
        running_variance_initializer: Any = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._axis = axis
        self._momentum = momentum
        self._epsilon = epsilon
        self._scale = scale
        self._use_global_stats = use_global_stats
        self._add_affine(in_channels, center, scale, beta_initializer, gamma_initializer)
        for name, init in (("mean", running_mean_initializer), ("var", running_variance_initializer)):
            options = {"shape": (in_channels,), "init": init, "allow_deferred_init": True, "differentiable": False}
            setattr(self, f"running_{name}", self.params.get(f"running_{name}", **options))

    @property
    def _kwargs(self) -> Settings:
        numbers = {"axis": self._axis, "eps": self._epsilon, "momentum": self._momentum}
        return Settings(**numbers, fix_gamma=not self._scale, use_global_stats=self._use_global_stats)

    def cast(self, dtype: Any) -> None:
        """Changes the dtype of all parameters; they stay float32 for inputs of float16."""
        super().cast("float32" if np.dtype(dtype) == np.float16 else dtype)

    def forward(self, x: Array) -> Array:
        axis = self._axis % x.ndim
        channels = x.shape[axis]
        gamma, beta = (kernels.along(values, axis, x.ndim) for values in self._affine(channels))
        running = settled(self.running_mean, (channels,)), settled(self.running_var, (channels,))
        if self.training and not self._use_global_stats:
            mean, var = kernels.moments(x, [place for place in range(x.ndim) if place != axis])
            self._track(running, (mean.reshape(channels), var.reshape(channels)))
        else:
            mean, var = (kernels.along(values, axis, x.ndim) for values in running)
        return kernels.scaled(x, mean, var, gamma if self._scale else None, beta, self._epsilon)

    def _track(self, running: tuple[Array, Array], batch: tuple[Array, Array]) -> None:
        moved = [
            (old * self._momentum + lax.stop_gradient(new) * (1 - self._momentum)).astype(old.dtype)
            for old, new in zip(running, batch, strict=True)
        ]
        self.running_mean, self.running_var = moved

    def extra_repr(self) -> str:
        return (
            f"axis={self._axis}, eps={self._epsilon}, momentum={self._momentum}, fix_gamma={not self._scale}, "
            f"use_global_stats={self._use_global_stats}"
        )


class BatchNormReLU(BatchNorm):
    """`BatchNorm`, and zeros where it is negative."""

    def forward(self, x: Array) -> Array:
        return jax.nn.relu(super().forward(x))


class SyncBatchNorm(BatchNorm):
    """`BatchNorm` of axis 1: a compiled call sees the whole batch, on however many devices its parts are."""

    def __init__(
        self,
        in_channels: int = 0,
        num_devices: int | None = None,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        running_mean_initializer: Any = "zeros",
        running_variance_initializer: Any = "ones",
        **kwargs: Any,
    ) -> None:
        initializers = (beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer)
        options = (1, momentum, epsilon, center, scale, use_global_stats)
        super().__init__(*options, *initializers, in_channels, **kwargs)


class LayerNorm(_Normalization):
    """Over one axis, of whose size gamma and beta are."""

    def __init__(
        self,
        axis: int = -1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        in_channels: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._axis = axis
        self._epsilon = epsilon
        self._add_affine(in_channels, center, scale, beta_initializer, gamma_initializer)

    def forward(self, data: Array) -> Array:
        return kernels.layer_norm(data, *self._affine(data.shape[self._axis]), self._axis, self._epsilon)

    def extra_repr(self) -> str:
        return f"eps={self._epsilon}, axis={self._axis}"


class InstanceNorm(_Normalization):
    """Over all axes but the first and that of the channels."""

    def __init__(
        self,
        axis: int = 1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = False,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._axis = axis
        self._epsilon = epsilon
        self._add_affine(in_channels, center, scale, beta_initializer, gamma_initializer)

    def forward(self, x: Array) -> Array:
        return kernels.instance_norm(x, *self._affine(x.shape[self._axis]), self._axis, self._epsilon)

    def extra_repr(self) -> str:
        return f"eps={self._epsilon}, axis={self._axis}"


class GroupNorm(_Normalization):
    """Over groups of channels, axis 1, and what is behind them. Parameters: gamma and beta, both (num_groups,)."""

    def __init__(
        self,
        num_groups: int = 1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._num_groups = num_groups
        self._epsilon = epsilon
        self._add_affine(num_groups, center, scale, beta_initializer, gamma_initializer)

    def forward(self, data: Array) -> Array:
        gamma, beta = jnp.asarray(self.gamma), jnp.asarray(self.beta)
        return kernels.group_norm(data, gamma, beta, self._num_groups, self._epsilon)

    def extra_repr(self) -> str:
        return f"eps={self._epsilon}, num_groups={self._num_groups}"
