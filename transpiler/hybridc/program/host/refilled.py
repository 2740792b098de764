"""Arrays of NumPy's that host code gives to compiled functions and then writes into: on CPUs these read them where they
lie, and may do so once the call has returned."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from hybridc.dialects import ALL
from hybridc.program.host.code import SCOPES, HostScope, host_scopes
from hybridc.program.host.writers import HostCallees, counting_attributes
from hybridc.program.plans import Program
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import base_name, blocks, calls_in, expressions, names_read
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.walking import all_given, children, walk

_WAITING = frozenset({"builtins.float", "builtins.int", "builtins.bool", "numpy.asarray", "numpy.array"})


def refilled(program: Program, callees: HostCallees) -> dict[str, ast.Call]:
    """Functions that host code has to wait for before it goes on, as it does for NumPy's arrays; a call of each."""
    compiled = frozenset(n for n, p in program.compiled.items() if not p.gives_numpy)
    if not compiled:
        return {}
    attributes = _written_attributes(program)
    reached = _reached(program, compiled)
    scopes = (_Refills(scope, program, callees, reached, attributes) for scope in host_scopes(program))
    return {name: call for each in scopes for name, call in each.found()}


def _reached(program: Program, compiled: frozenset[str]) -> dict[str, frozenset[str]]:
    """By the names of functions and methods, the compiled ones that they call or are."""
    reached = {name: frozenset({name}) for name in compiled}
    calls: dict[str, set[str]] = {}
    for function in program.module.functions.values():
        if program.compiled_as(function.qualified_name) is None:
            named = {getattr(c.func, "id", getattr(c.func, "attr", "")) for c in function.of(ast.Call)}
            calls.setdefault(function.name, set()).update(named)
    before = -1
    while before != (before := sum(map(len, reached.values()))):
        for name, called in calls.items():
            found = frozenset[str]().union(*(reached.get(c, ()) for c in called), reached.get(name, ()))
            reached |= {name: found} if found else {}
    return reached


def _written_attributes(program: Program) -> frozenset[str]:
    """Attributes whose arrays the file writes into."""
    found: set[str] = set()
    made = [(t, False) for s in program.module.of(ast.Assign) for t in s.targets]
    for target, is_operator in (*made, *((s.target, True) for s in program.module.of(ast.AugAssign))):
        held: ast.expr = target
        while isinstance(held, ast.Subscript):
            held = held.value
        if isinstance(held, ast.Attribute) and (held is not target or is_operator):
            found.add(held.attr)
    return frozenset(found) - counting_attributes(program.module)


@dataclass(frozen=True)
class _At:
    """A statement of the scope: its place, and the loops that it stands in."""

    place: int
    statement: ast.stmt
    loops: frozenset[ast.stmt]


@dataclass
class _Refills:
    scope: HostScope
    program: Program
    callees: HostCallees
    reached: dict[str, frozenset[str]]  # compiled functions, by the names of what calls them
    attributes: frozenset[str]  # whose arrays are written somewhere

    def found(self) -> Iterator[tuple[str, ast.Call]]:
        for at in self._statements:
            for call in (c for e in expressions(at.statement) for c in calls_in(e)):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                if name not in self.reached or (isinstance(call.func, ast.Name) and name in self.scope.hidden):
                    continue
                if self._waits(at.statement, call):
                    continue
                given = self._arrays_given(call, name)
                held = {n.attr for n in given if isinstance(n, ast.Attribute)} - _attributes_bound(at.statement)
                is_held = not self.attributes.isdisjoint(held)
                shown = {self._group(n.id) for n in given if isinstance(n, ast.Name)}
                if is_held or self._is_written_behind(at, shown):
                    yield from ((function, call) for function in self.reached[name])

    def _waits(self, statement: ast.stmt, call: ast.Call) -> bool:
        """The statement takes elements, or a number, of what the call gives: `u[...] = fill(u)`, `float(f(u))`."""
        if getattr(statement, "value", None) is call and statement in self.program.host_writes:
            return True
        if isinstance(statement, ast.Assign) and statement.value is call:
            targets = [t for t in statement.targets if isinstance(t, ast.Subscript)]
            if any(isinstance(n, ast.Slice) for t in targets for n in walk(t.slice)):
                return True
        around = (c for e in expressions(statement) for c in calls_in(e) if call in c.args)
        return any(self.program.module.qualified_name(c.func, self.scope.hidden) in _WAITING for c in around)

    @cached_property
    def _statements(self) -> list[_At]:
        found: list[_At] = []
        _note_statements(self.scope.node.body, frozenset(), found)
        return found

    @cached_property
    def _writes(self) -> dict[str, list[_At]]:
        """The statements that write arrays, by the groups of these."""
        found: defaultdict[str, list[_At]] = defaultdict(list)
        for at in self._statements:
            for name in self._written(at.statement):
                found[self._group(name)].append(at)
        return found

    def _is_written_behind(self, call: _At, shown: set[str]) -> bool:
        bound = changed_or_bound(call.statement)
        for group in shown:
            for write in reversed(self._writes.get(group, ())):
                if write.place <= call.place and not call.loops:
                    break
                if self._is_behind(write, call, shown, bound):
                    return True
        return False

    def _is_behind(self, write: _At, call: _At, shown: set[str], bound: AbstractSet[str]) -> bool:
        """The write may come after the call, which binds those names, and does not wait for what the call gives."""
        value = getattr(write.statement, "value", None)
        if isinstance(write.statement, ast.AugAssign) and getattr(write.statement.target, "id", "") in bound:
            return False  # `u = f(u)`, and `u += 1` makes of the result another array
        if write.statement is call.statement or (isinstance(value, ast.expr) and names_read(value) & bound):
            return False
        around = write.loops & call.loops
        if write.place > call.place:
            return True
        return any(not self._is_made_anew(loop, write, shown) for loop in around)

    def _is_made_anew(self, loop: ast.stmt, write: _At, shown: set[str]) -> bool:
        """Each turn of the loop makes the array before it is written."""
        bindings = (a for a in self._statements if loop in a.loops and a.place < write.place)
        return any(
            isinstance(t, ast.Name) and self._group(t.id) in shown and self._is_new(a.statement.value)
            for a in bindings
            if isinstance(a.statement, ast.Assign)
            for t in a.statement.targets
        )

    def _written(self, statement: ast.stmt) -> frozenset[str]:
        """Names of arrays that the statement writes into."""
        names = changed_in_place(statement)
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            names -= {statement.target.id} if statement.target.id not in self._arrays else frozenset()
        if isinstance(getattr(statement, "target", None), ast.Attribute):
            return frozenset()
        for call in (c for e in expressions(statement) for c in calls_in(e)):
            written = self.callees.arrays_written(call, self.scope.hidden)
            names |= {n for each in written if (n := base_name(each)) is not None}
        return names

    @cached_property
    def _arrays(self) -> frozenset[str]:
        """Names that the scope shows to be arrays: NumPy makes them, or they are cut or written by index."""
        found = {base_name(n) or "" for s in self._statements for n in _subscripts(s.statement)}
        for at in self._statements:
            if isinstance(at.statement, ast.Assign) and isinstance(at.statement.value, ast.Call):
                path = self.program.module.qualified_name(at.statement.value.func, self.scope.hidden)
                if path is not None and lookup(ALL, path):
                    found |= {n.id for t in at.statement.targets for n in walk(t) if isinstance(n, ast.Name)}
        return frozenset(found)

    def _arrays_given(self, call: ast.Call, name: str) -> list[ast.Name | ast.Attribute]:
        """The names and attributes that arguments show the arrays of."""
        plan = self.program.compiled_as(name)
        given = {} if plan is None else arguments_given(plan.function, call)
        arrays = [a for p, a in given.items() if plan is not None and p not in plan.arguments.static_parameters]
        arrays += [] if given else all_given(call)
        return [shown for a in arrays for shown in self._shown(a)]

    def _shown(self, value: ast.expr) -> Iterator[ast.Name | ast.Attribute]:
        """The arrays whose memory the value may be, or lie in."""
        if isinstance(value, ast.Name):
            yield value
            return
        if isinstance(value, ast.Attribute):
            yield value
        if not self._is_new(value):
            inner = [value.func.value] if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else []
            parts = [*inner, *value.args] if isinstance(value, ast.Call) else children(value)
            for part in parts:
                if isinstance(part, ast.expr):
                    yield from self._shown(part)

    def _is_new(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Call):
            path = self.program.module.qualified_name(value.func, self.scope.hidden)
            name = getattr(value.func, "id", "")
            entries = lookup(ALL, path) if path is not None else ()
            if path is None and isinstance(value.func, ast.Attribute):
                entries = lookup_method(ALL, value.func.attr)
            is_copy = value.func.attr in ("copy", "astype") if isinstance(value.func, ast.Attribute) else False
            return is_copy or name in self.reached or (bool(entries) and not any(e.is_view for e in entries))
        return isinstance(value, ast.BinOp | ast.UnaryOp | ast.Compare | ast.Constant | ast.ListComp | ast.List)

    def _group(self, name: str) -> str:
        """One name for all that may show the same array."""
        while name in self._same:
            name = self._same[name]
        return name

    @cached_property
    def _same(self) -> dict[str, str]:
        same: dict[str, str] = {}
        for at in self._statements:
            match at.statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if not self._is_new(value):
                    pairs = [(name, n.id) for n in self._shown(value) if isinstance(n, ast.Name)]
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                    bound = [t.id for t in targets if isinstance(t, ast.Name)]
                    given = (n.id for v in values for n in self._shown(v) if isinstance(n, ast.Name))
                    pairs = [(name, other) for other in given for name in bound]
                case ast.For(target=ast.Name(id=name), iter=ast.Name(id=rows)):
                    pairs = [(name, rows)]
                case _:
                    pairs = []
            for one, other in pairs:
                while one in same:
                    one = same[one]
                while other in same:
                    other = same[other]
                if one != other:
                    same[one] = other
        return same


def _note_statements(body: list[ast.stmt], loops: frozenset[ast.stmt], found: list[_At]) -> None:
    for statement in body:
        found.append(_At(len(found), statement, loops))
        inside = loops | {statement} if isinstance(statement, ast.For | ast.AsyncFor | ast.While) else loops
        for block in blocks(statement) if not isinstance(statement, SCOPES) else ():
            _note_statements(block, inside, found)


def _attributes_bound(statement: ast.stmt) -> frozenset[str]:
    """Attributes that the statement gives another array: `result, self.u = _grid_step(self.u)`."""
    targets = getattr(statement, "targets", ())
    parts = (part for t in targets for part in getattr(t, "elts", [t]))
    return frozenset(part.attr for part in parts if isinstance(part, ast.Attribute))


def changed_or_bound(statement: ast.stmt) -> frozenset[str]:
    """Names that the statement binds."""
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    return frozenset(n.id for t in targets if t is not None for n in walk(t) if isinstance(n, ast.Name))


def _subscripts(statement: ast.stmt) -> Iterator[ast.Subscript]:
    yield from (n for n in walk(statement) if isinstance(n, ast.Subscript))
