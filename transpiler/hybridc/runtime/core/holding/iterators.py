"""Iterators and generators that outlive a run: where they stand."""

from __future__ import annotations

import types
import warnings
from typing import Any

_MODULES = frozenset({"builtins", "itertools", "collections"})


def is_iterator(value: Any) -> bool:
    """Python's own, or a generator."""
    return isinstance(value, types.GeneratorType) or (
        hasattr(value, "__next__") and type(value).__module__ in _MODULES and not isinstance(value, type)
    )


def state_of(value: Any) -> Any:
    """What is another value once the iterator has moved on; others are what they are."""
    if isinstance(value, types.GeneratorType):
        frame = value.gi_frame
        return None if frame is None else (frame.f_lasti, {n: state_of(v) for n, v in frame.f_locals.items()})
    if isinstance(value, tuple):
        return tuple(map(state_of, value))
    if not is_iterator(value):
        return value if isinstance(value, int | float | str | bool | None) else id(value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of copies of iterators, which later versions of Python do not make
        try:
            return state_of(tuple(each for each in value.__reduce__() if not callable(each)))
        except TypeError:
            return repr(value)
