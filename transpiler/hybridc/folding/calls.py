"""Calls of pure functions with constant arguments: their value (`fold`), or their body (`inline`)."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from typing import Any

from hybridc.folding.edits import Edit, Spans
from hybridc.folding.evaluator import GivenUp
from hybridc.folding.program import Definitions

_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LONGEST = 80


def fold(text: str, tree: ast.Module) -> str | None:
    """The text with foldable calls replaced by their values; None where there are none."""
    return _replaced(text, tree, _value_text)


def inline(text: str, tree: ast.Module) -> str | None:
    """The text with inlinable calls replaced by what they compute; None where there are none."""
    return _replaced(text, tree, _inlined_text)


def _replaced(text: str, tree: ast.Module, replacement: Any) -> str | None:
    calls = list(_candidates(tree))
    if not calls:
        return None
    definitions = Definitions(tree)
    if definitions.is_open:
        return None
    spans = Spans(text)
    edits: list[Edit] = []
    for call, is_operand in calls:
        if call.func.id not in definitions.functions:  # type: ignore[attr-defined]
            continue
        new = replacement(call, definitions)
        if new is not None:
            edits.append(spans.edit(call, f"({new})" if is_operand and not _is_atom(new) else new))
    return spans.applied(edits) if edits else None


def _candidates(tree: ast.Module) -> Iterator[tuple[ast.Call, bool]]:
    """Outermost calls of the file's functions with constant arguments, in statements that run once and in order."""
    functions = {s.name for s in tree.body if isinstance(s, ast.FunctionDef)}
    if not functions:
        return
    for statement in _straight(tree.body):
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.expr):
                yield from _calls_in(child, functions, False)


def _straight(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        if isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.AugAssign):
            yield statement
        elif isinstance(statement, ast.If) and _is_main_guard(statement.test):
            yield from _straight(statement.body)


def _is_main_guard(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
    return False


def _calls_in(node: ast.AST, functions: set[str], is_operand: bool) -> Iterator[tuple[ast.Call, bool]]:
    if isinstance(node, _SCOPES):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
        if _is_constant_call(node, functions):
            yield node, is_operand
            return
    holds_tighter = isinstance(
        node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.Attribute | ast.Subscript | ast.IfExp
    )
    for child in ast.iter_child_nodes(node):
        yield from _calls_in(child, functions, holds_tighter)


def _is_constant_call(node: ast.expr, functions: set[str]) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords) if name in functions:
            return all(_is_constant_call(a, functions) for a in (*arguments, *(k.value for k in keywords)))
    return False


def _is_atom(text: str) -> bool:
    return bool(re.fullmatch(r"[\w.]+|'[^']*'|\"[^\"]*\"", text)) or (
        text.startswith("(") and text.endswith(")") and text.count("(") == 1
    )


def _value_text(call: ast.Call, definitions: Definitions) -> str | None:
    try:
        value = definitions.evaluator(call.lineno).value(call)
    except GivenUp:
        return None
    return _literal(value)


def _literal(value: Any) -> str | None:
    """The value as a literal that reads well; None for what does not."""
    if isinstance(value, tuple):
        parts = [_literal(v) for v in value]
        if any(p is None for p in parts):
            return None
        text = f"({', '.join(p for p in parts if p)}{',' if len(parts) == 1 else ''})"
        return text if len(text) <= _LONGEST else None
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if abs(value) < 10**20 else None
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else None
    if isinstance(value, str):
        return repr(value) if len(value) <= _LONGEST else None
    return None


def _inlined_text(call: ast.Call, definitions: Definitions, depth: int = 0) -> str | None:
    """What the call computes, written out; None where its function is more than assignments and a return."""
    function = definitions.functions.get(call.func.id)  # type: ignore[attr-defined]
    if function is None or depth > 20 or ((function.end_lineno or 0) >= call.lineno and depth == 0):
        return None
    names = [a.arg for a in function.args.args]
    signature = function.args
    if call.keywords or len(call.args) != len(names) or signature.vararg or signature.kwarg or signature.kwonlyargs:
        return None
    values: dict[str, str] = {}
    for name, argument in zip(names, call.args, strict=True):
        text = _expression_text(argument, {}, definitions, depth)
        if text is None:
            return None
        values[name] = text
    return _body_text(function, values, definitions, depth)


def _body_text(function: ast.FunctionDef, values: dict[str, str], definitions: Definitions, depth: int) -> str | None:
    for statement in function.body:
        match statement:
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                text = _expression_text(value, values, definitions, depth)
                if text is None:
                    return None
                values = values | {name: text}
            case ast.Return(value=ast.expr() as value):
                return _expression_text(value, values, definitions, depth)
            case _:
                return None
    return None


def _expression_text(node: ast.expr, values: dict[str, str], definitions: Definitions, depth: int) -> str | None:
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float | str | bool | type(None)):
            return repr(value)
        case ast.Name(id=name):
            return values.get(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            text = _expression_text(operand, values, definitions, depth)
            return None if text is None else f"-{_grouped(text)}"
        case ast.BinOp(left=left, op=op, right=right):
            one = _expression_text(left, values, definitions, depth)
            other = _expression_text(right, values, definitions, depth)
            if one is None or other is None or type(op) not in _SIGNS:
                return None
            return f"{_grouped(one)} {_SIGNS[type(op)]} {_grouped(other)}"
        case ast.Call(func=ast.Name(id=called)):
            arguments = [_expression_text(a, values, definitions, depth) for a in node.args]
            if any(a is None for a in arguments) or node.keywords:
                return None
            constants = [ast.parse(a, mode="eval").body for a in arguments if a is not None]
            inner = definitions.functions.get(called)
            if inner is None or len(inner.args.args) != len(constants):
                return None
            bound = {p.arg: a for p, a in zip(inner.args.args, arguments, strict=True) if a is not None}
            return _body_text(inner, bound, definitions, depth + 1) if depth < 20 else None
    return None


_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
}  # fmt: skip


def _grouped(text: str) -> str:
    return text if _is_atom(text) else f"({text})"
