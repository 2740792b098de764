"""A file and what is generated from it, line by line."""

from __future__ import annotations

import ast
import enum
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.results import NOTHING_USED, FunctionReport, Traced, Usage
from hybridc.core.source import Source
from hybridc.sides.marks import Mark, marks_after, marks_before
from hybridc.sides.matching import Matches, matches, rows_of, unchanged, with_parts
from hybridc.sides.rows import Row, rows

_HAS_WORDS = re.compile(r"\w")  # brackets alone say nothing


class State(enum.Enum):
    """What `convert` makes of a file."""

    CONVERTED = "converted"
    PARTIAL = "partial"  # nothing: the generated source is what `--partial` would write
    REFUSED = "refused"
    UNCHANGED = "unchanged"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Sides:
    """The lines of a file and those generated from it, with what became of them.

    `rows` says how they stand side by side; `found` has, by generated lines, the lines that they come from.
    """

    path: str
    state: State
    before: tuple[str, ...]
    marks: tuple[Mark, ...]
    after: tuple[str, ...] = ()
    marks_after: tuple[Mark, ...] = ()
    rows: tuple[Row, ...] = ()
    found: Matches = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    functions: tuple[FunctionReport, ...] = ()
    usage: Usage = NOTHING_USED


def compared(source: Source, traced: Traced) -> Sides:
    """A file beside what is generated from it, or what would be if its refusals were left out."""
    before = _lines(source.text)
    shown = traced.shown.code
    marks: list[Mark]
    if shown is None:
        marks = marks_before(before, source.tree, traced, ())
        after, marked, placed, found = [], [], [(len(before), 0)] if before else [], {}
    else:
        after = _lines(shown)
        tree = _tree(shown)
        found = matches(before, after, traced.origins, source.tree, tree)
        statements = unchanged(source.tree, tree, found)
        found = with_parts(found, statements, before, after)
        lines, same = ({n for pair in statements for n in rows_of(pair[side])} for side in (0, 1))
        for row, there in found.items():
            text = after[row - 1].strip()
            is_said = _HAS_WORDS.search(text) or text.startswith("#")
            equal = [line for line in there if is_said and before[line - 1].strip() == text]
            lines.update(equal)
            if equal:
                same.add(row)
        marks = marks_before(before, source.tree, traced, lines)
        marked = marks_after(after, found, same, marks)
        placed = rows(before, after, found, same)
    said = traced.report.diagnostics
    more = tuple(d for d in traced.conversion.diagnostics if d not in said)
    return Sides(
        source.filename, _state(traced), tuple(before), tuple(marks), tuple(after), tuple(marked), tuple(placed),
        found, (*said, *more), traced.report.functions, traced.report.usage,
    )  # fmt: skip


def alone(path: str, text: str, diagnostics: Iterable[Diagnostic], state: State) -> Sides:
    """A file of which nothing is generated; of one that is no text, `text` is empty."""
    lines = _lines(text)
    marks = tuple(Mark.REFUSED if line.strip() else Mark.NONE for line in lines)
    rows = ((len(lines), 0),) if lines else ()
    return Sides(path, state, tuple(lines), marks, rows=rows, diagnostics=tuple(diagnostics))


def _state(traced: Traced) -> State:
    if traced.conversion.code is None:
        return State.REFUSED if traced.shown.code is None else State.PARTIAL
    return State.CONVERTED if traced.conversion.changed else State.UNCHANGED


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():  # of escapes that the original has as well
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
