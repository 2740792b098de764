"""Which functions the evaluator may call, and what a call binds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hybridc.normalize.folding.limits import Declined
from hybridc.normalize.folding.literals import is_constant_literal
from hybridc.syntax.walking import with_defaults

# Constructs that make new scopes or bind names in other ways, or that are no plain function.
_UNKNOWN = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Try, ast.TryStar,
    ast.With, ast.AsyncWith, ast.AsyncFor, ast.Match, ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom,
    ast.Await, ast.Delete,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    """Where an expression is evaluated: the position in the module, and the local names of a function."""

    position: int
    values: dict[str, object] = field(default_factory=dict)
    local_names: frozenset[str] = frozenset()


def local_names(function: ast.FunctionDef) -> frozenset[str]:
    """The local names of a function. Raises Declined where it is not a plain one."""
    arguments = function.args
    if function.decorator_list or arguments.vararg or arguments.kwarg:
        raise Declined("decorated, or with a variable number of arguments")
    names = {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, _UNKNOWN):
                raise Declined("construct")
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
    return frozenset(names)


def bound_arguments(
    function: ast.FunctionDef,
    positional: Sequence[object],
    keywords: dict[str, object],
    evaluate_default: Callable[[ast.expr], object],
) -> dict[str, object]:
    """The values of the parameters at a call. Raises Declined where the call would fail."""
    arguments = function.args
    by_place = [*arguments.posonlyargs, *arguments.args]
    if len(positional) > len(by_place):
        raise Declined("too many arguments")
    values = {parameter.arg: value for parameter, value in zip(by_place, positional, strict=False)}
    by_keyword = {parameter.arg for parameter in (*arguments.args, *arguments.kwonlyargs)}
    for name, value in keywords.items():
        if name not in by_keyword or name in values:
            raise Declined("keyword")
        values[name] = value
    for parameter, default in with_defaults(arguments):
        if not is_constant_literal(default):
            raise Declined("default")
        if parameter.arg not in values:
            values[parameter.arg] = evaluate_default(default)
    if len(values) < len(by_place) + len(arguments.kwonlyargs):
        raise Declined("missing argument")
    return values
