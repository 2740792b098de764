"""Convolutions in groups of channels, in forms that XLA compiles well."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.custom_derivatives import SymbolicZero

from hybridc.runtime.torch.nn.functional.windows import computing_dtype

__all__ = ["convolve", "exchanged"]

# XLA's CPU backend runs one convolution with groups 2 to 300 times slower than the same work written out, its gradient
# 4 to 100 times. A convolution for each group runs fastest, and takes longer to compile with each.
_MOST_GROUPS = 8
_MOST_TERMS = 64  # of a sum that is written out for every element of the result
_AT_ONCE = 3  # elements of the kernel in one product; each is another copy of the input


def convolve(
    x: jax.Array,
    kernel: jax.Array,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    base_dilation: Sequence[int],
    window_dilation: Sequence[int],
    groups: int,
) -> jax.Array:
    """Cross-correlation of `x` (N, C, ...) with `kernel` (O, C / groups, ...): `lax.conv_general_dilated`.

    `base_dilation` spreads the input (the stride of a transposed convolution), `window_dilation` the kernel; padding
    may be negative. No group sees another one's infinities.
    """
    if groups == 1 or jax.default_backend() != "cpu":
        return _convolution(x, kernel, strides, padding, base_dilation, window_dilation, groups)
    windows = _Windows(kernel.shape[2:], strides, padding, base_dilation, window_dilation)
    is_short = math.prod(kernel.shape[1:]) <= _MOST_TERMS
    if is_short and kernel.shape[1] == 1 and x.shape[1] == groups:
        return _summed(x, kernel, windows, groups)
    if groups > _MOST_GROUPS:
        return _grouped(x, kernel, windows, groups, is_short and math.prod(windows.taps) > 1)
    parts = zip(jnp.split(x, groups, axis=1), jnp.split(kernel, groups, axis=0), strict=True)
    found = [_convolution(part, k, strides, padding, base_dilation, window_dilation, 1) for part, k in parts]
    return jnp.concatenate(found, axis=1)


def exchanged(weight: jax.Array, groups: int) -> jax.Array:
    """(C, O / groups, ...) -> (O, C / groups, ...), mirrored: the kernel by which a transposed convolution is one."""
    inputs, outputs, *taps = weight.shape
    parts = jnp.flip(weight, tuple(range(2, weight.ndim))).reshape(groups, inputs // groups, outputs, *taps)
    return parts.swapaxes(1, 2).reshape(groups * outputs, inputs // groups, *taps)


def _convolution(
    x: jax.Array,
    kernel: jax.Array,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    base_dilation: Sequence[int],
    window_dilation: Sequence[int],
    groups: int,
) -> jax.Array:
    return lax.conv_general_dilated(
        x,
        kernel,
        strides,
        padding,
        lhs_dilation=base_dilation,
        rhs_dilation=window_dilation,
        feature_group_count=groups,
    )


@dataclass(frozen=True)
class _Windows:
    """Where the elements of a kernel, its taps, lie in the input."""

    taps: Sequence[int]
    strides: Sequence[int]
    padding: Sequence[tuple[int, int]]
    base_dilation: Sequence[int]
    window_dilation: Sequence[int]

    def moved(self, x: jax.Array) -> Iterator[tuple[tuple[int, ...], jax.Array]]:
        """For each of the taps, what of `x` (..., *sizes) it is multiplied by: (..., *counts)."""
        outer = x.ndim - len(self.taps)
        edges = [(low, high, d - 1) for (low, high), d in zip(self.padding, self.base_dilation, strict=True)]
        x = lax.pad(x, jnp.zeros((), x.dtype), [*((0, 0, 0),) * outer, *edges])
        each = list(zip(x.shape[outer:], self.taps, self.strides, self.window_dilation, strict=True))
        counts = [(size - d * (k - 1) - 1) // s + 1 for size, k, s, d in each]
        for tap in itertools.product(*map(range, self.taps)):
            starts = [t * d for t, d in zip(tap, self.window_dilation, strict=True)]
            stops = [a + (count - 1) * s + 1 for a, count, s in zip(starts, counts, self.strides, strict=True)]
            yield (
                tap,
                lax.slice(x, [*(0,) * outer, *starts], [*x.shape[:outer], *stops], [*(1,) * outer, *self.strides]),
            )


def _grouped(x: jax.Array, kernel: jax.Array, windows: _Windows, groups: int, is_short: bool) -> jax.Array:
    """For many groups. What is fastest forward has a gradient that is slow, and takes long to compile."""

    @jax.custom_jvp
    def forward(x: jax.Array, kernel: jax.Array) -> jax.Array:
        if is_short:
            return _summed(x, kernel, windows, groups)
        return _multiplied(x, kernel, windows, groups)

    @jax.checkpoint
    def tangent(x: jax.Array, kernel: jax.Array) -> jax.Array:
        return _multiplied(x, kernel, windows, groups)

    def linearized(primals: Sequence[jax.Array], tangents: Sequence[Any]) -> tuple[jax.Array, jax.Array]:
        (x, kernel), (dx, dkernel) = primals, tangents
        parts = [] if type(dx) is SymbolicZero else [tangent(dx, kernel)]
        parts += [] if type(dkernel) is SymbolicZero else [tangent(x, dkernel)]
        return forward(x, kernel), sum(parts[1:], parts[0])

    forward.defjvp(linearized, symbolic_zeros=True)
    found: jax.Array = forward(x, kernel)
    return found


def _summed(x: jax.Array, kernel: jax.Array, windows: _Windows, groups: int) -> jax.Array:
    """The sum, over the elements of a kernel, of the input moved and scaled."""
    dtype = computing_dtype(x.dtype)
    parts = x.reshape(x.shape[0], groups, kernel.shape[1], *x.shape[2:])
    scales = kernel.reshape(groups, -1, *kernel.shape[1:]).astype(dtype)
    total = None
    for tap, moved in windows.moved(parts):
        for channel in range(parts.shape[2]):
            scale = scales[(slice(None), slice(None), channel, *tap)].reshape(*scales.shape[:2], *(1 for _ in tap))
            term = moved[:, :, None, channel].astype(dtype) * scale
            total = term if total is None else total + term
    assert total is not None
    return total.reshape(x.shape[0], kernel.shape[0], *total.shape[3:]).astype(kernel.dtype)


def _multiplied(x: jax.Array, kernel: jax.Array, windows: _Windows, groups: int) -> jax.Array:
    """Products of matrices, a matrix for each group, of a few elements of the kernel at a time."""
    dtype = computing_dtype(x.dtype)
    parts = jnp.moveaxis(x.reshape(x.shape[0], groups, kernel.shape[1], *x.shape[2:]), 0, 2).astype(dtype)
    weights = kernel.reshape(groups, -1, *kernel.shape[1:]).astype(dtype)
    every = list(windows.moved(parts))
    total = None
    for first in range(0, len(every), _AT_ONCE):
        taps, moved = zip(*every[first : first + _AT_ONCE], strict=True)
        columns = jnp.concatenate(moved, 1)  # (groups, taps and channels, N, *counts)
        rows = jnp.concatenate([weights[(*(slice(None),) * 3, *tap)] for tap in taps], 2)
        term = lax.dot_general(rows, columns, (((2,), (1,)), ((0,), (0,))))
        total = term if total is None else total + term
    assert total is not None
    found = jnp.moveaxis(total, 2, 0)
    return found.reshape(x.shape[0], kernel.shape[0], *found.shape[3:]).astype(kernel.dtype)
