"""Functions beside models that give compiled callers what they write, and write it for all others."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from typing import Any

import jax
import numpy as np

from hybridc.runtime.core import runs
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.overwriting import overwrites


def writes_back(*names: str) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Decorates a function whose original writes into the arrays given by these names, and returns nothing: it returns
    what they become.

        @given_back.writes_back("a")
        def center(a):                                 def center(a):
            a = a - a.mean()                               a -= a.mean()
            return a

    `center.pure` is the function without the decorator, for compiled callers, which take the new array back. `center`
    itself writes into parameters, buffers and what refers to them, and into NumPy arrays. Within a model it is looked
    at as what `overwrites` decorates.

    Raises TypeError for an array of JAX's, which does not change, and ValueError where an array to be written shares
    memory with another argument.
    """

    def decorate(pure: Callable[..., Any]) -> Callable[..., None]:
        signature = inspect.signature(pure)
        watched = overwrites(*names)(pure)

        @functools.wraps(pure)
        def call(*args: Any, **keywords: Any) -> None:
            if runs.current() is not None:
                watched(*args, **keywords)
                return
            bound = signature.bind(*args, **keywords)
            given: dict[str, Any] = {n: v for n in names if not _is_number(v := bound.arguments.get(n))}
            for name, value in given.items():
                _expect_writable(pure.__name__, name, value, bound.arguments.values())
            read = {n: v._read() if isinstance(v, Mutable) else v for n, v in bound.arguments.items()}
            bound.arguments.update(read)
            new = pure(*bound.args, **bound.kwargs)
            for name, array in zip(names, new if len(names) > 1 else (new,), strict=True):
                if name in given:
                    given[name][...] = array

        call.pure = pure  # type: ignore[attr-defined]
        return call

    return decorate


def _is_number(value: Any) -> bool:
    return value is None or isinstance(value, int | float | complex | np.generic)


def _expect_writable(label: str, name: str, value: Any, given: Collection[Any]) -> None:
    if isinstance(value, jax.Array):
        raise TypeError(
            f"`{label}` writes into its argument `{name}`, and JAX's arrays do not change: call `{label}.pure`, which "
            f"returns what `{name}` becomes"
        )
    if not isinstance(value, Mutable | np.ndarray):
        raise TypeError(f"`{label}` writes into its argument `{name}`, which is no array but a {type(value).__name__}")
    if sum(_share(value, other) for other in given) > 1:
        raise ValueError(
            f"`{label}` writes into its argument `{name}`, which shares memory with another argument: compiled code "
            "would not see the change there. Pass a copy of one of them"
        )


def _share(array: Any, other: Any) -> bool:
    if isinstance(array, Mutable):
        return isinstance(other, Mutable) and array.data.memory is other.data.memory
    return isinstance(other, np.ndarray) and bool(np.shares_memory(array, other))
