"""What every part of the abstract interpretation of expressions stands on."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.core.options import Check
from hybridc.dialects.entry import Entry
from hybridc.domain.values import (
    Value,
    opaque,
)
from hybridc.program.state import State
from hybridc.syntax.messages import text_of

_METHODS = {kind: f"_{kind.__name__.lower()}" for kind in ast.expr.__subclasses__()}


class Evaluation:
    """Evaluates expressions by their kind."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.current: ast.stmt = ast.Pass()  # under interpretation
        self._operands: dict[ast.expr, Value | None] = {}  # of the expression under evaluation, once they are known

    def evaluate(self, node: ast.expr) -> Value:
        """The value of an expression. Those of its operands are found once, however many methods ask for them."""
        around = self._operands
        value = around.get(node)
        if value is None:
            self._operands = dict.fromkeys(_operands(node))
            value = self._evaluated(node)
            self._operands = around
            if node in around:
                around[node] = value
        self.state.plan.values[node] = value
        return value

    def _evaluated(self, node: ast.expr) -> Value:
        if node in self.state.plan.structured.origins.chosen:
            return self.chosen(node)  # type: ignore[arg-type]
        method = getattr(self, _METHODS[type(node)], None)
        if method is None:
            self.report(rules.UnsupportedStatement, node, what=f"`{text_of(node)}`")
            return opaque()
        value: Value = method(node)
        return value

    def report(self, rule: type[rules.Rule], node: ast.AST, **details: str) -> None:
        if rule is rules.UncheckedIndex and Check.INDEX in self.state.wanted.kinds:
            return
        if rule is rules.SharedMemory:
            details["place"] = self._bound_at(details["other"], node)
        self.state.findings.report(rule, node, **details)

    def _bound_at(self, name: str, node: ast.AST) -> str:
        """Where the name that may share memory got what it holds, as far as lines say it."""
        if not self.state.has_lines:
            return ""
        bound = [n.lineno for n in self.state.function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
        before = [line for line in bound if line <= getattr(node, "lineno", 0)] or bound
        if before:
            return f", bound in line {max(before)},"
        return ", a parameter," if name in self.state.function.parameters else ""

    def is_demanded(self, node: ast.AST) -> bool:
        """Must be known while tracing, so that it stays Python."""
        return node in self.state.demand.expressions

    def call(self, node: ast.Call) -> Value:
        raise NotImplementedError

    def unmapped(self, node: ast.AST, name: str) -> None:
        raise NotImplementedError

    def refuse(self, node: ast.AST, entry: Entry, shown: str) -> None:
        raise NotImplementedError

    def result_of(self, node: ast.expr, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Value:
        raise NotImplementedError

    def chosen(self, node: ast.Subscript) -> Value:
        raise NotImplementedError

    def unroll_index(self, index: ast.expr) -> None:
        raise NotImplementedError


def _operands(node: ast.expr) -> tuple[ast.expr, ...]:
    """What Python evaluates whatever else the expression does, before it does it."""
    match node:
        case ast.Name() | ast.Constant():
            return ()
        case ast.Call(func=func, args=args, keywords=keywords):
            called = func.value if isinstance(func, ast.Attribute) else func
            return (called, *args, *(k.value for k in keywords))
        case ast.BinOp(left=left, right=right):
            return (left, right)
        case ast.UnaryOp(operand=operand):
            return (operand,)
        case ast.Compare(left=left, comparators=[only]):
            return (left, only)
        case ast.Attribute(value=value):
            return (value,)
        case ast.Subscript(value=value, slice=index):
            return (value, index)
    return ()
