"""The functions of a file that can be called from outside, with their parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """`kind` is "positional" (and not by name), "plain", "named", "rest" (`*xs`) or "options" (`**kw`)."""

    name: str
    kind: str
    is_required: bool
    hint: ast.expr | None


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of the module, or a method, by its qualified name."""

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    parameters: tuple[Parameter, ...]
    owner: ast.ClassDef | None = None

    @property
    def required(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.is_required)


def definitions(tree: ast.Module) -> dict[str, Definition]:
    """By qualified name. Functions within functions cannot be called from outside."""
    found: dict[str, Definition] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = Definition(node.name, node, tuple(_parameters(node.args)))
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                    name = f"{node.name}.{method.name}"
                    found[name] = Definition(name, method, tuple(_parameters(method.args)), node)
    return found


def _parameters(arguments: ast.arguments) -> Iterator[Parameter]:
    by_position = [*arguments.posonlyargs, *arguments.args]
    without_default = len(by_position) - len(arguments.defaults)
    for index, each in enumerate(by_position):
        kind = "positional" if index < len(arguments.posonlyargs) else "plain"
        yield Parameter(each.arg, kind, index < without_default, each.annotation)
    if arguments.vararg is not None:
        yield Parameter(arguments.vararg.arg, "rest", False, arguments.vararg.annotation)
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield Parameter(each.arg, "named", default is None, each.annotation)
    if arguments.kwarg is not None:
        yield Parameter(arguments.kwarg.arg, "options", False, arguments.kwarg.annotation)
