"""Writes expressions about arrays of any shape and dtype: views of them, places in them, what may be stored there."""

from __future__ import annotations

import functools

import numpy as np
from closures import Closures
from expressions import LENGTH
from scope import Array

ROWS = 3  # of the matrices, which have LENGTH columns
FLOATS, INTEGERS = ("float64", "float32"), ("int64", "int32")
GIVEN = (  # to every program
    Array("xs", (LENGTH,)), Array("ys", (LENGTH,)), Array("ms", (ROWS, LENGTH)), Array("ks", (LENGTH,), "int64"),
)  # fmt: skip
KINDS = ("float64", "float64", "float64", "int64", "int64", "float32", "float32", "int32", "uint8", "uint8", "bool")

VIEWS = {  # by number of axes; {i}, {j} are indices, {k} one that has another behind it
    1: (
        "{x}[1:]", "{x}[:-1]", "{x}[::2]", "{x}[1::2]", "{x}[::-1]", "{x}[1:3]", "{x}[-2:]", "{x}[:2]", "{x}[::-2]",
        "{x}[:]", "{x}[...]", "{x}[None]", "{x}[:, None]", "{x}.reshape(2, -1)", "np.flip({x})", "{x}[-2::-1]",
        "{x}[{k}:{k} + 2]", "{x}[{k}:{k} + 2]", "np.asarray({x})", "{x}.view()", "np.atleast_2d({x})",
    ),
    2: (
        "{x}[{i}]", "{x}[{i}]", "{x}[-1]", "{x}[:, {j}]", "{x}[:, 1]", "{x}.T", "{x}[..., 0]", "{x}[1:]", "{x}[::-1]",
        "{x}[:, ::2]", "{x}[:, 1:]", "{x}[1:, :2]", "{x}.reshape(-1)", "{x}.ravel()", "np.transpose({x})",
        "{x}.swapaxes(0, 1)", "np.flip({x}, 0)", "{x}[::-1, ::-1]", "{x}[{i}, 1:]", "{x}[{k}:{k} + 2]", "np.ravel({x})",
        "np.reshape({x}, -1)", "{x}[{i}][1:]", "{x}.T[{j}]",
    ),
}  # fmt: skip


@functools.cache
def shape_of(form: str, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape of a view, None where there is no such view."""
    try:
        return np.shape(eval(form.format(x="x", i=0, j=0, k=0), {"np": np, "x": np.zeros(shape)}))
    except (ValueError, IndexError):
        return None


class Arrays(Closures):
    """The arrays that the statements of a scope may write are in its `memory`."""

    def hold(self, array: Array) -> Array:
        """From here on the array is known under its name."""
        scope = self.scope
        scope.memory.append(array)
        if array.shape == (LENGTH,):
            if array.dtype == "float64":
                scope.arrays.append(array.name)
                if array.rebinds and array.name.isidentifier():
                    scope.stored.append(array.name)
            elif array.dtype in INTEGERS:
                scope.counted.append(array.name)
        return array

    def any_array(self, dtypes: tuple[str, ...] = KINDS, axes: int | None = None) -> Array | None:
        """An array, the newest more often."""
        found = [a for a in self.scope.memory if a.dtype in dtypes and axes in (None, len(a.shape))]
        return self.rng.choice([*found, *found[-2:]]) if found else None

    def axis_index(self, length: int, negative: bool = True) -> str:
        """An index inside an axis."""
        if length == LENGTH and self.rng.random() < 0.6:
            return self.index()
        names = [f"{name} % {length}" for name in self.scope.integers if name.isidentifier()]
        sure = [str(self.rng.randrange(length)), *["-1"] * negative]
        return self.rng.choice([*sure, *sure, *names[-2:]])

    def view(self, array: Array) -> Array | None:
        """A view of the array that has elements."""
        form = self.rng.choice(VIEWS.get(len(array.shape), ("{x}[...]",)))
        shape = shape_of(form, array.shape)
        if shape is None or 0 in shape or len(shape) > 2:
            return None
        return Array(self.filled(form, array), shape, array.dtype, rebinds=False)

    def filled(self, form: str, array: Array) -> str:
        i, j = (self.axis_index(length) for length in (*array.shape, 1)[:2])
        names = [name for name in self.scope.integers if name.isidentifier()]
        last = max(array.shape[0] - 2, 0)
        start = f"({self.rng.choice(names)} % {last + 1})" if names and self.rng.random() < 0.6 else str(last)
        return form.format(x=array.name, i=i, j=j, k=start)

    def viewed(self, array: Array) -> Array:
        """The array, or mostly a view of it."""
        return self.view(array) or array

    def place(self, array: Array) -> tuple[str, tuple[int, ...]]:
        """A subscript of the array that may be stored to, with the shape of what is there."""
        if self.rng.random() < 0.45:
            return self.item_of(array), ()
        for _ in range(4):
            view = self.view(array)
            if view and view.name.startswith(f"{array.name}[") and view.name.endswith("]"):
                return view.name, view.shape
        return f"{array.name}[:]", array.shape

    def item_of(self, array: Array) -> str:
        if len(array.shape) == 1:
            return f"{array.name}[{self.axis_index(array.shape[0])}]"
        i, j = (self.axis_index(length) for length in array.shape)
        return f"{array.name}[{i}, {j}]" if self.rng.random() < 0.6 else f"{array.name}[{i}][{j}]"

    def fitting(self, shape: tuple[int, ...], dtypes: tuple[str, ...], broadcast: bool = True) -> list[str]:
        """Views of what there is that have a shape, or are broadcast to it."""
        found = []
        for array in self.readable():
            if array.dtype not in dtypes:
                continue
            forms = ["{x}", "{x}", *VIEWS.get(len(array.shape), ())]
            for form in forms:
                seen = shape_of(form, array.shape)
                if seen == shape or (broadcast and seen and seen == shape[1:]):
                    found.append(self.filled(form, array))
        return found

    def readable(self) -> list[Array]:
        """The newest arrays, and the parameters of `f` where they are only read."""
        newest = self.scope.memory[-6:]
        return newest + [a for a in GIVEN if a not in newest] if self.parameters_seen() else newest

    def parameters_seen(self) -> bool:
        """Whether the parameters of `f` have their names here."""
        return "xs" in self.scope.arrays and "a" in self.scope.floats

    def operand(self, shape: tuple[int, ...], dtypes: tuple[str, ...], scalar: str) -> str:
        """An array expression of a shape, or a number that is broadcast to it."""
        found = self.fitting(shape, dtypes) if shape else []
        if not found or self.rng.random() < 0.3:
            return scalar
        one, other = self.rng.choice(found), self.rng.choice(found)
        if "bool" in dtypes or "uint8" in dtypes:
            return one
        return self.rng.choice([one, one, f"{one} * 2", f"{one} + 1", f"{one} - {other}", f"np.abs({one})", f"-{one}"])

    def stored_value(self, dtype: str, shape: tuple[int, ...]) -> str:
        """What a store may be given: it casts what it gets."""
        if dtype == "bool":
            return self.operand(shape, ("bool",), f"({self.test()})")
        if dtype == "uint8":
            return self.operand(shape, ("uint8",), self.byte())
        casts = dtype in INTEGERS and self.rng.random() < 0.4
        floating = dtype in FLOATS or casts
        return self.operand(shape, (*FLOATS, *INTEGERS) if floating else INTEGERS, self.scalar(floating))

    def scalar(self, floating: bool) -> str:
        return self.number() if floating else self.integer()

    def byte(self) -> str:
        return self.rng.choice([str(self.rng.randrange(256)), f"abs({self.atom()})", f"({self.integer()}) % 5"])

    def changed_by(self, dtype: str, shape: tuple[int, ...]) -> str:
        """An in-place operator that keeps the dtype, and its operand."""
        if dtype == "bool":
            return f"{self.rng.choice('&|^')}= {self.operand(shape, ('bool',), f'({self.test()})')}"
        if dtype == "uint8":
            forms = ["+= 77", "*= 3", "//= 3", "%= 5", "-= 99", "+= 200", f"+= {self.operand(shape, ('uint8',), '11')}"]
            return self.rng.choice(forms)
        floating = dtype in FLOATS
        if self.rng.random() < 0.3:
            forms = ["*= 2", "*= -1", "//= 2", "//= -3", "%= 3", "%= -3"]
            forms += ["*= 0.5", "/= 2.0", "//= 0.5", "%= -1.5", "/= -4"] * floating
            return self.rng.choice(forms)
        dtypes = (*FLOATS, *INTEGERS) if floating else INTEGERS
        return f"{self.rng.choice('++-')}= {self.operand(shape, dtypes, self.scalar(floating))}"

    def change(self, array: Array, place: str, shape: tuple[int, ...]) -> str:
        """A statement that stores to a place, or changes what is there."""
        if self.rng.random() < 0.5:
            return f"{place} = {self.stored_value(array.dtype, shape)}"
        return f"{place} {self.changed_by(array.dtype, shape)}"
