"""Parameters for which callers may give lists or tuples: NumPy's functions make arrays of such, JAX's raise TypeError.

For most parameters of array code that would be said in vain. It is said where the text tells of lists: by a hint, a
default, a call of the file or an example in a docstring that gives one, or a name that shapes have.
What is written is right for arrays and lists, so nothing is assumed by that; where it is not, lists raise in JAX.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import is_spread, lookup
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import children, pairs, walk

_EXAMPLES = re.compile(r"^\s*>>> (.+)$", re.MULTILINE)
_SHAPES = frozenset({"shape", "dims", "size", "sizes", "axes"})
_LISTS = re.compile(r"['\"]?(\w+\.)*([Ll]ist|[Tt]uple|Sequence|Iterable|Collection|ArrayLike|array_like)\b")
# What NumPy's functions of several arrays call those behind the first.
ARRAYS_BESIDE = frozenset(
    ("b", "v", "x2", "B", "xp", "fp", "x", "y", "test_elements", "values", "q", "bins", "weights", "fill_value", "xi",
     "prepend", "append", "to_end", "to_begin", "a1", "a2", "fweights", "aweights", "arr", "operands", "varargs", "p",
     "where", "initial")
)  # fmt: skip
STATIC_ARRAYS = frozenset({"repeats", "obj"})  # that JAX has to know while it traces, and takes no lists for
_ELEMENTWISE = frozenset({"elementwise", "same"})
_JOINING = (ast.Add, ast.Mult)  # what they do to lists is something else
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ListsGiven:
    """`at_first`: parameters that become arrays as the function begins; `at_calls`: in calls of NumPy's functions."""

    at_first: frozenset[str] = _NOTHING
    at_calls: frozenset[str] = _NOTHING


def lists_given(
    function: Function, names: frozenset[str], told: frozenset[str], module: Module, dialects: tuple[Dialect, ...]
) -> ListsGiven:
    """Which of the parameters they are; calls of the file give lists for those that are told of."""
    uses: dict[str, list[_Use]] = {}
    for node in walk(function.node):
        for inner in children(node):
            if isinstance(inner, ast.Name) and inner.id in names:
                uses.setdefault(inner.id, []).append(_use(inner, node, function, module, dialects))
    at_first: set[str] = set()
    at_calls: set[str] = set()
    for name, found in uses.items():
        if any(use.is_set for use in found) or not (name in told or _tells_of_lists(function, name)):
            continue
        if all(use.is_argument or use.is_operand for use in found):
            if len([use for use in found if use.raises or use.is_operand]) > 1:
                at_first.add(name)
                continue
        at_calls.add(name)
    return ListsGiven(frozenset(at_first), frozenset(at_calls))


@dataclass(frozen=True, slots=True)
class _Use:
    """What is done with a parameter at one place."""

    is_argument: bool = False  # a function of NumPy's is given it
    raises: bool = False  # JAX's raises for a list
    is_operand: bool = False  # of an operator that lists do not have, unless the other side is an array
    is_set: bool = False


def _use(name: ast.Name, node: ast.AST, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> _Use:
    if not isinstance(name.ctx, ast.Load):
        return _Use(is_set=True)
    match node:
        case ast.Call(func=ast.Attribute() as called, args=arguments) if name in arguments:
            entries = lookup(dialects, module.qualified_name(called, function.locals))
            if any(entry.writes for entry in entries):
                return _Use(is_set=True)
            if not any(_is_array(entry, arguments.index(name)) for entry in entries):
                return _Use()
            return _Use(is_argument=True, raises=not any(entry.takes_lists for entry in entries))
        case ast.Subscript(value=value, ctx=context) if value is name:
            return _Use(is_set=not isinstance(context, ast.Load))
        case ast.BinOp(op=operator):
            return _Use(is_operand=not isinstance(operator, _JOINING))
    return _Use()


def _is_array(entry: Entry, place: int) -> bool:
    """The line takes an array there, and no shape, axis or count."""
    if place == 0 or entry.shape in _ELEMENTWISE:
        return True
    parameters = entry.parameters or ()
    return place < len(parameters) and parameters[place].name in ARRAYS_BESIDE


def _tells_of_lists(function: Function, name: str) -> bool:
    default = function.default_of(name)
    is_default = isinstance(default, ast.List | ast.Tuple)
    return is_default or name in _SHAPES or bool(_LISTS.match(function.annotation_of(name)))


def told_by_calls(module: Module) -> Mapping[str, frozenset[str]]:
    """By functions of the file, the parameters for which calls in it, or in examples of its docstrings, give lists or
    tuples, or names and attributes that hold them."""
    held = _holding(module, _is_list)
    attributes = _attributes_holding(module, held)
    found: dict[str, set[str]] = {}
    for function, parameter, argument in _given(module):
        is_held = isinstance(argument, ast.Name) and argument.id in held
        is_held |= isinstance(argument, ast.Attribute) and argument.attr in attributes
        if _is_list(argument) or is_held:
            found.setdefault(function.qualified_name, set()).add(parameter)
    return {name: frozenset(parameters) for name, parameters in found.items()}


def _attributes_holding(module: Module, held: Container[str]) -> set[str]:
    """Attributes of the file's objects that their constructors set to lists, or to a parameter for which a call that
    makes such an object gives one."""
    found: set[str] = set()
    for function in module.functions.values():
        if function.owner is None or function.name != "__init__":
            continue
        given: set[str] = set()
        for call in module.of(ast.Call):
            if isinstance(call.func, ast.Name) and call.func.id == function.owner:
                every = [*zip(function.positional[1:], call.args, strict=False)]
                every += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
                given |= {p for p, a in every if _is_list(a) or (isinstance(a, ast.Name) and a.id in held)}
        for target, value in _set_in(function):
            if _is_list(value) or (isinstance(value, ast.Name) and value.id in given):
                found.add(target.attr)
    return found


def _set_in(constructor: Function) -> Iterator[tuple[ast.Attribute, ast.expr]]:
    for statement in constructor.of(ast.Assign):
        for target in statement.targets:
            yield from ((t, v) for t, v in pairs(target, statement.value) if isinstance(t, ast.Attribute))


def ranges_given(module: Module) -> Mapping[str, frozenset[str]]:
    """By functions of the file, the parameters for which every call in it gives a range: JAX takes none but as what is
    known while tracing."""

    def is_range(value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and module.qualified_name(value.func) == "builtins.range"

    held = _holding(module, is_range)
    found: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for function, parameter, argument in _given(module):
        is_one = is_range(argument) or (isinstance(argument, ast.Name) and argument.id in held)
        (found if is_one else others).setdefault(function.qualified_name, set()).add(parameter)
    return {name: frozenset(given - others.get(name, set())) for name, given in found.items()}


def _holding(module: Module, is_kind: Callable[[ast.expr], bool]) -> set[str]:
    """Names of the file that hold nothing else."""
    bound = [(t.id, n.value) for n in module.of(ast.Assign) for t in n.targets if isinstance(t, ast.Name)]
    return {name for name, value in bound if is_kind(value)} - {name for name, value in bound if not is_kind(value)}


def _given(module: Module) -> Iterator[tuple[Function, str, ast.expr]]:
    """What calls give the parameters of functions of the file."""
    for call in (*module.of(ast.Call), *_examples(module)):
        if isinstance(call.func, ast.Name) and (function := module.functions.get(call.func.id)) is not None:
            given = arguments_given(function, call)
            names = function.parameters if is_spread(call) else given  # of what is spread, nothing tells the kind
            yield from ((function, name, given.get(name, call)) for name in names)


def _examples(module: Module) -> Iterator[ast.Call]:
    """Calls in docstrings, as doctest reads them, that stand in one line."""
    for function in module.functions.values():
        for line in _EXAMPLES.findall(ast.get_docstring(function.node) or ""):
            try:
                yield from (node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Call))
            except (SyntaxError, ValueError):  # its first line alone is none
                continue


def _is_list(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return bool(elements)
        case ast.ListComp() | ast.Attribute(attr="shape") | ast.Call(func=ast.Name(id="list")):
            return True
        case ast.BinOp(left=ast.List(), op=ast.Mult()):
            return True
    return False
