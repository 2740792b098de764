"""Elements written at indices, into a new tensor of the input's dtype.

Where an index occurs more than once and nothing is combined, PyTorch does not say which write lasts, nor does JAX. An
index that is out of range writes nothing, where PyTorch raises.
"""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.mutable import reading
from hybridc.runtime.torch.tensors.combining import Places, combined
from hybridc.runtime.torch.tensors.dims import axis_of, with_an_axis

Array = jax.Array

__all__ = [
    "diagonal_scatter",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_reduce",
    "put",
    "scatter",
    "scatter_add",
    "scatter_reduce",
    "select_scatter",
    "slice_scatter",
]

_LEGACY = {"add": "sum", "multiply": "prod"}


@reading
def scatter(input: Array, dim: int, index: Array, src: Array | float, *, reduce: str | None = None) -> Array:
    """The input with `src`, an array or a number, at indices along `dim`.

    `out[index[i][j][k]][j][k] = src[i][j][k]` for `dim=0`, and so on; `index` is as large as `src` or smaller. `reduce`
    is "add" or "multiply" where `src` is to be combined with what is there.
    """
    if reduce is not None:
        return _scattered(input, dim, index, src, _LEGACY[reduce], include_self=True)
    base, places, values = _prepared(input, dim, index, src)
    return base.at[places].set(values).reshape(input.shape)


@reading
def scatter_add(input: Array, dim: int, index: Array, src: Array) -> Array:
    """The input with `src` added at indices along `dim`, as `scatter` places them."""
    base, places, values = _prepared(input, dim, index, src)
    return base.at[places].add(values).reshape(input.shape)


@reading
def scatter_reduce(
    input: Array, dim: int, index: Array, src: Array, reduce: str, *, include_self: bool = True
) -> Array:
    """The input combined with `src` at indices along `dim`, as `scatter` places them.

    `reduce` is sum, prod, mean, amax or amin. Without `include_self` what is there does not count, where an index
    points to it. Equal extremes share the derivative.
    """
    return _scattered(input, dim, index, src, reduce, include_self)


def _scattered(input: Array, dim: int, index: Array, src: Array | float, reduce: str, include_self: bool) -> Array:
    base, places, values = _prepared(input, dim, index, src)
    return combined(base, places, values, reduce, include_self).reshape(input.shape)


def _prepared(input: Array, dim: int, index: Array, src: Array | float) -> tuple[Array, Places, Array]:
    base, index = with_an_axis(input), with_an_axis(index)
    axis = axis_of(input, dim)
    expect_within(index, base.shape[axis], axis, first=0)
    places = tuple(index if a == axis else lax.broadcasted_iota(jnp.int32, index.shape, a) for a in range(base.ndim))
    values = jnp.asarray(src)
    if values.ndim:
        values = values[tuple(slice(n) for n in index.shape)]
    return base, places, jnp.broadcast_to(values, index.shape).astype(base.dtype)


def _along(input: Array, dim: int, index: Array, first: int | None = 0) -> Places:
    """Where the parts are written. `first`: the first index that is one, None where they may count from the end."""
    axis = axis_of(input, dim)
    expect_within(index, with_an_axis(input).shape[axis], axis, first=first)
    before: tuple[slice | Array, ...] = (slice(None),) * axis
    return (*before, with_an_axis(index))


@reading
def index_add(input: Array, dim: int, index: Array, source: Array, *, alpha: float = 1) -> Array:
    """The input with `alpha * source` added to the parts at a vector of indices along `dim`."""
    added = source if alpha == 1 else source * alpha
    base = with_an_axis(input)
    return base.at[_along(input, dim, index)].add(with_an_axis(added).astype(base.dtype)).reshape(input.shape)


@reading
def index_copy(input: Array, dim: int, index: Array, source: Array) -> Array:
    """The input with the parts of `source` at a vector of indices along `dim`."""
    base = with_an_axis(input)
    return base.at[_along(input, dim, index)].set(with_an_axis(source).astype(base.dtype)).reshape(input.shape)


@reading
def index_fill(input: Array, dim: int, index: Array, value: float | Array) -> Array:
    """The input with a number in the parts at a vector of indices along `dim`."""
    base = with_an_axis(input)
    return base.at[_along(input, dim, index, None)].set(jnp.asarray(value).astype(base.dtype)).reshape(input.shape)


@reading
def index_reduce(
    input: Array, dim: int, index: Array, source: Array, reduce: str, *, include_self: bool = True
) -> Array:
    """The input combined with the parts of `source` at a vector of indices along `dim`, as `scatter_reduce` does.

    `reduce` is prod, mean, amax or amin.
    """
    base, parts, axis = with_an_axis(input), with_an_axis(source), axis_of(input, dim)
    shape = [-1 if a == axis else 1 for a in range(base.ndim)]
    index = jnp.broadcast_to(index.reshape(shape), parts.shape)
    return _scattered(base, axis, index, parts, reduce, include_self).reshape(input.shape)


@reading
def index_put(input: Array, indices: Sequence[Array | None], values: Array | float, accumulate: bool = False) -> Array:
    """`input[indices] = values`, or `+=` of every one of equal indices; None stands for a whole axis."""
    for axis, index in enumerate(indices):
        if index is not None and not jnp.issubdtype(index.dtype, jnp.bool_):
            expect_within(index, input.shape[axis], axis)
    at = input.at[tuple(slice(None) if index is None else index for index in indices)]
    given = jnp.asarray(values).astype(input.dtype)
    return at.add(given) if accumulate else at.set(given)


@reading
def put(input: Array, index: Array, source: Array, accumulate: bool = False) -> Array:
    """The input with the elements of `source` at indices into the flat input."""
    expect_within(index, input.size)
    at = input.reshape(-1).at[index.reshape(-1)]
    given = source.reshape(-1).astype(input.dtype)
    return (at.add(given) if accumulate else at.set(given)).reshape(input.shape)


@reading
def select_scatter(input: Array, src: Array, dim: int, index: int | Array) -> Array:
    """The input with `src` as the part at one index along `dim`."""
    axis = axis_of(input, dim)
    expect_within(index, input.shape[axis], axis)
    return input.at[(slice(None),) * axis + (index,)].set(src.astype(input.dtype))


@reading
def slice_scatter(
    input: Array, src: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Array:
    """The input with `src` in place of `start:end:step` along `dim`."""
    return input.at[(slice(None),) * axis_of(input, dim) + (slice(start, end, step),)].set(src.astype(input.dtype))


@reading
def diagonal_scatter(input: Array, src: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """The input with `src` as the diagonals of the matrices in two axes, `offset` above the main ones."""
    matrices = jnp.moveaxis(input, (dim1, dim2), (-2, -1))
    count = src.shape[-1]
    rows = jnp.arange(count) + max(-offset, 0)
    written = matrices.at[..., rows, rows + offset].set(src.astype(input.dtype))
    return jnp.moveaxis(written, (-2, -1), (dim1, dim2))
