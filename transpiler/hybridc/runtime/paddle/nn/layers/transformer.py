"""Encoders and decoders of transformers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.containers import LayerList
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import activations
from hybridc.runtime.paddle.nn.layers.attention import MultiHeadAttention, added, for_each
from hybridc.runtime.paddle.nn.layers.common import Dropout, Linear
from hybridc.runtime.paddle.nn.layers.normalization import LayerNorm

Array = jax.Array

__all__ = [
    "Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer",
]  # fmt: skip


class _TransformerLayer(Layer):
    """What encoders' and decoders' layers have in common. `activation`: the name of a function of `F`."""

    _attentions: tuple[str, ...] = ("self_attn",)
    activation: Callable[..., Array]

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
        layer_norm_eps: float = 1e-5,
    ) -> None:
        super().__init__()
        self.__dict__["_config"] = {
            "d_model": d_model, "nhead": nhead, "dim_feedforward": dim_feedforward, "dropout": dropout,
            "activation": activation, "attn_dropout": attn_dropout, "act_dropout": act_dropout,
            "normalize_before": normalize_before, "weight_attr": weight_attr, "bias_attr": bias_attr,
            "layer_norm_eps": layer_norm_eps,
        }  # fmt: skip
        self.normalize_before = normalize_before
        count = len(self._attentions) + 1
        weights, biases = for_each(weight_attr, count), for_each(bias_attr, count)
        share = dropout if attn_dropout is None else attn_dropout
        for name, weight, bias in zip(self._attentions, weights, biases, strict=False):
            setattr(self, name, MultiHeadAttention(d_model, nhead, share, weight_attr=weight, bias_attr=bias))
        self.linear1 = Linear(d_model, dim_feedforward, weights[-1], biases[-1])
        self.dropout = Dropout(dropout if act_dropout is None else act_dropout)
        self.linear2 = Linear(dim_feedforward, d_model, weights[-1], biases[-1])
        for number in range(1, count + 1):
            setattr(self, f"norm{number}", LayerNorm(d_model, layer_norm_eps))
        for number in range(1, count + 1):
            setattr(self, f"dropout{number}", Dropout(dropout))
        self.activation = getattr(activations, activation)

    def another(self) -> Any:
        """A layer that is made as this one was."""
        return type(self)(**self.__dict__["_config"])

    def _step(self, number: int, x: Array, function: Callable[[Array], Array]) -> Array:
        """`x + dropout(function(x))`, normalized before or after."""
        norm, drop = getattr(self, f"norm{number}"), getattr(self, f"dropout{number}")
        found = x + drop(function(norm(x) if self.normalize_before else x))
        return jnp.asarray(found if self.normalize_before else norm(found))

    def _fed_forward(self, x: Array) -> Array:
        return jnp.asarray(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerEncoderLayer(_TransformerLayer):
    """Attention to itself, then two linear layers: (N, places, d_model), to the same, and with a cache the next one."""

    def forward(self, src: Array, src_mask: Array | None = None, cache: Any = None) -> Any:
        mask, caches = added(src_mask, src.dtype), []

        def attended(x: Array) -> Array:
            found = self.self_attn(x, x, x, mask, cache)
            if cache is None:
                return jnp.asarray(found)
            caches.append(found[-1])
            return jnp.asarray(found[0])

        found = self._step(2, self._step(1, src, attended), self._fed_forward)
        return found if cache is None else (found, caches[0])

    def gen_cache(self, src: Array) -> Any:
        return self.self_attn.gen_cache(src, type=MultiHeadAttention.Cache)


class TransformerDecoderLayer(_TransformerLayer):
    """Attention to itself, attention to a memory, then two linear layers."""

    _attentions = ("self_attn", "cross_attn")

    def forward(
        self,
        tgt: Array,
        memory: Array,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        cache: Any = None,
    ) -> Any:
        masks = added(tgt_mask, tgt.dtype), added(memory_mask, memory.dtype)
        own, static = (None, None) if cache is None else cache
        caches = []

        def kept(found: Any) -> Array:
            if cache is None:
                return jnp.asarray(found)
            caches.append(found[-1])
            return jnp.asarray(found[0])

        tgt = self._step(1, tgt, lambda x: kept(self.self_attn(x, x, x, masks[0], own)))
        tgt = self._step(2, tgt, lambda x: kept(self.cross_attn(x, memory, memory, masks[1], static)))
        tgt = self._step(3, tgt, self._fed_forward)
        return tgt if cache is None else (tgt, tuple(caches))

    def gen_cache(self, memory: Array) -> Any:
        own = self.self_attn.gen_cache(memory, type=MultiHeadAttention.Cache)
        return own, self.cross_attn.gen_cache(memory, memory, type=MultiHeadAttention.StaticCache)


class TransformerEncoder(Layer):
    """Layers one after the other, the first of which is given: the others are made as it was."""

    def __init__(self, encoder_layer: Any, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = LayerList([encoder_layer if i == 0 else encoder_layer.another() for i in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, src: Array, src_mask: Array | None = None, cache: Any = None) -> Any:
        mask, caches = added(src_mask, src.dtype), []
        for number, layer in enumerate(self.layers):
            if cache is None:
                src = layer(src, mask)
            else:
                src, following = layer(src, mask, cache[number])
                caches.append(following)
        src = src if self.norm is None else self.norm(src)
        return src if cache is None else (src, caches)

    def gen_cache(self, src: Array) -> list[Any]:
        return [layer.gen_cache(src) for layer in self.layers]


class TransformerDecoder(Layer):
    """Layers one after the other, the first of which is given: the others are made as it was."""

    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = LayerList([decoder_layer if i == 0 else decoder_layer.another() for i in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self,
        tgt: Array,
        memory: Array,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
        cache: Any = None,
    ) -> Any:
        masks, caches = (added(tgt_mask, tgt.dtype), added(memory_mask, memory.dtype)), []
        for number, layer in enumerate(self.layers):
            if cache is None:
                tgt = layer(tgt, memory, *masks)
            else:
                tgt, following = layer(tgt, memory, *masks, cache[number])
                caches.append(following)
        tgt = tgt if self.norm is None else self.norm(tgt)
        return tgt if cache is None else (tgt, caches)

    def gen_cache(self, memory: Array, do_zip: bool = False) -> list[Any]:
        caches = [layer.gen_cache(memory) for layer in self.layers]
        return list(zip(*caches, strict=True)) if do_zip else caches


class Transformer(Layer):
    """An encoder and a decoder, or those given: (N, places, d_model) and (N, others, d_model), to the latter."""

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
    ) -> None:
        super().__init__()
        drops = (dropout, activation, attn_dropout, act_dropout, normalize_before, weight_attr, bias_attr)
        first = TransformerEncoderLayer(d_model, nhead, dim_feedforward, *drops) if custom_encoder is None else None
        self.encoder = custom_encoder or TransformerEncoder(first, num_encoder_layers, LayerNorm(d_model))
        last = TransformerDecoderLayer(d_model, nhead, dim_feedforward, *drops) if custom_decoder is None else None
        self.decoder = custom_decoder or TransformerDecoder(last, num_decoder_layers, LayerNorm(d_model))
        self.d_model = d_model
        self.nhead = nhead

    def forward(
        self,
        src: Array,
        tgt: Array,
        src_mask: Array | None = None,
        tgt_mask: Array | None = None,
        memory_mask: Array | None = None,
    ) -> Array:
        memory = self.encoder(src, added(src_mask, src.dtype))
        return jnp.asarray(self.decoder(tgt, memory, added(tgt_mask, tgt.dtype), added(memory_mask, memory.dtype)))

    def generate_square_subsequent_mask(self, length: int) -> Array:
        """-inf above the diagonal, 0 elsewhere."""
        return jnp.where(jnp.tril(jnp.ones((length, length), bool)), 0.0, -jnp.inf)
