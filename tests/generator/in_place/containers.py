"""Writes lists, tuples and dicts of arrays, and writes through their elements."""

from __future__ import annotations

from in_place.aliases import Aliases
from scope import Array, Box
from statements import Statement
from turns import Turns

KEYS = ('"u"', '"v"', '"w"')


class Containers(Aliases):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if len(self.scope.memory) > 1 and len(self.scope.boxes) < 2:
            options["box"] = self.box
        if self.scope.boxes:
            options |= {"element write": self.element_write, "unpacked box": self.unpacked_box}
            options["element bound anew"] = self.element_bound_anew
        if self.mixed() and size > 1 and self.scope.loops < 2:
            options["loop over a box"] = self.loop_over_box
        return options

    def box(self, _: int) -> int:
        """Arrays that are held together: names, views, and copies."""
        arrays = [self.viewed(self.some()) if self.rng.random() < 0.4 else self.some() for _ in range(2)]
        if self.rng.random() < 0.6:  # alike, so that an index may be any
            arrays[1] = self.rng.choice(self.alike(arrays[0]) or arrays[:1])
        values = [f"{a.name}.copy()" if self.rng.random() < 0.15 else a.name for a in arrays]
        name, kind = self.fresh("box"), self.rng.choice(["list", "list", "tuple", "dict"])
        keys = KEYS if kind == "dict" else ("0", "1")
        forms = {
            "list": f"[{', '.join(values)}]", "tuple": f"({', '.join(values)})",
            "dict": "{" + ", ".join(f"{key}: {value}" for key, value in zip(KEYS, values, strict=False)) + "}",
        }  # fmt: skip
        if kind == "list" and self.rng.random() < 0.3:
            self.write(f"{name} = []")
            for value in values:
                self.write(f"{name}.append({value})")
        else:
            self.write(f"{name} = {forms[kind]}")
        held = tuple(
            Array(f"{name}[{key}]", a.shape, a.dtype, rebinds=kind != "tuple")
            for key, a in zip(keys, arrays, strict=False)
        )
        self.scope.boxes.append(Box(name, kind, held))
        for array in held:
            self.scope.memory.append(array)
        return 2

    def element_write(self, _: int) -> int:
        """Through an element, one that numbers choose where all are alike."""
        box = self.rng.choice(self.scope.boxes)
        array = self.rng.choice(box.arrays)
        if box in self.mixed() and self.rng.random() < 0.3:
            array = Array(f"{box.name}[{self.axis_index(2)}]", array.shape, array.dtype)
        elif self.rng.random() < 0.3 and array.rebinds:
            self.write(f"{array.name} {self.changed_by(array.dtype, array.shape)}")
            return 1
        self.write(self.change(array, *self.place(array)))
        return 1

    def mixed(self) -> list[Box]:
        """Sequences whose elements are alike."""
        return [b for b in self.scope.boxes if b.kind != "dict" and len({(a.shape, a.dtype) for a in b.arrays}) == 1]

    def unpacked_box(self, size: int) -> int:
        box = self.rng.choice(self.scope.boxes)
        if box.kind == "dict":
            array = self.rng.choice(box.arrays)
            self.write(f"{self.bound(array).name} = {array.name}")
            return 1
        names = [self.fresh("y") for _ in box.arrays]
        self.write(f"{', '.join(names)} = {box.name}")
        for name, array in zip(names, box.arrays, strict=True):
            self.bound(array, name)
        return 1 + self.place_write(size)

    def element_bound_anew(self, size: int) -> int:
        box = self.rng.choice(self.scope.boxes)
        array = self.rng.choice(box.arrays)
        others = [a for a in self.alike(array) if a.name != array.name]
        if not others or not array.rebinds:
            return self.element_write(size)
        other = self.rng.choice(others).name
        self.write(f"{array.name} = {self.rng.choice([other, f'{other}.copy()', f'{other}[::-1]'])}")
        return 1

    def loop_over_box(self, size: int) -> int:
        box = self.rng.choice(self.mixed())
        number = self.fresh("")
        item, i = f"item{number}", f"i{number}"
        headers = [Turns(f"{item} in {box.name}"), Turns(f"{i}, {item} in enumerate({box.name})", (), (i,))]
        turns = self.rng.choice(headers)
        self.write(f"for {turns.header}:")
        with self.inside(self.body(turns, ["break", "continue"])):
            array = self.hold(Array(item, box.arrays[0].shape, box.arrays[0].dtype))
            spent = self.block(size - 1) if self.rng.random() < 0.5 else 0
            whole = f"{item} {self.changed_by(array.dtype, array.shape)}"
            self.write(self.rng.choice([whole, self.change(array, *self.place(array))]))
        return spent + 2
