"""A file as the lines that Python reads: statements, headers of blocks, and comments of their own."""

from __future__ import annotations

import enum
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from tokenize import TokenInfo

_SKIPPED = frozenset((tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING))
_WORD = re.compile(r"\w+|.")
_DEFINED = re.compile(r"(?:async\s+)?(\w+|.)")


class Kind(enum.Enum):
    DEFINITION = "def"
    DECORATOR = "@"
    IMPORT = "import"
    COMMENT = "#"
    STRING = "string"
    OTHER = ""


_KINDS = {
    "def": Kind.DEFINITION, "class": Kind.DEFINITION, "import": Kind.IMPORT, "from": Kind.IMPORT, "@": Kind.DECORATOR,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """One of them, on the rows `start` to `end`, counted from 1."""

    start: int
    end: int
    indent: int
    kind: Kind
    rows: tuple[str, ...]
    comment: str = ""  # behind it, with the blanks before it

    @property
    def word(self) -> str:
        """What it begins with."""
        return _WORD.match(self.rows[0], self.indent)[0]  # type: ignore[index]

    @property
    def tokens(self) -> list[TokenInfo]:
        """All but the comment behind it, at places in its own rows."""
        found = _tokens(self.rows)
        return found[:-1] if self.comment else found

    @property
    def opens_block(self) -> bool:
        return self.kind is not Kind.COMMENT and self.tokens[-1].string == ":"


def logical_lines(code: str) -> list[LogicalLine]:
    """All of them in order. Raises tokenize.TokenError or SyntaxError for what does not end."""
    return list(_read(code.split("\n")))


def _read(rows: Sequence[str]) -> Iterator[LogicalLine]:
    index = 0
    while index < len(rows):
        row = rows[index]
        text = row.lstrip()
        if not text:
            index += 1
            continue
        line = _plain(row, text, index) or _tokenized(rows, index)
        yield line
        index = line.end


def _plain(row: str, text: str, index: int) -> LogicalLine | None:
    """A row that is a comment, or plainly a whole statement: most are, and Python's tokenizer takes its time."""
    indent = len(row) - len(text)
    if text[0] == "#":
        return LogicalLine(index + 1, index + 1, indent, Kind.COMMENT, (row,))
    if any(mark in text for mark in ('"', "'", "#", "\\")):
        return None
    if text.count("(") + text.count("[") + text.count("{") != text.count(")") + text.count("]") + text.count("}"):
        return None
    return LogicalLine(index + 1, index + 1, indent, _kind(text), (row,))


def _tokenized(rows: Sequence[str], index: int) -> LogicalLine:
    tokens = _tokens(rows[i] for i in range(index, len(rows)))
    if not tokens:
        raise tokenize.TokenError("a line goes on, and the file does not", (index + 1, 0))
    first, last = tokens[0], tokens[-1]
    comment = ""
    if last.type == tokenize.COMMENT and len(tokens) > 1:
        tokens = tokens[:-1]
        comment = " " * (last.start[1] - tokens[-1].end[1]) + last.string
    start, end = index + first.start[0], index + last.end[0]
    is_string = len(tokens) == 1 and first.type == tokenize.STRING
    kind = Kind.STRING if is_string else _kind(rows[start - 1][first.start[1] :])
    return LogicalLine(start, end, first.start[1], kind, tuple(rows[start - 1 : end]), comment)


def _tokens(rows: Iterable[str]) -> list[TokenInfo]:
    """The tokens up to the first end of a statement."""
    found: list[TokenInfo] = []
    for token in tokenize.generate_tokens((f"{row}\n" for row in rows).__next__):
        if token.type == tokenize.NEWLINE:
            break
        if token.type not in _SKIPPED:
            found.append(token)
    return found


def _kind(text: str) -> Kind:
    return _KINDS.get(_DEFINED.match(text)[1], Kind.OTHER)  # type: ignore[index]
