"""What Python that stays writes in place: arrays that it made itself become new ones, all else is written at run time.

Parameters, buffers, their views and what callers give are references there, whose methods and operators write through.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.places import WritingCall
from hybridc.domain.sites import Site, SiteKind, may_be_seen
from hybridc.domain.values import Form, Value, opaque, place_in
from hybridc.interpret.beside.run import HostRun
from hybridc.interpret.elements import index_value
from hybridc.interpret.evaluation import once
from hybridc.interpret.in_place_calls import note_writing
from hybridc.interpret.models import calls, kept, layers, outside
from hybridc.interpret.models import writes as model_writes
from hybridc.interpret.models.attributes import is_known, is_of_models
from hybridc.interpret.models.layers import lines_of_maker
from hybridc.interpret.models.operators import augmented_by_line
from hybridc.interpret.models.sharing import attribute_set_to
from hybridc.interpret.models.writes import seen_afterwards
from hybridc.program.callees_writing import arguments_of
from hybridc.program.memory.host_kept import kept_arrays, root_of
from hybridc.program.memory.reached_scopes import place_of
from hybridc.program.models import makes_array
from hybridc.program.parts import has_slices, is_part
from hybridc.program.plans import FunctionPlan, Mapping, Update
from hybridc.program.static_demand import fitting, fitting_method, lookup, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.in_place import asks_to_write
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given

SHARED = Site(SiteKind.SHARED)  # what the memory of a value says that may be seen by others, who have it from elsewhere


def _is_path(node: ast.expr) -> bool:
    """`net.layers[0].weight`, which may be said twice."""
    while isinstance(node, ast.Attribute) or (
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant | ast.Name)
    ):
        node = node.value
    return isinstance(node, ast.Name)


def is_own(value: Value) -> bool:
    """An array that the function made, which nobody outside of it has."""
    return value.is_array and not may_be_seen(value.memory)


def shared(value: Value) -> Value:
    """The value, of whose memory others may know, and of that of the arrays in it."""
    items = None if value.items is None else tuple(map(shared, value.items))
    return replace(value, memory=value.memory | {SHARED}, place=None, items=items)


def _left_to_array(run: HostRun, write: ast.expr, array: ast.expr) -> None:
    """Nothing makes another array of the write: what a name stands for, or a call gives, has to be one that takes it.
    What attributes hold is found by itself."""
    if not isinstance(root_of(array), ast.Attribute):
        run.state.plan.mutation.in_place.add(write.lineno)


@once
def _kept(run: HostRun) -> frozenset[ast.Call]:
    function = run.state.plan.function
    is_plain = function.owner is not None and function.owner not in run.models.classes
    return kept_arrays(function.node, run.writers, is_plain)


@once
def _filling(run: HostRun) -> dict[ast.Call, str]:
    """Calls that write into what others have as well, and the method by which they do."""
    return {}


def as_filling(run: HostRun, node: ast.Call, value: Value) -> Value:
    method, mapping = _filling(run).get(node), run.state.plan.lines.mappings.get(node)
    if method is None and mapping is not None and mapping.entry.writes_if and asks_to_write(node, mapping.entry):
        first = run.state.plan.values.get(node.args[0]) if node.args else None
        if first is not None and not is_own(first) and _is_path(node.args[0]):
            method = f"{text_of(node.args[0])}.copy_"
    if method is None:
        return value
    run.state.plan.lines.mappings[node] = replace(run.state.plan.lines.mappings[node], made_by=method)
    return shared(value)


def as_kept(run: HostRun, node: ast.Call | ast.BinOp | ast.UnaryOp, value: Value) -> Value:
    """What the call, or an operator, makes, which is kept where others write into it."""
    mapping, make = run.state.plan.lines.mappings.get(node), run.models.notation.mutable
    is_found = place_of(node) in run.writers.reached
    may_be = is_found and isinstance(node, ast.Call) and _may_be_array(run, node, value)
    if not make or not (is_own(value) or _holds_own(value) or may_be):
        return value
    if not is_found and node not in _kept(run):
        return value
    if isinstance(node, ast.Call) and place_of(node) in run.writers.arrays.classes.givers:
        if not _gives_new(run, node, value):
            return value
    if mapping is None:  # a function that is compiled, or one that is used as it stands
        run.state.plan.lines.casts[node] = f"{make}({{x}})"
    else:
        run.state.plan.lines.mappings[node] = replace(mapping, made_by=make)
    return shared(value)


def _gives_new(run: HostRun, node: ast.Call, value: Value) -> bool:
    """A function of the file is compiled, which gives arrays of its own: what stays Python hands on what it has."""
    name = getattr(node.func, "id", "")
    given = [run.state.plan.values.get(a, opaque()) for a in all_given(node)]
    return name in run.state.plans and not any(each.memory & value.memory for each in given)


def _may_be_array(run: HostRun, node: ast.Call, value: Value) -> bool:
    """What a function of the framework's that makes arrays, or one that is compiled, gives of something unknown."""
    mapping = run.state.plan.lines.mappings.get(node)
    is_of_models = mapping is not None and mapping.entry.is_of_models and not mapping.entry.is_outside
    if not (is_of_models or getattr(node.func, "id", "") in run.state.plans) or value.is_outside:
        return False
    is_number = value.is_traced and value.form is Form.NUMBER
    return (is_number or (is_part(value) and value.form is Form.UNKNOWN)) and SHARED not in value.memory


def _holds_own(value: Value) -> bool:
    """Arrays that a function gives together."""
    return bool(value.items) and not may_be_seen(value.memory) and all(map(is_own, value.items or ()))


def may_write(run: HostRun, name: str, statement: ast.stmt, is_operator: bool) -> bool:
    """Only what the function made is an array that becomes another one; the rest is written where it lies."""
    return is_own(run.state.environment[name]) and kept.may_write(run, name, statement, is_operator)


def write_element(run: HostRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    root: ast.expr = target
    while isinstance(root, ast.Subscript):
        root = root.value
    held = run.state.environment.get(root.id) if isinstance(root, ast.Name) else None
    if held is not None and is_own(held):
        outside.write_element(run, target, value, statement)
        read_indices(run, target.slice)
    elif _is_plain_array(run, target):
        _write_plain(run, target, statement, Update.AT_SET)
    else:
        run.evaluate(target.value)
        index_value(run, target.slice)
        _left_to_array(run, target, target.value)
        _without_data(run, target)


def read_indices(run: HostRun, index: ast.expr) -> None:
    """JAX takes arrays as indices, and no references, which elements at indices of a reference are as well."""
    for part in index.elts if isinstance(index, ast.Tuple) else [index]:
        value = run.state.plan.values.get(part)
        if value is not None and SHARED in value.memory:
            run.state.plan.lines.casts[part] = "jnp.asarray({x})"
        elif isinstance(index, ast.Tuple) and _makes_references(run) and _may_be_reference(run, part):
            run.state.plan.lines.casts[part] = f"{run.models.notation.mutable.partition('.')[0]}.indices({{x}})"


@once
def _makes_references(run: HostRun) -> bool:
    return bool(run.models.notation.mutable and run.writers.reached)


def _may_be_reference(run: HostRun, part: ast.expr) -> bool:
    """It was looked up somewhere, or a function gave it."""
    made = (s for s in run.state.function.of(ast.Assign) if isinstance(part, ast.Name) and len(s.targets) == 1)
    values = [s.value for s in made if isinstance(s.targets[0], ast.Name) and s.targets[0].id == part.id]  # type: ignore[attr-defined]
    return any(
        (isinstance(v, ast.Subscript) and isinstance(v.slice, ast.Name | ast.Subscript | ast.Compare))
        or (isinstance(v, ast.Call) and isinstance(v.func, ast.Name) and v.func.id in run.state.module.functions)
        for v in values
    )


def augmented_element(run: HostRun, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    if _is_plain_array(run, target):
        _write_plain(run, target, statement, Update.AT_RECOMPUTE)
        return
    if _holds_shared(run, target):
        return
    outside.augmented_element(run, statement, target, value)
    if statement not in run.state.plan.mutation.updates:
        _left_to_array(run, target, target.value)
    _without_data(run, target)


def _holds_shared(run: HostRun, target: ast.Subscript) -> bool:
    """The element of a list or dict is an array that is written where it lies, for all who have it."""
    held, index = run.evaluate(target.value), index_value(run, target.slice)
    place = place_in(held, index)
    return place is not None and held.items is not None and SHARED in held.items[place].memory


def _write_plain(run: HostRun, target: ast.Subscript, statement: ast.stmt, update: Update) -> None:
    """Nobody else has the array of the attribute, which gets another one."""
    index_value(run, target.slice)
    if (other := attribute_set_to(run, target.value.attr)) is not None:  # type: ignore[attr-defined]
        run.report(rules.SharedMemory(name=text_of(target.value), other=other), statement)
    run.state.plan.mutation.updates[statement] = update


def augmented_name(run: HostRun, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    held = run.state.environment.get(target.id)
    if held is not None and is_own(held):
        calls.augmented_name(run, statement, target, value)
    elif held is not None and SHARED not in held.memory:  # which its own operator writes
        _left_to_array(run, target, target)
        augmented_by_line(run, statement, held, value)


def _is_plain_array(run: HostRun, target: ast.Subscript) -> bool:
    """`self.table[:, 0] = v`, of an attribute that is no parameter or buffer: only arrays take such an index, and
    others mean one where the attribute is set to nothing else."""
    held = target.value
    if not isinstance(held, ast.Attribute) or not isinstance(held.value, ast.Name) or held.value.id != run.own:
        return False
    makers = run.models.makers(run.owner, held.attr)
    is_cell = any(_makes_cell(run, maker) for maker in makers)
    is_array = has_slices(target.slice) or all(_gives_array(run, maker) for maker in makers)
    is_outside = any(_is_outside(run, maker) for maker in makers)
    is_kept = held.attr in run.state.known.attributes_kept()
    return bool(makers) and not is_cell and is_array and not is_outside and not is_kept


def _is_outside(run: HostRun, value: ast.expr) -> bool:
    """What a library of other arrays gives, as NumPy does, which is written in place."""
    func = value.func if isinstance(value, ast.Call) else None
    name = None if func is None else run.state.module.qualified_name(func, run.state.function.locals)
    return name is not None and not is_of_models(run, name) and is_known(run, name)


def _gives_array(run: HostRun, value: ast.expr) -> bool:
    lines = lines_of_maker(run, value) if isinstance(value, ast.Call) else ()
    return any(makes_array(e) for e in lines)


def _makes_cell(run: HostRun, value: ast.expr) -> bool:
    entries = lines_of_maker(run, value) if isinstance(value, ast.Call) else ()
    found = fitting(entries, value) if isinstance(value, ast.Call) else None
    return any((e.target or "").startswith("nn.") for e in (entries if found is None else found[:1]))


def change_arguments(
    run: HostRun, node: ast.Call, function: Function, plan: FunctionPlan, bound: dict[str, Value]
) -> None:
    """A compiled function writes into what it is given by others, if it gives that to compiled callers; into what
    was made here, it does not."""
    given = arguments_given(function, node)
    arrays = [n for n in sorted(plan.arguments.mutated & bound.keys()) if bound[n].form in (Form.ARRAY, Form.UNKNOWN)]
    for name in arrays:
        argument = given.get(name, node)
        is_written = (plan.arguments.gives_back or plan.is_of_model) and not is_own(bound[name])
        if not is_written and (
            not is_own(bound[name]) or seen_afterwards(run, node, argument, bound[name]) is not None
        ):
            run.report(rules.LostMutation(function=text_of(node.func), name=text_of(argument)), node)


def write_as_callee(run: HostRun, node: ast.Call) -> None:
    """What stays Python writes through references here, which what an operator gives of arrays is none of."""
    plain = {a for a in all_given(node) if _shows_plain(run, a)}
    file = run.state.known.callees if plain else None
    definition = None if file is None else file.definition(node.func, run.state.function.locals)
    if definition is None:
        return
    for given in arguments_of(definition[0].named(definition[1]), node, definition[0].written(definition[1])):
        if given in plain:
            run.report(rules.LostMutation(function=text_of(node.func), name=text_of(given)), node)


def _shows_plain(run: HostRun, given: ast.expr) -> bool:
    array = root_of(given)
    return isinstance(array, ast.Name) and any(_is_plain(run, value) for value in _values_of(run, array.id))


def _values_of(run: HostRun, name: str) -> Iterator[ast.expr]:
    """What the function sets a name to, and the names that it takes that from."""
    todo, seen = [name], {name}
    made = run.state.plan.function.of(ast.Assign)
    while todo:
        each = todo.pop()
        values = [s.value for s in made if any(isinstance(t, ast.Name) and t.id == each for t in s.targets)]
        yield from values
        roots = {root.id for v in values if isinstance(root := root_of(v), ast.Name)} - seen
        todo += roots
        seen |= roots


def _is_plain(run: HostRun, value: ast.expr) -> bool:
    """An array that is computed here, and is not one that may be written."""
    if isinstance(value, ast.BinOp | ast.UnaryOp):
        return True
    mapping = run.state.plan.lines.mappings.get(value)
    entry = None if mapping is None or mapping.made_by else mapping.entry
    return entry is not None and makes_array(entry) and not (entry.is_view or entry.back or entry.is_held)


def written_through(run: HostRun, node: ast.Call, function: ast.Attribute, receiver: Value) -> bool:
    """`p.data[0].mul_(2)`: a method that writes into what others have as well is one of what they have."""
    if is_own(receiver) or not any(e.writes for e in run.policy.calls.method_lines(run, function.attr)):
        return False
    _left_to_array(run, node, function.value)
    _without_data(run, function.value)
    return True


def writes_in_place(run: HostRun, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
    """`F.relu_(net.weight)`: what others have as well gets the values that the function computes."""
    is_method = isinstance(node.func, ast.Attribute) and node.func.value is array
    value = run.state.plan.values.get(array)
    if is_method or value is None or is_own(value) or not _is_path(array):
        return model_writes.writes_in_place(run, node, array, entry)
    _left_to_array(run, node, array)
    _filling(run)[node] = f"{text_of(array)}.copy_"
    return False


def only_read(run: HostRun, node: ast.expr) -> None:
    """Nobody writes into the view, which has the usual line."""
    mapping = run.state.plan.lines.mappings.get(node)
    name = "" if mapping is None else mapping.entry.name
    if mapping is None or not name.startswith("Shared.") or name.startswith("Shared.copied."):
        return
    if isinstance(node, ast.Attribute):
        run.state.plan.lines.mappings[node] = replace(mapping, entry=replace(mapping.entry, target="self"))
        only_read(run, node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and mapping.is_method:
        usual = lookup(run.state.dialects, f"Host.{node.func.attr}")
        found = fitting_method(usual or lookup_method(run.state.dialects, node.func.attr), node)
        if found is not None:
            run.state.plan.lines.mappings[node] = Mapping(*found, is_method=True)
        only_read(run, node.func.value)


def note_filled(run: HostRun, node: ast.Call, array: ast.expr) -> None:
    """`init.zeros_(x)` of an array of the function's own gives a new one, which is to take its place."""
    is_statement = isinstance(run.current, ast.Expr) and run.current.value is node
    value = run.state.plan.values.get(array)
    if not is_statement or value is None or node in run.state.plan.structured.origins.writing:
        return
    root = array
    while isinstance(root, ast.Subscript):
        root = root.value
    held = run.state.environment.get(root.id) if isinstance(root, ast.Name) else None
    if held is not None and is_own(held):
        note_writing(run, node, WritingCall(node, array, is_whole=isinstance(array, ast.Name)))
        return
    _left_to_array(run, node, array)
    if held is None and is_own(value):
        run.report(rules.SharedMemory(name=text_of(array), other=text_of(array)), node)


def _without_data(run: HostRun, array: ast.expr) -> ast.expr:
    """`weight.data` is written into by writing into what holds the parameter, `weight`."""
    inner = array
    while isinstance(inner, ast.Subscript):
        inner = inner.value
    mapping = run.state.plan.lines.mappings.get(inner)
    if mapping is not None and mapping.entry.is_held:
        run.state.plan.lines.mappings[inner] = replace(mapping, entry=replace(mapping.entry, target="self"))
    value = run.state.plan.values.get(inner, opaque())
    if isinstance(inner, ast.Attribute) and not layers.is_own(run, inner.value) and (is_part(value) or value.is_array):
        lines = (e for e in run.policy.calls.method_lines(run, inner.attr) if e.parameters is None and e.is_view)
        if (entry := next((e for e in lines if e.shape == e.dtype == "same"), None)) is not None:
            run.state.plan.lines.mappings[inner] = Mapping(replace(entry, target="self"), is_method=True)
    return array
