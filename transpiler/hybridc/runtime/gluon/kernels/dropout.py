"""Dropout, in MXNet's terms."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp

from hybridc.runtime.core.randomness import next_key

Array = jax.Array

__all__ = ["dropped"]


def dropped(x: Array, rate: float, training: bool, axes: Sequence[int] = ()) -> Array:
    """In training mode, elements are 0 with probability `rate`, else divided by `1 - rate`.

    Along `axes` all share one draw. Draws come from the rng that the model runs with.
    """
    if not training or rate <= 0:
        return x
    shape = [1 if place in {axis % x.ndim for axis in axes} else size for place, size in enumerate(x.shape)]
    kept = jax.random.bernoulli(next_key(), 1 - rate, shape)
    return x * jnp.where(kept, 1 / (1 - rate) if rate < 1 else 0.0, 0.0).astype(x.dtype)
