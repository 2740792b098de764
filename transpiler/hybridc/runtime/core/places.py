"""Where an error comes from in the file that a model was converted from.

Generated modules end with a comment that tells which lines their lines come from (`hybridc.emit.line_map` says how).
It is read when there is an error to say it of, and counts only as long as the text above it is the one that it was
made for.
"""

from __future__ import annotations

import linecache
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from types import CodeType, FrameType, TracebackType
from typing import Any

_MAP = re.compile(r"# hybridc: lines of (.+), text ([0-9a-f]{8}):")
_ENTRY = re.compile(r"(\d+)(?:\.(\d+))?([=:])(\d+)")
_OTHERS = ("jax", "hybridc")  # packages of which no file was generated


def original_place(error: BaseException, frame: FrameType | None) -> str | None:
    """`model.py:27 (model_jax.py:31)`: the innermost place in a generated file that has a map; None if there is none.

    `frame` is where the error was caught: the calls that led there come after those that led on to the error.
    """
    maps: dict[str, _Map | None] = {}
    for code, instruction, line, names in (*_within(error.__traceback__), *_around(frame)):
        filename = code.co_filename
        if str(names.get("__name__")).partition(".")[0] in _OTHERS:
            continue
        if filename not in maps:
            maps[filename] = _map_of(linecache.getlines(filename, names))
        found = maps[filename]
        if found is not None:
            return found.place(code, instruction, line)
    return None


def place_of(code: CodeType, instruction: int, line: int) -> str:
    """The same of an instruction: `model.py:27 (model_jax.py:31)`, the generated line alone where there is no map."""
    found = _map_of(linecache.getlines(code.co_filename))
    return f"{PurePath(code.co_filename).name}:{line}" if found is None else found.place(code, instruction, line)


_Place = tuple[CodeType, int, int, dict[str, Any]]  # with the instruction, the line, and the module's names


def _within(traceback: TracebackType | None) -> list[_Place]:
    found: list[_Place] = []
    while traceback is not None:
        frame = traceback.tb_frame
        found.append((frame.f_code, traceback.tb_lasti, traceback.tb_lineno, frame.f_globals))
        traceback = traceback.tb_next
    return found[::-1]


def _around(frame: FrameType | None) -> Iterator[_Place]:
    while frame is not None:
        yield frame.f_code, frame.f_lasti, frame.f_lineno, frame.f_globals
        frame = frame.f_back


def _column(code: CodeType, instruction: int) -> int:
    """The column that the instruction begins at, 0 where Python was told not to keep it."""
    _, _, column, _ = next(islice(code.co_positions(), instruction // 2, None), (None, None, None, None))
    return column or 0


@dataclass(frozen=True)
class _Map:
    """The lines of the file `name`. `runs`: from which line on, whether lines go on with it, and the line."""

    name: str
    length: int  # lines that it tells of
    runs: list[tuple[int, bool, int]]
    columns: list[tuple[int, int, int]]  # lines and columns from which on a line comes from another one

    def place(self, code: CodeType, instruction: int, line: int) -> str:
        """`model.py:27 (model_jax.py:31)`, for an instruction of the generated file."""
        origin = self.origin(line, _column(code, instruction))
        generated = f"{PurePath(code.co_filename).name}:{line}"
        return f"{self.name}:{origin} ({generated})" if origin else generated

    def origin(self, line: int, column: int) -> int:
        """The line there, 0 for none."""
        index = bisect_right(self.runs, line, key=lambda run: run[0]) - 1
        if index < 0 or line > self.length:
            return 0
        start, goes_on, origin = self.runs[index]
        inside = [o for row, begin, o in self.columns if row == line and begin <= column]
        return inside[-1] if inside else origin + (line - start) * goes_on


def _map_of(lines: list[str]) -> _Map | None:
    """The map at the end of a generated text; None where there is none, or it was made for another text."""
    start = next((n for n in reversed(range(len(lines))) if _MAP.match(lines[n])), None)
    if start is None:
        return None
    head = _MAP.match(lines[start])
    above = "".join(lines[:start]).rstrip("\n")
    if head is None or zlib.crc32(above.encode()) != int(head[2], 16):
        return None
    runs, columns = [], []
    for line, column, sign, origin in _ENTRY.findall("".join(lines[start:])[head.end() :]):
        if column:
            columns.append((int(line), int(column), int(origin)))
        else:
            runs.append((int(line), sign == "=" and origin != "0", int(origin)))
    return _Map(head[1], start, runs, columns)
