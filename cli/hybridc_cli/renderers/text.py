"""Diagnostics for people: in full with the code they speak of, or one line each."""

from __future__ import annotations

import click

from hybridc.diagnostics import Diagnostic, Severity
from hybridc_cli.terminal import clean

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def concise(diagnostic: Diagnostic) -> str:
    """`file:line:column: CODE [severity] message`."""
    place = f"{clean(diagnostic.filename)}:"
    if diagnostic.location.line:
        place += f"{diagnostic.location.line}:{diagnostic.location.column}:"
    return f"{place} {diagnostic.code} [{diagnostic.severity.value}] {clean(diagnostic.message)}"


def full(diagnostic: Diagnostic, lines: list[str]) -> str:
    """The message, the place, the line of code with carets under it, and what to write instead."""
    colour = _COLOURS[diagnostic.severity]
    head = click.style(f"{diagnostic.code} [{diagnostic.severity.value}]", fg=colour, bold=True)
    where = diagnostic.location
    place = clean(diagnostic.filename) + (f":{where.line}:{where.column}" if where.line else "")
    shown = [f"{head} {clean(diagnostic.message)}", f"  {click.style('-->', fg='blue')} {place}"]
    if 0 < where.line <= len(lines):
        shown += _frame(diagnostic, lines[where.line - 1], colour)
    if diagnostic.help:
        shown.append(f"   {click.style('=', fg='blue')} help: {clean(diagnostic.help)}")
    return "\n".join(shown)


def _frame(diagnostic: Diagnostic, line: str, colour: str) -> list[str]:
    where = diagnostic.location
    number = str(where.line)
    margin = click.style(f"{' ' * len(number)} |", fg="blue")
    start = where.column - 1
    end = where.end_column - 1 if where.end_line == where.line else len(line)
    before, marked = clean(line[:start]).expandtabs(4), clean(line[start:end]).expandtabs(4)
    carets = click.style("^" * max(1, len(marked)), fg=colour, bold=True)
    text = clean(line).expandtabs(4)
    return [f"{margin}", f"{click.style(f'{number} |', fg='blue')} {text}", f"{margin} {' ' * len(before)}{carets}"]
