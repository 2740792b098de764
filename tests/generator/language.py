"""The language of the random programs: every construct, and how often it is written."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

WEIGHTS: dict[str, float] = {
    # statements
    "assignment": 6,
    "augmented assignment": 4,
    "item": 4,
    "count item": 1,
    "whole array": 1,
    "local name": 2,
    "flag": 2,
    "swap": 1,
    "divmod": 1,
    "tuple": 2,
    "dict": 2,
    "static list": 3,
    "branch": 8,
    "conditional exit": 10,
    "name in all branches": 2,
    "walrus if": 1,
    "for": 8,
    "while": 4,
    "appended list": 3,
    "nested function": 3,
    "lambda": 2,
    "unpacked call": 2,
    "none at first": 3,
    "set at times": 4,
    "asked for None": 8,
    "least so far": 5,
    "exit for None": 14,
    "table": 2,
    "table of integers": 1,
    "grid": 1,
    "element": 8,
    "integer element": 6,
    "walrus behind and": 1,
    "with": 2,
    "closure": 3,
    "nonlocal": 3,
    "tick": 4,
    # exits
    "break": 4,
    "continue": 3,
    "return": 2,
    # what a `for` goes over
    "range": 4,
    "traced range": 2,
    "negative step": 1,
    "reversed": 1,
    "array": 2,
    "slice": 1,
    "enumerate": 2,
    "zip": 2,
    "list items": 4,
    "table items": 5,
    "step": 1,
    "traced step": 2,
    # what makes a `while` end
    "counter": 3,
    "countdown": 1,
    "while True": 2,
    "walrus while": 1,
    "guarded while": 3,
    "walrus behind and in while": 1,
    # floats
    "name": 6,
    "arithmetic": 12,
    "conditional expression": 3,
    "min, max, abs": 3,
    "three arguments": 1,
    "NumPy function": 2,
    "sum": 1,
    "call": 6,
    "value of and, or": 1,
    "cast": 1,
    "sum of a table": 1,
    "key": 1,
    "min or max with a default": 0.5,
    "sum with a start": 0.5,
    # integers
    "integer arithmetic": 12,
    "// and %": 4,
    "negative divisor": 1,
    "integer min, max, abs": 2,
    "conditional integer": 1,
    # conditions
    "comparison": 8,
    "chained comparison": 3,
    "integer comparison": 3,
    "guard": 3,
    "flag test": 6,
    "and, or": 6,
    "not": 3,
    # what is done with an appended list
    "stacked": 2,
    "summed": 2,
    "indexed": 2,
    "row": 1,
    "row without a copy": 1,
}

CHANCES: dict[str, float] = {
    "type hints": 0.5,
    "rebound parameter": 0.2,
    "return in the main block": 0.4,
    "more state": 0.5,
    "helper": 0.6,
    "array helper": 0.3,
    "helper with two results": 0.3,
    "default": 0.4,
    "keyword": 0.5,
    "helper's return": 0.4,
    "elif": 0.4,
    "else": 0.5,
    "exit at the end of a branch": 0.15,
    "compound condition": 0.4,
    "while and": 0.5,
    "loop else": 0.5,
    "name of a loop after it": 0.6,
    "first set in a loop": 0.15,
    "back to None": 0.3,
    "truth of what is None at times": 0.5,
    "returned table": 0.6,
}


@dataclass(frozen=True)
class Language:
    """The tables without some constructs. What others are built of, `comparison` or `range`, cannot be left out."""

    rng: random.Random
    without: frozenset[str] = field(default_factory=frozenset)
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)

    def __post_init__(self) -> None:
        if unknown := self.without - {*self.weights, *CHANCES}:
            raise ValueError(f"no such constructs: {sorted(unknown)}")

    def choose(self, options: Mapping[str, T]) -> T:
        """One of the options, which are named by constructs, by their weights."""
        names = self.among(options)
        return options[self.rng.choices(names, [self.weights[name] for name in names])[0]]

    def among(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name not in self.without]

    def happens(self, name: str) -> bool:
        return name not in self.without and self.rng.random() < CHANCES[name]
