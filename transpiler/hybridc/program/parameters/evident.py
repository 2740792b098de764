"""Parameters that are taken for numbers because the text says so: by a test, a hint or a default.

None of these proves it: an array of one element has a truth value, and a caller may give an array for a parameter whose
default is 1.0. So what is decided by such a parameter being a number is checked while tracing (`FunctionPlan.numbers`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from hybridc.dialects.table import Dialect
from hybridc.program.same_objects import given_objects, is_new, same_objects
from hybridc.syntax.dataflow import free_names, names_read, targets_bound
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import pairs, walk

_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Evident:
    """Parameters that are taken for numbers, and what that has to do with other names."""

    parameters: frozenset[str] = _NOTHING
    made_of: Mapping[str, frozenset[str]] = field(default_factory=dict)  # names, by those of which they are computed
    held_with: Mapping[str, frozenset[str]] = field(default_factory=dict)  # names, by others for the same object
    bound_to: Mapping[str, frozenset[str]] = field(default_factory=dict)  # names, by those whose value they are given

    def under(self, names: Iterable[str]) -> frozenset[str]:
        """The parameters from which what the names hold is computed."""
        return _NOTHING.union(*(self.made_of.get(n, _NOTHING) for n in names))

    def same_as(self, name: str) -> frozenset[str]:
        """The parameters whose very value the name may hold."""
        sources = self.bound_to.get(name, _NOTHING)
        return self.parameters & sources.union({name}, *(self.held_with.get(s, _NOTHING) for s in sources))

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
        bound: dict[str, set[str]] = {}
        for target, value, is_changed in self._bindings():
            names = targets_bound(target)
            read = names_read(value)
            for name in names:
                made.setdefault(name, set()).update(read)
            if not is_changed and (same := set(self._same_objects(value))):
                held.append(same | names)
                for node in walk(target):  # `x[0] = y` makes `x` no other object
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                        bound.setdefault(node.id, set()).update(same - {node.id})
        made_of = _closed(made, parameters)
        return Evident(parameters, made_of, _classes(held), {name: frozenset(b) for name, b in bound.items()})

    def _bindings(self) -> Iterator[tuple[ast.expr, ast.expr, bool]]:
        """Targets, what they are given, and whether it only changes what they hold."""
        kinds = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.Call)
        for node in self.function.of_any(*kinds):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in pairs(t, value)):
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
        waiting = [*same_objects(value)]
        is_returned = False  # what nested functions return, which may hold calls in turn
        while waiting:
            match waiting.pop():
                case ast.Name(id=name):
                    yield name
                case ast.Attribute(value=holder):
                    waiting += same_objects(holder)
                case ast.Call() as call if not self._is_new(call):
                    waiting += given_objects(call)
                    if isinstance(call.func, ast.Name) and call.func.id in self.function.locals and not is_returned:
                        is_returned = True
                        waiting += (each for r in self.returned for each in same_objects(r))

    def _is_new(self, call: ast.Call) -> bool:
        return is_new(call, self.module.qualified_name(call.func, self.function.locals), self.dialects)


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
