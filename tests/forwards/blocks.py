"""Statements that hold others, that share arrays under several names, and closures."""

from __future__ import annotations

from forwards.containers import Containers
from forwards.holding import FEATURES, ROWS, Held, Lines, Scope, Shape, indented

SHAPES: tuple[Shape, ...] = (ROWS, ROWS, ROWS, FEATURES, ("B",), ("B", "2"), ("B", "2", "2"), ())


class Blocks(Containers):
    early = False
    kinds: Lines = []
    compound: Lines = []

    def block(self, scope: Scope, count: int) -> Lines:
        lines: Lines = []
        for _ in range(count):
            lines += self.statement(scope)
        return lines or ["pass"]

    def statement(self, scope: Scope) -> Lines:
        """Each program has its own few kinds of statements: with all of them, hardly one would convert."""
        if not self.kinds:
            plain = ["assign", "share", "write", "buffered", "listed", "dicted", "swapped", "typed", "helped"]
            compound = ["branch", "loop", "entered", "closure", "until"]
            self.kinds = ["assign", *self.draw.sample(plain, self.draw.randint(2, 5))]
            self.compound = self.draw.sample(compound, self.draw.randint(0, 2))
        kind = self.pick(self.kinds if scope.depth > 1 or not self.compound or self.chance(0.6) else self.compound)
        return list(getattr(self, kind)(scope))

    def bind(self, scope: Scope, shape: Shape) -> str:
        """A name to assign to: a new one, or one of the same shape."""
        same = [n for n in scope.of("float", shape=shape) if "." not in n and not scope.names[n].fixed]
        if same and self.chance(0.45):
            return str(self.pick(same))
        name = self.name()
        scope.names[name] = Held("float", shape)
        return name

    def assign(self, scope: Scope) -> Lines:
        shape = self.pick(SHAPES)
        value = self.tensor(scope, shape)
        if self.chance(0.08):
            first, second = self.name(), self.name()
            scope.names |= {first: Held("float", shape), second: Held("float", shape)}
            return [f"{first} = {second} = {value}"]
        return [f"{self.bind(scope, shape)} = {value}"]

    def share(self, scope: Scope) -> Lines:
        """Another name for an array, or for a view of one."""
        shape = self.pick([*SHAPES, ("4", "B"), ("2", "4"), ("1", "B", "4"), ("B", "1")])
        seen = self.viewed(scope, shape)
        same = scope.of("float", shape=shape)
        if same and (self.chance(0.4) or not seen):
            seen = self.pick(same)
        if not seen:
            return self.assign(scope)
        if self.chance(0.12):
            seen = f"{seen} if {self.test(scope)} else {self.tensor(scope, shape, 2)}"
        name = self.name()
        scope.names[name] = Held("float", shape, fixed="expand" in seen)
        return [f"{name} = {seen}"]

    def swapped(self, scope: Scope) -> Lines:
        names = [n for n in scope.of("float", shape=ROWS) if "." not in n and not scope.names[n].fixed]
        if len(names) > 1 and self.chance(0.6):
            one, other = self.draw.sample(names, 2)
            return [
                self.pick(
                    [
                        f"{one}, {other} = {other}, {one}",
                        f"{one}, {other} = {other}, {one} + 1",
                        f"{one}, {other} = {other} * 2, {one}",
                    ]
                )
            ]
        one = self.pick(names) if names else None
        if one is None:
            return self.assign(scope)
        first, second = self.name(), self.name()
        way, shape = self.pick(
            [
                ("{}.chunk(2, dim=1)", ("B", "2")),
                ("torch.split({}, 2, dim=1)", ("B", "2")),
                ("{}[:, :2], {}[:, 2:]", ("B", "2")),
                ("{}, {}.clone()", ROWS),
                ("{}.view(-1, 2, 2).unbind(1)", ("B", "2")),
            ]
        )
        scope.names |= {first: Held("float", shape), second: Held("float", shape)}
        return [f"{first}, {second} = {way.format(*[one] * way.count('{}'))}"]

    def typed(self, scope: Scope) -> Lines:
        """Masks and integers, and what is written into them."""
        name = self.name("n")
        if self.chance(0.5):
            line = f"{name} = {self.mask(scope, ROWS)}"
            scope.names[name] = Held("bool", ROWS)
            more = [
                f"{name}[0] = False",
                f"{name} &= {self.mask(scope, ROWS)}",
                f"{name}[:, 1] |= True",
                f"{name} = {name} | {self.mask(scope, ROWS)}",
            ]
            return [line, *([self.pick(more)] if self.chance(0.4) else [])]
        one = self.tensor(scope, ROWS, 1)
        line = f"{name} = {self.pick([f'({one} * 2).long()', f'({one} > 0).long()', f'{one}.round().int()'])}"
        scope.names[name] = Held("long", ROWS)
        back = self.name()
        scope.names[back] = Held("float", ROWS)
        more = [
            f"{name} += 1",
            f"{name}[0] = 2",
            f"{name} //= 2",
            f"{name} %= 3",
            f"{name}.clamp_(0, 2)",
            f"{name}[{name} > 1] = 0",
            f"{name} = {name} // 2 + {name} % 3",
        ]
        uses = [
            f"{name}.float()",
            f"{name} * 0.5",
            f"{one} + {name}",
            f"{name}.to({one}.dtype)",
            f"{name} / 2",
            f"torch.where({name} > 1, {one}, {name})",
        ]
        return [line, *([self.pick(more)] if self.chance(0.6) else []), f"{back} = {self.pick(uses)}"]

    def helped(self, scope: Scope) -> Lines:
        """A call of a function, method or layer that may write into what it gets, and give it back."""
        helpers = [*(self.parts.layers if scope.methods else []), *self.functions]
        if not helpers:
            return self.write(scope)
        helper = self.pick(helpers)
        call = self.call(scope, helper, 2)
        if not helper.gives:
            return [call]
        return [f"{self.bind(scope, ROWS)} = {call}"]

    def branch(self, scope: Scope) -> Lines:
        inner = scope.inner()
        if self.early and self.chance(0.4) and scope.function == "forward" and scope.depth == 0:
            return [f"if {self.test(scope)}:", *indented(self.block(inner, 1)), "    " + self.result(inner)]
        lines = [f"if {self.test(scope)}:", *indented(self.block(inner, self.draw.randint(1, 3)))]
        if self.chance(0.25):
            lines += [f"elif {self.test(scope)}:", *indented(self.block(scope.inner(), self.draw.randint(1, 2)))]
        if self.chance(0.5):
            lines += ["else:", *indented(self.block(scope.inner(), self.draw.randint(1, 3)))]
        return lines

    def result(self, scope: Scope) -> str:
        raise NotImplementedError

    def heads(self, scope: Scope, inner: Scope) -> list[tuple[str, Lines]]:
        """Ways to begin a loop, with what it does first. Each binds its own names."""
        index, row, layer, key = (self.name(stem) for stem in ("i", "row", "layer", "key"))
        kept = self.pick(scope.of("float", shape=ROWS) or ["x"])
        inner.names[index] = Held("number")
        found: list[tuple[str, Lines]] = [(f"for {index} in range({self.pick(['2', '3'])}):", [])]
        arrays = [n for n in scope.of("float") if scope.names[n].shape]
        if arrays:
            one = self.pick(arrays)
            shape = scope.names[one].shape
            inner.names[row] = Held("float", shape[1:])
            written = [f"{one}[{index}] {self.pick(['=', '+=', '*='])} {self.smaller(scope, shape[1:], 2)}"]
            rows = self.method(inner, row, shape[1:]) if self.chance(0.5) else []
            found += [(f"for {index} in range({way.format(one)}):", written) for way in ("len({})", "{}.shape[0]")]
            found += [(f"for {index}, {row} in enumerate({one}{way}):", rows) for way in ("", ".unbind(0)")]
            inner.names.pop(row)
        if scope.methods and self.parts.lists:
            layers = f"self.{self.pick(self.parts.lists)}"
            value = self.tensor(scope, ROWS, 2)
            done = [self.pick([f"{kept} = {layer}({kept})", f"{kept} = {kept} + {layer}({value})", f"{layer}({kept})"])]
            heads = [
                f"enumerate({layers})",
                f"enumerate(reversed({layers}))",
                f"zip((1, 2), {layers})",
                f"enumerate({layers}[1:])",
            ]
            found += [(f"for {index}, {layer} in {head}:", done) for head in heads] * 2
            found += [(f"for {index} in range(len({layers})):", [f"{kept} = {layers}[{index}]({kept})"])] * 2
        if scope.methods and self.parts.dicts:
            layers = f"self.{self.pick(self.parts.dicts)}"
            found += [
                (f"for {index}, ({key}, {layer}) in enumerate({layers}.items()):", [f"{kept} = {layer}({kept})"])
            ] * 3
            found += [(f"for {index}, {key} in enumerate({layers}):", [f"{kept} = {kept} + {layers}[{key}]({kept})"])]
        return found

    def loop(self, scope: Scope) -> Lines:
        inner = scope.inner(loop=True)
        head, body = self.pick(self.heads(scope, inner))
        index = next(word.rstrip(",") for word in head.split() if word.startswith("i") and word != "in")
        for word in head.replace(",", " ").split():
            if word.startswith("row"):
                one = head.split("enumerate(")[1].split(".unbind")[0].rstrip("):")
                inner.names[word] = Held("float", scope.names[one].shape[1:])
        body = [*body, *self.block(inner, self.draw.randint(1, 2))]
        if self.chance(0.25):
            test = f"{index} == 1" if self.chance(0.5) else self.test(inner)
            at = self.pick([0, len(body)])
            body[at:at] = [f"if {test}:", f"    {self.pick(['break', 'continue'])}"]
        if self.chance(0.4):  # as it is mostly written, where the number is not read
            short = head.replace("enumerate(", "", 1)
            if "enumerate(" in head and not any(index in line for line in body):
                head = (
                    short.replace(f"{index}, (", "", 1).replace(") in", " in", 1)
                    if "items" in head
                    else short.replace(f"{index}, ", "", 1)
                )
                head = head.removesuffix("):") + ":"
        lines = [head, *indented(body)]
        if self.chance(0.08):
            lines += ["else:", *indented(self.block(scope.inner(), 1))]
        return lines

    def until(self, scope: Scope) -> Lines:
        names = [n for n in scope.of("float") if not scope.names[n].fixed and "." not in n]
        if self.chance(0.5) and names:
            one = self.pick(names)
            turn = self.pick([f"{one} = {one} * 0.5", f"{one} *= 0.5", f"{one}.mul_(0.5)"])
            return [
                f"while {one}.abs().sum() > {self.pick(['2', '4'])}:",
                f"    {turn}",
                *indented(self.write(scope.inner(loop=True)) if self.chance(0.15) else []),
            ]
        turns = self.name("k")
        inner = scope.inner(loop=True)
        inner.names[turns] = Held("number")
        head = f"while {turns} < {self.pick(['2', '3'])}:" if self.chance(0.7) else "while True:"
        body = self.block(inner, self.draw.randint(1, 2))
        after = [f"if {turns} > 1{self.pick(['', ' or ' + self.test(scope)])}:", "    break"] if "True" in head else []
        return [f"{turns} = 0", head, *indented([f"{turns} += 1", *body, *after])]

    def entered(self, scope: Scope) -> Lines:
        inner = scope.inner()
        tried = "try:" if scope.methods else "with torch.no_grad():"
        head = self.pick(["with torch.no_grad():", "with torch.no_grad():", "with torch.enable_grad():", tried])
        lines = [head, *indented(self.block(inner, self.draw.randint(1, 3)))]
        return [*lines, "finally:", *indented(self.write(scope.inner()) or ["pass"])] if head == "try:" else lines

    def closure(self, scope: Scope) -> Lines:
        """A function in the function, that sees names bound anew after it was made."""
        name = self.name("inner")
        seen = [n for n in scope.of("float", shape=ROWS) if "." not in n]
        if not seen:
            return self.assign(scope)
        one = self.pick(seen)
        if self.chance(0.5):
            lines = [
                f"{name} = lambda t: {self.pick([f't + {one}', f't * 0.5 + {one}.mean()', 't.add_(1)', f'{one}.add_(t)', f't.mul_({one})'])}"
            ]
        else:
            local = Scope(
                {"t": Held("float", ROWS), one: Held("float", ROWS, fixed=self.chance(0.6))},
                depth=2,
                function=name,
                methods=scope.methods,
            )
            local.names[one] = Held("float", ROWS, fixed=True)
            write = self.pick([["t += 1"], [f"{one}.mul_(0.5)"], [f"{one}[:, 0] = 1"], ["t[0] = 0.5"], []])
            lines = [f"def {name}(t):", *indented([*write, f"return {self.tensor(local, ROWS, 1)}"])]
        called = f"{name}({self.tensor(scope, ROWS, 2)})"
        between = self.pick([[f"{one} = {self.tensor(scope, ROWS, 1)}"], [], self.method(scope, one, ROWS)])
        if scope.names[one].fixed:
            between = []
        return [*lines, *between, f"{self.bind(scope, ROWS)} = {called}"]
