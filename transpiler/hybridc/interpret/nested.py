"""The abstract interpretation of nested functions, which stay Python functions and are traced where they are called."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import scoped
from hybridc.domain.places import Place
from hybridc.domain.sites import parameter_site
from hybridc.domain.values import Form, Value, opaque, static
from hybridc.interpret.evaluation import Run
from hybridc.program.assumptions import Kind, assume
from hybridc.program.parameters.evident import evident
from hybridc.program.parameters.signature import evident_parameters, parameter_values, ranked_parameters
from hybridc.program.state import Nested
from hybridc.program.static_demand import reads_elements
from hybridc.syntax.dataflow import bound_in, calls_in, free_names, names_read, names_written, parameters
from hybridc.syntax.late_binding import set_after_named
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk, with_defaults

_INSIDE = "the nested function changes it, and an array would be changed for others that see it"


def nested_function(run: Run, statement: ast.FunctionDef) -> None:
    state = run.state
    if statement.decorator_list or any(
        isinstance(n, ast.Nonlocal | ast.Global | ast.Yield | ast.YieldFrom) for n in walk(statement)
    ):
        run.report(rules.UnsupportedStatement(what=f"the nested function `{statement.name}`"), statement)
    late = set_after_named(state.function.node, statement, statement.name)
    read = frozenset().union(*map(names_read, statement.body)) - frozenset(parameters(statement))
    for name in sorted(read & free_names(statement) & state.function.locals & late):
        run.report(rules.ChangingClosure(function=statement.name, name=name), statement)
    own = frozenset(parameters(statement)) | bound_in(statement)
    for name in sorted(names_written(statement.body) - own):
        run.report(rules.GlobalMutation(name=name), statement)
    defaults = {a.arg: run.evaluate(default) for a, default in with_defaults(statement.args)}
    summary = replace(_interpreted(run, statement, own), defaults=defaults)
    key = f"{statement.name}@{statement.lineno}:{statement.col_offset}"
    state.flow.nested[key] = summary
    held = (n for n in free_names(statement) & state.environment.keys() if reads_elements(statement, n, state.dialects))
    held_values = (*(state.environment[n] for n in held), *defaults.values())
    memory = frozenset().union(*(v.memory for v in held_values))
    state.environment[statement.name] = static(Form.FUNCTION, function=key, memory=memory)


def _interpreted(run: Run, statement: ast.FunctionDef, own: frozenset[str]) -> Nested:
    state, plan = run.state, run.state.plan
    scope = f"{statement.name}."
    function = Function(
        statement, f"{state.function.qualified_name}.{statement.name}", None, state.function.locals | own,
        state.function.globals_declared,
    )  # fmt: skip
    statics = frozenset(p for p in function.parameters if scope + p in state.demand.names)
    statics |= function.flags
    unasked = {p for p in function.parameters if scope + p in state.known.unasked}
    values = parameter_values(function, statics, state.dialects, unasked=unasked)
    around_evident = state.known.evident
    shown = evident_parameters(values) | ranked_parameters(values) | (around_evident.parameters - own)
    state.known.evident = evident(state.function, shown, state.module, state.dialects)
    for name in plan.structured.origins.given_back.get(statement, ()):
        if name in values and name in state.environment:
            held = state.environment[name]
            values[name] = replace(values[name], form=held.form)
            if _is_bound_once(run, name):
                values[name] = replace(values[name], dtype=held.dtype)
    called = {c.func.id for c in calls_in(statement) if isinstance(c.func, ast.Name)}
    values |= {p: static(Form.FUNCTION) for p in called & values.keys()}
    saved = (state.function, state.environment, state.flow.context, state.flow.loops, state.flow.scope, run.returned)
    around = state.flow.outside, state.flow.roots_outside
    outside = plan.result, plan.arguments.returned_memory, plan.arguments.mutated, plan.arguments.result_places
    known = frozenset().union(*(v.memory for v in state.environment.values()))
    state.function, state.flow.context, state.flow.loops, state.flow.scope = function, [], [], scope
    run.returned = []
    state.flow.outside = known
    state.flow.roots_outside |= {v.place.root for v in state.environment.values() if v.place is not None}
    state.environment = {n: v for n, v in state.environment.items() if n not in own}
    state.environment[statement.name] = opaque()
    state.environment |= {n: _scoped(v, scope) for n, v in values.items()}
    plan.result, plan.arguments.returned_memory, plan.arguments.mutated, plan.arguments.result_places = (
        None,
        set(),
        set(),
        (),
    )
    run.policy.flow.block(run, statement.body)
    result = plan.result or static(Form.NONE)
    given_back = frozenset(scope + n for n in plan.structured.origins.given_back.get(statement, ()))
    assume(plan.assumed, Kind.NUMBER, statement, plan.arguments.mutated & plan.arguments.possible_numbers, _INSIDE)
    mutated = frozenset(
        n.removeprefix(scope) for n in plan.arguments.mutated - plan.arguments.possible_numbers - given_back
    )
    run.policy.calls.changes_arguments(run, statement, mutated)
    state.function, state.environment, state.flow.context, state.flow.loops, state.flow.scope, run.returned = saved
    places = plan.arguments.result_places
    plan.result, plan.arguments.returned_memory, plan.arguments.mutated, plan.arguments.result_places = outside
    state.flow.outside, state.flow.roots_outside = around
    state.known.evident = around_evident
    return Nested(function, statics, scope, result, known, places, mutated)


def changes_arguments(run: Run, statement: ast.FunctionDef, names: frozenset[str]) -> None:
    """The nested function writes into what it is given, and does not give it back."""
    for name in sorted(names):
        run.report(rules.LostMutation(function=statement.name, name=name), statement)


def _is_bound_once(run: Run, name: str) -> bool:
    """Other than by calls that give back what was there, changed."""
    bound = sum(n.id == name and isinstance(n.ctx, ast.Store) for n in run.state.function.of(ast.Name))
    given = sum(name in names for names in run.state.plan.structured.origins.received.values())
    return bound - given < 2


def _scoped(value: Value, scope: str) -> Value:
    """A parameter's value, with atoms of its own."""
    memory = frozenset(parameter_site(scope + m.name) if m.is_parameter else m for m in value.memory)
    place = next((Place(m) for m in memory), None)
    return replace(
        value, dtype=scoped(value.dtype, scope), shape=scoped(value.shape, scope), memory=memory, place=place
    )
