"""What is read of an array before it is written in place."""

from __future__ import annotations

from typing import Any

import jax
from jax import lax
from jax.experimental.xla_metadata import set_xla_metadata

__all__ = ["read_first"]


def read_first(*values: Any) -> Any:
    """The values as they are, all computed before what needs one of them: a single one, or a tuple.

    XLA writes into an array in place if nothing may still read it as it was, and copies it otherwise: in a loop, at
    every turn. `lax.optimization_barrier` does not help on the CPU, where barriers are gone before that is decided; a
    call that is not inlined stays.
    """
    leaves, structure = jax.tree.flatten(values)
    places = [
        place for place, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)
    ]  # numbers of Python's stay such
    if any(isinstance(leaves[place], jax.core.Tracer) for place in places):
        arrays = (leaves[place] for place in places)
        read = lax.platform_dependent(*arrays, cpu=_called, default=lambda *arrays: arrays)
        for place, array in zip(places, read, strict=True):
            leaves[place] = array
        values = jax.tree.unflatten(structure, leaves)
    return values[0] if len(values) == 1 else values


def _called(*values: Any) -> tuple[Any, ...]:
    with set_xla_metadata(inlineable="false"):  # type: ignore[no-untyped-call]
        called: tuple[Any, ...] = _as_they_are(*values)
    return called


@jax.jit
def _as_they_are(*values: Any) -> tuple[Any, ...]:
    return values
