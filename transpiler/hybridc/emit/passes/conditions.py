"""Boolean operators, chained comparisons and conditional expressions on traced values."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.domain.values import Form
from hybridc.emit.correspondence import boolean_operands
from hybridc.emit.passes.base import Pass, as_truth
from hybridc.emit.templates import at_least, expression, parenthesized
from hybridc.interpret.booleans import static_operands
from hybridc.program.plans import Condition

_AND = "{}.cond({{a}}, lambda: {{b}}, lambda: False)"
_OR = "{}.cond({{a}}, lambda: True, lambda: {{b}})"
_COMPARISON = 7  # holds tighter than a comparison: an operand of `&`


class Conditions(Pass):
    """`a < x and x < b` becomes `(a < x) & (x < b)`; `a if c else b` becomes `jnp.where` or `lax.cond`."""

    name: ClassVar[str] = "conditions"

    def leave_BoolOp(
        self, tree: ast.BoolOp, original: cst.BooleanOperation, updated: cst.BooleanOperation
    ) -> cst.BaseExpression:
        condition = self.plan.control.conditions.get(tree)
        if condition is None or not isinstance(updated, cst.BooleanOperation):  # folded: `x > 0 and True`
            return updated
        operands = boolean_operands(updated)
        lead = static_operands([self.plan.values[v] for v in tree.values])
        joined = self._joined(condition, tree, lead, operands[lead:])
        for operand in reversed(operands[:lead]):
            joined = expression("{a} and {b}" if isinstance(tree.op, ast.And) else "{a} or {b}", a=operand, b=joined)
        return joined

    def _joined(
        self, condition: Condition, tree: ast.BoolOp, lead: int, operands: list[cst.BaseExpression]
    ) -> cst.BaseExpression:
        is_and = isinstance(tree.op, ast.And)
        if condition in (Condition.OPERATOR, Condition.LOGICAL):
            tests = {
                v: form for v in tree.values if (form := self.plan.control.tests.get(v, "")).startswith("control.")
            }
            operands = [as_truth(tests, v, o) for v, o in zip(tree.values[lead:], operands, strict=True)]
        if condition is Condition.OPERATOR:
            return _joined("&" if is_and else "|", operands)
        if condition is Condition.LOGICAL:
            return _nested("jnp.logical_and({a}, {b})" if is_and else "jnp.logical_or({a}, {b})", operands)
        if condition is Condition.VALUE:
            return _nested_right("jnp.where({a}, {b}, {a})" if is_and else "jnp.where({a}, {a}, {b})", operands)
        operands = [
            as_truth(self.plan.control.tests, value, operand)
            for value, operand in zip(tree.values[lead:], operands, strict=True)
        ]
        module = self.plan.module_of(tree, is_proven=True)
        return _nested_right(_AND.format(module) if is_and else _OR.format(module), operands)

    def leave_UnaryOp(
        self, tree: ast.UnaryOp, original: cst.UnaryOperation, updated: cst.UnaryOperation
    ) -> cst.BaseExpression:
        if tree not in self.plan.control.conditions:
            return updated
        form = "control.is_false" if self.plan.control.conditions[tree] is Condition.IS_FALSE else "jnp.logical_not"
        return expression(form + "({x})", x=updated.expression)

    def leave_Compare(self, tree: ast.Compare, original: cst.Comparison, updated: cst.Comparison) -> cst.BaseExpression:
        if tree not in self.plan.control.conditions:
            return updated
        if self.plan.control.conditions[tree] is Condition.MEMBER:
            return self._membership(tree, updated)
        if self.plan.control.conditions[tree] is Condition.SAME:
            (only,) = updated.comparisons
            same = expression("control.same({a}, {b})", a=updated.left, b=only.comparator)
            return same if isinstance(tree.ops[0], ast.Is) else expression("jnp.logical_not({x})", x=same)
        if self.plan.control.conditions[tree] is Condition.EQUAL:
            return updated.with_changes(comparisons=[_by_value(c) for c in updated.comparisons])
        links: list[cst.BaseExpression] = []
        left = updated.left
        for comparison in updated.comparisons:
            links.append(cst.Comparison(left, [comparison]))
            left = comparison.comparator
        if self.plan.control.conditions[tree] is Condition.GUARD:
            return _nested_right(_AND.format(self.plan.module_of(tree, is_proven=True)), links)
        return _joined("&", links)

    def _membership(self, tree: ast.Compare, updated: cst.Comparison) -> cst.BaseExpression:
        among = updated.comparisons[0].comparator
        if isinstance(among, cst.Tuple | cst.List | cst.Set):
            among = expression("jnp.array({xs})", xs=cst.List(among.elements))
        elif (value := self.plan.values.get(tree.comparators[0])) is not None and value.form is Form.UNKNOWN:
            among = expression("jnp.asarray({xs})", xs=among)
        form = "jnp.any({xs} == {x})" if isinstance(tree.ops[0], ast.In) else "jnp.all({xs} != {x})"
        return expression(form, xs=among, x=updated.left)

    def leave_IfExp(self, tree: ast.IfExp, original: cst.IfExp, updated: cst.IfExp) -> cst.BaseExpression:
        match self.plan.control.conditions.get(tree):
            case Condition.WHERE:
                form = "jnp.where({test}, {body}, {orelse})"
            case Condition.CHOSEN:
                form = "control.chosen({test}, {body}, {orelse})"
            case Condition.COND | Condition.CONTROL as condition:
                if updated.body.deep_equals(updated.orelse):
                    return updated.body
                module = self.plan.module_of(tree, condition is Condition.COND)
                form = f"{module}.cond({{test}}, lambda: {{body}}, lambda: {{orelse}})"
            case _:
                return updated
        test, is_denied = self.asked(tree.test, updated.test)
        if is_denied:
            return expression(form, test=test, body=updated.orelse, orelse=updated.body)
        return expression(form, test=test, body=updated.body, orelse=updated.orelse)


def _by_value(comparison: cst.ComparisonTarget) -> cst.ComparisonTarget:
    """`is` becomes `==`."""
    return comparison.with_changes(operator=cst.Equal() if isinstance(comparison.operator, cst.Is) else cst.NotEqual())


def _joined(operator: str, operands: list[cst.BaseExpression]) -> cst.BaseExpression:
    """Operands of `&` and `|`, which hold tighter than comparisons: those get parentheses."""
    result = _operand(operands[0])
    for operand in operands[1:]:
        result = expression(f"{{a}} {operator} {{b}}", a=result, b=_operand(operand))
    return result


def _operand(node: cst.BaseExpression) -> cst.BaseExpression:
    return (
        at_least(node, _COMPARISON) if not isinstance(node, cst.BinaryOperation) else _parenthesized_unless_plain(node)
    )


def _parenthesized_unless_plain(node: cst.BinaryOperation) -> cst.BaseExpression:
    return node if node.lpar or isinstance(node.operator, cst.BitAnd | cst.BitOr) else parenthesized(node)


def _nested(template: str, operands: list[cst.BaseExpression]) -> cst.BaseExpression:
    result = operands[0]
    for operand in operands[1:]:
        result = expression(template, a=result, b=operand)
    return result


def _nested_right(template: str, operands: list[cst.BaseExpression]) -> cst.BaseExpression:
    result = operands[-1]
    for operand in reversed(operands[:-1]):
        result = expression(template, a=operand, b=result)
    return result
