"""Tables of functions that the file has, `ACTIVATIONS[name](x)`, as they are written, where a function takes one out.

What stands in such a table outside of compiled functions is NumPy's: so are all others that read it there.
"""

from __future__ import annotations

import ast

from hybridc.structure.trees import Origins
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_VIEWS = frozenset({"items", "keys", "values"})


def with_tables(before: Structured, function: Function, module: Module) -> Structured | None:
    """The function with the tables that it reads; None where it reads none."""
    read = {n.id for n in function.of(ast.Name)} - function.locals
    tables = {n: table for n in read if (table := _table(module, n, function)) is not None}
    if not tables:
        return None
    filling = _Filled(before.origins, tables)
    body = filling.block(before.node.body)
    if not filling.is_changed:
        return None
    node = before.origins.changed(before.node, body=body)
    return Structured(node, before.origins, before.unset, before.assumed)


def _table(module: Module, name: str, function: Function) -> ast.Dict | None:
    """The dict that a global always is, if it holds functions alone, which the function sees as the file does."""
    known = module.globals.get(name)
    if known is None or known.is_rebound or known.mutated_at is not None or not isinstance(known.value, ast.Dict):
        return None
    table = known.value
    if not table.keys or not all(isinstance(k, ast.Constant) for k in table.keys):
        return None
    is_seen = names_read(table).isdisjoint(function.locals)
    return table if is_seen and all(_is_function(module, v) for v in table.values) else None


def _is_function(module: Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Name) and node.id in module.functions:
        known = module.globals.get(node.id)
        return known is None or not known.is_rebound
    if isinstance(node, ast.Lambda):
        return names_read(node) <= module.imports.keys() | module.functions.keys()
    return isinstance(node, ast.Attribute) and module.qualified_name(node) is not None


class _Filled(Blocks):
    def __init__(self, origins: Origins, tables: dict[str, ast.Dict]) -> None:
        super().__init__(origins)
        self.tables = tables
        self.is_changed = False

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        changed: dict[str, object] = {}
        for part, value in ast.iter_fields(statement):
            if isinstance(value, ast.expr) and any(self.table_in(n) is not None for n in walk(value)):
                changed[part] = _Filling(self).visit(self.origins.copied([value])[0])
        if not changed:
            return [statement]
        self.is_changed = True
        return [self.origins.changed(statement, **changed)]

    def table_in(self, node: ast.AST) -> ast.Dict | None:
        """`TABLE[key]`, `TABLE.items()`"""
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()):
                return self.tables.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=method) if method in _VIEWS:
                return self.tables.get(name)
        return None


class _Filling(ast.NodeTransformer):
    def __init__(self, filled: _Filled) -> None:
        self.filled = filled

    def generic_visit(self, node: ast.AST) -> ast.AST:
        table = self.filled.table_in(node)
        if table is not None:
            node.value = self.filled.origins.remade(table)  # type: ignore[attr-defined]
        return super().generic_visit(node)
