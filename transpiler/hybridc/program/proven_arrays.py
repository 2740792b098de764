"""What a function's statements prove to be an array that has dimensions: a number would raise before or after them.

A parameter whose method is called may be a number of NumPy's, and one that only a branch takes the length of may be any
number. Operators give such a name another number, which nobody else sees, where they change an array.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hybridc.domain.places import HOLE, Place
from hybridc.program.state import State
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.walking import children, values_bound, walk

Names = frozenset[str]
_NOTHING: Names = frozenset()
_OF_SEVERAL = frozenset({"len", "sum", "sorted", "list", "tuple", "enumerate", "zip", "reversed", "iter", "any", "all"})
_PLAIN = frozenset((ast.Name, ast.Constant))
_LEAVING = (ast.Return, ast.Break, ast.Continue)
_OF_NUMBERS = frozenset({"T", "real", "squeeze", "transpose", "view", "conj", "conjugate"})  # numbers, of numbers


def proven(body: Sequence[ast.stmt]) -> Mapping[ast.stmt, Names]:
    """By statements, the names that hold arrays with dimensions wherever they run, and the function then returns."""
    found: dict[ast.stmt, Names] = {}
    _block(body, _NOTHING, found)
    return found


def may_be_number(state: State, place: Place | None, names: Iterable[str], statement: ast.stmt) -> bool:
    """What lies at this place of a parameter, or of what is computed from some, and has these names, may be a number:
    one that the function is given, or computes of such."""
    if place is None or state.has_views_of_elements or not are_of_numbers(place.steps):
        return False
    asked = {*names}
    if place.root.is_parameter:
        parameter = place.root.name
        if parameter not in state.function.parameters:
            return False
        asked.add(parameter)
    elif not asked or not all(_is_of_parameters(state, name) for name in asked):
        return False
    return not asked & surely_arrays(state, statement)


def _is_of_parameters(state: State, name: str) -> bool:
    """What the name holds has dimensions only if parameters have, of which nothing shows that where the function
    begins; it was computed, which gives numbers of numbers, and not made an array."""
    value = state.environment.get(name)
    if value is None or value.rank is not None or not value.shape:
        return False
    known = surely_arrays(state, state.function.node.body[0]) if state.function.node.body else _NOTHING
    are_unknown = all(
        a.is_parameter and a.name in state.function.parameters and a.name not in known for a in value.shape
    )
    return are_unknown and holds_no_made_array(state, name)


def surely_arrays(state: State, statement: ast.stmt) -> Names:
    """The names that hold arrays with dimensions wherever the statement runs, and the function then returns."""
    if state.memory.proven is None:
        state.memory.proven = proven(state.function.node.body)
    return state.memory.proven.get(statement, _NOTHING)


def are_of_numbers(steps: Iterable[str], by_methods: bool = False) -> bool:
    """Of a number, the view that these steps lead to is a number, and no array; of Python's, `np.squeeze` makes one."""
    return all(_gives_numbers(step) and (not by_methods or step.startswith(HOLE)) for step in steps)


def has_elements(steps: Sequence[str]) -> bool:
    """What these steps lead to has elements that numbers do not have, if it has dimensions.

    One of them takes such elements, or leaves no dimension of one element alone.
    """
    return any(
        _takes_elements(step) or (_is_plain_squeeze(step) and are_of_numbers(steps[place:]))
        for place, step in enumerate(steps)
    )


def is_item(place: Place) -> bool:
    """It is read by numbers: a part of the array around it, or one of its numbers."""
    if not place.steps:
        return False
    match ast.parse(place.steps[-1], mode="eval").body:
        case ast.Subscript(slice=index):
            return not any(isinstance(n, ast.Slice) for n in walk(index))
    return False


def _takes_elements(step: str) -> bool:
    match ast.parse(step, mode="eval").body:
        case ast.Subscript(slice=index):
            return _is_of_dimensions(index) or isinstance(index, ast.Name)
    return False


def _is_plain_squeeze(step: str) -> bool:
    match ast.parse(step, mode="eval").body:
        case ast.Call(func=ast.Attribute(attr="squeeze", value=ast.Name(id=name)), args=arguments, keywords=[]):
            return len(arguments) == (name != HOLE)  # the array itself, of the function
    return False


def holds_no_made_array(state: State, name: str) -> bool:
    """All that binds the name, if anything does, gives a number where it computes with numbers."""
    node = state.function.node
    if node not in state.memory.given:
        kept = {changed.target for changed in state.function.of(ast.AugAssign)}
        state.memory.given[node] = values_bound(state.function, kept)
    return all(value is not None and _keeps_numbers(state, value) for value in state.memory.given[node].get(name, ()))


def _keeps_numbers(state: State, node: ast.expr) -> bool:
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.BinOp() | ast.UnaryOp() | ast.Compare():
            return True
        case ast.IfExp(body=one, orelse=other):
            return _keeps_numbers(state, one) and _keeps_numbers(state, other)
        case ast.Call(func=ast.Attribute()):
            mapping = state.plan.lines.mappings.get(node)
            is_method = mapping is not None and mapping.entry.name.startswith("ndarray.")
            return is_method or (mapping is not None and mapping.entry.shape == "elementwise")
    return _gives_numbers(ast.unparse(node))


def _gives_numbers(step: str) -> bool:
    tree = ast.parse(step, mode="eval").body
    called = tree.func if isinstance(tree, ast.Call) else tree
    return isinstance(called, ast.Attribute) and called.attr in _OF_NUMBERS


def _block(body: Sequence[ast.stmt], known: Names, found: dict[ast.stmt, Names], is_tried: bool = False) -> None:
    own = [_shown_by(statement) for statement in body]
    done = [_does(statement) for statement in body]
    behind = [_NOTHING] * len(body)  # by statements, what those behind show, until one may leave the block
    for place in range(len(body) - 1, 0, -1):
        before = done[place - 1]
        if not (is_tried or before.leaves):
            behind[place - 1] = (own[place] | behind[place]) - before.bound - before.made_arrays
    for place, statement in enumerate(body):
        found[statement] = known | own[place] | behind[place]
        inside = found[statement] - (done[place].bound if isinstance(statement, ast.For | ast.While) else _NOTHING)
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):  # which runs later
            inside = _NOTHING
        for field in ("body", "orelse", "finalbody"):
            if block := getattr(statement, field, None):
                _block(block, inside, found, is_tried or isinstance(statement, ast.Try))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            _block(part.body, inside, found, is_tried)
        known = (known | own[place]) - done[place].bound


class _Done(NamedTuple):
    """What a statement, or one in it, does to names."""

    bound: Names  # to something else; an operator leaves an array an array
    made_arrays: Names  # perhaps, where they held a number: `n += x`
    leaves: bool  # the block, perhaps


@remembered
def _does(statement: ast.stmt) -> _Done:
    operator = statement if isinstance(statement, ast.AugAssign) else None
    parts = children(statement)
    inside: list[_Done] = []
    bound: set[str] = set()
    for node in parts:
        if isinstance(node, ast.stmt):
            inside.append(_does(node))
        elif not isinstance(node, ast.Name):
            parts += children(node)
        elif isinstance(node.ctx, ast.Store) and (operator is None or node is not operator.target):
            bound.add(node.id)
    made_arrays = _NOTHING
    if operator is not None and isinstance(operator.target, ast.Name) and not isinstance(operator.value, ast.Constant):
        made_arrays = frozenset({operator.target.id})
    return _Done(
        frozenset(bound).union(*(each.bound for each in inside)),
        made_arrays.union(*(each.made_arrays for each in inside)),
        isinstance(statement, _LEAVING) or any(each.leaves for each in inside),
    )


def _shown_by(statement: ast.stmt) -> Names:
    """What the statement shows where it begins, whatever it decides."""
    return frozenset(name for node in _surely_run(statement) for name in _raising_for_numbers(node))


def _surely_run(statement: ast.stmt) -> Iterator[ast.AST]:
    """What runs of a statement whatever its tests say, but for names and numbers."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if node.__class__ in _PLAIN:
            continue
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda() | ast.Try() | ast.Match():
                continue
            case ast.If(test=first) | ast.While(test=first) | ast.IfExp(test=first):
                waiting.append(first)
            case ast.For(iter=first) | ast.comprehension(iter=first):
                waiting.append(first)
            case ast.With(items=items):
                waiting += [item.context_expr for item in items]
            case ast.BoolOp(values=[first, *_]) | ast.Compare(left=first, comparators=[_, _, *_]):
                waiting.append(first)
            case ast.ListComp(generators=[first, *_]) | ast.SetComp(generators=[first, *_]):
                waiting.append(first)
            case ast.GeneratorExp(generators=[first, *_]) | ast.DictComp(generators=[first, *_]):
                waiting.append(first)
            case _:
                waiting += children(node)
        yield node


def _raising_for_numbers(node: ast.AST) -> Iterator[str]:
    """Names that hold no number, or this raises."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
            yield name
        case ast.Subscript(value=ast.Name(id=name), slice=index) if _is_of_dimensions(index):
            yield name
        case ast.Subscript(value=shape, slice=index) if _is_integer(index):
            yield from _asked_for_shape(shape)
        case ast.Assign(targets=[ast.Tuple(elts=[_, *_])], value=value):
            yield from _named(value)
            yield from _asked_for_shape(value)
        case ast.For(iter=value) | ast.comprehension(iter=value) | ast.Starred(value=value):
            yield from _named(value)
        case ast.BinOp(op=ast.MatMult(), left=left, right=right):
            yield from _named(left)
            yield from _named(right)
        case ast.Call(func=ast.Name(id=called), args=arguments) if called in _OF_SEVERAL:
            for argument in arguments:
                yield from _named(argument)
        case ast.Call(func=ast.Attribute(value=receiver), args=arguments, keywords=keywords):
            if any(k.arg == "axis" and _is_second(k.value) for k in keywords):
                for argument in (receiver, *arguments[:1]):
                    yield from _named(argument)
        case ast.Assert(test=ast.Compare(left=ast.Attribute(value=held, attr="ndim"), ops=[ast.Eq()])):
            yield from _named(held)


def _named(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id


def _asked_for_shape(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="shape"):
            yield name
        case ast.Call(func=ast.Attribute(attr="shape"), args=[ast.Name(id=name)]):
            yield name


def _is_of_dimensions(index: ast.expr) -> bool:
    """An index that no number has: `x[...]` and `x[None]` of NumPy's numbers are arrays, and so is `x[True]`."""
    if isinstance(index, ast.Tuple):
        return any(_is_of_dimensions(part) for part in index.elts)
    return isinstance(index, ast.Slice) or _is_integer(index)


def _is_integer(index: ast.expr) -> bool:
    if isinstance(index, ast.UnaryOp):
        index = index.operand
    return isinstance(index, ast.Constant) and type(index.value) is int


def _is_second(axis: ast.expr) -> bool:
    return isinstance(axis, ast.Constant) and type(axis.value) is int and axis.value > 0
