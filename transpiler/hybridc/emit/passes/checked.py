"""Checks at run time, where compiled code would pass in silence over what NumPy and Python raise."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import ClassVar

import libcst as cst

from hybridc.emit.concrete_tree import text_of
from hybridc.emit.passes.base import Pass, Statement, as_truth
from hybridc.emit.passes.messages import Message
from hybridc.emit.templates import expression, parenthesized, statement, unparenthesized
from hybridc.program.plans import Claim
from hybridc.syntax.messages import text_given


class Checked(Pass):
    """`x[i]` becomes `checks.of(x, "ema.py:12")[i]`, `a / b` divides by `checks.divisor(b, "ema.py:9")`, and `assert`
    and guarded `raise` become `checks.check` and `checks.raise_if`."""

    name: ClassVar[str] = "checked"

    def place(self, node: ast.expr | ast.stmt) -> cst.SimpleString:
        """The file and line of the original, as a literal."""
        return _literal(self.context.place(node.lineno))

    def leave_Subscript(
        self, tree: ast.Subscript, original: cst.Subscript, updated: cst.Subscript
    ) -> cst.BaseExpression:
        if tree not in self.plan.checks.indices or self.plan.is_asked(self.plan.mutation.asked.get(tree)):
            return updated
        parts = {"x": updated.value, "place": self.place(tree)}
        if isinstance(tree.ctx, ast.Load) and tree not in self._written_through:
            return updated.with_changes(value=expression("checks.of({x}, {place})", **parts))
        index = cst.Subscript(expression("checks.index({x}, {place})", **parts), updated.slice)
        return updated.with_changes(slice=[cst.SubscriptElement(cst.Index(index))])

    @cached_property
    def _written_through(self) -> frozenset[ast.AST]:
        """`x[i]` in `x[i][j] = v`, which is written as well."""
        targets = (n for s in self.plan.mutation.updates for n in getattr(s, "targets", [getattr(s, "target", None)]))
        return frozenset(each for target in targets for each in _chain(target))

    def leave_BinOp(
        self, tree: ast.BinOp, original: cst.BinaryOperation, updated: cst.BinaryOperation
    ) -> cst.BaseExpression:
        if tree not in self.plan.checks.divisors:
            return updated
        return updated.with_changes(right=self._divisor(updated.right, tree))

    def _divisor(self, node: cst.BaseExpression, tree: ast.expr | ast.stmt) -> cst.BaseExpression:
        return expression("checks.divisor({x}, {place})", x=unparenthesized(node), place=self.place(tree))

    def leave_Call(self, tree: ast.Call, original: cst.Call, updated: cst.Call) -> cst.BaseExpression:
        checks = self.plan.checks
        if tree in checks.divided:
            return self._with_argument(tree, updated, checks.divided[tree], lambda node: self._divisor(node, tree))
        if tree in checks.positions:
            name, axis = checks.positions[tree]
            return self._with_argument(
                tree, updated, name, lambda node: self._positions(tree, updated, node, cst.parse_expression(str(axis)))
            )
        if tree in checks.given:
            return self._with_argument(tree, updated, checks.given[tree], lambda node: self._given(tree, updated, node))
        return updated

    def _given(self, tree: ast.Call, call: cst.Call, index: cst.BaseExpression) -> cst.BaseExpression:
        array = self._array(tree, call)
        return expression("checks.index({x}, {place})[{i}]", x=array, i=unparenthesized(index), place=self.place(tree))

    def _array(self, tree: ast.Call, call: cst.Call) -> cst.BaseExpression:
        if self.plan.lines.mappings[tree].is_method:
            return cst.ensure_type(call.func, cst.Attribute).value
        return next(iter(self._arguments(tree, call).values())).value

    def _positions(
        self, tree: ast.Call, call: cst.Call, indices: cst.BaseExpression, axis: cst.BaseExpression
    ) -> cst.BaseExpression:
        arguments = self._arguments(tree, call)
        array = self._array(tree, call)
        if "axis" in arguments:
            axis = arguments["axis"].value
        form = "checks.positions({x}, {i}, {place})" if text_of(axis) == "None" else _ALONG
        return expression(form, x=array, i=indices, place=self.place(tree), axis=axis)

    def _arguments(self, tree: ast.Call, call: cst.Call) -> dict[str, cst.Arg]:
        """The arguments by the names of the parameters."""
        places = iter(self.plan.lines.mappings[tree].places)
        return {next(places) if a.keyword is None else a.keyword.value: a for a in call.args}

    def _with_argument(
        self, tree: ast.Call, call: cst.Call, name: str, change: Callable[[cst.BaseExpression], cst.BaseExpression]
    ) -> cst.Call:
        chosen = self._arguments(tree, call)[name]
        args = [a.with_changes(value=change(a.value)) if a is chosen else a for a in call.args]
        return call.with_changes(args=args)

    def leave_AugAssign(self, tree: ast.AugAssign, original: cst.AugAssign, updated: Statement) -> list[Statement]:
        if tree not in self.plan.checks.divisors:
            return [updated]
        assign = cst.ensure_type(_only(updated), cst.AugAssign)
        return [updated.with_changes(body=[assign.with_changes(value=self._divisor(assign.value, tree))])]

    def leave_Assign(self, tree: ast.Assign, original: cst.Assign, updated: Statement) -> list[Statement]:
        return [self._with_result(tree, updated)]

    def leave_AnnAssign(self, tree: ast.AnnAssign, original: cst.AnnAssign, updated: Statement) -> list[Statement]:
        return [self._with_result(tree, updated)]

    def leave_Return(self, tree: ast.Return, original: cst.Return, updated: Statement) -> list[Statement]:
        return [self._with_result(tree, updated)]

    def _with_result(self, tree: ast.stmt, updated: Statement) -> Statement:
        """The statement with its value looked at for NaN."""
        operands = self.plan.checks.results.get(tree)
        if operands is None:
            return updated
        small = _only(updated)
        assert isinstance(small, cst.Assign | cst.AnnAssign | cst.Return) and small.value is not None
        changes = {"value": self.defined(small.value, tree, operands)}
        if isinstance(small, cst.Return):
            changes["whitespace_after_return"] = cst.SimpleWhitespace(" ")  # type: ignore[assignment]
        return updated.with_changes(body=[small.with_changes(**changes)])

    def defined(self, value: cst.BaseExpression, tree: ast.stmt, operands: tuple[str, ...]) -> cst.BaseExpression:
        """The value, looked at for NaN that none of the operands has."""
        if isinstance(value, cst.Tuple) and not value.lpar:
            value = parenthesized(value)
        shown = "".join(f", {name}" for name in operands)
        return expression(f"checks.defined({{x}}, {{place}}{shown})", x=unparenthesized(value), place=self.place(tree))

    def leave_Assert(self, tree: ast.Assert, original: cst.Assert, updated: Statement) -> list[Statement]:
        claim = self.plan.checks.claims.get(tree)
        if claim is None:
            return [updated]
        node = cst.ensure_type(_only(updated), cst.Assert)
        message = self._message(claim, "AssertionError", node.msg, original.msg)
        return [_call("check", as_truth(self.plan.control.tests, tree.test, node.test), message)]

    def leave_If(self, tree: ast.If, original: cst.If, updated: Statement, names: tuple[str, ...]) -> list[Statement]:
        claim = self.plan.checks.claims.get(tree)
        if claim is None or not isinstance(updated, cst.If):
            return [updated]
        message = self._raised(claim, tree.body[0], _raise_of(updated), _raise_of(original))
        line = _call("raise_if", as_truth(self.plan.control.tests, tree.test, updated.test), message)
        return [line.with_changes(leading_lines=[*updated.leading_lines, *_comments(updated.body)])]

    def leave_Raise(self, tree: ast.Raise, original: cst.Raise, updated: Statement) -> list[Statement]:
        claim = self.plan.checks.claims.get(tree)
        if claim is None:
            return [updated]
        message = self._raised(claim, tree, cst.ensure_type(_only(updated), cst.Raise), original)
        return [_call("check", cst.Name("False"), message)]

    def _raised(self, claim: Claim, tree: ast.stmt, new: cst.Raise, before: cst.Raise) -> Message:
        """The message of what is raised."""
        assert isinstance(tree, ast.Raise)
        kind = "RuntimeError" if tree.exc is None else ast.unparse(getattr(tree.exc, "func", tree.exc))
        given = before.exc.args if isinstance(before.exc, cst.Call) else ()
        if text_given(tree) is not None:
            return self._message(claim, kind, cst.ensure_type(new.exc, cst.Call).args[0].value, given[0].value)
        listed = cst.Tuple([cst.Element(a.value) for a in given]) if given else None
        return self._message(Claim(claim.line, shows=False), kind, listed, listed)

    def _message(
        self, claim: Claim, kind: str, text: cst.BaseExpression | None, original: cst.BaseExpression | None
    ) -> Message:
        message = Message(f"{self.context.place(claim.line)}: {kind}")
        if text is not None and original is not None:
            message.text += ": "
            message.add(text, original, claim.shows)
        return message


class CheckedUpdates(Pass):
    """`x /= n`, once it is `x = x / n`: its value looked at for NaN."""

    name: ClassVar[str] = "checked"

    def leave_AugAssign(self, tree: ast.AugAssign, original: cst.AugAssign, updated: Statement) -> list[Statement]:
        operands = self.plan.checks.results.get(tree)
        if operands is None:
            return [updated]
        line = cst.ensure_type(updated, cst.SimpleStatementLine)
        match line.body[0]:
            case cst.AugAssign(target=target, operator=operator, value=value):
                form = f"{{x}} {text_of(operator).strip().removesuffix('=')} {{v}}"
                value = expression(form, x=target, v=value)
            case cst.Assign(targets=[cst.AssignTarget(target=target)], value=value):
                pass
            case _:
                return [updated]
        new = Checked(self.context).defined(value, tree, operands)
        return [line.with_changes(body=statement("{x} = {v}", x=target, v=new).body)]


_ALONG = "checks.positions({x}, {i}, {place}, axis={axis})"


def _chain(target: ast.AST | None) -> Iterator[ast.AST]:
    while isinstance(target, ast.Subscript | ast.Attribute):
        yield target
        target = target.value


def _literal(text: str) -> cst.SimpleString:
    return cst.SimpleString(json.dumps(text, ensure_ascii=False))


def _only(node: Statement) -> cst.BaseSmallStatement:
    return cst.ensure_type(node, cst.SimpleStatementLine).body[0]


def _raise_of(node: cst.If) -> cst.Raise:
    """The first `raise` of a guard."""
    first = node.body.body[0]
    return cst.ensure_type(first.body[0] if isinstance(first, cst.SimpleStatementLine) else first, cst.Raise)


def _comments(node: cst.CSTNode) -> list[cst.EmptyLine]:
    """All comments in a block, as lines."""
    found = [cst.EmptyLine(comment=node)] if isinstance(node, cst.Comment) else []
    return found + [line for child in node.children for line in _comments(child)]


def _call(function: str, test: cst.BaseExpression, message: Message) -> cst.SimpleStatementLine:
    values = "".join(f", {name}={{{name}}}" for name in message.values)
    parts = {"test": unparenthesized(test), "message": _literal(message.text), **message.values}
    return statement(f"checks.{function}({{test}}, {{message}}{values})", **parts)
