"""Rows of tables, and what numbers of classes become."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.paddle.dtypes import dtype_of

Array = jax.Array

__all__ = ["embedding", "label_smooth", "one_hot", "sequence_mask"]


def embedding(
    x: Array,
    weight: Array,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    sparse: bool = False,
    scale_grad_by_freq: bool = False,
    name: str | None = None,
) -> Array:
    """The rows of a table (number, size) for integers (*): (*, size). Those at `padding_idx` are 0, as Paddle has it.

    Raises NotImplementedError for `max_norm`, with which Paddle writes into the table.
    """
    if max_norm is not None:
        raise NotImplementedError("embedding writes rows that are longer than `max_norm`: scale the table before")
    expect_within(x, weight.shape[0], first=0)
    rows = jnp.take(weight, x, axis=0, mode="clip")
    if padding_idx is None:
        return rows
    place = padding_idx % weight.shape[0]
    return jnp.where((x == place)[..., None], jnp.zeros((), weight.dtype), rows)


def one_hot(x: Array, num_classes: int = -1, name: str | None = None) -> Array:
    """Integers (*) to float32 (*, num_classes). Raises ValueError where the number of classes is to be found out."""
    if num_classes == -1:
        raise ValueError("compiled code has to know `num_classes`: pass it")
    expect_within(x, num_classes, first=0)
    return jax.nn.one_hot(x, num_classes, dtype=jnp.float32)


def label_smooth(label: Array, prior_dist: Array | None = None, epsilon: float = 0.1, name: str | None = None) -> Array:
    """`(1 - epsilon) * label + epsilon * prior`, which is even over the last axis unless it is given."""
    prior = 1.0 / label.shape[-1] if prior_dist is None else prior_dist
    return (1 - epsilon) * label + epsilon * prior


def sequence_mask(x: Array, maxlen: int | None = None, dtype: Any = "int64", name: str | None = None) -> Array:
    """Lengths (*) to (*, maxlen), 1 where the place is below the length. Raises ValueError without `maxlen`."""
    if maxlen is None:
        raise ValueError("compiled code has to know `maxlen`: pass it")
    return (jnp.arange(maxlen) < x[..., None]).astype(dtype_of(dtype))
