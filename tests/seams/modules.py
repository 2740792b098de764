"""What modules are made of: functions, helpers that change what they get, a class, globals that share memory, host code."""

from __future__ import annotations

from seams.array_writes import Lines
from seams.blocks import Blocks
from seams.drawing import SIDE, Held, Scope, Shape
from seams.statements import indented


class Module(Blocks):
    def __init__(self, seed: int, kind: str) -> None:
        super().__init__(seed, kind)
        self.helpers = []
        self.boxes = []
        self.globals: dict[str, Held] = {}

    def function(self, name: str, arrays: int, gives: str, loose: bool, shape: Shape, count: int) -> Lines:
        names = {f"{letter}": Held("array", shape, loose=loose) for letter in "xyz"[:arrays]}
        parameters = list(names)
        if self.chance(0.3) and name != "f":
            parameters.append("w=None")
        parameters.append(f"k={self.literal()}" if name != "f" else "k")
        names["k"] = Held("number")
        for bound, held in self.globals.items():
            if self.chance(0.6):
                names[bound] = held
        names["return"] = Held("return", shape, {"form": Held(gives)})
        # globals are read and written through, never bound anew without `global`
        scope = Scope(names, function=name, fixed=frozenset(self.globals))
        body: Lines = []
        if "w=None" in parameters:
            body += self.defaulted(bool(shape) or loose)
        body += self.entered(name, "xyz"[:arrays])
        if self.globals and self.chance(0.3):
            bound = self.pick(self.globals)
            body += [f"global {bound}", f"{bound} = {bound} {self.pick(['+', '*'])} {self.factor()}"]
        body += self.block(scope, count)
        body.append(self.last(scope, gives) if not (name != "f" and gives == "nothing") else "pass")
        mark = "  # hybridc: graph" if name == "f" and self.chance(0.7) else ""
        return [f"def {name}({', '.join(parameters)}):{mark}", *indented(body), "", ""]

    def defaulted(self, whole: bool) -> Lines:
        """What becomes of a parameter `w` that is None where nothing is given."""
        if not whole:
            return ["w = x"]
        return ["if w is None:", "    w = x", self.pick(["w[0] += 1", "w[...] = w + 1", "w = w + 1"])]

    def entered(self, name: str, letters: str) -> Lines:
        """What a function does first with its arrays."""
        return [f"{letter} = {letter}.copy()" for letter in letters] if name == "f" and self.chance(0.35) else []

    def handed(self, scope: Scope, count: int) -> list[str]:
        """The arrays that host code gives `f`."""
        return [self.pick(scope.of("array")) for _ in range(count)]

    def last(self, scope: Scope, gives: str) -> str:
        if gives != "many":
            return self.returned(scope)
        kept = [n for n in scope.of("array", "number", "list", "dict", "item", "mask", "box", "other") if n != "k"]
        kept = self.draw.sample(kept, min(len(kept), self.draw.randint(2, 6)))
        return f"return {', '.join(f'{n}.w' if scope.names[n].kind == 'box' else n for n in kept)}"

    def helper(self) -> Lines:
        name = self.name("h")
        arrays, gives = self.pick([1, 1, 2]), self.pick(["nothing", "array", "number", "array"])
        lines = self.function(name, arrays, gives, self.chance(0.7), (SIDE,), self.draw.randint(1, 4))
        self.helpers.append((name, arrays, gives == "array"))
        return lines

    def share(self) -> Lines:
        """Globals of which one is a view of the other."""
        first, second = "BASE", "PART"
        self.globals = {first: Held("array", (SIDE,)), second: Held("array", (SIDE - 1,))}
        dtype = "" if self.kind == "float64" else f", np.{self.kind}"
        return [f"{first} = np.zeros({SIDE}{dtype})", f"{second} = {first}[1:]", "", ""]

    def classed(self) -> Lines:
        self.boxes.append("Box")
        second = self.pick(["self.w", "self.w[1:]", "w", "w.copy()", "self.w[::-1]", "self.w + 1"])
        step = self.pick(
            [
                "self.w += k",
                "self.w[0] = k",
                "self.v *= 2",
                "self.w = self.w + k",
                "self.v[1:] += k",
                "self.w, self.v = self.v, self.w",
            ]
        )
        more = self.pick(
            [
                "self.w[self.w > 1] = k",
                "self.v[0] = np.sum(self.w)",
                "t = self.w\n        t += 1",
                "if (self.w > k).any():\n            self.v[0] += k",
                "for e in self.v:\n            self.w[0] += e.sum()",
            ]
        )
        return [
            "class Box:",
            "    def __init__(self, w):",
            f"        self.w = {self.pick(['w', 'w', 'w.copy()', 'w[::-1]'])}",
            f"        self.v = {second}",
            "",
            "    def step(self, k):",
            f"        {step}",
            f"        {more}",
            f"        return {self.pick(['np.sum(self.w)', 'self.v', 'self.w.sum() + np.max(self.v)'])}",
            "",
            "    def take(self, other):",
            f"        {self.pick(['self.w = other', 'other[0] = 7', 'self.v = other[1:]', 'self.w[:1] = other[:1]', 'other += 1'])}",
            "",
            "    def total(self):",
            "        return np.sum(self.w) + np.sum(self.v)",
            "",
            "",
        ]

    def host(self, arrays: int) -> Lines:
        """Code that stays Python and calls `f` and helpers."""
        names = ["a", "b", "c"][:arrays]
        scope = Scope({n: Held("array", (SIDE,), loose=True) for n in names}, function="main")
        lines: Lines = []
        for _ in range(self.draw.randint(1, 3)):
            drawn = self.pick([self.call, self.alias, self.write, self.augmented, self.call])(scope)
            lines += drawn
        lines.append(f"out = f({', '.join(self.handed(scope, arrays))}, k)")
        return [
            f"def main({', '.join(names)}, k):  # hybridc: host",
            *indented([*lines, f"return out, {', '.join(names)}"]),
            "",
            "",
        ]
