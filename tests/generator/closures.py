"""Writes functions inside the program's own that read names which change, or set them."""

from __future__ import annotations

from functions import Functions
from scope import Function, Parameter, Scope
from statements import Statement

PARAMETER = (Parameter("u", "float"),)


class Closures(Functions):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if self.scope.fixed and not self.scope.blocks:
            options |= {"closure": self.closure, "nonlocal": self.nonlocal_}
        if self.scope.ticks:
            options["tick"] = self.tick
        return options

    def inside_scope(self) -> Scope:
        """What a function sees whose names change around it."""
        around = self.scope
        floats = [name for name in around.floats if name.isidentifier()]
        integers = [name for name in around.integers if name.isidentifier()]
        scope = Scope(floats=["u", *floats], integers=[*integers, "2"], arrays=around.arrays[:3], blocks=1, loops=1)
        scope.functions = [f for f in around.functions if len(f.results) == 1]
        return scope

    def closure(self, _: int) -> int:
        """A function of names that change between its calls."""
        function = Function(self.fresh("peek"), PARAMETER)
        scope = self.inside_scope()
        self.write(f"def {function.name}(u):")
        with self.inside(scope):
            if self.rng.random() < 0.5:
                self.write(f"w = {self.number(2)}")
                scope.bind_float("w")
                self.block(2)
            self.write(f"return {self.number(2)}")
        return 2 + self.use(function)

    def nonlocal_(self, _: int) -> int:
        """A function that sets names around it, called by statements of their own."""
        function = Function(self.fresh("tick"), PARAMETER)
        if self.rng.random() < 0.5:
            name = self.fresh("r")
            self.write(f"{name} = {self.constant()}")
            self.scope.bind_float(name)
        names = self.rng.sample(self.identifiers(), k=1 if self.rng.random() < 0.6 else 2)
        scope = self.inside_scope()
        scope.float_targets = [name for name in names if name in self.scope.float_targets]
        scope.integer_targets = [name for name in names if name in self.scope.integer_targets]
        results = self.rng.random() < 0.5
        self.write(f"def {function.name}(u):")
        with self.inside(scope):
            self.write(f"nonlocal {', '.join(names)}")
            for name in names:
                operator = self.rng.choice(["=", *self.language.among(["augmented assignment"])])
                self.write(f"{name} {'=' if operator == '=' else '+='} {self.value(name)}")
            if scope.float_targets:
                self.block(3)
            if results:
                self.write(f"return {self.number()}")
        self.scope.ticks.append((function, results))
        return 3 + self.tick(1)

    def identifiers(self) -> list[str]:
        """Names that may be set, the newest first."""
        names = [*self.scope.float_targets, *self.scope.integer_targets]
        return [name for name in dict.fromkeys(names) if name.isidentifier()]

    def tick(self, _: int) -> int:
        function, results = self.rng.choice(self.scope.ticks)
        call = f"{function.name}({self.number()})"
        targets = [name for name in self.scope.float_targets if name.isidentifier()]
        self.write(f"{self.rng.choice(targets)} = {call}" if results and self.rng.random() < 0.7 else call)
        return 1
