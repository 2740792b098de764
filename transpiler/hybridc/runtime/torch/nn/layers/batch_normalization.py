"""Normalization with running statistics, which are buffers: over batches, and over each sample by itself.

Parameters: weight, ones at first, and bias, zeros, both (num_features,). Buffers: running_mean, zeros, running_var,
ones, both (num_features,), and num_batches_tracked, an integer. All raise ValueError for inputs of other numbers of
axes than theirs.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core.deferred import Deferred
from hybridc.runtime.core.runs import require_state
from hybridc.runtime.torch.cells import Parameter, UninitializedBuffer, UninitializedParameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional import normalization as F
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "InstanceNorm1d",
    "InstanceNorm2d",
    "InstanceNorm3d",
    "LazyBatchNorm1d",
    "LazyBatchNorm2d",
    "LazyBatchNorm3d",
    "LazyInstanceNorm1d",
    "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
    "SyncBatchNorm",
]


class _NormBase(Module):
    """Numbers of axes of an input: `_axes`."""

    _axes: tuple[int, ...] = ()
    running_mean: Any
    running_var: Any
    num_batches_tracked: Any

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        values = np.zeros(num_features, np.float32 if dtype is None else dtype)
        self.register_parameter("weight", Parameter(values) if affine else None)
        self.register_parameter("bias", Parameter(values) if affine and bias else None)
        self.register_buffer("running_mean", values if track_running_stats else None)
        self.register_buffer("running_var", values if track_running_stats else None)
        self.register_buffer("num_batches_tracked", np.int32(0) if track_running_stats else None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Means 0, variances 1, no batches seen."""
        if self.track_running_stats:
            for name, value in (("running_mean", 0), ("running_var", 1), ("num_batches_tracked", 0)):
                cell: Any = self._buffers[name]  # which the model that runs has as an array
                cell._write(jnp.full(cell.shape, value, cell.dtype))

    def reset_parameters(self) -> None:
        self.reset_running_stats()
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def _check_input_dim(self, input: Array) -> None:
        if input.ndim not in self._axes:
            expected = " or ".join(f"{n}D" for n in self._axes)
            raise ValueError(f"expected {expected} input (got {input.ndim}D input)")

    def _check_channels(self, input: Array) -> None:
        F.require_channels(input, **{n: getattr(self, n) for n in ("running_mean", "running_var", "weight", "bias")})

    def _track(self, statistics: tuple[Array, Array], count: int, momentum: float | Array) -> None:
        running = self.running_mean, self.running_var
        self.running_mean, self.running_var = F.running_statistics(running, statistics, count, momentum)

    def extra_repr(self) -> str:
        shape = f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}"
        return f"{shape}, bias={self.bias is not None}, track_running_stats={self.track_running_stats}"


class _BatchNorm(_NormBase):
    """Over all axes of a batch (N, C, *) but the channels.

    In training mode, and where there are no running statistics, with those of the batch. Running statistics move in
    training mode by `momentum`, the weight of the new value; `None` makes them means of all batches so far.
    """

    def forward(self, input: Array) -> Array:
        self._check_input_dim(input)
        self._check_channels(input)
        tracks = self.training and self.track_running_stats
        momentum = 0.0 if self.momentum is None else self.momentum
        if tracks and self.num_batches_tracked is not None:
            self.num_batches_tracked = self.num_batches_tracked + 1
            if self.momentum is None:
                require_state(self._buffers["num_batches_tracked"], "it counts batches, as its `momentum` is None")
                momentum = 1 / self.num_batches_tracked
        has_running = self.running_mean is not None and self.running_var is not None
        if has_running and not self.training:
            return F.normalized(input, self.running_mean, self.running_var, self.weight, self.bias, self.eps)
        mean, var = F.batch_statistics(input, self.eps)
        if tracks and has_running:
            self._track((mean, var), input.size // input.shape[1], momentum)
        return F.normalized(input, mean, var, self.weight, self.bias, self.eps)


class BatchNorm1d(_BatchNorm):
    """Of inputs (N, C) or (N, C, L)."""

    _axes = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Of inputs (N, C, H, W)."""

    _axes = (4,)


class BatchNorm3d(_BatchNorm):
    """Of inputs (N, C, D, H, W)."""

    _axes = (5,)


class SyncBatchNorm(_BatchNorm):
    """Of inputs (N, C, *). A compiled call sees the whole batch, wherever its parts lie, so this is as the others."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any = None,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input: Array) -> None:
        if input.ndim < 2:
            raise ValueError(f"expected at least 2D input (got {input.ndim}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module: Any, process_group: Any = None) -> Any:
        """The module with such layers, which hold the same parameters, in place of its `BatchNorm` layers."""
        converted = module
        if isinstance(module, _BatchNorm):
            options = (module.eps, module.momentum, module.affine, module.track_running_stats, process_group)
            converted = cls(module.num_features, *options, bias=module.bias is not None).train(module.training)
            converted._parameters.update(module._parameters)
            converted._buffers.update(module._buffers)
        for name, child in module.named_children():
            converted.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return converted


class _InstanceNorm(_NormBase):
    """Over all axes of each sample but the channels: inputs (N, C, *), or (C, *) for one sample.

    In training mode, and where no statistics are tracked, with those of the sample.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input: Array) -> Array:
        self._check_input_dim(input)
        is_batched = input.ndim == max(self._axes)
        batch = input if is_batched else input[None]
        if batch.shape[1] != self.num_features and self.affine:
            raise ValueError(f"expected {self.num_features} channels to match num_features, but got: {batch.shape[1]}")
        self._check_channels(batch)
        result = self._normalized(batch)
        return result if is_batched else result[0]

    def _normalized(self, batch: Array) -> Array:
        if self.track_running_stats and not self.training:
            return F.normalized(batch, self.running_mean, self.running_var, self.weight, self.bias, self.eps)
        mean, var = F.instance_statistics(batch)
        if self.running_mean is not None:
            momentum = 0.0 if self.momentum is None else self.momentum
            self._track((mean.mean(0), var.mean(0)), batch[0, 0].size, momentum)
        return F.normalized(batch, mean, var, self.weight, self.bias, self.eps)


class InstanceNorm1d(_InstanceNorm):
    """Of inputs (N, C, L) or (C, L)."""

    _axes = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Of inputs (N, C, H, W) or (C, H, W)."""

    _axes = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Of inputs (N, C, D, H, W) or (C, D, H, W)."""

    _axes = (4, 5)


class _LazyNormBase(Deferred, _NormBase):
    """`num_features` is the size of axis 1 of the first input."""

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(0, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        for name in ("weight", "bias"):
            if getattr(self, name) is not None:
                self.register_parameter(name, UninitializedParameter(dtype=dtype))
        for name in ("running_mean", "running_var"):
            if getattr(self, name) is not None:
                self.register_buffer(name, UninitializedBuffer(dtype=dtype))

    def initialize_parameters(self, input: Array) -> None:
        self.num_features = input.shape[1]
        for cell in (*self._parameters.values(), *self._buffers.values()):
            if isinstance(cell, UninitializedParameter | UninitializedBuffer):
                cell.materialize((self.num_features,))

    def reset_parameters(self) -> None:
        if self.num_features and not self.has_uninitialized_params():
            super().reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    pass


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    pass


class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d):
    pass


class LazyInstanceNorm1d(_LazyNormBase, InstanceNorm1d):
    pass


class LazyInstanceNorm2d(_LazyNormBase, InstanceNorm2d):
    pass


class LazyInstanceNorm3d(_LazyNormBase, InstanceNorm3d):
    pass
