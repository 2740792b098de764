"""What must be known while tracing: parameters used as shapes, axes or slice bounds, and loops that must unroll.

The demand starts at the places that take Python numbers only, and goes backwards through local names to parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import NoneType

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.domain.lists import changed_lists
from hybridc.structure.forms import is_wildcard, literals
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk, with_defaults

STATIC_ATTRIBUTES = frozenset({"shape", "ndim", "size", "dtype", "itemsize", "nbytes"})
_WITH_STATIC_POSITIONS: tuple[type[ast.AST], ...] = (
    ast.Call, ast.Slice, ast.Compare, ast.BinOp, ast.comprehension, ast.For, ast.Match, ast.Subscript,
)  # fmt: skip


@dataclass
class StaticDemand:
    """What one function needs to know while tracing."""

    node: ast.AST | None = None  # in this form
    parameters: set[str] = field(default_factory=set)
    unrolled: set[ast.For] = field(default_factory=set)  # loops whose index must be a Python number
    expressions: set[ast.AST] = field(default_factory=set)  # computed while tracing
    names: set[str] = field(default_factory=set)
    callees: set[str] = field(default_factory=set)  # functions of the file whose result must be known
    recursive: set[str] = field(default_factory=set)  # parameters that decide when the function calls itself no more


def lookup(dialects: tuple[Dialect, ...], name: str | None) -> tuple[Entry, ...]:
    """The lines of the tables for a qualified name."""
    if name is not None:
        for dialect in dialects:
            if entries := dialect.lookup(name):
                return entries
    return ()


def lookup_method(dialects: tuple[Dialect, ...], name: str) -> tuple[Entry, ...]:
    """The lines of the tables for a method or attribute of arrays, those of the first dialect that has any."""
    for dialect in dialects:
        if entries := dialect.lookup(f"{dialect.arrays}.{name}"):
            return entries
    return ()


def fitting(entries: tuple[Entry, ...], call: ast.Call) -> tuple[Entry, tuple[str, ...]] | None:
    """The first line whose signature the call fits, and the parameters that its positional arguments go to."""
    has_options = any(k.arg is None for k in call.keywords)
    spread = next((i for i, a in enumerate(call.args) if isinstance(a, ast.Starred)), None)
    for entry in entries:
        if entry.parameters is None or (spread is not None and entry.places_before_several > spread):
            continue
        if has_options and not entry.takes_options:
            continue
        bound = entry.bind(len(call.args), [k.arg for k in call.keywords if k.arg])
        if bound is not None and (entry.only is None or _is_given(call, bound[0], *entry.only)):
            return entry, bound[0]
    return None


def _is_given(call: ast.Call, places: tuple[str, ...], name: str, text: str) -> bool:
    """The call gives the parameter the constant, by a pattern perhaps, or, with `!` before it, another one."""
    given = [*zip(places, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
    found = [_constant(v) for n, v in given if n == name]
    if text.startswith("!"):
        return any(v is not None and v != text[1:] for v in found)
    return any(v is not None and fnmatchcase(v, text) for v in found)


def _constant(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=value):
            return str(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return f"-{value}"
    return None


def reads_elements(scope: ast.AST, name: str, dialects: tuple[Dialect, ...]) -> bool:
    """The scope reads more of what the name holds than is known of any array while tracing."""
    told = {n.value for n in walk(scope) if isinstance(n, ast.Attribute) and is_always_known(n.attr, dialects)}
    return any(isinstance(n, ast.Name) and n.id == name and n not in told for n in walk(scope))


def is_always_known(attribute: str, dialects: tuple[Dialect, ...]) -> bool:
    """Of any array: its shape, its dtype, where it lies."""
    lines = lookup_method(dialects, attribute)
    return attribute in STATIC_ATTRIBUTES or any(e.is_static and e.parameters is None for e in lines)


def is_by_names(entry: Entry) -> bool:
    """The line calls a function with its parameters under their own names: `f(x, axis=0) -> g(x, axis=axis)`."""
    call = ast.parse(entry.target or "None", mode="eval").body
    if not isinstance(call, ast.Call):
        return False
    names = [p.name for p in entry.parameters or ()]
    positional = [a.id if isinstance(a, ast.Name) else None for a in call.args]
    is_kept = all(isinstance(k.value, ast.Name) and k.value.id == k.arg for k in call.keywords)
    return is_kept and positional == names[: len(positional)]


def is_spread(call: ast.Call) -> bool:
    """Arguments come out of a sequence or a dict."""
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def fitting_method(entries: tuple[Entry, ...], call: ast.Call) -> tuple[Entry, tuple[str, ...]] | None:
    """As `fitting`, for a method: the array is the first argument."""
    shifted = ast.Call(func=call.func, args=[call.func, *call.args], keywords=call.keywords)
    found = fitting(entries, shifted)
    return None if found is None else (found[0], found[1][1:])


class DemandAnalysis:
    """Finds the demand of one function, given the static parameters of the functions that it calls."""

    def __init__(
        self,
        function: Function,
        module: Module,
        dialects: tuple[Dialect, ...],
        static_parameters: Callable[[str], frozenset[str]],
        known: frozenset[str],
    ) -> None:
        self.function = function
        self.module = module
        self.dialects = dialects
        self.static_parameters = static_parameters
        self.demand = StaticDemand(function.node, set(known))
        self.assignments: dict[str, list[ast.expr]] = {}
        self.loop_targets: dict[str, list[ast.For]] = {}
        self.nested: dict[str, ast.FunctionDef] = {}
        self._scoped: dict[ast.Name, str] = {}
        for nested in function.of(ast.FunctionDef):
            if nested is not function.node:
                self._read_nested(nested)
        for node in function.of_any(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For):
            self._collect(node)
        self._positions = function.of_any(*_WITH_STATIC_POSITIONS)

    def _read_nested(self, node: ast.FunctionDef) -> None:
        """Names of a nested function are its own."""
        self.nested[node.name] = node
        inside = [n for n in walk(node) if isinstance(n, ast.Name)]
        own = {n.id for n in inside if isinstance(n.ctx, ast.Store)} | set(parameters(node))
        for name in inside:
            if name.id in own:
                self._scoped[name] = f"{node.name}.{name.id}"

    def _name(self, node: ast.Name) -> str:
        return self._scoped.get(node, node.id)

    def _collect(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self.assignments.setdefault(self._name(target), []).append(node.value)
                elif isinstance(target, ast.Tuple | ast.List):
                    is_even = not any(isinstance(e, ast.Starred) for e in target.elts)
                    for index, element in enumerate(target.elts):
                        if isinstance(element, ast.Name):
                            self.assignments.setdefault(self._name(element), []).append(
                                _element(node.value, index, len(target.elts)) if is_even else node.value
                            )
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
            if isinstance(node.target, ast.Name) and node.value is not None:
                self.assignments.setdefault(self._name(node.target), []).append(node.value)
        elif isinstance(node, ast.For):
            for bound in walk(node.target):
                if isinstance(bound, ast.Name):
                    self.loop_targets.setdefault(self._name(bound), []).append(node)

    def _require_recursive(self) -> None:
        """What a test reads, and a call of itself passes on changed, ends a recursion: it must be known."""
        name = self.function.qualified_name
        calls = [c for c in self.function.of(ast.Call) if isinstance(c.func, ast.Name) and c.func.id == name]
        if not calls:
            return
        tests = [*(n.test for n in self.function.of(ast.If)), *(n.test for n in self.function.of(ast.IfExp))]
        tested = {name for test in tests for name in _counted(test)}
        for call in calls:
            given = [*zip(self.function.positional, call.args, strict=False)]
            given += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
            for place, argument in given:
                if place in tested and _counts(argument, place):
                    self.demand.recursive.add(place)
        for name in self.demand.recursive:
            self._require_name(name)

    def run(self) -> StaticDemand:
        self._require_recursive()
        known = -1
        while known != len(self.demand.names):  # nested functions may need what they are called with
            known = len(self.demand.names)
            for node in self._positions:
                for expression in self._static_positions(node):
                    self._require(expression)
            if not self.nested:
                break
        return self.demand

    def _static_positions(self, node: ast.AST) -> Iterator[ast.expr]:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="control"), attr="part"), args=[_, _, length, *_]):
                yield length
            case ast.Call():
                yield from self._static_arguments(node)
            case ast.Slice(lower=lower, upper=upper, step=step):
                bounds = [bound for bound in (lower, upper, step) if bound is not None]
                yield from (bound for bound in bounds if not self._is_looked_up(bound))
            case ast.Compare(left=left, comparators=[right], ops=[ast.Eq() | ast.NotEq()]):
                for one, other in ((left, right), (right, left)):
                    if isinstance(other, ast.Constant) and isinstance(other.value, str):
                        yield one
            case ast.Compare(
                left=left, comparators=[ast.Tuple() | ast.List() | ast.Set() as options], ops=[ast.In() | ast.NotIn()]
            ):
                if any(isinstance(e, ast.Constant) and isinstance(e.value, str | NoneType) for e in options.elts):
                    yield left
            case ast.BinOp(left=ast.List() | ast.Tuple(), op=ast.Mult(), right=count):
                yield count
            case ast.comprehension(iter=ast.Call(func=ast.Name(id="range"), args=arguments)):
                yield from arguments
            case ast.For(iter=ast.Call(func=ast.Name(id="range"), args=arguments)) if any(changed_lists(node)):
                yield from arguments  # as many elements as turns
            case ast.Subscript(value=ast.Name(id=held), slice=ast.Name(id=key), ctx=ast.Load()):
                if key in self.function.parameters and self._is_dict(held):
                    yield node.slice
            case ast.Match(subject=subject, cases=cases) if not all(_is_numeric(c.pattern) for c in cases):
                yield subject

    def _is_dict(self, name: str) -> bool:
        """All that the function, or the file, gives the name is written as a dict, whose keys Python compares."""
        if name in self.function.locals:
            made = self.assignments.get(name, [])
            return name not in self.function.parameters and bool(made) and all(isinstance(m, ast.Dict) for m in made)
        known = self.module.globals.get(name)
        return known is not None and not known.is_rebound and isinstance(known.value, ast.Dict)

    def _is_looked_up(self, bound: ast.expr) -> bool:
        """Computed of elements of a parameter at indices that change, as those of a sparse matrix's rows: an array."""
        if any(dialect.models is not None for dialect in self.dialects):
            return False  # which runs functions with whatever Python holds
        elements = (n for n in walk(bound) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name))
        names = {n.value.id for n in elements if not isinstance(n.slice, ast.Constant | ast.UnaryOp)}  # type: ignore[attr-defined]
        given = names & {*self.function.parameters}
        return any("uple" not in self.function.annotation_of(name) for name in given)

    def _static_arguments(self, call: ast.Call) -> Iterator[ast.expr]:
        if isinstance(call.func, ast.Name) and call.func.id in self.function.parameters:
            self.demand.parameters.add(call.func.id)
            return
        if isinstance(call.func, ast.Name) and call.func.id in self.nested:
            yield from self._static_arguments_of_nested(call, self.nested[call.func.id])
            return
        name = self.module.qualified_name(call.func, self.function.locals)
        entries = lookup(self.dialects, name)
        if entries:
            found = fitting(entries, call)
        elif isinstance(call.func, ast.Attribute) and name is None and not self._may_be_a_part(call.func):
            found = fitting_method(lookup_method(self.dialects, call.func.attr), call)
        elif isinstance(call.func, ast.Name) and call.func.id in self.module.functions:
            yield from self._static_arguments_of_callee(call)
            return
        else:
            found = None
        if found is None:
            return
        entry, places = found
        for argument, place in zip(call.args, places, strict=True):
            if place in entry.static_parameters and (place != entry.arrays or self._is_number(argument)):
                yield argument
        for keyword in call.keywords:
            if keyword.arg is not None and entry.needs_static(keyword.arg):
                if keyword.arg != entry.arrays or self._is_number(keyword.value):
                    yield keyword.value

    def _is_number(self, node: ast.expr) -> bool:
        """A parameter whose default is an integer."""
        if not isinstance(node, ast.Name) or node.id not in self.function.parameters:
            return False
        defaults = {argument.arg: default for argument, default in with_defaults(self.function.node.args)}
        default = defaults.get(node.id)
        return isinstance(default, ast.Constant) and isinstance(default.value, int)

    def _may_be_a_part(self, function: ast.Attribute) -> bool:
        """In a file with models, what is no parameter may be a model, whose methods are its own: `self.norm(x)`."""
        if all(d.models is None for d in self.dialects):
            return False
        root: ast.expr = function
        while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
            root = root.func if isinstance(root, ast.Call) else root.value
        own = self.function.positional[:1] if self.function.owner is not None else ()
        return not isinstance(root, ast.Name) or root.id not in self.function.parameters or root.id in own

    def _static_arguments_of_nested(self, call: ast.Call, function: ast.FunctionDef) -> Iterator[ast.expr]:
        places = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
        given = [*zip(places, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
        for place, argument in given:
            if f"{function.name}.{place}" in self.demand.names:
                yield argument

    def _static_arguments_of_callee(self, call: ast.Call) -> Iterator[ast.expr]:
        callee = self.module.functions[call.func.id]  # type: ignore[attr-defined]
        static = self.static_parameters(callee.qualified_name)
        for argument, place in zip(call.args, callee.positional, strict=False):
            if place in static:
                yield argument
        for keyword in call.keywords:
            if keyword.arg in static:
                yield keyword.value

    def _require(self, expression: ast.AST) -> None:
        if expression in self.demand.expressions:
            return
        self.demand.expressions.add(expression)
        match expression:
            case ast.Name():
                self._require_name(self._name(expression))
            case ast.Attribute(attr=attribute) if is_always_known(attribute, self.dialects):
                return
            case ast.Attribute(value=value):
                if self.module.qualified_name(expression, self.function.locals) is None:
                    self._require(value)
            case ast.Call(func=ast.Name(id="len")) | ast.Lambda() | ast.Constant():
                return
            case ast.Call(func=func, args=arguments, keywords=keywords):
                if (
                    isinstance(func, ast.Name)
                    and func.id in self.module.functions
                    and func.id not in self.function.locals
                ):
                    self.demand.callees.add(func.id)
                    unread = self._lengths_alone(expression, self.module.functions[func.id])
                    arguments = [a for i, a in enumerate(arguments) if i not in unread]
                    keywords = [k for k in keywords if k.arg not in unread]
                found = lookup(self.dialects, self.module.qualified_name(func, self.function.locals))
                if found and not _computes_numbers(found):
                    return
                for argument in (*arguments, *(k.value for k in keywords)):
                    self._require(argument)
                if isinstance(func, ast.Attribute) and not self._is_known_of_any(func, expression):
                    self._require(func)
            case _:
                for child in ast.iter_child_nodes(expression):
                    if isinstance(child, ast.expr):
                        self._require(child)

    def _lengths_alone(self, call: ast.Call, callee: Function) -> frozenset[str | int | None]:
        """Parameters, by names and places, of which it reads only what is known of any array while tracing."""
        if is_spread(call):
            return frozenset()
        lengths = (c for c in callee.of(ast.Call) if isinstance(c.func, ast.Name) and c.func.id == "len")
        known = {a for c in lengths for a in c.args}
        known |= {n.value for n in callee.of(ast.Attribute) if is_always_known(n.attr, self.dialects)}
        read = {n.id for n in callee.of(ast.Name) if n not in known}
        unread = {*callee.parameters} - read
        return frozenset(unread) | {place for place, name in enumerate(callee.positional) if name in unread}

    def _is_known_of_any(self, function: ast.Attribute, call: ast.Call) -> bool:
        """A method that tells of any array what is known while tracing: `x.dim()`."""
        found = fitting_method(lookup_method(self.dialects, function.attr), call)
        return found is not None and found[0].is_static

    def _require_name(self, name: str) -> None:
        if name in self.demand.names:
            return
        self.demand.names.add(name)
        if name in self.function.parameters:
            self.demand.parameters.add(name)
        for value in self.assignments.get(name, ()):
            self._require(value)
        for loop in self.loop_targets.get(name, ()):
            self._require_index(loop, name)

    def _require_index(self, loop: ast.For, name: str) -> None:
        match loop.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                self.demand.unrolled.add(loop)
                for argument in arguments:
                    self._require(argument)
            case ast.Name():
                self.demand.unrolled.add(loop)
                keys = self._keys_of(loop.iter)
                for known in [loop.iter] if keys is None else keys:
                    self._require(known)
            case ast.Call(func=ast.Name(id="enumerate")):
                first = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
                if isinstance(first, ast.Name) and self._name(first) == name:
                    self.demand.unrolled.add(loop)
            case ast.Call(func=ast.Name(id="zip"), args=sources) if isinstance(loop.target, ast.Tuple):
                for element, source in zip(loop.target.elts, sources, strict=False):
                    if isinstance(element, ast.Name) and self._name(element) == name:
                        self.demand.unrolled.add(loop)
                        for argument in getattr(source, "args", ()):
                            self._require(argument)

    def _keys_of(self, node: ast.Name) -> list[ast.expr] | None:
        """Of a dict whose displays stand in the function, what a loop over it gives; None of anything else."""
        made = self.assignments.get(self._name(node), [])
        keys = [key for value in made for key in (value.keys if isinstance(value, ast.Dict) else [None])]
        is_given = not made or self._name(node) in self.loop_targets.keys() | {*self.function.parameters}
        return None if is_given or None in keys else [key for key in keys if key is not None]


def _counted(test: ast.expr) -> Iterator[str]:
    """Names that a test takes for numbers: `n`, `not n`, `n == 0`, `n < 1 or k > 2`."""
    match test:
        case ast.Name(id=name):
            yield name
        case ast.UnaryOp(operand=operand):
            yield from _counted(operand)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _counted(value)
        case ast.Compare(left=left, comparators=comparators):
            yield from (n.id for n in (left, *comparators) if isinstance(n, ast.Name))


def _counts(argument: ast.expr, name: str) -> bool:
    """`n - 1`, `n // 2`: the number on its way to where the recursion ends."""
    match argument:
        case ast.BinOp(left=ast.Name(id=left), op=ast.Sub() | ast.Add() | ast.FloorDiv() | ast.RShift()):
            return left == name
    return False


def _is_numeric(pattern: ast.pattern) -> bool:
    return is_wildcard(pattern) or any(
        not (isinstance(n, ast.Constant) and isinstance(n.value, str)) for n in literals(pattern)
    )


def _computes_numbers(entries: tuple[Entry, ...]) -> bool:
    """Of known numbers it makes a known number, as `ceil` and `int` do. Of an array's values it never does."""
    return all(e.parameters is None or e.shape == "elementwise" for e in entries) and not any(
        e.is_static and e.parameters is not None for e in entries
    )


def _element(value: ast.expr, index: int, count: int) -> ast.expr:
    elements = value.elts if isinstance(value, ast.Tuple | ast.List) else []
    spread = [i for i, e in enumerate(elements) if isinstance(e, ast.Starred)]
    if len(spread) == 1:  # `batch, length, device = *x.shape, x.device`
        if index < spread[0]:
            return elements[index]
        behind = index - count
        return elements[behind] if behind > spread[0] - len(elements) else elements[spread[0]]
    return elements[index] if elements and len(elements) == count else value
