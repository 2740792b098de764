"""Functions that do nothing but check what they are given."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.syntax.module import Function, Module


def only_checks(function: Function, module: Module) -> bool:
    """It raises or returns None, and changes nothing: Python's `raise` and `assert` are all that it is for."""
    found = function.of_any(ast.Raise, ast.Assert)
    return bool(found) and _is_block_of_checks(function.node.body, function.node, module)


def _is_block_of_checks(statements: Sequence[ast.stmt], within: ast.FunctionDef, module: Module) -> bool:
    return all(_is_check(statement, within, module) for statement in statements)


def _is_check(statement: ast.stmt, within: ast.FunctionDef, module: Module) -> bool:
    match statement:
        case ast.Raise() | ast.Assert() | ast.Pass() | ast.Return(value=None) | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(body=body, orelse=orelse) | ast.For(body=body, orelse=orelse):
            return _is_block_of_checks([*body, *orelse], within, module)
        case ast.Assign(targets=[ast.Name()]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in module.functions:
            called = module.functions[name]
            return called.node is not within and only_checks(called, module)
    return False
