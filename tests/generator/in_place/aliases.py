"""Writes second names for arrays: aliases, views, rows of loops. What is written through one shows in the others."""

from __future__ import annotations

from in_place.writes import Writes
from scope import Array
from statements import Statement
from turns import Turns


class Aliases(Writes):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if self.scope.memory:
            options |= {"alias": self.alias, "named view": self.named_view, "name swap": self.name_swap}
            options |= {"two names at once": self.two_names_at_once, "view swap": self.view_swap}
            if size > 1:
                options["alias in a branch"] = self.alias_in_a_branch
        if size > 1 and self.scope.loops < 2 and any(len(a.shape) == 2 for a in self.scope.memory):
            options["row loop"] = self.row_loop
        return options

    def alike(self, array: Array) -> list[Array]:
        return [a for a in self.scope.memory if (a.shape, a.dtype) == (array.shape, array.dtype)]

    def bound(self, array: Array, name: str = "") -> Array:
        """The name, which is an array like this one from here on."""
        return self.hold(Array(name or self.fresh("y"), array.shape, array.dtype))

    def alias(self, _: int) -> int:
        """Another name: a new one, or one that was another array before."""
        array = self.some()
        others = [a for a in self.alike(array) if a.rebinds and a.name.isidentifier() and a != array]
        forms = [array.name]
        if others and self.rng.random() < 0.5:
            other = self.rng.choice(others)
            forms.append(f"{array.name} if {self.test()} else {other.name}")
            if self.rng.random() < 0.4:
                self.write(f"{other.name} = {self.rng.choice(forms)}")
                return 1
        name = self.fresh("y")
        self.write(f"{name} = {forms[-1]}")
        self.written_soon(self.bound(array, name))
        return 2

    def written_soon(self, array: Array) -> None:
        """Mostly a write through a name that is new."""
        if self.rng.random() < 0.7:
            self.write(self.change(array, *self.place(array)))

    def alias_in_a_branch(self, size: int) -> int:
        array = self.some()
        other, name = self.rng.choice(self.alike(array)), self.fresh("y")
        if self.rng.random() < 0.5:
            self.write(f"{name} = {array.name}")
            self.write(f"if {self.condition()}:")
            self.write(f"    {name} = {self.rng.choice([other.name, f'{other.name}.copy()'])}")
        else:
            for header, chosen in ((f"if {self.condition()}:", array), ("else:", other)):
                self.write(header)
                with self.inside(self.scope.inner()) as scope:
                    scope.blocks += 1
                    if self.rng.random() < 0.3:
                        self.block(1)
                    self.write(f"{name} = {chosen.name}")
        self.written_soon(self.bound(array, name))
        return min(size, 3)

    def named_view(self, _: int) -> int:
        view = self.view(self.some())
        if view is None:
            return self.alias(1)
        name = self.fresh("v" if len(view.shape) == 1 else "w")
        self.write(f"{name} = {view.name}")
        self.written_soon(self.bound(view, name))
        return 2

    def name_swap(self, size: int) -> int:
        """Two names change their arrays, as in a computation that goes to and fro between two."""
        array = self.some()
        found = [a.name for a in self.alike(array) if a.rebinds and a.name.isidentifier()]
        if len(set(found)) < 2:
            return self.alias(size)
        one, other = self.rng.sample(sorted(set(found)), 2)
        self.write(f"{one}, {other} = {other}, {one}")
        return 1

    def two_names_at_once(self, _: int) -> int:
        array = self.some()
        one, other = self.fresh("y"), self.fresh("y")
        value = self.rng.choice([array.name, f"{array.name}.copy()", f"np.zeros_like({array.name})"])
        self.write(f"{one} = {other} = {value}")
        self.bound(array, one)
        self.bound(array, other)
        return 1

    def view_swap(self, _: int) -> int:
        """The right side are views: what is stored first shows in what is stored next."""
        x = self.some(axes=1).name
        forms = [f"{x}[:2], {x}[-2:] = {x}[-2:], {x}[:2]", f"{x}[:-1], {x}[0] = {x}[1:], {x}[-1]"]
        self.write(self.rng.choice(forms))
        return 1

    def row_loop(self, size: int) -> int:
        """A loop whose names are rows of a matrix, or of a view of one."""
        matrix = self.some(axes=2)
        if len(matrix.shape) != 2:
            return self.named_view(size)
        view = self.view(matrix) if self.rng.random() < 0.3 else None
        over = view if view and len(view.shape) == 2 else matrix
        number = self.fresh("")
        row, i, v = f"row{number}", f"i{number}", f"v{number}"
        headers = [Turns(f"{row} in {over.name}"), Turns(f"{row} in {over.name}")]
        headers.append(Turns(f"{i}, {row} in enumerate({over.name})", (), (i,)))
        headers.append(Turns(f"{row} in reversed({over.name})"))
        headers.append(Turns(f"{i} in range({over.shape[0]})", (), (i,)))
        vectors = [a.name for a in self.scope.memory if a.dtype == "float64" and len(a.shape) == 1]
        if vectors:
            headers.append(Turns(f"{row}, {v} in zip({over.name}, {self.rng.choice(vectors)})", (v,)))
        turns = self.rng.choice(headers)
        self.write(f"for {turns.header}:")
        with self.inside(self.body(turns, ["break", "continue"])):
            if row not in turns.header:
                self.write(f"{row} = {over.name}[{i}]")
            array = self.hold(Array(row, over.shape[1:], over.dtype))
            spent = self.block(size - 2) if size > 2 and self.rng.random() < 0.6 else 0
            whole = f"{row} {self.changed_by(array.dtype, array.shape)}"
            self.write(self.rng.choice([whole, self.change(array, *self.place(array))]))
        return spent + 3
