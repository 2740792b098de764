"""Parts of arrays, and arrays laid out anew, in TensorFlow's terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.checking.lookups import expect_within, expect_within_axes

Array = jax.Array

__all__ = [
    "argsort",
    "band_part",
    "depth_to_space",
    "diag",
    "gather",
    "gather_nd",
    "one_hot",
    "one_hot_of",
    "pad",
    "rgb_to_grayscale",
    "scatter",
    "scatter_add",
    "scatter_update",
    "sequence_mask",
    "set_diag",
    "slice",
    "sort",
    "space_to_depth",
    "split",
    "squeeze",
    "unstack",
]


def squeeze(input: Any, axis: Any = None) -> Array:
    """Without axes of size 1: those given, or all."""
    axes = tuple(axis) if isinstance(axis, list | tuple) else axis
    return jnp.squeeze(jnp.asarray(input), None if axes == () else axes)


def unstack(value: Any, axis: int = 0) -> list[Array]:
    """The elements along an axis, in a list."""
    value = jnp.asarray(value)
    return [lax.index_in_dim(value, place, axis, keepdims=False) for place in range(value.shape[axis])]


def split(value: Any, num_or_size_splits: int | Sequence[int], axis: int = 0) -> list[Array]:
    """So many parts of one size, or parts of these sizes, of which one may be -1.

    Raises ValueError for an axis that cannot be parted like this.
    """
    value = jnp.asarray(value)
    size = value.shape[axis]
    if isinstance(num_or_size_splits, int):
        if size % num_or_size_splits:
            raise ValueError(f"an axis of size {size} cannot be split into {num_or_size_splits} parts of one size")
        return jnp.split(value, num_or_size_splits, axis)
    sizes = [int(n) for n in num_or_size_splits]
    known = sum(n for n in sizes if n != -1)
    sizes = [size - known if n == -1 else n for n in sizes]
    if sum(sizes) != size:
        raise ValueError(f"parts of sizes {sizes} are not an axis of size {size}")
    return jnp.split(value, np.cumsum(sizes)[:-1].tolist(), axis)


def slice(input_: Any, begin: Any, size: Sequence[int]) -> Array:
    """From `begin` on, so many; -1 is all that follow, where `begin` is known."""
    x = jnp.asarray(input_)
    sizes = [x.shape[i] - int(begin[i]) if n == -1 else int(n) for i, n in enumerate(size)]
    return lax.dynamic_slice(x, list(begin), sizes)


def pad(tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0) -> Array:
    """Beyond its edges: one value, or what mirrors it, with (`SYMMETRIC`) or without (`REFLECT`) the edge."""
    widths = [tuple(int(n) for n in pair) for pair in np.asarray(paddings).tolist()]
    how = mode.lower()
    if how == "constant":
        return jnp.pad(tensor, widths, constant_values=constant_values)
    return jnp.pad(tensor, widths, mode=how)


def gather(params: Any, indices: Any, axis: int | None = None, batch_dims: int = 0) -> Array:
    """Elements along an axis, by default the first behind those that both have in common."""
    params, indices = jnp.asarray(params), jnp.asarray(indices)
    batch_dims = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    axis = batch_dims if axis is None else axis % params.ndim
    expect_within(indices, params.shape[axis], axis, first=0)

    def take(params: Array, indices: Array, axis: int) -> Array:
        return jnp.take(params, indices, axis=axis)

    function: Any = take
    for _ in range(batch_dims):
        function = _mapped(function)
    found: Array = function(params, indices, axis - batch_dims)
    return found


def take(x: Any, indices: Any, axis: int | None = None) -> Array:
    """The parts along an axis, or elements in the order of all, at places; negative ones count from the end."""
    x = jnp.asarray(x)
    expect_within(indices, x.size if axis is None else x.shape[axis], axis or 0)
    return jnp.take(x, jnp.asarray(indices), axis=axis)


def take_along_axis(x: Any, indices: Any, axis: int | None = None) -> Array:
    """The elements along an axis, or in the order of all, at places that are broadcast against the other axes."""
    x = jnp.asarray(x)
    expect_within(indices, x.size if axis is None else x.shape[axis], axis or 0)
    return jnp.take_along_axis(x, jnp.asarray(indices), axis=axis)


def _mapped(function: Any) -> Any:
    return lambda params, indices, axis: jax.vmap(lambda p, i: function(p, i, axis))(params, indices)


def gather_nd(params: Any, indices: Any, batch_dims: int = 0) -> Array:
    """Elements, or parts, at places: the last axis of `indices` says where."""
    params, indices = jnp.asarray(params), jnp.asarray(indices)
    expect_within_axes(indices, params.shape[batch_dims:], first=0)
    function: Any = lambda params, indices: params[tuple(jnp.moveaxis(indices, -1, 0))]  # noqa: E731
    for _ in range(batch_dims):
        function = jax.vmap(function)
    found: Array = function(params, indices)
    return found


def scatter(indices: Any, values: Any, shape: Sequence[int]) -> Array:
    """Zeros, with values added at places."""
    values = jnp.asarray(values)
    return scatter_add(jnp.zeros(tuple(int(n) for n in shape), values.dtype), indices, values)


def scatter_add(tensor: Any, indices: Any, updates: Any) -> Array:
    """With values added at places: the last axis of `indices` says where."""
    tensor = jnp.asarray(tensor)
    expect_within_axes(indices, tensor.shape, first=0)
    places = tuple(jnp.moveaxis(jnp.asarray(indices), -1, 0))
    changed: Array = tensor.at[places].add(jnp.asarray(updates, tensor.dtype))
    return changed


def scatter_update(inputs: Any, indices: Any, updates: Any) -> Array:
    """With other values at places: the last axis of `indices` says where."""
    inputs = jnp.asarray(inputs)
    expect_within_axes(indices, inputs.shape, first=0)
    places = tuple(jnp.moveaxis(jnp.asarray(indices), -1, 0))
    changed: Array = inputs.at[places].set(jnp.asarray(updates, inputs.dtype))
    return changed


def one_hot(x: Any, num_classes: int, axis: int = -1, dtype: Any = None) -> Array:
    """1 at the places that the numbers say, and 0 elsewhere."""
    return jax.nn.one_hot(x, num_classes, axis=axis, dtype=dtype or "float32")


def one_hot_of(
    indices: Any, depth: int, on_value: Any = None, off_value: Any = None, axis: int | None = None, dtype: Any = None
) -> Array:
    """`on_value` at the places that the numbers say, and `off_value` elsewhere."""
    if dtype is None and (on_value is not None or off_value is not None):
        dtype = jnp.asarray(on_value if on_value is not None else off_value).dtype
    dtype = jax.dtypes.canonicalize_dtype(dtype or "float32")
    hot = jax.nn.one_hot(indices, depth, axis=-1 if axis is None else axis, dtype=bool)
    one, other = (1 if on_value is None else on_value), (0 if off_value is None else off_value)
    return jnp.where(hot, jnp.asarray(one, dtype), jnp.asarray(other, dtype))


def sequence_mask(lengths: Any, maxlen: int, dtype: Any = None) -> Array:
    """Which of `maxlen` steps there are."""
    found = jnp.arange(maxlen) < jnp.asarray(lengths)[..., None]
    return found if dtype is None else found.astype(dtype)


def sort(values: Any, axis: int = -1, direction: str = "ASCENDING") -> Array:
    """Sorted along an axis."""
    return jnp.sort(values, axis=axis, descending=direction == "DESCENDING")


def argsort(values: Any, axis: int = -1, direction: str = "ASCENDING") -> Array:
    """Where sorted elements come from; of equal ones the first comes first."""
    return jnp.argsort(values, axis=axis, descending=direction == "DESCENDING", stable=True)


def band_part(input: Any, num_lower: Any, num_upper: Any) -> Array:
    """A band around the diagonal of matrices, with 0 elsewhere. Negative numbers of diagonals are all."""
    x = jnp.asarray(input)
    rows, columns = jnp.arange(x.shape[-2])[:, None], jnp.arange(x.shape[-1])
    lower = jnp.asarray(num_lower) < 0
    upper = jnp.asarray(num_upper) < 0
    kept = (lower | (rows - columns <= num_lower)) & (upper | (columns - rows <= num_upper))
    return jnp.where(kept, x, jnp.zeros_like(x))


def diag(diagonal: Any) -> Array:
    """Matrices with these diagonals."""
    d = jnp.asarray(diagonal)
    return jnp.where(jnp.eye(d.shape[-1], dtype=bool), d[..., None], jnp.zeros((), d.dtype))


def set_diag(input: Any, diagonal: Any) -> Array:
    """Matrices with other diagonals."""
    x, d = jnp.asarray(input), jnp.asarray(diagonal)
    size = d.shape[-1]
    index = jnp.arange(size)
    changed: Array = x.at[..., index, index].set(d)
    return changed


def rgb_to_grayscale(images: Any) -> Array:
    """How bright the three channels are together, as one."""
    x = jnp.asarray(images)
    wide = x.astype(jnp.float32)
    found = jnp.sum(wide * jnp.asarray([0.2989, 0.5870, 0.1140]), axis=-1, keepdims=True)
    return found.astype(x.dtype)


def depth_to_space(input: Any, block_size: int, data_format: str = "NHWC") -> Array:
    """Channels become rows and columns: (N, H, W, C) to (N, H b, W b, C / b / b)."""
    x, b = _last(input, data_format), block_size
    n, h, w, c = x.shape
    x = x.reshape(n, h, w, b, b, c // (b * b)).transpose(0, 1, 3, 2, 4, 5).reshape(n, h * b, w * b, c // (b * b))
    return x if data_format == "NHWC" else jnp.moveaxis(x, -1, 1)


def space_to_depth(input: Any, block_size: int, data_format: str = "NHWC") -> Array:
    """Rows and columns become channels: (N, H, W, C) to (N, H / b, W / b, C b b)."""
    x, b = _last(input, data_format), block_size
    n, h, w, c = x.shape
    x = x.reshape(n, h // b, b, w // b, b, c).transpose(0, 1, 3, 2, 4, 5).reshape(n, h // b, w // b, c * b * b)
    return x if data_format == "NHWC" else jnp.moveaxis(x, -1, 1)


def _last(x: Any, data_format: str) -> Array:
    if data_format not in ("NHWC", "NCHW"):
        raise ValueError(f"`data_format` must be 'NHWC' or 'NCHW', not {data_format!r}")
    return jnp.asarray(x) if data_format == "NHWC" else jnp.moveaxis(jnp.asarray(x), 1, -1)
