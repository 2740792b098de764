"""Attention."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.keras import initializers, regularizers
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.layers.activations import Softmax
from hybridc.runtime.keras.layers.dropout import dropped
from hybridc.runtime.keras.layers.einsum import EinsumDense
from hybridc.runtime.keras.masks import mask_of

Array = jax.Array

__all__ = ["AdditiveAttention", "Attention", "MultiHeadAttention"]


class MultiHeadAttention(Layer):
    """Of `query` (N, T, D), `value` (N, S, D) and `key` (N, S, D), by default the value: (N, T, D).

    Weights, each with a kernel and a bias: query and key (D, heads, key_dim), value (D, heads, value_dim), and
    attention_output (heads, value_dim, D). Of arrays of more axes, all between the first and the last are attended to.
    """

    def __init__(
        self,
        num_heads: int,
        key_dim: int,
        value_dim: int | None = None,
        dropout: float = 0.0,
        use_bias: bool = True,
        output_shape: Any = None,
        attention_axes: Any = None,
        flash_attention: Any = None,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        seed: Any = None,
        **kwargs: Any,
    ) -> None:
        if kwargs.pop("use_gate", False) or kwargs.pop("sliding_window", None):
            raise NotImplementedError("`use_gate` and `sliding_window` have no counterpart here")
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.key_dim = key_dim
        self.value_dim = value_dim or key_dim
        self.dropout = dropout
        self.use_bias = use_bias
        self.seed = seed
        self.supports_masking = True
        self._output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape or ())
        self._axes = (attention_axes,) if isinstance(attention_axes, int) else tuple(attention_axes or ())
        self._options = tuple(
            {
                "kernel_initializer": initializers.get(kernel_initializer),
                "bias_initializer": initializers.get(bias_initializer),
                "kernel_regularizer": regularizers.get(kernel_regularizer),
                "bias_regularizer": regularizers.get(bias_regularizer),
                "kernel_constraint": kernel_constraint,
                "bias_constraint": bias_constraint,
            }.items()
        )
        self._softmax = Softmax(dtype=kwargs.get("dtype"))

    def build(self, query_shape: Any, value_shape: Any, key_shape: Any = None) -> None:  # type: ignore[override]
        key_shape = value_shape if key_shape is None else key_shape
        between = tuple(range(1, len(query_shape) - 1))
        if self._axes and tuple(axis % (len(query_shape)) for axis in self._axes) != between:
            raise NotImplementedError(
                f"`attention_axes={self._axes}` of arrays of {len(query_shape)} axes has no counterpart here: reshape, "
                "so that all axes between the first and the last are attended to"
            )
        self._query_dense = self._projection(query_shape, self.key_dim, "query")
        self._key_dense = self._projection(key_shape, self.key_dim, "key")
        self._value_dense = self._projection(value_shape, self.value_dim, "value")
        out = self._output_shape or (query_shape[-1],)
        labels = "uvwxyz"[: len(out)]
        free = "cdefg"[: len(query_shape) - 2]
        self._output_dense = EinsumDense(
            f"a{free}nh,nh{labels}->a{free}{labels}", (None,) * len(free) + out, name="attention_output",
            bias_axes=labels if self.use_bias else None, dtype=self._dtype, **dict(self._options),
        )  # fmt: skip
        self._output_dense.build((*query_shape[:-1], self.num_heads, self.value_dim))
        self.built = True

    @property
    def query_dense(self) -> EinsumDense:
        return self._query_dense

    @property
    def key_dense(self) -> EinsumDense:
        return self._key_dense

    @property
    def value_dense(self) -> EinsumDense:
        return self._value_dense

    @property
    def output_dense(self) -> EinsumDense:
        return self._output_dense

    def _projection(self, shape: Any, size: int, name: str) -> EinsumDense:
        free = "cdefg"[: len(shape) - 2]
        layer = EinsumDense(
            f"a{free}b,bnh->a{free}nh", (*(None,) * len(free), self.num_heads, size), name=name, dtype=self._dtype,
            bias_axes="nh" if self.use_bias else None, **dict(self._options),
        )  # fmt: skip
        layer.build(shape)
        return layer

    def call(
        self,
        query: Array,
        value: Array,
        key: Array | None = None,
        query_mask: Array | None = None,
        value_mask: Array | None = None,
        key_mask: Array | None = None,
        attention_mask: Array | None = None,
        return_attention_scores: bool = False,
        training: bool | None = None,
        use_causal_mask: bool = False,
    ) -> Any:
        key = value if key is None else key
        query_mask = mask_of(query)  # Keras: one that is given is not looked at
        value_mask = mask_of(value) if value_mask is None else value_mask
        key_mask = mask_of(key) if key_mask is None and key is not value else key_mask
        mask = _mask(query, value, query_mask, value_mask, key_mask, attention_mask, use_causal_mask)
        q, k, v = self._query_dense(query), self._key_dense(key), self._value_dense(value)
        found, weights = self._compute_attention(q, k, v, mask, training, return_attention_scores)
        found = self._output_dense(found)
        return (found, weights) if return_attention_scores else found

    def _compute_attention(
        self,
        query: Array,
        key: Array,
        value: Array,
        attention_mask: Array | None = None,
        training: bool | None = None,
        return_attention_scores: bool = False,
    ) -> tuple[Array, Array]:
        """What comes out for projections (N, ..., heads, size), before the last one, and the weights of it.

        Classes that are derived from Keras' layer call it.
        """
        between, sources = query.shape[1:-2], key.shape[1:-2]
        q, k, v = (x.reshape((x.shape[0], -1, *x.shape[-2:])) for x in (query, key, value))
        scores = jnp.einsum("atnh,asnh->ants", q / math.sqrt(self.key_dim), k)
        mask = attention_mask
        if mask is not None:
            mask = mask.reshape((*mask.shape[: mask.ndim - 2 * len(between)], q.shape[1], k.shape[1]))
            mask = (mask[:, None] if mask.ndim == 3 else mask).astype(bool)
        if self.dropout or return_attention_scores or len(between) != 1:
            weights = self._softmax(scores, mask=mask)
        else:  # Keras: where nothing may be attended to, all is, and not nothing
            least = jnp.asarray(-0.7 * float(np.finfo(np.dtype(scores.dtype)).max), scores.dtype)
            weights = jax.nn.softmax(scores if mask is None else jnp.where(mask, scores, least))
        dropping = bool(training) and self.dropout > 0
        found = jnp.einsum("ants,asnh->atnh", dropped(weights, self.dropout) if dropping else weights, v)
        found = found.reshape((found.shape[0], *between, *found.shape[-2:]))
        return found, weights.reshape((*weights.shape[:2], *between, *sources))

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return previous_mask


def _mask(
    query: Array, value: Array, query_mask: Any, value_mask: Any, key_mask: Any, attention_mask: Any, is_causal: bool
) -> Any:
    """What may be attended to, (N, T, S): where all masks that there are say so."""
    masks = [] if attention_mask is None else [jnp.asarray(attention_mask).astype(bool)]
    masks += [] if query_mask is None else [jnp.asarray(query_mask).astype(bool)[:, :, None]]
    masks += [jnp.asarray(m).astype(bool)[:, None] for m in (value_mask, key_mask) if m is not None]
    if is_causal:
        masks.append(jnp.tril(jnp.ones((1, query.shape[1], value.shape[1]), bool)))
    if not masks:
        return None
    found = masks[0]
    for mask in masks[1:]:
        found = found & mask
    whole = (*found.shape[:-2], *jnp.broadcast_shapes(found.shape[-2:], (query.shape[1], value.shape[1])))
    return jnp.broadcast_to(found, whole) if query.ndim == 3 else found


class Attention(Layer):
    """Of a list: query (N, T, D), value (N, S, D) and key, by default the value: (N, T, D). See `score_mode`.

    Weights: scale, with `use_scale`, and concat_score_weight, with `score_mode="concat"`.
    """

    def __init__(
        self, use_scale: bool = False, score_mode: str = "dot", dropout: float = 0.0, seed: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        if score_mode not in ("dot", "concat"):
            raise ValueError(f"Invalid value for argument score_mode. Expected one of 'dot', 'concat': {score_mode}")
        self.use_scale = use_scale
        self.score_mode = score_mode
        self.dropout = dropout
        self.seed = seed
        self.supports_masking = True

    scale: Any
    concat_score_weight: Any

    def build(self, input_shape: Any) -> None:
        self.scale = self.add_weight((), "ones", name="scale") if self.use_scale else None
        self.concat_score_weight = None
        if self.score_mode == "concat":
            self.concat_score_weight = self.add_weight((), "ones", name="concat_score_weight")
        self.built = True

    def _scores(self, query: Array, key: Array) -> Array:
        if self.score_mode == "concat":
            total = query[..., :, None, :] + key[..., None, :, :]
            total = total if self.scale is None else self.scale * total
            scores: Array = self.concat_score_weight * jnp.sum(jnp.tanh(total), axis=-1)
            return scores
        scores = query @ jnp.swapaxes(key, -1, -2)
        return scores if self.scale is None else scores * self.scale

    def call(
        self,
        inputs: Sequence[Array],
        mask: Any = None,
        training: bool = False,
        return_attention_scores: bool = False,
        use_causal_mask: bool = False,
    ) -> Any:
        query, value = inputs[:2]
        key = inputs[2] if len(inputs) > 2 else value
        query_mask, value_mask = (mask[0], mask[1]) if mask else (None, None)
        scores = self._scores(query, key)
        allowed = None if value_mask is None else value_mask[:, None]
        if use_causal_mask:
            causal = jnp.tril(jnp.ones((1, *scores.shape[-2:]), bool))
            allowed = causal if allowed is None else allowed & causal
        if allowed is not None:
            scores = jnp.where(allowed, scores, scores - (65504.0 if scores.dtype == jnp.float16 else 1e9))
        weights = jax.nn.softmax(scores)
        found = (dropped(weights, self.dropout) if training and self.dropout > 0 else weights) @ value
        if query_mask is not None:
            found = jnp.where(query_mask[..., None], found, 0)
        return (found, weights) if return_attention_scores else found

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return mask[0] if isinstance(mask, list) else None


class AdditiveAttention(Attention):
    """Scores by a tangent of sums. Weights: scale (D,), with `use_scale`."""

    def __init__(self, use_scale: bool = True, dropout: float = 0.0, **kwargs: Any) -> None:
        super().__init__(use_scale, dropout=dropout, **kwargs)

    def build(self, input_shape: Any) -> None:
        self.scale = None
        if self.use_scale:
            self.scale = self.add_weight((input_shape[0][-1],), "glorot_uniform", name="scale")
        self.built = True

    def _scores(self, query: Array, key: Array) -> Array:
        total = jnp.tanh(query[..., :, None, :] + key[..., None, :, :])
        return jnp.sum(total if self.scale is None else self.scale * total, axis=-1)
