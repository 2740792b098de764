"""Attention by several heads: `torch.nn.MultiheadAttention`."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional.attention import multi_head_attention_forward
from hybridc.runtime.torch.nn.layers.linear import Linear
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["MultiheadAttention", "NonDynamicallyQuantizableLinear"]


class NonDynamicallyQuantizableLinear(Linear):
    """`Linear`, under the name that PyTorch gives the last projection."""


class MultiheadAttention(Module):
    """Attention of a query (L, N, E) to keys (S, N, kdim) and values (S, N, vdim), with N first, or without.

    Parameters: in_proj_weight (3 * E, E), or q_proj_weight (E, E), k_proj_weight (E, kdim) and v_proj_weight (E, vdim)
    where sizes differ, in_proj_bias (3 * E,), bias_k and bias_v (1, 1, E) with `add_bias_kv`, out_proj. The weights are
    drawn as `xavier_uniform_`, bias_k and bias_v as `xavier_normal_`, the other biases are zeros; out_proj as `Linear`.

    See `multi_head_attention_forward` for masks and results: this is PyTorch's ordinary path, also where evaluation
    without gradients would take another one, which gives NaN for queries that nothing takes part in.
    Raises ValueError for sizes that are not positive, AssertionError where the heads do not divide the embedding.
    """

    _hybridc_matrices = ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight")

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(f"embed_dim and num_heads must be greater than 0, got {embed_dim} and {num_heads}")
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = kdim if kdim is not None else embed_dim
        self.vdim = vdim if vdim is not None else embed_dim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        separate = {"q_proj_weight": embed_dim, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        shapes: dict[str, tuple[int, ...] | None] = {
            name: None if self._qkv_same_embed_dim else (embed_dim, size) for name, size in separate.items()
        }
        shapes["in_proj_weight"] = (3 * embed_dim, embed_dim) if self._qkv_same_embed_dim else None
        shapes["in_proj_bias"] = (3 * embed_dim,) if bias else None
        shapes["bias_k"] = shapes["bias_v"] = (1, 1, embed_dim) if add_bias_kv else None
        for name, shape in shapes.items():
            empty = None if shape is None else Parameter(np.zeros(shape, dtype or jnp.float32))
            self.register_parameter(name, empty)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self) -> None:
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for row in (self.bias_k, self.bias_v):
            if row is not None:
                init.xavier_normal_(row)

    def forward(
        self,
        query: Array,
        key: Array,
        value: Array,
        key_padding_mask: Array | None = None,
        need_weights: bool = True,
        attn_mask: Array | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Array, Array | None]:
        is_swapped = self.batch_first and query.ndim == 3
        if is_swapped:
            query, key, value = _swapped(query, key, value)
        output, weights = multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            self.training,
            key_padding_mask,
            need_weights,
            attn_mask,
            not self._qkv_same_embed_dim,
            self.q_proj_weight,
            self.k_proj_weight,
            self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return jnp.swapaxes(output, 0, 1) if is_swapped else output, weights


def _swapped(query: Array, key: Array, value: Array) -> tuple[Array, Array, Array]:
    """The first two axes exchanged; arguments that are the same array stay so, for which there is one projection."""
    swapped = {id(x): jnp.swapaxes(x, 0, 1) for x in (query, key, value)}
    return swapped[id(query)], swapped[id(key)], swapped[id(value)]
