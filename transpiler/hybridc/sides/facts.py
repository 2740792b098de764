"""What the script of the page knows of a file, in as few words as will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.html_page import shown
from hybridc.core.rendering import clean_name
from hybridc.rules import RULES
from hybridc.sides.comparing import Sides
from hybridc.sides.marks import Mark

_LONGEST = 2000  # characters of a line that are shown


def file_facts(sides: Sides) -> dict[str, object]:
    """The lines of both sides, of which those of the right that are the same as one of the left are its number."""
    before = [_line(text) for text in sides.before]
    places = {text: number for number, text in reversed([*enumerate(before)])}
    return {
        "before": before,
        "after": [places.get(text, text) for text in map(_line, sides.after)],
        "marks": "".join(mark.value for mark in sides.marks),
        "marksAfter": "".join(mark.value for mark in sides.marks_after),
        "rows": _repeated(sides.rows),
        "found": [sides.found.get(row, ()) for row in range(1, len(sides.after) + 1)],
        "findings": [_finding(d, sides.before) for d in sides.diagnostics],
    }


def summary(sides: Sides) -> dict[str, object]:
    """What the list of files needs."""
    return {
        "path": clean_name(sides.path),
        "state": sides.state.value,
        "codes": Counter(d.code for d in sides.diagnostics),
    }


def rule_facts(codes: Sequence[str]) -> dict[str, object]:
    """What `hybridc explain` says of these codes."""
    rules = {code: RULES[code] for code in codes if code in RULES}
    return {
        code: {"name": rule.slug, "severity": rule.severity.value, "text": shown(rule.taught())}
        for code, rule in rules.items()
    }


def line_counts(sides: Sides) -> dict[Mark, int]:
    """How many lines of the original became what."""
    counts = Counter(sides.marks)
    return {mark: counts[mark] for mark in (Mark.KEPT, Mark.REWRITTEN, Mark.HOST, Mark.REFUSED)}


def _line(text: str) -> str:
    if len(text) > _LONGEST:
        return f"{shown(text[:_LONGEST])} … and {len(text) - _LONGEST:,} more characters"
    return shown(text)


def _repeated(rows: Sequence[tuple[int, int]]) -> list[int]:
    """Rows as lines on the left, lines on the right, and how many such rows there are one after the other."""
    found: list[int] = []
    for row in rows:
        if found and (found[-3], found[-2]) == row:
            found[-1] += 1
        else:
            found += [*row, 1]
    return found


def _finding(diagnostic: Diagnostic, lines: Sequence[str]) -> dict[str, object]:
    where = diagnostic.location
    line = where.line if 0 < where.line <= len(lines) else 0
    start = end = 0
    if line:
        text = lines[line - 1][:_LONGEST]
        stop = where.end_column - 1 if where.end_line == where.line else len(text)
        start, end = (_place(text, column) for column in (where.column - 1, stop))
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": shown(diagnostic.message),
        "help": shown(diagnostic.help or ""),
        "function": shown(diagnostic.function or ""),
        "line": line,
        "column": where.column,
        "start": start,
        "end": end,
    }


def _place(text: str, column: int) -> int:
    """The column as a browser counts it, in what is shown of the text."""
    return len(shown(text[: max(column, 0)]).encode("utf-16-le")) // 2
