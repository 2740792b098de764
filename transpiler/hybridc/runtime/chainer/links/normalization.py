"""Normalization with parameters `gamma` and `beta`."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.chainer import functions as F
from hybridc.runtime.chainer.config import config
from hybridc.runtime.chainer.functions.normalization import batch_statistics, reduced_axes
from hybridc.runtime.chainer.initializers import filling, generate_array
from hybridc.runtime.chainer.link import Link
from hybridc.runtime.chainer.parameters import Parameter
from hybridc.runtime.core.deferred import UninitializedBuffer

Array = jax.Array

__all__ = ["BatchNormalization", "GroupNormalization", "LayerNormalization"]


class _Statistics(UninitializedBuffer):
    """A running mean or variance, which starts at what an initializer gives."""

    def __init__(self, initializer: Any) -> None:
        super().__init__(dtype=jnp.float32)
        self.initializer = initializer

    def initialize(self, shape: tuple[int, ...]) -> None:
        with jax.ensure_compile_time_eval():
            self.held = jnp.asarray(generate_array(self.initializer, shape))


class BatchNormalization(Link):
    """By the batch in training, when the running statistics move, else by these.

    `size`: the shape of `gamma`, whose axes lie behind the first of inputs; or `axis`: those that statistics are taken
    over, of which the first input tells the rest. Raises RuntimeError without both.
    """

    gamma: Any
    beta: Any
    avg_mean: Any
    avg_var: Any

    N: Any

    def __init__(
        self,
        size: Any = None,
        decay: float = 0.9,
        eps: float = 2e-5,
        dtype: Any = None,
        use_gamma: bool = True,
        use_beta: bool = True,
        initial_gamma: Any = None,
        initial_beta: Any = None,
        axis: Any = None,
        initial_avg_mean: Any = None,
        initial_avg_var: Any = None,
    ) -> None:
        super().__init__()
        if size is None and axis is None:
            raise RuntimeError("size or axis is required")
        self.decay = decay
        self.eps = eps
        self.axis = (axis,) if isinstance(axis, int) else axis
        self.gamma = self.beta = None
        with self.init_scope():
            if use_gamma:
                self.__dict__.pop("gamma")
                self.gamma = Parameter(filling(1 if initial_gamma is None else initial_gamma))
            if use_beta:
                self.__dict__.pop("beta")
                self.beta = Parameter(filling(0 if initial_beta is None else initial_beta))
        self.register_buffer("N", jnp.zeros((), jnp.int32))
        self.register_buffer("avg_mean", _Statistics(filling(0 if initial_avg_mean is None else initial_avg_mean)))
        self.register_buffer("avg_var", _Statistics(filling(1 if initial_avg_var is None else initial_avg_var)))
        if size is not None:
            self._initialize_params((size,) if isinstance(size, int) else tuple(size))

    def _initialize_params(self, shape: tuple[int, ...]) -> None:
        for cell in (*self._parameters.values(), self._buffers["avg_mean"], self._buffers["avg_var"]):
            if not cell.is_initialized:
                cell.initialize(shape)

    def has_uninitialized_params(self) -> bool:
        return super().has_uninitialized_params() or not self._buffers["avg_mean"].is_initialized

    def initialize_parameters(self, x: Array, **kwargs: Any) -> None:  # type: ignore[override]
        self._initialize_params(tuple(size for axis, size in enumerate(x.shape) if axis not in self.axis))

    def start_finetuning(self) -> None:
        """The statistics of `finetune=True` start anew."""
        self._buffers["N"].held = jnp.zeros((), jnp.int32)

    def forward(self, x: Array, finetune: bool = False) -> Array:
        """With `finetune`, the running statistics become means over all batches since `start_finetuning`."""
        mean, var = self.avg_mean, self.avg_var
        gamma = jnp.ones_like(mean) if self.gamma is None else self.gamma
        beta = jnp.zeros_like(mean) if self.beta is None else self.beta
        if not config.train:
            return F.fixed_batch_normalization(x, gamma, beta, mean, var, self.eps, self.axis)
        axes = reduced_axes(x, gamma, self.axis)
        decay: Any = self.decay
        if finetune:
            self.N = self.N + 1
            decay = 1 - 1 / self.N
        new_mean, new_var = map(jax.lax.stop_gradient, batch_statistics(x, axes))
        count = x.size // gamma.size
        self.avg_mean = (mean * decay + (1 - decay) * new_mean).astype(mean.dtype)
        self.avg_var = (var * decay + (1 - decay) * (count / max(count - 1.0, 1.0)) * new_var).astype(var.dtype)
        return F.batch_normalization(x, gamma, beta, eps=self.eps, axis=self.axis)


class GroupNormalization(Link):
    """By each group of channels (N, C, *). Without `size`, the first input settles it."""

    gamma: Any
    beta: Any

    def __init__(
        self,
        groups: int,
        size: int | None = None,
        eps: float = 1e-5,
        initial_gamma: Any = None,
        initial_beta: Any = None,
    ) -> None:
        super().__init__()
        self.groups = groups
        self.eps = eps
        with self.init_scope():
            self.gamma = Parameter(filling(1 if initial_gamma is None else initial_gamma), size)
            self.beta = Parameter(filling(0 if initial_beta is None else initial_beta), size)

    def initialize_parameters(self, x: Array) -> None:
        self.gamma.initialize(x.shape[1])
        self.beta.initialize(x.shape[1])

    def forward(self, x: Array) -> Array:
        return F.group_normalization(x, self.groups, self.gamma, self.beta, self.eps)


class LayerNormalization(Link):
    """Rows (N, size) by their means and variances. Without `size`, the first input settles it."""

    gamma: Any
    beta: Any

    def __init__(
        self, size: int | None = None, eps: float = 1e-6, initial_gamma: Any = None, initial_beta: Any = None
    ) -> None:
        super().__init__()
        self.eps = eps
        with self.init_scope():
            self.gamma = Parameter(filling(1 if initial_gamma is None else initial_gamma), size)
            self.beta = Parameter(filling(0 if initial_beta is None else initial_beta), size)

    def initialize_parameters(self, x: Array) -> None:
        self.gamma.initialize(math.prod(x.shape[1:]))
        self.beta.initialize(math.prod(x.shape[1:]))

    def forward(self, x: Array) -> Array:
        return F.layer_normalization(x, self.gamma, self.beta, self.eps)
