"""Writes into arrays that are mutable while the function is traced: they bind no names."""

from __future__ import annotations

import ast
from collections.abc import Collection

from hybridc.structure.trees import Origins, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.marks import mark
from hybridc.syntax.walking import walk


def with_stores(before: Structured, statements: Collection[ast.stmt]) -> Structured:
    """The function in which these write into arrays: `x[i] = v`, and `x[...] += v` for `x += v`."""
    node = before.origins.changed(before.node, body=_Stores(before.origins, statements).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Stores(Blocks):
    def __init__(self, origins: Origins, statements: Collection[ast.stmt]) -> None:
        super().__init__(origins)
        self.statements = statements

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if statement not in self.statements:
            return [statement]
        if isinstance(statement, ast.AugAssign):
            target = statement.target
            new = self._whole(target) if isinstance(target, ast.Name) else self._marked(target)
            return [self.origins.changed(statement, target=new)]
        assert isinstance(statement, ast.Assign)
        return [self.origins.changed(statement, targets=[self._marked(t) for t in statement.targets])]

    def _whole(self, name: ast.Name) -> ast.expr:
        new = self.origins.make(ast.Subscript(read(name.id), ast.Constant(...), ast.Store()), name)
        mark(new, is_setting=True)
        return new

    def _marked(self, target: ast.expr) -> ast.expr:
        """The target; names among several, as `y` in `x[0] = y = z`, are bound as they were."""
        copy = self.origins.copied([target])[0]
        for node in walk(copy):
            if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
                mark(node, is_setting=True)
        return copy
