"""Lists that callers give where `jax.jit` has to know the value, and wants one that can be hashed."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeVar

R = TypeVar("R")

__all__ = ["static_lists", "takes_iterables"]


def static_lists(*names: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Decorates a compiled function whose static parameters by these names take lists, which are told apart by their
    elements. In the function they are lists that cannot be changed: that raises TypeError.
    """

    return _taking(names, _known)


def takes_iterables(*names: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Decorates a compiled function that runs over parameters by these names, for which any iterable of Python's may
    come, a range, a set or a generator: as a list."""
    return _taking(names, _listed)


def _taking(names: tuple[str, ...], made: Callable[[Any], Any]) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Makes something else of the arguments by these names. `.pure` is the function without that."""

    def decorate(function: Callable[..., R]) -> Callable[..., R]:
        is_named = [name in names for name in inspect.signature(function).parameters]

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> R:
            given = [made(a) if i < len(is_named) and is_named[i] else a for i, a in enumerate(args)]
            return function(*given, **{n: made(a) if n in names else a for n, a in kwargs.items()})

        call.pure = getattr(function, "pure", function)  # type: ignore[attr-defined]
        return call

    return decorate


def _listed(value: Any) -> Any:
    is_known = isinstance(value, list | tuple | str | bytes) or hasattr(value, "dtype")
    return value if is_known or not isinstance(value, Iterable) else list(value)


class _KnownList(list[Any]):
    """A list by its elements, and their types: 1 is not 1.0, nor 0.0 the same as -0.0."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(_key(self))

    def __eq__(self, other: object) -> bool:
        return type(other) is _KnownList and _key(self) == _key(other)

    def _unchanged(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a list that compiled code knows while it is traced is changed there")

    append = extend = insert = pop = remove = clear = sort = reverse = _unchanged
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _unchanged


def _known(value: Any) -> Any:
    if type(value) is list:
        return _KnownList(map(_known, value))
    return tuple(map(_known, value)) if type(value) is tuple else value


def _key(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value), *map(_key, value)
    return type(value), repr(value) if isinstance(value, float | complex) else value
