"""The language of the programs that write in place: constructs by level, and how often they are written."""

from __future__ import annotations

import random

from language import CHANCES, WEIGHTS, Language

LEVELS: dict[int, dict[str, float]] = {
    1: {
        "new array": 6,
        "copy": 2,
        "place write": 12,
        "whole augmented": 5,
        "mask write": 5,
        "index write": 6,
        "rebound": 2,
        "item swap": 3,
        "row swap": 3,
        "overlapping copy": 4,
        "read": 3,
        "out argument": 3,
        "copyto": 3,
        "put": 2,
        "at": 3,
        "in-place method": 3,
        "chained targets": 2,
        "flat write": 2,
        "write through an expression": 4,
        "fill_diagonal": 2,
        "branch around writes": 6,
        "loop around writes": 7,
    },
    2: {
        "alias": 6,
        "alias in a branch": 3,
        "named view": 14,
        "name swap": 2,
        "two names at once": 2,
        "view swap": 2,
        "row loop": 8,
    },
    3: {
        "box": 9,
        "element write": 6,
        "unpacked box": 2,
        "element bound anew": 5,
        "loop over a box": 9,
        "closure that writes": 4,
        "changing call": 14,
    },
}
OFTENER = {"for": 16, "while": 8, "branch": 14, "conditional exit": 18, "continue": 14}  # around writes
HIGHEST = 4
STRUCTURE = {
    "assignment", "augmented assignment", "local name", "swap", "branch", "conditional exit", "for", "while",
    "break", "continue", "return", "range", "traced range", "negative step", "reversed", "array", "enumerate", "zip",
    "counter", "countdown", "while True", "name", "arithmetic", "min, max, abs", "NumPy function", "sum",
    "conditional expression", "integer arithmetic", "// and %", "negative divisor", "integer min, max, abs",
    "comparison", "chained comparison", "integer comparison", "and, or", "not",
    "type hints", "return in the main block", "elif", "else", "exit at the end of a branch", "compound condition",
    "while and", "loop else", "name of a loop after it",
}  # fmt: skip
IN_PLACE = frozenset(name for names in LEVELS.values() for name in names)


def in_place_language(rng: random.Random, level: int, left_out: frozenset[str] = frozenset()) -> Language:
    """The constructs up to a level. Below the highest, control flow is plain: the writes are what matters."""
    weights = WEIGHTS | OFTENER | {name: weight for names in LEVELS.values() for name, weight in names.items()}
    without = {*left_out} | {name for above, names in LEVELS.items() if above > level for name in names}
    if level < HIGHEST:
        without |= {*WEIGHTS, *CHANCES} - STRUCTURE
    return Language(rng, frozenset(without), weights)
