"""Writes functions that change what they are given or what they see, and calls of them."""

from __future__ import annotations

from expressions import LENGTH
from in_place.arrays import ROWS
from in_place.containers import Containers
from scope import Array, Callee, Scope
from statements import Statement

NOTHING = (":",)  # the results of a function that returns nothing
GIVEN = ("float64", "float64", "float64", "int64", "float32")


class Callees(Containers):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if self.scope.memory and not self.scope.blocks and len(self.scope.callees) < 4:
            options["closure that writes"] = self.closure_that_writes
        if any(self.given_to(callee) for callee in self.scope.callees):
            options["changing call"] = self.changing_call
        return options

    def callee(self, name: str, hints: bool) -> Callee:
        """A function beside the program's own that writes into its parameters."""
        kinds = [((LENGTH,), self.rng.choice(GIVEN)), ((ROWS, LENGTH), "float64")]
        first, second = (self.rng.choices(kinds, [3, 1])[0] for _ in range(2))
        arrays = [Array("p", *first)]
        if self.rng.random() < 0.5:
            arrays.append(Array("q", *(first if self.rng.random() < 0.6 else second)))
        hint = {"u": ": float" * hints} | {array.name: ": np.ndarray" * hints for array in arrays}
        self.write(f"def {name}({', '.join(p + h for p, h in hint.items())}):")
        callee = self.body_of_callee(name, tuple(arrays), Scope(floats=["u"], integers=["2"], blocks=1, loops=1))
        self.lines += ["", ""]
        return callee

    def body_of_callee(self, name: str, given: tuple[Array, ...], scope: Scope) -> Callee:
        """Some writes, and something to return, or nothing."""
        seen = [*given, *scope.memory]
        callee = Callee(name, given, *self.result_of_callee(seen))
        results = {True: ("float",), False: (f":{callee.result.name}",) if callee.result else NOTHING}
        scope.callees = [c for c in scope.callees if c.name != name]
        with self.inside(scope):
            for array in given:
                self.hold(array)
            self.write("w = u * 0.5" if "u" in scope.floats else "w = 0.5")
            scope.bind_float("w")
            scope.results = results[callee.returns_number] if self.rng.random() < 0.3 else ()
            self.rng.choice([self.place_write, self.place_write, self.whole_augmented, self.mask_write])(2)
            self.block(3)
            scope.results = results[callee.returns_number]
            if scope.results != NOTHING:
                self.write(self.final(scope.results))
        return callee

    def result_of_callee(self, seen: list[Array]) -> tuple[Array | None, bool]:
        """An array that the function returns, and whether it returns a number."""
        chance = self.rng.random()
        if chance < 0.4:
            return None, False
        if chance < 0.6:
            return None, True
        array = self.rng.choice([a for a in seen if a.name.isidentifier()])
        if chance > 0.8:
            form = self.rng.choice(["{x}[1:]", "{x}[::-1]", "{x}.copy()", "{x}[1]", "{x}.T", "{x} * 2"])
            shape = {"{x}[1:]": (array.shape[0] - 1, *array.shape[1:]), "{x}.T": array.shape[::-1]}.get(
                form, array.shape
            )
            if form != "{x}[1]" or len(array.shape) == 2:
                shape = array.shape[1:] if form == "{x}[1]" else shape
                return Array(form.format(x=array.name), shape, array.dtype), False
        return array, False

    def given_to(self, callee: Callee) -> list[list[str]]:
        """By parameter, what may be passed; empty where there is nothing for one."""
        found = [self.fitting(p.shape, (p.dtype,), broadcast=False) for p in callee.arrays]
        return found if all(found) else [] if callee.arrays else [[""]]

    def changing_call(self, _: int) -> int:
        callees = [callee for callee in self.scope.callees if self.given_to(callee)]
        self.call_of(self.rng.choice(callees[-2:] if self.rng.random() < 0.5 else callees))
        return 1

    def call_of(self, callee: Callee) -> None:
        """A call whose result is bound, or by itself; the same array may be passed twice."""
        passed = [self.rng.choice(names) for names in self.given_to(callee) if names != [""]]
        if len(passed) == 2 and callee.arrays[0].shape == callee.arrays[1].shape and self.rng.random() < 0.2:
            passed[1] = passed[0] if callee.arrays[0].dtype == callee.arrays[1].dtype else passed[1]
        call = f"{callee.name}({', '.join([self.atom(), *passed])})"
        if callee.returns_number and self.rng.random() < 0.7:
            target = self.rng.choice(self.scope.float_targets)
            call = f"{target} {self.rng.choice(['=', '+='])} {call}"
        elif callee.result and self.rng.random() < 0.7:
            name = self.name_for(callee.result)
            self.write(f"{name} = {call}")
            if name not in {array.name for array in self.scope.memory}:
                self.bound(callee.result, name)
            return
        self.write(call)

    def name_for(self, result: Array) -> str:
        """The name that gets a result: a new one, or one that was such an array before."""
        known = [a.name for a in self.alike(result) if a.rebinds and a.name.isidentifier()]
        return self.rng.choice(known) if known and self.rng.random() < 0.4 else self.fresh("y")

    def closure_that_writes(self, _: int) -> int:
        """A function that writes into arrays around it, without binding their names."""
        around = self.scope
        floats = [name for name in around.floats if name.isidentifier()]
        scope = Scope(floats=["u", *floats], integers=["k", "2"], arrays=around.arrays[:3], blocks=1, loops=1)
        seen = [array for array in around.memory if array.name.isidentifier()]
        scope.memory = [
            Array(a.name, a.shape, a.dtype, rebinds=False) for a in self.rng.sample(seen, min(2, len(seen)))
        ]
        scope.counted = [a.name for a in scope.memory if a.dtype == "int64" and a.shape == (LENGTH,)]
        name = self.fresh("put")
        self.write(f"def {name}(u):")
        callee = self.body_of_callee(name, (), scope)
        around.callees.append(callee)
        self.call_of(callee)
        rebound = [a for a in scope.memory[:2] if a.name in around.stored]
        if rebound and self.rng.random() < 0.5:
            self.write(f"{rebound[0].name} = {rebound[0].name} {self.rng.choice(['+ 1', '* 2', '- a'])}")
            self.call_of(callee)
        return 3
