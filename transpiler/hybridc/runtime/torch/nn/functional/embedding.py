"""Rows of tables by number, as `torch.nn.functional` has them.

PyTorch raises for a number outside of the table. Here negative numbers count from the table's end, and rows that do not
exist are NaN, as in `jnp.take`: whether they exist is known only at run time.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within

Array = jax.Array

__all__ = ["embedding", "embedding_bag", "one_hot"]


def embedding(
    input: Array,
    weight: Array,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Array:
    """The rows `input`, integers of shape (*), of a table (num, dim): (*, dim), of the table's dtype.

    The row `padding_idx` gets no gradient. With `scale_grad_by_freq` the gradient of a row is divided by how often the
    row is taken. `sparse` changes nothing: gradients are dense. Raises NotImplementedError for `max_norm`, with which
    PyTorch writes into the table, ValueError for a `padding_idx` outside of the table, RuntimeError for numbers that
    are no integers.
    """
    _require_integers(input, "embedding")
    _refuse_max_norm(max_norm)
    expect_within(input, weight.shape[0], first=0)
    rows = jnp.take(weight, input, axis=0)
    if padding_idx is not None:
        is_padding = input == _row(padding_idx, weight)
        rows = jnp.where(is_padding[..., None], lax.stop_gradient(rows), rows)
    if scale_grad_by_freq:
        frequencies = jnp.zeros(weight.shape[0], rows.dtype).at[input].add(1)
        constant = lax.stop_gradient(rows)
        rows = constant + (rows - constant) / jnp.take(frequencies, input)[..., None]
    return rows


def embedding_bag(
    input: Array,
    weight: Array,
    offsets: Array | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Array | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Array:
    """Sums, means or maxima of bags of rows of a table (num, dim): (bags, dim).

    `input`: integers (bags, length), or (total,) with `offsets` (bags,), ascending from 0: where each bag starts, and
    behind these, with `include_last_offset`, their number: where it is not, PyTorch differs, and here all is NaN.
    Rows `padding_idx` do not count, and empty bags are 0. `per_sample_weights`, of the input's shape, multiply the rows
    of sums. Of equal maxima the first gets the gradient. Raises ValueError for what does not fit, NotImplementedError
    for `max_norm` and for `scale_grad_by_freq`, for which PyTorch divides by the frequencies of other rows.
    """
    _require_integers(input, "embedding_bag")
    _check_bags(input, weight, offsets, mode, per_sample_weights)
    _refuse_max_norm(max_norm)
    if scale_grad_by_freq:
        raise NotImplementedError(
            "embedding_bag: scale_grad_by_freq is not supported, as PyTorch's own gradients are wrong"
        )
    expect_within(input, weight.shape[0], first=0)
    rows = jnp.take(weight, input.reshape(-1), axis=0)
    counts = jnp.ones(input.size, jnp.float32)
    if padding_idx is not None:
        counts = (input.reshape(-1) != _row(padding_idx, weight)).astype(jnp.float32)
        rows = jnp.where(counts[:, None] > 0, rows, 0)
    result = _bag_results(_Bags(input, offsets, include_last_offset), rows, counts, mode, per_sample_weights)
    if offsets is None or not include_last_offset:
        return result
    return jnp.where(offsets[-1] == input.size, result, jnp.nan)


def one_hot(tensor: Array, num_classes: int = -1) -> Array:
    """Integers (*) as rows (*, num_classes) of int32 that are 1 at the integer and 0 elsewhere.

    PyTorch raises for integers outside of [0, num_classes); here their rows are 0. Without `num_classes` it is one more
    than the largest integer; raises ValueError where that is known only at run time.
    """
    if num_classes == -1:
        if isinstance(tensor, jax.core.Tracer):
            raise ValueError("one_hot: how many classes there are is known only at run time; pass num_classes")
        num_classes = int(tensor.max()) + 1
    expect_within(tensor, num_classes, first=0)
    return jax.nn.one_hot(tensor, num_classes, dtype=jnp.int32)


class _Bags:
    """Which bag each of a row of items is in."""

    def __init__(self, input: Array, offsets: Array | None, include_last_offset: bool) -> None:
        self.items = input.size
        if offsets is None:
            self.number, self.length = input.shape
            self.bag = jnp.arange(self.items) // max(self.length, 1)
        else:
            self.number, self.length = offsets.shape[0] - include_last_offset, -1
            self.bag = jnp.searchsorted(offsets, jnp.arange(self.items), side="right") - 1

    def sums(self, items: Array) -> Array:
        """(items, dim) to (bags, dim)."""
        if self.length >= 0:
            return items.reshape(self.number, self.length, items.shape[-1]).sum(1)
        return jax.ops.segment_sum(items, self.bag, self.number, indices_are_sorted=True)

    def first_maxima(self, items: Array) -> Array:
        """(items, dim) to (bags, dim): the places of the largest items, in empty bags any."""
        largest = jax.ops.segment_max(items, self.bag, self.number, indices_are_sorted=True)
        is_largest = items == jnp.take(largest, self.bag, axis=0, mode="clip")
        places = jnp.where(is_largest, jnp.arange(self.items)[:, None], self.items - 1)
        first = jax.ops.segment_min(places, self.bag, self.number, indices_are_sorted=True)
        return jnp.clip(first, 0, self.items - 1)


def _bag_results(bags: _Bags, rows: Array, counts: Array, mode: str, per_sample_weights: Array | None) -> Array:
    """(bags, dim) of rows (items, dim), of which those with a count of 0 do not count."""
    if mode == "sum":
        return bags.sums(rows if per_sample_weights is None else rows * per_sample_weights.reshape(-1, 1))
    sizes = bags.sums(counts[:, None])
    if mode == "mean":
        return bags.sums(rows) / jnp.maximum(sizes, 1).astype(rows.dtype)
    first = bags.first_maxima(jnp.where(counts[:, None] > 0, lax.stop_gradient(rows), -jnp.inf))
    return jnp.where(sizes > 0, jnp.take_along_axis(rows, first, axis=0), 0)


def _check_bags(
    input: Array, weight: Array, offsets: Array | None, mode: str, per_sample_weights: Array | None
) -> None:
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if input.ndim not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if input.ndim == 2 and offsets is not None:
        raise ValueError("if input is 2D, then offsets has to be None, as its rows are the bags")
    if input.ndim == 1 and (offsets is None or offsets.ndim != 1):
        raise ValueError("offsets has to be a 1D Tensor")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is None:
        return
    if per_sample_weights.shape != input.shape:
        raise ValueError(
            f"per_sample_weights {per_sample_weights.shape} must have the shape of the input {input.shape}"
        )
    if mode != "sum":
        raise NotImplementedError(f"per_sample_weights is only supported for mode='sum' (got mode={mode!r})")


def _row(padding_idx: int, weight: Array) -> int:
    number = weight.shape[0]
    if not -number <= padding_idx < number:
        raise ValueError(f"padding_idx must be within the number of embeddings, {number}, but got {padding_idx}")
    return padding_idx % number


def _require_integers(input: Array, function: str) -> None:
    if not jnp.issubdtype(input.dtype, jnp.integer):
        raise RuntimeError(f"{function}: expected indices of integers, but got {input.dtype}{list(input.shape)}")


def _refuse_max_norm(max_norm: float | None) -> None:
    if max_norm is not None:
        raise NotImplementedError(
            "max_norm writes into the table of embeddings in every forward pass, which a pure function cannot. "
            "Limit the norms of the table's rows when the parameters are updated."
        )
