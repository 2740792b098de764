"""Writes loops and branches whose writes depend on the way that is taken through them."""

from __future__ import annotations

from expressions import LENGTH
from in_place.callees import Callees
from statements import Statement
from turns import Turns


class Surrounded(Callees):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if self.scope.memory and size > 2:
            options["branch around writes"] = self.branch_around_writes
            if self.scope.loops < 2:
                options["loop around writes"] = self.loop_around_writes
        return options

    def some_write(self) -> int:
        """A write of any form that there is here."""
        options = super().statements(1)
        names = [name for name in self.language.among(WRITES) if name in options]
        return self.language.choose({name: options[name] for name in names})(1)

    def branch_around_writes(self, size: int) -> int:
        self.write(f"if {self.condition()}:")
        headers = self.rng.choice([[], ["else:"], [f"elif {self.condition()}:", "else:"]])
        for header in ["", *headers]:
            if header:
                self.write(header)
            with self.inside(self.scope.inner()) as scope:
                scope.blocks += 1
                self.some_write()
        return min(size, 2 + len(headers))

    def loop_around_writes(self, size: int) -> int:
        """A write, a way out, and another write; at times an `else`."""
        number = self.fresh("")
        i, c = f"i{number}", f"c{number}"
        is_while = self.rng.random() < 0.3
        if is_while:
            self.write(f"{c} = -1")
            self.write(f"while {c} < {LENGTH - 1}:")
            turns = Turns("", integers=(c,), indices=(c,))
        else:
            bounds = self.rng.choice(
                [str(LENGTH), f"1, {LENGTH}", f"{LENGTH - 1}, -1, -1", f"{self.some_integer()} % 5"]
            )
            is_index = "%" not in bounds
            turns = Turns(f"{i} in range({bounds})", integers=(i,), indices=(i,) if is_index else (), surely=is_index)
            self.write(f"for {turns.header}:")
        with self.inside(self.body(turns, [])):
            if is_while:
                self.write(f"{c} += 1")
            if self.rng.random() < 0.6:
                self.some_write()
            exits = self.language.among(["break", "continue", "continue"])
            if exits:
                self.write(f"if {self.condition()}:")
                with self.inside(self.scope.inner()) as scope:
                    scope.blocks += 1
                    if self.rng.random() < 0.5:
                        self.some_write()
                    self.write(self.rng.choice(exits))
            self.some_write()
        if not is_while and self.language.happens("loop else"):
            self.write("else:")
            with self.inside(self.scope.inner()):
                self.some_write()
        return min(size, 4)


WRITES = (
    "place write", "whole augmented", "mask write", "index write", "item swap", "overlapping copy",
    "write through an expression", "element write", "changing call",
)  # fmt: skip
