"""Convolutions in MXNet's layouts: "NCHW" and the like, or with the channels last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.parameters import settled
from hybridc.runtime.torch.nn.functional import convolution as F

Array = jax.Array

__all__ = ["channels_first", "channels_last", "convolution", "deconvolution"]


def channels_first(x: Array, layout: str) -> Array:
    """The array with its axis of channels second."""
    place = layout.index("C")
    return x if place == 1 else jnp.moveaxis(x, place, 1)


def channels_last(x: Array, layout: str) -> Array:
    """The array with its second axis where the layout has the channels."""
    place = layout.index("C")
    return x if place == 1 else jnp.moveaxis(x, 1, place)


def convolution(
    x: Array,
    weight: Any,
    bias: Any,
    channels: int,
    kernel: Sequence[int],
    stride: Sequence[int],
    pad: Sequence[int],
    dilate: Sequence[int],
    groups: int,
    layout: str,
) -> Array:
    """A weight is (channels, in / groups, *kernel), in layouts with the channels last (channels, *kernel, in / groups).

    Raises RuntimeError for shapes that do not fit.
    """
    _check_rank(x, layout)
    inputs = x.shape[layout.index("C")]
    weight = settled(weight, arranged((channels, inputs // groups, *kernel), layout))
    convolve = (F.conv1d, F.conv2d, F.conv3d)[len(kernel) - 1]
    bias = settled(bias, (channels,))
    taps = channels_first(weight, layout)
    found = convolve(channels_first(x, layout), taps, bias, tuple(stride), tuple(pad), tuple(dilate), groups)
    return channels_last(found, layout)


def deconvolution(
    x: Array,
    weight: Any,
    bias: Any,
    channels: int,
    kernel: Sequence[int],
    stride: Sequence[int],
    pad: Sequence[int],
    dilate: Sequence[int],
    groups: int,
    layout: str,
    adj: Sequence[int],
) -> Array:
    """The gradient of a convolution. A weight is (in, channels / groups, *kernel), or has its second axis last.

    `adj` adds to the size, at the end of each axis. Raises RuntimeError for shapes that do not fit.
    """
    _check_rank(x, layout)
    inputs = x.shape[layout.index("C")]
    weight = settled(weight, arranged((inputs, channels // groups, *kernel), layout))
    convolve: Callable[..., Array] = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[len(kernel) - 1]
    bias = settled(bias, (channels,))
    taps = channels_first(weight, layout)
    options = (tuple(stride), tuple(pad), tuple(adj), groups, tuple(dilate))
    return channels_last(convolve(channels_first(x, layout), taps, bias, *options), layout)


def arranged(shape: tuple[int, ...], layout: str) -> tuple[int, ...]:
    """The shape of an array of which channels are second, in another layout."""
    if layout.index("C") == 1:
        return shape
    return (shape[0], *shape[2:], shape[1])


def _check_rank(x: Array, layout: str) -> None:
    if x.ndim != len(layout):
        raise ValueError(f"Convolution: expected an input of {len(layout)} axes, {layout}, but got {x.shape}")
