"""Attention, as `torch.nn.functional` has it: by itself, and by several heads between projections."""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from hybridc.runtime.torch.nn.functional.dropout import dropout
from hybridc.runtime.torch.nn.functional.linear import linear

Array = jax.Array

__all__ = ["multi_head_attention_forward", "scaled_dot_product_attention"]


def scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    attn_mask: Array | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Array:
    """`softmax(query @ key.T * scale + mask) @ value`: (..., L, Ev) of (..., L, E), (..., S, E) and (..., S, Ev).

    `attn_mask`: broadcasts to (..., L, S) and is added; or bool, True for what takes part. A query that nothing takes
    part in gets zeros, as in PyTorch. `is_causal`: query i sees the keys 0 to i, also where L and S differ; PyTorch's
    CPU kernel applies both this and a mask, and so does this. `scale`: 1 / sqrt(E) if None. `enable_gqa`: the query has
    a multiple of the heads, axis -3, of key and value, each of which serves as many in a row. In half precision, scores
    and their softmax are float32.

    Raises TypeError for inputs that are no floats or differ in dtype and for masks of integers, ValueError for shapes
    that do not fit.
    """
    _check(query, key, value)
    factor = 1 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale
    scores = _by_head("...le,...se->...ls", query, key, enable_gqa) * factor
    if attn_mask is not None:
        scores = _masked(scores, attn_mask)
    if is_causal:
        rows, columns = scores.shape[-2:]
        scores = jnp.where(jnp.arange(rows)[:, None] >= jnp.arange(columns), scores, -jnp.inf)
    weights = dropout(_safe_softmax(scores), dropout_p)
    output = _by_head("...ls,...se->...le", weights.astype(value.dtype), value, enable_gqa)
    return output.astype(query.dtype)


def _check(query: Array, key: Array, value: Array) -> None:
    dtypes = {query.dtype, key.dtype, value.dtype}
    if len(dtypes) > 1 or not jnp.issubdtype(query.dtype, jnp.floating):
        raise TypeError(
            f"query, key and value must be floats of one dtype, not {query.dtype}, {key.dtype}, {value.dtype}"
        )
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise ValueError("query, key and value must have at least two axes")
    if query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2]:
        raise ValueError(f"shapes do not fit: query {query.shape}, key {key.shape}, value {value.shape}")


def _by_head(subscripts: str, left: Array, right: Array, is_grouped: bool) -> Array:
    """The products of matrices, in float32 at least. Of groups of heads: `right` has one for several of `left`."""
    precise = jnp.promote_types(left.dtype, jnp.float32)
    if not is_grouped:
        return jnp.einsum(subscripts, left, right, preferred_element_type=precise)
    *batch, heads, rows, columns = left.shape
    groups = right.shape[-3]
    if heads % groups:
        raise ValueError(f"{groups} heads of key or value do not divide {heads} heads of the query")
    together = left.reshape(*batch, groups, heads // groups * rows, columns)
    product = jnp.einsum(subscripts, together, right, preferred_element_type=precise)
    return product.reshape(*product.shape[:-3], heads, rows, product.shape[-1])


def _masked(scores: Array, mask: Array) -> Array:
    if jnp.broadcast_shapes(mask.shape, scores.shape) != scores.shape:
        raise ValueError(f"a mask of the shape {mask.shape} does not broadcast to the scores' shape {scores.shape}")
    if mask.dtype == bool:
        return jnp.where(mask, scores, -jnp.inf)
    if not jnp.issubdtype(mask.dtype, jnp.floating):
        raise TypeError(f"a mask must be bool or float, not {mask.dtype}")
    return scores + mask


def _safe_softmax(scores: Array) -> Array:
    """Over the last axis; zeros where all are -inf."""
    peak = jnp.max(lax.stop_gradient(scores), axis=-1, keepdims=True, initial=-jnp.inf)
    powers = jnp.exp(scores - jnp.where(peak == -jnp.inf, 0, peak))
    total = jnp.sum(powers, axis=-1, keepdims=True)
    return powers / jnp.where(total == 0, 1, total)


def multi_head_attention_forward(
    query: Array,
    key: Array,
    value: Array,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Array | None,
    in_proj_bias: Array | None,
    bias_k: Array | None,
    bias_v: Array | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Array,
    out_proj_bias: Array | None,
    training: bool = True,
    key_padding_mask: Array | None = None,
    need_weights: bool = True,
    attn_mask: Array | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Array | None = None,
    k_proj_weight: Array | None = None,
    v_proj_weight: Array | None = None,
    static_k: Array | None = None,
    static_v: Array | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Array, Array | None]:
    """What `torch.nn.MultiheadAttention` computes of (L, N, E), (S, N, Ek) and (S, N, Ev), or of all without batch N.

    `in_proj_weight`: (3 * E, E); or with `use_separate_proj_weight` (E, E), (E, Ek) and (E, Ev). `bias_k`, `bias_v`:
    (1, 1, E), another key and value; `add_zero_attn`: yet another one, of zeros. `static_k`, `static_v`: (N * heads, S,
    E / heads), instead of what is projected. `key_padding_mask`, (N, S) or (S,), and `attn_mask`, (L, S) or (N * heads,
    L, S): float, which is added, or bool, True for what takes no part. `is_causal`: `attn_mask` is causal; without
    weights and padding mask, it is not even looked at, as in PyTorch.

    Returns (L, N, E) and the weights after dropout, (N, L, S) averaged over the heads or (N, heads, L, S), or None
    unless `need_weights`. For a query that nothing takes part in, the heads give NaN with `need_weights`, and zeros
    without, as in PyTorch. Raises ValueError for shapes that do not fit and for missing weights, TypeError for masks of
    integers, and RuntimeError for `is_causal` without a mask.
    """
    _check_shapes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    if is_causal and attn_mask is None:
        raise RuntimeError("`is_causal` is a hint about `attn_mask`, which must be given as well")
    is_batched, batch = query.ndim == 3, query.shape[1] if query.ndim == 3 else 1
    if use_separate_proj_weight:
        weights = q_proj_weight, k_proj_weight, v_proj_weight
        projected = _separately_projected((query, key, value), weights, in_proj_bias)
    else:
        projected = _projected(query, key, value, in_proj_weight, in_proj_bias)
    q, k, v = (_in_heads(x, batch, num_heads) for x in projected)
    k = k if static_k is None else static_k.reshape(batch, num_heads, *static_k.shape[1:])
    v = v if static_v is None else static_v.reshape(batch, num_heads, *static_v.shape[1:])
    more = _more_rows(bias_k, add_zero_attn, num_heads)
    k, v = _with_more(k, more), _with_more(v, _more_rows(bias_v, add_zero_attn, num_heads))

    is_implied = is_causal and key_padding_mask is None and not need_weights
    mask = _merged_mask(None if is_implied else attn_mask, key_padding_mask, q, k.shape[2] - len(more))
    if mask is not None:
        mask = jnp.pad(mask, [(0, 0)] * 3 + [(0, len(more))])
    dropout_p = dropout_p if training else 0.0
    if not need_weights:
        attended = scaled_dot_product_attention(q, k, v, mask, dropout_p, is_implied)
        return _out_of_heads(attended, is_batched, out_proj_weight, out_proj_bias), None
    scores = jnp.einsum("nhld,nhsd->nhls", q * math.sqrt(1 / q.shape[-1]), k)
    scores = scores if mask is None else (scores + mask).astype(scores.dtype)
    shares = dropout(_softmax(scores), dropout_p)
    output = _out_of_heads(jnp.einsum("nhls,nhsd->nhld", shares, v), is_batched, out_proj_weight, out_proj_bias)
    shares = shares.mean(axis=1) if average_attn_weights else shares
    return output, shares if is_batched else shares[0]


def _check_shapes(
    query: Array, key: Array, value: Array, embed_dim: int, num_heads: int, use_separate_proj_weight: bool
) -> None:
    if query.ndim not in (2, 3) or key.ndim != query.ndim or value.ndim != query.ndim:
        raise ValueError(
            f"query, key and value must all have two axes, or three: {query.shape}, {key.shape}, {value.shape}"
        )
    if query.shape[-1] != embed_dim:
        raise ValueError(f"expected a query of {embed_dim} features, its last axis, but got {query.shape}")
    if embed_dim % num_heads:
        raise ValueError(f"{num_heads} heads do not divide {embed_dim} features")
    if query.ndim == 3 and key.shape[1] != query.shape[1]:
        raise ValueError(f"expected keys and values of {query.shape[1]} batches, as the query has, but got {key.shape}")
    together = slice(-1) if use_separate_proj_weight else slice(None)
    if key.shape[together] != value.shape[together]:
        raise ValueError(f"key shape {key.shape} does not match value shape {value.shape}")


def _projected(query: Array, key: Array, value: Array, weight: Array | None, bias: Array | None) -> tuple[Array, ...]:
    """By one weight (3 * E, E); in one product where the arguments are the same array."""
    if weight is None:
        raise ValueError("there is no `in_proj_weight`, and `use_separate_proj_weight` is False")
    if query is key and key is value:
        return tuple(jnp.split(linear(query, weight, bias), 3, axis=-1))
    size = query.shape[-1]
    first, others = (None, None) if bias is None else (bias[:size], bias[size:])
    if key is value:
        both = jnp.split(linear(key, weight[size:], others), 2, axis=-1)
        return linear(query, weight[:size], first), *both
    return _separately_projected((query, key, value), tuple(jnp.split(weight, 3)), bias)


def _separately_projected(
    inputs: tuple[Array, ...], weights: tuple[Array | None, ...], bias: Array | None
) -> tuple[Array, ...]:
    biases = (None, None, None) if bias is None else jnp.split(bias, 3)
    projected = []
    for x, weight, each in zip(inputs, weights, biases, strict=True):
        if weight is None:
            raise ValueError("there must be a weight for each of query, key and value")
        projected.append(linear(x, weight, each))
    return tuple(projected)


def _in_heads(x: Array, batch: int, num_heads: int) -> Array:
    """(N, heads, L, E / heads) of (L, N, E) or (L, E)."""
    return x.reshape(x.shape[0], batch, num_heads, x.shape[-1] // num_heads).transpose(1, 2, 0, 3)


def _out_of_heads(x: Array, is_batched: bool, weight: Array, bias: Array | None) -> Array:
    """The last projection, (L, N, E) or (L, E), of (N, heads, L, E / heads)."""
    batch, heads, length, size = x.shape
    shape = (length, batch, heads * size) if is_batched else (length, heads * size)
    return linear(x.transpose(2, 0, 1, 3).reshape(shape), weight, bias)


def _more_rows(bias: Array | None, add_zero_attn: bool, num_heads: int) -> list[Array]:
    """Further keys or values, which broadcast to (N, heads, 1, E / heads)."""
    rows = [] if bias is None else [_in_heads(bias, 1, num_heads)]
    return [*rows, jnp.zeros(())] if add_zero_attn else rows


def _with_more(x: Array, rows: list[Array]) -> Array:
    shape = (*x.shape[:2], 1, x.shape[-1])
    return jnp.concatenate([x, *(jnp.broadcast_to(row.astype(x.dtype), shape) for row in rows)], axis=2)


def _merged_mask(attn_mask: Array | None, key_padding_mask: Array | None, q: Array, keys: int) -> Array | None:
    """What is added to scores (N, heads, L, S), with sizes of 1 where it is the same for all."""
    batch, heads, length, _ = q.shape
    masks = []
    if attn_mask is not None:
        shape = (1, 1, length, keys) if attn_mask.ndim == 2 else (batch, heads, length, keys)
        if attn_mask.shape not in ((length, keys), (batch * heads, length, keys)):
            raise ValueError(
                f"an `attn_mask` of the shape {attn_mask.shape} for scores of {(batch * heads, length, keys)}"
            )
        masks.append(added(attn_mask, q.dtype).reshape(shape))
    if key_padding_mask is not None:
        if key_padding_mask.size != batch * keys or key_padding_mask.shape[-1] != keys:
            raise ValueError(f"a `key_padding_mask` of the shape {key_padding_mask.shape} for keys of {(batch, keys)}")
        masks.append(added(key_padding_mask, q.dtype).reshape(batch, 1, 1, keys))
    return sum(masks[1:], masks[0]) if masks else None


def added(mask: Array, dtype: DTypeLike) -> Array:
    """What a mask adds to scores."""
    if mask.dtype == bool:
        return jnp.where(mask, -jnp.inf, 0.0).astype(dtype)
    if not jnp.issubdtype(mask.dtype, jnp.floating):
        raise TypeError(f"a mask must be bool or float, not {mask.dtype}")
    return mask


def _softmax(scores: Array) -> Array:
    """Over the last axis, computed in float32 for half precision; NaN where all are -inf."""
    return jax.nn.softmax(scores.astype(jnp.promote_types(scores.dtype, jnp.float32)), axis=-1).astype(scores.dtype)
