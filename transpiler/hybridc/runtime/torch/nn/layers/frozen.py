"""Batch normalization whose statistics and scales never change: torchvision's `FrozenBatchNorm2d`."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.module import Module

__all__ = ["FrozenBatchNorm2d"]


class FrozenBatchNorm2d(Module):
    """Normalizes (N, C, H, W) with buffers of (C,): `weight`, `bias`, `running_mean`, `running_var`."""

    weight: jax.Array
    bias: jax.Array
    running_mean: jax.Array
    running_var: jax.Array

    def __init__(self, num_features: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps
        self.register_buffer("weight", jnp.ones(num_features))
        self.register_buffer("bias", jnp.zeros(num_features))
        self.register_buffer("running_mean", jnp.zeros(num_features))
        self.register_buffer("running_var", jnp.ones(num_features))

    def forward(self, x: jax.Array) -> jax.Array:
        scale = self.weight * lax.rsqrt(self.running_var + self.eps)
        bias = self.bias - self.running_mean * scale
        return x * scale[:, None, None] + bias[:, None, None]

    def extra_repr(self) -> str:
        return f"{self.weight.shape[0]}, eps={self.eps}"
