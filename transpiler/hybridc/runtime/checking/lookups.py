"""Lookups of functions and layers: the places that they are given may not be there, for which the original raises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any

import jax.numpy as jnp

from hybridc.runtime.checking.check_state import is_own_trace
from hybridc.runtime.checking.check_values import expect_index

__all__ = ["at", "expect_within", "expect_within_axes"]

_place: ContextVar[str | None] = ContextVar("_place", default=None)


def at(place: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose call fails where it looks up, or writes, what is not there. `place` is told then."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with _watched(place):
            return function(*args, **kwargs)

    return call


@contextmanager
def _watched(place: str) -> Iterator[None]:
    token = _place.set(place)
    try:
        yield
    finally:
        _place.reset(token)


def expect_within(
    indices: Any, size: int, axis: int | None = 0, *, first: int | None = None, besides: int | None = None
) -> None:
    """In a call that is watched: that `indices` are places of an axis of a size, or, without `axis`, of an array
    counted through. `first` is the first number that is one, 0 where negative ones do not count from the end; `besides`
    a number that is let through."""
    place = _place.get()
    if place is None or not is_own_trace():
        return
    given = jnp.asarray(indices)
    if jnp.issubdtype(given.dtype, jnp.floating):
        given = given.astype(int)
    if besides is not None:
        given = jnp.where(given == besides, 0, given)
    expect_index(given, axis, size, place, first)


def expect_within_axes(indices: Any, shape: tuple[int, ...], *, first: int | None = None) -> None:
    """The same of coordinates along the last axis of `indices`, for the first axes of an array of a shape."""
    if _place.get() is not None:
        coordinates = jnp.moveaxis(jnp.asarray(indices), -1, 0)
        for axis, (each, size) in enumerate(zip(coordinates, shape, strict=False)):
            expect_within(each, size, axis, first=first)
