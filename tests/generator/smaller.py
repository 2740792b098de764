"""Programs that are smaller by one step: without a statement, a branch around a block, or an operand."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from branches import blocks, unparsed

ENTRY = "f"


def smaller_sources(source: str, start: int) -> Iterator[tuple[int, str]]:
    """Smaller sources with their positions, from a position on: outer statements, inner ones, expressions.

    Some of these no longer run, or not to an end.
    """
    tree = ast.parse(source)
    size = _size(tree, source)
    for position, _ in enumerate(_changes(tree)):
        if position >= start and _size(tree, smaller := unparsed(tree)) < size:
            yield position, smaller


def _size(tree: ast.Module, source: str) -> tuple[int, int]:
    return sum(1 for _ in ast.walk(tree)), len(source)


def _changes(tree: ast.Module) -> Iterator[None]:
    """Changes the tree, waits, and changes it back."""
    for owner in list(ast.walk(tree)):
        for block in blocks(owner):
            kept = block[:]
            for i, statement in enumerate(kept):
                if isinstance(owner, ast.FunctionDef) and statement is kept[-1]:  # what it returns
                    continue
                for instead in _instead(statement):
                    block[i : i + 1] = instead
                    yield
                    block[:] = kept
                if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
                    del block[i]
                    yield from _renamed(tree, statement.targets[0], statement.value.id)
                    block[:] = kept
    yield from _without_parameters(tree)
    for owner in list(ast.walk(tree)):
        for name, value in list(ast.iter_fields(owner)):
            if isinstance(value, ast.expr):
                for operand in _operands(value):
                    setattr(owner, name, operand)
                    yield
                setattr(owner, name, value)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                kept_values = value[:]
                for i, expression in enumerate(kept_values):
                    for operand in _operands(expression):
                        value[i] = operand
                        yield
                    value[:] = kept_values


def _renamed(tree: ast.Module, target: ast.expr, name: str) -> Iterator[None]:
    """The one name for both."""
    if not isinstance(target, ast.Name):
        return
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == target.id]
    for node in nodes:
        node.id = name
    yield
    for node in nodes:
        node.id = target.id


def _without_parameters(tree: ast.Module) -> Iterator[None]:
    """Functions that the program calls, without a parameter that is passed by position."""
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or function.name == ENTRY:
            continue
        calls = [
            node.args
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name
        ]
        parameters = function.args.args
        for i in range(len(parameters)):
            kept = [(values, values[:]) for values in (parameters, *calls)]
            for values, _ in kept:
                del values[i : i + 1]
            yield
            for values, before in kept:
                values[:] = before


def _instead(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """What may stand where a statement stood."""
    match statement:
        case ast.FunctionDef(name=name) if name == ENTRY:
            return
        case ast.Import():
            return
        case ast.If(body=body, orelse=orelse) | ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
            yield from ([], body, orelse)
        case ast.With(body=body):
            yield from ([], body)
        case _:
            yield []


def _operands(expression: ast.expr) -> Iterator[ast.expr]:
    """What may stand where an expression stood."""
    match expression:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.BoolOp(values=values):
            yield from values
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.NamedExpr(value=value):
            yield value
        case ast.Call(func=func, args=args):
            yield from args
            if isinstance(func, ast.Attribute) and not (isinstance(func.value, ast.Name) and func.value.id == "np"):
                yield func.value
        case ast.Tuple(elts=parts):
            yield from parts
            for i in range(len(parts) if len(parts) > 2 else 0):
                yield ast.Tuple(parts[:i] + parts[i + 1 :], expression.ctx)
        case ast.Subscript(value=value):
            yield value
        case ast.Compare(left=left, ops=[first, _, *_], comparators=[right, *_]):
            yield ast.Compare(left, [first], [right])
