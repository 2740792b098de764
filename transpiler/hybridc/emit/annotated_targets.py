"""Parentheses around what an annotated assignment sets, `(x): int = 3`: Python reads them, and libcst does not."""

from __future__ import annotations

import ast
import re
from itertools import accumulate
from typing import NamedTuple

import libcst as cst

_END = re.compile(rb"[\s\\]*\)")


def module_of(text: str) -> cst.Module:
    """The module of a text, which Python reads. Raises ParserSyntaxError for what libcst cannot read."""
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError:
        found = _enclosed(text)
        if not found:
            raise
    data = text.encode()
    for each in reversed(found):
        data = data[: each.start] + each.target + data[each.end :]
    return cst.parse_module(data.decode()).visit(_Enclosing({each.place: each.depth for each in found}))


class _Enclosed(NamedTuple):
    """Which annotated assignment of the text it is, the bytes from the first parenthesis to the last, what is in them,
    and how many there are."""

    place: int
    start: int
    end: int
    target: bytes
    depth: int


def _enclosed(text: str) -> list[_Enclosed]:
    """The targets in parentheses, but for those with a comment there."""
    data = text.encode()
    rows = [0, *accumulate(len(line) for line in data.splitlines(keepends=True))]
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.AnnAssign)]
    found = []
    for place, node in enumerate(sorted(nodes, key=lambda node: (node.lineno, node.col_offset))):
        target = node.target
        start = rows[node.lineno - 1] + node.col_offset
        first = rows[target.lineno - 1] + target.col_offset
        end = last = rows[(target.end_lineno or target.lineno) - 1] + (target.end_col_offset or 0)
        depth = data[start:first].count(b"(")
        for _ in range(depth):
            if (closing := _END.match(data, end)) is None:
                break
            end = closing.end()
        else:
            if depth and b"#" not in data[start:first]:
                found.append(_Enclosed(place, start, end, data[first:last], depth))
    return found


class _Enclosing(cst.CSTTransformer):
    """Puts the parentheses back; `depths` by the places of annotated assignments."""

    def __init__(self, depths: dict[int, int]) -> None:
        super().__init__()
        self.depths = depths
        self.seen = -1

    def leave_AnnAssign(self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign) -> cst.AnnAssign:
        self.seen += 1
        depth = self.depths.get(self.seen, 0)
        if not depth:
            return updated_node
        target = updated_node.target
        target = target.with_changes(
            lpar=[*[cst.LeftParen()] * depth, *target.lpar], rpar=[*target.rpar, *[cst.RightParen()] * depth]
        )
        return updated_node.with_changes(target=target)
