"""Sequences as `unroll` takes and gives them: one array with an axis of time, or a list of steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.kernels import sequences as kernels

Array = jax.Array

__all__ = ["as_asked", "is_merged", "masked", "merged", "reversed_steps", "split"]


def is_merged(inputs: Any) -> bool:
    return not isinstance(inputs, list | tuple)


def merged(steps: Any, layout: str) -> Array:
    """One array, with time where the layout has T."""
    return steps if is_merged(steps) else jnp.stack(list(steps), layout.index("T"))


def split(inputs: Any, layout: str, length: int | None = None) -> list[Array]:
    """A list of steps. Raises AssertionError for another number of them."""
    axis = layout.index("T")
    count = inputs.shape[axis] if is_merged(inputs) else len(inputs)
    if length is not None and length != count:
        raise AssertionError(f"a sequence of {count} steps is not one of {length}")
    if not is_merged(inputs):
        return list(inputs)
    return [jnp.take(inputs, step, axis) for step in range(count)]


def as_asked(outputs: Any, layout: str, merge: bool | None) -> Any:
    """Merged, split, or as it is for None."""
    if merge is None:
        return outputs
    return merged(outputs, layout) if merge else split(outputs, layout)


def masked(outputs: Any, layout: str, valid_length: Array, merge: bool | None) -> Any:
    """Zeros behind each sample's length; merged or split."""
    found = kernels.masked_sequences(merged(outputs, layout), valid_length, layout.index("T"))
    return found if merge else split(found, layout)


def reversed_steps(steps: Sequence[Array], valid_length: Array | None) -> list[Array]:
    """The steps in reverse; with lengths, each sample's own."""
    if valid_length is None:
        return list(reversed(steps))
    return list(kernels.reversed_sequences(jnp.stack(list(steps)), valid_length))
