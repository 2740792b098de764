"""Padding, which may be negative: then it cuts off."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax

__all__ = ["pad"]

_NUMPY_MODES = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def pad(input: jax.Array, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> jax.Array:
    """The input with `pad` elements more on both sides of its last axes: (last left, last right, one before left, ...).

    `mode` is "constant" (with `value`, 0 unless given), "reflect" (without the edge), "replicate" (the edge) or
    "circular". Modes other than constant pad all axes but the first one or two, of one to three. Any dtype, which the
    result keeps. Raises RuntimeError for more padding than the mode can fill, NotImplementedError for ranks and modes
    that PyTorch does not know either.
    """
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(f"Padding length {len(pad)} is more than two for each of {input.ndim} dimensions")
    pairs = [(pad[i], pad[i + 1]) for i in range(len(pad) - 2, -1, -2)]
    widths = [(0, 0)] * (input.ndim - len(pairs)) + pairs
    if mode == "constant":
        return _filled(input, widths, 0 if value is None else value)
    if mode not in _NUMPY_MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if not 1 <= len(pairs) <= 3 or input.ndim - len(pairs) not in (1, 2):
        raise NotImplementedError(f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.")
    _check(input.shape, widths, mode)
    if mode == "circular":  # what is cut off does not come back on the other side
        return _wider(_cut(input, widths), widths, mode)
    return _cut(_wider(input, widths, mode), widths)


def _filled(input: jax.Array, widths: Sequence[tuple[int, int]], value: float) -> jax.Array:
    for size, (low, high) in zip(input.shape, widths, strict=True):
        if size + min(low, 0) + min(high, 0) < 0:
            raise RuntimeError(f"padding {(low, high)} takes more from an axis than its {size} elements")
    return lax.pad(input, jnp.asarray(value).astype(input.dtype), [(low, high, 0) for low, high in widths])


def _check(shape: Sequence[int], widths: Sequence[tuple[int, int]], mode: str) -> None:
    for size, (low, high) in zip(shape, widths, strict=True):
        most = max(low, high)
        kept = size + min(low, 0) + min(high, 0)
        if mode == "reflect" and (low, high) != (0, 0) and most >= size:
            raise RuntimeError(f"Padding size should be less than the input dimension {size}, but got {(low, high)}")
        if mode == "circular" and most > max(kept, 0):
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + low + high < (0 if mode == "circular" else 1) and (low, high) != (0, 0):
            raise RuntimeError(f"input of size {size} is too small for padding {(low, high)}")


def _wider(x: jax.Array, widths: Sequence[tuple[int, int]], mode: str) -> jax.Array:
    return jnp.pad(x, [(max(low, 0), max(high, 0)) for low, high in widths], mode=_NUMPY_MODES[mode])


def _cut(x: jax.Array, widths: Sequence[tuple[int, int]]) -> jax.Array:
    return lax.pad(x, jnp.zeros((), x.dtype), [(min(low, 0), min(high, 0), 0) for low, high in widths])
