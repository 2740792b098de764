"""Names that may hold small integers or truth values, by what the text of the file says: hints and uses of parameters,
what these are given, and what is computed with that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.domain.numpy_dtypes import STRONG, is_narrow
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.module import MODULE, Function, Module
from hybridc.syntax.walking import Parts, all_given, children, pairs, walk, with_defaults

_SMALL = frozenset(n for n in STRONG if is_narrow(n)) | {"bool_"}
_LARGEST = frozenset([2**8 - 1, 2**16 - 1])
_NAME = re.compile(r"\w+")
_KEPT = frozenset(["promote", "same", "real", "given", "?"])  # what is given has the dtype of what it is made of
_ORDERED = ["enumerate", "filter", "list", "map", "max", "min", "next", "reversed", "sorted", "tuple", "zip"]
_HANDED_ON = frozenset(f"builtins.{name}" for name in [*_ORDERED, "abs", "dict"])
_GROWING = frozenset(["append", "extend", "insert"])
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


@dataclass(frozen=True)
class SmallNames:
    """Of one function."""

    names: frozenset[str]
    is_inside: bool  # something in it may hold them: so may what lists hold, and what nested functions are given


@remembered
def small_names(module: Module, dialects: tuple[Dialect, ...]) -> Mapping[str, SmallNames]:
    """By functions of the file."""
    scopes = {name: _Scope(function, function) for name, function in module.functions.items()}
    scopes[MODULE] = _Scope(_TopLevel(module))
    spreading = _Spreading(module, dialects, scopes, dict.fromkeys(scopes))
    while spreading.waiting:
        spreading.look(next(iter(spreading.waiting)))
    return {name: SmallNames(frozenset(s.names), s.is_inside) for name, s in scopes.items()}


class _TopLevel(Parts):
    """What the file does beside its functions."""

    def __init__(self, module: Module) -> None:
        functions = {f.node for f in module.functions.values()}
        found: list[ast.AST] = [module.tree]
        for each in found:
            found += [node for node in children(each) if node not in functions]
        self.nodes = found


@dataclass
class _Scope:
    parts: Parts
    function: Function | None = None
    names: set[str] = field(default_factory=set)
    is_inside: bool = False

    def __post_init__(self) -> None:
        self.bindings = [*_bindings(self.parts)]
        self.inner = [n for n in self.parts.of_any(*_SCOPES) if self.function is None or n is not self.function.node]
        called = {call.func for call in self.parts.of(ast.Call)}
        self.called = {f.id for f in called if isinstance(f, ast.Name)}
        self.handed = {n.id for n in self.parts.of(ast.Name) if isinstance(n.ctx, ast.Load) and n not in called}
        self.globals: set[str] = set()  # that it reads
        if self.function is not None:
            self.globals = self.function.names_loaded()
            self.names |= {*_hinted(self.function), *_used(self.function)}


@dataclass
class _Spreading:
    module: Module
    dialects: tuple[Dialect, ...]
    scopes: Mapping[str, _Scope]
    waiting: dict[str, None]  # scopes to look at, the first of them next
    giving: set[str] = field(default_factory=set)  # functions that give them
    told: dict[ast.AST, bool] = field(default_factory=dict)  # of expressions, since a name was last found to hold some

    @cached_property
    def _callers(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, scope in self.scopes.items():
            for called in scope.called:
                found.setdefault(called, []).append(name)
        return found

    def look(self, name: str) -> None:
        """Takes a scope off those that wait, and adds what depends on what is new in it."""
        del self.waiting[name]
        self.told.clear()
        scope, outside = self.scopes[name], self.scopes[MODULE]
        if scope.function is not None:
            defaults = with_defaults(scope.function.node.args)
            self._learn(name, {a.arg for a, default in defaults if self._is_small(default, outside)})
        for targets, value in scope.bindings:
            if not targets <= scope.names and self._is_small(value, scope):
                self._learn(name, targets)
                self.told.clear()
        calls = scope.parts.of(ast.Call)
        makers = (*calls, *scope.parts.of_any(*_DISPLAYS))
        scope.is_inside = (
            scope.is_inside
            or (scope.function is not None and not scope.names.isdisjoint(scope.function.parameters))
            or not outside.names.isdisjoint(scope.globals)
            or any(self._makes_small(node, scope) for node in makers)
        )
        for call in calls:
            self._give(call, scope)
        if scope.is_inside:
            self._learn(name, {a.arg for i in scope.inner for a in walk(i.args) if isinstance(a, ast.arg)})  # type: ignore[attr-defined]
            for handed in scope.handed & self.module.functions.keys():
                self._may_be_given(self.module.functions[handed])
        returned = (r.value for r in scope.parts.of(ast.Return) if r.value is not None)
        if name not in self.giving and any(self._is_small(value, scope) for value in returned):
            self.giving.add(name)
            self.waiting |= dict.fromkeys(self._callers.get(name, ()))

    def _learn(self, name: str, names: Set[str]) -> None:
        """These names of the scope hold some."""
        scope = self.scopes[name]
        if not names <= scope.names:
            scope.names |= names
            self.waiting |= {name: None} if name != MODULE else dict.fromkeys(self.scopes)

    def _give(self, call: ast.Call, scope: _Scope) -> None:
        """What the parameters of functions of the file are given."""
        match call.func:
            case ast.Name(id=name) if name in self.module.functions:
                function = self.module.functions[name]
                given = arguments_given(function, call)
                self._learn(name, {p for p, value in given.items() if self._is_small(value, scope)})
                if not given and any(self._is_small(value, scope) for value in all_given(call)):
                    self._may_be_given(function)
            case ast.Attribute(attr=name) if name in self.module.method_names:
                if any(self._is_small(value, scope) for value in all_given(call)):
                    for function in self.module.functions.values():
                        if function.owner is not None and function.name == name:
                            self._may_be_given(function)

    def _may_be_given(self, function: Function) -> None:
        self._learn(function.qualified_name, {*function.parameters})

    def _makes_small(self, node: ast.AST, scope: _Scope) -> bool:
        """They are made here, held by a list, or given to what nobody looks into."""
        if not isinstance(node, ast.Call):
            return isinstance(node, ast.expr) and self._is_small(node, scope)
        is_own = isinstance(node.func, ast.Name) and self._path(node.func, scope) is None
        return _names_small(node) or (is_own and self._is_small(node, scope))

    def _path(self, node: ast.expr, scope: _Scope) -> str | None:
        shadowed = frozenset() if scope.function is None else scope.function.locals
        return self.module.qualified_name(node, shadowed)

    def _is_small(self, node: ast.AST, scope: _Scope) -> bool:
        """What the expression gives may be, or hold, small integers or truth values."""
        known = self.told.get(node)
        if known is None:
            known = self.told[node] = self._looks_small(node, scope)
        return known

    def _looks_small(self, node: ast.AST, scope: _Scope) -> bool:
        match node:
            case ast.Name(id=name):
                return name in scope.names or (name in scope.globals and name in self.scopes[MODULE].names)
            case ast.Call():
                return self._gives_small(node, scope)
            case ast.Attribute(value=inner, attr=attr):
                return attr in _SMALL or (_keeps(lookup_method(self.dialects, attr)) and self._is_small(inner, scope))
            case (
                ast.Subscript(value=inner)
                | ast.Starred(value=inner)
                | ast.NamedExpr(value=inner)
                | ast.Lambda(body=inner)
            ):
                return self._is_small(inner, scope)
            case ast.UnaryOp(operand=inner) if not isinstance(node.op, ast.Not | ast.Invert):
                return self._is_small(inner, scope)
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr(), left=left, right=right):
                return self._is_small(left, scope) and self._is_small(right, scope)
            case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, ast.Div):
                sides = [side for side in (left, right) if not _is_truth(side)]
                is_fraction = any(isinstance(s, ast.Constant) and isinstance(s.value, float) for s in sides)
                return not is_fraction and (not sides or any(self._is_small(side, scope) for side in sides))
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_small(body, scope) or self._is_small(orelse, scope)
            case (
                ast.ListComp(elt=inner)
                | ast.SetComp(elt=inner)
                | ast.GeneratorExp(elt=inner)
                | ast.DictComp(value=inner)
            ):
                return self._is_small(inner, scope)
            case ast.List(elts=values) | ast.Tuple(elts=values) | ast.Set(elts=values) | ast.Dict(values=values):
                return any(self._is_small(value, scope) for value in values)
        return _is_truth(node)

    def _gives_small(self, call: ast.Call, scope: _Scope) -> bool:
        if _names_small(call):
            return True
        path = self._path(call.func, scope)
        given = [value for value in all_given(call) if self._is_small(value, scope)]
        if path in _HANDED_ON:
            return bool(given)
        if path is not None:
            return _keeps(lookup(self.dialects, path)) and not all(map(_is_truth, given))
        if isinstance(call.func, ast.Attribute) and (lines := lookup_method(self.dialects, call.func.attr)):
            return bool(given) if lines[0].casts else _keeps(lines) and self._is_small(call.func.value, scope)
        is_giving = isinstance(call.func, ast.Name) and call.func.id in self.giving
        return is_giving or bool(given) or self._is_small(call.func, scope)  # of the file, nested, or given


def _keeps(lines: Iterable[Entry]) -> bool:
    """What it gives may have the dtype of what it is given."""
    return any(e.dtype in _KEPT and e.makes in ("", "promote", "join") and not e.is_static for e in lines)


def _bindings(parts: Parts) -> Iterator[tuple[set[str], ast.expr]]:
    """What names are bound to, or hold among others."""
    kinds = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.Call)
    for node in parts.of_any(*kinds):
        match node:
            case ast.Assign(targets=targets, value=value):
                bound = [pair for target in targets for pair in pairs(target, value)]
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                bound = [(target, value)]
            case ast.AnnAssign(value=ast.expr() as value) | ast.AugAssign(value=value) | ast.NamedExpr(value=value):
                bound = [(node.target, value)]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr), args=[*_, value]) if attr in _GROWING:
                yield {name}, value
                continue
            case _:
                continue
        for target, value in bound:
            yield {n.id for n in walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}, value


def _hinted(function: Function) -> Iterator[str]:
    """`image: NDArray[np.uint8]`."""
    for name in function.parameters:
        hint = function.annotation_of(name)
        if "[" in hint and not _SMALL.isdisjoint(_NAME.findall(hint)):
            yield name


def _used(function: Function) -> Iterator[str]:
    """`x[mask]`, `~mask`, `image / 255`."""
    for node in function.of_any(ast.UnaryOp, ast.BinOp):
        match node:
            case ast.UnaryOp(op=ast.Invert(), operand=ast.Name(id=name)):
                yield name
            case ast.BinOp(left=ast.Name(id=name), op=ast.Div(), right=ast.Constant(value=int() as number)):
                if number in _LARGEST:
                    yield name


def _is_truth(node: ast.AST) -> bool:
    """Surely truth values."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Invert() | ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
    return False


def _names_small(call: ast.Call) -> bool:
    """`x.astype(np.uint8)`, `np.zeros(3, dtype=bool)`, `np.uint8(3)`."""
    named = [call.func, *call.args, *(k.value for k in call.keywords if k.arg == "dtype")]
    return isinstance(call.func, ast.Attribute) and any(_dtype(node) in _SMALL for node in named)


def _dtype(node: ast.expr) -> object:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case ast.Constant(value=value):
            return value
    return None
