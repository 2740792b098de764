"""Max pooling over windows that lie at random (Graham 2014, arXiv:1412.6071)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.torch.nn.functional.maxima import largest_of_drawn_windows
from hybridc.runtime.torch.nn.functional.windows import Sizes, check_rank, per_axis

__all__ = ["fractional_max_pool2d", "fractional_max_pool3d"]

Ratios = float | Sequence[float]


def fractional_max_pool2d(
    input: jax.Array,
    kernel_size: Sizes,
    output_size: Sizes | None = None,
    output_ratio: Ratios | None = None,
    return_indices: bool = False,
    _random_samples: jax.Array | None = None,
) -> Any:
    """`input` (N, C, H, W) or (C, H, W) -> (N, C, H', W'): the largest element of every window.

    The output's sizes are `output_size`, or the input's times `output_ratio`, rounded down. Where the windows lie is
    told by `_random_samples` (N, C, 2), of W and of H, between 0 and 1, drawn unless given, in evaluation mode too.
    With `return_indices` a pair: the values, and their int32 places, row * W + column. Raises ValueError without sizes,
    RuntimeError for windows that do not fit.
    """
    ratios = None if output_ratio is None else _pair_of(output_ratio)
    return _pooled(2, (1, 0), input, kernel_size, output_size, ratios, return_indices, _random_samples)


def fractional_max_pool3d(
    input: jax.Array,
    kernel_size: Sizes,
    output_size: Sizes | None = None,
    output_ratio: Ratios | None = None,
    return_indices: bool = False,
    _random_samples: jax.Array | None = None,
) -> Any:
    """`input` (N, C, D, H, W) or (C, D, H, W); `_random_samples` are of D, H and W. See `fractional_max_pool2d`."""
    ratios = (output_ratio,) * 3 if isinstance(output_ratio, int | float) else output_ratio
    return _pooled(3, (0, 1, 2), input, kernel_size, output_size, ratios, return_indices, _random_samples)


def _pair_of(ratio: Ratios) -> Sequence[float]:
    """Raises ValueError for more than two. PyTorch's function wants a sequence, its layer takes a number."""
    pair = (ratio,) * 2 if isinstance(ratio, int | float) else tuple(ratio)
    if len(pair) > 2:
        raise ValueError("fractional_max_pool2d requires output_ratio to either be a single Int or tuple of Ints.")
    return pair


def _pooled(
    axes: int,
    samples_of: tuple[int, ...],
    input: jax.Array,
    kernel_size: Sizes,
    output_size: Sizes | None,
    output_ratio: Sequence[float] | None,
    return_indices: bool,
    samples: jax.Array | None,
) -> Any:
    """`samples_of`: which sample is of which axis."""
    name = f"fractional_max_pool{axes}d"
    check_rank(input, axes, name)
    sizes, kernel = input.shape[-axes:], per_axis(kernel_size, axes, "kernel_size")
    if output_size is not None:
        counts = per_axis(output_size, axes, "output_size")
    elif output_ratio is not None:
        counts = tuple(int(size * ratio) for size, ratio in zip(sizes, output_ratio, strict=True))
    else:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    for size, count, k in zip(sizes, counts, kernel, strict=True):
        if count + k - 1 > size - (axes == 3):  # PyTorch: of three axes, windows that lie densely do not fit
            raise RuntimeError(f"{name}: a kernel of {k} and an output of {count} are too large for an input of {size}")
    batch = input if input.ndim == axes + 2 else input[None]
    shape = (*batch.shape[:2], axes)
    if samples is None:
        samples = jax.random.uniform(next_key(), shape, input.dtype)
    if samples.shape != shape:
        raise RuntimeError(f"{name}: expected _random_samples of shape {shape}, but got {samples.shape}")
    positions = [
        _starts(samples[..., place], size, count, k)[..., None] + jnp.arange(k, dtype=jnp.int32)
        for place, size, count, k in zip(samples_of, sizes, counts, kernel, strict=True)
    ]
    values, indices = largest_of_drawn_windows(batch, positions)
    if input.ndim == axes + 1:
        values, indices = values[0], indices[0]
    return (values, indices) if return_indices else values


def _starts(samples: jax.Array, size: int, count: int, kernel: int) -> jax.Array:
    """(N, C, windows): where the windows of one axis begin; the last one ends with the axis."""
    last = jnp.full((*samples.shape, 1), size - kernel, jnp.int32)
    if count == 1:
        return last
    scalar = np.dtype(samples.dtype).type
    step = scalar(size - kernel) / scalar(count - 1)
    before = ((jnp.arange(count - 1).astype(samples.dtype) + samples[..., None]) * step).astype(jnp.int32)
    return jnp.concatenate([before - (samples[..., None] * step).astype(jnp.int32), last], axis=-1)
