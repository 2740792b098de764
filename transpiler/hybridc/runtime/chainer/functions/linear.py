"""Products of inputs and parameters, and tables of vectors."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.torch.nn.functional.linear import linear as product

Array = jax.Array

__all__ = ["bias", "bilinear", "embed_id", "linear", "scale", "shift"]


def linear(x: Array, W: Array, b: Array | None = None, n_batch_axes: int = 1) -> Array:
    """`x W.T + b`, (*batch, out), of `x` (*batch, ...), whose axes behind the first `n_batch_axes` are as many inputs
    as `W` (out, in) has. Raises ValueError where they do not fit.
    """
    if n_batch_axes <= 0:
        raise ValueError("n_batch_axes should be greater than 0.")
    batch, inputs = x.shape[:n_batch_axes], math.prod(x.shape[n_batch_axes:])
    if inputs != W.shape[1]:
        raise ValueError(f"the input {x.shape} has {inputs} elements a row, the weight takes {W.shape[1]}")
    return product(x.reshape(*batch, inputs), W, b)


def bilinear(
    e1: Array, e2: Array, W: Array, V1: Array | None = None, V2: Array | None = None, b: Array | None = None
) -> Array:
    """(N, out) of (N, left), (N, right) and `W` (left, right, out), and `e1 V1 + e2 V2 + b`.

    Raises ValueError where only some of these three are given.
    """
    one, other = e1.reshape(len(e1), -1), e2.reshape(len(e2), -1)
    found = jnp.einsum("ij,ik,jkl->il", one, other, W)
    if V1 is None and V2 is None and b is None:
        return found
    if V1 is None or V2 is None or b is None:
        raise ValueError("All coefficients and bias for bilinear() must be None, if at least one of them is None.")
    return found + one @ V1 + other @ V2 + b


def embed_id(x: Array, W: Array, ignore_label: int | None = None) -> Array:
    """The rows of `W` (n, size) that integers ask for: (*x, size), zeros for `ignore_label`.

    Negative integers count from the end. Those past the end, which raise in Chainer, are NaN.
    """
    if not jnp.issubdtype(x.dtype, jnp.integer):
        raise ValueError(f"an embedding takes integers, not {x.dtype}")
    expect_within(x, W.shape[0], besides=ignore_label)
    rows = jnp.take(W, x, axis=0, mode="fill", fill_value=np.nan)
    return rows if ignore_label is None else jnp.where((x == ignore_label)[..., None], 0, rows)


def _along(x: Array, y: Any, axis: int) -> Array:
    """`y` with axes of one element around its own, which start at `axis` in `x`."""
    return y.reshape((*(1,) * axis, *y.shape, *(1,) * (x.ndim - axis - y.ndim)))  # type: ignore[no-any-return]


def bias(x: Array, y: Array, axis: int = 1) -> Array:
    """`x + y`, where the axes of `y` are those of `x` from `axis` on."""
    return x + jnp.broadcast_to(_along(x, y, axis), x.shape)


def scale(x: Array, y: Array, axis: int = 1) -> Array:
    """`x * y`, where the axes of `y` are those of `x` from `axis` on."""
    return x * jnp.broadcast_to(_along(x, y, axis), x.shape)


def shift(x: Array, ksize: Any = 3, dilate: Any = 1) -> Array:
    """Channels of (N, C, H, W) in a group for each place of a kernel, each moved there. ValueError for even kernels."""
    (height, width), (down, right) = _pair(ksize), _pair(dilate)
    if height % 2 != 1 or width % 2 != 1:
        raise ValueError("kh and kw must be odd")
    edge_y, edge_x = height // 2 * abs(down), width // 2 * abs(right)
    padded = jnp.pad(x, ((0, 0), (0, 0), (edge_y, edge_y), (edge_x, edge_x)))
    groups, middle = height * width, (height * width - 1) // 2
    size = x.shape[1] // groups
    parts = []
    for group in range(groups):
        place = {middle: groups - 1, groups - 1: middle}.get(group, group)
        top = edge_y - (place // width - height // 2) * down
        left = edge_x - (place % width - width // 2) * right
        end = x.shape[1] if group == groups - 1 else (group + 1) * size
        parts.append(padded[:, group * size : end, top : top + x.shape[2], left : left + x.shape[3]])
    return jnp.concatenate(parts, 1)


def _pair(value: Any) -> Any:
    return (value, value) if np.isscalar(value) else value
