"""Attention with several heads."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional.dropout import dropout
from hybridc.runtime.paddle.nn.layers.common import Linear
from hybridc.runtime.paddle.parameters import attribute

Array = jax.Array

__all__ = ["MultiHeadAttention"]


class Cache(NamedTuple):
    """Keys and values of the places before: (N, heads, places, size). Those of a call come behind them."""

    k: Any
    v: Any


class StaticCache(NamedTuple):
    """Keys and values that take the place of a call's."""

    k: Any
    v: Any


class MultiHeadAttention(Layer):
    """`out_proj(softmax(q @ k.T / sqrt(size) + mask) @ v)`: (N, places, embed_dim) each, to the same.

    Masks are what is added, or truths, or whole numbers that are 1 where a place is seen: (N, heads, places, places)
    or what broadcasts to that. Gives the result, with `need_weights` the weights, and with a cache the next one.
    Raises AssertionError where the heads do not divide `embed_dim`.
    """

    Cache = Cache
    StaticCache = StaticCache

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        kdim: int | None = None,
        vdim: int | None = None,
        need_weights: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
    ) -> None:
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.num_heads = num_heads
        self.dropout = dropout
        self.need_weights = need_weights
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.q_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)
        self.k_proj = Linear(self.kdim, embed_dim, weight_attr, bias_attr)
        self.v_proj = Linear(self.vdim, embed_dim, weight_attr, bias_attr)
        self.out_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)

    def compute_kv(self, key: Array, value: Array) -> tuple[Array, Array]:
        """What queries are compared with, and what they take: (N, heads, places, size)."""
        return self._heads(self.k_proj(key)), self._heads(self.v_proj(value))

    def _heads(self, x: Array) -> Array:
        return x.reshape(*x.shape[:2], self.num_heads, self.head_dim).swapaxes(1, 2)

    def gen_cache(self, key: Array, value: Array | None = None, type: Any = Cache) -> Any:
        """A cache: of what keys and values are made of, or an empty one for the batch of `key`."""
        if type is StaticCache:
            return StaticCache(*self.compute_kv(key, key if value is None else value))
        if value is not None:
            return Cache(key, value)
        empty = jnp.zeros((key.shape[0], self.num_heads, 0, self.head_dim), key.dtype)
        return Cache(empty, empty)

    def forward(
        self,
        query: Array,
        key: Array | None = None,
        value: Array | None = None,
        attn_mask: Array | None = None,
        cache: Any = None,
    ) -> Any:
        key = query if key is None else key
        value = query if value is None else value
        q = self._heads(self.q_proj(query))
        k, v = (cache.k, cache.v) if isinstance(cache, StaticCache) else self.compute_kv(key, value)
        if isinstance(cache, Cache):
            k, v = jnp.concatenate([cache.k, k], 2), jnp.concatenate([cache.v, v], 2)
            cache = Cache(k, v)
        product = jnp.matmul(q * self.head_dim**-0.5, k.mT)
        if attn_mask is not None:
            product = product + added(attn_mask, product.dtype)
        weights = dropout(jax.nn.softmax(product, -1), self.dropout, training=self.training)
        found = jnp.matmul(weights, v).swapaxes(1, 2)
        found = self.out_proj(found.reshape(*found.shape[:2], -1))
        results = [found, *([weights] if self.need_weights else []), *([cache] if cache is not None else [])]
        return found if len(results) == 1 else tuple(results)


def added(mask: Array | None, dtype: Any) -> Any:
    """What is added for a mask: of truths and whole numbers, -1e9 where it is 0."""
    if mask is None or mask.dtype == dtype:
        return mask
    if jnp.issubdtype(mask.dtype, jnp.floating):
        return mask.astype(dtype)
    return (mask.astype(dtype) - 1.0) * 1e9


def for_each(attr: Any, count: int) -> list[Any]:
    """An attribute for each of several layers. Raises AssertionError for a list of another length."""
    if isinstance(attr, list | tuple):
        if len(attr) != count:
            raise AssertionError(f"length of param_attr should be {count} when it is a list/tuple")
        return [False if each is False else attribute(each) for each in attr]
    return [False if attr is False else attribute(attr)] * count
