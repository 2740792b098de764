"""Diagnostics for people: in full with the code they speak of, or one line each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hybridc.core.diagnostics import Diagnostic, Severity

# Also line ends, which would begin a line of somebody else's, and halves of characters, which no encoding has.
_CONTROL = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_CODING = re.compile(r"(coding)([:=])")  # of a comment in which Python finds the encoding of a file
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

_WIDEST = 160  # columns of a line that are shown
_AROUND = 60  # of these, before what is meant

Style = Callable[[str, str, bool], str]  # text, colour, whether it is bold


def clean(text: str) -> str:
    """The text on one line, with control and direction characters written out, as `\\x1b`."""
    return _CONTROL.sub(lambda m: m[0].encode("unicode_escape").decode(), text)


def clean_lines(text: str) -> str:
    """The same of a text of several lines, which stay."""
    return "\n".join(map(clean, text.split("\n")))


def clean_name(name: str) -> str:
    """The same of a name, in which a tab is as odd."""
    return clean(name).replace("\t", "\\t")


def displayable(name: str) -> str:
    """A name for a file that JAX can name in programs, whose texts are UTF-8."""
    return name.encode(errors="replace").decode()


def in_comment(name: str, encoding: str) -> str:
    """A name for a comment of generated source: on its line, of the encoding's characters, and naming no other one."""
    plain = clean_name(name).encode(encoding, "backslashreplace").decode(encoding)
    return _CODING.sub(lambda m: m[1] + f"\\x{ord(m[2]):02x}", plain)


def concise(diagnostic: Diagnostic) -> str:
    """`file:line:column: CODE [severity] message`."""
    place = f"{clean_name(diagnostic.filename)}:"
    if diagnostic.location.line:
        place += f"{diagnostic.location.line}:{diagnostic.location.column}:"
    return f"{place} {diagnostic.code} [{diagnostic.severity.value}] {clean(diagnostic.message)}"


def full(diagnostic: Diagnostic, lines: Sequence[str], style: Style = lambda text, colour, is_bold: text) -> str:
    """The message, the place, the line of code with carets under it, and what to write instead."""
    colour = _COLOURS[diagnostic.severity]
    head = style(f"{diagnostic.code} [{diagnostic.severity.value}]", colour, True)
    where = diagnostic.location
    place = clean_name(diagnostic.filename) + (f":{where.line}:{where.column}" if where.line else "")
    shown = [f"{head} {clean(diagnostic.message)}", f"  {style('-->', 'blue', False)} {place}"]
    if 0 < where.line <= len(lines):
        shown += _frame(diagnostic, lines[where.line - 1], style)
    if diagnostic.help:
        shown.append(f"   {style('=', 'blue', False)} help: {clean(diagnostic.help)}")
    return "\n".join(shown)


def _frame(diagnostic: Diagnostic, line: str, style: Style) -> list[str]:
    where = diagnostic.location
    number = str(where.line)
    margin = style(f"{' ' * len(number)} |", "blue", False)
    start = where.column - 1
    end = where.end_column - 1 if where.end_line == where.line else len(line)
    before, text = len(clean(line[:start]).expandtabs(4)), clean(line).expandtabs(4)
    length = max(1, len(clean(line[:end]).expandtabs(4)) - before)
    text, before, length = _window(text, before, length)
    carets = style("^" * length, _COLOURS[diagnostic.severity], True)
    return [margin, f"{style(f'{number} |', 'blue', False)} {text}", f"{margin} {' ' * before}{carets}"]


def _window(text: str, before: int, length: int) -> tuple[str, int, int]:
    """What of a long line is shown around the carets, how many columns are before them, and how many they are."""
    if len(text) <= _WIDEST:
        return text, before, length
    first = max(0, min(before - _AROUND, len(text) - _WIDEST))
    last = min(len(text), first + _WIDEST)
    left, right = "…" if first else "", "…" if last < len(text) else ""
    length = max(1, min(length, last - before))
    return f"{left}{text[first:last]}{right}", before - first + len(left), length
