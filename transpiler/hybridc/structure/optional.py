"""Names that are None or a value, of which the code only ever asks whether they are None.

What such a name holds while it is None shows nowhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence

from hybridc.structure.leaving import ends_every_turn
from hybridc.syntax.dataflow import is_none, names_written, parameters
from hybridc.syntax.walking import walk

_OPERATIONS = (ast.BinOp, ast.UnaryOp, ast.Attribute)  # raise for None
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
TakesTurn = Callable[[ast.For, Sequence[ast.stmt]], bool]
_LEAVES = (ast.Return, ast.Break, ast.Continue, ast.Raise)


def optional_names(function: ast.FunctionDef, takes_turn: TakesTurn) -> list[str]:
    """Names that are set to None, and to a value elsewhere, and fit for a flag, in order of appearance.

    `takes_turn`: whether a loop surely takes a turn, which is told of what stands before it in its block as well.
    """
    found = _set_to_none(function)
    valued = {name for name, value in _given(function) if not all(map(is_none, choices(value)))}
    return [
        name for name in found if name in valued and _Fitness(function, name, frozenset(found), takes_turn).is_fit()
    ]


def _given(node: ast.AST) -> list[tuple[str, ast.expr]]:
    """The names that assignments in it set, each with its value."""
    made = [pair for n in walk(node) if isinstance(n, ast.Assign) for pair in pairs(n)]
    return [(target.id, value) for target, value in made if isinstance(target, ast.Name)]


def _set_to_none(node: ast.AST) -> dict[str, None]:
    """The names that it sets to None, or perhaps to None, in order of appearance."""
    return dict.fromkeys(name for name, value in _given(node) if any(map(is_none, choices(value))))


def choices(value: ast.expr) -> list[ast.expr]:
    """What a conditional expression chooses between; the expression itself where it is none."""
    return [*choices(value.body), *choices(value.orelse)] if isinstance(value, ast.IfExp) else [value]


def pairs(statement: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Each target with its value, as far as the text tells."""
    found: list[tuple[ast.expr, ast.expr]] = []
    for target in statement.targets:
        value = statement.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            found += zip(target.elts, value.elts, strict=True)
        else:
            found.append((target, value))
    return found


def none_test(node: ast.AST) -> tuple[str, bool] | None:
    """The name of `name is None`, True, or `name is not None`, False."""
    match node:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=None)]):
            return name, True
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.IsNot() | ast.NotEq()], comparators=[ast.Constant(value=None)]
        ):
            return name, False
    return None


def unhinted(function: ast.FunctionDef) -> frozenset[str]:
    """Parameters that a caller may give None for, for all that is said."""
    hints = {a.arg: ast.unparse(a.annotation) for a in walk(function) if isinstance(a, ast.arg) and a.annotation}
    hinted = {name for name, hint in hints.items() if not re.search(r"\b(None|Optional|Any|object)\b", hint)}
    return frozenset(parameters(function)) - hinted


class _Unfit(Exception):
    """None would be seen as a value."""


class _Fitness:
    """Follows what is known of one name: True where it surely is no None."""

    def __init__(
        self, function: ast.FunctionDef, name: str, set_to_none: frozenset[str], takes_turn: TakesTurn
    ) -> None:
        self.takes_turn = takes_turn
        self.function = function
        self.name = name
        self.own = names_written(function.body)
        self.given = frozenset(parameters(function))
        self.perhaps_none = unhinted(function)
        self.set_to_none = set_to_none

    def is_fit(self) -> bool:
        if self.name in parameters(self.function):
            return False
        try:
            self._block(self.function.body, False)
        except _Unfit:
            return False
        return True

    def _block(self, statements: Sequence[ast.stmt], known: bool) -> bool:
        for place, statement in enumerate(statements):
            if isinstance(statement, ast.For):
                known = self._for(statement, statements[:place], known)
            else:
                known = self._statement(statement, known)
        return known

    def _for(self, loop: ast.For, above: Sequence[ast.stmt], known: bool) -> bool:
        self._value(loop.iter, known)
        self._no_store(loop.target)
        known = known and not self._is_cleared(loop)
        after_turn = self._block(loop.body, known) and ends_every_turn(loop)
        return self._block(loop.orelse, known or (after_turn and self.takes_turn(loop, above)))

    def _statement(self, statement: ast.stmt, known: bool) -> bool:
        match statement:
            case ast.If(test=test, body=body, orelse=orelse):
                self._truth(test, known)
                holds, fails = self._told(test)
                return self._block(body, known or holds) & self._block(orelse, known or fails)
            case ast.While(test=test, body=body, orelse=orelse):
                known = known and not self._is_cleared(statement)
                self._truth(test, known)
                self._block(body, known or self._told(test)[0])
                return self._block(orelse, known)
            case ast.Assign():
                return self._assign(statement, known)
            case ast.AugAssign(target=ast.Name(id=name), value=value) if name == self.name:
                self._value(value, known)
                return True
            case ast.With(items=items, body=body) if not any(self._mentions(n) for i in items for n in walk(i)):
                return self._block(body, known)
            case ast.Expr() | ast.Return() | ast.AugAssign() | ast.AnnAssign() | ast.Assert():
                self._generic(statement, known)
                return True if isinstance(statement, ast.Return) else known
        if any(self._mentions(n) for n in walk(statement)):
            raise _Unfit
        return True if isinstance(statement, _LEAVES) else known

    def _mentions(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Global | ast.Nonlocal):
            return self.name in node.names
        return isinstance(node, ast.Name) and node.id == self.name

    def _is_cleared(self, loop: ast.stmt) -> bool:
        """Some turn sets the name to None."""
        return self.name in _set_to_none(loop)

    def _assign(self, statement: ast.Assign, known: bool) -> bool:
        after = known
        several = len(statement.targets) > 1 or not isinstance(statement.targets[0], ast.Name)
        for target, value in pairs(statement):
            if isinstance(target, ast.Name) and target.id == self.name:
                chosen = choices(value)
                nones = [c for c in chosen if is_none(c)]
                if nones and several and not all(isinstance(v, ast.Constant) for _, v in pairs(statement)):
                    raise _Unfit
                after = not nones and not any(isinstance(c, ast.Name) and c.id in self.perhaps_none for c in chosen)
                if len(chosen) > 1 and several:
                    raise _Unfit
                self._chosen(value, known)
            else:
                self._value(value, known)
                self._generic_target(target, known)
        return after

    def _generic_target(self, target: ast.expr, known: bool) -> None:
        if isinstance(target, ast.Tuple | ast.List | ast.Starred):
            self._no_store(target)
        self._value(target, known)

    def _no_store(self, target: ast.expr) -> None:
        if any(isinstance(n, ast.Name) and n.id == self.name and isinstance(n.ctx, ast.Store) for n in walk(target)):
            raise _Unfit

    def _chosen(self, value: ast.expr, known: bool) -> None:
        """A value for the name itself, which may be another name, but not what may be None otherwise."""
        match value:
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._truth(test, known)
                holds, fails = self._told(test)
                self._chosen(body, known or holds)
                self._chosen(orelse, known or fails)
            case ast.Call(func=ast.Attribute(attr="get") | ast.Name(id="next")) | ast.BoolOp():
                raise _Unfit
            case ast.Name(id=other) if other in self.set_to_none or other not in self.own | self.given:
                raise _Unfit
            case _:
                self._value(value, known)

    def _generic(self, node: ast.AST, known: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._value(child, known)
            elif not isinstance(child, ast.expr_context | ast.operator | ast.cmpop | ast.unaryop):
                self._generic(child, known)

    def _value(self, node: ast.expr, known: bool) -> None:
        """An expression whose value counts. An array that is compared with None is so element by element."""
        if none_test(node) is not None:
            is_elementwise = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq)
            if is_elementwise and any(self._mentions(n) for n in walk(node)):
                raise _Unfit
            return
        match node:
            case ast.Name():
                if node.id == self.name and not (known and isinstance(node.ctx, ast.Load)):
                    raise _Unfit
            case ast.Lambda() | ast.NamedExpr():
                if any(isinstance(n, ast.Name) and n.id == self.name for n in walk(node)):
                    raise _Unfit
            case ast.BoolOp():
                self._operands(node, known, self._value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._truth(operand, known)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._truth(test, known)
                holds, fails = self._told(test)
                self._value(body, known or holds)
                self._value(orelse, known or fails)
            case ast.Compare(ops=operators) if all(isinstance(op, _ORDERINGS) for op in operators):
                self._parts(node, known)
            case ast.Subscript(value=ast.Name(), slice=index):
                self._value(index, known)
            case _ if isinstance(node, _OPERATIONS):
                self._parts(node, known)
            case _:
                self._generic(node, known)

    def _parts(self, node: ast.expr, known: bool) -> None:
        """The operands of what raises where one of them is None."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr) and not (isinstance(child, ast.Name) and child.id == self.name):
                self._value(child, known)

    def _truth(self, node: ast.expr, known: bool) -> None:
        """An expression of which only the truth counts."""
        match node:
            case ast.Name():
                return
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._truth(operand, known)
            case ast.BoolOp():
                self._operands(node, known, self._truth)
            case _ if none_test(node) is None:
                self._value(node, known)

    def _operands(self, node: ast.BoolOp, known: bool, look: object) -> None:
        assert callable(look)
        for operand in node.values:
            look(operand, known)
            holds, fails = self._told(operand)
            known = known or (holds if isinstance(node.op, ast.And) else fails)

    def _told(self, test: ast.expr) -> tuple[bool, bool]:
        """Whether the name is surely no None where the test holds, and where it does not."""
        match test:
            case ast.Name(id=name):
                return name == self.name, False
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                holds, fails = self._told(operand)
                return fails, holds
            case ast.BoolOp(op=operator, values=values):
                told = [self._told(v) for v in values]
                if isinstance(operator, ast.And):
                    return any(t[0] for t in told), all(t[1] for t in told)
                return all(t[0] for t in told), any(t[1] for t in told)
        match none_test(test):
            case (name, is_none) if name == self.name:
                return not is_none, is_none
        return False, False
