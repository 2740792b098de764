"""Convolutions: data (N, C, ...) with weights (O, C / groups, ...), or with the channels last in both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.kernels.convolution import arranged
from hybridc.runtime.gluon.parameters import settled
from hybridc.runtime.torch.nn.functional.convolution import conv_transpose1d, conv_transpose2d, conv_transpose3d
from hybridc.runtime.torch.nn.functional.grouped import convolve

Array = jax.Array
Ints = int | Sequence[int]
_TRANSPOSED = {1: conv_transpose1d, 2: conv_transpose2d, 3: conv_transpose3d}


def per_axis(value: Ints, axes: int, default: int) -> tuple[int, ...]:
    """One number for each axis; the default for none. Raises ValueError for another count."""
    found = (value,) * axes if isinstance(value, int) else tuple(value) or (default,) * axes
    if len(found) != axes:
        raise ValueError(f"expected {axes} numbers, got {found}")
    return found


def has_channels_last(layout: str | None) -> bool:
    """The layout is NWC, NHWC or NDHWC, and not NCW, NCHW or NCDHW."""
    return layout is not None and layout.endswith("C")


def Convolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    kernel: Ints = (),
    stride: Ints = (),
    dilate: Ints = (),
    pad: Ints = (),
    num_filter: int | None = None,
    num_group: int = 1,
    workspace: int = 1024,
    no_bias: bool = False,
    cudnn_tune: Any = None,
    cudnn_off: bool = False,
    layout: str | None = None,
) -> Array:
    """A convolution in 1, 2 or 3 axes."""
    weight, bias = _settled(data, weight, bias, kernel, num_filter, num_group, layout, is_transposed=False)
    if has_channels_last(layout):
        x, w = (jnp.moveaxis(a, -1, 1) for a in (data, weight))
        return jnp.moveaxis(_convolution(x, w, bias, stride, dilate, pad, num_group, no_bias), 1, -1)
    return _convolution(data, weight, bias, stride, dilate, pad, num_group, no_bias)


def _settled(
    data: Array,
    weight: Any,
    bias: Any,
    kernel: Ints,
    filters: int | None,
    groups: int,
    layout: str | None,
    is_transposed: bool,
) -> tuple[Array, Array | None]:
    """The weights, of which parameters of open sizes learn their shapes from the data and from what the call says."""
    if filters is None or kernel == ():
        return weight, bias
    inputs = data.shape[-1 if has_channels_last(layout) else 1]
    pair = (inputs, filters // groups) if is_transposed else (filters, inputs // groups)
    shape = (*pair, *per_axis(kernel, data.ndim - 2, 1))
    order = arranged(shape, layout) if layout is not None and has_channels_last(layout) else shape
    return settled(weight, order), settled(bias, (filters,))


def _convolution(
    x: Array, weight: Array, bias: Array | None, stride: Ints, dilate: Ints, pad: Ints, groups: int, no_bias: bool
) -> Array:
    axes = weight.ndim - 2
    edges = [(p, p) for p in per_axis(pad, axes, 0)]
    dilation = per_axis(dilate, axes, 1)
    found = convolve(x, weight, per_axis(stride, axes, 1), edges, (1,) * axes, dilation, groups)
    return found if no_bias or bias is None else found + bias.reshape(-1, *(1,) * axes)


def Deconvolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    kernel: Ints = (),
    stride: Ints = (),
    dilate: Ints = (),
    pad: Ints = (),
    adj: Ints = (),
    num_filter: int | None = None,
    num_group: int = 1,
    workspace: int = 512,
    no_bias: bool = True,
    cudnn_tune: Any = None,
    cudnn_off: bool = False,
    layout: str | None = None,
) -> Array:
    """A transposed convolution with weights (C, O / groups, ...)."""
    if has_channels_last(layout):
        raise ValueError(f"Deconvolution: layout {layout} is not known")
    weight, bias = _settled(data, weight, bias, kernel, num_filter, num_group, layout, is_transposed=True)
    axes = weight.ndim - 2
    strides, dilation = per_axis(stride, axes, 1), per_axis(dilate, axes, 1)
    amounts, more = per_axis(pad, axes, 0), per_axis(adj, axes, 0)
    chosen = None if no_bias else bias
    return _TRANSPOSED[axes](data, weight, chosen, strides, amounts, more, num_group, dilation)
