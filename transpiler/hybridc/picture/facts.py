"""What is known of a file's names: layers, functions of its own, and what shares memory with what."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hybridc.core.source import Source
from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.picture.bindings import bindings
from hybridc.picture.effects import Effect, attributes, surely_bound, surely_filled
from hybridc.program.languages import active_dialects
from hybridc.program.models import METHODS_OF_CONTAINERS, FileModels, file_models, own_name
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.dataflow import calls_in
from hybridc.syntax.in_place import asks_to_write, changed_in_place
from hybridc.syntax.module import Function, Module, read_module
from hybridc.syntax.walking import statements

_NONE: frozenset[str] = frozenset()
_HANDING_ON = frozenset(  # what these give holds what they are given
    f"builtins.{n}"
    for n in ("dict", "enumerate", "filter", "iter", "list", "map", "next", "reversed", "set", "sorted", "tuple", "zip")
)


@dataclass
class Facts:
    """The facts of a file that its pictures are drawn by."""

    module: Module
    dialects: tuple[Dialect, ...]
    models: FileModels | None
    _made: dict[str, dict[str, tuple[ast.expr, ...]]] = field(default_factory=dict)
    _effects: dict[str, Effect] = field(default_factory=dict)
    _set: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Source) -> Facts:
        module = read_module(source.tree)
        dialects = active_dialects(module)
        return cls(module, dialects, file_models(module, dialects))

    def entries(self, name: ast.expr, local: frozenset[str] = _NONE) -> tuple[Entry, ...]:
        """The lines of the tables for what an expression names."""
        return lookup(self.dialects, self.module.qualified_name(name, local))

    def function(self, call: ast.Call, owner: Function | None) -> Function | None:
        """The function or the method of the file that is called."""
        local = _NONE if owner is None else owner.locals
        match call.func:
            case ast.Name(id=name) if name not in local:
                return self.module.functions.get(name)
            case ast.Attribute(value=ast.Name(id=base), attr=name) if owner is not None and base == own_name(owner):
                found = None if self.models is None else self.models.method(owner.owner, name, self.module)
                return self.module.functions.get(found or f"{owner.owner}.{name}")
        return None

    def makers(self, owner: Function | None, name: str) -> tuple[ast.expr, ...]:
        """What `self.name` is set to in the class of a method; of classes that are no models, by calls alone."""
        if owner is None or owner.owner is None:
            return ()
        if self.models is not None and owner.owner in self.models.classes:
            return self.models.makers(owner.owner, name)
        if owner.owner not in self._made:
            self._made[owner.owner] = self._made_in(owner.owner)
        return self._made[owner.owner].get(name, ())

    def _made_in(self, cls: str) -> dict[str, tuple[ast.expr, ...]]:
        found: dict[str, tuple[ast.expr, ...]] = {}
        for method in (f for f in self.module.functions.values() if f.owner == cls):
            for statement in method.of(ast.Assign):
                match statement:
                    case ast.Assign(
                        targets=[ast.Attribute(value=ast.Name(id=base), attr=name)], value=ast.Call() as made
                    ):
                        found[name] = (*found.get(name, ()), made) if base == own_name(method) else found.get(name, ())
        return found

    def is_array(self, owner: Function | None, name: str) -> bool:
        """`self.name` holds an array, or what the class computed before."""
        if owner is None or owner.owner is None:
            return False
        if self.models is None or owner.owner not in self.models.classes:
            return True
        if self.models.is_array(owner.owner, name) or self.models.is_computed(owner.owner, name):
            return True
        if f".{name}" in self._set_later(owner.owner):
            return True
        return any(self._is_given(owner.owner, value) for value in self.models.makers(owner.owner, name))

    def _set_later(self, cls: str) -> frozenset[str]:
        """The attributes that methods of a class set, but for its constructor."""
        if cls not in self._set:
            methods = [f for f in self.module.functions.values() if f.owner == cls and f.name != "__init__"]
            self._set[cls] = _NONE.union(*(attributes(f)[1] for f in methods))
        return self._set[cls]

    def _is_given(self, cls: str, value: ast.expr) -> bool:
        """The value is an argument of one of the class's methods, and an array by its type hint."""
        methods = [f for f in self.module.functions.values() if f.owner == cls]
        hints = [f.annotation_of(value.id) for f in methods] if isinstance(value, ast.Name) else []
        return any(re.search(rf"\b{dialect.arrays}\b", hint) for hint in hints for dialect in self.dialects)

    def chain(self, maker: ast.expr, local: frozenset[str] = _NONE) -> list[ast.expr] | None:
        """The parts of one that hands what it is given from part to part; None where they are not written there."""
        match maker:
            case ast.Call(func=func, args=args, keywords=[]) if args and self.is_chain(func, local):
                return None if any(isinstance(a, ast.Starred) or _is_dictionary(a) for a in args) else args
        return None

    def grown(self, maker: ast.expr, owner: Function | None, name: str) -> list[ast.expr] | None:
        """The parts of a chain that begins empty, `self.name`, and gets all of them from statements that are always
        reached: `self.name.add(...)`."""
        match maker:
            case ast.Call(func=func, args=[]) if owner is not None and self.is_chain(func):
                methods = [f for f in self.module.functions.values() if f.owner == owner.owner]
                calls = [c for f in methods for c in f.of(ast.Call) if _is_attribute(added_to(c), own_name(f), name)]
                always = [c for f in methods for c in _always(f.node.body) if c in calls]
                parts = [a for c in always for a in c.args]
                is_known = len(always) == len(calls) and not any(isinstance(a, ast.Starred) for a in parts)
                return parts if is_known and parts else None
        return None

    def is_chain(self, func: ast.expr, local: frozenset[str] = _NONE) -> bool:
        return any(e.is_chain for e in self.entries(func, local))

    def same_memory(self, value: ast.expr | None, owner: Function | None) -> Iterator[str]:
        """The names whose arrays the value may share memory with."""
        local = _NONE if owner is None else owner.locals
        match value:
            case ast.Name(id=name):
                yield name
            case ast.Subscript(value=inner) | ast.Starred(value=inner) | ast.NamedExpr(value=inner):
                yield from self.same_memory(inner, owner)
            case ast.Attribute(value=ast.Name(id=base), attr=name) if owner is not None and base == own_name(owner):
                yield f"{base}.{name}"
            case ast.Attribute(value=inner, attr=name):
                if any(e.is_view for e in lookup_method(self.dialects, name)):
                    yield from self.same_memory(inner, owner)
            case ast.Call():
                yield from (
                    n for given in self._given_back(value, owner, local) for n in self.same_memory(given, owner)
                )
            case _:
                yield from (n for part in _parts(value) for n in self.same_memory(part, owner))

    def _given_back(self, call: ast.Call, owner: Function | None, local: frozenset[str]) -> Sequence[ast.expr]:
        """What a call is given whose memory its result may share."""
        func, args = call.func, call.args
        called = self.function(call, owner)
        if called is not None:
            return given_to(called, call, self.effect(called).gives)
        if self.module.qualified_name(func, local) in _HANDING_ON:
            return args
        if entries := self.entries(func, local):
            return args[:1] if any(e.is_view for e in entries) else []
        if isinstance(func, ast.Attribute):
            is_view = any(e.is_view for e in lookup_method(self.dialects, func.attr))
            return [func.value] if is_view or func.attr in METHODS_OF_CONTAINERS else []
        return []

    def changed(self, statement: ast.stmt, expressions: list[ast.expr], owner: Function | None) -> frozenset[str]:
        """The names whose values the statement changes in place, itself or by what it calls."""
        own = None if owner is None else own_name(owner)
        found = {name for name in changed_in_place(statement) if name != own}
        for call in (c for e in expressions for c in calls_in(e)):
            called = self.function(call, owner)
            if called is not None:
                given = given_to(called, call, self.effect(called).changes)
            elif isinstance(call.func, ast.Attribute) and _writes(lookup_method(self.dialects, call.func.attr), call):
                given = [call.func.value]
            elif _writes(self.entries(call.func, _NONE if owner is None else owner.locals), call):
                given = call.args[:1]
            else:
                continue
            found |= {name for value in given for name in self.same_memory(value, owner)}
        return frozenset(found)

    def changed_at_times(self, expression: ast.expr, owner: Function | None) -> frozenset[str]:
        """The names whose values functions of the file may change that the expression calls, and may not: `x += 1` of a
        parameter is one or the other by what it is given."""
        found: set[str] = set()
        for call in calls_in(expression):
            if (called := self.function(call, owner)) is not None:
                effect = self.effect(called)
                given = given_to(called, call, effect.changes - effect.fills)
                found |= {name for value in given for name in self.same_memory(value, owner)}
        return frozenset(found)

    def effect(self, function: Function) -> Effect:
        """What a call does to its arguments, as far as the file tells; of one that is being looked at, nothing."""
        name = function.qualified_name
        if name not in self._effects:
            self._effects[name] = Effect()
            self._effects[name] = self._effect(function)
        return self._effects[name]

    def _effect(self, function: Function) -> Effect:
        families = {p: {p} for p in function.parameters}
        changed: set[str] = set()
        given: set[str] = set()
        for statement in statements(function.node):
            for name, value in bindings(statement):
                for base in self.same_memory(value, function):
                    for family in families.values():
                        family |= {name.id} if base in family else set()
            if isinstance(statement, ast.Return):
                given |= set(self.same_memory(statement.value, function))
            if isinstance(statement, ast.stmt) and not hasattr(statement, "body"):
                parts = [n for n in ast.iter_child_nodes(statement) if isinstance(n, ast.expr)]
                changed |= self.changed(statement, parts, function)
        called = self._effects_of(function.of(ast.Call), function)
        names = {n.id for n in function.of(ast.Name)} - (function.locals - changed | {*function.parameters})
        names &= self.module.globals.keys()
        read, written = attributes(function)
        bound, always = surely_bound(function)
        return Effect(
            frozenset(p for p, family in families.items() if family & changed),
            surely_filled(function),
            frozenset(p for p, family in families.items() if family & given),
            frozenset(names | read).union(*(e.reads for e in called)),
            frozenset(names & (changed | function.globals_declared) | written).union(*(e.sets for e in called)),
            bound.union(*(e.binds for e in self._effects_of(always, function))),
        )

    def _effects_of(self, calls: Iterable[ast.Call], function: Function) -> list[Effect]:
        called = (self.function(call, function) for call in calls)
        return [self.effect(each) for each in called if each is not None]


def _parts(value: ast.expr | None) -> Sequence[ast.expr]:
    """The parts that the value of an expression may be, or hold."""
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.BoolOp(values=parts):
            return parts
        case ast.Dict(values=parts):
            return parts
        case ast.ListComp(elt=element, generators=generators) | ast.GeneratorExp(elt=element, generators=generators):
            return [element, *(g.iter for g in generators)]
        case ast.DictComp(value=element, generators=generators):
            return [element, *(g.iter for g in generators)]
    return []


def arguments(function: Function, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """The arguments of a call, with the parameters that they go to."""
    names = function.positional[1:] if function.owner is not None else function.positional
    for name, value in zip(names, call.args, strict=False):
        if isinstance(value, ast.Starred):
            break
        yield name, value
    yield from ((k.arg, k.value) for k in call.keywords if k.arg is not None)


def given_to(function: Function, call: ast.Call, parameters: frozenset[str]) -> list[ast.expr]:
    """The arguments of a call that go to some parameters."""
    return [value for parameter, value in arguments(function, call) if parameter in parameters]


def added_to(value: ast.expr) -> ast.expr | None:
    """What a call adds to: `net` of `net.add(layer)`."""
    match value:
        case ast.Call(func=ast.Attribute(value=base, attr="add" | "append"), args=[_, *_], keywords=[]):
            return base
    return None


def _is_attribute(node: ast.expr | None, own: str | None, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=base), attr=attribute):
            return base == own and attribute == name
    return False


def _always(body: Sequence[ast.stmt]) -> Iterator[ast.Call]:
    """The calls that are statements of a function's body, under no condition."""
    for statement in body:
        match statement:
            case ast.With(body=inner):
                yield from _always(inner)
            case ast.Expr(value=ast.Call() as call):
                yield call


def _writes(entries: tuple[Entry, ...], call: ast.Call) -> bool:
    return any(asks_to_write(call, e) for e in entries)


def _is_dictionary(part: ast.expr) -> bool:
    """`OrderedDict(...)`, which names the parts."""
    return isinstance(part, ast.Dict) or (isinstance(part, ast.Call) and ast.unparse(part.func).endswith("Dict"))
