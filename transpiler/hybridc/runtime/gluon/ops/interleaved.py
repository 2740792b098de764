"""Attention of projections that lie side by side: (steps, N, heads * 3 * width), as GluonNLP's models call it."""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp

Array = jax.Array


def _heads(data: Array, heads: int, parts: int) -> tuple[Array, ...]:
    """(steps, N, heads * parts * width) as `parts` arrays (N * heads, steps, width)."""
    steps, batch, size = data.shape
    apart = data.reshape(steps, batch * heads, parts, size // heads // parts).transpose(2, 1, 0, 3)
    return tuple(apart)


def _joined(product: Array, heads: int) -> Array:
    """(N * heads, steps, width) as (steps, N, heads * width)."""
    both, steps, width = product.shape
    return product.transpose(1, 0, 2).reshape(steps, both // heads, heads * width)


def interleaved_matmul_selfatt_qk(queries_keys_values: Array, heads: int) -> Array:
    """The products of queries, divided by the root of their width, with keys: (N * heads, steps, steps)."""
    queries, keys, _ = _heads(queries_keys_values, heads, 3)
    return jnp.matmul(queries / math.sqrt(queries.shape[-1]), keys.mT)


def interleaved_matmul_selfatt_valatt(queries_keys_values: Array, attention: Array, heads: int) -> Array:
    """The values weighted by attention: (steps, N, heads * width)."""
    return _joined(jnp.matmul(attention, _heads(queries_keys_values, heads, 3)[2]), heads)


def interleaved_matmul_encdec_qk(queries: Array, keys_values: Array, heads: int) -> Array:
    """As `interleaved_matmul_selfatt_qk`, with queries of their own."""
    (asked,), (keys, _) = _heads(queries, heads, 1), _heads(keys_values, heads, 2)
    return jnp.matmul(asked / math.sqrt(asked.shape[-1]), keys.mT)


def interleaved_matmul_encdec_valatt(keys_values: Array, attention: Array, heads: int) -> Array:
    """As `interleaved_matmul_selfatt_valatt`, for those."""
    return _joined(jnp.matmul(attention, _heads(keys_values, heads, 2)[1]), heads)


def div_sqrt_dim(data: Array) -> Array:
    """Divided by the root of the length of the last axis."""
    return data / math.sqrt(data.shape[-1])
