"""Max unpooling: what a pooling left, back where it was, zeros elsewhere."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence

import jax
import jax.numpy as jnp

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.torch.nn.functional.windows import Sizes, check_rank, per_axis

__all__ = ["max_unpool1d", "max_unpool2d", "max_unpool3d"]


def max_unpool1d(
    input: jax.Array,
    indices: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    output_size: Sequence[int] | None = None,
) -> jax.Array:
    """`input` and `indices` (N, C, L) or (C, L), as `max_pool1d` gives them -> (N, C, L').

    L' is (L - 1) * stride - 2 * padding + kernel_size, or `output_size` if given. Where an index comes twice, one of
    the values stays; an index past the end is dropped where PyTorch raises an error. Raises ValueError for an output
    size that the pooling cannot have had, RuntimeError for indices of another shape than the input.
    """
    return _unpooled(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(
    input: jax.Array,
    indices: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    output_size: Sequence[int] | None = None,
) -> jax.Array:
    """`input` and `indices` (N, C, H, W) or (C, H, W). See `max_unpool1d`."""
    return _unpooled(2, input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(
    input: jax.Array,
    indices: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    output_size: Sequence[int] | None = None,
) -> jax.Array:
    """`input` and `indices` (N, C, D, H, W) or (C, D, H, W). See `max_unpool1d`."""
    return _unpooled(3, input, indices, kernel_size, stride, padding, output_size)


def _unpooled(
    axes: int,
    input: jax.Array,
    indices: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    output_size: Sequence[int] | None,
) -> jax.Array:
    check_rank(input, axes, f"max_unpool{axes}d")
    if indices.shape != input.shape:
        raise RuntimeError(f"expected indices of shape {list(input.shape)}, but got {list(indices.shape)}")
    kernel = per_axis(kernel_size, axes, "kernel_size")
    strides = kernel if stride is None else per_axis(stride, axes, "stride")
    sizes = _output_sizes(input.shape[-axes:], kernel, strides, per_axis(padding, axes, "padding"), output_size)
    planes, elements = math.prod(input.shape[:-axes]), math.prod(input.shape[-axes:])
    flat = jnp.zeros((planes, math.prod(sizes)), input.dtype)
    rows, places = jnp.arange(planes)[:, None], indices.reshape(planes, elements)
    expect_within(places, flat.shape[1], first=0)
    flat = flat.at[rows, places].set(input.reshape(planes, elements), mode="drop")
    return flat.reshape(*input.shape[:-axes], *sizes)


def _output_sizes(
    sizes: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    output_size: Sequence[int] | None,
) -> list[int]:
    geometry = zip(sizes, kernel, strides, padding, strict=True)
    usual = [(size - 1) * s + k - 2 * p for size, k, s, p in geometry]
    if output_size is None:
        found = usual
    else:
        found = [operator.index(size) for size in output_size]
        if len(found) == len(usual) + 2:
            found = found[2:]
        if len(found) != len(usual):
            raise ValueError(
                f"output_size should have {len(usual)} or {len(usual) + 2} elements, but got {output_size}"
            )
        for wanted, middle, s in zip(found, usual, strides, strict=True):
            if not middle - s < wanted < middle + s:
                raise ValueError(
                    f"invalid output_size {output_size}: {wanted} is not between {middle - s} and {middle + s}"
                )
    if any(size < 0 for size in found):
        raise ValueError(f"max_unpooling: output sizes must not be negative, but are {found}")
    return found
