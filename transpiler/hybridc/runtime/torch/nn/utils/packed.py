"""What a batch of sequences of different lengths is packed as.

The shapes of a compiled program are fixed, and those of a packed batch depend on its lengths. Lengths that are known
while tracing pack as in PyTorch. Where only the running program knows them, the batch stays padded and the sequences'
ends are masked, which recurrent layers take and return as any other packed batch, with the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

Array = jax.Array

_FIELDS = ("data", "batch_sizes", "sorted_indices", "unsorted_indices")


@tree_util.register_pytree_node_class
class PackedSequence:
    """Sequences of different lengths, step by step, without padding: what `pack_padded_sequence` returns.

    `data`: (sum of the lengths, ...), first all first elements, then all second ones. `batch_sizes`: a NumPy array,
    (longest length,), how many sequences have that many elements; part of the type for `jax.jit`. `sorted_indices`,
    `unsorted_indices`: (batch,), which sequence of the given batch comes where, and back; None if they came sorted.
    """

    data: Array
    batch_sizes: np.ndarray
    sorted_indices: Array | None
    unsorted_indices: Array | None

    def __init__(
        self,
        data: Any,
        batch_sizes: Any = None,
        sorted_indices: Array | None = None,
        unsorted_indices: Array | None = None,
    ) -> None:
        if batch_sizes is None:  # `PackedSequence((data, batch_sizes))`
            data, batch_sizes = data
        if not is_known(batch_sizes):
            raise TypeError("`batch_sizes` must be known while tracing: shapes depend on them")
        self.data = data
        self.batch_sizes = np.asarray(batch_sizes, np.int32)
        self.sorted_indices = sorted_indices
        self.unsorted_indices = invert_permutation(sorted_indices) if unsorted_indices is None else unsorted_indices

    def alive(self) -> Any:
        """Which sequences reach which step: (longest length, batch), in the order of the packed batch."""
        return np.arange(self.batch_sizes[0]) < self.batch_sizes[:, None]

    def padded(self) -> Array:
        """(longest length, batch, ...), in the order of the packed batch; zeros after a sequence's end."""
        alive = self.alive()
        starts = np.cumsum(self.batch_sizes) - self.batch_sizes
        places = np.where(alive, starts[:, None] + np.arange(alive.shape[1]), 0)
        return kept(alive, self.data[places], 0)

    def with_padded(self, steps: Array) -> PackedSequence:
        """The same sequences with other values, given as by `padded`."""
        return self._replace(data=steps[np.nonzero(self.alive())])

    def in_packed_order(self, array: Array, axis: int = 1) -> Array:
        """From the order that the batch came in to that of the packed batch."""
        return array if self.sorted_indices is None else jnp.take(array, self.sorted_indices, axis)

    def in_given_order(self, array: Array, axis: int = 1) -> Array:
        """From the order of the packed batch to that it came in."""
        return array if self.unsorted_indices is None else jnp.take(array, self.unsorted_indices, axis)

    def map(self, function: Callable[[Array], Array]) -> PackedSequence:
        """The same sequences with the function of their values."""
        return self._replace(data=function(self.data))

    def to(self, *args: Any, dtype: Any = None, **kwargs: Any) -> PackedSequence:
        """Changes the dtype, if one is given. Devices are left to JAX."""
        wanted = dtype if dtype is not None else next((a for a in args if isinstance(a, type | np.dtype)), None)
        return self if wanted is None else self.map(lambda values: values.astype(wanted))

    def cpu(self) -> PackedSequence:
        return self

    def cuda(self, *args: Any, **kwargs: Any) -> PackedSequence:
        return self

    def _replace(self, **fields: Any) -> PackedSequence:
        return PackedSequence(**{name: getattr(self, name) for name in _FIELDS} | fields)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in _FIELDS)

    def __getitem__(self, index: int) -> Any:
        return getattr(self, _FIELDS[index])

    def __len__(self) -> int:
        return len(_FIELDS)

    def __repr__(self) -> str:
        return f"PackedSequence({', '.join(f'{name}={getattr(self, name)}' for name in _FIELDS)})"

    def tree_flatten(self) -> tuple[tuple[Any, ...], Any]:
        return (self.data, self.sorted_indices, self.unsorted_indices), tuple(self.batch_sizes.tolist())

    @classmethod
    def tree_unflatten(cls, batch_sizes: Any, leaves: tuple[Any, ...]) -> Self:
        sequence = object.__new__(cls)
        sequence.data, sequence.sorted_indices, sequence.unsorted_indices = leaves
        sequence.batch_sizes = np.asarray(batch_sizes, np.int32)
        return sequence


@tree_util.register_pytree_node_class
class MaskedSequence(PackedSequence):
    """What packing makes of lengths that only the running program knows: the batch in the order that it came in.

    `steps`: (steps, batch, ...), zeros after a sequence's end. `lengths`: (batch,). Reading a field of
    `PackedSequence` raises ValueError.
    """

    steps: Array
    lengths: Array

    def __init__(self, steps: Array, lengths: Array) -> None:
        self.steps = kept(_reached(steps, lengths), steps, 0)
        self.lengths = lengths

    def __getattr__(self, name: str) -> Any:
        if name in _FIELDS:
            raise ValueError(
                f"`{name}` of a packed sequence: its shape depends on lengths that only the running program knows; "
                "pass the lengths as a list, or work on the padded batch"
            )
        raise AttributeError(name)

    def alive(self) -> Any:
        return _reached(self.steps, self.lengths)

    def padded(self) -> Array:
        return self.steps

    def with_padded(self, steps: Array) -> PackedSequence:
        return MaskedSequence(steps, self.lengths)

    def in_packed_order(self, array: Array, axis: int = 1) -> Array:
        return array

    def in_given_order(self, array: Array, axis: int = 1) -> Array:
        return array

    def map(self, function: Callable[[Array], Array]) -> PackedSequence:
        return MaskedSequence(function(self.steps), self.lengths)

    def __repr__(self) -> str:
        return f"MaskedSequence(steps={self.steps}, lengths={self.lengths})"

    def tree_flatten(self) -> tuple[tuple[Any, ...], Any]:
        return (self.steps, self.lengths), None

    @classmethod
    def tree_unflatten(cls, _: Any, leaves: tuple[Any, ...]) -> Self:
        sequence = object.__new__(cls)
        sequence.steps, sequence.lengths = leaves
        return sequence


def invert_permutation(permutation: Array | None) -> Array | None:
    """The inverse of a permutation, (n,) integers; None of None."""
    if permutation is None:
        return None
    places = jnp.arange(permutation.size, dtype=permutation.dtype)
    return jnp.zeros_like(permutation).at[permutation].set(places)


def is_known(value: Any) -> bool:
    """The values are known while tracing."""
    return not any(isinstance(leaf, jax.core.Tracer) for leaf in tree_util.tree_leaves(value))


def _reached(steps: Array, lengths: Array) -> Array:
    return jnp.arange(steps.shape[0])[:, None] < lengths


def kept(alive: Any, steps: Array, padding: Any) -> Array:
    """The steps where their sequence is alive, the padding elsewhere."""
    mask = alive.reshape(alive.shape + (1,) * (steps.ndim - 2))
    return jnp.where(mask, steps, jnp.asarray(padding, steps.dtype))
