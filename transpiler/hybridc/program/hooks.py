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
    return any(map(_puts, _run_by(node, module)))


def attributes_put(node: ast.AST, module: Module) -> frozenset[str]:
    """The attributes that it sets so, or whose lists and dicts."""
    put = [n for n in _run_by(node, module) if _puts(n)]
    held = (n.func.value if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) else n for n in put)
    return frozenset(a.attr for each in held for a in walk(each) if isinstance(a, ast.Attribute))


def attributes_of_hooks(module: Module, hooking: Set[str]) -> frozenset[str]:
    """Those of all hooks of the file; "..." stands for any."""
    calls = (c for c in module.of(ast.Call) if isinstance(c.func, ast.Attribute) and c.func.attr in hooking)
    found = set[str]()
    for hook in (next(iter(all_given(call)), None) for call in calls):
        nodes = [hook.body] if isinstance(hook, ast.Lambda) else [] if hook is None else _named(hook, module)
        found |= {a for node in nodes for a in attributes_put(node, module)} if nodes else {"..."}
    return frozenset(found)


def _run_by(node: ast.AST, module: Module) -> Iterator[ast.AST]:
    """What it consists of, and the functions of the file that it calls."""
    todo, seen = [node], set[ast.AST]()
    while todo:
        seen.add(each := todo.pop())
        for inner in walk(each):
            yield inner
            if isinstance(inner, ast.Call):
                todo += [f for f in _named(inner.func, module) if f not in seen and f not in todo]


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
