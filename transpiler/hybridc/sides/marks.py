"""What became of each line."""

from __future__ import annotations

import ast
import enum
from collections.abc import Collection, Iterable, Sequence

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.results import FunctionReport, Outcome, Traced
from hybridc.sides.matching import Matches


class Mark(enum.Enum):
    """What became of a line, by the character that stands for it in a page's facts."""

    KEPT = "k"  # it says what it said, and is compiled
    REWRITTEN = "w"
    HOST = "h"  # it says what it said, and Python runs it
    REFUSED = "x"  # it is in what is not converted
    ADDED = "a"  # it is in the generated source alone
    NONE = " "  # there is nothing in it


def marks_before(lines: Sequence[str], tree: ast.Module, traced: Traced, same: Collection[int]) -> list[Mark]:
    """Those of the original. `same`: the lines that say in the generated source what they do here."""
    outcomes = _outcomes(len(lines), tree, traced)
    refused = _refused(lines, traced.report.diagnostics, traced.report.functions)
    found = []
    for number, text in enumerate(lines, 1):
        outcome = outcomes[number]
        if not text.strip():
            found.append(Mark.NONE)
        elif traced.shown.code is None or number in refused or outcome is Outcome.REFUSED:
            found.append(Mark.REFUSED)
        elif number not in same:
            found.append(Mark.REWRITTEN)
        else:
            found.append(Mark.KEPT if outcome is Outcome.COMPILED else Mark.HOST)
    return found


def marks_after(lines: Sequence[str], found: Matches, same: Collection[int], before: Sequence[Mark]) -> list[Mark]:
    """Those of the generated source, of what is `same` the mark of the line that it was."""
    result = []
    for number, text in enumerate(lines, 1):
        there = [before[line - 1] for line in found.get(number, ()) if before[line - 1] is not Mark.NONE]
        if not text.strip():
            result.append(Mark.NONE)
        elif not there:
            result.append(Mark.ADDED)
        elif number in same or Mark.REFUSED in there:
            result.append(there[0])
        else:
            result.append(Mark.REWRITTEN)
    return result


def _outcomes(count: int, tree: ast.Module, traced: Traced) -> list[Outcome | None]:
    """By line: what became of the innermost function that it is in. One that calls what is refused stays Python."""
    reports = {function.line: function for function in traced.report.functions}
    found: list[Outcome | None] = [None] * (count + 1)
    for node in ast.walk(tree):  # outer ones first
        report = reports.get(node.lineno) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None
        if report is None or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        outcome = report.outcome
        if outcome is Outcome.COMPILED and report.name in traced.left:
            outcome = Outcome.HOST
        start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        for line in range(start, (node.end_lineno or node.lineno) + 1):
            found[line] = outcome
    return found


def _refused(lines: Sequence[str], found: Iterable[Diagnostic], functions: Iterable[FunctionReport]) -> set[int]:
    """The lines that refusals outside of functions speak of."""
    names = {function.name for function in functions}
    spans = [d.location for d in found if d.is_refusal and d.function not in names and d.location.line]
    return {line for span in spans for line in range(span.line, min(span.end_line, len(lines)) + 1)}
