"""What depends on the order of elements along an axis. NaN is larger than all else, and equal ones keep their order.

PyTorch does not say which of several equal elements `topk`, `kthvalue` and `median` point to. Here it is the first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.mutable import reading
from hybridc.runtime.torch.tensors.dims import axis_of, with_an_axis
from hybridc.runtime.torch.tensors.extremes import Found, restored

Array = jax.Array

__all__ = ["argsort", "kthvalue", "median", "mode", "msort", "nanmedian", "nanquantile", "quantile", "sort", "topk"]


@reading
def sort(input: Array, dim: int = -1, descending: bool = False, *, stable: bool = False) -> Found:
    """The elements in order along `dim`, and the indices that they had (int32)."""
    axis, array = axis_of(input, dim), with_an_axis(input)
    places = lax.broadcasted_iota(jnp.int32, array.shape, axis)
    if descending:  # backwards before and after: equal ones keep their order
        array, places = jnp.flip(array, axis), jnp.flip(places, axis)
    values, indices = lax.sort((array, places), dimension=axis, num_keys=1)
    if descending:
        values, indices = jnp.flip(values, axis), jnp.flip(indices, axis)
    return Found(values.reshape(input.shape), indices.reshape(input.shape))


def argsort(input: Array, dim: int = -1, descending: bool = False, *, stable: bool = False) -> Array:
    """The indices (int32) that put the elements in order along `dim`."""
    order = jnp.argsort(with_an_axis(input), axis=axis_of(input, dim), descending=descending, stable=True)
    return order.reshape(input.shape)


def msort(input: Array) -> Array:
    """The elements in order along the first axis."""
    return jnp.sort(input, axis=0)


def topk(input: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Found:
    """The `k` largest elements along `dim`, the largest first, or the smallest, and their indices (int32).

    They are sorted whether that is asked for or not.
    """
    axis, array = axis_of(input, dim), jnp.moveaxis(with_an_axis(input), axis_of(input, dim), -1)
    if largest:
        values, indices = lax.top_k(array, k)
    else:
        indices = _smallest(array, k)
        values = jnp.take_along_axis(array, indices, axis=-1)
    if input.ndim == 0:
        return Found(values.reshape(()), indices.reshape(()))
    return Found(jnp.moveaxis(values, -1, axis), jnp.moveaxis(indices, -1, axis))


def _smallest(array: Array, k: int) -> Array:
    """The indices of the smallest elements along the last axis: the largest of the negative, which is much faster."""

    def sorting(array: Array) -> Array:
        return jnp.argsort(array, axis=-1)[..., :k].astype(jnp.int32)

    if not jnp.issubdtype(array.dtype, jnp.floating):
        return sorting(array)
    places: Array = lax.cond(jnp.isnan(array).any(), sorting, lambda array: lax.top_k(-array, k)[1], array)
    return places


def kthvalue(input: Array, k: int, dim: int = -1, keepdim: bool = False) -> Found:
    """The `k`-th smallest elements along `dim`, counted from 1, and their indices (int32).

    Raises ValueError for a `k` that is no place along the axis.
    """
    axis, array = axis_of(input, dim), with_an_axis(input)
    if not 1 <= k <= array.shape[axis]:
        raise ValueError(f"kthvalue(): selected number k out of range for dimension {dim}")
    indices = lax.index_in_dim(jnp.argsort(array, axis=axis), k - 1, axis)
    return _found(input, indices, axis, keepdim)


@partial(jax.custom_jvp, nondiff_argnums=(0,))
def _of_all(function: Callable[..., Found], elements: Array) -> Array:
    """PyTorch: the gradient goes to all elements that are equal to the value, in equal parts."""
    return function(elements, 0).values


@_of_all.defjvp
def _of_equal_ones(
    function: Callable[..., Found], primals: tuple[Array], tangents: tuple[Array]
) -> tuple[Array, Array]:
    (elements,), (change,) = primals, tangents
    value = _of_all(function, elements)
    are_equal = (elements == value) | (jnp.isnan(elements) & jnp.isnan(value))
    return value, jnp.sum(jnp.where(are_equal, change, 0)) / jnp.sum(are_equal).astype(change.dtype)


def median(input: Array, dim: int | None = None, keepdim: bool = False) -> Array | Found:
    """The median of all elements, or with `dim` those along an axis and their indices (int32).

    Of an even number of elements it is the lower one of the two in the middle. Where there is a NaN, the first of them.
    """
    if dim is None:
        return _of_all(median, input.reshape(-1))
    axis, array = axis_of(input, dim), with_an_axis(input)
    middle = lax.index_in_dim(jnp.argsort(array, axis=axis), (array.shape[axis] - 1) // 2, axis)
    is_nan = jnp.isnan(array)
    first = jnp.argmax(is_nan, axis=axis, keepdims=True)
    indices = jnp.where(jnp.any(is_nan, axis=axis, keepdims=True), first, middle)
    return _found(input, indices, axis, keepdim)


def nanmedian(input: Array, dim: int | None = None, keepdim: bool = False) -> Array | Found:
    """As `median`, of all that is not NaN; NaN where there is nothing else."""
    if dim is None:
        return _of_all(nanmedian, input.reshape(-1))
    axis, array = axis_of(input, dim), with_an_axis(input)
    count = jnp.sum(~jnp.isnan(array), axis=axis, keepdims=True, dtype=jnp.int32)
    middle = jnp.maximum(count - 1, 0) // 2
    indices = jnp.take_along_axis(jnp.argsort(array, axis=axis), middle, axis=axis)
    return _found(input, indices, axis, keepdim)


def mode(input: Array, dim: int = -1, keepdim: bool = False) -> Found:
    """The most frequent elements along `dim`, of several the smallest, and the last indices (int32) of these."""
    axis, array = axis_of(input, dim), jnp.moveaxis(with_an_axis(input), axis_of(input, dim), -1)
    ordered = jnp.sort(array, axis=-1)
    rows = ordered.reshape(-1, ordered.shape[-1])
    place = partial(jnp.searchsorted, method="sort")
    counts = jax.vmap(lambda row: place(row, row, side="right") - place(row, row, side="left"))(rows)
    most = jnp.argmax(counts.reshape(ordered.shape), axis=-1, keepdims=True)
    value = jnp.take_along_axis(ordered, most, axis=-1)
    places = lax.broadcasted_iota(jnp.int32, array.shape, array.ndim - 1)
    last = jnp.max(jnp.where(array == lax.stop_gradient(value), places, 0), axis=-1, keepdims=True)
    return _found(input, jnp.moveaxis(last, -1, axis), axis, keepdim)


def _found(input: Array, indices: Array, axis: int, keepdim: bool) -> Found:
    values = jnp.take_along_axis(with_an_axis(input), indices, axis=axis)
    indices = indices.astype(jnp.int32)
    return Found(restored(values, input, axis, keepdim), restored(indices, input, axis, keepdim))


def quantile(
    input: Array, q: float | Array, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Array:
    """The quantiles `q`, from 0 to 1, of all elements or along `dim`: (the shape of `q`, then that of the rest).

    `interpolation` is linear, lower, higher, midpoint or nearest. NaN where there is one.
    """
    return jnp.quantile(input, _of_dtype(q, input), axis=dim, keepdims=keepdim, method=interpolation)


def nanquantile(
    input: Array, q: float | Array, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Array:
    """As `quantile`, of all that is not NaN; NaN where there is nothing else."""
    return jnp.nanquantile(input, _of_dtype(q, input), axis=dim, keepdims=keepdim, method=interpolation)


def _of_dtype(q: float | Array, input: Array) -> Array:
    return jnp.asarray(q, input.dtype)
