"""Writes programs that change arrays in place."""

from __future__ import annotations

import random

from functions import signature
from in_place.aliases import Aliases
from in_place.language import IN_PLACE, in_place_language
from scope import Parameter, Scope

PARAMETERS = (
    Parameter("a", "float"), Parameter("b", "float"), Parameter("n", "integer"), Parameter("xs", "array"),
    Parameter("ys", "array"), Parameter("ms", "array"), Parameter("ks", "array"),
)  # fmt: skip


class InPlaceWriter(Aliases):
    """Writes one program of a level. Its results are arrays that are there from the start, by name."""

    def __init__(self, rng: random.Random, level: int) -> None:
        super().__init__(rng, in_place_language(rng, level))
        self.level = level

    def statement(self, size: int) -> int:
        options = self.statements(size)
        wanted = {name: options[name] for name in self.language.among(options) if name in IN_PLACE}
        if wanted and self.rng.random() < 0.65:
            return self.language.choose(wanted)(size)
        return super().statement(size)

    def of_kind(self, kind: str, depth: int = 1) -> str:
        return kind[1:] if kind.startswith(":") else super().of_kind(kind, depth)

    def final(self, results: tuple[str, ...]) -> str:
        state = {"float": self.scope.float_targets, "integer": self.scope.integer_targets}
        parts = [kind[1:] if kind.startswith(":") else self.rng.choice(state[kind]) for kind in results]
        return "return " + ", ".join(parts)

    def program(self, size: int) -> str:
        hints = self.language.happens("type hints")
        self.lines = ["import numpy as np", "", ""]
        self.write(f"def f({signature(PARAMETERS, hints)}):")
        with self.inside(Scope(floats=["a", "b"], integers=["n"], fixed=["a", "b"], arrays=["xs", "ys"])) as scope:
            self.first_lines()
            scope.results = self.chosen_results()
            left = size
            while left > 0:
                left -= self.statement(min(left, 6))
            self.write(self.final(scope.results))
        return "\n".join(self.lines) + "\n"

    def first_lines(self) -> None:
        for name, value in (("s", "a - b"), ("t", "0.5")):
            self.write(f"{name} = {value}")
            self.scope.bind_float(name)
        self.write("k = n")
        self.scope.bind_integer("k")
        for _ in range(self.rng.choice([1, 2, 2, 3])):
            self.new_array(1)

    def chosen_results(self) -> tuple[str, ...]:
        numbers = self.rng.choice([(), ("float",), ("float", "float"), ("integer",)])
        arrays = [array.name for array in self.scope.memory if array.name.isidentifier()]
        kept = [name for name in arrays if self.rng.random() < 0.85] or arrays[:1]
        return (*numbers, *(f":{name}" for name in kept))


def write_program(rng: random.Random, level: int, size: int) -> str:
    return InPlaceWriter(rng, level).program(size)
