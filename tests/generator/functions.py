"""Writes functions beside the program's own, functions and lambdas inside it, and local containers."""

from __future__ import annotations

from loops import Loops
from scope import Function, Parameter, Scope
from statements import Statement


class Functions(Loops):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if self.scope.fixed and not self.scope.blocks:
            options |= {"nested function": self.nested_function, "lambda": self.lambda_, "dict": self.dict_}
            options |= {"static list": self.static_list, "tuple": self.tuple_}
        return options

    def helper(self, name: str, hints: bool) -> Function:
        """A function beside the program's own, which may call those before it."""
        parameters = [Parameter("u", "float")]
        last = [Parameter("m", "integer", self.default("2"))] if self.rng.random() < 0.4 else []
        if self.language.happens("array helper"):
            parameters.append(Parameter("zs", "array"))
        else:
            required_follows = any(p.default is None for p in last)
            parameters.append(Parameter("v", "float", None if required_follows else self.default("0.5")))
        parameters += last
        results = ("float",)
        if self.language.happens("helper with two results"):
            results = self.rng.choice([("float", "float"), ("float", "integer")])
        self.define(Function(name, tuple(parameters), results), self.scope, hints)
        self.lines += ["", ""]
        return Function(name, tuple(parameters), results)

    def default(self, value: str) -> str | None:
        return value if self.language.happens("default") else None

    def define(self, function: Function, around: Scope, hints: bool) -> None:
        """A function with what it sees: fixed names and what can be called."""
        self.write(f"def {function.name}({signature(function.parameters, hints)}):")
        scope = Scope(floats=around.fixed[:], arrays=around.arrays[:2] if around.fixed else [], blocks=1, loops=1)
        scope.functions = [f for f in around.functions if len(f.results) == 1]
        scope.integers.append("2")
        names = {"float": scope.floats, "integer": scope.integers, "array": scope.arrays}
        for parameter in function.parameters:
            names[parameter.kind].append(parameter.name)
        with self.inside(scope):
            self.write(f"w = {self.number()}")
            scope.bind_float("w")
            if "integer" in function.results:
                self.write("j = 1")
                scope.bind_integer("j")
            scope.results = function.results if self.language.happens("helper's return") else ()
            self.block(4)
            scope.results = function.results
            self.write(self.final(function.results))

    def final(self, results: tuple[str, ...]) -> str:
        """The last return: of what the statements before it have set."""
        scope = self.scope
        state = {"float": scope.float_targets, "integer": scope.integer_targets, "array": scope.stored}
        state |= {"table": scope.tables, "grid": scope.grids}
        return "return " + ", ".join(self.rng.choice(state[kind]) for kind in results)

    def nested_function(self, _: int) -> int:
        function = Function(self.fresh("h"), (Parameter("u", "float"),))
        self.define(function, self.scope, hints=False)
        return 2 + self.use(function)

    def lambda_(self, _: int) -> int:
        name = self.fresh("h")
        around = self.scope
        self.scope = Scope(floats=["u", "u", *around.fixed], arrays=around.arrays[:2], integers=["2"])
        value = self.number(2)
        self.scope = around
        self.write(f"{name} = lambda u: {value}")
        return 1 + self.use(Function(name, (Parameter("u", "float"),)))

    def use(self, function: Function) -> int:
        """Calls a new function; statements after this may call it, too."""
        self.scope.functions.append(function)
        target = self.rng.choice(self.scope.float_targets)
        self.write(f"{target} = {self.call(function)} + {target}")
        return 1

    def dict_(self, _: int) -> int:
        name = self.fresh("d")
        self.write(f'{name} = {{"x": {self.number()}, "y": {self.constant()}}}')
        for key in ('"x"', '"y"'):
            self.scope.bind_float(f"{name}[{key}]")
        return 1

    def static_list(self, _: int) -> int:
        name = self.fresh("l")
        self.write(f"{name} = [{self.constant()}, {self.number()}, {self.constant()}]")
        self.scope.lists.append(name)
        self.scope.floats += [f"{name}[0]", f"{name}[2]"]
        self.scope.bind_float(f"{name}[1]")
        return 1

    def tuple_(self, _: int) -> int:
        """A pair that stays whole and is unpacked, too."""
        name, one, other = self.fresh("pair"), self.fresh("r"), self.fresh("r")
        self.write(f"{name} = ({self.number()}, {self.number()})")
        self.write(f"{one}, {other} = {name}")
        self.scope.floats += [f"{name}[0]", f"{name}[1]", other]
        self.scope.fixed.append(one)
        self.scope.floats.append(one)
        return 2


def signature(parameters: tuple[Parameter, ...], hints: bool) -> str:
    words = {"float": ": float", "integer": ": int", "array": ": np.ndarray"}
    equal = {True: " = ", False: "="}[hints]
    return ", ".join(p.name + words[p.kind] * hints + (f"{equal}{p.default}" if p.default else "") for p in parameters)
