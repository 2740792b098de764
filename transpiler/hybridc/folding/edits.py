"""Replacing spans of a text that Python's tree names by line and byte."""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    start: int
    end: int
    text: str


class Spans:
    """Offsets, in characters, of the nodes of a text's tree."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def offset(self, line: int, byte: int) -> int:
        text = self._lines[line - 1]
        characters = byte if text.isascii() else len(text.encode()[:byte].decode())
        return self._starts[line - 1] + characters

    def edit(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        end_line, end_byte = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return Edit(self.offset(node.lineno, node.col_offset), self.offset(end_line, end_byte), text)

    def whole_lines(self, node: ast.stmt, text: str) -> Edit:
        """Replaces a statement together with its lines."""
        return Edit(
            self._starts[node.lineno - 1], min(self._starts[node.end_lineno or node.lineno], len(self.text)), text
        )

    def is_alone(self, node: ast.stmt) -> bool:
        """Nothing else, not even a comment, stands on the statement's lines."""
        first, last = self._lines[node.lineno - 1], self._lines[(node.end_lineno or node.lineno) - 1]
        end = len(last.encode()[: node.end_col_offset].decode())
        return not first[: node.col_offset].strip() and not last[end:].strip()

    def applied(self, edits: list[Edit]) -> str:
        result = self.text
        for edit in sorted(edits, reverse=True):
            result = result[: edit.start] + edit.text + result[edit.end :]
        return result
