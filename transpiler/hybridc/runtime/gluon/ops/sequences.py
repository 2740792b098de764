"""Sequences of different lengths: axis 0 is time and axis 1 the batch, or the other way round with `axis=1`."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.ops.dtypes import as_rank_one

Array = jax.Array


def _positions(data: Array, axis: int) -> Array:
    return jnp.arange(data.shape[axis]).reshape((-1, 1) if axis == 0 else (1, -1))


def _lengths(length: Array, axis: int) -> Array:
    return jnp.expand_dims(length.astype(jnp.int32), axis)


def SequenceMask(
    data: Array, sequence_length: Any = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0
) -> Array:
    """`data` with `value` in all steps from the length of each sequence on; as it is without lengths."""
    if not use_sequence_length:
        return data
    is_there = _positions(data, axis) < _lengths(sequence_length, axis)
    return jnp.where(is_there.reshape(*is_there.shape, *(1,) * (data.ndim - 2)), data, jnp.asarray(value, data.dtype))


def SequenceLast(data: Array, sequence_length: Any = None, use_sequence_length: bool = False, axis: int = 0) -> Array:
    """The last step of each sequence; of all sequences the same without lengths."""
    if not use_sequence_length:
        return as_rank_one(jnp.take(data, data.shape[axis] - 1, axis))
    places = _lengths(sequence_length, axis) - 1
    found = jnp.take_along_axis(data, places.reshape(*places.shape, *(1,) * (data.ndim - 2)), axis)
    return as_rank_one(jnp.squeeze(found, axis))


def SequenceReverse(
    data: Array, sequence_length: Any = None, use_sequence_length: bool = False, axis: int = 0
) -> Array:
    """The steps of each sequence in the opposite order; what comes after its length stays. MXNet: `axis` is 0."""
    if not use_sequence_length:
        return jnp.flip(data, 0)
    steps, lengths = _positions(data, 0), _lengths(sequence_length, 0)
    places = jnp.where(steps < lengths, lengths - 1 - steps, steps)
    return jnp.take_along_axis(data, places.reshape(*places.shape, *(1,) * (data.ndim - 2)), 0)
