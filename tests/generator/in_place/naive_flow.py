"""Wrong conversions of control flow: ways out that are lost, `else` of loops, writes of one side of a branch."""

from __future__ import annotations

import ast

from in_place.rewriting import Rewriting, written


class ExitLost(Rewriting):
    def __init__(self, kind: type[ast.stmt]) -> None:
        self.kind = kind

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, self.kind):
            return ast.Pass()
        return super().visit(node)


class LoopElse(Rewriting):
    """The `else` of a loop runs always, or never."""

    def __init__(self, always: bool) -> None:
        self.always = always

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        return self._loop(node)

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        return self._loop(node)

    def _loop(self, node: ast.For | ast.While) -> list[ast.stmt]:
        self.generic_visit(node)
        orelse, node.orelse = node.orelse, []
        return [node, *orelse * self.always]


class EarlyReturnLost(Rewriting):
    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.body = [ast.Pass() if isinstance(statement, ast.Return) else statement for statement in node.body]
        return node


class WritesOfOneSideLost(Rewriting):
    """What one side of a branch writes in place is not there after it."""

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.body = [ast.Pass() if written(statement) else statement for statement in node.body]
        return node


class BothSidesRun(Rewriting):
    """The writes of a branch happen whatever its test says."""

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        self.generic_visit(node)
        return [*(statement for statement in node.body if written(statement)), node]


class WritesOfTurnsLost(Rewriting):
    """Only the last turn of a loop is seen: writes at the end of a body come after the loop."""

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        self.generic_visit(node)
        last = node.body[-1]
        if not written(last) or node.orelse or len(node.body) < 2:
            return [node]
        node.body.pop()
        return [node, last]
