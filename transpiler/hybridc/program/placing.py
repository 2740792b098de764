"""Which place in an array an expression surely means."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from hybridc.domain.atoms import numbered, parameters_of
from hybridc.domain.places import Place, hole
from hybridc.domain.sites import Site, SiteKind
from hybridc.domain.values import INT, WEAK_INT, Dims, Form, Value, place_in
from hybridc.program.state import State
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import is_none, names_read
from hybridc.syntax.in_place import first_given
from hybridc.syntax.marks import mark
from hybridc.syntax.module import Function

_INDICES = INT | WEAK_INT
_MOST_AXES = 64  # of NumPy's arrays


def placed(state: State, node: ast.expr, value: Value) -> Value:
    """The value of the expression with its place, which is new where it shares no other's."""
    if not is_array_like(value):
        return value if value.place is None else value.but(place=None)
    return value.but(place=place_of(state, node) or new_place(_is_contiguous(state, node)))


def is_array_like(value: Value) -> bool:
    """It may be an array, that others may see."""
    return bool(value.memory) and value.form.is_numeric and not value.is_static


def is_valid(state: State, place: Place | None) -> bool:
    """What its steps read has not been set since."""
    return place is not None and all(state.flow.set_times[name] == times for name, times in place.reads)


def place_of_name(state: State, name: str) -> Place | None:
    """Where the value of a local name lies."""
    value = state.environment.get(name)
    if value is None or not is_array_like(value):
        return None
    if value.place is None:
        state.environment[name] = value = value.but(place=new_place())
    return value.place if is_valid(state, value.place) else None


def new_place(is_contiguous: bool = False) -> Place:
    """A place that lies in no array that is known."""
    return Place(Site(SiteKind.NEW, numbered()), is_contiguous=is_contiguous)


def _is_contiguous(state: State, node: ast.expr) -> bool:
    """The expression makes an array that lies in the order of its elements."""
    match node:
        case ast.Name(id=name):
            place = place_of_name(state, name)
            return place is not None and place.is_contiguous
        case ast.BinOp(left=left, right=right) if not isinstance(node.op, ast.MatMult):
            return all(_is_number(state, side) or _is_contiguous(state, side) for side in (left, right))
        case ast.UnaryOp(operand=operand):
            return _is_contiguous(state, operand)
        case ast.Call():
            mapping = state.plan.lines.mappings.get(node)
            if mapping is None or mapping.entry.back is not None:
                return False
            made_of = state.plan.values.get(first) if (first := first_given(node, mapping.entry)) else None
            is_of_a_list = made_of is not None and made_of.form is Form.LIST
            return mapping.entry.is_contiguous or (mapping.entry.is_ordered and is_of_a_list)
    return False


def _is_number(state: State, node: ast.expr) -> bool:
    value = state.plan.values.get(node)
    return value is not None and value.is_scalar


def place_of(state: State, node: ast.expr) -> Place | None:
    """The place that an evaluated expression means; None where that is not certain."""
    match node:
        case ast.Name(id=name):
            return place_of_name(state, name)
        case ast.Subscript():
            return _of_subscript(state, node)
        case ast.Attribute() | ast.Call() if (inner := viewed(state, node)) is not None:
            return _of_view(state, node, inner)
        case ast.Call(func=ast.Name()):
            return own_result_place(state, node)
        case ast.IfExp(body=body, orelse=orelse):
            one, other = place_of(state, body), place_of(state, orelse)
            return one if one == other else None
    return None


def viewed(state: State, node: ast.expr) -> ast.expr | None:
    """What a mapped attribute or call gives a view of."""
    mapping = state.plan.lines.mappings.get(node)
    if mapping is None or mapping.entry.back is None:
        return None
    if mapping.is_method:
        function = node.func if isinstance(node, ast.Call) else node
        assert isinstance(function, ast.Attribute)
        return function.value
    assert isinstance(node, ast.Call)
    return first_given(node, mapping.entry)


def _of_subscript(state: State, node: ast.Subscript) -> Place | None:
    held = state.plan.values.get(node.value)
    if held is None:
        return None
    if held.form.is_container:
        index = state.plan.values.get(node.slice)
        item = None if index is None else place_in(held, index)
        place = None if item is None or held.items is None else held.items[item].place
        return place if is_valid(state, place) else None
    outer = None if _is_beyond_axes(node) else place_of(state, node.value)
    if outer is None or outer.is_final or not is_array_like(held):
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(e.views_blocks for e in lookup_method(state.dialects, "__getitem__")) and not _lie_together(parts):
        return None
    numbers: frozenset[str] = frozenset()
    for part in parts:
        needed = _index_needs(state, part)
        if needed is None:
            return None
        numbers |= needed
    step = ast.Subscript(hole(), node.slice, ast.Load())
    is_contiguous = outer.is_contiguous and not isinstance(node.slice, ast.Tuple) and not _has_step(node.slice)
    return outer.seen_through(step, _reads(state, node.slice), numbers, is_contiguous)


def _is_beyond_axes(node: ast.expr) -> bool:
    """More subscripts of subscripts than an array has axes."""
    for _ in range(_MOST_AXES + 1):
        if not isinstance(node, ast.Subscript):
            return False
        node = node.value
    return True


def _lie_together(parts: list[ast.expr]) -> bool:
    """The part of an array that numbers, then one slice without a step, then whole axes name is one block of it."""
    slices = [part for part in parts if isinstance(part, ast.Slice)]
    numbers = parts[: len(parts) - len(slices)]
    is_first = all(not isinstance(n, ast.Slice) and not is_none(n) for n in numbers)
    rest = all(s.lower is None and s.upper is None and s.step is None for s in slices[1:])
    return is_first and rest and all(s.step is None for s in slices[:1])


def _index_needs(state: State, part: ast.expr) -> frozenset[str] | None:
    """The parameters that have to be numbers for the index to give a view; None where it gives a copy, or might."""
    if isinstance(part, ast.Slice):
        return frozenset()
    value = state.plan.values.get(part)
    if value is None or value.dims is Dims.SOME:
        return None
    if value.form is Form.NONE or (value.has_constant and value.constant is Ellipsis):
        return frozenset()
    if value.form.is_numeric and value.is_scalar and (value.dtype <= _INDICES or _is_of_a_parameter(value)):
        return state.known.evident.under(names_read(part)) & state.plan.arguments.evident
    needed = parameters_of(value.shape)
    is_told = bool(needed) and len(needed) == len(value.shape) and needed <= state.plan.arguments.possible_numbers
    return needed if is_told else None


def _is_of_a_parameter(value: Value) -> bool:
    return bool(value.dtype) and all(atom.is_parameter or atom in _INDICES for atom in value.dtype)


def _has_step(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) and index.step is not None


def _of_view(state: State, node: ast.expr, inner: ast.expr) -> Place | None:
    outer = place_of(state, inner)
    entry = state.plan.lines.mappings[node].entry
    if outer is None or (entry.needs_contiguous and not outer.is_contiguous):
        return None
    held = state.plan.values.get(inner)
    if held is None or (entry.takes_lists and held.form not in (Form.ARRAY, Form.NUMBER)):
        return None  # of a list, which JAX's other functions do not take, the function makes an array
    if entry.back == "new":
        return outer
    rest: frozenset[tuple[str, int]] = frozenset()
    if isinstance(node, ast.Attribute):
        step: ast.expr = ast.Attribute(hole(), node.attr, ast.Load())
    else:
        assert isinstance(node, ast.Call)
        is_method = state.plan.lines.mappings[node].is_method
        arguments = node.args if is_method else [hole(), *node.args[1:]]
        keywords = [k for k in node.keywords if k.value is not inner]
        function = node.func
        if is_method:
            assert isinstance(function, ast.Attribute)
            function = ast.Attribute(hole(), function.attr, ast.Load())
        step = ast.Call(function, arguments, keywords)
        given = [*(node.args if is_method else node.args[1:]), *(k.value for k in keywords)]
        rest = frozenset().union(*(_reads(state, a) for a in given))
    return outer.seen_through(step, rest, frozenset(), entry.needs_contiguous, entry.gives_copies)


def _reads(state: State, node: ast.expr) -> frozenset[tuple[str, int]]:
    local = (n for n in names_read(node) if n in state.environment or n in state.function.locals)
    return frozenset((name, state.flow.set_times[name]) for name in local)


def own_result_place(state: State, node: ast.Call) -> Place | None:
    """Where the one value lies that a function returns, beside what it gives back."""
    plan = state.plans.get(node.func.id) if isinstance(node.func, ast.Name) else None
    if plan is not None and plan.arguments.gives_back:
        return result_place(state, node, 0) if plan.arguments.gives_value else None
    *_, places = _results(state, node)
    return result_place(state, node, 0) if len(places) == 1 else None


def result_place(state: State, node: ast.Call, index: int) -> Place | None:
    """Where one of the results lies of a function that surely returns a view of an argument, or of what it sees."""
    function, own, places = _results(state, node)
    returned = places[index] if index < len(places) else None
    if function is None or returned is None:
        return None
    name = returned.root.parameter.removeprefix(own)
    if not returned.root.parameter.startswith(own) or name not in function.parameters:
        return returned
    argument = arguments_given(function, node).get(name)
    outer = None if argument is None else place_of(state, argument)
    return None if outer is None else replace(outer.further(returned.steps), is_contiguous=False)


def _results(state: State, node: ast.Call) -> tuple[Function | None, str, tuple[Place | None, ...]]:
    """The function of the file that is called, or that is nested in this one, what the roots of its parameters begin
    with, and the places of its results."""
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    plan, held = state.plans.get(called), state.environment.get(called)
    if plan is not None:
        return plan.function, "", plan.arguments.result_places
    nested = state.flow.nested.get(held.function or "") if held is not None else None
    return (None, "", ()) if nested is None else (nested.function, nested.scope, nested.result_places)


def name_around(state: State, names: Iterable[str], places: Collection[Place]) -> str | None:
    """The first of the names whose array all of the places lie in, if one has a value on every path."""
    for name in names:
        held = place_of_name(state, name)
        if held is not None and state.environment[name].is_bound and all(held.is_around(place) for place in places):
            return name
    return None


def base_of(state: State, node: ast.expr) -> str | None:
    """The local name whose array a view expression leads from."""
    while not isinstance(node, ast.Name):
        inner = node.value if isinstance(node, ast.Subscript) else viewed(state, node)
        if inner is None:
            return None
        node = inner
    return node.id if node.id in state.environment else None


def note_viewed(state: State, node: ast.expr) -> None:
    """Marks calls that give views of their first argument, for the expression may become a target."""
    while not isinstance(node, ast.Name):
        inner = node.value if isinstance(node, ast.Subscript) else viewed(state, node)
        if inner is None:
            return
        if isinstance(node, ast.Call):
            mark(node, viewed=inner)
        node = inner


def around(state: State, name: str) -> Iterator[tuple[str, Value]]:
    """Other names that may see the memory of `name`."""
    memory = state.environment[name].memory
    for other, value in state.environment.items():
        if other != name and value.memory & memory:
            yield other, value
