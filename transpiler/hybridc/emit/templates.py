"""Generated code is written as a template in Python and filled in: `{x} = {x} {op} {y}` reads as what comes out."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

import libcst as cst

from hybridc.emit.concrete_tree import children, is_expression, is_node, semantic_fields, text_of

Node = TypeVar("Node", bound=cst.CSTNode)

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PREFIX = "HYB_"
_ATOM = 20
_POWERS: dict[type[object], int] = {
    cst.Tuple: 0, cst.NamedExpr: 0, cst.GeneratorExp: 0, cst.Yield: 0,
    cst.Lambda: 1, cst.IfExp: 2, cst.Or: 3, cst.And: 4, cst.Not: 5, cst.Comparison: 6, cst.BitOr: 7, cst.BitXor: 8,
    cst.BitAnd: 9, cst.LeftShift: 10, cst.RightShift: 10, cst.Add: 11, cst.Subtract: 11, cst.Multiply: 12,
    cst.Divide: 12, cst.FloorDivide: 12, cst.Modulo: 12, cst.MatrixMultiply: 12, cst.Minus: 13, cst.Plus: 13,
    cst.BitInvert: 13, cst.Power: 14,
}  # fmt: skip
# What one of the parts needs, and what the others do.
_NEEDED: dict[type[cst.CSTNode], tuple[str, tuple[int, int]]] = {
    cst.Comparison: ("", (7, 7)), cst.ComparisonTarget: ("", (7, 7)), cst.Attribute: ("value", (_ATOM, 0)),
    cst.Subscript: ("value", (_ATOM, 0)), cst.Call: ("func", (_ATOM, 1)), cst.Arg: ("", (1, 1)),
    cst.Element: ("", (1, 1)), cst.Lambda: ("", (1, 1)),
}  # fmt: skip


def binding_power(node: cst.BaseExpression) -> int:
    """How tightly an expression holds together; parenthesized ones and names hold tightest."""
    if node.lpar:
        return _ATOM
    operator = getattr(node, "operator", None)
    return _POWERS.get(type(node) if operator is None else operator.__class__, _ATOM)


def parenthesized(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.with_changes(lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()])


def at_least(node: cst.BaseExpression, power: int) -> cst.BaseExpression:
    """The expression, in parentheses if it holds less tightly than its surroundings need."""
    return node if binding_power(node) >= power else parenthesized(node)


def unparenthesized(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression without the outer parentheses that it does not need where it goes."""
    if (
        len(node.lpar) == 1
        and not isinstance(node, cst.Tuple | cst.GeneratorExp | cst.NamedExpr)
        and not _is_broken(node)
    ):
        return node.with_changes(lpar=[], rpar=[])
    return node


def _is_broken(node: cst.BaseExpression) -> bool:
    return "\n" in text_of(node)


@lru_cache(maxsize=512)
def _parsed_expression(template: str) -> cst.BaseExpression:
    return cst.parse_expression(_PLACEHOLDER.sub(rf"{_PREFIX}\1", template))


@lru_cache(maxsize=512)
def _parsed_statement(template: str) -> cst.SimpleStatementLine | cst.BaseCompoundStatement:
    return cst.parse_statement(_PLACEHOLDER.sub(rf"{_PREFIX}\1", template))


def expression(template: str, **parts: cst.BaseExpression) -> cst.BaseExpression:
    """An expression from a template, with parentheses around parts only where they are needed."""
    node = _parsed_expression(template)
    return _filled(node, parts, _holders(node))


def new_expression(template: str, **parts: cst.BaseExpression) -> cst.BaseExpression:
    """As `expression`, and no other expression of the same text has nodes of this one: each stands for its own tree."""
    node = _parsed_expression(template).deep_clone()
    return _filled(node, parts, _holders_in(node))


def statement(template: str, **parts: cst.BaseExpression) -> cst.SimpleStatementLine:
    """A statement of one line from a template."""
    template_ = _parsed_statement(template)
    node = _filled(template_, parts, _holders(template_))
    assert isinstance(node, cst.SimpleStatementLine)
    return node


def _holders_in(node: cst.CSTNode) -> frozenset[cst.CSTNode]:
    """The nodes of a template in which something is filled in."""
    inside = frozenset[cst.CSTNode]().union(*map(_holders_in, children(node)))
    is_one = type(node) is cst.Name and node.value.startswith(_PREFIX)
    return inside | {node} if inside or is_one else inside


_holders = lru_cache(maxsize=512)(_holders_in)


def _filled(node: Node, parts: Mapping[str, cst.BaseExpression], holders: frozenset[cst.CSTNode]) -> Node:
    result = _replace(node, parts, 0, holders)
    return result  # type: ignore[return-value]


def _replace(
    node: cst.CSTNode, parts: Mapping[str, cst.BaseExpression], power: int, holders: frozenset[cst.CSTNode]
) -> cst.CSTNode:
    if node not in holders:
        return node
    if type(node) is cst.Name and node.value.startswith(_PREFIX):
        return at_least(parts[node.value.removeprefix(_PREFIX)], power)
    changes: dict[str, object] = {}
    for name in semantic_fields(type(node)):
        child = getattr(node, name)
        if is_node(child.__class__):
            new = _replace(child, parts, _needed(node, name), holders)
            if new is not child:
                changes[name] = new
        elif isinstance(child, list | tuple) and child:
            items = [_replace(c, parts, 1, holders) if is_node(c.__class__) else c for c in child]
            if any(a is not b for a, b in zip(items, child, strict=True)):
                changes[name] = items
    return node.with_changes(**changes) if changes else node


def _needed(parent: cst.CSTNode, field: str) -> int:
    """How tightly a part must hold together at this place."""
    operator: Any = getattr(parent, "operator", None)
    return _power_needed(type(parent), operator.__class__, field)


@lru_cache(maxsize=512)
def _power_needed(parent: type[cst.CSTNode], operator: type[object], field: str) -> int:
    if parent is cst.BinaryOperation:
        power = _POWERS[operator]
        if operator is cst.Power:
            return power + 1 if field == "left" else 13
        return power + 1 if field == "right" else power
    if parent is cst.BooleanOperation:
        return _POWERS[operator] + (field == "right")
    if parent is cst.UnaryOperation:
        return _POWERS[operator]
    if parent is cst.IfExp:
        return 2 if field == "orelse" else 3
    outer, inner = _NEEDED.get(parent, ("", (0, 0)))
    return inner[0] if field == outer else inner[1]


def held_together(before: cst.CSTNode, node: cst.CSTNode) -> cst.CSTNode:
    """The node, with parentheses around parts that are new and hold less tightly than their place needs."""
    if node is before:
        return node
    changes: dict[str, object] = {}
    for field in semantic_fields(type(node)):
        child = getattr(node, field)
        if is_expression(child.__class__) and child is not getattr(before, field):
            new = at_least(child, _needed(node, field))
            if new is not child:
                changes[field] = new
    return node.with_changes(**changes) if changes else node


def over_lines(before: cst.BaseExpression, node: cst.BaseExpression) -> cst.BaseExpression:
    """The node, in parentheses if it stands for one that had them, and cannot go over several lines without."""
    if not before.lpar or node.lpar or not _is_broken(node):
        return node
    try:
        ast.parse(text_of(node), mode="eval")
    except SyntaxError:
        return parenthesized(node)
    return node


def name(text: str) -> cst.Name:
    return cst.Name(text)


def names(items: tuple[str, ...]) -> cst.BaseExpression:
    """One name, or a tuple of names without parentheses; None where there is none."""
    if not items:
        return cst.Name("None")
    if len(items) == 1:
        return cst.Name(items[0])
    elements = [cst.Element(cst.Name(i)) for i in items]
    return cst.Tuple(elements, lpar=[], rpar=[])


def packed(items: tuple[str, ...]) -> cst.BaseExpression:
    """As `names`, with parentheses around a tuple."""
    value = names(items)
    return parenthesized(value) if isinstance(value, cst.Tuple) else value
