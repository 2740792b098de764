"""Functions that do nothing but check what they are given."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.analysis.module import Function, Module
from hybridc.analysis.walking import walk


def only_checks(function: Function, module: Module) -> bool:
    """It raises or returns None, and changes nothing: Python's `raise` and `assert` are all that it is for."""
    return _checks(function.node, module)


def _checks(node: ast.FunctionDef, module: Module) -> bool:
    found = any(isinstance(n, ast.Raise | ast.Assert) for n in walk(node))
    return found and _is_block_of_checks(node.body, node, module)


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
            called = module.functions[name].node
            return called is not within and _checks(called, module)
    return False
