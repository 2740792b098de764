"""Writes expressions of one kind: floats, integers, conditions, indices."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from language import Language
from scope import Function, Scope

LENGTH = 4  # of the arrays


class Expressions:
    """Names keep their kind, and indices are inside their arrays."""

    def __init__(self, rng: random.Random, language: Language) -> None:
        self.rng = rng
        self.language = language
        self.lines: list[str] = []
        self.scope = Scope()
        self.indent = ""
        self.names = 0

    def write(self, line: str) -> None:
        self.lines.append(self.indent + line)

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    @contextmanager
    def inside(self, scope: Scope) -> Iterator[Scope]:
        """An indented block, with a scope of its own."""
        outer, self.scope = self.scope, scope
        self.indent += "    "
        yield scope
        self.indent = self.indent[4:]
        self.scope = outer

    def constant(self) -> str:
        return str(self.rng.randint(-8, 8) / 4)

    def index(self) -> str:
        """An index inside every array."""
        modulo = [f"{name} % {LENGTH}" for name in self.scope.integers if name.isidentifier()]
        sure = [*self.scope.indices, *self.scope.indices, str(self.rng.randrange(LENGTH)), "-1"]
        return self.rng.choice(sure + modulo[-2:] * ("// and %" not in self.language.without))

    def atom(self) -> str:
        """A float that takes no calculation."""
        items = [f"{array}[{self.index()}]" for array in [*self.scope.arrays, *self.scope.tables]]
        items += [f"{grid}[{self.index()}][{self.index()}]" for grid in self.scope.grids]
        return self.rng.choice([*self.scope.floats, *self.scope.floats, *items, self.constant()])

    def number(self, depth: int = 1) -> str:
        """A float expression."""
        if depth == 0:
            return self.atom()
        options: dict[str, Callable[[int], str]] = {
            "name": self.number,
            "arithmetic": self.arithmetic,
            "conditional expression": lambda d: f"({self.number(d)} if {self.test()} else {self.atom()})",
            "min, max, abs": self.extreme,
            "three arguments": lambda d: f"max({self.number(d)}, {self.atom()}, {self.atom()})",
            "value of and, or": lambda d: f"({self.number(d)} {self.rng.choice(['or', 'and'])} {self.atom()})",
            "cast": lambda _: f"float({self.integer()})",
            "NumPy function": lambda d: (
                f"np.{self.rng.choice(['minimum', 'maximum'])}({self.number(d)}, {self.atom()})"
            ),
        }
        if self.scope.arrays or self.scope.lists:
            options["sum"] = self.total
        if self.scope.tables or self.scope.grids:
            options["sum of a table"] = lambda _: self.total_of_table()
        if sequences := [*self.scope.arrays, *self.scope.tables]:
            one = self.rng.choice(sequences)
            options["key"] = lambda _: f"{self.extremum()}({one}, key=lambda v: {self.key()})"
            options["min or max with a default"] = lambda _: f"{self.extremum()}({one}, default={self.constant()})"
            options["sum with a start"] = lambda _: f"sum({one}, {self.atom()})"
        if functions := self.callable(results=1):
            options["call"] = lambda d: self.call(self.rng.choice(functions), d)
        return self.language.choose(options)(depth - 1)

    def arithmetic(self, depth: int) -> str:
        left, right = self.number(depth), self.atom()
        forms = [f"{left} + {right}", f"{left} - ({right})", f"({left}) * {self.rng.choice(['0.5', '2.0', '-1.0'])}"]
        return self.rng.choice([*forms, f"{right} + {self.rng.choice(self.scope.integers)}"])

    def extreme(self, depth: int) -> str:
        name = self.rng.choice(["min", "max", "abs"])
        return f"abs({self.number(depth)})" if name == "abs" else f"{name}({self.number(depth)}, {self.atom()})"

    def total(self, _: int) -> str:
        forms = [f"np.sum({array})" for array in self.scope.arrays] + [f"sum({name})" for name in self.scope.lists]
        return self.rng.choice(forms)

    def total_of_table(self) -> str:
        rows = [f"{grid}[{self.index()}]" for grid in self.scope.grids]
        return f"{self.rng.choice(['sum', 'max', 'min'])}({self.rng.choice([*self.scope.tables, *rows])})"

    def extremum(self) -> str:
        return self.rng.choice(["min", "max"])

    def key(self) -> str:
        return self.rng.choice(["abs(v)", "-v", f"abs(v - {self.atom()})", f"v * {self.rng.choice(['0.5', '-2.0'])}"])

    def callable(self, results: int) -> list[Function]:
        """What can be called with what there is here."""
        functions = [f for f in self.scope.functions if len(f.results) == results]
        return [f for f in functions if self.scope.arrays or all(p.kind != "array" for p in f.parameters)]

    def call(self, function: Function, depth: int = 0) -> str:
        """A call: defaults may be left out, and from some argument on all are given by keyword."""
        arguments: list[str] = []
        by_keyword = False
        for parameter in function.parameters:
            if parameter.default is not None and self.rng.random() < 0.5:
                by_keyword = True
                continue
            by_keyword = by_keyword or (parameter.default is not None and self.language.happens("keyword"))
            value = self.of_kind(parameter.kind, depth)
            arguments.append(f"{parameter.name}={value}" if by_keyword else value)
        return f"{function.name}({', '.join(arguments)})"

    def of_kind(self, kind: str, depth: int = 1) -> str:
        if kind == "float":
            return self.number(depth)
        if kind == "integer":
            return self.integer()
        names = {"array": self.scope.arrays, "table": self.scope.tables, "grid": self.scope.grids}
        return self.rng.choice(names[kind])

    def integer(self) -> str:
        """An integer expression."""
        counts = [f"{array}[{self.index()}]" for array in [*self.scope.counted, *self.scope.cells]]
        first, second = (self.rng.choice([*self.scope.integers, *counts]) for _ in range(2))
        options = {
            "integer arithmetic": [f"{first} + 1", f"{first} - {second}", f"-{first}", f"{first} + {second}", "1"],
            "// and %": [f"{first} % 3", f"{first} // 2", f"{first} % (abs({second}) + 1)"],
            "negative divisor": [f"{first} % -3", f"{first} // -2"],
            "integer min, max, abs": [f"min({first}, 2)", f"max({first}, {second})", f"abs({first})"],
            "conditional integer": [f"({first} if {self.test()} else {second} - 1)"],
            "cast": [f"int({self.atom()})", f"int({self.atom()})"],
            "value of and, or": [f"({first} or {second})", f"({first} and {second})", f"({first} or 1)"],
        }
        if self.scope.arrays:
            options["key"] = [f"max(range({LENGTH}), key=lambda j: {self.rng.choice(self.scope.arrays)}[j])"]
        return self.rng.choice(self.language.choose(options))

    def condition(self) -> str:
        """A test, or two that are combined."""
        if not self.language.happens("compound condition"):
            return self.test()
        options = {
            "and, or": lambda: f"{self.test()} {self.rng.choice(['and', 'or'])} {self.test()}",
            "not": lambda: f"not ({self.test()} {self.combining()})",
            "comparison": self.comparison,
        }
        return self.language.choose(options)()

    def combining(self) -> str:
        return f"or {self.test()}" if "and, or" not in self.language.without else ""

    def test(self) -> str:
        options = {
            "comparison": self.comparison,
            "chained comparison": self.chained,
            "integer comparison": lambda: f"{self.rng.choice(self.scope.integers)} {self.operator()} {self.whole()}",
        }
        if self.scope.arrays:
            options["guard"] = self.guard
        if self.scope.flags:
            options["flag test"] = self.flag_test
        return self.language.choose(options)()

    def operator(self) -> str:
        return self.rng.choice(["<", "<=", ">", ">=", "==", "!="])

    def whole(self) -> str:
        return str(self.rng.randint(-2, 4))

    def comparison(self) -> str:
        return f"{self.atom()} {self.operator()} {self.atom()}"

    def chained(self) -> str:
        first, second = self.rng.choice(["<", "<="]), self.rng.choice(["<", "<=", "!="])
        return f"{self.atom()} {first} {self.atom()} {second} {self.atom()}"

    def flag_test(self) -> str:
        return self.rng.choice(["", "not "]) + self.rng.choice(self.scope.flags)

    def guard(self) -> str:
        """An item is looked at only where the index is inside."""
        array, name = self.rng.choice(self.scope.arrays), self.rng.choice(self.scope.integers)
        item = f"{array}[{name}] {self.operator()} {self.atom()}"
        if name in self.scope.naturals:
            return self.rng.choice([f"{name} < {LENGTH} and {item}", f"({name} >= {LENGTH} or {item})"])
        return self.rng.choice([f"0 <= {name} < {LENGTH} and {item}", f"({name} < 0 or {name} > 3 or {item})"])
