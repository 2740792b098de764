"""Where values belong in sorted sequences, and counts of them."""

from __future__ import annotations

import jax
import jax.numpy as jnp

Array = jax.Array

__all__ = ["bucketize", "histc", "searchsorted"]


def searchsorted(
    sorted_sequence: Array,
    input: Array | float,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Array | None = None,
) -> Array:
    """The indices (int32, of the input's shape) at which values would keep a sequence sorted.

    The sequence has one axis, or those of the input, of which all but the last have the same sizes. Before equal
    elements, or behind them where `right` or `side="right"`. `sorter` are the indices that sort the sequence. Raises
    ValueError where `right` and `side` disagree, or for shapes that do not fit.
    """
    if side == "left" and right:
        raise ValueError("side and right can't be set to opposites, got side of left while right was True")
    where = "right" if right or side == "right" else "left"
    ordered = sorted_sequence if sorter is None else jnp.take_along_axis(sorted_sequence, sorter, axis=-1)
    values = jnp.asarray(input)
    if ordered.ndim == 1:
        return jnp.searchsorted(ordered, values, side=where)
    if ordered.shape[:-1] != values.shape[:-1]:
        raise ValueError(
            "boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value "
            f"tensor must match, but we got {ordered.shape} and {values.shape}"
        )
    rows, sought = ordered.reshape(-1, ordered.shape[-1]), values.reshape(-1, values.shape[-1])
    found = jax.vmap(lambda row, v: jnp.searchsorted(row, v, side=where))(rows, sought)
    return found.reshape(values.shape)


def bucketize(input: Array | float, boundaries: Array, *, out_int32: bool = False, right: bool = False) -> Array:
    """The indices (int32) of the buckets between sorted boundaries that values fall into.

    Where a value is a boundary itself: the bucket before it, or with `right` the one behind it.
    """
    return searchsorted(boundaries, input, right=right)


def histc(input: Array, bins: int = 100, min: float = 0, max: float = 0) -> Array:
    """How many elements fall into each of `bins` equal parts of [min, max], in the input's floating point dtype.

    The last part has its upper end. If `min` and `max` are equal, the range is that of the elements, and if these are
    equal too, one more on both sides. Elements outside, and NaN, are not counted. Raises TypeError for integers.
    """
    if not jnp.issubdtype(input.dtype, jnp.floating):
        raise TypeError(f"histc is not implemented for {input.dtype}")
    values = input.reshape(-1)
    low, high = jnp.asarray(min, values.dtype), jnp.asarray(max, values.dtype)
    if min == max and values.size:
        low, high = jnp.min(values), jnp.max(values)
    low, high = jnp.where(low == high, low - 1, low), jnp.where(low == high, high + 1, high)
    place = jnp.floor((values - low) / (high - low) * bins)
    place = jnp.where(values == high, bins - 1, place)
    is_inside = (values >= low) & (values <= high)
    places = jnp.where(is_inside, place, bins).astype(jnp.int32)
    return jnp.zeros(bins, values.dtype).at[places].add(1, mode="drop")
