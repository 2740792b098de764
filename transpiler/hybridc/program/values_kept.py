"""Functions and methods of a file that are values: hooks, entries of tables, what attributes hold. Models may run them,
and what they write there in place has to be seen."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_COUNTING = (ast.Constant, ast.UnaryOp)


def handed_on(module: Module, classes: Set[str], hooking: Set[str]) -> frozenset[str]:
    """The qualified names of those that write in place through names, or into what attributes hold. `classes`: of
    models; `hooking`: methods that give hooks."""
    methods = {n: f for n, f in module.functions.items() if f.owner in classes}
    by_name: dict[str, list[str]] = {}
    for name, function in methods.items():
        by_name.setdefault(function.name, []).append(name)
    found: set[str] = set()
    for node in (value for holder in module.nodes for value in _values(holder, classes, hooking)):
        if isinstance(node, ast.Name) and node.id in module.functions:
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.update(by_name.get(node.attr, ()))
    for function in methods.values():
        if any(map(_looks_up, function.of(ast.Call))):
            found.update(n for n, f in methods.items() if f.owner == function.owner)
    found = {n for n in found if n.rpartition(".")[2] != "__init__"}
    return frozenset(n for n in found if _writes(module.functions[n], module))


def run_beside(module: Module, classes: Set[str], computing: Set[str]) -> dict[str, frozenset[str]]:
    """The functions of the file that stay Python, which models may run, and which write in place into what a name has
    beside another, or keep what they give; with the nested ones that write. Of what only these do, `""` is not among
    them."""
    methods = [f for f in module.functions.values() if f.owner in classes]
    named = frozenset[str]().union(*(f.names_loaded() for f in methods))
    found: dict[str, frozenset[str]] = {}
    for name, function in module.functions.items():
        if name in computing:
            continue
        nested = [n for n in function.of(ast.FunctionDef) if n is not function.node]
        inside = frozenset(n.name for n in nested if _writes_beside([*walk(n)], module))
        own = set(function.nodes).difference(*(walk(n) for n in nested))
        is_run = (function.owner or name) in named and function.name != "__init__" and function.owner not in classes
        if is_run and (_writes_beside([*own], module) or any(map(_caches, function.node.decorator_list))):
            inside |= {""}
        if inside and (is_run or function.owner in classes):
            found[name] = inside
    return found


def uncut(
    module: Module, dialects: tuple[Dialect, ...], classes: Set[str], computing: Set[str]
) -> Iterator[tuple[str, ast.expr]]:
    """What cuts gradients in functions that stay Python and models run, with the names of these."""
    named = frozenset[str]().union(*(module.functions[name].names_loaded() for name in computing))
    made = frozenset[str]().union(*(f.names_loaded() for f in module.functions.values() if f.owner in classes))
    for name, function in module.functions.items():
        is_run = name in named if function.owner is None else function.owner in made - classes
        if name in computing or not is_run or function.name == "__init__":
            continue
        held = [*function.node.decorator_list, *(i.context_expr for w in function.of(ast.With) for i in w.items)]
        for each in held:
            called = each.func if isinstance(each, ast.Call) else each
            if any(e.cuts for e in lookup(dialects, module.qualified_name(called))):
                yield name, each


def _caches(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in ("lru_cache", "cache")


def _writes_beside(nodes: list[ast.AST], module: Module) -> bool:
    """An operator writes into what a name was given by another one, or gave, or a row, or what an attribute holds."""
    given: set[str] = set()
    for node in nodes:
        match node:
            case (
                ast.Assign(value=ast.Name() | ast.Subscript() | ast.Attribute())
                | ast.Assign(value=ast.Call(func=ast.Attribute()))
            ):  # either may show what is written into the other
                given |= {n.id for n in walk(node) if isinstance(n, ast.Name)}
            case ast.For(target=target):
                given |= {n.id for n in walk(target) if isinstance(n, ast.Name)}
    targets = [n.target for n in nodes if isinstance(n, ast.AugAssign)]
    if any(isinstance(t, ast.Name) and t.id in given for t in targets):
        return True
    return any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and _is_in_place(n.func, module) for n in nodes
    ) or any(isinstance(t, ast.Subscript) and _is_held(t) for t in targets)


def _is_in_place(called: ast.Attribute, module: Module) -> bool:
    """`self.mean.mul_(0.5)`, but not `nn.init.zeros_(w)`."""
    is_method = called.attr.endswith("_") and not called.attr.endswith("__") and _is_held(called.value)
    return is_method and module.qualified_name(called) is None


def _values(holder: ast.AST, classes: Set[str], hooking: Set[str]) -> Iterator[ast.expr]:
    """What is kept, or handed to what keeps it."""
    match holder:
        case ast.Assign(value=value):
            yield from _sides(value)
        case ast.Dict(values=values) | ast.List(elts=values) | ast.Tuple(elts=values):
            yield from values
        case ast.Call(func=func):
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if name in hooking or name in classes or name == "partial":
                yield from holder.args
                yield from (k.value for k in holder.keywords)


def _sides(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from (*_sides(value.body), *_sides(value.orelse))
    else:
        yield value


def _looks_up(call: ast.Call) -> bool:
    """`getattr(self, self.kind)(x)`"""
    match call.func:
        case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]):
            return not isinstance(name, ast.Constant)
    return False


def _writes(function: Function, module: Module) -> bool:
    """It has an operator that writes into what a name has, or writes into what an attribute holds."""
    counted = {
        t.id
        for s in function.of(ast.Assign)
        for t in s.targets
        if isinstance(t, ast.Name) and isinstance(s.value, _COUNTING)
    }
    for node in function.of_any(ast.AugAssign, ast.Assign, ast.Call):
        match node:
            case ast.AugAssign(target=ast.Name(id=name)) if name not in counted:
                return True
            case ast.AugAssign(target=ast.Attribute() | ast.Subscript()):
                return True
            case ast.Assign(targets=targets) if any(isinstance(t, ast.Subscript) and _is_held(t) for t in targets):
                return True
            case ast.Call(func=ast.Attribute() as called) if _is_in_place(called, module):
                return True
    return False


def _is_held(node: ast.expr) -> bool:
    return any(isinstance(n, ast.Attribute) for n in walk(node))
