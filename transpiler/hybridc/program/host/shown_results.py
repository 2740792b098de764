"""Compiled functions whose results host code shares with what it writes: a change of one is seen through the other."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from hybridc.domain.host_groups import At, Given, Key, Written
from hybridc.program.host.code import SCOPES
from hybridc.program.host.flows import HostFlows
from hybridc.program.host.writers import HostCallees
from hybridc.program.plans import Program
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.walking import walk

_MAKING = frozenset({"list", "sorted", "dict", "set", "tuple", "OrderedDict", "defaultdict", "deque", "Counter"})
_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_DISPLAYS = (*_CONTAINERS, ast.Tuple)


@dataclass(frozen=True)
class Shared:
    """A write, and the result that has to be NumPy's for it."""

    at: At
    array: ast.expr
    given: Given
    in_container: bool = False  # into a list or dict, which NumPy's arrays are no help for
    is_kept: bool = True  # a list or dict that functions with mutable arrays give as what it is


def shared_results(program: Program, callees: HostCallees) -> dict[str, Shared]:
    """Compiled functions that have to give host code NumPy's arrays, those that they were given among them: what holds
    a result, or what the result may show, is written later, or computed with by an operator that writes."""
    if not any(name not in program.kept for name in program.plans):
        return {}
    flows = HostFlows(program, callees)
    flows.run()
    found: dict[str, Shared] = {}
    sharing = _Sharing(flows)
    for shared in chain(sharing.stored(), sharing.found()):
        found.setdefault(shared.given.function, shared)
    return found


class _Sharing:
    def __init__(self, flows: HostFlows) -> None:
        self.flows = flows
        self.groups = flows.groups
        self.containers = {self.groups.of(k) for k in self.groups.containers}
        self.arrays = {self.groups.of(k) for k in self.groups.arrays} - self.containers
        self._read: dict[ast.FunctionDef, frozenset[str]] = {}

    def found(self) -> Iterator[Shared]:
        for group, writes in self.groups.written.items():
            given = [g for key in self.groups.made_of(group) for g in self.groups.given.get(key, ())]
            for write in writes if given else ():
                if self._is_of_pythons(write.at, write.array):
                    continue
                if write.rebinds and not self._has_others(group, self._key(write.at, write.array), is_told=True):
                    continue
                yield from (Shared(write.at, write.array, g) for g in given if self._is_seen(write, g))
        for at, key, held, target in self.flows.augmented:
            if key is None or held is None or self._is_of_pythons(at, target):
                continue
            is_element = isinstance(target, ast.Subscript)
            if is_element and self.groups.of(key) in self.arrays:
                continue
            if is_element or self._has_others(self.groups.of(key), self._key(at, target), is_told=False):
                for made in self.groups.made_of(held):
                    yield from (Shared(at, target, g) for g in self.groups.given.get(made, ()))

    def stored(self) -> Iterator[Shared]:
        """What is put into a list or dict that a compiled function may have been given and have returned."""
        for group, writes in self.groups.stored.items():
            given = [g for g in self.groups.given.get(group, ()) if g.may_be_given]
            is_container = bool(given) and any(
                key[0] == "container" and isinstance(key[1], _CONTAINERS) for key in self._members.get(group, ())
            )
            for write in writes if given else ():
                if (write.in_container or is_container) and not self._is_only_filled(write):
                    if self._has_others(group, self._key(write.at, write.array), is_told=False):
                        for each in (g for g in given if self._is_seen(write, g)):
                            is_kept = each.may_be_given == 1 and not write.in_object
                            yield Shared(write.at, write.array, each, in_container=True, is_kept=is_kept)

    def _is_only_filled(self, write: Written) -> bool:
        """The scope makes the list or dict, and hands it to nobody before it returns it."""
        bound = [value for _, _, value in self.flows.bound.get(self._key(write.at, write.array), ())]
        if write.name is None or not bound or not all(isinstance(value, _CONTAINERS) for value in bound):
            return False
        known: set[ast.expr] = set()
        nodes = walk(write.at.scope)
        for node in nodes:
            match node:
                case ast.Attribute(value=ast.Name() as own) | ast.Subscript(value=ast.Name() as own):
                    known.add(own)
                case ast.For(iter=ast.Name() as own) | ast.comprehension(iter=ast.Name() as own):
                    known.add(own)
                case ast.Return(value=ast.expr() as value):
                    parts = getattr(value, "elts", [value])
                    known.update(part.value if isinstance(part, ast.Starred) else part for part in parts)
        own_names = (n for n in nodes if isinstance(n, ast.Name) and n.id == write.name)
        return all(n in known for n in own_names if isinstance(n.ctx, ast.Load))

    def _has_others(self, group: Key, own: Key, is_told: bool) -> bool:
        """Something but the name or attribute may show the array. `is_told`: callers of constructors know that what
        methods change is new (HYB304)."""
        if self._is_parameter(own):
            return True
        for key in self._members.get(group, ()):
            match key:
                case _ if key == own:
                    pass
                case ("name", ast.FunctionDef(name="__init__"), _) if is_told:
                    pass
                case ("name", *_) | ("attribute", *_) | ("container", *_) | ("path", *_):
                    return True
                case ("returns", function, *_) if getattr(function, "name", "") in (*self.flows.callees.used, ""):
                    return True
        return False

    @cached_property
    def _members(self) -> dict[Key, set[Key]]:
        return self.groups.members()

    @staticmethod
    def _is_parameter(key: Key) -> bool:
        match key:
            case ("name", ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() as function, name):
                return name in parameters(function)
        return False

    def _is_of_pythons(self, at: At, array: ast.expr) -> bool:
        """The scope shows that it is a list or a number, not an array."""
        key = self._key(at, array)
        values = [value for _, _, value in self.flows.bound.get(key, ())]
        is_given = self._is_parameter(key)
        return bool(values) and not is_given and (all(map(_is_number, values)) or all(map(_is_list, values)))

    def _key(self, at: At, array: ast.expr) -> Key:
        match array:
            case ast.Name(id=name):
                own = ("name", at.scope, name)
                is_own = own in self.flows.bound or self._is_parameter(own)
                return own if is_own else ("name", None, name)
            case ast.Attribute(attr=attr):
                return ("attribute", attr)
        return ("none",)

    def _is_seen(self, write: Written, given: Given) -> bool:
        """The write may come after the call, in an array that was there before."""
        at, call = write.at, given.at
        if call is None or at.scope is not call.scope:
            return not (self._is_made(write, None) and self._is_private(at.scope, write.name))
        around = [loop for loop in at.loops if loop in call.loops]
        if at.number == call.number and not around:
            return False  # what the call itself writes is written by then
        if at.number > call.number or (not around and self._is_once(at.scope)):
            return at.number > call.number
        return not self._is_made(write, around[-1] if around else None)

    def _is_once(self, scope: ast.AST) -> bool:
        """The scope runs once at most, as far as the file tells."""
        if isinstance(scope, ast.Module):
            return True
        name = getattr(scope, "name", "")
        return name not in self.flows.callees.used or (
            name in self._once and name in self.flows.program.module.functions
        )

    @cached_property
    def _once(self) -> frozenset[str]:
        """Names that the file reads once, at its top level."""
        module = self.flows.program.module
        reads = Counter(n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Load))
        reads.update(n.attr for n in module.of(ast.Attribute))
        loops = (ast.For, ast.While, *SCOPES)
        plain = [s for s in module.tree.body if not isinstance(s, loops)]
        named = {n.id for s in plain for n in walk(s) if isinstance(n, ast.Name)}
        return frozenset(n for n in named if reads[n] == 1)

    def _is_made(self, write: Written, loop: ast.stmt | None) -> bool:
        """The scope, or each turn of the loop, makes the array before it writes."""
        if write.name is None:
            return False
        bound = self.flows.bound.get(self._key(write.at, write.array), [])
        own = [(at, value) for at, _, value in bound if at.scope is write.at.scope]
        if len(own) < len(bound) or not all(v is not None and self._is_new(v) for _, v in own):
            return False
        return any((loop is None or loop in at.loops) and at.number < write.at.number for at, _ in own)

    def _is_private(self, scope: ast.AST, name: str | None) -> bool:
        """Nothing but the scope's own writes has the array of the name until it returns it."""
        if not isinstance(scope, ast.FunctionDef):
            return False
        if scope not in self._read:
            self._read[scope] = _read_in(scope)
        return name not in self._read[scope]

    def _is_new(self, value: ast.expr) -> bool:
        key = self.flows.groups.arrays
        return ("new", value) in key or isinstance(value, ast.BinOp | ast.UnaryOp | ast.Constant)


def _read_in(scope: ast.FunctionDef) -> frozenset[str]:
    """Names whose arrays something but the scope's own writes may have until it returns them: a call, a view."""
    apart: set[ast.expr] = set()
    for node in walk(scope):
        match node:
            case ast.Return(value=ast.Name() as own) | ast.Subscript(value=ast.Name() as own, ctx=ast.Store()):
                apart.add(own)
            case ast.BinOp(left=left, right=right):
                apart.update(o.value for o in (left, right) if isinstance(o, ast.Subscript))
    loads = (n for n in walk(scope) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return frozenset(n.id for n in loads if n not in apart)


def _is_number(value: ast.expr | None) -> bool:
    match value:
        case ast.Constant(value=held):
            return isinstance(held, int | float | complex | str)
        case ast.UnaryOp(operand=inner):
            return _is_number(inner)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Call(func=ast.Name(id=name)):
            return name in ("int", "float", "len", "range", "str")
    return False


def _is_list(value: ast.expr | None) -> bool:
    match value:
        case ast.BinOp(op=ast.Mult(), left=left):
            return _is_list(left)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _is_list(left) and _is_list(right)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _MAKING
    return isinstance(value, _DISPLAYS)
