"""`len(x)` of an array whose first dimension is free: that dimension, which Python's own `len` does not give back."""

from __future__ import annotations

import builtins
import types
from typing import Any

import jax


def with_free_lengths(module: types.ModuleType) -> None:
    """Functions of the module ask `length`, unless it has a `len` of its own."""
    vars(module).setdefault("len", length)


def length(value: Any) -> Any:
    """The number of elements, or of rows, of anything: an int, or the dimension itself where that is free."""
    if isinstance(value, jax.core.Tracer) and value.shape and not isinstance(value.shape[0], int):
        return value.shape[0]
    return builtins.len(value)
