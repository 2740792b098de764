"""Attention, as `paddle.nn.functional` has it."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.nn.functional.dropout import dropout

Array = jax.Array

__all__ = ["scaled_dot_product_attention"]


def scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    attn_mask: Array | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = True,
    backend: Any = None,
    scale: float | None = None,
    enable_gqa: bool = True,
    name: str | None = None,
) -> Array:
    """`softmax(q @ k.T * scale + mask) @ v` for (N, places, heads, size) each: heads come behind places.

    `attn_mask`: what is added, or truths for what is seen, (N, heads, places, places) or what broadcasts to that.
    """
    q, k, v = (jnp.swapaxes(each, 1, 2) for each in (query, key, value))
    if k.shape[1] != q.shape[1]:
        k, v = (jnp.repeat(each, q.shape[1] // each.shape[1], 1) for each in (k, v))
    factor = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    product = jnp.matmul(q * factor, k.mT)
    if is_causal:
        seen = jnp.tril(jnp.ones(product.shape[-2:], bool))
        product = jnp.where(seen, product, -jnp.inf)
    if attn_mask is not None:
        is_truth = attn_mask.dtype == bool
        product = jnp.where(attn_mask, product, -jnp.inf) if is_truth else product + attn_mask
    weights = dropout(jax.nn.softmax(product, -1), dropout_p, training=training)
    return jnp.swapaxes(jnp.matmul(weights, v), 1, 2)
