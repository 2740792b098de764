"""A file as the lines that Python reads: statements, headers of blocks, and comments of their own."""

from __future__ import annotations

import enum
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from tokenize import TokenInfo

_SKIPPED = frozenset((tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING))


class Kind(enum.Enum):
    DEFINITION = "def"
    DECORATOR = "@"
    IMPORT = "import"
    COMMENT = "#"
    STRING = "string"
    OTHER = ""


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """One of them, on the rows `start` to `end`, counted from 1."""

    start: int
    end: int
    indent: int
    kind: Kind
    tokens: tuple[TokenInfo, ...]
    comment: str = ""  # behind it, with the blanks before it

    @property
    def opens_block(self) -> bool:
        return bool(self.tokens) and self.tokens[-1].string == ":"


def logical_lines(code: str) -> list[LogicalLine]:
    """All of them in order. Raises tokenize.TokenError, IndentationError or SyntaxError for what does not parse."""
    return list(_read(code))


def _read(code: str) -> Iterator[LogicalLine]:
    waiting: list[TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.NEWLINE:
            if waiting:
                yield _line(waiting)
            waiting = []
        elif token.type == tokenize.COMMENT and not waiting:
            yield LogicalLine(token.start[0], token.end[0], token.start[1], Kind.COMMENT, ())
        elif token.type not in _SKIPPED:
            waiting.append(token)


def _line(tokens: list[TokenInfo]) -> LogicalLine:
    first, last = tokens[0], tokens[-1]
    comment = ""
    if last.type == tokenize.COMMENT and len(tokens) > 1:
        tokens = tokens[:-1]
        comment = " " * (last.start[1] - tokens[-1].end[1]) + last.string
    return LogicalLine(first.start[0], last.end[0], first.start[1], _kind(tokens), tuple(tokens), comment)


def _kind(tokens: list[TokenInfo]) -> Kind:
    first = tokens[0].string
    if first == "async" and len(tokens) > 1:
        first = tokens[1].string
    if first in ("def", "class"):
        return Kind.DEFINITION
    if first in ("import", "from"):
        return Kind.IMPORT
    if first == "@":
        return Kind.DECORATOR
    return Kind.STRING if len(tokens) == 1 and tokens[0].type == tokenize.STRING else Kind.OTHER
