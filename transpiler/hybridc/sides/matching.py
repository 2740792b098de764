"""Which lines of the original the lines of the generated source come from: what the conversion knows of it, and between
that, lines of the same text: comments, documentation, brackets."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

# By lines of the generated source, counted from 1: the lines of the original that they come from.
Matches = dict[int, tuple[int, ...]]

_LARGEST_GAP = 4_000_000  # pairs of lines that are compared between two that are known
_BLOCKS = frozenset({"body", "orelse", "handlers", "finalbody", "cases", "decorator_list"})


def matches(
    before: Sequence[str],
    after: Sequence[str],
    origins: Mapping[int, tuple[int, ...]],
    original: ast.Module,
    tree: ast.Module,
) -> Matches:
    """The trees are those of both sources, of the generated one `origins` is what is known."""
    found = {
        row: lines
        for row, there in origins.items()
        if row <= len(after) and (lines := tuple(line for line in there if 0 < line <= len(before)))
    }
    found = _imported(original, tree) | found
    found |= _between(before, after, found)
    return found | _continued(found, tree)


def _imported(original: ast.Module, tree: ast.Module) -> Matches:
    """Imports of the same names."""
    lines = {name: node.lineno for node in original.body for name in _names(node)}
    found = {node.lineno: tuple({lines[n]: n for n in _names(node) if n in lines}) for node in tree.body}
    return {row: there for row, there in found.items() if there}


def _names(node: ast.stmt) -> list[str]:
    names = node.names if isinstance(node, ast.Import | ast.ImportFrom) else []
    return [alias.asname or alias.name for alias in names]


def _between(before: Sequence[str], after: Sequence[str], known: Matches) -> Matches:
    """Lines of the same text, in the same order, between two of which it is known."""
    found: Matches = {}
    used = {line for there in known.values() for line in there}
    for rows, lines in _gaps(len(before), len(after), known):
        free = [line for line in lines if line not in used]
        if not free or len(free) * len(rows) > _LARGEST_GAP:
            continue
        one, other = [before[line - 1].strip() for line in free], [after[row - 1].strip() for row in rows]
        for start, there, size in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            for step in range(size):
                found[rows[there + step]] = (free[start + step],)
                used.add(free[start + step])
    return found


def _gaps(before: int, after: int, known: Matches) -> Iterator[tuple[range, range]]:
    """Rows of which nothing is known, with the lines of the original between those of the rows around them."""
    row, line = 0, 0
    for following in [*sorted(known), after + 1]:
        there = known[following][0] if following in known else before + 1
        if following > row + 1 and there > line + 1:
            yield range(row + 1, following), range(line + 1, there)
        row, line = following, known[following][-1] if following in known else 0


def _continued(known: Matches, tree: ast.Module) -> Matches:
    """Further rows of a statement come from where the rows above them do."""
    found: Matches = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            before: tuple[int, ...] = ()
            for row in rows_of(node):
                before = known.get(row, ())[-1:] or before
                if row not in known and before:
                    found.setdefault(row, before)
    return found


def rows_of(node: ast.stmt) -> range:
    """The rows of a statement; of one with blocks, those of its head, decorators left out."""
    parts = [part for name, part in ast.iter_fields(node) if name not in _BLOCKS]
    if not any(name in _BLOCKS for name in node._fields):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    nodes = [inner for part in parts for each in _nodes(part) for inner in ast.walk(each)]
    return range(node.lineno, max([node.lineno, *(getattr(inner, "end_lineno", 0) or 0 for inner in nodes)]) + 1)


def _nodes(part: object) -> list[ast.AST]:
    return [each for each in (part if isinstance(part, list) else [part]) if isinstance(each, ast.AST)]


def unchanged(before: ast.Module, after: ast.Module, found: Matches) -> tuple[set[int], set[int]]:
    """Lines of the original, and of the generated source, with statements that say the same, laid out differently."""
    lines: set[int] = set()
    rows: set[int] = set()
    starts: dict[int, list[ast.stmt]] = {}
    for node in ast.walk(before):
        if isinstance(node, ast.stmt):
            starts.setdefault(node.lineno, []).append(node)
    for node in ast.walk(after):
        if not isinstance(node, ast.stmt) or node.lineno not in found:
            continue
        there = starts.get(found[node.lineno][0], [])
        if len(there) == 1 and type(there[0]) is type(node) and _said(there[0]) == _said(node):
            lines.update(rows_of(there[0]))
            rows.update(rows_of(node))
    return lines, rows


def _said(node: ast.stmt) -> list[str]:
    """A statement without its blocks."""
    return [
        repr(part) if not (nodes := _nodes(part)) else " ".join(map(ast.dump, nodes))
        for name, part in ast.iter_fields(node)
        if name not in _BLOCKS
    ]
