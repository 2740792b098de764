"""The abstract interpretation of dicts and lists whose elements are known one by one: Python's, or a compiled carry."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import parameters_of
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Form, Value, as_number, merge, opaque, place_in
from hybridc.interpret.arithmetic import arithmetic
from hybridc.interpret.calls import unroll_since_birth
from hybridc.interpret.evaluation import Run
from hybridc.program.assumptions import Kind, assume
from hybridc.syntax.dataflow import names_read, row_of
from hybridc.syntax.messages import text_of

_WRITTEN = "an array would be changed here for others that see it"
_SHOWN = "a test, a hint or a default shows a number, and nothing is told of what is changed here"


def container_write(
    run: Run, container: Value, index: Value, value: Value, target: ast.Subscript, statement: ast.stmt
) -> None:
    """`name[index] = value`"""
    assert isinstance(target.value, ast.Name)
    name = target.value.id
    place = place_in(container, index)
    if not index.is_static:
        run.policy.values.unroll_index(run, target.slice)
        shown = f"the index of `{name}`"
        run.report(rules.StaticNeeded(expression=shown, why=f"it is {container.form.value}"), statement)
    elif not run.state.is_made_here(container) and (
        _may_be_new(run, container, place) or _is_shared(run, name, container, statement)
    ):
        unroll_since_birth(run, container)
        run.report(rules.ListInLoop(name=name), statement)
    if (other := run.state.perhaps_same(name, container, statement)) is not None:
        run.report(rules.SharedMemory(name=name, other=other), statement)
    if not container.boxes:
        for site in container.memory:
            if site.is_parameter:
                run.state.plan.arguments.mutated.add(site.name)
                run.state.plan.arguments.surely_mutated.add(site.name)
                run.report(rules.ArgumentMutation(name=site.name), statement)
    items = None
    if place is not None and container.items is not None:
        items = (*container.items[:place], value, *container.items[place + 1 :])
    elif container.items is not None and not _may_be_new(run, container, place):
        items = tuple(merge(item, value) for item in container.items)
    binding = run.state.binding_of(container, value)
    memory = container.memory | value.memory | run.state.same(statement, container.held & value.memory)
    run.state.set_contents(name, container, replace(container, items=items, binding=binding, memory=memory))


def container_update(
    run: Run, container: Value, index: Value, value: Value, target: ast.Subscript, statement: ast.AugAssign
) -> None:
    """`name[index] += value`, which writes into an array that others may see."""
    place = place_in(container, index)
    old = replace(opaque(container.binding), memory=container.memory)
    if place is not None and container.items is not None:
        old = container.items[place]
    if not old.form.is_numeric or not value.form.is_numeric:
        run.report(rules.UnsupportedStatement(what=f"`{text_of(statement)}`"), statement)
        return
    if old.is_static and value.is_static:
        container_write(run, container, index, replace(old, binding=old.binding).traced(), target, statement)
        return
    run.state.plan.assumed.forget(Kind.VALUE, statement)
    if old.is_scalar:
        run.policy.writes.rests_on_numbers(run, names_read(target.value), statement)
    else:
        old = run.policy.writes.element_to_change(run, old, target, statement, container.may_repeat)
    result = arithmetic(run, statement, statement.op, old, value)
    assert isinstance(target.value, ast.Name)
    container = run.state.environment.get(target.value.id, container)  # what was new a turn ago is no longer
    container_write(run, container, index, result, target, statement)


def element_to_change(run: Run, element: Value, target: ast.Subscript, statement: ast.stmt, is_repeated: bool) -> Value:
    """The element: a number, or an array that no other name sees."""
    assert isinstance(target.value, ast.Name)
    later = run.state.liveness.after.get(statement, frozenset())
    held = run.state.environment
    others = [n for n, v in held.items() if n != target.value.id and n in later and v.memory & element.memory]
    others += [text_of(s.iter) for s in _loops_over(run, element)]
    others += [target.value.id] if is_repeated else []
    outside = any(m.is_outer for m in element.memory)
    if (others or outside) and target.value.id in later:
        if run.policy.writes.is_taken_for_number(run, element, statement, text_of(target)):
            return as_number(element)
    if others:
        run.report(rules.SharedMemory(name=text_of(target), other=others[0]), statement)
        return element
    note_mutated(run, element, statement)
    return element


def note_mutated(run: Run, value: Value, statement: ast.stmt) -> None:
    """What the value's memory was given by, if it is not the function's own, is changed."""
    given = sorted(parameters_in(value.memory))
    run.state.plan.arguments.mutated |= set(given)
    if not value.is_element and row_of(statement) is None:
        run.state.plan.arguments.surely_mutated |= set(given)
    run.state.plan.arguments.written_memory |= value.memory
    if given and not run.state.flow.scope:
        run.report(rules.ArgumentMutation(name="` or `".join(given)), statement)
    for site in value.memory:
        if site.is_global:
            run.report(rules.GlobalMutation(name=site.name), statement)


def _loops_over(run: Run, value: Value) -> list[ast.For]:
    """Loops around here whose next turns would see a change of the value."""
    around = [s for s, _ in run.state.flow.loops if isinstance(s, ast.For)]
    return [s for s in around if run.state.flow.read_by_loops.get(s, frozenset()) & value.memory]


def is_taken_for_number(run: Run, value: Value, node: ast.stmt | ast.expr, name: str) -> bool:
    """Whether the value may be a number. It is checked that it is one: the parameters, or the value itself."""
    state = run.state
    if value.form not in (Form.UNKNOWN, Form.NUMBER) or value.is_static or name in state.known.containers:
        return False
    if value.is_scalar and isinstance(node, ast.expr):
        run.policy.writes.rests_on_numbers(run, names_read(node), node)
    parameters = parameters_of(value.shape)
    if len(parameters) == len(value.shape) and parameters <= state.plan.arguments.possible_numbers:
        assume(state.plan.assumed, Kind.NUMBER, node, parameters, _WRITTEN)
    else:
        assume(state.plan.assumed, Kind.VALUE, node, [name], _WRITTEN)
        run.report(rules.TakenForNumber(name=name), node)
    return True


def rests_on_numbers(run: Run, names: Iterable[str], node: ast.stmt | ast.expr) -> None:
    """What is decided of `node` is right if parameters are numbers that a test, a hint or a default shows to be:
    those that the names are computed from. It is checked that they are, while tracing."""
    state = run.state
    parameters = state.known.evident.under(names)
    if not parameters:
        return
    own = parameters & state.plan.arguments.evident
    if state.flow.scope:
        own -= frozenset(state.function.parameters)
    assume(state.plan.assumed, Kind.NUMBER, node, own, _SHOWN)
    if own != parameters:  # of a nested function: the value itself is looked at
        assume(state.plan.assumed, Kind.VALUE, node, [", ".join(sorted(parameters - own))], _SHOWN)


def _may_be_new(run: Run, container: Value, place: int | None) -> bool:
    """A key that the dict may not have yet; an element of a list is there before it is set."""
    return place is None and container.form is not Form.LIST


def _is_shared(run: Run, name: str, container: Value, statement: ast.stmt) -> bool:
    """Another name that is read later may hold the same dict or list."""
    later = run.state.liveness.after.get(statement, frozenset())
    boxes = container.boxes
    return not boxes or any(
        other != name and other in later and held.memory & boxes for other, held in run.state.environment.items()
    )
