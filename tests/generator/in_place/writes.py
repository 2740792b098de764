"""Writes statements that change an array in place, and arrays for them to change."""

from __future__ import annotations

from expressions import LENGTH
from in_place.arrays import FLOATS, INTEGERS, KINDS, ROWS, Arrays
from scope import Array
from statements import Statement

NUMBERS = (*FLOATS, *INTEGERS)
NEW = {
    "float64": ("np.zeros({s})", "np.ones({s})", "np.full({s}, 0.5)"),
    "float32": ("np.zeros({s}, dtype=np.float32)", "np.ones({s}, np.float32)"),
    "int64": ("np.zeros({s}, dtype=int)", "np.ones({s}, dtype=np.int64)", "np.full({s}, 3)"),
    "int32": ("np.zeros({s}, dtype=np.int32)", "np.full({s}, 7, dtype=np.int32)"),
    "uint8": ("np.full({s}, 250, dtype=np.uint8)", "np.full({s}, 9, dtype=np.uint8)"),
    "bool": ("np.zeros({s}, dtype=bool)", "np.ones({s}, dtype=bool)"),
}
NEW_OF_FOUR = {
    "float64": ("xs.copy()", "np.array(ys)", "xs - ys", "xs + 0", "np.arange(4.0)", "np.zeros_like(xs)"),
    "float32": ("xs.astype(np.float32)", "np.array([0.5, -1.5, 2.0, 3.25], dtype=np.float32)"),
    "int64": ("np.arange(4)", "ks.copy()", "np.array([3, -1, 2, 0])", "ks * 2"),
    "int32": ("ks.astype(np.int32)", "np.arange(4, dtype=np.int32)"),
    "uint8": ("np.array([1, 250, 7, 128], dtype=np.uint8)", "ks.astype(np.uint8)"),
    "bool": ("xs > a", "xs < ys", "ks % 2 == 0"),
}
NEW_MATRIX = {
    "float64": ("ms.copy()", "ms * 2.0", "np.array([xs, ys, xs])", "np.stack([ys, xs, ys])", "np.array(ms)"),
    "int64": ("np.arange(12).reshape(3, 4)", "np.array([[3, -1, 2, 0], [5, 4, -2, 1], [7, 0, 1, 9]])"),
    "float32": ("ms.astype(np.float32)",),
    "bool": ("ms > 0",),
}
COPIES = ("{x}.copy()", "np.array({x})", "np.copy({x})", "{x} + 0", "{x}[:].copy()")


class Writes(Arrays):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        scope = self.scope
        if scope.memory:
            options |= {"place write": self.place_write, "whole augmented": self.whole_augmented, "copy": self.copy}
            options |= {"mask write": self.mask_write, "index write": self.index_write, "rebound": self.rebound}
            options |= {"item swap": self.item_swap, "overlapping copy": self.overlapping_copy, "read": self.read}
            options |= {"out argument": self.out_argument, "copyto": self.copyto, "put": self.put, "at": self.at}
            options |= {"in-place method": self.in_place_method, "chained targets": self.chained_targets}
            options |= {"flat write": self.flat_write, "write through an expression": self.through_expression}
        if any(len(array.shape) == 2 for array in scope.memory):
            options |= {"row swap": self.row_swap, "fill_diagonal": self.fill_diagonal}
        if len(scope.memory) < 7:
            options["new array"] = self.new_array
        return options

    def some(self, dtypes: tuple[str, ...] = KINDS, axes: int | None = None) -> Array:
        """An array of one of the dtypes, any where there is none."""
        found = self.any_array(dtypes, axes) or self.any_array(dtypes) or self.any_array()
        assert found is not None
        return found

    def new_array(self, _: int) -> int:
        dtype = self.rng.choice(KINDS)
        whole = self.parameters_seen()
        if dtype in NEW_MATRIX and self.rng.random() < 0.3:
            shape, forms = (ROWS, LENGTH), NEW_MATRIX[dtype] if whole else NEW[dtype]
        else:
            shape, forms = (LENGTH,), (*NEW[dtype], *NEW_OF_FOUR[dtype] * 2) if whole else NEW[dtype]
        name = self.fresh("p" if len(shape) == 1 else "mat")
        self.write(f"{name} = {self.rng.choice(forms).format(s=shape[0] if len(shape) == 1 else shape)}")
        self.hold(Array(name, shape, dtype))
        return 1

    def copy(self, _: int) -> int:
        """A name of its own for what later writes must leave alone."""
        array = self.viewed(self.some())
        name = self.fresh("c")
        form = self.rng.choice(COPIES if array.dtype in NUMBERS else COPIES[:3])
        self.write(f"{name} = {form.format(x=array.name)}")
        self.hold(Array(name, array.shape, array.dtype))
        return 1

    def place_write(self, _: int) -> int:
        array = self.some()
        if self.rng.random() < 0.1:  # as many items as a number says, none at times
            index = self.axis_index(array.shape[0], negative=False)
            bounds = self.rng.choice([f"{index}:", f":{index}", f"{index} + 1:"])
            self.write(self.change(array, f"{array.name}[{bounds}]", ()))
            return 1
        self.write(self.change(array, *self.place(array)))
        return 1

    def whole_augmented(self, size: int) -> int:
        found = [a for a in self.scope.memory if a.rebinds]
        if not found:
            return self.place_write(size)
        array = self.rng.choice(found)
        self.write(f"{array.name} {self.changed_by(array.dtype, array.shape)}")
        return 1

    def mask(self, array: Array) -> str:
        """A mask of an array: a name, or a comparison."""
        names = [a.name for a in self.scope.memory if a.dtype == "bool" and a.shape == array.shape]
        if array.dtype in NUMBERS:
            test = f"{array.name} {self.rng.choice(['<', '>', '>=', '!='])} {self.rng.choice(['0', '1', '0.5'])}"
            same = self.fitting(array.shape, (array.dtype,), broadcast=False)
            names += [test, test, f"{array.name} < {self.rng.choice(same)}" if same else test, f"~({test})"]
        return self.rng.choice([*names, *[f"~{n}" for n in names[:1] if n.isidentifier()]]) if names else "..."

    def mask_write(self, size: int) -> int:
        array = self.some(NUMBERS)
        mask = self.mask(array)
        if mask == "...":
            return self.place_write(size)
        same = [a.name for a in self.scope.memory if a.shape == array.shape and a.dtype == array.dtype]
        place = f"{array.name}[{mask}]"
        if same and self.rng.random() < 0.25:
            self.write(f"{place} = {self.rng.choice(same)}[{mask}]")
        else:
            self.write(self.change(array, place, ()))
        return 1

    def indices(self, length: int) -> tuple[str, int]:
        """An integer array that indexes an axis, with or without duplicates, and its length."""
        vectors = [a.name for a in self.scope.memory if a.dtype in INTEGERS and a.shape == (LENGTH,)]
        if vectors and self.rng.random() < 0.4:
            return f"{self.rng.choice(vectors)} % {length}", LENGTH
        count = min(self.rng.choice([2, 3]), length)
        values = [self.rng.randrange(length) for _ in range(count)]
        if self.rng.random() < 0.5:
            values = self.rng.sample(range(length), count)
        if self.rng.random() < 0.3:
            values[0] -= length
        return str(values), count

    def index_write(self, _: int) -> int:
        array = self.some()
        indices, count = self.indices(array.shape[0])
        self.write(self.change(array, f"{array.name}[{indices}]", (count, *array.shape[1:])))
        return 1

    def at(self, _: int) -> int:
        array = self.some(NUMBERS, axes=1)
        indices, _count = self.indices(array.shape[0])
        value = self.scalar(floating=array.dtype in FLOATS)
        function = self.rng.choice(["add", "add", "add", "subtract", "maximum"])
        self.write(f"np.{function}.at({array.name}, {indices}, {value})")
        return 1

    def item_swap(self, _: int) -> int:
        array = self.some(axes=1)
        other = self.rng.choice([a for a in self.scope.memory if a.dtype == array.dtype])
        one, two = self.item_of(array), self.item_of(other if self.rng.random() < 0.3 else array)
        self.write(f"{one}, {two} = {two}, {one}")
        return 1

    def row_swap(self, _: int) -> int:
        matrix = self.some(axes=2)
        i, j = self.rng.sample(range(matrix.shape[0]), 2) if matrix.shape[0] > 1 else (0, 0)
        x = matrix.name
        forms = [f"{x}[[{i}, {j}]] = {x}[[{j}, {i}]]", f"{x}[{i}], {x}[{j}] = {x}[{j}].copy(), {x}[{i}].copy()"]
        forms += [f"{x}[:, [0, 1]] = {x}[:, [1, 0]]"] * (matrix.shape[1:] > (1,))
        forms.append(f"{x}[{i}], {x}[{j}] = {x}[{j}], {x}[{i}]")  # of views: both rows are one afterwards
        self.write(self.rng.choice(forms))
        return 1

    def overlapping_copy(self, _: int) -> int:
        x = self.some(axes=1)
        forms = [("{x}[1:]", "{x}[:-1]"), ("{x}[:-1]", "{x}[1:]"), ("{x}[:]", "{x}[::-1]"), ("{x}[::-1]", "{x}")]
        target, value = self.rng.choice(forms)
        operators = ["=", "="] if x.dtype == "bool" else ["=", "=", "+="]
        self.write(f"{target} {self.rng.choice(operators)} {value}".format(x=x.name))
        return 1

    def flat_write(self, _: int) -> int:
        array = self.some(axes=2)
        last = array.shape[0] * array.shape[-1] - 1 if len(array.shape) == 2 else array.shape[0] - 1
        index = self.rng.choice([str(self.rng.randint(0, last)), "-1", "1:3" if last > 3 else "0"])
        self.write(f"{array.name}.flat[{index}] = {self.stored_value(array.dtype, ())}")
        return 1

    def through_expression(self, _: int) -> int:
        """A write through a view that has no name."""
        array = self.some(axes=2)
        view = self.viewed(array)
        self.write(self.change(view, *self.place(view)))
        return 1

    def out_argument(self, _: int) -> int:
        target = self.some(NUMBERS)
        inner = self.view(target) if self.rng.random() < 0.3 else None
        array = inner or target
        floating = array.dtype in FLOATS
        one = self.operand(array.shape, (array.dtype,), array.name)
        other = self.operand(array.shape, (array.dtype,), "2" if not floating else self.atom())
        forms = [f"np.{n}({one}, {other}, out=" for n in ("add", "multiply", "maximum", "subtract")]
        forms += [f"np.negative({one}, out=", f"np.clip({one}, 0, 2, out=", f"np.abs({one}, out="]
        self.write(f"{self.rng.choice(forms)}{array.name})")
        return 1

    def copyto(self, _: int) -> int:
        array = self.some()
        value = self.operand(array.shape, (array.dtype,), self.stored_value(array.dtype, ()))
        mask = self.mask(array)
        where = f", where={mask}" if mask != "..." and self.rng.random() < 0.7 else ""
        self.write(f"np.copyto({array.name}, {value}{where})")
        return 1

    def put(self, _: int) -> int:
        array = self.some()
        indices, count = self.indices(array.shape[0])
        value = self.stored_value(array.dtype, (count,))
        self.write(
            self.rng.choice([f"np.put({array.name}, {indices}, {value})", f"{array.name}.put({indices}, {value})"])
        )
        return 1

    def fill_diagonal(self, _: int) -> int:
        array = self.some(axes=2)
        self.write(f"np.fill_diagonal({array.name}, {self.stored_value(array.dtype, ())})")
        return 1

    def in_place_method(self, _: int) -> int:
        array = self.viewed(self.some()) if self.rng.random() < 0.3 else self.some()
        forms = [f"{array.name}.fill({self.stored_value(array.dtype, ())})", f"{array.name}.sort()"]
        forms += [f"{array.name}.sort(axis=0)"] * (len(array.shape) == 2)
        self.write(self.rng.choice(forms))
        return 1

    def chained_targets(self, _: int) -> int:
        one, other = self.item_of(self.some(NUMBERS)), self.rng.choice(self.scope.float_targets)
        value = self.rng.choice([self.number(), self.atom()])
        self.write(self.rng.choice([f"{one} = {other} = {value}", f"{other} = {one} = {value}"]))
        return 1

    def rebound(self, size: int) -> int:
        """The name is another array from here on: views of the old one keep the old."""
        found = [a for a in self.scope.memory if a.rebinds and a.dtype in NUMBERS]
        if not found:
            return self.place_write(size)
        array = self.rng.choice(found)
        forms = [f"{array.name} + 1", f"{array.name}.copy()", f"np.abs({array.name})", f"{array.name} * 2"]
        same = self.fitting(array.shape, (array.dtype,), broadcast=False) or [array.name]
        forms += [f"{self.rng.choice(same)}.copy()", f"{array.name} - {self.rng.choice(same)}"]
        self.write(f"{array.name} = {self.rng.choice(forms)}")
        return 1

    def read(self, _: int) -> int:
        """A number that depends on an array."""
        array = self.viewed(self.some(NUMBERS))
        target = self.rng.choice(self.scope.float_targets)
        value = self.rng.choice([self.item_of(array), f"np.sum({array.name})", f"np.max({array.name})"])
        self.write(f"{target} {self.rng.choice(['=', '+='])} {value} + {self.constant()}")
        return 1
