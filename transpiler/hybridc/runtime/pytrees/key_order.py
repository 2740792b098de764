"""Dicts that compiled functions are given, and give: JAX sorts their keys, but not those of an `OrderedDict`."""

from __future__ import annotations

import functools
import itertools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

__all__ = ["in_order"]


def in_order(function: Callable[P, R]) -> Callable[P, R]:
    """A compiled function that sees the keys of dicts among its arguments in the order in which they were put in."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*map(_ordered, args), **{name: _ordered(value) for name, value in kwargs.items()})

    return call


def _ordered(value: Any) -> Any:
    if type(value) is dict:
        return OrderedDict((key, _ordered(held)) for key, held in value.items())
    if type(value) in (list, tuple):
        return type(value)(map(_ordered, value))
    return value


def with_order(tree: Any) -> Any:
    """The pytree, in which dicts whose keys JAX would put into another order are an `OrderedDict`."""
    if type(tree) is dict:
        held = {key: with_order(value) for key, value in tree.items()}
        return held if _is_sorted(list(held)) else OrderedDict(held)
    if type(tree) in (list, tuple):
        return type(tree)(map(with_order, tree))
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*map(with_order, tree))
    return tree


def _is_sorted(keys: list[Any]) -> bool:
    try:
        return all(one < other for one, other in itertools.pairwise(keys))
    except TypeError:
        return False
