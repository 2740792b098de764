"""Parameters for which callers may give lists or tuples: NumPy's functions make arrays of such, JAX's raise TypeError.

For most parameters of array code that would be said in vain. It is said where the text tells of lists: by a hint, a
default, a call of the file or an example in a docstring that gives one, or a name that shapes have. Loops run over
lists and arrays alike; those that leave early are compiled with an index, which lists do not take: there as well.
What is written is right for arrays and lists, so nothing is assumed by that; where it is not, lists raise in JAX.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.host.lists_held import HINTS, ListsHeld
from hybridc.program.parameters.signature import array_parameters
from hybridc.program.static_demand import is_spread, lookup
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.examples import calls_in_examples
from hybridc.syntax.in_place import changed_below
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import children, walk

_SHAPES = frozenset({"shape", "dims", "size", "sizes", "axes"})
# What NumPy's functions of several arrays call those behind the first.
ARRAYS_BESIDE = frozenset(
    ("b", "v", "x2", "B", "xp", "fp", "x", "y", "test_elements", "values", "q", "bins", "weights", "fill_value", "xi",
     "prepend", "append", "to_end", "to_begin", "a1", "a2", "fweights", "aweights", "arr", "operands", "varargs", "p",
     "where", "initial")
)  # fmt: skip
STATIC_ARRAYS = frozenset({"repeats", "obj"})  # that JAX has to know while it traces, and takes no lists for
_ELEMENTWISE = frozenset({"elementwise", "same"})
_RUNNING_OVER = frozenset({"enumerate", "zip", "reversed", "sum", "min", "max", "any", "all", "sorted"})
_JOINING = (ast.Add, ast.Mult)  # what they do to lists is something else
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ListsGiven:
    """`at_first`: parameters that become arrays as the function begins; `at_calls`: in calls of NumPy's functions;
    `if_indexed`: as it begins, if it has indices for them that only the running program knows. Of `of_rows` no row is
    kept as it is. Into elements of `written` the function writes, which are rows, or arrays of a list."""

    at_first: frozenset[str] = _NOTHING
    at_calls: frozenset[str] = _NOTHING
    if_indexed: frozenset[str] = _NOTHING
    of_rows: frozenset[str] = _NOTHING
    written: frozenset[str] = _NOTHING


def lists_given(
    function: Function, names: frozenset[str], told: frozenset[str], module: Module, dialects: tuple[Dialect, ...]
) -> ListsGiven:
    """Which of the parameters they are; calls of the file give lists for those that are told of."""
    run_over = _run_over(function)
    targets = frozenset().union(*map(targets_bound, run_over.values())) - names
    found_uses: dict[str, list[_Use]] = {}
    for node in walk(function.node):
        for inner in children(node):
            if isinstance(inner, ast.Name) and inner.id in names | targets:
                found_uses.setdefault(inner.id, []).append(_use(inner, node, function, module, dialects))
    uses = {name: found for name, found in found_uses.items() if name in names}
    telling = {n for n in uses if n in told or _tells_of_lists(function, n)}
    arrays = array_parameters(function, dialects)
    written = _rows_written(function, run_over) - arrays
    at_first: set[str] = set()
    at_calls: set[str] = set()
    for name in telling:
        found = uses[name]
        if any(use.is_set for use in found):
            written |= {name} - arrays
            continue
        if all(use.is_argument or use.is_operand for use in found):
            if len([use for use in found if use.raises or use.is_operand]) > 1:
                at_first.add(name)
                continue
        at_calls.add(name)
    arguments = {use.name for found in found_uses.values() for use in found if use.is_argument or use.is_operand}
    shown = {_sliced(source).id for source in run_over} - arrays
    shown = {name for name in shown & uses.keys() if not any(use.is_set for use in uses[name])}
    elements = _Elements(function, run_over, arguments)
    indexed = {n: whole for n in (at_calls | shown) - at_first if (whole := elements.alone(n)) is not None}
    of_rows = frozenset(n for n, is_of_rows in indexed.items() if is_of_rows)
    return ListsGiven(frozenset(at_first), frozenset(at_calls), frozenset(indexed), of_rows, frozenset(written))


@dataclass(frozen=True, slots=True)
class _Use:
    """What is done with a parameter at one place."""

    name: ast.Name
    is_argument: bool = False  # a function of NumPy's is given it
    raises: bool = False  # JAX's raises for a list
    is_operand: bool = False  # of an operator that lists do not have, unless the other side is an array
    is_set: bool = False


def _use(name: ast.Name, node: ast.AST, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> _Use:
    if not isinstance(name.ctx, ast.Load):
        return _Use(name, is_set=True)
    match node:
        case ast.Call(func=ast.Attribute() as called, args=arguments) if name in arguments:
            entries = lookup(dialects, module.qualified_name(called, function.locals))
            if any(entry.writes for entry in entries):
                return _Use(name, is_set=True)
            if not any(_is_array(entry, arguments.index(name)) for entry in entries):
                return _Use(name)
            return _Use(name, is_argument=True, raises=not any(entry.takes_lists for entry in entries))
        case ast.Subscript(value=value, ctx=context) if value is name:
            return _Use(name, is_set=not isinstance(context, ast.Load))
        case ast.BinOp(op=operator):
            return _Use(name, is_operand=not isinstance(operator, _JOINING))
    return _Use(name)


def _is_array(entry: Entry, place: int) -> bool:
    """The line takes an array there, and no shape, axis or count."""
    if place == 0 or entry.shape in _ELEMENTWISE:
        return True
    parameters = entry.parameters or ()
    return place < len(parameters) and parameters[place].name in ARRAYS_BESIDE


class _Elements:
    """What a function does with the elements of its lists."""

    def __init__(self, function: Function, run_over: Mapping[ast.expr, ast.expr], arguments: Set[ast.Name]) -> None:
        self.function = function
        self.run_over = run_over
        self.arguments = arguments
        self.above = {inner: node for node in function.nodes for inner in children(node)}

    def alone(self, name: str, bound: ast.expr | None = None) -> bool | None:
        """Whether elements are taken apart wherever they are taken. None if the list is used as one in another way, or
        bound anywhere but by this target."""
        if sum(a.arg == name for a in self.function.of(ast.arg)) > (bound is None):
            return None
        are_apart = True
        for use in self.function.of(ast.Name):
            if use.id != name or use in self.arguments or use is bound:
                continue
            match self.above[use]:
                case ast.Subscript(value=value, slice=place) as one if value is use and not isinstance(
                    place, ast.Slice
                ):
                    are_apart &= _is_taken_apart(one, self.above[one])
                case ast.Subscript() as part if part in self.run_over:
                    are_apart &= self._are_taken_apart(self.run_over[part])
                case _ if use in self.run_over:
                    are_apart &= self._are_taken_apart(self.run_over[use])
                case ast.Call(func=ast.Name(id="len")) | ast.Compare(ops=[ast.Is() | ast.IsNot()]):
                    continue
                case ast.Call(func=ast.Name(id=called)) if called in _RUNNING_OVER:
                    are_apart = False
                case _:
                    return None
        return are_apart

    def _are_taken_apart(self, target: ast.expr) -> bool:
        """No row that a loop gives this target is kept as the list that it may be."""
        if isinstance(target, ast.Name):
            return self.alone(target.id, target) is not None
        return isinstance(target, ast.Tuple | ast.List)


def _run_over(function: Function) -> dict[ast.expr, ast.expr]:
    """Names, and parts of what they hold, of which a `for` takes the elements, by what it binds to these."""
    waiting = [(n.iter, n.target) for n in function.of(ast.For)]
    waiting += [(n.iter, n.target) for n in function.of(ast.comprehension)]
    found: dict[ast.expr, ast.expr] = {}
    while waiting:
        match waiting.pop():
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]), ast.Tuple(elts=[_, target]):
                waiting.append((inner, target))
            case ast.Call(func=ast.Name(id="zip"), args=inner), ast.Tuple(elts=targets) if len(inner) == len(targets):
                waiting += zip(inner, targets, strict=True)
            case ast.Call(func=ast.Name(id="reversed"), args=[inner]), target:
                waiting.append((inner, target))
            case (ast.Name() | ast.Subscript(value=ast.Name(), slice=ast.Slice())) as source, target:
                found[source] = target
    return found


def _rows_written(function: Function, run_over: Mapping[ast.expr, ast.expr]) -> set[str]:
    """Names of what loops take elements of, and write into these."""
    changed = changed_below(function.node) if run_over else _NOTHING
    stored = ((source, n) for source, target in run_over.items() for n in walk(target) if isinstance(n, ast.Name))
    return {_sliced(source).id for source, n in stored if isinstance(n.ctx, ast.Store) and n.id in changed}


def _sliced(source: ast.expr) -> ast.Name:
    whole = source.value if isinstance(source, ast.Subscript) else source
    assert isinstance(whole, ast.Name)
    return whole


def _is_taken_apart(element: ast.expr, node: ast.AST) -> bool:
    match node:
        case ast.Subscript(value=value):
            return value is element
        case ast.Assign(targets=targets):
            return all(isinstance(t, ast.Tuple | ast.List) for t in targets)
    return False


def _tells_of_lists(function: Function, name: str) -> bool:
    default = function.default_of(name)
    is_default = isinstance(default, ast.List | ast.Tuple)
    return is_default or name in _SHAPES or bool(HINTS.match(function.annotation_of(name)))


def told_by_calls(module: Module, callees: WritingCallees, *, or_tuples: bool) -> Mapping[str, frozenset[str]]:
    """By functions of the file, the parameters for which calls in it, or in examples of its docstrings, give lists, or
    what may hold them; or tuples."""
    found: dict[str, set[str]] = {}
    for function, parameter, _ in ListsHeld(module, callees, or_tuples=or_tuples).given():
        found.setdefault(function.qualified_name, set()).add(parameter)
    return {name: frozenset(parameters) for name, parameters in found.items()}


def ranges_given(module: Module) -> Mapping[str, frozenset[str]]:
    """By functions of the file, the parameters for which every call in it gives a range: JAX takes none but as what is
    known while tracing."""

    def is_range(value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and module.qualified_name(value.func) == "builtins.range"

    held = _holding(module, is_range)
    found: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for function, parameter, argument in _given(module, [*module.of(ast.Call), *calls_in_examples(module)]):
        is_one = is_range(argument) or (isinstance(argument, ast.Name) and argument.id in held)
        (found if is_one else others).setdefault(function.qualified_name, set()).add(parameter)
    return {name: frozenset(given - others.get(name, set())) for name, given in found.items()}


def _holding(module: Module, is_kind: Callable[[ast.expr], bool]) -> set[str]:
    """Names of the file that hold nothing else."""
    bound = [(t.id, n.value) for n in module.of(ast.Assign) for t in n.targets if isinstance(t, ast.Name)]
    return {name for name, value in bound if is_kind(value)} - {name for name, value in bound if not is_kind(value)}


def _given(module: Module, calls: Iterable[ast.Call]) -> Iterator[tuple[Function, str, ast.expr]]:
    """What calls give the parameters of functions of the file."""
    for call in calls:
        if isinstance(call.func, ast.Name) and (function := module.functions.get(call.func.id)) is not None:
            given = arguments_given(function, call)
            names = function.parameters if is_spread(call) else given  # of what is spread, nothing tells the kind
            yield from ((function, name, given.get(name, call)) for name in names)
