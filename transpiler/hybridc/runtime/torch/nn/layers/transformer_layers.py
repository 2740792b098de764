"""The layers of transformers: `torch.nn.TransformerEncoderLayer` and `TransformerDecoderLayer`.

Sequences are (steps, batch, features), with `batch_first` (batch, steps, features), or (steps, features). Masks and
padding masks are those of `multi_head_attention_forward`. What is computed is PyTorch's ordinary path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
from jax.typing import DTypeLike

from hybridc.runtime.torch.nn.functional.activations import gelu, relu
from hybridc.runtime.torch.nn.functional.attention import added
from hybridc.runtime.torch.nn.layers.attention import MultiheadAttention
from hybridc.runtime.torch.nn.layers.dropout import Dropout
from hybridc.runtime.torch.nn.layers.linear import Linear
from hybridc.runtime.torch.nn.layers.normalization import LayerNorm
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array
Activation = str | Callable[[Array], Array]

__all__ = ["TransformerDecoderLayer", "TransformerEncoderLayer"]


class TransformerEncoderLayer(Module):
    """Self-attention and a feed-forward network, each added to its input; normalised after that, or before.

    `activation`: 'relu', 'gelu', a function or a module. Raises RuntimeError for another string.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made: dict[str, Any] = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **made)
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, layer_norm_eps, **made)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, **made)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _activation(activation)

    def forward(
        self,
        src: Array,
        src_mask: Array | None = None,
        src_key_padding_mask: Array | None = None,
        is_causal: bool = False,
    ) -> Array:
        masks = as_added(src_mask, src.dtype), as_added(src_key_padding_mask, src.dtype), is_causal
        if self.norm_first:
            x = src + self._sa_block(self.norm1(src), *masks)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(src + self._sa_block(src, *masks))
        return self.norm2(x + self._ff_block(x))  # type: ignore[no-any-return]

    def _sa_block(
        self, x: Array, attn_mask: Array | None, key_padding_mask: Array | None, is_causal: bool = False
    ) -> Array:
        attended, _ = self.self_attn(
            x, x, x, key_padding_mask, need_weights=False, attn_mask=attn_mask, is_causal=is_causal
        )
        return self.dropout1(attended)  # type: ignore[no-any-return]

    def _ff_block(self, x: Array) -> Array:
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))  # type: ignore[no-any-return]


class TransformerDecoderLayer(Module):
    """As `TransformerEncoderLayer`, with attention to the encoder's output between the two parts."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made: dict[str, Any] = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **made)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first, **made)
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, layer_norm_eps, **made)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, **made)
        self.norm3 = LayerNorm(d_model, layer_norm_eps, **made)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        self.activation = _activation(activation)

    def forward(
        self,
        tgt: Array,
        memory: Array,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        tgt_key_padding_mask: Array | None = None,
        memory_key_padding_mask: Array | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Array:
        own = tgt_mask, tgt_key_padding_mask, tgt_is_causal
        other = memory_mask, memory_key_padding_mask, memory_is_causal
        if self.norm_first:
            x = tgt + self._sa_block(self.norm1(tgt), *own)
            x = x + self._mha_block(self.norm2(x), memory, *other)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(tgt + self._sa_block(tgt, *own))
        x = self.norm2(x + self._mha_block(x, memory, *other))
        return self.norm3(x + self._ff_block(x))  # type: ignore[no-any-return]

    def _sa_block(
        self, x: Array, attn_mask: Array | None, key_padding_mask: Array | None, is_causal: bool = False
    ) -> Array:
        attended, _ = self.self_attn(
            x, x, x, key_padding_mask, need_weights=False, attn_mask=attn_mask, is_causal=is_causal
        )
        return self.dropout1(attended)  # type: ignore[no-any-return]

    def _mha_block(
        self, x: Array, mem: Array, attn_mask: Array | None, key_padding_mask: Array | None, is_causal: bool = False
    ) -> Array:
        attended, _ = self.multihead_attn(
            x, mem, mem, key_padding_mask, need_weights=False, attn_mask=attn_mask, is_causal=is_causal
        )
        return self.dropout2(attended)  # type: ignore[no-any-return]

    def _ff_block(self, x: Array) -> Array:
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))  # type: ignore[no-any-return]


def _activation(activation: Activation) -> Callable[[Array], Array]:
    if not isinstance(activation, str):
        return activation
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return relu if activation == "relu" else gelu


def as_added(mask: Array | None, dtype: DTypeLike) -> Array | None:
    return None if mask is None else added(mask, dtype)
