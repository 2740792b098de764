"""Writes names that are None at times. They are read only where they are known to be numbers."""

from __future__ import annotations

from scope import Scope
from statements import Statement, Statements

PREFIXES = {"float": "last", "integer": "at"}


OFTEN = ("set at times", "asked for None", "least so far", "exit for None")  # where there is such a name


class NoneAtTimes(Statements):
    def statement(self, size: int) -> int:
        options = self.statements(size)
        wanted = {name: options[name] for name in self.language.among(OFTEN) if name in options}
        return self.language.choose(wanted if wanted and self.rng.random() < 0.4 else options)(size)

    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if len(self.scope.maybe) < 2:
            options["none at first"] = self.none_at_first
        if self.scope.maybe:
            options["set at times"] = self.set_at_times
            if size > 1:
                options["asked for None"] = self.asked_for_none
                options["least so far"] = self.least_so_far
                if self.ways_out() and self.scope.blocks:
                    options["exit for None"] = self.exit_for_none
        return options

    def none_at_first(self, size: int) -> int:
        """The name, mostly with a loop that may set it."""
        kind = self.rng.choice(["float", "float", "integer"])
        name = self.fresh(PREFIXES[kind])
        self.write(f"{name} = None")
        self.scope.maybe[name] = kind
        loops = self.statements(size - 1)
        if "for" in self.language.among(loops) and self.rng.random() < 0.6:
            return 1 + loops["for"](size - 1)
        return 1

    def some_maybe(self) -> str:
        return self.rng.choice(list(self.scope.maybe))

    def set_at_times(self, _: int) -> int:
        """A number, or None again."""
        name = self.some_maybe()
        value = self.of_kind(self.scope.maybe[name])
        if "conditional expression" not in self.language.without and self.rng.random() < 0.2:
            value = f"{value} if {name} is None else {name} + {self.of_kind(self.scope.maybe[name], 0)}"
        if self.language.happens("back to None"):
            value = "None"
        self.write(f"{name} = {value}")
        return 1

    def least_so_far(self, _: int) -> int:
        name = self.some_maybe()
        value = self.atom() if self.scope.maybe[name] == "float" else self.rng.choice(self.scope.integers)
        self.write(f"if {name} is None or {value} {self.rng.choice('<>')} {name}:")
        self.write(f"    {name} = {value}")
        return 2

    def asked_for_none(self, size: int) -> int:
        """A branch whose one side knows that the name is a number."""
        name = self.some_maybe()
        by_truth = self.language.happens("truth of what is None at times")
        if self.rng.random() < 0.5:
            test = name if by_truth else f"{name} is not None"
            more = f" and {self.rng.choice([self.test(), self.known(name)])}" if self.rng.random() < 0.3 else ""
            self.write(f"if {test}{more}:")
            spent = 1 + self.known_side(name, size - 1)
            if self.language.happens("else"):
                self.write("else:")
                spent += self.side(max(size - spent, 1))
            return spent
        self.write(f"if not {name}:" if by_truth else f"if {name} is None:")
        spent = 1 + self.side(max(size // 2, 1))
        if self.rng.random() < 0.5:
            self.write(f"    {name} = {self.of_kind(self.scope.maybe[name])}")
        self.write("else:")
        return spent + self.known_side(name, max(size - spent, 1))

    def known(self, name: str) -> str:
        """A test of a name that is known to be a number."""
        return f"{name} {self.operator()} {self.atom() if self.scope.maybe[name] == 'float' else self.whole()}"

    def known_side(self, name: str, size: int) -> int:
        with self.inside(self.scope.inner()) as scope:
            scope.blocks += 1
            know(scope, name)
            spent = self.block(size)
            if self.language.happens("back to None"):
                self.write(f"{name} = None")
        return spent

    def exit_for_none(self, _: int) -> int:
        """A way out where the name is None: the rest of the block knows it to be a number."""
        name = self.some_maybe()
        self.write(f"if {name} is None:")
        with self.inside(self.scope.inner()):
            if self.rng.random() < 0.6:
                self.write(f"{name} = {self.of_kind(self.scope.maybe[name])}")
            self.leave()
        know(self.scope, name)
        return 2


def know(scope: Scope, name: str) -> None:
    """From here on the name is a number: nothing in this block sets it to None."""
    scope.bind_float(name) if scope.maybe.pop(name) == "float" else scope.bind_integer(name)
