"""What a live function reads from outside: its globals and the cells of its closure, by name."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType

ABSENT = object()
_READS = ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_DEREF", "LOAD_CLASSDEREF", "STORE_DEREF")


class Wrapper:
    """What a module holds in place of a function that was hybridized."""

    __wrapped__: FunctionType


def plain(value: object) -> object:
    """The function as it was written, of one that was hybridized; any other value as it is."""
    return value.__wrapped__ if isinstance(value, Wrapper) else value


@dataclass(frozen=True, slots=True)
class Outside:
    """A name that a function reads and does not bind, and where it first does; the column counts from 1."""

    name: str
    home: dict[str, object] | CellType
    filename: str
    line: int
    column: int

    @property
    def value(self) -> object:
        """What the name is bound to now; ABSENT where it is not bound yet, or no more."""
        if isinstance(self.home, dict):
            return self.home.get(self.name, ABSENT)
        try:
            contents: object = self.home.cell_contents
        except ValueError:
            return ABSENT
        return contents


def read_outside(function: FunctionType) -> list[Outside]:
    """In the order of the code. Names of builtins are left out while no global hides them."""
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    found: dict[str, Outside] = {}
    for name, is_global, line, column in _reads(code, frozenset(cells)):
        home = function.__globals__ if is_global else cells[name]
        if is_global and name not in function.__globals__ and hasattr(builtins, name):
            continue
        found.setdefault(name, Outside(name, home, code.co_filename, line, column))
    return list(found.values())


def _reads(code: CodeType, free: frozenset[str]) -> Iterator[tuple[str, bool, int, int]]:
    """Name, whether it is a global, line and column. `free` holds those names of the function's closure that no
    function on the way inwards binds anew."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in _READS and (is_global := not instruction.opname.endswith("DEREF")) | (
            instruction.argval in free
        ):
            at = instruction.positions
            line = at.lineno if at is not None and at.lineno is not None else code.co_firstlineno
            column = at.col_offset if at is not None and at.col_offset is not None else 0
            yield instruction.argval, is_global, line, column + 1
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _reads(constant, free & frozenset(constant.co_freevars))
