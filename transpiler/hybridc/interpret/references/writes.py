"""Writes into arrays that are mutable while the function is traced: all who have them see what is written."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Form, Value, place_in
from hybridc.interpret import mutation, writes
from hybridc.interpret.arithmetic import arithmetic
from hybridc.interpret.containers import container_write
from hybridc.interpret.elements import element_of, index_value
from hybridc.interpret.evaluation import Run
from hybridc.interpret.masked_writes import is_by_mask
from hybridc.program.plans import References
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dataflow import base_name
from hybridc.syntax.marks import marks
from hybridc.syntax.messages import text_of


def references(run: Run) -> References:
    found = run.state.plan.references
    assert found is not None
    return found


def note_written(run: Run, value: Value, node: ast.AST) -> None:
    """The array may be written here."""
    memory = {site.newest for site in value.held}
    if not memory and value.form.is_numeric and not value.is_scalar and not value.is_static:
        run.report(
            rules.SharedMemory(name=text_of(node) if isinstance(node, ast.expr) else "an array", other="?"), node
        )
    references(run).written |= memory
    references(run).effects.add(run.current)
    given = parameters_in(memory)
    arguments = run.state.plan.arguments
    arguments.mutated |= given
    arguments.written_memory |= memory
    for site in sorted(memory):
        if site.is_global:
            run.report(rules.GlobalMutation(name=site.name), node)


def may_write(run: Run, name: str, statement: ast.stmt, is_operator: bool) -> bool:
    value = run.state.environment[name]
    if not value.form.is_numeric or value.is_static:
        run.report(rules.UnsupportedStatement(what=f"writing into {value.form.value}"), statement)
        return False
    note_written(run, value, statement)
    return True


def write_element(run: Run, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    """`x[i] = v`, of whatever gives an array; of lists and dicts as everywhere."""
    array = _array_under(run, target)
    if array is None:
        writes.write_element(run, target, value, statement)
        return
    _write(run, target, array, value, statement)


def augmented_element(run: Run, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    array = _array_under(run, target)
    if array is not None:
        _write(run, target, array, value, statement)
    elif not _augments_in_container(run, statement, target, value):
        mutation.augmented_element(run, statement, target, value)


def _augments_in_container(run: Run, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> bool:
    """`xs[0] += v` of an array, perhaps: the list still holds it."""
    held = run.state.environment.get(target.value.id) if isinstance(target.value, ast.Name) else None
    if held is None or held.form not in (Form.LIST, Form.DICT):
        return False
    index = index_value(run, target.slice)
    place = place_in(held, index)
    old = held.items[place] if place is not None and held.items is not None else None
    if old is None or not old.memory or old.is_static or not (old.form.is_numeric and value.form.is_numeric):
        return False
    note_written(run, old, target)
    container_write(run, held, index, _augmented(run, statement, old, value), target, statement)
    return True


def _augmented(run: Run, statement: ast.AugAssign, old: Value, value: Value) -> Value:
    """What an operator leaves: the same array, or another number."""
    result = arithmetic(run, statement, statement.op, old, value)
    mutation.check_stored(run, statement, old, result)
    if old.is_array:
        return old.traced()
    dtype = old.dtype if result.dtype == old.dtype else result.dtype | old.dtype
    return replace(
        result, dtype=dtype, shape=old.shape | result.shape, rank=old.rank, memory=old.memory, dims=old.dims,
        is_element=old.is_element, place=None,
    )  # fmt: skip


def _array_under(run: Run, target: ast.Subscript) -> Value | None:
    """The array that is written; None for what is none, or no local one."""
    name = target.value.id if isinstance(target.value, ast.Name) else None
    if name is not None and name not in run.state.environment:
        return None
    array = run.evaluate(target.value)
    if run.evaluate(target.slice).form is Form.STRING if not isinstance(target.slice, ast.Slice) else False:
        return None
    return array if array.form.is_numeric and not array.is_static else None


def _write(run: Run, target: ast.Subscript, array: Value, value: Value, statement: ast.stmt) -> None:
    mapping = run.state.plan.lines.mappings.get(target.value)
    if mapping is not None and mapping.entry.gives_copies:  # `x.flat[i] = v`, which the runtime writes through
        del run.state.plan.lines.mappings[target.value]
    index = index_value(run, target.slice)
    note_written(run, array, target.value)
    if base_name(target) is not None:
        _set_in_place(run, target, statement)
    if is_by_mask(run, target, index, value, statement):
        return
    if isinstance(statement, ast.Assign | ast.AugAssign) and statement in run.state.plan.mutation.unmasked:
        return
    element = element_of(run, target, array, index)
    writes.check_out_of_range(run, target, index)
    if isinstance(statement, ast.AugAssign) and value.form.is_numeric:
        arithmetic(run, statement, statement.op, element, value)


def _set_in_place(run: Run, target: ast.Subscript | ast.Attribute, statement: ast.stmt) -> None:
    if isinstance(statement, ast.AnnAssign):
        run.report(rules.UnsupportedStatement(what="an element with a type hint"), statement)
    elif not marks(target).is_setting:
        references(run).unmarked.add(statement)


def augmented_name(run: Run, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    """`x += v`, which gives a number's name another one, and changes an array for all."""
    old = run.state.environment.get(target.id)
    is_array = old is not None and old.form.is_numeric and value.form.is_numeric and bool(old.memory)
    if old is None or not is_array or old.is_static or target.id in run.state.function.globals_declared:
        mutation.augmented_name(run, statement, target, value)
        return
    old = run.evaluate(ast.copy_location(ast.Name(target.id, ast.Load()), target))
    run.state.plan.values[target] = old
    note_written(run, old, target)
    if run.state.is_compiled_here:
        (references(run).unmarked if old.is_array else references(run).augmented).add(statement)
    run.state.environment[target.id] = _augmented(run, statement, old, value)


def attribute_write(run: Run, target: ast.Attribute, statement: ast.stmt) -> None:
    """`x.real = v` writes into `x`; what gives it another shape is refused."""
    held = run.evaluate(target.value)
    entry = next((e for e in lookup_method(run.state.dialects, target.attr) if e.parameters is None), None)
    if entry is not None and entry.back is not None and held.form.is_numeric and not held.is_static:
        note_written(run, held, target.value)
        _set_in_place(run, target, statement)
        return
    run.report(rules.AttributeWrite(target=text_of(target)), statement)


def element_to_change(run: Run, element: Value, target: ast.Subscript, statement: ast.stmt, is_repeated: bool) -> Value:
    """`xs[0] += v` of a list."""
    note_written(run, element, target)
    return element


def is_set_by_python(run: Run, target: ast.expr) -> bool:
    """One of several targets, `x[0], x[1] = x[1], x[0]`."""
    return True


def is_taken_for_number(run: Run, value: Value, node: ast.stmt | ast.expr, name: str) -> bool:
    return False


def rests_on_numbers(run: Run, names: object, node: ast.stmt | ast.expr) -> None:
    """What may be a number or an array is asked for nothing: it is what it is."""
