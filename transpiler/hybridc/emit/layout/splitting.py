"""How a statement that is too long is spread over lines.

The rules are those that black set and ruff follows: break at the last bracket whose first line then fits; put what is
inside on one line of its own, or else one element a line with a comma behind the last; put a long value in brackets
where it has several operators of one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hybridc.emit.layout.leaves import COMMA, DOT, Leaf, Line, joined, places_of_openings
from hybridc.emit.layout.optional import with_body_in_brackets, with_optional_brackets

_INDENT = 4


class _CannotSplit(Exception):
    pass


def split(leaves: list[Leaf], depth: int, width: int, comment: str = "") -> list[str]:
    """The lines of one statement indented by `depth` columns, the comment behind the last."""
    line = Line(depth, with_optional_brackets(leaves))
    if comment:
        line.leaves.append(Leaf(comment))
    return [each.text for each in _Splitter(width).lines(line)]


@dataclass(frozen=True, slots=True)
class _Halves:
    """A line split at one pair of brackets."""

    head: Line
    body: Line
    tail: Line

    @property
    def is_optional(self) -> bool:
        return self.head.leaves[-1].is_optional

    def shown(self) -> list[Line]:
        """The three lines, an optional bracket written out."""
        if not self.is_optional:
            return [self.head, self.body, self.tail]
        opening, closing = Leaf("(", bracket="(", space=True), Leaf(")", bracket=")")
        return [
            self.head.part([*self.head.leaves[:-1], opening]),
            self.body,
            self.tail.part([closing, *self.tail.leaves[1:]]),
        ]


class _Splitter:
    def __init__(self, width: int) -> None:
        self.width = width
        self.known: dict[tuple[Leaf, ...], list[Line]] = {}  # a line may be reached by several ways

    def fits(self, line: Line) -> bool:
        return line.is_within(self.width)

    def lines(self, line: Line) -> list[Line]:
        """The line as it is if it fits, else its parts."""
        if self.fits(line) and not line.must_spread():
            return [line]
        key = tuple(line.leaves)
        if key not in self.known:
            self.known[key] = self._parts(line)
        return self.known[key]

    def _parts(self, line: Line) -> list[Line]:
        line = _with_lambda(line)
        ways: tuple[Callable[[Line], list[Line]], ...] = (self._at_brackets,)
        if line.in_brackets:
            ways = (self._at_delimiters, self._at_brackets)
        elif "def" in (leaf.text for leaf in line.leaves[:2]):
            ways = (self._at_parameters,)
        for way in ways:
            try:
                return way(line)
            except _CannotSplit:
                continue
        return [line]

    def _spread(self, parts: list[Line], line: Line) -> list[Line]:
        whole = line.text
        if any(part.text == whole for part in parts):
            raise _CannotSplit
        return [each for part in parts for each in self.lines(part)]

    def _at_delimiters(self, line: Line) -> list[Line]:
        """One element a line."""
        rank = line.rank
        if not rank or (rank == DOT and line.count(DOT) == 1):
            raise _CannotSplit
        parts: list[list[Leaf]] = [[]]
        for index, leaf in enumerate(line.leaves):
            is_here = line.delimiters.get(index) == rank
            if is_here and rank != COMMA:
                parts.append([])
            parts[-1].append(leaf)
            if is_here and rank == COMMA:
                parts.append([])
        parts = [part for part in parts if part]
        if rank == COMMA and parts[-1][-1].text != ",":
            parts[-1].append(Leaf(","))
        return self._spread([line.part(part) for part in parts], line)

    def _at_parameters(self, line: Line) -> list[Line]:
        """The header of a function, at its parameters."""
        start = next((i for i, leaf in enumerate(line.leaves) if leaf.text == "("), None)
        close = next((i for i, x in enumerate(line.leaves) if start and x.opening is line.leaves[start]), None)
        if start is None or close is None or close == start + 1:
            raise _CannotSplit
        halves = _parted(line, start, close)
        if not any(rank == COMMA for rank in halves.body.delimiters.values()):
            body = Line(halves.body.depth, [*halves.body.leaves, Leaf(",")], in_brackets=True)
            halves = _Halves(halves.head, body, halves.tail)
        return self._spread(halves.shown(), line)

    def _at_brackets(self, line: Line) -> list[Line]:
        """At one pair of brackets; around the whole value only where nothing else fits."""
        lines, is_final = self._best(line, may_omit=True)
        if is_final or all(map(self.fits, lines)) or not any(leaf.is_optional for leaf in line.leaves):
            return lines
        try:
            others, _ = self._best(line, may_omit=False)
        except _CannotSplit:
            return lines
        return others if all(map(self.fits, others)) else lines

    def _best(self, line: Line, may_omit: bool) -> tuple[list[Line], bool]:
        """The lines of the last split whose first line fits, else of the one with the fewest lines.

        And whether optional brackets were written out.
        """
        tried: list[_Halves] = []
        message = _message(line) if may_omit else frozenset()
        if message:  # in brackets of its own, unless there are fewer lines without
            tried.append(_halves(line, frozenset()))
            if self.fits(tried[0].shown()[0]):
                return self._spread(tried[0].shown(), line), True
        for omitted in self._trailers(line):
            halves = self._at_last_bracket(line, omitted | message, may_omit)
            if self.fits(halves.shown()[0]):
                return self._spread(halves.shown(), line), halves.is_optional
            tried.append(halves)
        tried = tried or [self._at_last_bracket(line, frozenset(), may_omit)]
        spread = [(self._spread(halves.shown(), line), halves.is_optional) for halves in tried]
        return min(spread, key=lambda result: len(result[0]))

    def _trailers(self, line: Line) -> Iterator[frozenset[Leaf]]:
        """Sets of closing brackets to pass over, so that the split comes earlier and earlier in the line."""
        if not line.must_spread():
            yield frozenset()
        omitted: set[Leaf] = set()
        inner: set[Leaf] = set()
        opening: Leaf | None = None
        closing: Leaf | None = None
        length = line.depth
        for index in range(len(line.leaves) - 1, -1, -1):
            leaf = line.leaves[index]
            length += len(leaf.text) + leaf.space
            if length > self.width:
                return
            if opening is not None:
                if leaf is opening:
                    opening = None
                elif leaf.closes:
                    inner.add(leaf)
            elif leaf.closes:
                before = line.leaves[index - 1] if index else None
                if before is not None and before is leaf.opening:
                    inner.add(leaf)
                    continue
                if closing is not None:
                    omitted |= {closing, *inner}
                    inner.clear()
                    yield frozenset(omitted)
                if before is not None and before.text == "," and _ends_magically(line, index):
                    return
                if not leaf.is_optional:
                    opening, closing = leaf.opening, leaf

    def _at_last_bracket(self, line: Line, omitted: frozenset[Leaf], may_omit: bool) -> _Halves:
        """Split at the last bracket, or at an earlier one where brackets need not be added."""
        halves = _halves(line, omitted)
        if not (may_omit and halves.is_optional):
            return halves
        if self._needs_no_brackets(halves.body) and not halves.head.leaves[-1].is_firm:
            without = omitted | {halves.tail.leaves[0]}
            try:
                if self._is_better(_halves(line, without), halves):
                    return self._at_last_bracket(line, without, may_omit)
            except _CannotSplit:
                if not self.fits(halves.body):
                    raise
        return halves

    def _needs_no_brackets(self, body: Line) -> bool:
        """Brackets around the value would not help, or it has brackets of its own to split at."""
        rank = body.rank or max(body.delimiters.values(), default=0)
        if not rank:
            return True
        if body.count(rank) > 1:
            return False
        if rank == DOT:
            return True
        first, last = body.leaves[0], body.leaves[-1]
        if first.opens and body.leaves[1].opening is not first and self._fits_after(body, first):
            return True
        is_index = last.text == "]" and last.opening is not None and not last.opening.is_display
        return last.closes and not is_index and not body.leaves[-2].opens and self._fits_until(body, last)

    def _fits_after(self, body: Line, first: Leaf) -> bool:
        """What follows the first pair of brackets fits on a line, up to the next ones."""
        close = next(index for index, leaf in enumerate(body.leaves) if leaf.opening is first)
        end = next((i for i, leaf in enumerate(body.leaves) if i > close and leaf.opens), len(body.leaves))
        return body.depth + len(joined(body.leaves[close : end + 1])) <= self.width

    def _fits_until(self, body: Line, last: Leaf) -> bool:
        """What stands before the last pair of brackets fits on a line, or has brackets itself."""
        length = body.depth
        for leaf in body.leaves:
            length += len(leaf.text) + leaf.space
            if leaf is last.opening:
                return length <= self.width
            if leaf.opens:
                return True
        return False

    def _is_better(self, earlier: _Halves, optional: _Halves) -> bool:
        """The split inside the value reads better than brackets around it."""
        head = optional.head.leaves
        if len(head) < 2 or head[-2].text != "=":
            return True
        if not any(leaf.bracket and leaf.text for leaf in head[:-1]) or len(optional.head.text) >= self.width:
            return True
        if len(earlier.head.leaves) < len(head):
            return not self.fits(optional.body)
        return self.fits(earlier.head) or any(leaf.closes for leaf in earlier.head.leaves[len(head) :])


def _message(line: Line) -> frozenset[Leaf]:
    """The optional bracket behind the message of an assertion."""
    last = next(leaf for leaf in reversed(line.leaves) if not leaf.text.lstrip().startswith("#"))
    parts = sum(leaf.is_optional and leaf.opens for leaf in line.leaves)
    return frozenset((last,)) if line.leaves[0].text == "assert" and last.is_optional and parts > 1 else frozenset()


def _with_lambda(line: Line) -> Line:
    """The body of a lambda may stand in brackets, too."""
    start = next((i for i, leaf in enumerate(line.leaves) if leaf.text == "lambda"), None)
    if start is None or not line.in_brackets or line.rank == COMMA:
        return line
    if any(leaf.bracket for leaf in line.leaves[:start]) or min(line.delimiters, default=start) < start:
        return line
    end = len(line.leaves) - (line.leaves[-1].text == ",")
    return line.part([*with_body_in_brackets(line.leaves[:end]), *line.leaves[end:]])


def _halves(line: Line, omitted: frozenset[Leaf]) -> _Halves:
    """The line split at the last pair of brackets that holds something and is not omitted."""
    places = places_of_openings(line.leaves)
    for close in range(len(line.leaves) - 1, 0, -1):
        closing = line.leaves[close]
        start = places.get(closing.opening) if closing.closes and closing not in omitted else None
        if start is not None and start < close - 1:
            return _parted(line, start, close)
    raise _CannotSplit


def _parted(line: Line, start: int, close: int) -> _Halves:
    opening = line.leaves[start]
    inside = line.leaves[start + 1 : close]
    if line.leaves[0].text == "from" and inside[-1].text != ",":
        inside = [*inside, Leaf(",")]
    body = Line(line.depth + _INDENT, inside, in_brackets=True)
    if body.rank == COMMA:
        body.must_split = inside[-1].text == "," or opening.is_display
    return _Halves(line.part(line.leaves[: start + 1]), body, line.part(line.leaves[close:]))


def _ends_magically(line: Line, close: int) -> bool:
    closing = line.leaves[close]
    if closing.opening not in line.leaves:
        return True
    start = line.leaves.index(closing.opening)
    return line.part(line.leaves[start : close + 1]).must_spread()
