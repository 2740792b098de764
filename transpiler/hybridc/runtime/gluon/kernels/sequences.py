"""Sequences of different lengths in one array, padded."""

from __future__ import annotations

import jax
import jax.numpy as jnp

Array = jax.Array

__all__ = ["last_of_sequences", "masked_sequences", "reversed_sequences"]


def masked_sequences(data: Array, lengths: Array, axis: int) -> Array:
    """Zeros behind the lengths (N,): time is the axis 0 or 1, and the samples are the other of these."""
    steps = jnp.arange(data.shape[axis])
    is_inside = steps[:, None] < lengths if axis == 0 else steps < lengths[:, None]
    return jnp.where(is_inside.reshape(*is_inside.shape, *(1 for _ in data.shape[2:])), data, 0)


def last_of_sequences(data: Array, lengths: Array) -> Array:
    """(steps, N, ...) to (N, ...): each sample at its last step."""
    last = jnp.asarray(lengths).astype(jnp.int32) - 1
    return data[last, jnp.arange(data.shape[1])]


def reversed_sequences(data: Array, lengths: Array) -> Array:
    """(steps, N, ...) with each sample's steps in reverse; what is behind its length stays."""
    steps, ends = jnp.arange(data.shape[0])[:, None], jnp.asarray(lengths).astype(jnp.int32)
    places = jnp.where(steps < ends, ends - 1 - steps, steps)
    return data[places, jnp.arange(data.shape[1])]
