"""What outlives a trace of JAX's (`jax.jit`, `grad`, `vmap`) is not left with values of it, which are none outside."""

from __future__ import annotations

import weakref
from typing import Any

import jax
from jax.extend.core import get_opaque_trace_state

__all__ = ["expect_own", "expect_within", "note_made", "trace"]

_OUTSIDE: object = get_opaque_trace_state()  # type: ignore[no-untyped-call]
_made: weakref.WeakKeyDictionary[Any, object] = weakref.WeakKeyDictionary()  # in which trace; of no other object


def trace() -> object | None:
    """What tells the trace that goes on from others; None where JAX computes at once."""
    found: object = get_opaque_trace_state()  # type: ignore[no-untyped-call]
    return None if found == _OUTSIDE else found


def note_made(each: Any) -> None:
    """The object, if a trace goes on, is over with it."""
    if (found := trace()) is not None:
        _made[each] = found


def expect_own(array: Any, made_in: object | None, what: str) -> None:
    """Raises RuntimeError for a value of a trace, which is to be put into what was made in another or in none."""
    if isinstance(array, jax.core.Tracer) and made_in != trace():
        raise RuntimeError(
            f"{what} would keep a value of a function that JAX transforms (`jax.jit`, `grad`, `vmap`), which is none "
            "outside of it: return the value and set it outside, use `net.apply`, or make the object in the function"
        )


def expect_within(array: Any, holder: Any, what: str) -> None:
    """`expect_own`, for an object that may have been noted."""
    if isinstance(array, jax.core.Tracer):
        expect_own(array, _made.get(holder), what)
