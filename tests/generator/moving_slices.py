"""Random programs of NumPy whose loops move slices, written from NumPy's reference alone."""

from __future__ import annotations

import random

VECTORS = ("x", "y", "w")
BOUNDS = (
    "i", "i + 1", "i - 1", "n - i", "n - i - 1", "-i", "-i - 1", "i + 2", "2 * i", "i // 2", "1", "-1", "", "", "",
    "min(i, 3)", "max(i - 1, 0)", "j", "k",
)  # fmt: skip
RANGES = (
    "range(n)",
    "range(n)",
    "range(1, n)",
    "range(n - 1)",
    "range(n - 1, -1, -1)",
    "range(n // 2)",
    "range(0, n, 2)",
)
INNER = ("range(n)", "range(i)", "range(i, n)", "range(i + 1)")
AS_LONG = {  # slices that are as long as each
    ":n - i": ("i:", ":n - i"),
    "i:": (":n - i", "i:"),
    ":i": ("1:i + 1", ":i", "n - i:"),
    "i + 1:": ("i:-1", ":n - i - 1", "i + 1:"),
}


def moving_program(seed: int) -> str:
    """A file with a function `f(A, x, y, w, k)` of a square matrix, three vectors as long, and a number."""
    return _Writer(random.Random(seed)).program()


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.is_nested = rng.random() < 0.3

    def program(self) -> str:
        lines = ["n = len(x)", "out = np.zeros(n)", "t = 0.0"]
        if self.rng.random() < 0.3:
            lines.append(self.rng.choice(("k = int(np.sum(x > 0))", "k = int(np.argmax(y))", "k = int(x[0] * 3)")))
        lines.append(f"for i in {self.rng.choice(RANGES)}:")
        pad = "    "
        if self.is_nested:
            lines.append(f"{pad}for j in {self.rng.choice(INNER)}:")
            pad *= 2
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            lines += [pad + line for line in self._statement().split("\n")]
        lines.append("return A, x, y, w, out, t")
        body = "\n".join(f"    {line}" for line in lines)
        return f"import numpy as np\n\n\ndef f(A, x, y, w, k):\n{body}\n"

    def _bound(self) -> str:
        found = self.rng.choice(BOUNDS)
        return "i" if found == "j" and not self.is_nested else found

    def _slice(self) -> str:
        return f"{self._bound()}:{self._bound()}"

    def _as_long(self, part: str) -> str:
        return self.rng.choice(AS_LONG.get(part, (part,)))

    def _vector(self, part: str) -> str:
        name = self.rng.choice(VECTORS)
        return self._one(
            (0.6, f"{name}[{part}]"),
            (0.15, f"A[{self.rng.choice(('i', '0', '-1', 'n - 1 - i'))}, {part}]"),
            (0.15, f"A[{part}, {self.rng.choice(('i', '0', '-1'))}]"),
            (0.1, f"np.flip({name}[{part}])"),
        )

    def _one(self, *choices: tuple[float, str]) -> str:
        return self.rng.choices([text for _, text in choices], [weight for weight, _ in choices])[0]

    def _expression(self, part: str, depth: int = 0) -> str:
        if depth > 2 or self.rng.random() < 0.35:
            return self._vector(part)
        one, other = self._expression(part, depth + 1), self._expression(part, depth + 1)
        return self._one(
            (0.4, f"({one} {self.rng.choice('+-*')} {other})"),
            (0.15, f"np.abs({one})"),
            (0.15, f"{self.rng.choice(('0.5', 'x[i]', '2'))} * {one}"),
            (0.15, f"np.where({one} > 0, {other}, 0.0)"),
            (0.15, f"(-{one})"),
        )

    def _number(self, part: str) -> str:
        vector, other, whole = self._vector(part), self._vector(self._as_long(part)), self._expression(part)
        return self._one(
            (0.3, f"np.sum({whole})"),
            (0.1, f"({whole}).mean()"),
            (0.08, f"np.max({whole}, initial=-9.0)"),
            (0.04, f"np.min({whole})"),
            (0.06, f"np.any({vector} > 0.5)"),
            (0.06, f"np.prod({vector})"),
            (0.16, f"np.dot({vector}, {other})"),
            (0.1, f"({whole}) @ ({other})"),
            (0.05, f"np.sum({vector} - {other})"),
            (0.05, f"np.linalg.norm({vector})"),
        )

    def _changed(self, part: str) -> str:
        """A slice with a name, of which elements are set, and which operators change."""
        place, operator = self.rng.choice(("0", "1", "-1", "-2")), self.rng.choice(("+=", "-=", "*=", "="))
        made = self.rng.choice((f"x[{part}].copy()", f"0.5 * y[{part}]", f"y[{part}]"))
        lines = [
            f"q = {made}",
            f"q[{place}] {operator} {self.rng.choice(('1.5', 't', 'q[0]'))}",
            f"q {self.rng.choice(('+=', '*='))} {self.rng.choice(('0.5', f'w[{part}]', 'x[i]'))}",
            f"t = t + np.sum(q) - q[{self.rng.choice(('0', '-1'))}]",
        ]
        dropped = self.rng.randrange(1, 4)
        return "\n".join(line for n, line in enumerate(lines) if n != dropped or n == 3)

    def _statement(self) -> str:
        part, name = self._slice(), self.rng.choice(VECTORS)
        operator = self.rng.choice(("+=", "-=", "="))
        return self._one(
            (0.4, f"out[i] = {self._number(part)}"),
            (0.15, f"t = t + {self._number(part)}"),
            (0.15, f"{name}[{part}] {operator} {self._expression(self._as_long(part))}"),
            (0.1, f"{name}[{part}] {operator} {self.rng.choice(('0.5', 'x[i]', 't'))}"),
            # Where strides differ, NumPy itself copies from places that it has written: `A[i, :] = A[:, -1]`.
            (0.08, f"A[i, {part}] {operator} 0.0 + {self._expression(part)}"),
            (0.04, f"A[{part}, i] {operator} 0.0 + {self._expression(part)}"),
            (0.04, f"A[{part}, {part}] {operator} np.outer({self._vector(part)}, {self._vector(part)})"),
            (0.04, f"q = {self._expression(part)}\nt = t + np.sum(q)"),
            (0.08, self._changed(part)),
        )
