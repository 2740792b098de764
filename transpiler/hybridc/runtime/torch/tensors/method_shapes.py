"""Shapes that only methods of tensors make."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.mutable import viewing

__all__ = ["expand", "sum_to_size", "unfold"]


@viewing
def expand(input: jax.Array, size: int | Sequence[int]) -> jax.Array:
    """`input` broadcast to `size`, as `Tensor.expand`: -1 leaves an axis as it is, new axes come first.

    Raises ValueError where the shape does not broadcast to `size`, or -1 stands for a new axis.
    """
    sizes = (size,) if isinstance(size, int) else tuple(size)
    new = len(sizes) - input.ndim
    if -1 in sizes[: max(new, 0)]:
        raise ValueError(f"expand: -1 stands for an axis that a tensor of shape {input.shape} has not, in {sizes}")
    return jnp.broadcast_to(input, [input.shape[i - new] if n == -1 else n for i, n in enumerate(sizes)])


def sum_to_size(input: jax.Array, size: int | Sequence[int]) -> jax.Array:
    """`input` summed over the axes that broadcasting `size` to its shape would have made, as `Tensor.sum_to_size`.

    Raises ValueError where `size` does not broadcast to the shape of `input`.
    """
    sizes = (size,) if isinstance(size, int) else tuple(size)
    if len(sizes) > input.ndim or jnp.broadcast_shapes(sizes, input.shape) != input.shape:
        raise ValueError(f"sum_to_size: {sizes} does not broadcast to the shape {input.shape}")
    if sizes == input.shape:
        return input
    new = input.ndim - len(sizes)
    stretched = [i + new for i, n in enumerate(sizes) if n == 1 and input.shape[i + new] != 1]
    return jnp.sum(input, axis=(*range(new), *stretched)).reshape(sizes)


@viewing
def unfold(input: jax.Array, dimension: int, size: int, step: int) -> jax.Array:
    """The windows of `size` elements along an axis, `step` apart, as `Tensor.unfold`.

    Of a shape (*, n, *) makes (*, (n - size) // step + 1, *, size): the windows in place of the axis, their elements
    last. A tensor without axes has one element along axis 0. Raises ValueError where a window is longer than the axis,
    or `step` is not positive.
    """
    if input.ndim == 0:
        return unfold(input[None], dimension, size, step)[0]
    axis = range(input.ndim)[dimension]
    length = input.shape[axis]
    if not 0 <= size <= length or step <= 0:
        raise ValueError(f"unfold: windows of {size}, {step} apart, along an axis of {length}")
    count = (length - size) // step + 1
    if step == size:  # side by side: no element is read twice
        before, behind = input.shape[:axis], input.shape[axis + 1 :]
        windows = lax.slice_in_dim(input, 0, count * size, axis=axis).reshape(*before, count, size, *behind)
    else:
        starts = step * jnp.arange(count)
        windows = jnp.take(input, starts[:, None] + jnp.arange(size), axis=axis)
    return jnp.moveaxis(windows, axis + 1, -1)
