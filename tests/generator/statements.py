"""Writes simple statements, branches, and the ways out of loops and functions."""

from __future__ import annotations

from collections.abc import Callable

from expressions import Expressions

Statement = Callable[[int], int]


class Statements(Expressions):
    """Each method writes a statement of at most `size` simple ones, and says how many it took."""

    def statement(self, size: int) -> int:
        return self.language.choose(self.statements(size))(size)

    def statements(self, size: int) -> dict[str, Statement]:
        """What may be written here."""
        scope = self.scope
        options: dict[str, Statement] = {
            "assignment": self.assignment, "augmented assignment": self.augmented, "local name": self.local_name,
            "flag": self.flag, "swap": self.swap,
        }  # fmt: skip
        if scope.integer_targets:
            options["divmod"] = self.divmod
        if scope.stored:
            options |= {"item": self.item, "whole array": self.whole_array}
        if scope.counted:
            options["count item"] = self.count_item
        if self.callable(results=2):
            options["unpacked call"] = self.unpacked_call
        if size > 1:
            options |= {"branch": self.branch, "name in all branches": self.name_in_all_branches}
            options |= {"walrus if": self.walrus_if, "walrus behind and": self.walrus_behind_and, "with": self.with_}
            if self.ways_out() and (scope.blocks or self.language.happens("return in the main block")):
                options["conditional exit"] = self.conditional_exit
        return options

    def block(self, size: int) -> int:
        spent = self.statement(size)
        while spent < size and self.rng.random() < 0.5:
            spent += self.statement(size - spent)
        return spent

    def value(self, target: str) -> str:
        return self.integer() if target in self.scope.integer_targets else self.number(2)

    def target(self) -> str:
        integers = self.scope.integer_targets if self.rng.random() < 0.3 else []
        return self.rng.choice(integers or self.scope.float_targets)

    def assignment(self, _: int) -> int:
        target = self.target()
        self.write(f"{target} = {self.value(target)}")
        return 1

    def augmented(self, _: int) -> int:
        target = self.target()
        self.write(f"{target} {self.rng.choice(['+=', '-='])} {self.value(target)}")
        return 1

    def item(self, _: int) -> int:
        array = self.rng.choice(self.scope.stored)
        self.write(f"{array}[{self.index()}] {self.rng.choice(['=', '+=', '-='])} {self.number()}")
        return 1

    def count_item(self, _: int) -> int:
        self.write(f"{self.rng.choice(self.scope.counted)}[{self.index()}] += {self.rng.choice(['1', self.integer()])}")
        return 1

    def whole_array(self, _: int) -> int:
        array, other = self.rng.choice(self.scope.stored), self.rng.choice(self.scope.arrays)
        forms = [f"{array} += {other}", f"{array} = {array} - {other}", f"{array} = {other} * {self.atom()}"]
        self.write(self.rng.choice([*forms, f"{array}[1:] = {other}[:-1]"]))
        return 1

    def local_name(self, _: int) -> int:
        """A new name, known in this block only. Blocks beside each other may use the same names."""
        name = next((n for n in ("q0", "q1", "q2") if n not in self.scope.floats), None)
        if name is None:
            return self.assignment(1)
        self.write(f"{name} = {self.number(2)}")
        self.scope.bind_float(name)
        return 1

    def flag(self, _: int) -> int:
        if self.scope.flag_targets and self.rng.random() < 0.6:
            self.write(f"{self.rng.choice(self.scope.flag_targets)} = {self.condition()}")
            return 1
        name = self.fresh("ok")
        self.write(f"{name} = {self.condition()}")
        self.scope.flags.append(name)
        self.scope.flag_targets.append(name)
        return 1

    def swap(self, _: int) -> int:
        if len(self.scope.float_targets) < 2:
            return self.assignment(1)
        one, other = self.rng.sample(self.scope.float_targets, 2)
        right = self.rng.choice([f"{other}, {one}", f"{other}, {self.number()}", f"{self.number()}, {one}"])
        self.write(f"{one}, {other} = {right}")
        return 1

    def divmod(self, _: int) -> int:
        quotient, rest = self.rng.choice(self.scope.integer_targets), self.fresh("m")
        self.write(f"{quotient}, {rest} = divmod({self.integer()}, {self.rng.choice(['2', '3', '-3'])})")
        self.scope.bind_integer(rest)
        return 1

    def unpacked_call(self, _: int) -> int:
        function = self.rng.choice(self.callable(results=2))
        value = self.call(function)
        names = [self.fresh("r" if kind == "float" else "m") for kind in function.results]
        self.write(f"{', '.join(names)} = {value}")
        for name, kind in zip(names, function.results, strict=True):
            self.scope.bind_float(name) if kind == "float" else self.scope.bind_integer(name)
        return 1

    def branch(self, size: int) -> int:
        return self.branches(f"if {self.condition()}:", size)

    def branches(self, header: str, size: int) -> int:
        self.write(header)
        spent = 1 + self.side(size - 1)
        if size - spent > 1 and self.language.happens("elif"):
            self.write(f"elif {self.condition()}:")
            spent += 1 + self.side(size - spent - 1)
        if self.language.happens("else"):
            self.write("else:")
            spent += self.side(max(size - spent, 1))
        return spent

    def side(self, size: int, floats: tuple[str, ...] = ()) -> int:
        """One block of a branch."""
        with self.inside(self.scope.inner()) as scope:
            scope.blocks += 1
            scope.floats += floats
            spent = self.block(size)
            if self.ways_out() and self.language.happens("exit at the end of a branch"):
                self.leave()
        return spent

    def walrus_if(self, size: int) -> int:
        name = self.fresh("w")
        header = f"if ({name} := {self.number()}) {self.operator()} {self.constant()}:"
        self.scope.bind_float(name)
        return self.branches(header, size)

    def walrus_behind_and(self, size: int) -> int:
        """A name that only the side sees where the first operand was true, or one that has a value before."""
        name = self.fresh("w")
        if known := self.rng.random() < 0.5:
            self.write(f"{name} = {self.constant()}")
        value = f"({name} := {self.number()}) {self.operator()} {self.constant()}"
        self.write(f"if {self.test()} and {value}:")
        spent = 1 + self.side(size - 1, (name,))
        if known:
            self.scope.bind_float(name)
        if self.language.happens("else"):
            self.write("else:")
            spent += self.side(max(size - spent, 1))
        return spent

    def with_(self, size: int) -> int:
        self.write('with np.errstate(all="ignore"):')
        with self.inside(self.scope.inner()) as scope:
            spent = self.block(size - 1)
            if self.ways_out() and scope.blocks and self.rng.random() < 0.6:
                spent += self.conditional_exit(2)
                self.assignment(1)
        return spent + 1

    def name_in_all_branches(self, size: int) -> int:
        name = self.fresh("e")
        headers = [f"if {self.condition()}:", "else:"]
        if size > 2 and self.language.happens("elif"):
            headers.insert(1, f"elif {self.condition()}:")
        for header in headers:
            self.write(header)
            with self.inside(self.scope.inner()) as scope:
                scope.blocks += 1
                if self.rng.random() < 0.4:
                    self.block(size // 2)
                self.write(f"{name} = {self.number(2)}")
        self.scope.bind_float(name)
        return size

    def ways_out(self) -> list[str]:
        return self.language.among([*self.scope.exits, *["return"] * bool(self.scope.results)])

    def conditional_exit(self, size: int) -> int:
        self.write(f"if {self.condition()}:")
        with self.inside(self.scope.inner()) as scope:
            scope.blocks += 1
            spent = 1
            if self.rng.random() < 0.4:
                spent += self.block(size // 2)
            self.leave()
        if self.rng.random() < 0.2 and self.language.happens("else"):
            self.write("else:")
            spent += self.side(max(size - spent, 1))
        return spent

    def leave(self) -> None:
        options = {name: name for name in self.ways_out()}
        way = self.language.choose(options)
        self.write(self.returned() if way == "return" else way)

    def returned(self) -> str:
        """A return of what the function returns everywhere."""
        return "return " + ", ".join(self.of_kind(kind) for kind in self.scope.results)
