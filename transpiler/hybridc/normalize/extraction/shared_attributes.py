"""Attributes of an object that may hold one array, which a method changes in place: a function made of the method takes
each attribute as an argument of its own, and would change one of them alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hybridc.dialects.table import Dialect
from hybridc.normalize.extraction.unfit import Unfit
from hybridc.program.attributes_written import attributes_named, named_by, written_in
from hybridc.program.same_objects import given_objects, is_new, same_objects
from hybridc.syntax.dataflow import base_name, names_read
from hybridc.syntax.in_place import CHANGING_METHODS, given_to_write
from hybridc.syntax.module import Module
from hybridc.syntax.walking import pairs, walk

_NOTHING: frozenset[str] = frozenset()
_PLAIN = frozenset({"int", "float", "complex", "bool", "str"})  # of which no one sees a change
_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.JoinedStr)


@dataclass
class _Routine:
    """A function of the file, or a method, of which variables are named after."""

    name: str
    node: ast.FunctionDef
    own: str | None = None  # what a method calls its object
    changed: list[tuple[ast.AST, ast.expr]] = field(default_factory=list)
    attributes: list[tuple[ast.AST, str]] = field(default_factory=list)  # that it sets
    called: set[str] = field(default_factory=set)


class SharedAttributes:
    """What the methods of a class do to arrays that two of its attributes may hold.

    Objects are told apart by where the class makes them or is given them; which one an attribute holds at a time is
    not asked. `hints` are the types of attributes, where they are known.
    """

    def __init__(
        self, cls: ast.ClassDef, hints: Mapping[str, str], module: Module, dialects: tuple[Dialect, ...]
    ) -> None:
        self.module = module
        self.dialects = dialects
        self.plain = frozenset(f"self.{n}" for n, hint in hints.items() if hint in _PLAIN)
        methods = [f for f in cls.body if isinstance(f, ast.FunctionDef) and f.args.args]
        self.methods = {f.name: _Routine(f"{cls.name}.{f.name}", f, f.args.args[0].arg) for f in methods}
        own = {r.node for r in self.methods.values()}
        beside = {n: f.node for n, f in module.functions.items() if f.owner is None and f.node not in own}
        self.functions = {n: _Routine(n, node) for n, node in beside.items()}
        self.flows: dict[str, set[str]] = {}  # variables, by those or the objects that they are given
        self.objects: dict[str, frozenset[str]] = {}

    def unfit(self) -> dict[str, Unfit]:
        """By qualified names of methods, why they stay Python: they change or set an attribute of those."""
        if not any(self._keeps(r) for r in self.methods.values()):
            return {}
        for routine in (*self.methods.values(), *self.functions.values()):
            self._read(routine)
        holders = [v for v in self.flows if v.startswith("self.") and v not in self.plain]
        self.objects = {v: self._reached(v) for v in self.flows}
        written = _NOTHING.union(*(self._written(r) for r in (*self.methods.values(), *self.functions.values())))
        written |= _NOTHING.union(*map(self._reached, self._written_around()))
        groups: dict[str, list[str]] = {}  # objects that several attributes may hold, and that are written
        for variable in sorted(holders):
            for each in self.objects[variable] & written:
                groups.setdefault(each, []).append(variable)
        groups = {each: names for each, names in groups.items() if len(names) > 1}
        if not groups:
            return {}
        return {r.name: found for r in self.methods.values() if (found := self._objection(r, groups)) is not None}

    def _written_around(self) -> set[str]:
        """Variables whose arrays the file writes: attributes of an object, `p.c += 1`, what names have of one, and what
        the constructor was given, `p = K(x); x += 1`."""
        written = [*written_in(self.module, self.dialects)]
        by_name = named_by(written, self.module, self.dialects)
        found = {f"self.{name}" for name in (*attributes_named(written, self.dialects), *by_name)}
        names = {base_name(target) for target in written}
        constructor = self.methods.get("__init__")
        if constructor is None:
            return found
        for call in self.module.of(ast.Call):
            if isinstance(call.func, ast.Name) and f"{call.func.id}.__init__" == constructor.name:
                given = _arguments(constructor, call)
                found |= {f"{constructor.name}:{place}" for place, value in given if names & {*names_read(value)}}
        return found

    def _keeps(self, routine: _Routine) -> bool:
        """It gives an attribute what another name holds as well: without that, none share anything."""
        for node in walk(routine.node):
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets):
                if len(node.targets) > 1 or any(True for _ in same_objects(node.value)):
                    return True
        return False

    def _objection(self, routine: _Routine, groups: Mapping[str, list[str]]) -> Unfit | None:
        for node, target in routine.changed:
            for each in sorted(self._objects_of(routine, target) & groups.keys()):
                one, other = groups[each][:2]
                return Unfit(node, f"it changes an array that both `{one}` and `{other}` may hold", is_told=True)
        for called in sorted(routine.called):
            if any(self._written(r) & groups.keys() for r in self._reach(called)):
                return Unfit(
                    routine.node,
                    f"it calls `{called}`, which changes an array that two attributes may hold",
                    is_told=True,
                )
        for node, attribute in routine.attributes:
            for each in sorted(self.objects.get(attribute, _NOTHING) & groups.keys()):
                other = next(name for name in groups[each] if name != attribute)
                why = f"it sets `{attribute}`, and what that and `{other}` may both hold is changed in place elsewhere"
                return Unfit(node, why, is_told=True)
        return None

    def _reach(self, called: str) -> list[_Routine]:
        """The function and those that it calls."""
        found: dict[str, _Routine] = {}
        waiting = [called]
        while waiting:
            name = waiting.pop()
            routine = self.functions.get(name)
            if routine is not None and name not in found:
                found[name] = routine
                waiting += routine.called
        return [*found.values()]

    def _read(self, routine: _Routine) -> None:
        """Notes what the function binds, changes and calls."""
        for node in walk(routine.node):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in pairs(t, value)):
                        self._bind(routine, node, target, given)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(routine, node, target, value)
                case ast.NamedExpr(target=target, value=value):
                    self._bind(routine, node, target, value)
                case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                    self._bind(routine, node, target, value)
                case ast.AugAssign(target=target):
                    routine.changed.append((node, target))
                    for name in self._bound(routine, target):
                        if name.startswith("self.") and not isinstance(target, ast.Subscript):
                            routine.attributes.append((node, name))
                            made = f"new {node.lineno}:{node.col_offset}"  # of what was a number
                            self.flows.setdefault(name, set()).add(made)
                case ast.Return(value=ast.expr() as value):
                    self._give(f"{routine.name}:return", routine, value)
                    for index, each in enumerate(value.elts if isinstance(value, ast.Tuple) else ()):
                        self._give(f"{routine.name}:return.{index}", routine, each)
                case ast.Call():
                    self._read_call(routine, node)

    def _read_call(self, routine: _Routine, call: ast.Call) -> None:
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr in CHANGING_METHODS:
            routine.changed.append((call, function.value))
            for name in self._bound(routine, function.value):
                for given in call.args:
                    self._give(name, routine, given)
        elif isinstance(function, ast.Attribute) and function.attr.endswith("_") and not function.attr.endswith("__"):
            routine.changed.append((call, function.value))
        routine.changed += ((call, given) for given in given_to_write(call))
        callee = self._callee(routine, call)
        if callee is None:
            return
        for place, value in _arguments(callee, call):
            self._give(f"{callee.name}:{place}", routine, value)
        if callee.own is None:
            routine.called.add(callee.name)

    def _callee(self, routine: _Routine, call: ast.Call) -> _Routine | None:
        match call.func:
            case ast.Attribute(value=ast.Name(id=own), attr=name) if own == routine.own:
                return self.methods.get(name)
            case ast.Name(id=name):
                return self.functions.get(name)
        return None

    def _bind(self, routine: _Routine, node: ast.AST, target: ast.expr, value: ast.expr) -> None:
        for part, place in _parts(target):
            if isinstance(part, ast.Subscript):
                routine.changed.append((node, part))
            for name in self._bound(routine, part):
                if name.startswith("self.") and isinstance(part, ast.Attribute):
                    routine.attributes.append((node, name))
                self._give(name, routine, value, place)

    def _give(self, name: str, routine: _Routine, value: ast.expr, place: str = "") -> None:
        self.flows.setdefault(name, set()).update(self._sources(routine, value, place))

    def _bound(self, routine: _Routine, target: ast.expr) -> Iterator[str]:
        """The variable that a target is, or is a part of."""
        while isinstance(target, ast.Subscript | ast.Starred | ast.Attribute):
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                if target.value.id == routine.own:
                    yield f"self.{target.attr}"
                    return
            target = target.value
        if isinstance(target, ast.Name):
            yield f"{routine.name}:{target.id}"

    def _sources(self, routine: _Routine, value: ast.expr, place: str = "") -> Iterator[str]:
        """Variables that may hold what the expression gives, or one of its parts, or where it makes a new object."""
        waiting = [*same_objects(value)]
        is_made = not waiting and not isinstance(value, _ARITHMETIC)
        while waiting:
            match waiting.pop():
                case ast.Attribute() as attribute:
                    yield from self._bound(routine, attribute)
                case ast.Name(id=name):
                    yield f"{routine.name}:{name}"
                case ast.Call() as call:
                    if (callee := self._callee(routine, call)) is not None:
                        yield f"{callee.name}:return{place if place in _places_returned(callee) else ''}"
                    elif is_new(call, self.module.qualified_name(call.func, frozenset()), self.dialects):
                        is_made = True
                    else:
                        is_made = True
                        waiting += given_objects(call)
        if is_made or isinstance(value, ast.BinOp):
            yield f"new {getattr(value, 'lineno', 0)}:{getattr(value, 'col_offset', 0)}{place}"

    def _objects_of(self, routine: _Routine, target: ast.expr) -> frozenset[str]:
        found = {each for source in self._sources(routine, target) for each in self._reached(source)}
        return frozenset(found)

    def _written(self, routine: _Routine) -> frozenset[str]:
        return _NOTHING.union(*(self._objects_of(routine, target) for _, target in routine.changed))

    def _reached(self, variable: str) -> frozenset[str]:
        """The objects that the variable may hold: those made for it, and what nothing in the file says more of."""
        if variable in self.objects:
            return self.objects[variable]
        seen: set[str] = set()
        waiting = [variable]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += self.flows.get(name, ())
        return frozenset(n for n in seen if n not in self.flows and n not in self.plain)


def _arguments(callee: _Routine, call: ast.Call) -> list[tuple[str, ast.expr]]:
    places = [*callee.node.args.posonlyargs, *callee.node.args.args][callee.own is not None :]
    return [
        *zip((p.arg for p in places), call.args, strict=False),
        *((k.arg, k.value) for k in call.keywords if k.arg is not None),
    ]


def _parts(target: ast.expr, place: str = "") -> Iterator[tuple[ast.expr, str]]:
    """The targets in a target, and which part of what is assigned each is given."""
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, place
        return
    is_plain = not place and not any(isinstance(e, ast.Starred) for e in target.elts)
    for index, each in enumerate(target.elts):
        yield from _parts(each, f".{index}" if is_plain else place)


def _places_returned(routine: _Routine) -> frozenset[str]:
    """The places of what every `return` gives one by one."""
    returned = [n.value for n in walk(routine.node) if isinstance(n, ast.Return) and n.value is not None]
    counts = {len(r.elts) if isinstance(r, ast.Tuple) else 0 for r in returned}
    return frozenset(f".{index}" for index in range(min(counts, default=0)))
