"""A program's text, cut at the places that its tree names."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes `start` to `end` of the text become `new`."""

    start: int
    end: int
    new: str


class SourceText:
    """Text with `\\n` line ends. The tree counts columns in UTF-8 bytes, so bytes are what is cut."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self._line_starts = [0]
        for line in self.data.split(b"\n"):
            self._line_starts.append(self._line_starts[-1] + len(line) + 1)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._line_starts[node.lineno - 1] + node.col_offset
        return start, self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def segment(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return self.data[start:end].decode()

    def replaced(self, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> str:
        """The text from `start` to `end` with edits made that lie in it and do not overlap."""
        parts: list[bytes] = []
        for edit in sorted(edits, key=lambda edit: edit.start):
            parts += [self.data[start : edit.start], edit.new.encode()]
            start = edit.end
        return b"".join((*parts, self.data[start:end])).decode()


def can_be_cut(text: str) -> bool:
    """Line ends are `\\n` alone, as `Source` has them: otherwise lines and columns mean something else."""
    return "\r" not in text and not text.startswith("\ufeff")


def has_comment(text: str) -> bool:
    """Whether there is a comment in a piece of code; to be safe, also where it cannot be split into tokens."""
    if "#" not in text:
        return False
    try:
        return any(token.type == tokenize.COMMENT for token in tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return True


def is_parenthesized_tuple(text: str) -> bool:
    """Whether the text of a tuple has its own parentheses, so that it may stand anywhere."""
    match ast.parse(f"[{text}]", mode="eval").body:
        case ast.List(elts=[ast.Tuple()]):
            return True
    return False
