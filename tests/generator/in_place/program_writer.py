"""Writes programs that change arrays in place."""

from __future__ import annotations

import random

from functions import signature
from in_place.arrays import GIVEN
from in_place.callees import NOTHING
from in_place.language import IN_PLACE, LEVELS, in_place_language
from in_place.surrounded import Surrounded
from scope import Callee, Function, Parameter, Scope

PARAMETERS = (
    Parameter("a", "float"), Parameter("b", "float"), Parameter("n", "integer"), Parameter("xs", "array"),
    Parameter("ys", "array"), Parameter("ms", "array"), Parameter("ks", "array"),
)  # fmt: skip
WITH_ARGUMENTS = 3  # the lowest level that writes into them


class InPlaceWriter(Surrounded):
    """Writes one program of a level. Its results are arrays that are there from the start, by name."""

    def __init__(self, rng: random.Random, level: int, without: frozenset[str]) -> None:
        super().__init__(rng, in_place_language(rng, level, without))
        self.level = level

    def statement(self, size: int) -> int:
        options = self.statements(size)
        chance = self.rng.random()
        names = LEVELS[min(self.level, max(LEVELS))] if chance < 0.35 else IN_PLACE
        wanted = {name: options[name] for name in self.language.among(options) if name in names}
        if wanted and chance < 0.65:
            return self.language.choose(wanted)(size)
        return super().statement(size)

    def returned(self) -> str:
        return "return" if self.scope.results == NOTHING else super().returned()

    def of_kind(self, kind: str, depth: int = 1) -> str:
        return kind[1:] if kind.startswith(":") else super().of_kind(kind, depth)

    def final(self, results: tuple[str, ...]) -> str:
        state = {"float": self.scope.float_targets, "integer": self.scope.integer_targets}
        parts = [kind[1:] if kind.startswith(":") else self.rng.choice(state[kind]) for kind in results]
        return "return " + ", ".join(parts)

    def program(self, size: int) -> str:
        hints = self.language.happens("type hints")
        self.lines = ["import numpy as np", "", ""]
        helpers, callees = self.functions(hints)
        self.write(f"def f({signature(PARAMETERS, hints)}):")
        scope = Scope(floats=["a", "b"], integers=["n"], fixed=["a", "b"], arrays=["xs", "ys"])
        with self.inside(scope):
            scope.functions, scope.callees = helpers, callees
            self.first_lines()
            scope.results = self.chosen_results()
            left = size
            while left > 0:
                left -= self.statement(min(left, 6))
            self.write(self.final(scope.results))
        return "\n".join(self.lines) + "\n"

    def functions(self, hints: bool) -> tuple[list[Function], list[Callee]]:
        """The functions beside the program's own: those that give numbers, and those that write."""
        helpers: list[Function] = []
        callees: list[Callee] = []
        while not helpers and self.language.happens("helper"):
            helpers.append(self.helper("g0", hints))
        while "changing call" not in self.language.without and len(callees) < 2 and self.rng.random() < 0.7:
            callees.append(self.callee(f"into{len(callees)}", hints))
        return helpers, callees

    def first_lines(self) -> None:
        for name, value in (("s", "a - b"), ("t", "0.5")):
            self.write(f"{name} = {value}")
            self.scope.bind_float(name)
        self.write("k = n")
        self.scope.bind_integer("k")
        if self.level >= WITH_ARGUMENTS:
            for array in self.rng.sample(GIVEN, self.rng.choice([0, 1, 1, 2])):
                self.hold(array)
        for _ in range(self.rng.choice([1, 2, 2, 3])):
            self.new_array(1)

    def chosen_results(self) -> tuple[str, ...]:
        numbers = self.rng.choice([(), ("float",), ("float", "float"), ("integer",)])
        arrays = [array.name for array in self.scope.memory if array.name.isidentifier()]
        given = {array.name for array in GIVEN}
        kept = [name for name in arrays if self.rng.random() < (0.95 if name in given else 0.85)] or arrays[:1]
        return (*numbers, *(f":{name}" for name in kept))


def write_program(rng: random.Random, level: int, size: int, without: frozenset[str] = frozenset()) -> str:
    return InPlaceWriter(rng, level, without).program(size)
