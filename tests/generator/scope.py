"""What may be read, set and left at one place of a program."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, fields

KINDS = ("float", "integer", "array")


@dataclass(frozen=True)
class Array:
    """An array that may be written in place: the expression that reads it, and what holds of it wherever it is.

    `rebinds` where that expression may be a target by itself, as in `x += 1.0`.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str = "float64"
    rebinds: bool = True


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: str
    default: str | None = None


@dataclass(frozen=True)
class Function:
    """Something to call: its parameters, and the kinds of its results."""

    name: str
    parameters: tuple[Parameter, ...]
    results: tuple[str, ...] = ("float",)


@dataclass(frozen=True)
class Callee:
    """A function that writes into arrays that it is given or sees, and the array that it returns."""

    name: str
    arrays: tuple[Array, ...]
    result: Array | None = None
    returns_number: bool = False


@dataclass(frozen=True)
class Box:
    """A list, tuple or dict of arrays: its keys, and whether elements may be bound anew."""

    name: str
    kind: str
    arrays: tuple[Array, ...]


@dataclass
class Scope:
    """Expressions by kind. All are surely bound here, and bound to that kind wherever they are.

    `fixed` are names of floats that are never rebound, `naturals` are integers that are not negative, and `indices`
    those that are inside every array. `maybe` are names that are None at times, with the kind that they have otherwise,
    `ticks` functions that set names around them, and whether they return something. `memory` are the arrays of any
    shape and dtype that may be written in place, `boxes` what holds some of them, `callees` the functions that write
    into arrays. `exits` are the ways out of the loop here, `results` the kinds that the function returns.
    """

    floats: list[str] = field(default_factory=list)
    integers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)
    fixed: list[str] = field(default_factory=list)
    naturals: list[str] = field(default_factory=list)
    indices: list[str] = field(default_factory=list)
    float_targets: list[str] = field(default_factory=list)
    integer_targets: list[str] = field(default_factory=list)
    flag_targets: list[str] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    grids: list[str] = field(default_factory=list)
    maybe: dict[str, str] = field(default_factory=dict)
    ticks: list[tuple[Function, bool]] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    memory: list[Array] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    callees: list[Callee] = field(default_factory=list)
    exits: list[str] = field(default_factory=list)
    results: tuple[str, ...] = ()
    loops: int = 0
    blocks: int = 0

    def inner(self) -> Scope:
        """The same for a block inside, whose own names are gone after it."""
        copied = {f.name: getattr(self, f.name) for f in fields(self)}
        return Scope(**{name: copy.copy(value) for name, value in copied.items()})

    def bind_float(self, name: str) -> None:
        self.floats.append(name)
        self.float_targets.append(name)

    def bind_integer(self, name: str) -> None:
        self.integers.append(name)
        self.integer_targets.append(name)
