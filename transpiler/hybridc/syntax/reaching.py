"""What is reached from where something starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def reached(start: Iterable[T], following: Callable[[T], Iterable[T]]) -> set[T]:
    """All of `start`, what follows them, what follows that, and so on."""
    found = {*start}
    todo = [*found]
    while todo:
        new = {*following(todo.pop())} - found
        found |= new
        todo += new
    return found


def turned(edges: Mapping[T, Iterable[T]]) -> dict[T, set[T]]:
    """Whom each is followed by, where `edges` says what follows: callers, of calls."""
    found: dict[T, set[T]] = {}
    for one, others in edges.items():
        for other in others:
            found.setdefault(other, set()).add(one)
    return found
