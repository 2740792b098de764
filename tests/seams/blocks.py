"""Statements that exchange, choose, branch, loop and leave, and those of objects."""

from __future__ import annotations

from seams.array_writes import Lines
from seams.drawing import SIDE, Held, Scope
from seams.idioms import PLAIN, SHARING
from seams.statements import Statements, indented


class Blocks(Statements):
    idioms = SHARING + PLAIN

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
        return self.pick(
            [
                [f"{name}[0], {name}[1] = {name}[1], {name}[0]"],
                [f"{name}[[0, 1]] = {name}[[1, 0]]"],
                [f"{kept} = {name}[0]", f"{name}[0] = {name}[1]", f"{name}[1] = {kept}"],
                [f"{kept} = {name}[0].copy()", f"{name}[0] = {name}[-1]", f"{name}[-1] = {kept}"],
            ]
        )

    def in_place_call(self, scope: Scope) -> Lines:
        name = self.target(scope)
        if name is None:
            return []
        value = self.literal()
        forms = [[f"np.add({name}, {value}, out={name})"], [f"np.copyto({name}, {value})"], [f"{name}.fill({value})"]]
        held = scope.names[name]
        if held.loose or (held.shape and held.shape[0] > 2):
            forms += [
                [f"{name}.sort()"],
                [f"np.add.at({name}, 0, {value})"],
                [f"{name}[1:].sort()"],
            ]
            forms += [[f"np.multiply({name}[1:], {self.factor()}, out={name}[1:])"], [f"{name}[::-1].sort()"]]
        same = scope.of("array", shape=held.shape) if not held.loose else []
        if same:
            result = self.name("r")
            forms += [
                [f"np.copyto({name}, {self.pick(same)})"],
                [f"{result} = np.add({name}, {self.pick(same)}, out={name})"],
            ]
        return self.pick(forms)

    def box(self, scope: Scope) -> Lines:
        boxes = scope.of("box")
        arrays = scope.of("array")
        if not self.boxes or not arrays:
            return []
        if not boxes:
            bound = self.name("box")
            scope.names[bound] = Held("box")
            return [f"{bound} = {self.pick(self.boxes)}({self.pick(arrays)})"]
        name, value, result = self.pick(boxes), self.literal(), self.name("n")
        source = self.pick(arrays)
        return self.pick(
            [
                [f"{name}.step({value})"],
                [f"{result} = {name}.step({value})"],
                [f"{name}.w[0] = {value}"],
                [f"{name}.w += {value}"],
                [f"{name}.v[1:] *= {self.factor()}"],
                [f"{name}.v = {source}"],
                [f"{name}.w = {name}.v"],
                [f"{name}.w = {name}.w + {value}"],
                [f"{name}.take({source})"],
                [f"{result} = {name}.total()"],
            ]
        )

    def item(self, scope: Scope) -> Lines:
        """An element of an array, or its row: which of them depends on the array's rank."""
        items = scope.of("item")
        arrays = [n for n in scope.of("array") if scope.names[n].loose or len(scope.names[n].shape) > 1]
        if not items or self.chance(0.3):
            if not arrays:
                return []
            bound = self.name("t")
            name = self.pick(arrays)
            held = scope.names[name]
            if not held.loose:
                scope.names[bound] = Held("array", held.shape[1:])
                return [f"{bound} = {name}[0]"]
            scope.names[bound] = Held("item", loose=True)
            return [f"{bound} = {name}[{self.index()}]"]
        name, value = self.pick(items), self.literal()
        forms = [
            f"{name} += {value}",
            f"{name} *= {self.factor()}",
            f"{name} = {name} + {value}",
            f"{name}[...] = {value}",
            f"{name}[0] = {value}",
            f"{name}.fill({value})",
        ]
        forms += [f"{self.pick(arrays)}[1] = {name}", f"{self.pick(arrays)}[-1] += {name}"] * 2 if arrays else []
        return [self.pick(forms)]

    def chosen(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        first = self.pick(arrays)
        held = scope.names[first]
        others = [n for n in arrays if scope.names[n].shape == held.shape and scope.names[n].loose == held.loose]
        second = self.pick([*others, f"{first}.copy()", f"{first}[::-1]"] if held.shape or held.loose else others)
        test, bound = self.test(scope), self.name("c")
        scope.names[bound] = held
        write = f"{bound}[0] = {self.literal()}" if held.loose or held.shape else f"{bound}[...] = {self.literal()}"
        return [f"{bound} = {first} if {test} else {second}", self.pick([write, f"{bound} += {self.literal()}"])]

    def unpacked(self, scope: Scope) -> Lines:
        arrays = scope.of("array")
        if not arrays:
            return []
        name = self.pick(arrays)
        held = scope.names[name]
        one, two = self.name("p"), self.name("q")
        if not held.loose and len(held.shape) > 1 and held.shape[0] == 4 and self.chance(0.4):
            scope.names[one] = scope.names[two] = Held("array", held.shape[1:])
            return [f"{one}, {two}, *_ = {name}"]
        other, held_other = self.view(scope, self.pick(arrays))
        scope.names[one], scope.names[two] = held, held_other
        form = self.pick(
            [
                f"{one}, {two} = {name}, {other}",
                f"{one}, {two} = ({name}, {other})",
                f"{one}, {two} = [{name}, {other}]",
            ]
        )
        if self.chance(0.25):
            pair = self.name("pair")
            return [f"{pair} = ({name}, {other})", f"{one}, {two} = {pair}"]
        if self.chance(0.2):
            scope.names[two] = held
            return [f"{one} = {two} = {name}"]
        return [form]

    def branch(self, scope: Scope) -> Lines:
        if scope.depth > 2:
            return []
        lines = [f"if {self.test(scope)}:", *self.inner(scope)]
        if self.chance(0.25):
            lines += [f"elif {self.test(scope)}:", *self.inner(scope, 1)]
        if self.chance(0.4):
            lines += ["else:", *self.inner(scope)]
        return lines

    def loop(self, scope: Scope) -> Lines:
        if scope.depth > 1 or scope.loops > 1:
            return []
        arrays = scope.of("array")
        inside = Scope(dict(scope.names), scope.depth, scope.loops, scope.function, scope.fixed)
        form = self.pick(["range", "rows", "while", "while", "enumerate", "zip", "len", "displayed"])
        name = self.pick(arrays) if arrays else None
        if name is None or form == "range":
            turn = self.name("i")
            inside.names[turn] = Held("number")
            return [
                f"for {turn} in range({self.pick(['2', '3', *scope.of('turns')])}):",
                *self.inner(inside, loop=True),
            ]
        held = scope.names[name]
        if not held.loose and not held.shape:
            return []
        if form == "while":
            turn = self.name("n")
            scope.names[turn] = Held("number")  # not to be bound anew within: the loop ends
            lines = [f"while {turn} < 3 and ({self.test(inside)}):" if self.chance(0.7) else f"while {turn} < 3:"]
            return [f"{turn} = 0", *lines, f"    {turn} += 1", *self.inner(inside, loop=True)]
        if form == "len":
            turn = self.name("i")
            inside.names[turn] = Held("number")
            return [
                f"for {turn} in range(len({name})):",
                f"    {name}[{turn}] {self.pick(['=', '+='])} {self.number(inside)}",
                *self.inner(inside, 1, loop=True),
            ]
        return self.rows(scope, inside, form, name)

    def rows(self, scope: Scope, inside: Scope, form: str, name: str) -> Lines:
        """A loop over the rows or numbers of an array, of two, or over arrays."""
        held, row = scope.names[name], self.name("row")
        row_held = (
            Held("item", loose=True)
            if held.loose
            else Held("array" if len(held.shape) > 1 else "number", held.shape[1:])
        )
        inside.names[row] = row_held
        write = self.pick(
            [f"    {row}[...] = {self.literal()}", f"    {row} += {self.literal()}", f"    {row}[0] = {self.literal()}"]
        )
        written = [write] if held.loose or len(held.shape) > 1 else []
        if form == "rows":
            return [f"for {row} in {name}:", *written, *self.inner(inside, loop=True)]
        if form == "enumerate":
            turn = self.name("i")
            inside.names[turn] = Held("number")
            return [f"for {turn}, {row} in enumerate({name}):", *written, *self.inner(inside, loop=True)]
        same = self.pick(scope.of("array", shape=held.shape) or [name])
        other = self.name("row")
        inside.names[other] = row_held
        if form == "zip":
            return [f"for {row}, {other} in zip({name}, {same}):", *written, *self.inner(inside, loop=True)]
        inside.names[row] = held
        return [
            f"for {row} in ({name}, {same}):",
            f"    {row}[0] {self.pick(['=', '+='])} {self.literal()}",
            *self.inner(inside, 1, loop=True),
        ]

    def guarded(self, scope: Scope) -> Lines:
        if scope.depth > 1:
            return []
        return ["try:", *self.inner(scope), "finally:", *self.inner(scope, 1)]

    def leave(self, scope: Scope) -> Lines:
        if scope.depth > 2:
            return []
        if scope.loops and self.chance(0.6):
            return [f"if {self.test(scope)}:", *self.inner(scope, 1), f"    {self.pick(['break', 'continue'])}"]
        if scope.function == "module":
            return []
        return [f"if {self.test(scope)}:", *indented([self.returned(scope)])]

    def idiom(self, scope: Scope) -> Lines:
        """Lines of the table, with the names of this scope."""
        arrays = [
            n
            for n in scope.of("array")
            if scope.names[n].loose or (scope.names[n].shape and scope.names[n].shape[0] == SIDE)
        ]
        if not arrays:
            return []
        text, new = self.pick(self.idioms)
        name = self.pick(arrays)
        held = scope.names[name]
        if f"{name} = " in text.replace("{a}", name) and name in scope.fixed:
            return []
        same = [n for n in arrays if scope.names[n].shape == held.shape and scope.names[n].loose == held.loose]
        vectors = scope.of("array", shape=(SIDE,))
        if "{w}" in text and not vectors:
            return []
        self.count += 1
        holes = {
            "a": name,
            "b": self.pick(same),
            "w": self.pick(vectors or [name]),
            "c": self.literal(),
            "d": self.literal(),
            "f": self.factor(),
            "i": self.index(),
            "test": self.test(scope),
            "n": str(self.count),
        }
        row = (
            Held("item", loose=True)
            if held.loose
            else Held("array" if len(held.shape) > 1 else "number", held.shape[1:])
        )
        kinds = {"a": held, "r": row, "n": Held("number"), "o": Held("other")}
        for stem, kind in (one.split(":") for one in new.split()):
            scope.names[f"{stem}{self.count}"] = kinds[kind]
        return text.format(**holes).split("\n")

    def returned(self, scope: Scope) -> str:
        """A `return` of what the function's scope gives back, as often as it is asked."""
        arrays = scope.of("array")
        numbers = scope.of("number", "item")
        gives = scope.names["return"].items["form"].kind
        if gives == "array" and arrays:
            same = scope.of("array", shape=scope.names["return"].shape) or arrays
            return f"return {self.pick(same)}"
        if gives == "number":
            return f"return {self.pick([*numbers, self.reduced(scope, self.pick(arrays))]) if arrays else 0}"
        if gives == "nothing":
            return "return"
        first, second = self.pick(arrays), self.pick(arrays)
        return (
            f"return {first}, {self.pick([*numbers, second])}" if gives == "pair" else f"return {first}.sum(), {second}"
        )
