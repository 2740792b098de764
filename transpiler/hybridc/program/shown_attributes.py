"""Methods in which a name, a list, a caller or what is not followed gets an array that models write in place.

What is written later these see, in the order of the calls: arrays that are mutable while a model runs show just that.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from hybridc.dialects.table import Dialect
from hybridc.program.attributes_written import attributes_written, named_by, written_by_names, written_in
from hybridc.program.models import FileModels
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.module import Function, Module
from hybridc.syntax.reaching import reached
from hybridc.syntax.walking import all_given, walk

_HOLDING = frozenset(
    f"builtins.{n}" for n in ("dict", "list", "tuple", "set", "zip", "enumerate", "reversed", "sorted", "map", "filter",
                              "iter", "next", "max", "min", "setattr")
)  # fmt: skip
_CONTAINERS = frozenset({"dict", "list", "set", "deque", "defaultdict", "OrderedDict", "Counter"})
_KEEPING = frozenset({"append", "appendleft", "extend", "insert", "add", "update", "setdefault", "push"})


def methods_showing(module: Module, models: FileModels, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Their qualified names, of the functions that models run."""
    functions = {name: module.functions[name] for name in models.computing}
    written = frozenset[str]().union(*(_written_of(cls, functions, models, dialects) for cls in models.classes))
    by_names = written_by_names(functions, dialects)
    again = _run_again(functions, module, models, dialects) if written | by_names else frozenset()
    found = {n for n, f in functions.items() if written and written & set(_shown(f, module, dialects, n in again))}
    found.update(n for n in again if by_names & set(_returned(functions[n], dialects)))
    found.update(name for name, f in functions.items() if _names_handed(f, module, models, dialects))
    giving = {f.name for f in module.functions.values() if _gives_what_it_writes(f, dialects)}
    return frozenset(found.union(n for n, f in functions.items() if giving and _calls_at_once(f, giving)))


def _written_of(
    cls: str, functions: Mapping[str, Function], models: FileModels, dialects: tuple[Dialect, ...]
) -> frozenset[str]:
    """The attributes that methods of the class write in place, but for lists and dicts, whose elements are set."""
    if models.classes[cls].has_derivative:  # what its context holds no other call sees
        return frozenset()
    kin = models.families.get(cls, (cls,))
    makers = ((name, made) for c in kin for name, every in models.classes[c].makers.items() for made in every)
    every = [*makers]
    others = {name for name, made in every if not isinstance(made, ast.Constant) or made.value is None}
    numbers = {name for name, _ in every} - others - {n for c in kin for n in models.classes[c].arrays}
    containers = {name for name, made in every if _makes_container(made)}
    written = attributes_written({n: f for n, f in functions.items() if f.owner == cls}, dialects)
    return written - containers - numbers


def around(names: Set[str], module: Module, models: FileModels) -> frozenset[str]:
    """The functions of the file that these methods, or what has or calls their classes, run."""
    classes = {kin for name in names for kin in models.families.get(module.functions[name].owner or "", ())}
    named = {name: f.names_loaded() for name, f in module.functions.items()}
    size = -1
    while size != len(classes):
        size = len(classes)
        owners = {module.functions[name].owner for name, read in named.items() if read & classes}
        classes |= {kin for owner in owners for kin in models.families.get(owner or "", ())}
    found = {name for name, f in module.functions.items() if f.owner in classes} | set(names)
    run = reached(found, lambda name: named[name] & module.functions.keys())
    return frozenset(name for name in run if name in models.computing or module.functions[name].owner is None)


def _makes_container(made: ast.expr) -> bool:
    """A list or dict, whose elements are set: no array."""
    if isinstance(made, ast.BinOp):
        return _makes_container(made.left) or _makes_container(made.right)
    is_made = isinstance(made, ast.Call) and getattr(made.func, "id", getattr(made.func, "attr", "")) in _CONTAINERS
    return is_made or isinstance(made, ast.Dict | ast.List | ast.Set | ast.DictComp | ast.ListComp)


def _gives_what_it_writes(function: Function, dialects: tuple[Dialect, ...]) -> bool:
    written = {r.id for w in written_in(function, dialects) if isinstance(r := _root(w), ast.Name)} - {"self"}
    returned = (r.value for r in function.of(ast.Return))
    return any(isinstance(each, ast.Name) and each.id in written for each in returned)


def _calls_at_once(function: Function, names: Set[str]) -> bool:
    """A statement holds several calls of such functions: the first one's result shows what the next one writes."""
    for statement in function.of_any(ast.Return, ast.Assign, ast.AugAssign, ast.Expr):
        called = [n.func.id for n in walk(statement) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
        if len([name for name in called if name in names]) > 1:
            return True
    return False


def _names_handed(function: Function, module: Module, models: FileModels, dialects: tuple[Dialect, ...]) -> bool:
    """An array of the function's own that it writes in place is held by what `or` gives, or by an object of another
    class."""
    names = {r.id for w in written_in(function, dialects) if isinstance(r := _root(w), ast.Name)} - {"self"}
    objects = {t.id for s in function.of(ast.Assign) if _makes_object(s.value, module, models)
               for t in s.targets if isinstance(t, ast.Name)}  # fmt: skip
    held: list[ast.expr] = []
    for node in function.of_any(ast.BoolOp, ast.Call) if names else ():
        match node:
            case ast.BoolOp(values=values):
                held += [part for v in values if isinstance(v, ast.Tuple | ast.List) for part in v.elts]
                held += [part for v in values if isinstance(v, ast.Dict) for part in v.values]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in objects:
                held += all_given(node)
    return any(isinstance(each, ast.Name) and each.id in names for each in held)


def _makes_object(made: ast.expr, module: Module, models: FileModels) -> bool:
    """Of a class of the file that is no model."""
    name = made.func.id if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) else ""
    return name in module.classes and name not in models.classes


def _root(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _shown(function: Function, module: Module, dialects: tuple[Dialect, ...], is_read_late: bool) -> Iterator[str]:
    """The attributes whose very arrays, or views of them, the function gives or hands on. `is_read_late`: what it
    returns may be read once another call has written."""
    kinds = (ast.Assign, ast.AugAssign, ast.NamedExpr, ast.Yield)
    for statement in function.of_any(*kinds, *((ast.Return,) if is_read_late else ())):
        yield from _given_as(statement.value, module, dialects)  # type: ignore[attr-defined]
    for call in function.of(ast.Call):
        if not _computes(call, module, dialects):
            for given in all_given(call):
                yield from _given_as(given, module, dialects)


def _returned(function: Function, dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """The attributes whose arrays it gives to who calls it."""
    returned = [statement.value for statement in function.of(ast.Return) if statement.value is not None]
    yield from named_by(returned, function, dialects)


def _run_again(
    functions: Mapping[str, Function], module: Module, models: FileModels, dialects: tuple[Dialect, ...]
) -> frozenset[str]:
    """Those that a function of the file calls more than once, in a loop, or hands on; of what parts run, those of parts
    that it calls so, or into which it writes."""
    again = {name for f in functions.values() for name in _called_again(f)}
    written = (w for f in module.functions.values() for w in written_in(f, dialects))
    is_written = any(isinstance(w, ast.Attribute) and isinstance(w.value, ast.Attribute) for w in written)
    are_parts_again = is_written or bool(again - module.method_names)
    named = {n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Load)} if are_parts_again else set()
    entries = models.notation.entries
    parts = {name for name, kin in models.families.items() if not named.isdisjoint(kin)}
    return frozenset(n for n, f in functions.items() if (f.owner in parts if f.name in entries else f.name in again))


def _called_again(function: Function) -> Iterator[str]:
    """The attributes of the object that it calls several times, or hands on."""
    loops = function.of_any(ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)
    calls = function.of(ast.Call)
    called = [c.func.attr for c in calls if _is_of_self(c.func)]  # type: ignore[attr-defined]
    yield from (name for name, count in Counter(called).items() if count > 1)
    inside = (n.func for loop in loops for n in walk(loop) if isinstance(n, ast.Call))
    yield from (f.attr for f in inside if _is_of_self(f))  # type: ignore[attr-defined]
    yield from (a.attr for c in calls for a in all_given(c) if _is_of_self(a))  # type: ignore[attr-defined]


def _is_of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _given_as(node: ast.expr | None, module: Module, dialects: tuple[Dialect, ...]) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=name):
            if any(e.parameters is None and e.is_view for e in lookup_method(dialects, name)):  # `.data`
                yield from _given_as(node.value, module, dialects)
            else:
                yield name
        case ast.Subscript(value=inner) | ast.Starred(value=inner) | ast.NamedExpr(value=inner):
            yield from _given_as(inner, module, dialects)
        case ast.IfExp(body=one, orelse=other):
            yield from _given_as(one, module, dialects)
            yield from _given_as(other, module, dialects)
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _given_as(part, module, dialects)
        case ast.ListComp(elt=inner) | ast.GeneratorExp(elt=inner) | ast.SetComp(elt=inner) | ast.DictComp(value=inner):
            yield from _given_as(inner, module, dialects)
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            lines = lookup_method(dialects, name)
            if any(e.is_view or e.writes for e in lines):
                yield from _given_as(inner, module, dialects)


def _computes(call: ast.Call, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """The framework's, or Python's own, which keeps nothing of what it is given."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING:
        return False
    name = module.qualified_name(call.func)
    if name is not None:
        return name not in _HOLDING and (name.startswith("builtins.") or bool(lookup(dialects, name)))
    return isinstance(call.func, ast.Attribute) and bool(lookup_method(dialects, call.func.attr))
