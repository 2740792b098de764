"""Frameworks' names in hints and definitions."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

import libcst as cst

from hybridc.emit.concrete_tree import text_of, with_children
from hybridc.emit.passes.base import Pass, Statement
from hybridc.emit.passes.lines import as_value
from hybridc.emit.templates import expression, statement
from hybridc.program.plans import Mapping as Line
from hybridc.syntax.walking import walk, with_defaults


class Hints(Pass):
    """`x: torch.Tensor = y` becomes `x: jax.Array = y`; imports inside of functions and blocks become names."""

    name: ClassVar[str] = "hints"

    def leave_AnnAssign(self, tree: ast.AnnAssign, original: cst.AnnAssign, updated: Statement) -> list[Statement]:
        if not isinstance(updated, cst.SimpleStatementLine) or not isinstance(updated.body[0], cst.AnnAssign):
            return [updated]
        small = updated.body[0]
        old = small.annotation.annotation
        new = named(old, tree.annotation, self.plan.lines.headers, self.plan.lines.quoted)
        if new is old:
            return [updated]
        changed = small.with_changes(annotation=small.annotation.with_changes(annotation=new))
        return [updated.with_changes(body=[changed])]

    def leave_FunctionDef(
        self, tree: ast.FunctionDef, original: cst.FunctionDef, updated: Statement, chosen: tuple[str, ...]
    ) -> list[Statement]:
        if not self.plan.lines.headers or not isinstance(updated, cst.FunctionDef):
            return [updated]
        new = with_header(updated, tree, self.plan.lines.headers, self.plan.lines.quoted)
        decorators = decorators_of(
            updated.decorators, tree.decorator_list, self.plan.lines.headers, self.plan.lines.quoted
        )
        return [new.with_changes(decorators=decorators)]

    def leave_Import(self, tree: ast.Import, original: cst.Import, updated: Statement) -> list[Statement]:
        return self._assigned(tree, updated)

    def leave_ImportFrom(self, tree: ast.ImportFrom, original: cst.ImportFrom, updated: Statement) -> list[Statement]:
        return self._assigned(tree, updated)

    def _assigned(self, tree: ast.stmt, updated: Statement) -> list[Statement]:
        """What a framework's names stand for, in the place of their import."""
        names = self.plan.lines.frameworks.get(tree)
        if names is None:
            return [updated]
        values = {n: as_value(m.entry) for n, m in names.items() if m.entry.target is not None}
        return [statement(f"{name} = {value}") for name, value in values.items() if name != value]


def named(
    node: cst.BaseExpression, tree: ast.expr, names: Mapping[ast.expr, Line], quoted: Collection[ast.expr]
) -> cst.BaseExpression:
    """The expression with what lines say in the place of frameworks' names; one that names what there is no more, as
    text."""
    if tree in quoted:
        text = ast.unparse(tree)
        return cst.SimpleString(repr(text) if '"' in text or "\\" in text else f'"{text}"')
    found = {ast.unparse(n): names[n] for n in ast.walk(tree) if isinstance(n, ast.expr) and n in names}
    if not found:
        return node

    def renamed(part: cst.CSTNode) -> cst.CSTNode:
        line = found.get(text_of(part)) if isinstance(part, cst.Name | cst.Attribute) else None
        return with_children(part, renamed) if line is None else expression(as_value(line.entry))

    new = renamed(node)
    assert isinstance(new, cst.BaseExpression)
    line = names.get(tree)
    if line is not None and line.made_by and isinstance(tree, ast.Call):  # a default, which calls write for later ones
        return expression(f"{line.made_by}({{new}})", new=new)
    return new


def decorators_of(
    nodes: Sequence[cst.Decorator],
    trees: Sequence[ast.expr],
    names: Mapping[ast.expr, Line],
    quoted: Collection[ast.expr],
    computes: bool = False,
) -> list[cst.Decorator]:
    """Decorators in the runtime's names, without those that compiled code does without.

    `computes`: they are those of a method that calls of a model run, which are compiled.
    """
    kept = []
    for node, tree in zip(nodes, trees, strict=True):
        line = names.get(tree.func if isinstance(tree, ast.Call) else tree)
        if line is not None and line.entry.decorates:
            tree, node = _with_inputs(tree, node, line.entry.decorates)
            if computes and not isinstance(tree, ast.Call):
                continue
        if line is None or not line.entry.is_gone:
            kept.append(node.with_changes(decorator=named(node.decorator, tree, names, quoted)))
    return kept


def _with_inputs(tree: ast.expr, node: cst.Decorator, name: str) -> tuple[ast.expr, cst.Decorator]:
    """A decorator with the argument of this name alone, or without any."""
    called = node.decorator
    if not isinstance(tree, ast.Call) or not isinstance(called, cst.Call):
        return tree, node
    kept = [place for place, keyword in enumerate(tree.keywords) if keyword.arg == name]
    if tree.args or any(keyword.arg is None for keyword in tree.keywords):
        return tree, node
    if not kept:
        return tree.func, node.with_changes(decorator=called.func)
    arguments = [called.args[place].with_changes(comma=cst.MaybeSentinel.DEFAULT) for place in kept]
    whitespace = {"whitespace_before_args": cst.SimpleWhitespace("")}
    arguments = [a.with_changes(whitespace_after_arg=cst.SimpleWhitespace("")) for a in arguments]
    inner = ast.Call(tree.func, [], [tree.keywords[place] for place in kept])
    return inner, node.with_changes(decorator=called.with_changes(args=arguments, **whitespace))


def with_header(
    node: cst.FunctionDef,
    tree: ast.FunctionDef | ast.AsyncFunctionDef,
    names: Mapping[ast.expr, Line],
    quoted: Collection[ast.expr],
) -> cst.FunctionDef:
    """The function with its defaults and hints in the runtime's names."""
    arguments = tree.args
    said = walk(arguments) if tree.returns is None else [*walk(arguments), *walk(tree.returns)]
    if not any(n in names or n in quoted for n in said if isinstance(n, ast.expr)):
        return node
    defaults = {argument.arg: default for argument, default in with_defaults(arguments)}
    every = (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg)
    found = {each.arg: (each, defaults.get(each.arg)) for each in every if each is not None}

    def renamed(parameter: cst.Param) -> cst.Param:
        argument, default = found[parameter.name.value]
        if parameter.annotation is not None and argument.annotation is not None:
            hint = named(parameter.annotation.annotation, argument.annotation, names, quoted)
            parameter = parameter.with_changes(annotation=parameter.annotation.with_changes(annotation=hint))
        if parameter.default is not None and default is not None:
            parameter = parameter.with_changes(default=named(parameter.default, default, names, quoted))
        return parameter

    kinds = ("posonly_params", "params", "kwonly_params")
    changes: dict[str, object] = {kind: [renamed(p) for p in getattr(node.params, kind)] for kind in kinds}
    for kind in ("star_arg", "star_kwarg"):
        if isinstance(held := getattr(node.params, kind), cst.Param):
            changes[kind] = renamed(held)
    new = node.with_changes(params=node.params.with_changes(**changes))
    if node.returns is None or tree.returns is None:
        return new
    return new.with_changes(
        returns=node.returns.with_changes(annotation=named(node.returns.annotation, tree.returns, names, quoted))
    )
