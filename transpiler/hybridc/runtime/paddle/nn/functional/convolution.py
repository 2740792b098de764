"""Convolutions, as `paddle.nn.functional` has them: inputs (N, C, *) or (N, *, C), weights (out, in / groups, *kernel).

`padding` in all the forms of `windows.edges`. Raises ValueError for channels that do not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.nn.functional.windows import edges, is_channels_last, per_axis, same_edges
from hybridc.runtime.torch.nn.functional.grouped import convolve, exchanged

Array = jax.Array
Sizes = int | Sequence[int]

__all__ = [
    "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose",
]  # fmt: skip


def conv1d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Sizes = 1,
    padding: Any = 0,
    dilation: Sizes = 1,
    groups: int = 1,
    data_format: str = "NCL",
    name: str | None = None,
) -> Array:
    """`x` (N, C, L) or (N, L, C), to the same with `out` channels."""
    return convolution(1, x, weight, bias, stride, padding, dilation, groups, data_format)


def conv2d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Sizes = 1,
    padding: Any = 0,
    dilation: Sizes = 1,
    groups: int = 1,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Array:
    """`x` (N, C, H, W) or (N, H, W, C), to the same with `out` channels."""
    return convolution(2, x, weight, bias, stride, padding, dilation, groups, data_format)


def conv3d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Sizes = 1,
    padding: Any = 0,
    dilation: Sizes = 1,
    groups: int = 1,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Array:
    """`x` (N, C, D, H, W) or (N, D, H, W, C), to the same with `out` channels."""
    return convolution(3, x, weight, bias, stride, padding, dilation, groups, data_format)


def convolution(
    axes: int,
    x: Array,
    weight: Array,
    bias: Array | None,
    stride: Sizes,
    padding: Any,
    dilation: Sizes,
    groups: int,
    data_format: str,
) -> Array:
    """A convolution over so many axes."""
    is_last = is_channels_last(data_format, axes)
    channels = x.shape[-1 if is_last else 1]
    if channels != weight.shape[1] * groups:
        raise ValueError(
            f"The number of input channels should be that of the filter * groups. Received: the input's shape is "
            f"{list(x.shape)}, the filter's shape is {list(weight.shape)}, groups is {groups}."
        )
    strides, dilations = per_axis(stride, axes, "stride"), per_axis(dilation, axes, "dilation")
    around = edges(padding, axes, is_last)
    if isinstance(around, str):
        dilations = (1,) * axes  # as Paddle has it
        sizes = x.shape[1:-1] if is_last else x.shape[2:]
        around = same_edges(sizes, weight.shape[2:], strides)
    first = jnp.moveaxis(x, -1, 1) if is_last else x
    return _finished(convolve(first, weight, strides, around, (1,) * axes, dilations, groups), bias, is_last)


def _finished(found: Array, bias: Array | None, is_last: bool) -> Array:
    """With the bias, one for each channel, added, and the channels where they were."""
    found = found if bias is None else found + bias.reshape(-1, *(1,) * (found.ndim - 2))
    return jnp.moveaxis(found, 1, -1) if is_last else found


def conv1d_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Sizes = 1,
    padding: Any = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
    output_size: Any = None,
    data_format: str = "NCL",
    name: str | None = None,
) -> Array:
    """The gradient of a convolution by its input: weight (in, out / groups, kernel)."""
    return _transposed(1, x, weight, bias, stride, padding, output_padding, groups, dilation, output_size, data_format)


def conv2d_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Sizes = 1,
    padding: Any = 0,
    output_padding: Sizes = 0,
    dilation: Sizes = 1,
    groups: int = 1,
    output_size: Any = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Array:
    """The gradient of a convolution by its input: weight (in, out / groups, *kernel)."""
    return _transposed(2, x, weight, bias, stride, padding, output_padding, groups, dilation, output_size, data_format)


def conv3d_transpose(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    stride: Sizes = 1,
    padding: Any = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
    output_size: Any = None,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Array:
    """The gradient of a convolution by its input: weight (in, out / groups, *kernel)."""
    return _transposed(3, x, weight, bias, stride, padding, output_padding, groups, dilation, output_size, data_format)


def _transposed(
    axes: int,
    x: Array,
    weight: Array,
    bias: Array | None,
    stride: Sizes,
    padding: Any,
    output_padding: Sizes,
    groups: int,
    dilation: Sizes,
    output_size: Any,
    data_format: str,
) -> Array:
    is_last = is_channels_last(data_format, axes)
    sizes = x.shape[1:-1] if is_last else x.shape[2:]
    strides, dilations = per_axis(stride, axes, "stride"), per_axis(dilation, axes, "dilation")
    taps = weight.shape[2:]
    around = edges(padding, axes, is_last)
    if isinstance(around, str):
        dilations = (1,) * axes
        around = same_edges([s * d for s, d in zip(sizes, strides, strict=True)], taps, strides)
    reach = [(k - 1) * d for k, d in zip(taps, dilations, strict=True)]
    added = per_axis(output_padding, axes, "output_padding")
    if output_size is not None:
        least = [(n - 1) * s + r + 1 - a - b for n, s, r, (a, b) in zip(sizes, strides, reach, around, strict=True)]
        added = tuple(w - m for w, m in zip(per_axis(output_size, axes, "output_size"), least, strict=True))
        if any(not 0 <= extra < step for extra, step in zip(added, strides, strict=True)):
            raise ValueError(f"output_size of axes should lie in [{least}, {least} + stride), not {output_size}")
    padded = [(r - a, r - b + e) for r, (a, b), e in zip(reach, around, added, strict=True)]
    first = jnp.moveaxis(x, -1, 1) if is_last else x
    found = convolve(first, exchanged(weight, groups), (1,) * axes, padded, strides, dilations, groups)
    return _finished(found, bias, is_last)
