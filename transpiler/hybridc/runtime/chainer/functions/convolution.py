"""Convolutions: inputs (N, C, *), weights (out, in / groups, *kernel), biases (out,).

Raises ValueError where channels do not fit, or no window does.
"""

from __future__ import annotations

from typing import Any

import jax
from jax import lax

from hybridc.runtime.chainer.functions.windows import covering, per_axis
from hybridc.runtime.torch.nn.functional.grouped import convolve, exchanged

Array = jax.Array

__all__ = [
    "convolution_1d",
    "convolution_2d",
    "convolution_3d",
    "convolution_nd",
    "deconvolution_1d",
    "deconvolution_2d",
    "deconvolution_3d",
    "deconvolution_nd",
    "depthwise_convolution_2d",
    "dilated_convolution_2d",
    "im2col",
]


def convolution_nd(
    x: Array,
    W: Array,
    b: Array | None = None,
    stride: Any = 1,
    pad: Any = 0,
    cover_all: bool = False,
    dilate: Any = 1,
    groups: int = 1,
) -> Array:
    """A convolution over all axes behind the channels; with `cover_all`, every input is in some window."""
    axes = x.ndim - 2
    if W.ndim != x.ndim or x.shape[1] != W.shape[1] * groups:
        raise ValueError(f"an input {x.shape} does not fit a weight {W.shape} in {groups} groups")
    strides, dilations = per_axis(stride, axes), per_axis(dilate, axes)
    reach = [(taps - 1) * d + 1 for taps, d in zip(W.shape[2:], dilations, strict=True)]
    around = covering(x.shape[2:], reach, strides, per_axis(pad, axes), cover_all)
    return _with_bias(convolve(x, W, strides, around, (1,) * axes, dilations, groups), b)


def _with_bias(found: Array, b: Array | None) -> Array:
    return found if b is None else found + b.reshape(-1, *(1,) * (found.ndim - 2))


def convolution_2d(
    x: Array,
    W: Array,
    b: Array | None = None,
    stride: Any = 1,
    pad: Any = 0,
    cover_all: bool = False,
    *,
    dilate: Any = 1,
    groups: int = 1,
) -> Array:
    """See `convolution_nd`."""
    return convolution_nd(x, W, b, stride, pad, cover_all, dilate, groups)


def convolution_1d(
    x: Array,
    W: Array,
    b: Array | None = None,
    stride: Any = 1,
    pad: Any = 0,
    cover_all: bool = False,
    dilate: Any = 1,
    groups: int = 1,
) -> Array:
    return convolution_nd(x, W, b, stride, pad, cover_all, dilate, groups)


convolution_3d = convolution_1d


def dilated_convolution_2d(
    x: Array, W: Array, b: Array | None = None, stride: Any = 1, pad: Any = 0, dilate: Any = 1, cover_all: bool = False
) -> Array:
    return convolution_nd(x, W, b, stride, pad, cover_all, dilate)


def depthwise_convolution_2d(x: Array, W: Array, b: Array | None = None, stride: Any = 1, pad: Any = 0) -> Array:
    """Each channel by itself, with weights (multiplier, in, height, width)."""
    multiplier, inputs, *taps = W.shape
    return convolution_nd(x, W.swapaxes(0, 1).reshape(multiplier * inputs, 1, *taps), b, stride, pad, groups=inputs)


def deconvolution_nd(
    x: Array,
    W: Array,
    b: Array | None = None,
    stride: Any = 1,
    pad: Any = 0,
    outsize: Any = None,
    dilate: Any = 1,
    groups: int = 1,
) -> Array:
    """The gradient of a convolution by its input: weights (in, out / groups, *kernel), outputs of `outsize` if given.

    Raises ValueError for an `outsize` from which the convolution would not come back.
    """
    axes = x.ndim - 2
    if W.ndim != x.ndim or x.shape[1] != W.shape[0]:
        raise ValueError(f"an input {x.shape} does not fit a weight {W.shape}")
    strides, dilations, pads = (per_axis(value, axes) for value in (stride, dilate, pad))
    reach = [(taps - 1) * d for taps, d in zip(W.shape[2:], dilations, strict=True)]
    least = [(n - 1) * s + r + 1 - 2 * p for n, s, r, p in zip(x.shape[2:], strides, reach, pads, strict=True)]
    sizes = least if outsize is None else per_axis(outsize, axes)
    more = [size - few for size, few in zip(sizes, least, strict=True)]
    if any(not 0 <= extra < step for extra, step in zip(more, strides, strict=True)):
        raise ValueError(f"the output can have the size {least}, or less than a stride more, not {list(sizes)}")
    around = [(r - p, r - p + extra) for r, p, extra in zip(reach, pads, more, strict=True)]
    return _with_bias(convolve(x, exchanged(W, groups), (1,) * axes, around, strides, dilations, groups), b)


def deconvolution_2d(
    x: Array,
    W: Array,
    b: Array | None = None,
    stride: Any = 1,
    pad: Any = 0,
    outsize: Any = None,
    *,
    dilate: Any = 1,
    groups: int = 1,
) -> Array:
    """See `deconvolution_nd`."""
    return deconvolution_nd(x, W, b, stride, pad, outsize, dilate, groups)


deconvolution_1d = deconvolution_3d = deconvolution_nd


def im2col(x: Array, ksize: Any, stride: Any = 1, pad: Any = 0, cover_all: bool = False, dilate: Any = 1) -> Array:
    """The windows (N, C, H, W) of a convolution, as channels: (N, C kh kw, out H, out W)."""
    kernel, strides, dilations = per_axis(ksize, 2), per_axis(stride, 2), per_axis(dilate, 2)
    reach = [(taps - 1) * d + 1 for taps, d in zip(kernel, dilations, strict=True)]
    around = covering(x.shape[2:], reach, strides, per_axis(pad, 2), cover_all)
    return lax.conv_general_dilated_patches(x, kernel, strides, around, rhs_dilation=dilations)
