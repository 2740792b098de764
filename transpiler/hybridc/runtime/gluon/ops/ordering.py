"""Sorting. Places come as float32 unless another dtype is asked for."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array


def _order(data: Array, axis: int, is_ascend: bool) -> Array:
    """Places in order; of equal elements the first comes first."""
    return jnp.argsort(data, axis, stable=True, descending=not is_ascend)


def _along(data: Array, axis: int | None) -> tuple[Array, int]:
    return (data.ravel(), 0) if axis is None else (data, axis)


def sort(data: Array, axis: int | None = -1, is_ascend: bool = True) -> Array:
    """The elements in order along an axis, or of the whole array."""
    x, along = _along(data, axis)
    return jnp.take_along_axis(x, lax.stop_gradient(_order(x, along, is_ascend)), along)


def argsort(data: Array, axis: int | None = -1, is_ascend: bool = True, dtype: Any = "float32") -> Array:
    """The places of the elements in order along an axis, or of the whole array."""
    return lax.stop_gradient(_order(*_along(data, axis), is_ascend)).astype(dtype)


def topk(
    data: Array,
    axis: int | None = -1,
    k: int = 1,
    ret_typ: str = "indices",
    is_ascend: bool = False,
    dtype: Any = "float32",
) -> Any:
    """The largest `k` elements along an axis, or with `is_ascend` the smallest; all for a `k` of 0.

    `ret_typ`: "value", "indices", "both" in a list, or "mask", 1 at their places and 0 elsewhere in the data's shape.
    """
    x, along = _along(data, axis)
    along %= x.ndim
    count = x.shape[along] if k < 1 else k
    places = lax.slice_in_dim(lax.stop_gradient(_order(x, along, is_ascend)), 0, count, axis=along)
    if ret_typ == "indices":
        return places.astype(dtype)
    if ret_typ == "mask":
        chosen = jnp.put_along_axis(jnp.zeros_like(x), places, 1, along, inplace=False)
        return lax.stop_gradient(chosen).reshape(data.shape)
    values = jnp.take_along_axis(x, places, along)
    return values if ret_typ == "value" else [values, places.astype(dtype)]
