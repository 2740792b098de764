"""Products, and sums of several arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.mutable import viewing
from hybridc.runtime.paddle.nn.functional import activations
from hybridc.runtime.torch.tensors import norms

Array = jax.Array

__all__ = [
    "addmm",
    "as_real",
    "cdist",
    "cross",
    "increment",
    "masked_fill",
    "matmul",
    "multiplex",
    "pow",
    "scale",
    "sliced",
    "solve",
    "stanh",
    "tensordot",
]


def matmul(x: Array, y: Array, transpose_x: bool = False, transpose_y: bool = False) -> Array:
    """`x @ y`, with the last two axes of one exchanged if that is asked for; vectors stay as they are."""
    if transpose_x and x.ndim > 1:
        x = x.mT
    if transpose_y and y.ndim > 1:
        y = y.mT
    return jnp.matmul(x, y)


def scale(
    x: Array, scale: Any = 1.0, bias: float = 0.0, bias_after_scale: bool = True, act: str | None = None
) -> Array:
    """`scale * x + bias`, or `scale * (x + bias)`, both in the dtype of `x`, then the function of `F` called `act`."""
    factor, summand = jnp.asarray(scale).astype(x.dtype), jnp.asarray(bias).astype(x.dtype)
    found = x * factor + summand if bias_after_scale else (x + summand) * factor
    return found if act is None else jnp.asarray(getattr(activations, act)(found))


def addmm(input: Array, x: Array, y: Array, beta: float = 1.0, alpha: float = 1.0) -> Array:
    return beta * input + alpha * jnp.matmul(x, y)


def pow(x: Array, y: Any) -> Array:
    """`x ** y`. Of whole numbers to negative powers what is left of the fraction: 0, 1 or -1."""
    found = jnp.power(x, y)
    if not jnp.issubdtype(found.dtype, jnp.integer) or isinstance(y, int):
        return found
    odd = jnp.where(y % 2 == 0, 1, x)
    return jnp.where(y < 0, jnp.where(jnp.abs(x) == 1, odd, 0), found).astype(found.dtype)


def increment(x: Array, value: float = 1.0) -> Array:
    return (x + value).astype(x.dtype)


def stanh(x: Array, scale_a: float = 0.67, scale_b: float = 1.7159) -> Array:
    return scale_b * jnp.tanh(scale_a * x)


def masked_fill(x: Array, mask: Array, value: Any) -> Array:
    """`x` with a value where the mask is true, in the dtype of `x`."""
    return jnp.where(mask, jnp.asarray(value, x.dtype), x)


def multiplex(inputs: Sequence[Array], index: Array) -> Array:
    """Row by row, that of the input whose number `index` (N, 1) has."""
    rows = jnp.stack(list(inputs))
    expect_within(index, len(rows), first=0)
    return rows[index.reshape(-1), jnp.arange(rows.shape[1])]


@viewing
def sliced(x: Array, axes: Any, starts: Any, ends: Any, strides: Any = None) -> Array:
    """`x[start:end:stride]` along each of the axes."""
    steps = strides if strides is not None else [1] * len(axes)
    parts = [slice(None)] * x.ndim
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        parts[int(axis)] = slice(int(start), int(end), int(step))
    return x[tuple(parts)]


def as_real(x: Array) -> Array:
    """Complex numbers as pairs of real ones, in a new last axis."""
    return jnp.stack([jnp.real(x), jnp.imag(x)], -1)


def solve(x: Array, y: Array) -> Array:
    """What `x` times it is `y`: a vector, or matrices."""
    is_vector = y.ndim == 1
    found: Array = jnp.linalg.solve(x, y[:, None] if is_vector else y)
    return found[..., 0] if is_vector else found


def tensordot(x: Array, y: Array, axes: Any = 2) -> Array:
    """The sum of products over the last axes of one and the first of the other, or over those of a pair of lists.

    One list is for both.
    """
    if isinstance(axes, int):
        return jnp.tensordot(x, y, axes)
    if all(isinstance(axis, int) for axis in axes):
        return jnp.tensordot(x, y, (tuple(axes), tuple(axes)))
    return jnp.tensordot(x, y, tuple(tuple(each) for each in axes))


def cross(x: Array, y: Array, axis: int = 9) -> Array:
    """The vector products along an axis of three elements, by default, or for 9, the first one."""
    place = next(i for i, size in enumerate(x.shape) if size == 3) if axis == 9 else axis
    return jnp.cross(x, y, axis=place)


def cdist(x: Array, y: Array, p: float = 2.0) -> Array:
    """The p-norms of the differences of all rows of `x` and of `y`: (..., rows of `x`, rows of `y`)."""
    found: Array = norms.cdist(x, y, p)
    return found
