"""Generated source, laid out as a person would, without the formatter."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Collection, Sequence

from hybridc.emit.layout.blank_lines import blank_lines
from hybridc.emit.layout.leaves import Unsplittable, leaves_of
from hybridc.emit.layout.logical import Kind, LogicalLine, logical_lines
from hybridc.emit.layout.splitting import split
from hybridc.syntax.walking import is_same


def tidy(code: str, line_length: int, touched: Collection[int] | None = None) -> str:
    """The code with long lines split, and with the blank lines that a formatter would leave.

    `touched` holds the numbers of the lines that hybridc wrote, None stands for all; what is not touched stays as it
    is. The program stays the same: a statement that would not is left alone.
    """
    if "\r" in code or "\f" in code or "\t" in code:
        return code
    try:
        lines = logical_lines(code)
    except (tokenize.TokenError, SyntaxError):
        return code
    rows = code.split("\n")
    result: list[str] = []
    end = 0
    for line, count in zip(lines, blank_lines(lines), strict=True):
        is_touched = touched is None or any(n in touched for n in range(line.start, line.end + 1))
        beside = touched is None or is_touched or end in touched
        result += [""] * count if beside else rows[end : line.start - 1]
        old = rows[line.start - 1 : line.end]
        result += (_laid_out(line, rows, line_length, touched is not None) if is_touched else None) or old
        end = line.end
    return "\n".join(result).rstrip("\n") + "\n" if result else code


def touched_lines(code: str, before: str, line_length: int) -> set[int]:
    """The numbers of the lines of `code` that `before` did not have, or that fitted there and no longer do."""
    lengths: dict[str, int] = {}
    for line in before.split("\n"):
        text = line.strip()
        lengths[text] = max(len(line), lengths.get(text, 0))
    return {
        number
        for number, line in enumerate(code.split("\n"), 1)
        if (length := lengths.get(line.strip())) is None or length <= line_length < len(line)
    }


def _laid_out(line: LogicalLine, rows: Sequence[str], width: int, joins: bool) -> list[str] | None:
    """The rows of one statement, None where they stay. `joins`: a statement of several rows that fits becomes one."""
    old = rows[line.start - 1 : line.end]
    is_long = any(len(row) > width for row in old)
    if line.kind is Kind.COMMENT or not (is_long or (joins and len(old) > 1)):
        return [row.rstrip() for row in old] if len(old) == 1 else None
    is_counted = line.comment and not _PRAGMA.match(line.comment.lstrip())
    comment = line.comment if is_counted else ""
    if len(old) == 1 and len(old[0]) - len(line.comment) + len(comment) <= width:
        return None
    if line.word in _HEADERS and not line.opens_block:
        return None
    try:
        new = split(leaves_of(line.tokens, line.rows), line.indent, width, comment)
    except Unsplittable:
        return None
    if not is_counted:
        new[-1] += line.comment
    return new if _is_same(old, new) else None


_PRAGMA = re.compile(r"#\s*(type|noqa|mypy|pylint|pyright|pyrefly|isort|nosec|fmt|ruff|hybridc|ty)\b\s*[:(]?", re.I)
_HEADERS = frozenset(
    ("if", "elif", "else", "while", "for", "with", "def", "class", "try", "except", "finally", "async")
)


def _is_same(old: Sequence[str], new: Sequence[str]) -> bool:
    """Both are one program, as far as a statement or a header shows it."""
    trees = [_tree("\n".join(rows).lstrip(" ")) for rows in (old, new)]
    return trees[0] is not None and is_same(*trees)


def _tree(text: str) -> ast.Module | None:
    """A statement's tree. A header gets a body, and what it goes on from."""
    first = text.split(maxsplit=1)[0]
    if first == "elif":
        text = text[2:]
    elif first in ("except", "else", "finally", "case"):
        return None
    elif text.startswith("@"):
        text = f"{text}\ndef f(): pass"
    for body in ("", "\n    pass"):
        try:
            return ast.parse(text + body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None
