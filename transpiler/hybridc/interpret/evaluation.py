"""What every part of the abstract interpretation of expressions stands on."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar

from hybridc import rules
from hybridc.core.options import Check
from hybridc.domain.atoms import unknown
from hybridc.domain.values import BOOL, INT, WEAK_INT, Value, array, number, opaque
from hybridc.interpret.policy import Policy
from hybridc.program.state import State
from hybridc.syntax.dataflow import order_of_appearance
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

_WITHOUT_OPERANDS = frozenset((ast.Name, ast.Constant))

R = TypeVar("R", bound="Run")
T = TypeVar("T")


class Run:
    """What the interpretation of one function carries along, beside its state."""

    def __init__(self, state: State, policy: Policy[Any]) -> None:
        self.state = state
        self.policy = policy
        self.current: ast.stmt = ast.Pass()  # under interpretation
        self.returned: list[Value] = []  # by the side of a branch that is looked at
        self.operands: dict[ast.expr, Value | None] = {}  # of the expression under evaluation, once they are known
        self.inside = 0
        self.is_looked_at = False
        self.ranks = order_of_appearance(state.function.parameters, state.function.of(ast.Name))
        self.heads: dict[ast.If, ast.If] = {}  # of `elif`s, the `if`s that they belong to
        self.found: dict[Callable[[Any], Any], Any] = {}  # by what finds it once

    def evaluate(self, node: ast.expr) -> Value:
        """The value of an expression. Those of its operands are found once, however many handlers ask for them."""
        around = self.operands
        value = around.get(node)
        if value is None and node.__class__ in _WITHOUT_OPERANDS:
            value = self._evaluated(node)
            if node in around:
                around[node] = value
        elif value is None:
            self.operands = dict.fromkeys(_operands(node))
            value = self._evaluated(node)
            self.operands = around
            if node in around:
                around[node] = value
        self.state.plan.values[node] = value
        return value

    def _evaluated(self, node: ast.expr) -> Value:
        if node in self.state.plan.structured.origins.chosen:
            return self.policy.values.chosen(self, node)  # type: ignore[arg-type]
        if node in self.state.plan.structured.origins.helping:
            return self._helped(node)  # type: ignore[arg-type]
        handler = self.policy.expressions.get(type(node))
        if handler is None:
            self.report(rules.UnsupportedStatement(what=f"`{text_of(node)}`"), node)
            return opaque()
        return handler(self, node)

    def _helped(self, node: ast.Call) -> Value:
        """A call of the runtime, or of JAX: what stands for masks and slices."""
        values = [self.evaluate(argument) for argument in all_given(node)]
        match node.func.attr if isinstance(node.func, ast.Attribute) else "":
            case "flipped":
                return values[0].but(memory=frozenset(), place=None)
            case "part":  # of what the array is written in, as a slice sees it
                return values[0].but(shape=unknown(), place=None)
            case "reach":
                return array(BOOL, unknown(), rank=1)
            case "length":
                return values[0]
            case "argmin" | "argmax":
                return number(INT, rank=0)
            case "one_axis":
                return array(BOOL, values[0].shape if values[0].form.is_numeric else unknown(), rank=1)
            case "first" | "last":
                original = self.state.plan.structured.origins.original(node)
                self.report(rules.EmptySelection(expression=text_of(original)), original)
                return number(INT, rank=0)
            case "count":
                return number(WEAK_INT, rank=0)
        return array(BOOL, unknown())

    def report(self, rule: rules.Rule, node: ast.AST) -> None:
        if not self.policy.reports(self, rule, node):
            return
        if isinstance(rule, rules.UncheckedIndex) and Check.INDEX in self.state.known.wanted.kinds:
            return
        if isinstance(rule, rules.SharedMemory):
            rule = rules.SharedMemory(name=rule.name, other=rule.other, place=self._bound_at(rule.other, node))
        self.state.findings.report(rule, node)

    def _bound_at(self, name: str, node: ast.AST) -> str:
        """Where the name that may share memory got what it holds, as far as lines say it."""
        if not self.state.known.has_lines:
            return ""
        bound = [n.lineno for n in self.state.function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
        before = [line for line in bound if line <= getattr(node, "lineno", 0)] or bound
        if before:
            return f", bound in line {max(before)},"
        return ", a parameter," if name in self.state.function.parameters else ""


def once(find: Callable[[R], T]) -> Callable[[R], T]:
    """What is found once in a run."""

    def found(run: R) -> T:
        if find not in run.found:
            run.found[find] = find(run)
        return run.found[find]  # type: ignore[no-any-return]

    return found


def reports_all(run: Run, rule: rules.Rule, node: ast.AST) -> bool:
    return True


def is_demanded(run: Run, node: ast.AST) -> bool:
    """Must be known while tracing, so that it stays Python."""
    return node in run.state.demand.expressions


def _operands(node: ast.expr) -> tuple[ast.expr, ...]:
    """What Python evaluates whatever else the expression does, before it does it."""
    match node:
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
