"""The blank lines between statements, as black and ruff want them."""

from __future__ import annotations

from collections.abc import Sequence

from hybridc.emit.layout.logical import Kind, LogicalLine

_DEFINES = (Kind.DEFINITION, Kind.DECORATOR)
_GOES_ON = frozenset(("else", "elif", "except", "finally", "case"))


def blank_lines(lines: Sequence[LogicalLine]) -> list[int]:
    """How many blank lines belong before each line."""
    counts = [0] if lines else []
    open_definitions: list[int] = []  # the indents of those that the line may be in
    for index in range(1, len(lines)):
        before, line = lines[index - 1], lines[index]
        if before.kind is Kind.DEFINITION:
            open_definitions.append(before.indent)
        ended: list[int] = []
        while open_definitions and open_definitions[-1] >= line.indent:
            ended.append(open_definitions.pop())
        counts.append(_count(lines, index, ended))
    return counts


def _count(lines: Sequence[LogicalLine], index: int, ended: Sequence[int]) -> int:
    before, line = lines[index - 1], lines[index]
    present = line.start - before.end - 1
    apart = 1 if line.indent else 2
    if before.kind is Kind.DECORATOR:
        return 0
    if before.kind is Kind.DEFINITION and line.indent > before.indent:
        is_class = before.word == "class"
        return min(present, 1) if is_class else 0
    if _defines(lines, index):
        is_below_comment = before.kind is Kind.COMMENT and before.indent == line.indent and not present
        return 0 if is_below_comment or _are_stubs(before, line, present) else apart
    if ended:
        goes_on = not line.indent and ended[-1] > 0 and line.word in _GOES_ON
        return 1 if goes_on else apart
    if index == 1 and before.kind is Kind.STRING and not before.indent:
        return 1
    if before.kind is Kind.IMPORT and line.kind is not Kind.IMPORT and line.indent == before.indent:
        return min(max(1, present), apart)
    return min(present, apart)


def _defines(lines: Sequence[LogicalLine], index: int) -> bool:
    """A definition begins here, with its decorators and the comments right above it."""
    line = lines[index]
    while line.kind is Kind.COMMENT and index + 1 < len(lines):
        below = lines[index + 1]
        if below.indent != line.indent or below.start != line.end + 1:
            return False
        index, line = index + 1, below
    return line.kind in _DEFINES


def _are_stubs(before: LogicalLine, line: LogicalLine, present: int) -> bool:
    """Definitions of one line each may stand together, as overloads do."""
    return not present and before.kind is Kind.DEFINITION and before.indent == line.indent and not before.opens_block
