"""Calls of straight-line pure functions with literal arguments become the expression that they compute."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from hybridc.normalize.folding.constant_calls import literal_value, replace_constant_calls
from hybridc.normalize.folding.evaluation import Evaluator
from hybridc.normalize.folding.host_statements import Site, needs_parentheses
from hybridc.normalize.folding.limits import Declined
from hybridc.normalize.folding.module_names import ModuleNames
from hybridc.normalize.folding.pure_functions import bound_arguments
from hybridc.normalize.folding.source_text import Edit, SourceText, is_parenthesized_tuple

_MAX_TEXT = 1_000
_SUBSTITUTED = (
    ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Tuple,
    ast.Subscript, ast.Attribute,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Piece:
    """An expression with nothing left to put in: its text, and a node of its shape."""

    text: str
    shape: ast.expr

    def standing_in(self, parent: ast.AST, old: ast.expr) -> str:
        return f"({self.text})" if needs_parentheses(self.shape, parent, old) else self.text


def inline(source_text: str, tree: ast.Module) -> str | None:
    """The program with `add(1, 2)` replaced by `1 + 2`, for the calls that `fold` replaces by their value."""
    return replace_constant_calls(source_text, tree, _expression_text)


def _expression_text(evaluator: Evaluator, source: SourceText, site: Site) -> str | None:
    if literal_value(evaluator, site) is None:
        return None
    try:
        return _Inliner(evaluator.names, source).piece(site.call, {}).standing_in(site.parent, site.call)
    except Declined:
        return None


class _Inliner:
    def __init__(self, names: ModuleNames, source: SourceText) -> None:
        self.names = names
        self.source = source
        self.active: list[str] = []

    def piece(self, node: ast.expr, values: Mapping[str, _Piece]) -> _Piece:
        """`node` with `values` in the place of names. Raises Declined where it cannot be written on one line."""
        if isinstance(node, ast.Name) and node.id in values:
            return values[node.id]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.names.functions:
            return self._called(node, node.func.id, values)
        if not isinstance(node, _SUBSTITUTED):
            raise Declined("expression")
        edits = [self._edit(child, node, values) for child in ast.iter_child_nodes(node) if _is_expression(child)]
        if isinstance(node, ast.Call):
            edits += [self._edit(keyword.value, keyword, values) for keyword in node.keywords]
        start, end = self.source.span(node)
        text = self.source.replaced([edit for edit in edits if edit is not None], start, end)
        if "\n" in text or len(text) > _MAX_TEXT:
            raise Declined("text")
        if isinstance(node, ast.Tuple) and not is_parenthesized_tuple(text):
            text = f"({text})"
        return _Piece(text, node)

    def _edit(self, child: ast.AST, parent: ast.AST, values: Mapping[str, _Piece]) -> Edit | None:
        assert isinstance(child, ast.expr)
        piece = self.piece(child, values)
        start, end = self.source.span(child)
        if piece.shape is child and piece.text == self.source.segment(child):
            return None
        if piece.shape is child:  # where it was, it needed no more parentheses than the author gave it
            return Edit(start, end, piece.text)
        return Edit(start, end, piece.standing_in(parent, child))

    def _called(self, call: ast.Call, name: str, values: Mapping[str, _Piece]) -> _Piece:
        if name in self.active or any(keyword.arg is None for keyword in call.keywords):
            raise Declined("recursion")
        _, function = self.names.functions[name]
        positional: list[object] = [self.piece(argument, values) for argument in call.args]
        keywords: dict[str, object] = {str(k.arg): self.piece(k.value, values) for k in call.keywords}
        bound = bound_arguments(function, positional, keywords, lambda default: self.piece(default, {}))
        local = {parameter: value for parameter, value in bound.items() if isinstance(value, _Piece)}
        self.active.append(name)
        result = self._body(function, local)
        self.active.pop()
        return result

    def _body(self, function: ast.FunctionDef, local: dict[str, _Piece]) -> _Piece:
        for statement in function.body:
            match statement:
                case ast.Expr(value=ast.Constant()):
                    continue
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ):
                    local[name] = self.piece(value, local)
                case ast.Return(value=ast.expr() as value):
                    return self.piece(value, local)
                case _:
                    break
        raise Declined("more than straight-line code")


def _is_expression(node: ast.AST) -> bool:
    return isinstance(node, ast.expr)
