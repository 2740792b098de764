"""Convolutions, with kernels (..., in, out), of arrays with their channels last or first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.functional.grouped import convolve

Array = jax.Array

__all__ = ["convolved", "depthwise", "transposed", "with_bias"]


def convolved(
    x: Array,
    kernel: Array,
    strides: Sequence[int],
    padding: str,
    dilation: Sequence[int],
    data_format: str,
    groups: int | None = None,
) -> Array:
    """`same` pads as XLA's SAME does, more on the right; `causal`, of (N, steps, C), only on the left."""
    rank = kernel.ndim - 2
    padded: Any = padding.upper()
    if padding == "causal":
        padded = [(dilation[0] * (kernel.shape[0] - 1), 0)]
    channels = x.shape[-1 if data_format == "channels_last" else 1]
    if channels % kernel.shape[-2]:
        raise ValueError(
            f"The number of input channels, {channels}, must be a multiple of those of the kernel, {kernel.shape[-2]}"
        )
    kernel = kernel.astype(x.dtype)
    groups = channels // kernel.shape[-2] if groups is None else groups
    if groups > 1:
        is_last = data_format == "channels_last"
        first = jnp.moveaxis(x, -1, 1) if is_last else x
        if isinstance(padded, str):
            reach = [(k - 1) * d + 1 for k, d in zip(kernel.shape[:rank], dilation, strict=True)]
            padded = lax.padtype_to_pads(first.shape[2:], reach, strides, padded)
        taps = jnp.moveaxis(kernel, (-1, -2), (0, 1))
        found = convolve(first, taps, strides, padded, (1,) * rank, dilation, groups)
        return jnp.moveaxis(found, 1, -1) if is_last else found
    return lax.conv_general_dilated(
        x, kernel, tuple(strides), padded, rhs_dilation=tuple(dilation), dimension_numbers=_numbers(rank, data_format)
    )


def depthwise(
    x: Array, kernel: Array, strides: Sequence[int], padding: str, dilation: Sequence[int], data_format: str
) -> Array:
    """Every channel by itself, with a kernel (..., in, multiplier)."""
    channels, multiplier = kernel.shape[-2:]
    kernel = kernel.reshape((*kernel.shape[:-2], 1, channels * multiplier))
    return convolved(x, kernel, strides, padding, dilation, data_format, groups=channels)


def transposed(
    x: Array,
    kernel: Array,
    strides: Sequence[int],
    padding: str,
    output_padding: Sequence[int] | None,
    dilation: Sequence[int],
    data_format: str,
) -> Array:
    """The gradient of a convolution, with a kernel (..., out, in)."""
    rank = kernel.ndim - 2
    pads = [
        _pads(kernel.shape[i], strides[i], dilation[i], padding, None if output_padding is None else output_padding[i])
        for i in range(rank)
    ]
    return lax.conv_transpose(
        x, kernel.astype(x.dtype), tuple(strides), pads, rhs_dilation=tuple(dilation),
        dimension_numbers=_numbers(rank, data_format), transpose_kernel=True,
    )  # fmt: skip


def with_bias(x: Array, bias: Array | None, data_format: str) -> Array:
    if bias is None:
        return x
    return x + (bias if data_format == "channels_last" else bias.reshape((-1,) + (1,) * (x.ndim - 2)))


def _numbers(rank: int, data_format: str) -> tuple[str, str, str]:
    space = "DHW"[3 - rank :]
    layout = f"N{space}C" if data_format == "channels_last" else f"NC{space}"
    return layout, f"{space}IO", layout


def _pads(size: int, stride: int, dilation: int, padding: str, beyond: int | None) -> tuple[int, int]:
    """Keras: what is added on both sides, so that the result has the size that the convolution would start from."""
    size = (size - 1) * dilation + 1
    if padding == "valid":
        beyond = max(size, stride) - size if beyond is None else beyond
        return size - 1, size - 1 + beyond
    total = stride + size - 2 if beyond is None else size + size % 2 - 2 + beyond
    left = min(total // 2 + total % 2, size - 1)
    return left, total - left
