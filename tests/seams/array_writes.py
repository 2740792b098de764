"""Statements of random programs that make, name and write arrays."""

from __future__ import annotations

from seams.drawing import Drawing, Held, Scope

Lines = list[str]


class ArrayWrites(Drawing):
    """Draws one statement, or a few lines that belong together, of the arrays of a scope."""

    def target(self, scope: Scope) -> str | None:
        arrays = scope.of("array")
        return self.pick(arrays) if arrays else None

    def write(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        held = scope.names[name]
        value, operator = (
            self.number(scope),
            self.pick(["=", "=", "+=", "*=", "-="] if self.kind != "uint8" else ["=", "+="]),
        )
        value = self.factor() if operator == "*=" else value
        if held.loose:
            shift = [f"{name}[1:] {operator} {name}[:-1]"] if operator != "*=" else []
            return [
                self.pick(
                    [
                        f"{name}[0] {operator} {value}",
                        f"{name}[1:] {operator} {value}",
                        f"{name}[...] {operator} {value}",
                        f"{name}[-1] {operator} {value}",
                        *shift,
                    ]
                )
            ]
        shape = held.shape
        if not shape:
            return [f"{name}[...] {operator} {value}"]
        forms = [f"{name}[{self.index()}] {operator} {value}"] * 3 if shape[0] > 2 else []
        forms += [f"{name}[:2] {operator} {value}", f"{name}[:] {operator} {value}", f"{name}[::2] {operator} {value}"]
        if operator != "*=":
            forms += [f"{name}[1:] {operator} {name}[:-1]", f"{name}[:-1] {operator} {name}[1:]"]
        same = scope.of("array", shape=shape)
        forms += [f"{name}[:] {operator} {self.pick(same)}"] if operator != "*=" else []
        if len(shape) > 1 and min(shape) > 2:
            rows = scope.of("array", shape=shape[1:])
            forms += [
                f"{name}[{self.index()}, {self.index()}] {operator} {value}",
                f"{name}[{self.index()}][{self.index()}] {operator} {value}",
                f"{name}[:, 0] {operator} {value}",
                f"{name}[0] {operator} {name}[1]",
            ]
            forms += [f"{name}[{self.index()}] = {self.pick(rows)}"] * 2 if rows else []
        return [self.pick(forms)]

    def augmented(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        same = scope.of("array", shape=scope.names[name].shape)
        operator = self.pick(["+=", "+=", "*=", "-="] if self.kind != "uint8" else ["+="])
        value = self.factor() if operator == "*=" else self.pick([self.number(scope), *same[:2]])
        return [f"{name} {operator} {value}"]

    def masked(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        limit = self.literal()
        mask = f"{name} > {limit}"
        lines: Lines = []
        if self.chance(0.4):
            bound = self.name("m")
            scope.names[bound] = Held("mask", scope.names[name].shape)
            lines, mask = [f"{bound} = {name} {self.pick(['>', '<', '!='])} {limit}"], bound
            if scope.names[name].shape and self.chance(0.3):
                lines.append(f"{bound}[0] = {self.pick(['True', 'False'])}")
        return [
            *lines,
            self.pick(
                [
                    f"{name}[{mask}] = {self.literal()}",
                    f"{name}[{mask}] *= {self.factor()}",
                    f"{name}[{mask}] += {self.literal()}",
                ]
            ),
        ]

    def alias(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        text, held = self.view(scope, name)
        bound = self.name("v")
        again = [n for n in scope.of("array", shape=held.shape) if n not in scope.fixed] if not held.loose else []
        if again and held.kind == "array" and self.chance(0.25):
            bound = self.pick(again)
        scope.names[bound] = held
        return [f"{bound} = {text}"]

    def fresh(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        held = scope.names[name]
        bound = name if name not in scope.fixed and self.chance(0.5) else self.name("a")
        text = (
            self.array(scope, held.shape, name)
            if not held.loose
            else f"{name} {self.pick(['+', '-', '*'])} {self.literal()}"
        )
        scope.names[bound] = Held("array", held.shape, loose=held.loose)
        return [f"{bound} = {text}"]

    def reduce(self, scope: Scope) -> Lines:
        name = self.target(scope)
        numbers = scope.of("number")
        if numbers and self.chance(0.4):
            return [f"{self.pick(numbers)} {self.pick(['+=', '='])} {self.number(scope)}"]
        if name is None:
            return []
        bound = self.name("n")
        text = self.reduced(scope, name)
        scope.names[bound] = Held("number")
        return [f"{bound} = {text}"]
