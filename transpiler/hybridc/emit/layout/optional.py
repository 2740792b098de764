"""Where a statement may be put in brackets so that it can run over several lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hybridc.emit.layout.leaves import DOT, Leaf, delimiters

_TESTS = frozenset(("if", "elif", "while", "return", "assert", "del"))
_ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "//=", "%=", "@=", "**=", "&=", "|=", "^=", "<<=", ">>="))


def with_optional_brackets(leaves: Sequence[Leaf]) -> list[Leaf]:
    """The leaves with brackets of no text around what the grammar lets stand in brackets.

    Brackets that hold such a whole part already become optional: they are there for the sake of its length.
    """
    first = leaves[0].text
    end = len(leaves) - (leaves[-1].text == ":")
    if first in ("for", "async"):
        start = 2 if first == "async" else 1
        split = _at_top(leaves, ("in",), start, end)
        parts = [(start, split[0]), (split[0] + 1, end)] if split else []
    elif first == "assert":
        comma = _at_top(leaves, (",",), 1, end)
        parts = [(1, comma[0]), (comma[0] + 1, end)] if comma else [(1, end)]
    elif first == "from":
        parts = [(_at_top(leaves, ("import",), 1, end)[0] + 1, end)]
    elif first == "with":
        parts = [(1, end)] if _at_top(leaves, (",",), 1, end) else []
    elif first in _TESTS:
        parts = [(1, end)] if end > 1 else []
    else:
        equals = _at_top(leaves, _ASSIGNMENTS, 0, end)
        parts = [(start + 1, stop) for start, stop in pairwise([*equals, end])]
        if equals and _at_top(leaves, (",",), 0, equals[0]):
            parts.insert(0, (0, equals[0]))
    result: list[Leaf] = []
    position = 0
    for start, stop in parts:
        result += leaves[position:start]
        if leaves[start].text == "lambda":
            result += with_body_in_brackets(leaves[start:stop])
        else:
            wrapped = _wrapped(leaves[start:stop], first == "from")
            wrapped[0].is_firm = first == "with"
            result += wrapped
        position = stop
    return [*result, *leaves[position:]]


def with_body_in_brackets(leaves: Sequence[Leaf]) -> list[Leaf]:
    """A lambda with optional brackets around its body; operators there are never split without."""
    start = next((i for i, leaf in enumerate(leaves) if leaf.text == "lambda"), 0)
    depth = 0
    for index in range(start, len(leaves)):
        depth += leaves[index].opens - leaves[index].closes
        if depth == 0 and leaves[index].text == ":":
            body = _wrapped(leaves[index + 1 :], False)
            body[0].is_firm = any(rank > DOT for _, rank in delimiters(body[1:-1]))
            return [*leaves[: index + 1], *body]
    return list(leaves)


def _at_top(leaves: Sequence[Leaf], texts: Sequence[str] | frozenset[str], start: int, end: int) -> list[int]:
    """The places of these texts outside all brackets and lambdas."""
    depth = lambdas = 0
    found = []
    for index in range(start, end):
        leaf = leaves[index]
        depth += leaf.opens - leaf.closes
        if depth == 0 and leaf.text == "lambda":
            lambdas += 1
        elif depth == 0 and leaf.text == ":" and lambdas:
            lambdas -= 1
        elif depth == 0 and leaf.text in texts and not lambdas:
            found.append(index)
    return found


def _wrapped(part: Sequence[Leaf], is_import: bool) -> list[Leaf]:
    first, last = part[0], part[-1]
    if last.text == ")" and last.opening is first and first.is_display and (is_import or _is_grouping(part)):
        inside = list(part[1:-1])
    else:
        inside = list(part)
    inside[0].space = False
    opening = Leaf("", bracket="(", space=True, is_display=True)  # a blank, where something stands before it
    return [opening, *inside, Leaf("", bracket=")", opening=opening)]


def _is_grouping(part: Sequence[Leaf]) -> bool:
    """Brackets around one value, not those of a tuple, an empty tuple, a generator or a walrus."""
    inside = part[1:-1]
    apart = (",", "for", ":=", "yield", "async")
    return bool(inside) and not _at_top(inside, apart, 0, len(inside))
