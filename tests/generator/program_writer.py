"""Writes random structured numeric programs: the function `f`, and what it calls."""

from __future__ import annotations

import random

from closures import Closures
from expressions import LENGTH
from functions import signature
from language import Language
from scope import Parameter, Scope

PARAMETERS = (
    Parameter("a", "float"), Parameter("b", "float"), Parameter("n", "integer"),
    Parameter("xs", "array"), Parameter("ys", "array"),
)  # fmt: skip
RESULTS = (
    ("float", "float", "integer", "array"), ("float", "array"), ("float",), ("array", "integer"), ("float", "float"),
)  # fmt: skip


class Writer(Closures):
    """Writes one program, line by line."""

    def program(self, size: int) -> str:
        hints = self.language.happens("type hints")
        self.lines = ["import numpy as np", "", ""]
        helpers = []
        while len(helpers) < 2 and self.language.happens("helper"):
            helpers.append(self.helper(f"g{len(helpers)}", hints))
            self.scope = Scope(functions=helpers[:])
        self.write(f"def f({signature(PARAMETERS, hints)}):")
        with self.inside(self.parameters()) as scope:
            scope.functions = helpers[:]
            self.first_lines()
            scope.results = self.rng.choice(RESULTS)
            for kind, names in (("table", scope.tables), ("grid", scope.grids)):
                if names and self.language.happens("returned table"):
                    scope.results += (kind,)
            left = size
            while left > 0:
                left -= self.statement(min(left, 6))
            self.write(self.final(scope.results))
        return "\n".join(self.lines) + "\n"

    def parameters(self) -> Scope:
        scope = Scope(floats=["a", "b"], integers=["n"], fixed=["a", "b"], arrays=["xs", "ys"])
        if self.language.happens("rebound parameter"):
            scope.fixed.remove("a")
            scope.float_targets.append("a")
            scope.integer_targets.append("n")
        return scope

    def first_lines(self) -> None:
        """The state that the program works on."""
        self.write(f"out = {self.rng.choice([f'np.zeros({LENGTH})', 'xs.copy()', 'np.zeros_like(ys)', 'xs - ys'])}")
        for name, value in (("s", "a - b"), ("t", "0.5")):
            self.write(f"{name} = {value}")
            self.scope.bind_float(name)
        self.write("k = n")
        self.scope.bind_integer("k")
        self.scope.arrays.append("out")
        self.scope.stored.append("out")
        if "count item" not in self.language.without and self.rng.random() < 0.3:
            self.write(f"counts = np.zeros({LENGTH}, dtype=int)")
            self.scope.counted.append("counts")
        options = {"flag": self.flag, "dict": self.dict_, "static list": self.static_list, "tuple": self.tuple_}
        options |= {"table": self.table, "table of integers": self.table_of_integers, "grid": self.grid}
        options["none at first"] = self.none_at_first
        while self.language.among(options) and self.language.happens("more state"):
            self.language.choose(options)(1)


def write_program(rng: random.Random, size: int, without: frozenset[str]) -> str:
    return Writer(rng, Language(rng, without)).program(size)
