"""Random functions that change one to three arrays of their callers: in branches and loops, under names that are bound
anew or change places, with early returns, aliases and results that may be the arguments themselves."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

ARRAYS = ("u", "w", "q")
INDENT = "    "


@dataclass
class _Writer:
    random: random.Random
    arrays: list[str]  # names that hold arrays of the one length that there is
    lines: list[str] = field(default_factory=list)
    loops: list[str] = field(default_factory=list)  # variables of the loops around here
    made: int = 0
    returns: str = "None"
    mixes: bool = False  # with a name that is a number or an array

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def array(self) -> str:
        return self.random.choice(self.arrays)

    def number(self) -> str:
        return self.one("0.5", "1.5", "-0.25", "t", f"{self.array()}[{self.index()}]", f"np.sum({self.array()})", "s")

    def index(self) -> str:
        return self.one("0", "1", "-1", "2", *(f"{i} % 5" for i in self.loops))

    def test(self) -> str:
        a, b = self.array(), self.array()
        tests = ["n > 1", "t > 0.5", f"{a}[{self.index()}] > {b}[{self.index()}]", f"np.max({a}) > 0.8", "s < 1.0"]
        return self.one(*tests, *(f"{i} % 2 == 0" for i in self.loops))

    def write(self, depth: int) -> None:
        a, b = self.array(), self.array()
        self.put(
            depth,
            self.one(
                f"{a}[{self.index()}] = {self.number()}",
                f"{a}[{self.index()}] += 0.5 * {self.number()}",
                f"{a}[1:-1] = 0.5 * np.sin({b}[2:] + {b}[:-2])",
                f"{a}[1:] = {b}[:-1] * 0.5",
                f"{a} *= 0.5",
                f"{a} += np.cos({b})",
                f"{a}[:] = np.tanh({b}) + 0.5",
                f"{a}[{b} > 0.7] = 0.25",
                f"np.copyto({a}, np.abs({b}))",
                f"{a}[:] = {b}",
            ),
        )

    def put(self, depth: int, line: str) -> None:
        self.lines.append(INDENT * depth + line)

    def exchange(self, depth: int) -> None:
        if len(self.arrays) < 2:
            return self.write(depth)
        count = 3 if len(self.arrays) > 2 and self.random.random() < 0.25 else 2
        names = self.random.sample(self.arrays, count)
        if count == 2 and self.random.random() < 0.25:
            kept = self.fresh("kept")
            for line in (f"{kept} = {names[0]}", f"{names[0]} = {names[1]}", f"{names[1]} = {kept}"):
                self.put(depth, line)
            return None
        return self.put(depth, f"{', '.join(names)} = {', '.join([*names[1:], names[0]])}")

    def rebind(self, depth: int) -> None:
        a, b = self.array(), self.array()
        self.put(
            depth,
            self.one(f"{a} = {a} + 1.0", f"{a} = {b} * 0.5", f"{a} = {a}.copy()", f"{a} = np.abs({b})", f"{a} = {b}"),
        )

    def fresh(self, base: str) -> str:
        self.made += 1
        return f"{base}{self.made}"

    def alias(self, depth: int) -> None:
        name, a = self.fresh("v"), self.array()
        what = self.one(a, f"{a}[1:]", f"{a}[:-1]", f"{a}[::-1]")
        self.put(depth, f"{name} = {what}")
        self.put(depth, self.one(f"{name}[0] = {self.number()}", f"{name} *= 0.5", f"s += {name}[1]"))

    def local(self, depth: int) -> None:
        name, a = self.fresh("d"), self.array()
        self.put(depth, f"{name} = {self.one(f'np.zeros_like({a})', f'{a}.copy()', f'np.sin({a})', f'{a} * 2.0')}")
        if depth == 1:
            self.arrays.append(name)
        else:
            self.put(depth, f"{self.array()}[1:] = {name}[:-1]")

    def measure(self, depth: int) -> None:
        self.put(
            depth, self.one(f"s = np.sum({self.array()})", f"s += {self.number()}", f"s = s * 0.5 + {self.number()}")
        )

    def branch(self, depth: int) -> None:
        self.put(depth, f"if {self.test()}:")
        self.block(depth + 1, self.random.randint(1, 2))
        if self.random.random() < 0.4:
            self.put(depth, "else:")
            self.block(depth + 1, self.random.randint(1, 2))

    def loop(self, depth: int) -> None:
        if len(self.loops) == 2:
            return self.write(depth)
        name = self.fresh("i")
        is_while = self.random.random() < 0.25
        if is_while:
            self.put(depth, f"{name} = 0")
            self.put(depth, f"while {name} < {self.one('n', '3')}" + self.one(":", f" and {self.array()}[1] < 9.0:"))
            self.put(depth + 1, f"{name} += 1")
        else:
            self.put(depth, f"for {name} in range({self.one('n', '3', '2', 'n + 1')}):")
        self.loops.append(name)
        self.block(depth + 1, self.random.randint(1, 3))
        if self.random.random() < 0.4:
            self.exchange(depth + 1)
        elif self.random.random() < 0.2:
            self.put(depth + 1, f"if {self.test()}:")
            self.put(depth + 2, self.one("break", "continue", self.result()))
            self.write(depth + 1)
        self.loops.pop()
        return None

    def mixed(self, depth: int) -> None:
        """A name that is a number or an array, of that length or of one element."""
        a = self.array()
        kinds = (
            "0.5",
            "s",
            "t",
            a,
            f"{a} * 2.0",
            f"{a}[0]",
            f"{a}[:1]",
            f"{a}[0] * 0.5",
            f"np.sum({a})",
            f"np.sin({a})",
        )
        uses = (
            "m += 1.0",
            "m *= 0.5",
            "m = m + 0.25",
            f"m = m * {a}",
            f"{a} += m",
            f"{a}[:] = m",
            f"{a}[1:] *= 0.5 + m * 0.0",
            "s += np.sum(m)",
            f"{a} = {a} + m",
            f"{a}[:1] = np.max(m)",
        )
        self.put(depth, f"m = {self.one(*kinds)}" if self.random.random() < 0.5 else self.one(*uses))

    def leave(self, depth: int) -> None:
        self.put(depth, f"if {self.test()}:")
        self.put(depth + 1, self.result())

    def result(self) -> str:
        if self.returns == "None":
            return "return"
        if self.returns == "number":
            return f"return {self.one('s', f'np.sum({self.array()})')}"
        if self.returns == "array":
            return f"return {self.array()}"
        if self.returns == "new":
            return f"return {self.array()} + {self.array()}"
        return f"return s, {self.array()} * 2.0"

    def block(self, depth: int, count: int) -> None:
        for _ in range(count):
            chosen = self.random.random()
            for share, what in (
                (0.1 * self.mixes, self.mixed), (0.34, self.write), (0.48, self.exchange), (0.58, self.rebind), (0.66, self.measure),
                (0.78, self.branch if depth < 4 else self.write), (0.90, self.loop if depth < 4 else self.write),
                (0.95, self.alias), (0.98, self.local), (1.0, self.leave if depth < 3 else self.write),
            ):  # fmt: skip
                if chosen < share:
                    what(depth)
                    break


def write_module(seed: int) -> tuple[str, str]:
    """A file with the function `f(u, w, q, n, t)`, or of fewer arrays, and `main`, Python that calls it."""
    drawn = random.Random(seed)
    arrays = list(ARRAYS[: drawn.randint(1, 3)])
    given = ", ".join([*arrays, "n", "t"])
    writer = _Writer(drawn, arrays, returns=drawn.choice(("None", "None", "number", "array", "new", "tuple")))
    writer.put(1, "s = 0.0")
    if seed % 2:
        writer.mixes = True
        writer.put(1, "m = 0.5")
    writer.block(1, drawn.randint(2, 5))
    writer.write(1)
    if writer.returns != "None":
        writer.put(1, writer.result())
    body = "\n".join(writer.lines)
    call = drawn.choice(("return f({})", "f({})", "r = f({})\n    return r", "h = f\n    return h({})"))
    main = f"def main({given}):  # hybridc: host\n    {call.format(given)}\n"
    return f"import numpy as np\n\n\ndef f({given}):  # hybridc: graph\n{body}\n", f"\n\n{main}"
