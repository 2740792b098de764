"""The abstract interpretation of what is written into arrays, and of who would see it."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import unknown
from hybridc.domain.places import AliasUpdate
from hybridc.domain.sites import Site, parameters_in
from hybridc.domain.values import (
    BOOL,
    INT,
    WHOLE,
    Binding,
    Form,
    Value,
    as_number,
    is_bool,
    is_unknown,
    promote,
)
from hybridc.interpret.aliases import alias_update, changed_since, writes_numbers
from hybridc.interpret.bases import say_otherwise
from hybridc.interpret.containers import container_write, note_mutated
from hybridc.interpret.dtypes.widening import is_made_of_pythons, stored
from hybridc.interpret.elements import element_of, index_value, is_in_range
from hybridc.interpret.evaluation import Run
from hybridc.interpret.masked_writes import asked, is_by_mask, masked, may_be_mask, written
from hybridc.interpret.table_writes import table_write
from hybridc.program.assumptions import Kind, assume
from hybridc.program.placing import base_of, place_of
from hybridc.program.plans import Update
from hybridc.syntax.dataflow import base_name, targets_bound
from hybridc.syntax.messages import text_of

_SEEN = "a part of the model may have returned what it was given, and others may read that"
_PART = "an element that it was given may be a row, which a write here would change"


def written_name(run: Run, target: ast.Subscript, statement: ast.stmt) -> str | None:
    """The local array that an element write changes; None where it cannot be converted."""
    held = run.state.environment.get(target.value.id) if isinstance(target.value, ast.Name) else None
    if (held is None or held.form in (Form.ARRAY, Form.NUMBER)) and _has_key(run, target):
        run.report(rules.UnsupportedStatement(what=f"assignment to `{text_of(target)}`, of a dict,"), statement)
        return None
    if not isinstance(target.value, ast.Name):
        return _name_under(run, target, statement)
    name = target.value.id
    if name not in run.state.environment:
        if name in run.state.module.globals or name in run.state.function.globals_declared:
            run.report(rules.GlobalMutation(name=name), statement)
        else:
            run.evaluate(target.value)
        return None
    return name


def _has_key(run: Run, target: ast.expr) -> bool:
    """One of the indices is a string: those of arrays are not."""
    while isinstance(target, ast.Subscript):
        if run.evaluate(target.slice).form is Form.STRING:
            return True
        target = target.value
    return False


def _name_under(run: Run, target: ast.Subscript, statement: ast.stmt) -> str | None:
    """The local array that a write into a view changes, as `x.T[i] = v` does."""
    state, view = run.state, target.value
    run.evaluate(view)
    if isinstance(view, ast.Subscript) and _is_at_one_place(run, view):
        state.plan.control.reformed |= {statement, target}
    name = base_of(state, view)
    if name is not None and place_of(state, view) is not None:
        return name
    name = base_name(target)
    if name is None:
        run.report(rules.UnsupportedStatement(what=f"assignment to `{text_of(target)}`"), statement)
    elif isinstance(view, ast.Subscript):
        run.report(rules.SharedMemory(name=text_of(view), other=name), statement)
    else:
        run.report(rules.AttributeWrite(target=text_of(target)), statement)
    return None


def _is_at_one_place(run: Run, view: ast.expr) -> bool:
    """`x[i][j]` of an array and numbers, or of a list of lists, which is `x[i, j]`."""
    indices = []
    while isinstance(view, ast.Subscript):
        indices.append(run.state.plan.values.get(view.slice))
        view = view.value
    held = run.state.plan.values.get(view)
    if held is None or held.form not in (Form.ARRAY, Form.UNKNOWN) or not held.is_traced:
        return False
    numbers = (i is not None and (i.is_static or i.is_scalar) and i.form is Form.NUMBER for i in indices)
    return run.state.is_table(held) or all(numbers)


def write_element(run: Run, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    name = written_name(run, target, statement)
    index = index_value(run, target.slice)
    if name is None:
        return
    array = run.evaluate(target.value)
    if index.form is Form.STRING and array.form is Form.UNKNOWN:
        array = replace(array, form=Form.DICT)
    if array.form in (Form.LIST, Form.DICT) and not isinstance(target.value, ast.Name):
        run.report(rules.UnsupportedStatement(what=f"assignment to `{text_of(target)}`"), statement)
        return
    if array.form in (Form.LIST, Form.DICT):
        container_write(run, array, index, value, target, statement)
        return
    value = as_array(run, value, getattr(statement, "value", None))
    if not run.policy.writes.may_write(run, name, statement, False):
        return
    is_narrow = stored(run.state, getattr(statement, "value", None), value, array, name)
    if is_by_mask(run, target, index, value, statement):
        masked(run, statement, name, target, array, index, value, "=")
        return
    element_of(run, target, array, index)
    check_out_of_range(run, target, index)
    if run.state.is_table(array):
        table_write(run, name, target, value, statement)
        return
    if is_all(target.slice, index):
        same = _is_same(run, statement, target, array, value)
        run.state.plan.mutation.updates[statement] = Update.WHOLE if same else Update.FILL
        run.report(rules.ItemAssignment(target=text_of(target), operator="=", form=f"{name} = ..."), statement)
        written(run, name)
        return
    check_repeated(run, target, index, value)
    if may_be_mask(index, target.slice):
        asked(run, statement, name, target, "=")
        return
    cast = array.dtype <= INT | BOOL and not value.dtype <= WHOLE
    if array.dtype == BOOL and value.dtype != BOOL:
        cast = True
    cast |= is_narrow or (is_unknown(array.dtype) and value.dtype != array.dtype and not is_made_of_pythons(value))
    run.state.plan.mutation.updates[statement] = Update.AT_CAST if cast else Update.AT_SET
    run.report(rules.ItemAssignment(target=text_of(target), operator="=", form=f"{name}.at[...].set"), statement)
    written(run, name)


def _is_same(run: Run, statement: ast.stmt, target: ast.Subscript, array: Value, value: Value) -> bool:
    """The value is of the array's type, or is what the array has become under another name."""
    if isinstance(statement, ast.Assign) and (place := place_of(run.state, statement.value)) is not None:
        if place in (place_of(run.state, target.value), place_of(run.state, target)):
            return True
    return value.is_array and not value.is_scalar and array.same_type(value)


def as_array(run: Run, value: Value, node: ast.expr | None) -> Value:
    """A list or tuple that is stored into an array is one."""
    if value.form not in (Form.LIST, Form.TUPLE) or node is None:
        return value
    run.state.plan.lines.arrays.add(node)
    items = value.items or ()
    dtype = promote(*(i.dtype for i in items)) if items and all(i.form.is_numeric for i in items) else unknown()
    return Value(Binding.TRACED, Form.ARRAY, dtype, unknown())


def check_repeated(run: Run, target: ast.Subscript, index: Value, value: Value) -> None:
    """Of several values for one place, which one stays is left open."""
    indices = index.items if index.form is Form.TUPLE and index.items is not None else (index,)
    arrays = [i for i in indices if i.form is Form.LIST or (i.is_array and not is_bool(i))]
    if arrays and not value.is_scalar and not any(map(are_different, arrays)):
        run.report(rules.RepeatedIndex(expression=text_of(target)), target)


def check_out_of_range(run: Run, target: ast.Subscript, index: Value) -> None:
    indices = index.items if index.items is not None else (index,)
    if any(i.is_traced for i in indices) and not is_in_range(run, target):
        run.report(rules.UncheckedIndex(expression=text_of(target)), target)


def may_write(run: Run, name: str, statement: ast.stmt, is_operator: bool) -> bool:
    """No other name that is read later sees the memory of `name`. Notes the parameters that are written.

    An in-place operator leaves numbers as they are: where that is what `name` may hold, it is taken to.
    """
    value = run.state.environment[name]
    if not value.form.is_numeric or value.is_static:
        run.report(rules.UnsupportedStatement(what=f"writing into {value.form.value}"), statement)
        return False
    if statement not in run.state.plan.structured.origins.received:  # which write several arrays
        run.state.plan.assumed.forget(Kind.BESIDE, statement)
    run.state.plan.mutation.alias_updates.pop(statement, None)
    found = alias_update(run.state, name, statement)
    told = frozenset() if found is None or not run.state.known.tells_rows else found.names
    others = run.state.sharers(name, statement)
    if others and any(n in run.state.memory.parted for n in (name, *others)):
        say_otherwise(run.state, name, others, statement)
    is_told = run.state.known.tells_rows and not run.state.has_views_of_elements
    is_told &= found is not None and (told >= frozenset(others) or bool(found.unnamed))  # which get names first
    is_read = name in run.state.liveness.after.get(statement, frozenset())
    is_plain = is_read or not value.is_element  # a row that nobody reads afterwards is changed for its array
    is_doubtful = (bool(others) or run.state.known.assumes_numbers) and not is_told
    if is_doubtful and is_operator and is_plain and run.policy.writes.is_taken_for_number(run, value, statement, name):
        run.state.environment[name] = as_number(value)
        return True
    if is_operator and run.state.flow.scope and any(_is_parameter_of_nested(m) for m in value.memory):
        if run.policy.writes.is_taken_for_number(run, value, statement, name):
            run.state.environment[name] = as_number(value)
            return True
    if (loop := _loop_over(run, value)) is not None:
        run.state.plan.control.reformed.add(loop)
        run.report(rules.SharedMemory(name=name, other=text_of(loop.iter)), statement)
        return False
    others = [o for o in others if o in told or not _is_expected_to_be_number(run, o, statement)]
    _note_alias_update(run, name, statement, found)
    if run.policy.writes.is_seen_when_it_runs(run, name, statement):
        assume(run.state.plan.assumed, Kind.APART, statement, [name], _SEEN)
    elif others:
        say_otherwise(run.state, name, others, statement)
        run.report(rules.SharedMemory(name=name, other=others[0]), statement)
        return False
    if value.memory & run.state.flow.outside:
        if is_operator and run.policy.writes.is_taken_for_number(run, value, statement, name):
            run.state.environment[name] = as_number(value)
            return True
        run.report(rules.GlobalMutation(name=name), statement)
        return False
    if writes_numbers(run.state, name, statement):
        run.state.plan.arguments.numbers_written |= parameters_in(value.memory)
    note_mutated(run, value, statement)
    return True


def is_seen_when_it_runs(run: Run, name: str, statement: ast.stmt) -> bool:
    """Whether others see the memory of `name` is looked at when the program is traced."""
    return False


def _loop_over(run: Run, value: Value) -> ast.For | None:
    """The loop around here whose next turns see what is written, as it runs over the array."""
    around = (loop for loop, _ in run.state.flow.loops if isinstance(loop, ast.For))
    return next((loop for loop in around if run.state.flow.run_over.get(loop, frozenset()) & value.memory), None)


def _note_alias_update(run: Run, name: str, statement: ast.stmt, found: AliasUpdate | None) -> None:
    """What has to follow, for other names to see the write."""
    state = run.state
    if found is not None:
        state.plan.mutation.alias_updates[statement] = found
    if state.sharing(name, statement) is None:
        return
    state.plan.mutation.frozen |= changed_since(state, name, statement)
    state.plan.mutation.unnamed |= found.unnamed if found is not None else frozenset()
    memory = state.environment[name].memory
    for loop, _ in state.flow.loops:
        read = state.flow.read_by_loops.get(loop, frozenset())
        if isinstance(loop, ast.For) and name in targets_bound(loop.target) and read & memory:
            state.plan.control.reformed.add(loop)


def _is_expected_to_be_number(run: Run, name: str, statement: ast.stmt) -> bool:
    """Whether `name`, which a write would change were it an array, may be a number, which is then checked."""
    value = run.state.environment[name]
    if not value.is_element or name in run.state.known.containers or run.state.has_views_of_elements:
        return False
    assume(run.state.plan.assumed, Kind.BESIDE, statement, [name], _PART)
    run.report(rules.TakenForNumber(name=name), statement)
    run.state.environment[name] = as_number(value)
    return True


def is_all(node: ast.expr, index: Value) -> bool:
    """`[...]` or `[:]`, `[:, :]`: all of the array."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(isinstance(e, ast.Slice) and is_all(e, index) for e in node.elts)
    if isinstance(node, ast.Slice):
        begins = node.lower is None or (isinstance(node.lower, ast.Constant) and node.lower.value == 0)
        return begins and node.upper is None and node.step is None
    return index.has_constant and index.constant is Ellipsis


def are_different(index: Value) -> bool:
    """A list of constant indices that mean different places."""
    places = [i.constant for i in index.items or () if i.has_constant and isinstance(i.constant, int)]
    signs = {place < 0 for place in places}
    return len(places) == len(index.items or ()) == len(set(places)) and len(signs) == 1


def _is_parameter_of_nested(site: Site) -> bool:
    return site.is_parameter and "." in site.name
