"""Functions and methods of a file that are values: hooks, entries of tables, what attributes hold. Models may run them,
and what they write there in place has to be seen."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Set

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Module
from hybridc.syntax.reaching import reached
from hybridc.syntax.walking import walk

_OF_PYTHON = (ast.JoinedStr, ast.List, ast.ListComp, ast.Dict, ast.Tuple)
_NO_ARRAYS = (*_OF_PYTHON, ast.Constant, ast.UnaryOp)


def handed_on(module: Module, classes: Set[str], hooking: Set[str]) -> frozenset[str]:
    """The qualified names of those that write in place through names, or into what attributes hold. `classes`: of
    models; `hooking`: methods that give hooks."""
    return frozenset(n for n in _kept(module, classes, hooking) if _writes(module.functions[n].nodes, module))


def run_beside(
    module: Module, classes: Set[str], run: Set[str], computing: Set[str], hooking: Set[str]
) -> dict[str, frozenset[str]]:
    """The functions of the file that stay Python, which models may run, and which write in place or keep what they
    give; with the nested ones that write. Of what only these do, `""` is not among them. `run`: `names_run`.

    Of what the file has for others nothing tells who runs it: what is lost without a word there counts alone, not what
    raises."""
    kept = _kept(module, classes, hooking)
    loaded = _loaded(module)
    for_others = _followed(loaded.keys() - {n.id for n in module.of(ast.Name)}, loaded, classes)
    found: dict[str, frozenset[str]] = {}
    for name, function in module.functions.items():
        if name in computing:
            continue
        nested = [n for n in function.of(ast.FunctionDef) if n is not function.node]
        values = _values_among(function.nodes) if nested else frozenset()
        later = {n.name: [*walk(n)] for n in nested if n.name in values}
        own = set(function.nodes).difference(*later.values())
        used = (function.owner or name) if function.name != "__init__" else ""
        is_run = name in kept or used in run - classes
        is_for_others = used in for_others - classes
        written = later | ({"": [*own]} if is_run or is_for_others else {})
        sets = _sets_elements if is_run or function.owner in classes else lambda nodes: False
        inside = {n for n, nodes in written.items() if _writes(nodes, module) or sets(nodes)}
        inside |= {""} if is_run and any(map(_caches, function.node.decorator_list)) else set()
        if inside and (is_run or is_for_others or function.owner in classes):
            found[name] = frozenset(inside)
    return found


def names_run(module: Module, classes: Set[str], computing: Set[str]) -> set[str]:
    """Names of functions and classes that models use while they run, themselves or by others of these: not those that
    only constructors, and what else of them stays Python, call."""
    found: set[str] = set()
    for name, function in module.functions.items():
        if name in computing:
            found |= function.names_loaded()
        elif function.owner in classes:
            later = (n for n in function.of_any(ast.FunctionDef, ast.Lambda) if n is not function.node)
            found |= _values_among(function.nodes) | (function.names_loaded() & module.classes)
            found |= {n.id for each in later for n in walk(each) if isinstance(n, ast.Name)}
    return _followed(found, _loaded(module), classes)


def _loaded(module: Module) -> dict[str, set[str]]:
    """By functions and classes, what they use."""
    found: dict[str, set[str]] = {}
    for name, function in module.functions.items():
        found.setdefault(function.owner or name, set()).update(function.names_loaded())
    return found


def _followed(names: Set[str], loaded: Mapping[str, Set[str]], classes: Set[str]) -> set[str]:
    return reached(names, lambda name: () if name in classes else loaded.get(name, ()))


def _values_among(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The names that stand for more than what is called."""
    every = [*nodes]
    called = {id(n.func) for n in every if isinstance(n, ast.Call)}
    loaded = (n for n in every if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return frozenset(n.id for n in loaded if id(n) not in called)


def _kept(module: Module, classes: Set[str], hooking: Set[str]) -> frozenset[str]:
    methods = {n: f for n, f in module.functions.items() if f.owner in classes and f.name != "__init__"}
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
    return frozenset(found)


def uncut(
    module: Module, dialects: tuple[Dialect, ...], classes: Set[str], run: Set[str], computing: Set[str]
) -> Iterator[tuple[str, ast.expr]]:
    """What cuts gradients in functions that stay Python and models run, with the names of these."""
    for name, function in module.functions.items():
        is_run = (function.owner or name) in run - classes and function.name != "__init__"
        if name in computing or not is_run:
            continue
        held = [*function.node.decorator_list, *(i.context_expr for w in function.of(ast.With) for i in w.items)]
        for each in held:
            called = each.func if isinstance(each, ast.Call) else each
            if any(e.cuts for e in lookup(dialects, module.qualified_name(called))):
                yield name, each


def _caches(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in ("lru_cache", "cache")


def _is_in_place(called: ast.Attribute, module: Module) -> bool:
    """`self.mean.mul_(0.5)`, but not `nn.init.zeros_(w)`."""
    return _is_method_writing(called) and module.qualified_name(called) is None


def _is_method_writing(called: ast.Attribute) -> bool:
    return called.attr.endswith("_") and not called.attr.endswith("__")


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


def _writes(nodes: Iterable[ast.AST], module: Module) -> bool:
    """An operator writes into what a name has that is no counter, or something into what an attribute holds."""
    counted: set[str] = set()
    changed: set[str] = set()
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value) if isinstance(value, _NO_ARRAYS):
                counted |= {t.id for t in targets if isinstance(t, ast.Name)}
            case ast.AugAssign(target=ast.Name(id=name), value=value) if not isinstance(value, _OF_PYTHON):
                changed.add(name)
            case ast.AugAssign(target=ast.Subscript()):
                return True
            case ast.Assign(targets=targets) if any(_is_element(t) and _is_held(t) for t in targets):
                return True
            case ast.Call(func=ast.Attribute() as called) if _is_in_place(called, module) and _is_held(called.value):
                return True
    return not changed <= counted


def _sets_elements(nodes: Iterable[ast.AST]) -> bool:
    """Something sets elements of what a name has, or calls a method of it that writes."""
    return any(
        (_is_element(n) and isinstance(n.ctx, ast.Store))  # type: ignore[attr-defined]
        or (isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and _is_method_writing(n.func))
        for n in nodes
    )


def _is_element(node: ast.AST) -> bool:
    """Of an array, perhaps: none has keys of text."""
    key = node.slice if isinstance(node, ast.Subscript) else None
    is_text = isinstance(key, ast.JoinedStr) or (isinstance(key, ast.Constant) and isinstance(key.value, str))
    return key is not None and not is_text


def _is_held(node: ast.expr) -> bool:
    return any(isinstance(n, ast.Attribute) for n in walk(node))
