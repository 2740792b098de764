"""What is found by its order, and elements that are read and written by indices along one axis."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.checking.lookups import expect_within, expect_within_axes
from hybridc.runtime.torch.tensors import method_shapes, orders, scans
from hybridc.runtime.torch.tensors import searching as kernels
from hybridc.runtime.torch.tensors.shapes import diag_embed

Array = jax.Array

__all__ = [
    "cummax", "cummin", "diag_embed", "index_add", "index_fill", "kthvalue", "logcumsumexp", "quantile",
    "scatter_nd", "searchsorted", "take", "unfold",
]  # fmt: skip


def quantile(
    x: Array, q: Any, axis: Any = None, keepdim: bool = False, interpolation: str = "linear", name: str | None = None
) -> Array:
    """The quantiles along axes, or of all elements, in the dtype of `x`; several ones along a new first axis."""
    places = jnp.asarray(q, x.dtype)
    axes = tuple(axis) if isinstance(axis, list) else axis
    return jnp.quantile(x, places, axes, keepdims=keepdim, method=interpolation)


def searchsorted(sorted_sequence: Array, values: Array, right: bool = False) -> Array:
    """Where values would be put into sorted rows, as int32: before equal ones, or behind them with `right`."""
    return kernels.searchsorted(sorted_sequence, values, right=right)


def logcumsumexp(x: Array, axis: int | None = None) -> Array:
    """The logarithms of the running sums of exponentials, of all elements in order without an axis."""
    return scans.logcumsumexp(x.reshape(-1), 0) if axis is None else scans.logcumsumexp(x, axis)


def cummax(x: Array, axis: int | None = None) -> tuple[Array, Array]:
    """The largest so far along an axis, and the places of the last of them."""
    values, places = scans.cummax(x.reshape(-1), 0) if axis is None else scans.cummax(x, axis)
    return values, places


def cummin(x: Array, axis: int | None = None) -> tuple[Array, Array]:
    """The smallest so far along an axis, and the places of the last of them."""
    values, places = scans.cummin(x.reshape(-1), 0) if axis is None else scans.cummin(x, axis)
    return values, places


def kthvalue(x: Array, k: int, axis: int | None = None, keepdim: bool = False) -> tuple[Array, Array]:
    """The k-th smallest along an axis, counted from 1, and its place."""
    values, places = orders.kthvalue(x, k, -1 if axis is None else axis, keepdim)
    return values, places


def index_add(x: Array, index: Array, axis: int, value: Array) -> Array:
    """`x` with the parts of `value` added to those at `index` along the axis."""
    expect_within(index, x.shape[axis], axis % x.ndim)
    return jnp.asarray(_at(x, index, axis).add(value))


def index_fill(x: Array, index: Array, axis: int, value: Any) -> Array:
    """`x` with the parts at `index` along the axis set to a number, in the dtype of `x`."""
    return jnp.asarray(_at(x, index, axis).set(jnp.asarray(value).astype(x.dtype)))


def _at(x: Array, index: Array, axis: int) -> Any:
    return x.at[(slice(None),) * (axis % x.ndim) + (index,)]


def take(x: Array, index: Array) -> Array:
    """The elements at places in the order of all: of the shape of `index`."""
    expect_within(index, x.size)
    return jnp.take(x, jnp.where(index < 0, index + x.size, index), mode="clip")


def scatter_nd(index: Array, updates: Array, shape: Any) -> Array:
    """Zeros of a shape, with updates added at the places whose coordinates are the last axis of `index`."""
    zeros = jnp.zeros(tuple(int(size) for size in shape), updates.dtype)
    expect_within_axes(index, zeros.shape)
    return zeros.at[tuple(jnp.moveaxis(index, -1, 0))].add(updates)


def unfold(x: Array, axis: int, size: int, step: int) -> Array:
    """Windows along an axis, in a new last axis."""
    return method_shapes.unfold(x, axis, size, step)
