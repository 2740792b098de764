"""Entries that every path through a branch gives a dict: they get names, and the dict is made of these behind it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence

from hybridc.structure.making import Known, key_of
from hybridc.structure.trees import Origins, read
from hybridc.structure.work import Structuring
from hybridc.syntax.walking import walk

_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.FunctionDef, ast.Lambda, ast.For, ast.While)


def entries(branch: ast.If, name: str, held: Known) -> tuple[object, ...] | None:
    """The keys that the dict has more after the branch, in order, whichever way it went; None where that differs, or
    where the branch does anything else with the dict but look up what is there."""
    if held.kind is not ast.Dict or any(isinstance(n, _LEAVING) for n in walk(branch)):
        return None
    found = _added(branch, name, held.keys)
    return found or None


def _added(branch: ast.If, name: str, known: tuple[object, ...]) -> tuple[object, ...] | None:
    if not _only_looks(branch.test, name, known):
        return None
    sides = [_added_in(block, name, known) for block in (branch.body, branch.orelse)]
    return sides[0] if sides[0] == sides[1] else None


def _added_in(block: Sequence[ast.stmt], name: str, known: tuple[object, ...]) -> tuple[object, ...] | None:
    added: tuple[object, ...] = ()
    for statement in block:
        there = known + added
        new: tuple[object, ...] | None = ()
        if isinstance(statement, ast.If):
            new = _added(statement, name, there)
        elif (index := _target(statement, name)) is not None:
            assert isinstance(statement, ast.Assign)
            key = key_of(index)
            new = (key,) if key is not None and key not in there and _only_looks(statement.value, name, there) else None
        elif not _only_looks(statement, name, there):
            new = None
        if new is None:
            return None
        added += new
    return added


def _target(statement: ast.stmt, name: str) -> ast.expr | None:
    """The key of `d[key] = value`."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=target), slice=index)]):
            return index if target == name else None
    return None


def _only_looks(node: ast.AST, name: str, keys: Collection[object]) -> bool:
    nodes = walk(node)
    looks = (n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load))
    looked = {n.value for n in looks if key_of(n.slice) in keys}
    return all(n in looked for n in nodes if isinstance(n, ast.Name) and n.id == name)


def by_names(
    branch: ast.If, name: str, keys: Sequence[object], work: Structuring, called: Callable[[object], str]
) -> tuple[ast.stmt, dict[object, str]]:
    """The branch with names for the entries, and these by their keys."""
    names = {key: work.fresh(base if (base := called(key)).isidentifier() else f"{name}_entry") for key in keys}
    return _ByNames(name, names, work.origins).visit(work.copied([branch])[0]), names


class _ByNames(ast.NodeTransformer):
    def __init__(self, name: str, names: Mapping[object, str], origins: Origins) -> None:
        self.name = name
        self.names = names
        self.origins = origins

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        key = key_of(node.slice)
        if not isinstance(node.value, ast.Name) or node.value.id != self.name or key not in self.names:
            return node
        new = read(self.names[key]) if isinstance(node.ctx, ast.Load) else ast.Name(self.names[key], ast.Store())
        return self.origins.make(new, node)
