"""Parameters that are taken for numbers because the text says so: by a test, a hint or a default.

None of these proves it: an array of one element has a truth value, and a caller may give an array for a parameter whose
default is 1.0. So what is decided by such a parameter being a number is checked while tracing (`FunctionPlan.numbers`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from hybridc.analysis.dataflow import free_names, names_read, targets_bound
from hybridc.analysis.demand import lookup, lookup_method
from hybridc.analysis.module import Function, Module
from hybridc.analysis.walking import walk
from hybridc.dialects.table import Dialect

_NOTHING: frozenset[str] = frozenset()
_DISPLAYS = (ast.Tuple, ast.List, ast.Set)
_SCOPES = (ast.FunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Evident:
    """Parameters that are taken for numbers, and what that has to do with other names."""

    parameters: frozenset[str] = _NOTHING
    made_of: Mapping[str, frozenset[str]] = field(default_factory=dict)  # names, by those of which they are computed
    held_with: Mapping[str, frozenset[str]] = field(default_factory=dict)  # names, by others for the same object

    def under(self, names: Iterable[str]) -> frozenset[str]:
        """The parameters from which what the names hold is computed."""
        return _NOTHING.union(*(self.made_of.get(n, _NOTHING) for n in names))

    def same_as(self, name: str) -> frozenset[str]:
        """The parameters whose very value the name may hold."""
        return self.parameters & (self.held_with.get(name, _NOTHING) | {name})

    def is_seen(self, name: str) -> bool:
        """Were it an array, a caller or another name might see it change."""
        return name in self.parameters or bool(self.held_with.get(name))


def evident(function: Function, parameters: frozenset[str], module: Module, dialects: tuple[Dialect, ...]) -> Evident:
    """What follows for the names of a function, of which these parameters are taken for numbers."""
    if not parameters:
        return Evident()
    return _Flows(function, module, dialects).of(parameters)


class _Flows:
    """Where values go in a function, whatever the order of its statements."""

    def __init__(self, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.function = function
        self.module = module
        self.dialects = dialects
        inner = [f for f in function.of(ast.FunctionDef) if f is not function.node]
        self.nested = {f.name: f for f in inner}
        found = [r.value for f in inner for r in walk(f) if isinstance(r, ast.Return) and r.value is not None]
        self.returned = [*found, *(f.body for f in function.of(ast.Lambda))]

    def of(self, parameters: frozenset[str]) -> Evident:
        made: dict[str, set[str]] = {name: {*free_names(f)} for name, f in self.nested.items()}
        held: list[set[str]] = []
        for target, value, is_changed in self._bindings():
            names = targets_bound(target)
            read = names_read(value)
            for name in names:
                made.setdefault(name, set()).update(read)
            if not is_changed and (same := set(self._same_objects(value))):
                held.append(same | names)
        made_of = _closed(made, parameters)
        return Evident(parameters, made_of, _classes(held))

    def _bindings(self) -> Iterator[tuple[ast.expr, ast.expr, bool]]:
        """Targets, what they are given, and whether it only changes what they hold."""
        kinds = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.Call)
        for node in self.function.of_any(*kinds):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in _pairs(t, value)):
                        yield target, given, False
                case ast.AugAssign(target=target, value=value):
                    yield target, value, True
                case ast.NamedExpr(target=target, value=value):
                    yield target, value, False
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    yield target, value, False
                case ast.For(iter=ast.Call(func=ast.Name(id="range"))):
                    continue
                case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
                    yield target, iterated, False
                case ast.Call(func=ast.Attribute(value=ast.Name() as holder), args=arguments):  # `out.append(x)`
                    if holder.id in self.function.locals:
                        yield from ((holder, argument, False) for argument in arguments)
                case ast.Call(func=ast.Name(id=called), args=arguments) if called in self.nested:
                    taken = self.nested[called].args
                    places = [ast.Name(a.arg, ast.Store()) for a in (*taken.posonlyargs, *taken.args)]
                    yield from ((p, argument, False) for p, argument in zip(places, arguments, strict=False))

    def _same_objects(self, value: ast.expr) -> Iterator[str]:
        """Names that may hold what the expression gives, or a part of it."""
        match value:
            case ast.Name(id=name):
                yield name
            case ast.IfExp(body=one, orelse=other):
                yield from (*self._same_objects(one), *self._same_objects(other))
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values) | ast.Set(elts=values):
                for each in values:
                    yield from self._same_objects(each)
            case ast.Dict(values=values):
                for each in values:
                    yield from self._same_objects(each)
            case ast.Subscript(value=inner) | ast.Attribute(value=inner) | ast.Starred(value=inner):
                yield from self._same_objects(inner)
            case ast.NamedExpr(target=ast.Name(id=name), value=inner):
                yield name
                yield from self._same_objects(inner)
            case ast.ListComp(elt=inner) | ast.SetComp(elt=inner) | ast.GeneratorExp(elt=inner):
                yield from self._same_objects(inner)
            case ast.BinOp(left=left, right=right) if isinstance(left, _DISPLAYS) or isinstance(right, _DISPLAYS):
                yield from (*self._same_objects(left), *self._same_objects(right))
            case ast.Call() if not self._is_new(value):
                holder = [value.func] if isinstance(value.func, ast.Attribute) else []
                for each in (*holder, *value.args, *(k.value for k in value.keywords)):
                    yield from self._same_objects(each)
                if isinstance(value.func, ast.Name) and value.func.id in self.function.locals:
                    waiting, self.returned = self.returned, []  # which may hold calls in turn
                    for returned in waiting:
                        yield from self._same_objects(returned)
                    self.returned = waiting

    def _is_new(self, call: ast.Call) -> bool:
        """What the call gives is none of its arguments."""
        name = self.module.qualified_name(call.func, self.function.locals)
        entries = lookup(self.dialects, name)
        if name is None and isinstance(call.func, ast.Attribute):
            entries = lookup_method(self.dialects, call.func.attr)
        is_kept = any(e.is_view or e.back is not None or e.takes_lists or e.writes for e in entries)
        return bool(entries) and not is_kept and name not in _MAY_BE_GIVEN


_MAY_BE_GIVEN = frozenset(
    f"builtins.{n}"
    for n in ("min", "max", "sum", "list", "tuple", "dict", "zip", "enumerate", "reversed", "sorted", "map", "iter")
)


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What each target is given, where an assignment shows that one by one."""
    match target, value:
        case ast.Tuple(elts=targets) | ast.List(elts=targets), ast.Tuple(elts=values) | ast.List(elts=values):
            if len(targets) == len(values) and not any(isinstance(e, ast.Starred) for e in (*targets, *values)):
                return [pair for t, v in zip(targets, values, strict=True) for pair in _pairs(t, v)]
    return [(target, value)]


def _closed(made: Mapping[str, set[str]], parameters: frozenset[str]) -> dict[str, frozenset[str]]:
    """By names, the parameters that any of what they are computed from is computed from."""
    found = {name: frozenset({name}) for name in parameters}
    waiting = list(parameters)
    users: dict[str, list[str]] = {}
    for name, read in made.items():
        for other in read:
            users.setdefault(other, []).append(name)
    while waiting:
        name = waiting.pop()
        for user in users.get(name, ()):
            known = found.get(user, _NOTHING)
            if not found[name] <= known:
                found[user] = known | found[name]
                waiting.append(user)
    return found


def _classes(held: list[set[str]]) -> dict[str, frozenset[str]]:
    """By names, the others that may hold the same object."""
    found: dict[str, set[str]] = {}
    for names in held:
        joined = set(names).union(*(found[n] for n in names if n in found))
        for name in joined:
            found[name] = joined
    return {name: frozenset(names - {name}) for name, names in found.items()}


def asked_what_it_is(function: Function, name: str) -> bool:
    """The function itself tells arrays from numbers: `isinstance(x, float)`, `np.ndim(x) == 0`."""
    for call in function.of(ast.Call):
        called = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if called in _QUESTIONS and any(isinstance(n, ast.Name) and n.id == name for a in call.args for n in walk(a)):
            return True
    return False


_QUESTIONS = frozenset({"isinstance", "type", "hasattr", "callable", "ndim", "isscalar", "size", "shape", "is_tensor"})
