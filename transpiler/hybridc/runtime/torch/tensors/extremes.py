"""Largest and smallest elements together with where they are. Equal ones: the first. NaN counts as both."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.tensors.dims import axis_of, with_an_axis
from hybridc.runtime.torch.tensors.types import result_type

Array = jax.Array

__all__ = ["Aminmax", "Found", "aminmax", "max", "min", "restored"]


class Found(NamedTuple):
    """Elements along an axis, and their indices (int32)."""

    values: Array
    indices: Array


class Aminmax(NamedTuple):
    """The smallest and the largest elements."""

    min: Array
    max: Array


def restored(found: Array, input: Array, axis: int, keepdim: bool) -> Array:
    """A result with size 1 at `axis` in the shape that PyTorch gives it; an input without axes has none afterwards."""
    if input.ndim == 0:
        return found.reshape(())
    return found if keepdim else jnp.squeeze(found, axis)


def max(input: Array, dim: int | Array | None = None, keepdim: bool = False) -> Array | Found:
    """`max(input)` is the largest element, `max(input, other)` the larger ones of two arrays, element by element, and
    `max(input, dim)` a pair: the largest elements along an axis, and the first indices that they are at.

    The derivative of `max(input, dim)` is that of the element at the index.
    """
    if dim is None:
        return jnp.max(input)
    if isinstance(dim, int):
        return _found(input, dim, keepdim)
    dtype = result_type(input, dim)
    return jnp.maximum(input.astype(dtype), dim.astype(dtype))


def min(input: Array, dim: int | Array | None = None, keepdim: bool = False) -> Array | Found:
    """As `max`, of the smallest."""
    if dim is None:
        return jnp.min(input)
    if isinstance(dim, int):
        return _found(input, dim, keepdim, smallest=True)
    dtype = result_type(input, dim)
    return jnp.minimum(input.astype(dtype), dim.astype(dtype))


def _found(input: Array, dim: int, keepdim: bool, smallest: bool = False) -> Found:
    axis, array = axis_of(input, dim), with_an_axis(input)
    values = _extreme(array, axis, smallest)
    indices = _position(array, axis, smallest)
    return Found(restored(values, input, axis, keepdim), restored(indices, input, axis, keepdim))


def _position(array: Array, axis: int, smallest: bool) -> Array:
    return (jnp.argmin if smallest else jnp.argmax)(array, axis=axis, keepdims=True)


@partial(jax.custom_jvp, nondiff_argnums=(1, 2))
def _extreme(array: Array, axis: int, smallest: bool) -> Array:
    return (jnp.min if smallest else jnp.max)(array, axis=axis, keepdims=True)


@_extreme.defjvp
def _extreme_jvp(axis: int, smallest: bool, primals: tuple[Array], tangents: tuple[Array]) -> tuple[Array, Array]:
    """PyTorch: the whole derivative goes to the first of equal elements."""
    indices = _position(primals[0], axis, smallest)
    values = jnp.take_along_axis(primals[0], indices, axis=axis)
    return values, jnp.take_along_axis(tangents[0], indices, axis=axis)


def aminmax(input: Array, *, dim: int | None = None, keepdim: bool = False) -> Aminmax:
    """The smallest and the largest elements along an axis, or of all; the derivative is shared by equal ones."""
    array = input if dim is None else with_an_axis(input)
    axis = None if dim is None else axis_of(input, dim)
    least = jnp.min(array, axis=axis, keepdims=keepdim)
    most = jnp.max(array, axis=axis, keepdims=keepdim)
    return Aminmax(least, most) if input.ndim else Aminmax(least.reshape(()), most.reshape(()))
