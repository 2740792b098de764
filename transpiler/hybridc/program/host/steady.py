"""Whether what a function reads of the code around it stays the same: compiled code that is handed the function again
has kept what it read the first time."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from typing import TypeGuard

from hybridc.dialects.table import Dialect
from hybridc.program.host.code import HostScope
from hybridc.program.static_demand import lookup
from hybridc.syntax.dataflow import base_name, names_stored, parameters
from hybridc.syntax.in_place import given_to_write
from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_OF_ARRAYS = frozenset({"shape", "ndim", "size", "dtype", "T"})
_NUMBERS = frozenset({"int", "float", "complex", "bool", "str", "len", "round", "abs"})
_READING = _NUMBERS | {"sum", "min", "max", "any", "all", "range", "print", "repr", "isinstance", "type", "id"}


def are_steady(
    names: Set[str], function: ast.AST, scope: HostScope, module: Module, dialects: tuple[Dialect, ...]
) -> bool:
    """The names keep their objects from where the function is made, and what it reads of these stays the same.

    Numbers do not change; an array, a list or an object might wherever it is written or given to others.
    """
    if any(known.is_rebound or known.mutated_at for n in names - scope.hidden if (known := module.globals.get(n))):
        return False
    own = names & scope.hidden
    if not own:
        return True
    attributes = (n for n in walk(function) if isinstance(n, ast.Attribute) and n.attr not in _OF_ARRAYS)
    objects = {base_name(n) for n in attributes} & set(parameters(scope.node) if _is_function(scope.node) else ())
    return (
        _is_function(scope.node) and not own & objects and all(_is_kept(name, scope, module, dialects) for name in own)
    )


def _is_function(node: ast.AST) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _is_kept(name: str, scope: HostScope, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """The function around sets the name once, and not in a loop; no other one does, and nobody may write what it is."""
    made = [s for s in scope.statements if name in names_stored(s)]
    given = _is_function(scope.node) and name in parameters(scope.node)
    declared = any(isinstance(n, ast.Nonlocal | ast.Global) and name in n.names for n in walk(scope.node))
    in_loops = {s for loop in scope.statements if isinstance(loop, _LOOPS) for s in walk(loop)}
    if declared or len(made) + given != 1 or any(s in in_loops for s in made):
        return False
    return (bool(made) and _is_number(made[0], name, module)) or not _is_shown(name, scope, module, dialects)


def _is_number(statement: ast.stmt, name: str, module: Module) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name()], value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Name(id=called))):
            return called in _NUMBERS and called not in module.functions
    return False


def _is_shown(name: str, scope: HostScope, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """It is written, gets another name, or is given to what may write it."""
    for node in walk(scope.node):
        match node:
            case ast.Call():
                called = base_name(node.func) if isinstance(node.func, ast.Attribute) else None
                is_given = any(_may_be(a, name) for a in all_given(node))
                if called == name or (is_given and not _only_reads(node, scope, module, dialects)):
                    return True
            case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.NamedExpr(value=value):
                if _may_be(value, name):
                    return True
            case ast.AugAssign(target=target):
                if base_name(target) == name:
                    return True
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                if base_name(node) == name:
                    return True
            case ast.List(elts=held) | ast.Tuple(elts=held) | ast.Set(elts=held) | ast.Dict(values=held):
                if any(_may_be(e, name) for e in held):
                    return True
            case ast.Yield(value=value):
                if _may_be(value, name):
                    return True
            case ast.For(target=target, iter=run) | ast.comprehension(target=target, iter=run):
                rows = {n.id for n in walk(target) if isinstance(n, ast.Name)} - {name}
                if _may_be(run, name) and any(_is_shown(row, scope, module, dialects) for row in rows):
                    return True
    return False


def _only_reads(call: ast.Call, scope: HostScope, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """What it gives is new, and it writes into nothing."""
    known = module.qualified_name(call.func, scope.hidden) or ""
    library, _, called = known.partition(".")
    if library == "builtins":
        return called in _READING
    lines = lookup(dialects, known)
    is_new = bool(lines) and not any(e.is_view or e.gives_list or e.writes or e.writes_if for e in lines)
    return library == "math" or (is_new and not given_to_write(call))


def _may_be(node: ast.AST | None, name: str) -> bool:
    """It is the object itself, a part of it, or one of several of which that is one."""
    match node:
        case ast.Name(id=known):
            return known == name
        case ast.Subscript(value=whole) | ast.Attribute(value=whole) | ast.Starred(value=whole):
            return _may_be(whole, name)
        case ast.IfExp(body=one, orelse=other):
            return _may_be(one, name) or _may_be(other, name)
        case ast.BoolOp(values=values):
            return any(_may_be(v, name) for v in values)
    return False


def is_in_loop(node: ast.expr, statements: Sequence[ast.stmt]) -> bool:
    """Each turn of a loop, or of a comprehension, comes by it."""
    around = (n for s in statements for n in walk(s) if isinstance(n, (*_LOOPS, *_COMPREHENSIONS)))
    return any(n is node for each in around for n in walk(each))
