"""Taking whole statements out of a file, and putting a program in their place."""

from __future__ import annotations

import ast

from hybridc.normalize.folding.program_text import is_definition
from hybridc.normalize.folding.source_text import has_comment


def is_on_its_own_lines(text: str, tree: ast.Module, statement: ast.stmt) -> bool:
    """Whether nothing shares the statement's lines but a comment after its end, and no comment is inside it."""
    lines = text.split("\n")
    assert statement.end_lineno is not None
    assert statement.end_col_offset is not None
    others = (other for other in tree.body if other is not statement)
    if any(other.lineno <= statement.end_lineno and (other.end_lineno or 0) >= statement.lineno for other in others):
        return False
    after = lines[statement.end_lineno - 1].encode()[statement.end_col_offset :].decode().strip()
    inside = ast.get_source_segment(text, statement) or ""
    before_is_joined = statement.lineno > 1 and lines[statement.lineno - 2].endswith("\\")
    return (not after or after.startswith("#")) and not has_comment(inside) and not before_is_joined


def with_program(text: str, statement: ast.stmt, compiled: ast.stmt | None, program: str) -> str:
    """The file's text with the statement replaced by the program, and `compiled` taken out.

    Comments at the end of their lines stay, on lines of their own.
    """
    lines = text.split("\n")
    before, after = lines[: statement.lineno - 1], lines[statement.end_lineno :]
    body = ast.parse(program).body
    new = [*_comment_after(lines, statement), *program.split("\n")]
    if compiled is not None:
        kept = _comment_after(lines, compiled)
        head, tail = before[: compiled.lineno - 1], before[compiled.end_lineno :]
        before = [*head, *kept, *tail] if kept else _joined(head, tail)
    return "\n".join([*_before(before, body[0]), *new, *_after(after, body[-1])])


def _comment_after(lines: list[str], statement: ast.stmt) -> list[str]:
    assert statement.end_lineno is not None
    comment = lines[statement.end_lineno - 1].encode()[statement.end_col_offset :].decode().strip()
    return [comment] if comment else []


def _joined(head: list[str], tail: list[str]) -> list[str]:
    """Two parts of a file put together, with the blank lines of one side only."""
    if not head or not head[-1].strip():
        while tail and not tail[0].strip():
            tail = tail[1:]
    return [*head, *tail]


def _before(lines: list[str], first: ast.stmt) -> list[str]:
    """The lines before the program, two blank ones at their end where it begins with a definition."""
    if not is_definition(first) or (lines and lines[-1].lstrip().startswith("#")):
        return lines
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return [*lines, "", ""] if lines else []


def _after(lines: list[str], last: ast.stmt) -> list[str]:
    if not is_definition(last):
        return lines
    filled = next((i for i, line in enumerate(lines) if line.strip()), None)
    return lines if filled is None else ["", "", *lines[filled:]]
