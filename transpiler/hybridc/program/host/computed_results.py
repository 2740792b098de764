"""Compiled functions whose results code that stays Python computes with, keeps or looks at: NumPy's arrays are theirs.

What it only hands on may be JAX's: to compiled functions, to what makes a number, an array or a text of it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridc.domain.values import Form
from hybridc.program.host.code import SCOPES, HostScope, host_scopes
from hybridc.program.host.returned import own_result
from hybridc.program.host.unshared import HostNames
from hybridc.program.plans import Program
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.walking import walk

# Compiled functions, each with the place in what it returns: None for all of it, -1 for some part.
Sources = frozenset[tuple[str, int | None]]

_NONE: Sources = frozenset()
_NUMBERS = frozenset(f"builtins.{name}" for name in ("bool", "complex", "float", "int", "len", "range"))
_TEXTS = frozenset({"builtins.print", "builtins.str", "builtins.format"})
_ARRAYS = frozenset(
    f"numpy.{name}" for name in ("allclose", "array", "array_equal", "asarray", "save", "savetxt", "savez")
)
_PACKAGES = ("math.", "numpy.testing.", "jax.", "matplotlib.", "pylab.")
_ATTRIBUTES = frozenset({"shape", "ndim", "size", "nbytes", "tolist", "item", "block_until_ready"})
_PROPERTIES = frozenset({"property", "cached_property"})
_YIELDS = (ast.Yield, ast.YieldFrom)


def computed_with(program: Program) -> frozenset[str]:
    """The compiled functions that give JAX's arrays to such code."""
    giving: dict[str, Sources] = {n: frozenset({(n, None)}) for n, p in program.compiled.items() if not p.gives_numpy}
    if not giving or program.module.namespaces.is_reached:
        return frozenset(giving)
    known = _Known(program, defaultdict(frozenset, giving))
    scopes = [_Scope(scope, HostNames(scope, program), known) for scope in host_scopes(program)]
    before = -1
    while before != (before := known.size + sum(scope.size for scope in scopes)):
        for scope in scopes:
            scope.look()
    return known.computed


@dataclass
class _Known:
    """By what code calls or reads, what that may be of the results of compiled functions."""

    program: Program
    functions: defaultdict[str, Sources]  # of the top level
    inner: defaultdict[str, Sources] = field(default_factory=lambda: defaultdict(frozenset))  # and methods
    globals: defaultdict[str, Sources] = field(default_factory=lambda: defaultdict(frozenset))
    attributes: defaultdict[str, Sources] = field(default_factory=lambda: defaultdict(frozenset))
    computed: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        return len(self.computed) + sum(map(_size, (self.functions, self.inner, self.globals, self.attributes)))

    def are_containers(self, sources: Sources) -> bool:
        return all(form is not None and form.is_container for form in map(self._form, sources))

    def are_arrays(self, sources: Sources) -> bool:
        return all(form in (Form.ARRAY, Form.NUMBER) for form in map(self._form, sources))

    def _form(self, source: tuple[str, int | None]) -> Form | None:
        name, place = source
        value = own_result(self.program.plans[name])
        if value is not None and place is not None:
            value = value.items[place] if value.items is not None and 0 <= place < len(value.items) else None
        return None if value is None else value.form


@dataclass
class _Scope:
    scope: HostScope
    names: HostNames
    known: _Known
    bound: defaultdict[str, Sources] = field(default_factory=lambda: defaultdict(frozenset))

    def __post_init__(self) -> None:
        self.nodes = [n for n in self.names.parents if isinstance(n, ast.Name | ast.Attribute | ast.Call)]
        inside = [s for s in self.scope.statements if isinstance(s, SCOPES)]
        self.captured = {n.id for s in inside for n in walk(s) if isinstance(n, ast.Name)}
        declared = (s for s in self.scope.statements if isinstance(s, ast.Global | ast.Nonlocal))
        self.declared = {name for s in declared for name in s.names}
        self.is_module = isinstance(self.scope.node, ast.Module)

    @property
    def size(self) -> int:
        return _size(self.bound)

    def look(self) -> None:
        for node in self.nodes:
            if sources := self._sources(node):
                self._follow(node, sources)

    def _sources(self, node: ast.AST) -> Sources:
        """What the expression may be of such results."""
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return self.known.inner[name] if name in self.scope.hidden else self.known.functions[name]
            case ast.Call(func=ast.Attribute(attr=name)):
                return self.known.inner[name]
            case ast.Attribute(attr=name, ctx=ast.Load()):
                return self.known.attributes[name]
            case ast.Name(id=name, ctx=ast.Load()):
                parent = self.names.parents[node]
                is_value = not (isinstance(parent, ast.Call) and parent.func is node)
                is_global = self.is_module or name not in self.scope.hidden
                own = self.bound[name] | (self.known.globals[name] if is_global else _NONE)
                return own | (self.known.functions[name] if is_global and is_value else _NONE)
        return _NONE

    def _follow(self, node: ast.AST, sources: Sources) -> None:
        """Notes what becomes of a result."""
        parent = self.names.parents[node]
        match parent:
            case ast.Expr() | ast.If() | ast.While() | ast.Assert():
                return
            case ast.Call() if parent.func is not node and self._is_handed_on(parent, node, sources):
                return
            case ast.keyword() if self._is_handed_on(self.names.parents[parent], node, sources):
                return
            case ast.FormattedValue(conversion=-1 | 115) if self.known.are_arrays(sources):
                return
            case ast.Attribute(attr=attr, ctx=ast.Load()) if attr in _ATTRIBUTES:
                return
            case ast.Subscript(value=value, slice=index) if value is node and self.known.are_containers(sources):
                return self._follow(parent, _part(sources, getattr(index, "value", -1)))
            case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
                return  # which has a rule of its own
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) if self._is_asked(parent):
                return
            case ast.IfExp(test=test) if test is node:
                return
            case ast.IfExp() | ast.BoolOp():
                return self._follow(parent, sources)
            case ast.Tuple(elts=values) if self._is_apart(parent, values.index(node), sources):  # type: ignore[arg-type]
                return
            case ast.Assign(targets=targets) if all(self._bind(t, sources) for t in targets):
                return
            case ast.AnnAssign(target=target) if self._bind(target, sources):
                return
            case ast.Return() if self._give(sources):
                return
        self.known.computed |= {name for name, _ in sources}

    def _is_asked(self, node: ast.AST) -> bool:
        """Python asks whether it is true, and nothing else sees it."""
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            return False
        parent = self.names.parents[node]
        match parent:
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self._is_asked(parent)
            case ast.IfExp(test=test):
                return test is node
        return isinstance(parent, ast.If | ast.While | ast.Assert)

    def _is_handed_on(self, call: ast.AST, node: ast.AST, sources: Sources) -> bool:
        if not isinstance(call, ast.Call):
            return False
        program = self.known.program
        name = call.func.id if isinstance(call.func, ast.Name) and call.func.id not in self.scope.hidden else ""
        plan = program.compiled_as(name)
        if plan is not None:
            given = arguments_given(plan.function, call)
            return any(a is node for p, a in given.items() if p not in plan.arguments.static_parameters)
        path = program.module.qualified_name(call.func, self.scope.hidden) or ""
        if path in _TEXTS:
            return self.known.are_arrays(sources)
        return path in _NUMBERS or path in _ARRAYS or path.startswith(_PACKAGES)

    def _is_apart(self, group: ast.Tuple, place: int, sources: Sources) -> bool:
        """The tuple is taken apart at once, `t, x = zeros(3), f(u)`, or by who calls the function that returns it."""
        match self.names.parents[group]:
            case ast.Assign(targets=[ast.Tuple(elts=targets)]) if len(targets) == len(group.elts):
                return self._bind(targets[place], sources)
            case ast.Return():
                return self._give(_part(sources, None))
        return False

    def _bind(self, target: ast.expr, sources: Sources) -> bool:
        """Notes the names and attributes that hold the result; False where something else does."""
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                bound = [self._bind(part, _part(sources, place)) for place, part in enumerate(parts)]
                return all(bound)
            case ast.Name(id=name) if self.is_module or name in self.declared:
                self.known.globals[name] |= sources
            case ast.Name(id=name) if isinstance(self.scope.node, ast.ClassDef):
                self.known.attributes[name] |= sources
            case ast.Name(id=name) if name not in self.captured:
                self.bound[name] |= sources
            case ast.Attribute(attr=name):
                self.known.attributes[name] |= sources
            case _:  # `u[1:] = f(x)` takes its elements
                return isinstance(target, ast.Subscript) and any(isinstance(n, ast.Slice) for n in walk(target.slice))
        return True

    def _give(self, sources: Sources) -> bool:
        """Notes that the function returns the result; False where nobody knows who gets it."""
        node, functions = self.scope.node, self.known.program.module.functions
        if not isinstance(node, ast.FunctionDef) or any(isinstance(n, _YIELDS) for n in self.names.parents):
            return False
        if any(getattr(d, "id", getattr(d, "attr", "")) in _PROPERTIES for d in node.decorator_list):
            self.known.attributes[node.name] |= sources
        elif (known := functions.get(node.name)) is not None and known.node is node:
            self.known.functions[node.name] |= sources
        else:
            self.known.inner[node.name] |= sources
        return True


def _size(table: Mapping[str, Sources]) -> int:
    return sum(map(len, table.values()))


def _part(sources: Sources, place: object) -> Sources:
    """What a place in them is."""
    at = place if type(place) is int and place >= 0 else -1
    return frozenset((name, at if outer is None else -1) for name, outer in sources)
