"""Random small programs that write in place, by levels.

1: writes, where no array has two names. 2: names and views that share memory. 3: shared memory across calls,
containers, arguments and closures. 4: all of it, in all the control flow that there is.

Programs end, never raise, and are exact, as those of `programs.py`, and each statement matters to what comes out.
"""

from __future__ import annotations

import ast
import random
import re

import numpy as np
from branches import Unsuitable, without_idle
from expressions import LENGTH
from in_place.arrays import ROWS
from in_place.observable import without_unseen
from in_place.program_writer import write_program
from smaller import ENTRY

from programs import Arguments, Program

LEVELS = (1, 2, 3, 4)
ATTEMPTS = 300
PATTERNS = {
    "second name": r"\b(y|v|w|row|item)\d+\b",
    "far memory": r"\b(box|into|put)\d+\b|^ +(xs|ys|ms|ks)\b[^=<>(]*= |\b(xs|ys|ms|ks)(\[.*\])?\.\w+\(",
    "control flow": r"^ +(if|for|while) ",
}
LOOKS = {1: (), 2: ("second name",), 3: ("far memory",), 4: ("far memory", "control flow")}


def generate_in_place(seed: int, level: int, size: int | None = None, without: frozenset[str] = frozenset()) -> Program:
    """The program of a seed, with about `size` statements before those are taken out that do not matter.

    `without` names constructs to leave out.
    """
    size = size or 8 + level + seed % 6
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"{seed} {level} {size} {attempt}")
        program = attempted(rng, level, size, without)
        if program is not None:
            return program
    raise RuntimeError(f"no suitable program for seed {seed} of level {level}")


def attempted(rng: random.Random, level: int, size: int, without: frozenset[str]) -> Program | None:
    """A program, None where what was written raises, rounds, or does nothing in place."""
    source = write_program(rng, level, size, without)
    arguments = [_arguments(rng) for _ in range(12)]
    try:
        with np.errstate(all="raise"):
            settled = without_idle(source, ENTRY, arguments)
            while _is_of_level(settled, level):
                smaller = without_idle(without_unseen(settled, ENTRY, arguments), ENTRY, arguments)
                if smaller == settled:
                    return Program(settled, ENTRY, arguments)
                settled = smaller
    except (Unsuitable, ValueError, IndexError, OverflowError, FloatingPointError, TypeError):
        pass  # NumPy refuses what was written: a cast, a shape, a number that is too large
    return None


def _is_of_level(source: str, level: int) -> bool:
    """Whether what the level is for is still there."""
    return _writes(source) > 1 and all(re.search(PATTERNS[lower], source, re.M) for lower in LOOKS[level])


def _writes(source: str) -> int:
    """How many statements change something in place, or call for it."""
    nodes = list(ast.walk(ast.parse(source)))
    stores = sum(isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Subscript | ast.Tuple) for n in nodes)
    return stores + sum(isinstance(n, ast.AugAssign | ast.Expr) for n in nodes)


def _arguments(rng: random.Random) -> Arguments:
    def number() -> float:
        return rng.randint(-32, 32) / 8

    return (
        number(), number(), rng.randint(-4, 6),
        np.array([number() for _ in range(LENGTH)]), np.array([number() for _ in range(LENGTH)]),
        np.array([[number() for _ in range(LENGTH)] for _ in range(ROWS)]),
        np.array([rng.randint(-5, 9) for _ in range(LENGTH)]),
    )  # fmt: skip
