"""Which statements can be compiled, as far as the text tells, and what they cost Python."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from hybridc.normalize.outlining.few import Few
from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.normalize.outlining.magnitudes import Numbers
from hybridc.structure.leaving import exits_of
from hybridc.syntax.dataflow import base_name, blocks, expressions, names_read, names_touched
from hybridc.syntax.in_place import given_to_write
from hybridc.syntax.walking import walk

LEAST = 8  # operations on arrays that are worth a call of a compiled function
_COMPUTING = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Pass, ast.Break, ast.Continue)
_FOREIGN = (
    ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.JoinedStr, ast.ListComp, ast.SetComp,
    ast.DictComp, ast.GeneratorExp, ast.Dict, ast.Set, ast.Starred,
)  # fmt: skip


@dataclass(frozen=True)
class Computing:
    """Tells of the statements of a scope. `or_draws`: random numbers are drawn before."""

    kinds: Kinds
    numbers: Numbers
    or_draws: bool = False

    def computes(self, statement: ast.stmt) -> bool:
        """All of it can be compiled, some of it is of arrays, and it leaves no loop around it."""
        if not any(self.kinds.known.get(name) is Kind.ARRAY for name in names_touched(statement)):
            return False
        return self.is_clean(statement) and next(exits_of([statement]), None) is None

    def is_clean(self, statement: ast.stmt) -> bool:
        if not isinstance(statement, _COMPUTING):
            return False
        for expression in expressions(statement):
            if any(isinstance(n, _FOREIGN) or _spans_lines(n) or self._is_pythons(n) for n in walk(expression)):
                return False
            if not self.numbers.has_room(expression):
                return False
        match statement:
            case ast.Assign(targets=targets, value=value):
                is_right = self._is_value(value, targets) and all(map(self._is_target, targets))
            case ast.AugAssign(target=target, value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                is_right = self.is_known(value) and self._is_target(target)
            case ast.For(target=target, iter=iterable):
                is_right = self._is_iterable(iterable) and self._is_target(target) and not statement.orelse
            case ast.While(test=test) | ast.If(test=test):
                is_right = self.is_known(test)
            case _:
                is_right = isinstance(statement, ast.Pass | ast.Break | ast.Continue)
        return is_right and all(self.is_clean(s) for block in blocks(statement) for s in block)

    def _is_pythons(self, node: ast.AST) -> bool:
        """A call that draws random numbers, or that writes into what it is given."""
        if not isinstance(node, ast.Call):
            return False
        return (self.kinds.draws(node) and not self.or_draws) or bool(given_to_write(node))

    def _is_value(self, value: ast.expr, targets: Sequence[ast.expr]) -> bool:
        if isinstance(value, ast.Tuple):
            return all(map(self.is_known, value.elts))
        if isinstance(value, ast.Call) and isinstance(self.kinds.results_of(value), tuple):
            return all(isinstance(t, ast.Tuple) for t in targets)
        match value:
            case ast.Attribute(value=held, attr="shape"):
                return self.kinds.of(held) is Kind.ARRAY
        return self.is_known(value)

    def is_test(self, node: ast.expr) -> bool:
        """It can be asked in compiled code."""
        is_foreign = any(isinstance(n, _FOREIGN) or self._is_pythons(n) for n in walk(node))
        return not is_foreign and self.is_known(node) and self.numbers.has_room(node)

    def is_known(self, node: ast.expr) -> bool:
        return self.kinds.of(node) in (Kind.NUMBER, Kind.ARRAY)

    def _is_target(self, target: ast.expr) -> bool:
        match target:
            case ast.Name():
                return self.is_known(target)
            case ast.Tuple(elts=elements):
                return all(map(self._is_target, elements))
            case ast.Subscript():
                return self.kinds.of(target) is Kind.ARRAY
        return False

    def _is_iterable(self, iterable: ast.expr) -> bool:
        match iterable:
            case ast.Call(func=ast.Name(id="range"), args=given, keywords=[]):
                return all(self.kinds.of(g) is Kind.NUMBER for g in given)
            case ast.Call(func=ast.Name(id="enumerate" | "zip"), args=given, keywords=[]):
                return all(map(self._is_iterable, given))
        return self.kinds.of(iterable) is Kind.ARRAY

    def is_of_numbers(self, statement: ast.stmt) -> bool:
        """It computes with Python's numbers alone, which is Python's to do."""
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                is_number = self.kinds.known.get(name) is Kind.NUMBER and self.kinds.of(value) is Kind.NUMBER
                return is_number and not any(isinstance(n, ast.Call) for n in walk(value))
        return False

    def only_keeps(self, statement: ast.stmt, beside: Sequence[ast.stmt]) -> bool:
        """It copies what there is into an array that no other statement there reads, as into a history."""
        match statement:
            case ast.Assign(targets=[ast.Subscript() as target], value=ast.Name() | ast.Subscript() | ast.Constant()):
                held = base_name(target)
                others = [s for s in beside if s is not statement and not _stores_into(s, held)]
                return not any(held in names_touched(s) for s in others if self.is_clean(s))
        return False

    def weight(self, statement: ast.stmt, few: Few | None = None) -> int:
        """What it costs Python, in operations on arrays, those that are `few` numbers left out."""
        loops = sum(isinstance(n, ast.For | ast.While) for n in walk(statement))
        return self._operations(statement, few) + LEAST * loops

    def _operations(self, statement: ast.stmt, few: Few | None) -> int:
        count = 0
        for node in walk(statement):
            match node:
                case ast.expr() if few is not None and few.holds(node):
                    pass
                case ast.AugAssign(target=target) if few is not None and few.holds(target):
                    pass
                case ast.BinOp() | ast.Compare() | ast.UnaryOp():
                    count += self.kinds.of(node) is Kind.ARRAY
                case ast.Call():
                    found = self.kinds.results_of(node)
                    count += 3 if isinstance(node.func, ast.Name) else found is not Kind.NUMBER
                case ast.AugAssign(target=target):
                    count += self.kinds.of(target) is Kind.ARRAY
        return count


def _stores_into(statement: ast.stmt, name: str | None) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Subscript() as target], value=value):
            return base_name(target) == name and name not in names_read(value)
    return False


def _spans_lines(node: ast.AST) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    return is_text and getattr(node, "end_lineno", 0) != getattr(node, "lineno", 0)
