"""Writes lists of numbers that are read and written at indices that arguments decide."""

from __future__ import annotations

from expressions import LENGTH
from none_at_times import NoneAtTimes
from statements import Statement


class Tables(NoneAtTimes):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if len(self.scope.tables) + len(self.scope.grids) + len(self.scope.cells) < 2:
            options |= {"table": self.table, "table of integers": self.table_of_integers, "grid": self.grid}
        if self.scope.tables or self.scope.grids:
            options["element"] = self.element
        if self.scope.cells:
            options["integer element"] = self.integer_element
        return options

    def table(self, _: int) -> int:
        """Floats; those that are written first may be integers."""
        name = self.fresh("tab")
        forms = [
            f"[0] * {LENGTH}",
            f"[0.0] * {LENGTH}",
            f"[0.0 for _ in range({LENGTH})]",
            f"[0 for _ in range({LENGTH})]",
        ]
        forms.append(f"[{', '.join(self.atom() for _ in range(LENGTH))}]")
        forms.append(f"[{self.atom()}, 0, 1, {self.constant()}]")
        self.write(f"{name} = {self.rng.choice(forms)}")
        self.scope.tables.append(name)
        return 1

    def table_of_integers(self, _: int) -> int:
        name = self.fresh("cells")
        forms = [f"[0] * {LENGTH}", f"[k for k in range({LENGTH})]", f"list(range({LENGTH}))", "[3, 1, 2, 0]"]
        self.write(f"{name} = {self.rng.choice(forms)}")
        self.scope.cells.append(name)
        return 1

    def grid(self, _: int) -> int:
        name = self.fresh("grid")
        row = self.rng.choice([f"[0] * {LENGTH}", f"[0.0] * {LENGTH}", f"[0.5 for _ in range({LENGTH})]"])
        self.write(f"{name} = [{row} for _ in range({LENGTH})]")
        self.scope.grids.append(name)
        return 1

    def element(self, _: int) -> int:
        places = [f"{name}[{self.index()}]" for name in self.scope.tables]
        places += [f"{name}[{self.index()}][{self.index()}]" for name in self.scope.grids]
        if len(places) > 1 and "swap" not in self.language.without and self.rng.random() < 0.1:
            one, other = self.rng.sample(places, 2)
            self.write(f"{one}, {other} = {other}, {one}")
            return 1
        self.write(f"{self.rng.choice(places)} {self.rng.choice(['=', '=', '+=', '-='])} {self.number()}")
        return 1

    def integer_element(self, _: int) -> int:
        name = self.rng.choice(self.scope.cells)
        value = self.rng.choice(["1", self.integer()])
        self.write(f"{name}[{self.index()}] {self.rng.choice(['=', '+=', '+=', '-='])} {value}")
        return 1
