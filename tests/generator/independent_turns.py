"""Random programs of NumPy whose loops fill arrays, turn by turn, written from NumPy's reference alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

HEAD = """import numpy as np


def g(a, b):
    return a * b + np.cos(a)


def f(A, x):
    n = len(x)
    out = np.zeros(n)
    B = np.zeros((n, n))
    c = np.zeros(n, dtype=int)
    t = 1.0
"""
RANGES = ("range(n)", "range(n)", "range(1, n)", "range(1, n - 1)", "range(2, n)", "range(n - 2)", "range(n // 2)")


def filling_program(seed: int) -> str:
    """A file with a function `f(A, x)` of a square matrix and a vector as long."""
    return _Writer(random.Random(seed)).program()


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def _is(self, share: float) -> bool:
        return self.rng.random() < share

    def program(self) -> str:
        lines = [f"for i in {self.rng.choice(RANGES)}:"]
        lines += ["    " + line for line in (self._grid() if self._is(0.3) else self._row())]
        lines.append("return out, B, c, x" + self.rng.choice(("", "", ", t")))
        return HEAD + "".join(f"    {line}\n" for line in lines)

    def _grid(self) -> list[str]:
        both = ("i", "j")
        place = self.rng.choice(("i, j", "i, j", "j, i", "i - 1, j", "i, 0"))
        lines = [f"for j in {self.rng.choice(('range(n)', 'range(1, n - 1)', 'range(i)', 'range(i + 1)'))}:"]
        if self._is(0.5):
            return [*lines, f"    u = {self._number(both)}", f"    B[{place}] = u * {self._number(both)}"]
        return [*lines, f"    B[{place}] = {self._number(both)}"]

    def _row(self) -> list[str]:
        lines = [f"s = {self._number(('i',))}"]
        if self._is(0.4):
            lines = ["s = 0.0", f"for j in {self.rng.choice(('range(n)', 'range(n - 1)', 'range(i)'))}:"]
            lines.append(f"    s += {self._number(('i', 'j'))}")
        if self._is(0.15):
            lines.append("t = t + s")
        if self._is(0.1):
            lines += ["if s > 0:", "    s = s * 2"]
        place = self.rng.choice(("i", "i", "i", "i + 1", "i - 1", "i // 2"))
        lines.append(f"out[{place}] = s * {self._number(('i',))}")
        lines += ["c[i] = s * 3"] if self._is(0.3) else []
        return lines + (["x[i] = 0.5 * s"] if self._is(0.2) else [])

    def _place(self, counters: Sequence[str]) -> str:
        counter = self.rng.choice(counters)
        return self.rng.choice((counter, counter, counter, f"{counter} - 1", "0", "-1"))

    def _element(self, counters: Sequence[str]) -> str:
        one, other = self._place(counters), self._place(counters)
        own = f"out[{one}]" if self._is(0.3) else "2.0"
        return self.rng.choice((f"x[{one}]", f"x[{one}]", f"A[{one}, {other}]", own, counters[0], "0.5", "t", "3"))

    def _number(self, counters: Sequence[str], depth: int = 0) -> str:
        if depth > 1 or self._is(0.3):
            return self._element(counters)
        one, other = self._number(counters, depth + 1), self._number(counters, depth + 1)
        return self.rng.choice((
            f"({one} + {other})", f"({one} * {other})", f"({one} - {other})", f"np.sin({one})", f"abs({one})",
            f"({one} if {other} > 0 else {self._element(counters)})", f"A[{counters[0]}] @ x", f"g({one}, {other})",
        ))  # fmt: skip
