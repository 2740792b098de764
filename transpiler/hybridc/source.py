"""Files, standard input and text -> source; what cannot be read -> a diagnostic."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from hybridc.diagnostics import Diagnostic


class Unreadable(Exception):
    """The source cannot be read; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class Source:
    """A program: its text with `\\n` line ends and no BOM, its tree, and how it was encoded."""

    filename: str
    text: str
    tree: ast.Module
    encoding: str = "utf-8"
    newline: str = "\n"
    has_bom: bool = False

    def encode(self, text: str) -> bytes:
        """`text` in this source's encoding, line ends and BOM."""
        return text.replace("\n", self.newline).encode(self.encoding)


def decode(data: str | bytes, filename: str) -> Source:
    """Raises Unreadable where the data is not a Python 3 program that the rest of hybridc can stand."""
    text = data if isinstance(data, str) else data.decode()
    return Source(filename, text, ast.parse(text))
