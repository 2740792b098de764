"""Modules in which nothing shares memory: every name has an array of its own, which nothing else holds when it is written.

What a module may read is another matter: rows, slices and captured names are read, in expressions and loops. Arrays of
the caller are written by `f` alone, half of the time.
"""

from __future__ import annotations

from collections.abc import Callable

from seams.array_writes import Lines
from seams.drawing import Held, Scope
from seams.idioms import PLAIN
from seams.modules import Module


class PlainModule(Module):
    idioms = PLAIN

    def forms(self) -> list[tuple[int, Callable[[Scope], Lines]]]:
        return [(weight, form) for weight, form in super().forms() if form not in (self.box, self.item)]

    def share(self) -> Lines:
        return []

    def classed(self) -> Lines:
        return []

    def defaulted(self, whole: bool) -> Lines:
        return ["if w is None:", "    w = x * 2"]

    def entered(self, name: str, letters: str) -> Lines:
        if name == "f" and self.chance(0.5):
            return []
        made = self.pick(["{0}.copy()", "{0} * 2", "np.abs({0})", "np.array({0})"])
        return [f"{letter} = {made.format(letter)}" for letter in letters]

    def handed(self, scope: Scope, count: int) -> list[str]:
        return self.draw.sample(scope.of("array"), count)

    def view(self, scope: Scope, name: str) -> tuple[str, Held]:
        """Not a view: what one holds, as an array of its own."""
        text, held = super().view(scope, name)
        if held.kind == "item":
            return f"{name}.max(axis=0)", held
        return (f"{text}.copy()" if self.chance(0.5) else f"{text} * {self.factor()}"), held

    def test(self, scope: Scope) -> str:
        text = super().test(scope)
        return self.test(scope) if " is " in text else text

    def use_container(self, scope: Scope) -> Lines:
        bound = scope.of("list", "dict")
        if not bound:
            return self.container(scope)
        name, value, row, made = self.pick(bound), self.literal(), self.name("e"), self.name("n")
        held = scope.names[name]
        key = self.pick(held.items)
        element = f"{name}[{key}]"
        forms: list[Lines] = [[f"{element} = {element} + {value}"], [f"{made} = {element} * {self.factor()}"]]
        if held.kind == "list":
            forms += [
                [f"{made} = sum([{row}.sum() for {row} in {name}])"],
                [f"{made} = 0", f"for {row} in {name}:", f"    {made} += {row}.max()"],
                [f"{name}[0], {name}[-1] = {name}[-1], {name}[0]"],
                [f"{name} = [{row} {self.pick('+*')} {value} for {row} in {name}]"],
            ]
            arrays = scope.of("array")
            forms += [[f"{name}.append({self.pick(arrays)} + {value})"]] if arrays and not scope.depth else []
        else:
            forms += [
                [f"for {row} in {name}:", f"    {name}[{row}] = {name}[{row}] * {value}"],
                [f"{made} = 0", f"for {row} in {name}.values():", f"    {made} += {row}.sum()"],
            ]
        return self.pick(forms)

    def closure(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        name, called, result = self.pick(arrays), self.name("g"), self.name("n")
        forms = [
            [f"{called} = lambda t: {name}.sum() + t"],
            [f"def {called}(t):", f"    return np.max({name}) * t"],
            [f"def {called}(t):", f"    s = {name} + t", "    s[0] = t", "    return s.sum()"]
            if scope.names[name].loose or scope.names[name].shape
            else [],
            [f"def {called}(t):", f"    if {name}.sum() > t:", f"        return {name}.min()", "    return t"],
        ]
        if name not in scope.fixed:
            forms.append([f"def {called}(t):", f"    nonlocal {name}", f"    {name} = {name} + t", "    return t"])
        lines = self.pick([form for form in forms if form])
        between = self.fresh(scope) if self.chance(0.35) else self.block(scope, 1)
        return [*lines, *between, f"{result} = {called}({self.literal()})"]

    def swap(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        held = scope.names[name]
        others = [n for n in scope.of("array", shape=held.shape) if n not in scope.fixed and n != name]
        if others and name not in scope.fixed and self.chance(0.5):
            other = self.pick(others)
            return [f"{name}, {other} = {other}, {name}"]
        if not held.loose and (not held.shape or held.shape[0] < 3):
            return []
        kept = self.name("t")
        forms = [
            [f"{name}[[0, 1]] = {name}[[1, 0]]"],
            [f"{kept} = {name}[0].copy()", f"{name}[0] = {name}[-1]", f"{name}[-1] = {kept}"],
        ]
        if not held.loose and len(held.shape) == 1:
            forms += [[f"{name}[0], {name}[1] = {name}[1], {name}[0]"]]
        return self.pick(forms)

    def in_place_call(self, scope: Scope) -> Lines:
        lines = super().in_place_call(scope)
        return [] if any("1:]" in line or "[::-1]" in line for line in lines) else lines

    def chosen(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        first, bound = self.pick(arrays), self.name("c")
        held = scope.names[first]
        test = self.test(scope)
        scope.names[bound] = held
        write = f"{bound}[0] = {self.literal()}" if held.loose or held.shape else f"{bound}[...] = {self.literal()}"
        return [
            f"{bound} = {first} * {self.factor()} if {test} else {first}.copy()",
            self.pick([write, f"{bound} += {self.literal()}"]),
        ]

    def unpacked(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        (first, held), (second, other) = self.view(scope, self.pick(arrays)), self.view(scope, self.pick(arrays))
        one, two = self.name("p"), self.name("q")
        scope.names[one], scope.names[two] = held, other
        if self.chance(0.25):
            pair = self.name("pair")
            return [f"{pair} = ({first}, {second})", f"{one}, {two} = {pair}"]
        return [self.pick([f"{one}, {two} = {first}, {second}", f"{one}, {two} = [{first}, {second}]"])]

    def rows(self, scope: Scope, inside: Scope, form: str, name: str) -> Lines:
        """As above, but nothing that the loop goes over is written in it."""
        held = scope.names[name]
        same = self.pick(scope.of("array", shape=held.shape) or [name])
        row, other, turn = self.name("row"), self.name("row"), self.name("i")
        for gone in {name, same}:
            del inside.names[gone]
        if not inside.of("array"):
            return []
        if form == "enumerate":
            inside.names[turn] = Held("number")
        if not held.loose:
            inside.names[row] = Held("array" if len(held.shape) > 1 else "number", held.shape[1:])
        heads = {
            "enumerate": f"for {turn}, {row} in enumerate({name}):",
            "zip": f"for {row}, {other} in zip({name}, {same}):",
            "displayed": f"for {row} in ({name} + 1, {same} * 2):",
        }
        copied = f"    {row} = {row} * {self.factor()}"
        if form == "displayed":
            inside.names[row] = held
        return [heads.get(form, f"for {row} in {name}:"), copied, *self.inner(inside, loop=True)]
