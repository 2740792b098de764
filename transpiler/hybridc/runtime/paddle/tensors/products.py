"""Products, and sums of several arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.nn.functional import activations

Array = jax.Array

__all__ = ["addmm", "increment", "masked_fill", "matmul", "multiplex", "scale", "sliced", "stanh"]


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
    """`scale * x + bias`, or `scale * (x + bias)`, in the dtype of `x`, then the function of `F` called `act`."""
    found = x * scale + bias if bias_after_scale else (x + bias) * scale
    found = found.astype(x.dtype)
    return found if act is None else jnp.asarray(getattr(activations, act)(found))


def addmm(input: Array, x: Array, y: Array, beta: float = 1.0, alpha: float = 1.0) -> Array:
    return beta * input + alpha * jnp.matmul(x, y)


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
    return rows[index.reshape(-1), jnp.arange(rows.shape[1])]


def sliced(x: Array, axes: Any, starts: Any, ends: Any, strides: Any = None) -> Array:
    """`x[start:end:stride]` along each of the axes."""
    steps = strides if strides is not None else [1] * len(axes)
    parts = [slice(None)] * x.ndim
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        parts[int(axis)] = slice(int(start), int(end), int(step))
    return x[tuple(parts)]
