"""Lists that every path of a turn appends to, in statements of its branches: one `append` after them does the same."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.domain.lists import append_of, item_name
from hybridc.structure.leaving import Exit
from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.walking import walk


def appended_on_every_path(statement: ast.If) -> list[str]:
    """Lists that get one element whichever branch is taken, and that the branches use for nothing else."""
    found: dict[str, None] = {}
    for node in statement.body:
        found |= dict.fromkeys(_appended(node))
    return [
        name
        for name in found
        if _appends(statement, name) and _mentions([statement], name) == _expected_mentions(statement, name)
    ]


def with_one_append(work: Structuring, statement: ast.If, names: Sequence[str]) -> list[ast.stmt]:
    """The branches choose the elements, which are appended after them."""
    items = {name: work.fresh(item_name(name)) for name in names}
    new = _chosen(work, statement, items)
    return [new, *(append_item(work, statement, name, item) for name, item in items.items())]


def collected(loop: ast.For, exits: Sequence[Exit]) -> dict[ast.stmt, str]:
    """The appends of a loop that no exit but `return` ends: after one the list is not read any more."""
    if not all(isinstance(e, ast.Return) for e in exits):
        return {}
    found = ((s, append_of(s)) for s in loop.body)
    return {s: match[0] for s, match in found if match is not None and _mentions(loop.body, match[0]) == 1}


def without_append(work: Structuring, statement: ast.stmt, item: str) -> ast.stmt:
    """`item = value` in the place of `name.append(value)`."""
    match = append_of(statement)
    assert match is not None
    return work.make(assign(item, match[1]), statement)


def append_item(work: Structuring, like: ast.stmt, name: str, item: str) -> ast.stmt:
    """`name.append(item)`"""
    method = ast.Attribute(read(name), "append", ast.Load())
    return work.make(ast.Expr(ast.Call(method, [read(item)], [])), like)


def _chosen(work: Structuring, statement: ast.If, items: dict[str, str]) -> ast.stmt:
    def block(statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for inner in statements:
            match = append_of(inner)
            if match is not None and match[0] in items:
                result.append(without_append(work, inner, items[match[0]]))
            elif isinstance(inner, ast.If) and any(_mentions([inner], name) for name in items):
                result.append(_chosen(work, inner, items))
            else:
                result.append(inner)
        return result

    return work.origins.changed(statement, body=block(statement.body), orelse=block(statement.orelse))


def _appended(statement: ast.stmt) -> list[str]:
    match = append_of(statement)
    if match is not None:
        return [match[0]]
    return [n for s in statement.body for n in _appended(s)] if isinstance(statement, ast.If) else []


def _appends(statement: ast.If, name: str) -> bool:
    """Each path appends to the list exactly once."""
    return all(_times(block, name) == 1 for block in (statement.body, statement.orelse))


def _times(block: Sequence[ast.stmt], name: str) -> int | None:
    """How often the block appends to the list; None where that depends."""
    total = 0
    for statement in block:
        match = append_of(statement)
        if match is not None and match[0] == name:
            total += 1
        elif isinstance(statement, ast.If):
            times = _times(statement.body, name)
            if times is None or times != _times(statement.orelse, name):
                return None
            total += times
    return total


def _expected_mentions(statement: ast.stmt, name: str) -> int:
    """How often appends mention the list: by their own name, and where the new element is made of earlier ones."""
    matches = [
        m for n in walk(statement) if isinstance(n, ast.Expr) and (m := append_of(n)) is not None and m[0] == name
    ]
    return len(matches) + sum(_mentions([value], name) for _, value in matches)


def _mentions(statements: Sequence[ast.AST], name: str) -> int:
    return sum(1 for s in statements for n in walk(s) if isinstance(n, ast.Name) and n.id == name)
