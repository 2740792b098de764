"""Statements of random programs: writes, views, containers, closures, branches and loops."""

from __future__ import annotations

from collections.abc import Callable

from seams.array_writes import ArrayWrites, Lines
from seams.drawing import SIDE, Held, Scope


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines] or ["    pass"]


class Statements(ArrayWrites):
    """Draws blocks. What a block binds anew keeps its kind and shape, and what it binds first is forgotten behind it."""

    helpers: list[tuple[str, int, bool]]  # name, how many arrays, whether it returns one
    boxes: list[str]

    def forms(self) -> list[tuple[int, Callable[[Scope], Lines]]]:
        return [
            (14, self.write),
            (8, self.augmented),
            (6, self.masked),
            (12, self.alias),
            (9, self.fresh),
            (7, self.reduce),
            (6, self.container),
            (10, self.use_container),
            (8, self.closure),
            (9, self.call),
            (6, self.swap),
            (5, self.in_place_call),
            (6, self.box),
            (5, self.item),
            (4, self.chosen),
            (4, self.unpacked),
            (9, self.branch),
            (9, self.loop),
            (3, self.guarded),
            (3, self.leave),
            (40, self.idiom),
        ]

    def block(self, scope: Scope, count: int) -> Lines:
        lines: Lines = []
        forms = self.forms()
        while len(lines) < count:
            form = self.draw.choices([f for _, f in forms], [w for w, _ in forms])[0]
            lines += form(scope)
        return lines

    def inner(self, scope: Scope, count: int | None = None, loop: bool = False) -> Lines:
        """A block of its own; its names end with it. What may be a number is not used as an array on one path only."""
        names = {name: held for name, held in scope.names.items() if loop or held.kind != "item"}
        inside = Scope(names, scope.depth + 1, scope.loops + loop, scope.function, scope.fixed)
        return indented(self.block(inside, count or self.draw.randint(1, 3)))

    def container(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        chosen = [self.view(scope, self.pick(arrays)) for _ in range(self.draw.randint(1, 3))]
        if self.chance(0.35):
            chosen.append((self.array(scope, (SIDE,)), Held("array", (SIDE,))))
        if self.chance(0.6):
            bound = self.name("xs")
            scope.names[bound] = Held("list", items={i: held for i, (_, held) in enumerate(chosen)})
            return [f"{bound} = [{', '.join(text for text, _ in chosen)}]"]
        bound = self.name("d")
        scope.names[bound] = Held("dict", items={repr(k): held for k, (_, held) in zip("pqrs", chosen, strict=False)})
        return [
            f"{bound} = {{{', '.join(f'{key!r}: {text}' for key, (text, _) in zip('pqrs', chosen, strict=False))}}}"
        ]

    def use_container(self, scope: Scope) -> Lines:
        bound = scope.of("list", "dict")
        if not bound:
            return self.container(scope)
        name = self.pick(bound)
        held = scope.names[name]
        key = self.pick(held.items)
        element = f"{name}[{key}]"
        value = self.literal()
        forms: list[Lines] = []
        if held.items[key].kind == "array" and (held.items[key].shape or held.items[key].loose):
            forms += [
                [f"{element}[0] = {value}"],
                [f"{element}[1:] += {value}"],
                [f"{element} += {value}"],
                [f"{element} *= {self.factor()}"],
            ] * 2
            taken = self.name("v")
            forms += [[f"{taken} = {element}", f"{taken}[0] = {value}"]]
        if held.items[key].kind == "array":
            source = scope.of("array", shape=held.items[key].shape)
            forms += [[f"{element} = {self.pick(source)}"]] if source and not held.items[key].loose else []
            forms += [[f"{element} = {element} + {value}"]]
        row = self.name("e")
        if held.kind == "list":
            forms += [
                [
                    f"for {row} in {name}:",
                    f"    {row}{self.pick(['[0] =', '[...] +=', ' +=', ' *=', '[-1] +='])} {value}",
                ]
            ] * 2
            if not scope.depth and scope.of("array"):
                added = self.pick(scope.of("array"))
                forms += [[f"{name}.append({added})"], [f"{name}.append({added} + {value})"]]
            forms += [[f"{name}[0], {name}[-1] = {name}[-1], {name}[0]"]]
            total = self.name("n")
            forms += [[f"{total} = sum([{row}.sum() for {row} in {name}])"]]
            if self.chance(0.2):
                forms += [[f"{name} = [{row} {self.pick('+*')} {value} for {row} in {name}]"]]
        else:
            forms += [
                [f"for {row} in {name}:", f"    {name}[{row}] {self.pick(['+=', '*='])} {value}"],
                [f"for {row} in {name}.values():", f"    {row}[...] = {value}"],
            ]
        return self.pick(forms)

    def closure(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        name, called, held = self.pick(arrays), self.name("g"), None
        held = scope.names[name]
        whole = held.loose or bool(held.shape)
        forms = [
            f"{called} = lambda: {name}.sum()",
            f"{called} = lambda t={name}: t.max()",
            f"{called} = lambda t: {name} + t",
        ]
        changes = self.pick(
            [f"{name}[0] = t" if whole else f"{name}[...] = t", f"{name}[...] += t", f"return {name}.sum() + t"]
        )
        body = [f"def {called}(t=1):", f"    {changes}"]
        part = "1:" if whole else "..."
        late = [f"def {called}(t={name}):", f"    t[{part}] = {self.literal()}", "    return t.sum()"]
        bound: Lines = []
        if name not in scope.fixed and self.chance(0.35):
            bound = (
                [f"def {called}(t=1):", f"    nonlocal {name}", f"    {name} = {name} + t"]
                if scope.function and self.chance(0.6)
                else [f"def {called}(t=1):", f"    nonlocal {name}", f"    {name} += t"]
            )
        lines = self.pick([[self.pick(forms)], body, late, bound or body])
        argument = "t" in lines[0].split(":")[0].split("(")[-1] or "lambda t:" in lines[0]
        required = "lambda t:" in lines[0]
        between = self.fresh(scope) if self.chance(0.35) else self.block(scope, 1)
        given = self.literal() if required or (argument and f"={name}" not in lines[0] and self.chance(0.5)) else ""
        result = self.name("n")
        use = f"{called}({given})" if "def" in lines[0] and self.chance(0.6) else f"{result} = {called}({given})"
        if required:
            scope.names[result] = Held("other")
        return [*lines, *between, use]

    def call(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not self.helpers or not arrays:
            return []
        name, count, gives = self.pick(self.helpers)
        if name == scope.function:
            return []
        given = []
        for _ in range(count):
            source = self.pick(arrays)
            given.append(self.view(scope, source)[0] if self.chance(0.35) else source)
        arguments = ", ".join(given)
        if self.chance(0.4):
            arguments += self.pick([f", {self.literal()}", f", k={self.literal()}"])
        result = self.name("r")
        if gives and self.chance(0.5):
            held = scope.names.get(given[0])
            if held:
                bound = given[0] if given[0] not in scope.fixed and self.chance(0.4) else result
                scope.names[bound] = Held("array", held.shape, loose=held.loose)
                return [f"{bound} = {name}({arguments})"]
        if self.chance(0.4):
            return [f"{result} = {name}({arguments})"]
        return [f"{name}({arguments})"]
