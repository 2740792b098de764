"""What a live function reads from outside: its globals and the cells of its closure, by name."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType

from hybridc.core.diagnostics import Location

ABSENT = object()
_READS = ("LOAD_GLOBAL", "LOAD_DEREF")
_WRITES = ("STORE_GLOBAL", "STORE_DEREF", "DELETE_GLOBAL", "DELETE_DEREF")


class Wrapper:
    """What a module holds in place of a function that was hybridized."""

    __wrapped__: FunctionType
    static: frozenset[str]  # parameters that are fixed while tracing


def plain(value: object) -> object:
    """The function as it was written, of one that was hybridized; any other value as it is."""
    return value.__wrapped__ if isinstance(value, Wrapper) else value


@dataclass(frozen=True, slots=True)
class Outside:
    """A name that a function uses and does not own, and where it first does; the column counts from 1."""

    name: str
    home: dict[str, object] | CellType
    filename: str
    line: int
    column: int
    is_nonlocal: bool  # whether it is bound anew there, as a name of the function around

    @property
    def location(self) -> Location:
        return Location(self.line, self.column, self.line, self.column + len(self.name))

    @property
    def is_builtin(self) -> bool:
        """Whether it is a name of Python's that no global hides."""
        return isinstance(self.home, dict) and self.name not in self.home and hasattr(builtins, self.name)

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
    """By the first use of each, or the first place that binds it anew."""
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    found: dict[str, Outside] = {}
    for instruction, is_write in _uses(code, frozenset(cells)):
        name = instruction.argval
        is_global = instruction.opname.endswith("GLOBAL")
        home = function.__globals__ if is_global else cells[name]
        at = instruction.positions
        line = at.lineno if at is not None and at.lineno is not None else code.co_firstlineno
        column = at.col_offset if at is not None and at.col_offset is not None else 0
        here = Outside(name, home, code.co_filename, line, column + 1, is_write and not is_global)
        if name not in found or here.is_nonlocal:
            found[name] = here
    return list(found.values())


def _uses(code: CodeType, free: frozenset[str]) -> Iterator[tuple[dis.Instruction, bool]]:
    """The instructions that use names from outside, and whether they write. `free` holds those names of the function's
    closure that no function on the way inwards binds anew."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in (*_READS, *_WRITES):
            if instruction.opname.endswith("GLOBAL") or instruction.argval in free:
                yield instruction, instruction.opname in _WRITES
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _uses(constant, free & frozenset(constant.co_freevars))
