"""The tokens of one statement, and the lines that it may be split into."""

from __future__ import annotations

import keyword
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from tokenize import TokenInfo

_OPENING, _CLOSING = "([{", ")]}"
# Where a line may be split, the weakest bond first, as the formatter ranks them.
COMPREHENSION, COMMA, TERNARY, LOGIC, STRING, COMPARISON = 20, 18, 16, 14, 12, 10
DOT = 1
_ARITHMETIC = {
    "|": 9, "^": 8, "&": 7, "<<": 6, ">>": 6, "+": 5, "-": 5, "*": 4, "/": 4, "//": 4, "%": 4, "@": 4, "**": 3,
}  # fmt: skip
_COMPARISONS = frozenset(("<", ">", "==", "!=", "<=", ">=", "in", "is"))
_LAYOUT = frozenset((tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER))


class Unsplittable(Exception):
    """The tokens hold what is better left where it is: a comment inside, a string of several lines."""


@dataclass(eq=False, slots=True)
class Leaf:
    """One token. Optional brackets have no text until a split makes them visible."""

    text: str
    is_name: bool = False
    is_string: bool = False
    space: bool = False  # a blank before it, where it does not begin a line
    opening: Leaf | None = None  # of a closing bracket
    is_display: bool = False  # the opening bracket of a tuple, list, set or dict, not of a call or an index
    bracket: str = ""  # "(" or ")", of an optional bracket too
    is_firm: bool = False  # an optional bracket that any split makes visible

    @property
    def opens(self) -> bool:
        return bool(self.bracket) and self.bracket in _OPENING

    @property
    def closes(self) -> bool:
        return bool(self.bracket) and self.bracket in _CLOSING

    @property
    def is_optional(self) -> bool:
        return bool(self.bracket) and not self.text

    @property
    def is_operand(self) -> bool:
        """A value ends with it."""
        return self.closes or self.is_string or (self.is_name and not _is_operator_word(self.text))


def _is_operator_word(text: str) -> bool:
    return keyword.iskeyword(text) and text not in ("None", "True", "False")


@dataclass(slots=True)
class Line:
    """Leaves that are to stand on one line, if they fit."""

    depth: int  # of the indent, in columns
    leaves: list[Leaf]
    in_brackets: bool = False
    must_split: bool = False
    delimiters: dict[int, int] = field(init=False)  # index of a leaf -> rank of the split beside it

    def __post_init__(self) -> None:
        self.delimiters = dict(delimiters(self.leaves))

    @property
    def text(self) -> str:
        return " " * self.depth + joined(self.leaves)

    def is_within(self, width: int) -> bool:
        """The line is no longer than that. Of a long one, the end needs no look."""
        shortest = self.depth
        for leaf in self.leaves:
            shortest += len(leaf.text)
            if shortest > width:
                return False
        return len(self.text) <= width

    @property
    def rank(self) -> int:
        """The weakest bond of the line, a trailing comma aside; 0 where there is nothing to split at."""
        last = len(self.leaves) - 1
        return max((r for i, r in self.delimiters.items() if i != last or r != COMMA), default=0)

    def count(self, rank: int) -> int:
        return sum(1 for r in self.delimiters.values() if r == rank)

    def part(self, leaves: Sequence[Leaf]) -> Line:
        """Some of its leaves, at the same indent."""
        return Line(self.depth, list(leaves), self.in_brackets)

    def must_spread(self) -> bool:
        """A comma before a closing bracket asks for one element a line."""
        if self.must_split:
            return True
        closed = [i for i, (before, leaf) in enumerate(pairwise(self.leaves), 1) if before.text == "," and leaf.closes]
        places = places_of_openings(self.leaves) if closed else {}
        return any(_is_magic(self.leaves, index, places) for index in closed)


def places_of_openings(leaves: Sequence[Leaf]) -> dict[Leaf | None, int]:
    """Where among the leaves the opening brackets are."""
    return {leaf: index for index, leaf in enumerate(leaves) if leaf.opens}


def _is_magic(leaves: Sequence[Leaf], close: int, places: Mapping[Leaf | None, int]) -> bool:
    """Not the comma that makes a tuple of one element."""
    closing = leaves[close]
    opening = closing.opening
    if opening is None or opening not in places or opening.is_display != (closing.text == ")"):
        return True
    inside = leaves[places[opening] + 1 : close - 1]
    return any(rank == COMMA for _, rank in delimiters(inside))


def joined(leaves: Iterable[Leaf]) -> str:
    parts: list[str] = []
    for leaf in leaves:
        if leaf.space and parts and leaf.text:
            parts.append(" ")
        if leaf.text:
            parts.append(leaf.text)
        elif leaf.space and parts:
            parts.append(" ")  # of an optional bracket: the blank before what it encloses
    return "".join(parts)


def leaves_of(tokens: Iterable[TokenInfo], rows: Sequence[str]) -> list[Leaf]:
    """The leaves of one statement, or of a header such as `if x:`. `rows`: the lines that the positions count from.

    Raises Unsplittable for comments inside, strings of several lines, continuation by backslash, several statements.
    """
    leaves: list[Leaf] = []
    stack: list[Leaf] = []
    end = (0, 0)
    for kind, text, start, stop in _whole(tokens, rows):
        if text == ";" or kind == tokenize.COMMENT or start[0] != stop[0]:
            raise Unsplittable
        leaf = Leaf(text, kind in (tokenize.NAME, tokenize.NUMBER), kind == tokenize.STRING)
        if kind == tokenize.OP and text in _OPENING:
            leaf.bracket = text
            leaf.is_display = not (leaves and leaves[-1].is_operand)
            stack.append(leaf)
        elif kind == tokenize.OP and text in _CLOSING:
            leaf.bracket = text
            leaf.opening = stack.pop()
        if leaves:
            leaf.space = _space(leaves[-1], leaf) if start[0] != end[0] else start[1] > end[1]
            if start[0] != end[0] and not (stack or leaf.closes):
                raise Unsplittable
        leaves.append(leaf)
        end = stop
    return leaves


def _space(before: Leaf, after: Leaf) -> bool:
    """Whether a blank takes the place of a line break."""
    return not (before.opens or after.closes or before.text == "." or after.text in (".", ","))


def _whole(
    tokens: Iterable[TokenInfo], rows: Sequence[str]
) -> Iterator[tuple[int, str, tuple[int, int], tuple[int, int]]]:
    """The tokens that carry text, an f-string as one."""
    begins, ends = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)
    nested, start = 0, (0, 0)
    for token in tokens:
        if token.type == begins:
            start = token.start if nested == 0 else start
            nested += 1
        elif token.type == ends:
            nested -= 1
            if nested == 0:
                yield tokenize.STRING, rows[start[0] - 1][start[1] : token.end[1]], start, token.end
        elif nested == 0 and token.type not in _LAYOUT:
            yield token.type, token.string, token.start, token.end


def delimiters(leaves: Sequence[Leaf]) -> Iterator[tuple[int, int]]:
    """The places outside all brackets where a line may be split: after a comma, before everything else."""
    depth = 0
    hidden: list[str] = []  # the parameters of a lambda and the targets of a comprehension are no places to split
    calls = False  # a dot is one after a call or an index only
    for index, leaf in enumerate(leaves):
        if leaf.closes:
            depth = max(0, depth - 1)  # the line may begin with what closes a bracket of the line before
        if depth == 0:
            if hidden and leaf.text == hidden[-1]:
                hidden.pop()
            elif leaf.text == "lambda":
                hidden.append(":")
            elif not hidden:
                rank = _rank(leaves, index, calls)
                if rank:
                    yield index, rank
                if leaf.text == "for" and leaf.is_name:
                    hidden.append("in")
            if leaf.closes and leaf.opening is not None and not leaf.opening.is_display:
                calls = True
            elif not (leaf.closes or leaf.text == "." or (index and leaves[index - 1].text == ".")):
                calls = False
        if leaf.opens:
            depth += 1


def _rank(leaves: Sequence[Leaf], index: int, calls: bool) -> int:
    leaf, before = leaves[index], leaves[index - 1] if index else None
    text = leaf.text
    if text == ",":
        return COMMA
    if before is None:
        return 0
    if text == ".":
        return DOT if calls else 0
    if text in ("for", "async") and leaf.is_name:
        return COMPREHENSION if before.text != "async" else 0
    if text == "if" and leaf.is_name:
        return TERNARY if _has_else(leaves, index) else COMPREHENSION
    if text == "else":
        return TERNARY
    if text in ("and", "or"):
        return LOGIC
    if leaf.is_string and before.is_string:
        return STRING
    if text in _COMPARISONS and before.text != "not":
        return COMPARISON
    if text == "not" and before.is_operand:
        return COMPARISON
    return _ARITHMETIC.get(text, 0) if before.is_operand and not leaf.is_string else 0


def _has_else(leaves: Sequence[Leaf], index: int) -> bool:
    """An `if` is that of a conditional expression if its `else` follows, before any other `if` or `for`."""
    depth = 0
    for leaf in leaves[index + 1 :]:
        depth += leaf.opens - leaf.closes
        if depth < 0:
            return False
        if depth == 0 and leaf.text in ("if", "for", "else"):
            return leaf.text == "else"
    return False
