"""Packing and padding of sequences of different lengths: `torch.nn.utils.rnn`.

Lengths that are known while tracing (a list, a NumPy array, an array outside of compiled code) pack as in PyTorch,
those that only the running program knows as a `MaskedSequence`. Refused is then what has no fixed shape: the packed
rows themselves, and padding to the longest sequence instead of to a given length. That such lengths are positive, no
longer than the batch, and sorted where they should be, is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.torch.nn.utils.packed import MaskedSequence, PackedSequence, invert_permutation, is_known, kept

__all__ = [
    "PackedSequence",
    "invert_permutation",
    "pack_padded_sequence",
    "pack_sequence",
    "pad_packed_sequence",
    "pad_sequence",
    "unpack_sequence",
    "unpad_sequence",
]

Array = jax.Array


def pack_padded_sequence(
    input: Array, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Packs (steps, batch, ...), or (batch, steps, ...) with `batch_first`, of the given lengths, (batch,).

    Raises RuntimeError for known lengths that are not positive, not one a sequence, not sorted in decreasing order
    although `enforce_sorted`, and ValueError for one that is longer than the input (PyTorch returns a broken batch).
    """
    steps = jnp.swapaxes(input, 0, 1) if batch_first else input
    if not is_known(lengths):
        lengths = jnp.stack([jnp.asarray(n) for n in lengths]) if isinstance(lengths, list | tuple) else lengths
        _check_count(lengths.shape, steps.shape[1])
        return MaskedSequence(steps, lengths.astype(jnp.int32))
    known = np.asarray(lengths).astype(np.int64)
    _check_count(known.shape, steps.shape[1])
    _check_known(known, steps.shape[0], enforce_sorted)
    indices: tuple[Array | None, Array | None] = (None, None)
    if not enforce_sorted:
        order = np.argsort(-known, kind="stable")
        known, steps = known[order], jnp.take(steps, order, 1)
        indices = _constant(order), _constant(np.argsort(order))
    alive = np.arange(known[0])[:, None] < known
    return PackedSequence(steps[np.nonzero(alive)], alive.sum(1), *indices)


def _check_count(shape: tuple[int, ...], batch: int) -> None:
    if shape != (batch,):
        raise RuntimeError(f"expected one length for each of {batch} sequences, but `lengths` has the shape {shape}")
    if not batch:
        raise RuntimeError("cannot pack an empty batch")


def _check_known(lengths: np.ndarray, steps: int, enforce_sorted: bool) -> None:
    if lengths.min() <= 0:
        raise RuntimeError("the length of every sequence must be greater than 0")
    if enforce_sorted and np.any(np.diff(lengths) > 0):
        raise RuntimeError("`lengths` must be sorted in decreasing order; or pass `enforce_sorted=False`")
    if lengths.max() > steps:
        raise ValueError(f"a sequence of length {lengths.max()} in an input of {steps} steps")


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Array, Array]:
    """The batch, (longest, batch, ...) or with `batch_first` (batch, longest, ...), and the lengths, (batch,) int32.

    Raises ValueError for a `total_length` that is too short, and where lengths are known at run time only for none, or
    for one that is shorter than the padded batch was.
    """
    steps, alive = sequence.padded(), sequence.alive()
    longest = steps.shape[0]
    if total_length is None and isinstance(sequence, MaskedSequence):
        raise ValueError(
            "the longest length is known at run time only, and with it the shape of the padded batch: "
            f"pass `total_length={longest}`, the number of steps that was packed"
        )
    if total_length is not None and total_length < longest:
        raise ValueError(
            f"`total_length` must be at least {longest}, the steps of the packed batch, not {total_length}"
        )
    padding = jnp.asarray(padding_value).astype(steps.dtype)
    steps = kept(alive, steps, padding)
    if total_length is not None:
        beyond = [(0, total_length - longest)] + [(0, 0)] * (steps.ndim - 1)
        steps = jnp.pad(steps, beyond, constant_values=padding)
    steps = sequence.in_given_order(steps)
    return jnp.swapaxes(steps, 0, 1) if batch_first else steps, _lengths(sequence)


def _lengths(sequence: PackedSequence) -> Array:
    """(batch,) int32, in the order that the batch came in."""
    if isinstance(sequence, MaskedSequence):
        return sequence.lengths
    lengths, order = sequence.alive().sum(0), sequence.unsorted_indices
    if order is None or is_known(order):
        return _constant(lengths if order is None else lengths[np.asarray(order)])
    return sequence.in_given_order(_constant(lengths), 0)


def pad_sequence(
    sequences: Iterable[Array], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Array:
    """Stacks sequences (length, ...) as (longest, batch, ...), or (batch, longest, ...) with `batch_first`.

    In the dtype of the first. Raises RuntimeError for no sequence and for an unknown side.
    """
    given = list(sequences)
    if not given:
        raise RuntimeError("received no sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"`padding_side` must be 'left' or 'right', not {padding_side!r}")
    longest = max(s.shape[0] for s in given)
    trailing, dtype = given[0].shape[1:], given[0].dtype
    padding = jnp.asarray(padding_value).astype(dtype)
    rows = []
    for sequence in given:
        missing = longest - sequence.shape[0]
        ends = (missing, 0) if padding_side == "left" else (0, missing)
        row = jnp.broadcast_to(sequence, (sequence.shape[0], *trailing)).astype(dtype)
        rows.append(jnp.pad(row, [ends] + [(0, 0)] * len(trailing), constant_values=padding))
    return jnp.stack(rows, axis=0 if batch_first else 1)


def unpad_sequence(padded_sequences: Array, lengths: Any, batch_first: bool = False) -> list[Array]:
    """The sequences of (batch, steps, ...), each cut to its length, which must be known while tracing.

    Raises NotImplementedError without `batch_first`: PyTorch then transposes its argument in place.
    """
    if not batch_first:
        raise NotImplementedError(
            "without `batch_first`, PyTorch transposes the argument in place: "
            "write `unpad_sequence(padded.transpose(0, 1), lengths, batch_first=True)`"
        )
    if not is_known(lengths):
        raise TypeError("`lengths` must be known while tracing: they are the shapes of the results")
    return [row[:n] for row, n in zip(padded_sequences, np.asarray(lengths).tolist(), strict=True)]


def pack_sequence(sequences: list[Array], enforce_sorted: bool = True) -> PackedSequence:
    """Packs sequences (length, ...). Raises RuntimeError where they are not sorted although `enforce_sorted`."""
    return pack_padded_sequence(pad_sequence(sequences), [s.shape[0] for s in sequences], enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Array]:
    """The sequences (length, ...) of a packed batch, in the order that it came in."""
    if isinstance(packed_sequences, MaskedSequence):
        raise TypeError("the lengths must be known while tracing: they are the shapes of the results")
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


def _constant(values: np.ndarray) -> Array:
    """An array whose values stay known inside of compiled code."""
    with jax.ensure_compile_time_eval():
        return jnp.asarray(values, jnp.int32)
