"""Functions that draw: from the rng that the model runs with."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.chainer.config import config
from hybridc.runtime.core.randomness import next_key

Array = jax.Array

__all__ = ["dropout", "gaussian", "gumbel_softmax", "zoneout"]


def dropout(x: Array, ratio: float = 0.5, *, mask: Any = None, return_mask: bool = False) -> Any:
    """In training 0 with the probability `ratio`, else divided by `1 - ratio`; or times the mask.

    Raises ValueError for a ratio outside of [0, 1).
    """
    if not config.train:
        return (x, None) if return_mask else x
    if not 0.0 <= ratio < 1.0:
        raise ValueError("dropout_ratio must be in the range [0, 1)")
    if mask is None:
        if ratio == 0 and not return_mask:
            return x
        is_kept = jax.random.bernoulli(next_key(), 1 - ratio, x.shape)
        mask = is_kept.astype(x.dtype) / (1 - ratio)
    return (x * mask, mask) if return_mask else x * mask


def gaussian(mean: Array, ln_var: Array, *, eps: Any = None, return_eps: bool = False) -> Any:
    """Drawn from normal distributions of these means and logarithms of variances."""
    noise = jax.random.normal(next_key(), ln_var.shape, mean.dtype) if eps is None else eps
    found = mean + jnp.exp(ln_var * 0.5) * noise
    return (found, noise) if return_eps else found


def gumbel_softmax(log_pi: Array, tau: float = 0.1, axis: int = 1) -> Array:
    """Drawn from the relaxed categorical distribution of these logarithms."""
    if log_pi.ndim < 1:
        return jnp.ones((), log_pi.dtype)
    return jax.nn.softmax((log_pi + jax.random.gumbel(next_key(), log_pi.shape, log_pi.dtype)) / tau, axis)


def zoneout(h: Array, x: Array, ratio: float = 0.5) -> Array:
    """In training the elements of `h` with the probability `ratio`, else those of `x`."""
    if not config.train:
        return x
    return jnp.where(jax.random.bernoulli(next_key(), ratio, x.shape), h, x)
