"""Which lines of the original the lines of the generated source come from: what the conversion knows of it, and between
that, lines of the same text: comments, documentation, brackets."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    found |= _documented(original, tree, found)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    inside = {row for node in statements for row in rows_of(node)[1:]}
    found |= _between(before, after, found, inside)
    return found | _continued(found, statements)


def _imported(original: ast.Module, tree: ast.Module) -> Matches:
    """Imports of the same names."""
    lines = {name: node.lineno for node in original.body for name in _names(node)}
    found = {node.lineno: tuple({lines[n]: n for n in _names(node) if n in lines}) for node in tree.body}
    return {row: there for row, there in found.items() if there}


def _documented(original: ast.Module, tree: ast.Module, found: Matches) -> Matches:
    """Where the documentation of what is defined begins."""
    lines = {place: text.lineno for place, text in _documentation(original)}
    result: Matches = {}
    for place, text in _documentation(tree):
        there = found.get(place, (-1,))[0] if place else 0
        if there in lines:
            result[text.lineno] = (lines[there],)
    return result


def _documentation(tree: ast.Module) -> Iterator[tuple[int, ast.stmt]]:
    """Documentation by the line of what is defined; of the module, by 0."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if node.body and _text(node.body[0]) is not None:
                yield getattr(node, "lineno", 0), node.body[0]


def _text(node: ast.stmt) -> str | None:
    """What is written there, where the statement is documentation."""
    value = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else None
    return value if isinstance(value, str) else None


def _names(node: ast.stmt) -> list[str]:
    names = node.names if isinstance(node, ast.Import | ast.ImportFrom) else []
    return [alias.asname or alias.name for alias in names]


def _between(before: Sequence[str], after: Sequence[str], known: Matches, inside: set[int]) -> Matches:
    """Lines of the same text, in the same order, between two of which it is known; and what is as many lines as before
    between such, in a statement that goes on there."""
    found: Matches = {}
    used = {line for there in known.values() for line in there}
    for rows, lines in _gaps(len(before), len(after), known):
        free = [line for line in lines if line not in used]
        if not free or len(free) * len(rows) > _LARGEST_GAP:
            continue
        one, other = [before[line - 1].strip() for line in free], [after[row - 1].strip() for row in rows]
        for tag, start, end, there, there_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            is_one_each = end - start == there_end - there and inside.issuperset(rows[there:there_end])
            if tag == "equal" or (tag == "replace" and is_one_each):
                found |= {row: (line,) for row, line in zip(rows[there:there_end], free[start:end], strict=True)}
                used.update(free[start:end])
    return found


def _gaps(before: int, after: int, known: Matches) -> Iterator[tuple[range, range]]:
    """Rows of which nothing is known, with the lines of the original between those of the rows around them."""
    row, line = 0, 0
    for following in [*sorted(known), after + 1]:
        there = known[following][0] if following in known else before + 1
        if following > row + 1 and there > line + 1:
            yield range(row + 1, following), range(line + 1, there)
        row, line = following, known[following][-1] if following in known else 0


def _continued(known: Matches, statements: Iterable[ast.stmt]) -> Matches:
    """Further rows of a statement come from where the rows above them do."""
    found: Matches = {}
    for node in statements:
        before: tuple[int, ...] = ()
        for row in rows_of(node):
            before = known.get(row, ())[-1:] or before
            if row not in known and before:
                found.setdefault(row, before)
    return found


def rows_of(node: ast.stmt) -> range:
    """The rows of a statement; of one with blocks, those above the first of these, decorators left out."""
    if not any(name in _BLOCKS for name in node._fields):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    below = next((block[0] for name in ("body", "cases") if (block := getattr(node, name, None))), None)
    first = below.pattern.lineno if isinstance(below, ast.match_case) else getattr(below, "lineno", node.lineno + 1)
    first = min([first, *(decorator.lineno for decorator in getattr(below, "decorator_list", ()))])
    return range(node.lineno, max(first, node.lineno + 1))


def _nodes(part: object) -> list[ast.AST]:
    return [each for each in (part if isinstance(part, list) else [part]) if isinstance(each, ast.AST)]


def unchanged(before: ast.Module, after: ast.Module, found: Matches) -> list[tuple[ast.stmt, ast.stmt]]:
    """Statements of both sources that say the same, laid out differently; of those with blocks, their heads do."""
    same: list[tuple[ast.stmt, ast.stmt]] = []
    starts: dict[int, list[ast.stmt]] = {}
    for node in ast.walk(before):
        if isinstance(node, ast.stmt):
            starts.setdefault(node.lineno, []).append(node)
    for node in ast.walk(after):
        if not isinstance(node, ast.stmt) or node.lineno not in found:
            continue
        there = starts.get(found[node.lineno][0], [])
        if len(there) == 1 and type(there[0]) is type(node) and _said(there[0]) == _said(node):
            same.append((there[0], node))
    return same


def with_parts(
    found: Matches, same: Iterable[tuple[ast.stmt, ast.stmt]], before: Sequence[str], after: Sequence[str]
) -> Matches:
    """In statements that say the same, every part is where it was, and no line is without a row."""
    result = dict(found)
    for one, other in same:
        lines, rows = rows_of(one), rows_of(other)
        if len(lines) == len(rows) == 1:
            continue
        parts: dict[int, set[int]] = {}
        for node, part in zip(_parts(one), _parts(other), strict=True):
            if (row := getattr(part, "lineno", 0)) in rows:
                parts.setdefault(row, set()).add(node.lineno)  # type: ignore[attr-defined]
        result |= {row: tuple(sorted(there)) for row, there in parts.items() if row != rows[0]}
        last = {line: row for row in rows for line in result.get(row, ()) if after[row - 1].strip()}
        row = rows[0]
        for line in lines:
            if line not in last and before[line - 1].strip():
                result[row] = (*result.get(row, ()), line)
            row = last.get(line, row)
    return result


def _parts(node: ast.stmt) -> list[ast.AST]:
    """The nodes of a statement without those of its blocks; those of equal statements are in the same order."""
    fields = [part for name, part in ast.iter_fields(node) if name not in _BLOCKS]
    return [inner for part in fields for each in _nodes(part) for inner in ast.walk(each)]


def _said(node: ast.stmt) -> list[str]:
    """A statement without its blocks; of documentation the words."""
    if (text := _text(node)) is not None:
        return text.split()
    return [
        repr(part) if not (nodes := _nodes(part)) else " ".join(map(ast.dump, nodes))
        for name, part in ast.iter_fields(node)
        if name not in _BLOCKS
    ]
