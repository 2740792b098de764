"""The names that Keras gives to layers: of their class, with a number from the second on."""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["automatic", "clear_session", "get_uid", "snake_case", "unique"]

_given: Counter[str] = Counter()
_counted: Counter[str] = Counter()


def snake_case(name: str) -> str:
    """`MyDense2D` as `my_dense2d`, in Keras' way."""
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


def automatic(kind: str) -> str:
    """The name of the next layer of a class in this process."""
    name = snake_case(kind)
    number = _given[name]
    _given[name] += 1
    return f"{name}_{number}" if number else name


def clear_session(free_memory: bool = True) -> None:
    """Names are given from the first one again."""
    _given.clear()
    _counted.clear()


def get_uid(prefix: str = "") -> int:
    """How many times it was asked for the prefix, from 1 on."""
    _counted[prefix] += 1
    return _counted[prefix]


def unique(name: str, taken: object) -> str:
    """The name, or the name with the first number that is free."""
    found, number = name, 0
    while found in taken:  # type: ignore[operator]
        number += 1
        found = f"{name}_{number}"
    return found
