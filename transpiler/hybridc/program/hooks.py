"""Hooks that a file gives parts of models, and that keep what these are given, or give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk

_KEEPING = frozenset({"append", "appendleft", "extend", "insert", "add", "update", "setdefault", "__setitem__", "put"})


def hooks_keeping(module: Module, hooking: Set[str]) -> frozenset[str | None]:
    """The names of the parts that have such a hook; None stands for any part. `hooking`: methods that give hooks."""
    return frozenset(_hooked(module, hooking))


def _hooked(module: Module, hooking: Set[str]) -> Iterator[str | None]:
    for call in module.of(ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(value=part, attr=method)) if method in hooking:
                hook = next(iter(all_given(call)), None)
                if hook is None or _keeps(module, hook):
                    yield part.attr if isinstance(part, ast.Attribute) else None


def _keeps(module: Module, hook: ast.expr) -> bool:
    """The function puts something anywhere, or the file does not tell."""
    if isinstance(hook, ast.Lambda):
        return puts_anything(hook.body, module)
    named = _named(hook, module)
    return not named or any(puts_anything(each, module) for each in named)


def puts_anything(node: ast.AST, module: Module) -> bool:
    """It sets an attribute or an element, or has a list or dict hold something more, itself or by what it calls."""
    todo, seen = [node], set[ast.AST]()
    while todo:
        seen.add(each := todo.pop())
        nodes = [*walk(each)]
        if any(map(_puts, nodes)):
            return True
        called = (f for n in nodes if isinstance(n, ast.Call) for f in _named(n.func, module))
        todo += [f for f in called if f not in seen]
    return False


def _named(called: ast.expr, module: Module) -> list[ast.FunctionDef]:
    """The functions and methods of the file by this name, nested ones as well."""
    name = getattr(called, "attr", getattr(called, "id", ""))
    return [f for f in module.of(ast.FunctionDef) if f.name == name]


def _puts(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()) | ast.Nonlocal() | ast.Global():
            return True
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _KEEPING
        case ast.Call(func=ast.Name(id=name)):
            return name == "setattr"
    return False
