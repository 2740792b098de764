"""Stacks of transformer layers: `torch.nn.Transformer`, its encoder and its decoder.

Sequences and masks are those of the layers. What is computed is PyTorch's ordinary path: in evaluation without
gradients, PyTorch may take another one, by nested tensors, after which padded steps are zeros.
"""

from __future__ import annotations

import copy
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.containers import ModuleList
from hybridc.runtime.torch.nn.functional.activations import relu
from hybridc.runtime.torch.nn.layers.normalization import LayerNorm
from hybridc.runtime.torch.nn.layers.transformer_layers import (
    Activation,
    TransformerDecoderLayer,
    TransformerEncoderLayer,
    as_added,
)
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["Transformer", "TransformerDecoder", "TransformerEncoder"]


class TransformerEncoder(Module):
    """Copies of a layer one after the other, and a norm.

    `enable_nested_tensor`, `mask_check`: kept as attributes, of no effect. `is_causal`: whether `mask` is; None finds
    out, which raises ValueError for layers of one's own where the mask is known at run time only.
    """

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = _clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check

    def forward(
        self,
        src: Array,
        mask: Array | None = None,
        src_key_padding_mask: Array | None = None,
        is_causal: bool | None = None,
    ) -> Array:
        mask, padding = as_added(mask, src.dtype), as_added(src_key_padding_mask, src.dtype)
        is_causal = _is_causal(mask, is_causal, src, self.layers)
        for layer in self.layers:
            src = layer(src, src_mask=mask, is_causal=is_causal, src_key_padding_mask=padding)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Module):
    """Copies of a layer one after the other, and a norm. `tgt_is_causal`: see `TransformerEncoder`."""

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = _clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt: Array,
        memory: Array,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        tgt_key_padding_mask: Array | None = None,
        memory_key_padding_mask: Array | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Array:
        tgt_is_causal = _is_causal(tgt_mask, tgt_is_causal, tgt, self.layers)
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder and a decoder. Weights of more than one axis are drawn as `xavier_uniform_`.

    Raises RuntimeError for a source and a target of different batches, or of another size than `d_model`.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = relu,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        layer = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        made: dict[str, Any] = {"device": device, "dtype": dtype}
        if custom_encoder is None:
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, **made)
            custom_encoder = TransformerEncoder(TransformerEncoderLayer(*layer, **made), num_encoder_layers, norm)
        self.encoder = custom_encoder
        if custom_decoder is None:
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias, **made)
            custom_decoder = TransformerDecoder(TransformerDecoderLayer(*layer, **made), num_decoder_layers, norm)
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self,
        src: Array,
        tgt: Array,
        src_mask: Array | None = None,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        src_key_padding_mask: Array | None = None,
        tgt_key_padding_mask: Array | None = None,
        memory_key_padding_mask: Array | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Array:
        batch = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch] != tgt.shape[batch]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(  # type: ignore[no-any-return]
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: DTypeLike | None = None) -> Array:
        """(sz, sz), zeros up to the diagonal and -inf above it, float32 unless another dtype is given."""
        return jnp.triu(jnp.full((sz, sz), -jnp.inf, dtype or jnp.float32), 1)

    def _reset_parameters(self) -> None:
        for parameter in self.each_parameter():
            if parameter.ndim > 1:
                init.xavier_uniform_(parameter)


def _clones(layer: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(layer) for _ in range(count)])


def _is_causal(mask: Array | None, hint: bool | None, sequence: Array, layers: ModuleList) -> bool:
    """The hint that layers get about their mask: PyTorch's, which without one compares the mask with a causal one."""
    if hint is not None or mask is None or all(map(_ignores_hint, layers)):
        return hint is True
    if isinstance(mask, jax.core.Tracer):
        raise ValueError("whether the mask is causal is known at run time only: pass `is_causal` (`tgt_is_causal`)")
    steps = sequence.shape[1 if sequence.ndim == 3 and layers[0].self_attn.batch_first else 0]
    causal = Transformer.generate_square_subsequent_mask(steps, dtype=mask.dtype)
    return mask.shape == causal.shape and bool((mask == causal).all())


def _ignores_hint(layer: Any) -> bool:
    """It computes the same with a causal mask, whether or not it is told that the mask is causal."""
    own = TransformerEncoderLayer if isinstance(layer, TransformerEncoderLayer) else TransformerDecoderLayer
    return isinstance(layer, own) and all(
        getattr(type(layer), name) is getattr(own, name) for name in ("forward", "_sa_block")
    )
