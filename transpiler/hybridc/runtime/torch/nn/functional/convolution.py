"""Convolutions and transposed convolutions in one to three dimensions, laid out as PyTorch's: (N, C, ...)."""

from __future__ import annotations

from collections.abc import Sequence

import jax

from hybridc.runtime.torch.nn.functional.grouped import convolve, exchanged
from hybridc.runtime.torch.nn.functional.windows import Sizes, check_rank, per_axis

__all__ = ["conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]


def conv1d(
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None = None,
    stride: Sizes = 1,
    padding: str | Sizes = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> jax.Array:
    """`input` (N, C, L) or (C, L), `weight` (O, C / groups, K), `bias` (O,) -> (N, O, L') or (O, L').

    `padding` is the number of zeros on both sides, "valid" for none, or "same", which keeps the length and adds one
    more zero on the right where the sides cannot be equal. Raises RuntimeError for shapes that do not fit.
    """
    return _convolution(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None = None,
    stride: Sizes = 1,
    padding: str | Sizes = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> jax.Array:
    """`input` (N, C, H, W) or (C, H, W), `weight` (O, C / groups, KH, KW), `bias` (O,) -> (N, O, H', W').

    Arguments and errors as for `conv1d`, one number for both axes or a pair.
    """
    return _convolution(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None = None,
    stride: Sizes = 1,
    padding: str | Sizes = 0,
    dilation: Sizes = 1,
    groups: int = 1,
) -> jax.Array:
    """`input` (N, C, D, H, W) or (C, D, H, W), `weight` (O, C / groups, KD, KH, KW), `bias` (O,).

    Arguments and errors as for `conv1d`, one number for all axes or three.
    """
    return _convolution(3, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> jax.Array:
    """The gradient of `conv1d` with respect to its input.

    `input` (N, C, L) or (C, L), `weight` (C, O / groups, K), `bias` (O,) -> (N, O, L') with
    L' = (L - 1) * stride - 2 * padding + dilation * (K - 1) + output_padding + 1. Raises RuntimeError for shapes that
    do not fit, and for an output padding that is neither smaller than the stride nor than the dilation.
    """
    return _transposed(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> jax.Array:
    """The gradient of `conv2d` with respect to its input; `weight` is (C, O / groups, KH, KW).

    Arguments and errors as for `conv_transpose1d`, one number for both axes or a pair.
    """
    return _transposed(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> jax.Array:
    """The gradient of `conv3d` with respect to its input; `weight` is (C, O / groups, KD, KH, KW).

    Arguments and errors as for `conv_transpose1d`, one number for all axes or three.
    """
    return _transposed(3, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_tbc(input: jax.Array, weight: jax.Array, bias: jax.Array, pad: int = 0) -> jax.Array:
    """`input` (T, N, C), `weight` (K, C, O), `bias` (O,) -> (T', N, O)."""
    found = conv1d(input.transpose(1, 2, 0), weight.transpose(2, 1, 0), bias, padding=pad)
    return found.transpose(2, 0, 1)


def _convolution(
    axes: int,
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None,
    stride: Sizes,
    padding: str | Sizes,
    dilation: Sizes,
    groups: int,
) -> jax.Array:
    function = f"conv{axes}d"
    strides, dilations = per_axis(stride, axes, "stride"), per_axis(dilation, axes, "dilation")
    _check(function, axes, input, weight, strides, dilations, groups)
    _check_channels(input, axes, weight, weight.shape[1] * groups, groups)
    reach = [d * (k - 1) for d, k in zip(dilations, weight.shape[2:], strict=True)]
    edges = _edges(padding, reach, strides)
    for size, (low, high), r in zip(input.shape[-axes:], edges, reach, strict=True):
        if size + low + high < r + 1:
            raise RuntimeError(
                f"{function}: the kernel spans {r + 1} elements, more than the {size + low + high} of the padded input"
            )
    x = input if input.ndim == weight.ndim else input[None]
    found = convolve(x, weight, strides, edges, (1,) * axes, dilations, groups)
    return _with_bias(found if input.ndim == weight.ndim else found[0], bias, weight.shape[0], axes)


def _edges(padding: str | Sizes, reach: Sequence[int], strides: Sequence[int]) -> list[tuple[int, int]]:
    """How many zeros go before and after each axis."""
    if padding == "valid":
        return [(0, 0) for _ in reach]
    if padding == "same":
        if any(s != 1 for s in strides):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        return [(r // 2, r - r // 2) for r in reach]
    if isinstance(padding, str):
        raise RuntimeError(f"Invalid padding string: {padding!r}")
    amounts = per_axis(padding, len(reach), "padding")
    if any(p < 0 for p in amounts):
        raise RuntimeError("negative padding is not supported")
    return [(p, p) for p in amounts]


def _transposed(
    axes: int,
    input: jax.Array,
    weight: jax.Array,
    bias: jax.Array | None,
    stride: Sizes,
    padding: Sizes,
    output_padding: Sizes,
    groups: int,
    dilation: Sizes,
) -> jax.Array:
    """A convolution of the input, spread by the stride, with the kernel mirrored and its channels exchanged."""
    function = f"conv_transpose{axes}d"
    strides, dilations = per_axis(stride, axes, "stride"), per_axis(dilation, axes, "dilation")
    amounts, extra = per_axis(padding, axes, "padding"), per_axis(output_padding, axes, "output_padding")
    _check(function, axes, input, weight, strides, dilations, groups)
    _check_channels(input, axes, weight, weight.shape[0], groups)
    if any(o < 0 or o >= max(s, d) for o, s, d in zip(extra, strides, dilations, strict=True)):
        raise RuntimeError(
            f"{function}: output padding must be smaller than either stride or dilation, but got {list(extra)}"
        )
    reach = [d * (k - 1) for d, k in zip(dilations, weight.shape[2:], strict=True)]
    edges = [(r - p, r - p + o) for r, p, o in zip(reach, amounts, extra, strict=True)]
    sizes = [
        (size - 1) * s + 1 + low + high - r
        for size, s, (low, high), r in zip(input.shape[-axes:], strides, edges, reach, strict=True)
    ]
    if any(p < 0 for p in amounts) or any(size < 0 for size in sizes):
        raise RuntimeError(f"{function}: the output size {sizes} is too small, or padding is negative")
    kernel = exchanged(weight, groups)
    x = input if input.ndim == weight.ndim else input[None]
    found = convolve(x, kernel, (1,) * axes, edges, strides, dilations, groups)
    return _with_bias(found if input.ndim == weight.ndim else found[0], bias, kernel.shape[0], axes)


def _check(
    function: str,
    axes: int,
    input: jax.Array,
    weight: jax.Array,
    strides: Sequence[int],
    dilations: Sequence[int],
    groups: int,
) -> None:
    if weight.ndim != axes + 2:
        raise RuntimeError(f"{function}: expected a weight of {axes + 2} dimensions, but got {list(weight.shape)}")
    check_rank(input, axes, function)
    if input.dtype != weight.dtype:
        raise RuntimeError(
            f"{function}: an input of {input.dtype} and a weight of {weight.dtype} should be the same type"
        )
    if groups < 1 or weight.shape[0] % groups:
        raise RuntimeError(f"{function}: {groups} groups do not divide a weight of {list(weight.shape)}")
    if any(s < 1 for s in strides) or any(d < 1 for d in dilations):
        raise RuntimeError(f"{function}: stride and dilation must be positive")


def _check_channels(input: jax.Array, axes: int, weight: jax.Array, wanted: int, groups: int) -> None:
    found = input.shape[-axes - 1]
    if found != wanted:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have "
            f"{wanted} channels, but got {found} channels instead"
        )


def _with_bias(found: jax.Array, bias: jax.Array | None, channels: int, axes: int) -> jax.Array:
    if bias is None:
        return found
    if bias.shape != (channels,):
        raise RuntimeError(f"expected bias to be 1-dimensional with {channels} elements, but got {list(bias.shape)}")
    return found + bias.reshape(-1, *(1 for _ in range(axes)))
