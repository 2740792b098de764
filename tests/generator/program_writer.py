"""Writes random structured numeric code: names keep their kinds, loops end, indices are inside their arrays."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

LENGTH = 4  # of the arrays


@dataclass
class Writer:
    """Writes one program, line by line. Names keep their kind; blocks bind no names that are read after them."""

    rng: random.Random
    lines: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    integers: list[str] = field(default_factory=list)
    assignable: list[str] = field(default_factory=list)
    indices: list[str] = field(default_factory=list)
    helpers: int = 0
    loops: int = 0
    counters: int = 0

    def program(self, size: int) -> str:
        self.lines = ["import numpy as np", "", ""]
        for _ in range(self.rng.randint(0, 2)):
            self.helper()
        self.lines += [
            "def f(a, b, n, xs, ys):",
            f"    out = np.zeros({LENGTH})",
            "    s = a - b",
            "    t = 0.5",
            "    k = n",
        ]
        self.floats, self.integers = ["a", "b", "s", "t"], ["n", "k"]
        self.assignable = ["s", "t", "k"]
        left = size
        while left > 0:
            left -= self.statement("    ", min(left, 6))
        result = self.rng.choice(["s, t, k, out", "s + t, out", "s", "out, k", "t, s"])
        self.lines.append(f"    return {result}")
        return "\n".join(self.lines) + "\n"

    def helper(self) -> None:
        name = f"g{self.helpers}"
        self.floats, self.integers, self.assignable = ["u", "v", "w"], ["2"], ["w"]
        self.lines += [f"def {name}(u, v):", f"    w = u {self.rng.choice('+-')} v"]
        self.statement("    ", 3)
        self.lines += ["    return w", "", ""]
        self.helpers += 1

    def block(self, indent: str, size: int) -> int:
        spent = self.statement(indent, size)
        while spent < size and self.rng.random() < 0.5:
            spent += self.statement(indent, size - spent)
        return spent

    def statement(self, indent: str, size: int) -> int:
        """Writes a statement of at most `size` simple ones, and how many it took."""
        choices: list[Callable[[str, int], int]] = [self.assignment, self.augmented, self.assignment]
        if size > 1:
            choices += [self.branch, self.branch]
            if self.loops < 2 and "out" not in self.assignable and "a" in self.floats:
                choices += [self.while_loop, self.for_loop, self.for_loop]
        if "a" in self.floats:
            choices.append(self.item)
        return self.rng.choice(choices)(indent, size)

    def assignment(self, indent: str, _: int) -> int:
        target = self.rng.choice(self.assignable)
        value = self.integer() if target == "k" else self.number(2)
        self.lines.append(f"{indent}{target} = {value}")
        return 1

    def augmented(self, indent: str, _: int) -> int:
        target = self.rng.choice(self.assignable)
        value = self.integer() if target == "k" else self.number(1)
        self.lines.append(f"{indent}{target} {self.rng.choice(['+=', '-='])} {value}")
        return 1

    def item(self, indent: str, _: int) -> int:
        self.lines.append(f"{indent}out[{self.index()}] {self.rng.choice(['=', '+=', '-='])} {self.number(1)}")
        return 1

    def branch(self, indent: str, size: int) -> int:
        self.lines.append(f"{indent}if {self.condition()}:")
        spent = self.block(indent + "    ", size - 1)
        if size - spent > 1 and self.rng.random() < 0.4:
            self.lines.append(f"{indent}elif {self.condition()}:")
            spent += self.block(indent + "    ", size - spent - 1)
        if self.rng.random() < 0.6:
            self.lines.append(f"{indent}else:")
            spent += self.block(indent + "    ", max(size - spent, 1))
        return spent + 1

    def while_loop(self, indent: str, size: int) -> int:
        counter = f"c{self.counters}"
        self.counters += 1
        self.loops += 1
        self.lines.append(f"{indent}{counter} = 0")
        extra = f" and ({self.condition()})" if self.rng.random() < 0.6 else ""
        self.lines.append(f"{indent}while {counter} < {self.rng.randint(1, LENGTH)}{extra}:")
        with_counter = self.inside([], [counter], [counter])
        spent = with_counter.block(indent + "    ", size - 1)
        self.lines.append(f"{indent}    {counter} += 1")
        self.finish(with_counter)
        return spent + 2

    def for_loop(self, indent: str, size: int) -> int:
        number = self.counters
        self.counters += 1
        self.loops += 1
        i, v, w = f"i{number}", f"v{number}", f"w{number}"
        header, floats, integers, indices = self.rng.choice(
            [
                (f"{i} in range({LENGTH})", [], [i], [i]),
                (f"{i} in range(1, {LENGTH})", [], [i], [i, f"{i} - 1"]),
                (f"{i} in range(len(xs))", [], [i], [i]),
                (f"{i} in range({LENGTH - 1}, -1, -1)", [], [i], [i]),
                (f"{v} in xs", [v], [], []),
                (f"{i}, {v} in enumerate(ys)", [v], [i], [i]),
                (f"{v}, {w} in zip(xs, ys)", [v, w], [], []),
            ]
        )
        self.lines.append(f"{indent}for {header}:")
        inner = self.inside(floats, integers, indices)
        spent = inner.block(indent + "    ", size - 1)
        self.finish(inner)
        return spent + 1

    def inside(self, floats: list[str], integers: list[str], indices: list[str]) -> Writer:
        """A writer for the body of a loop, where the loop's own names may be read."""
        return replace(
            self, floats=self.floats + floats, integers=self.integers + integers, indices=self.indices + indices
        )  # fmt: skip

    def finish(self, inner: Writer) -> None:
        self.counters = inner.counters
        self.loops -= 1

    def index(self) -> str:
        return self.rng.choice([*self.indices, *self.indices, f"k % {LENGTH}", str(self.rng.randrange(LENGTH)), "-1"])

    def integer(self) -> str:
        first, second = self.rng.choice(self.integers), self.rng.choice(self.integers)
        return self.rng.choice(
            [f"{first} + 1", f"{first} - {second}", f"{first} % 3", f"{first} // 2", f"-{first}", "1"]
        )

    def number(self, depth: int) -> str:
        """A float expression."""
        if depth == 0:
            atoms = [*self.floats, *self.floats, str(self.rng.randint(-8, 8) / 4)]
            if "a" in self.floats:
                atoms += [f"xs[{self.index()}]", f"ys[{self.index()}]", f"out[{self.index()}]"]
            return self.rng.choice(atoms)
        left, right = self.number(depth - 1), self.number(0)
        forms = [
            left, f"{left} + {right}", f"{left} - ({right})", f"({left}) * {self.rng.choice(['0.5', '2.0', '-1.0'])}",
            f"{right} + {self.rng.choice(self.integers)}", f"({left} if {self.comparison()} else {right})",
            f"abs({left})", f"max({left}, {right})", f"min({left}, {right})",
        ]  # fmt: skip
        if self.helpers and "a" in self.floats:
            forms.append(f"g{self.rng.randrange(self.helpers)}({left}, {right})")
        return self.rng.choice(forms)

    def condition(self) -> str:
        first = self.comparison()
        if self.rng.random() < 0.6:
            return first
        second = self.comparison()
        return self.rng.choice(
            [f"{first} and {second}", f"{first} or {second}", f"not {first}", f"not ({first} or {second})"]
        )

    def comparison(self) -> str:
        left, right = self.number(0), self.number(0)
        operator = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        chained = f"{left} {self.rng.choice(['<', '<='])} {right} {self.rng.choice(['<', '<='])} {self.number(0)}"
        whole = f"{self.rng.choice(self.integers)} {operator} {self.rng.randint(-2, 4)}"
        return self.rng.choice([f"{left} {operator} {right}", f"{left} {operator} {right}", chained, whole])
