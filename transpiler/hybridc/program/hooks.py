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
    match hook:
        case ast.Lambda(body=body):
            return puts_anything(body)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            named = [n for n in module.of(ast.FunctionDef) if n.name == name]
            return not named or any(map(puts_anything, named))
    return True


def puts_anything(node: ast.AST) -> bool:
    """It sets an attribute or an element, or has a list or dict hold something more."""
    return any(map(_puts, walk(node)))


def _puts(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()) | ast.Nonlocal() | ast.Global():
            return True
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _KEEPING
        case ast.Call(func=ast.Name(id=name)):
            return name == "setattr"
    return False
