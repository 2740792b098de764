"""The abstract interpretation of statements; from it all decisions about a graph function."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hybridc import rules
from hybridc.domain.places import Place
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Binding, Form, Value, either, is_plain, opaque
from hybridc.interpret.aliases import note_maker
from hybridc.interpret.booleans import held
from hybridc.interpret.branching import is_returning
from hybridc.interpret.checking import note_result, operands_of
from hybridc.interpret.claims import claims
from hybridc.interpret.dtypes.growth import note_growth
from hybridc.interpret.evaluation import Run
from hybridc.interpret.joining import joined_place
from hybridc.interpret.masked_writes import written
from hybridc.interpret.mutation import bind
from hybridc.interpret.table_writes import table
from hybridc.program.assumptions import Kind
from hybridc.program.classify import is_host_setting
from hybridc.program.placing import is_array_like, new_place, place_of, placed, result_place
from hybridc.program.static_demand import lookup
from hybridc.structure.finishing import catches_nothing
from hybridc.structure.walrus import can_hoist
from hybridc.syntax.checks import only_checks
from hybridc.syntax.dataflow import (
    names_bound_in,
    names_touched,
    names_written,
    targets_bound,
)
from hybridc.syntax.messages import text_of
from hybridc.syntax.percent import percent
from hybridc.syntax.tables import axes_of


def block(run: Run, statements: list[ast.stmt]) -> None:
    for statement in statements:
        run.policy.flow.statement(run, statement)


def statement(run: Run, statement: ast.stmt) -> None:
    run.current = statement
    if isinstance(statement, ast.Pass):
        return
    handler = run.policy.statements.get(type(statement))
    if handler is not None:
        _note_walrus(run, statement)
        operands = operands_of(run.state, statement)
        if isinstance(statement, ast.For | ast.While):
            _loop(run, statement, handler)
        else:
            handler(run, statement)
        note_result(run.state, statement, operands)
        run.state.note_set(names_written([statement]))
        return
    if _has_other_form(run, statement):
        run.state.plan.control.reformed.add(statement)
    if isinstance(statement, ast.Try):
        run.report(rules.TracedTry(), statement)
    else:
        run.report(rules.UnsupportedStatement(what=f"`{_keyword(statement)}`"), statement)
    for name in sorted(names_written([statement])):
        run.state.environment[name] = opaque()
    run.state.note_set(names_written([statement]))


def _loop(run: Run, statement: ast.For | ast.While, handler: Callable[[Run, Any], None]) -> None:
    """Where only what holds at heads is looked for, a loop that is entered as before leaves what it left."""
    state = run.state
    nested = dict(state.flow.nested)
    # Around lists and dicts it matters what is compiled, and what is not.
    compiled = (*state.flow.loops, *state.flow.context) if state.holds_boxes else state.is_compiled_here
    around = compiled, state.flow.is_first_turn, frozenset(state.flow.late), nested
    apart = frozenset() if nested else _untouched(run, statement)
    before = state.held(apart)
    if not state.findings.is_quiet:
        state.flow.fixpoints.enter(statement, around, before)
        handler(run, statement)
        return
    left = state.flow.fixpoints.left(statement, around, before)
    if left is not None:
        now, state.flow.set_times = left.environment, left.times
        kept = {n: now.get(n, v) for n, v in state.environment.items() if n in now or n in apart}
        state.environment = {**kept, **now}
        return
    handler(run, statement)
    if state.flow.nested == nested:
        state.flow.fixpoints.remember(statement, around, before, state.held(apart))


def _untouched(run: Run, loop: ast.stmt) -> frozenset[str]:
    """Names of numbers that the loop neither reads nor writes: whatever they are, it does the same."""
    touched = names_touched(loop)
    return frozenset(n for n, v in run.state.environment.items() if n not in touched and is_plain(v))


def _note_walrus(run: Run, statement: ast.stmt) -> None:
    value = getattr(statement, "test", None) or getattr(statement, "value", None)
    if isinstance(value, ast.expr) and names_bound_in(value) and can_hoist(statement, value):
        run.state.plan.control.reformed.add(statement)


def _has_other_form(run: Run, statement: ast.stmt) -> bool:
    match statement:
        case ast.With(items=items):
            return all(is_host_setting(i, run.state.module, run.state.function.locals) for i in items)
        case ast.Try():
            return catches_nothing(statement)
        case ast.Delete(targets=targets):
            return all(isinstance(t, ast.Name) for t in targets)
    return False


def expression_statement(run: Run, statement: ast.Expr) -> None:
    value = statement.value
    if isinstance(value, ast.Yield | ast.YieldFrom):
        run.report(rules.Generator(name=run.state.function.name), statement)
    elif isinstance(value, ast.Call) and _is_print(run, value):
        run.policy.flow.print_statement(run, statement, value)
    elif (check := _check_called(run, value)) is not None:
        run.state.plan.control.vanishing.add(statement)
        run.report(rules.VanishingCheck(statement=f"{check}(...)"), statement)
    else:
        run.evaluate(value)


def _check_called(run: Run, value: ast.expr) -> str | None:
    """The function that the expression calls, if it does nothing but check."""
    module = run.state.module
    match value:
        case ast.Call(func=ast.Name(id=name)) if name in module.functions and name not in run.state.function.locals:
            is_compiled = name in run.state.plans
            return name if not is_compiled and only_checks(module.functions[name], module) else None
    return None


def _is_print(run: Run, call: ast.Call) -> bool:
    name = run.state.module.qualified_name(call.func, run.state.function.locals)
    return name == "builtins.print" or run.policy.flow.prints(run, name)


def prints(run: Run, name: str | None) -> bool:
    """The name is a framework's own `print`."""
    return any(e.prints for e in lookup(run.state.dialects, name))


def print_statement(run: Run, statement: ast.Expr, call: ast.Call) -> None:
    run.state.plan.control.prints.add(statement)
    for argument in call.args:
        if isinstance(argument, ast.JoinedStr):
            for part in argument.values:
                if isinstance(part, ast.FormattedValue):
                    run.evaluate(part.value)
                    if part.conversion != -1 or (part.format_spec and len(part.format_spec.values) > 1):  # type: ignore[attr-defined]
                        run.report(rules.UnsupportedStatement(what="this f-string"), argument)
        elif isinstance(argument, ast.Starred):
            run.report(rules.UnsupportedStatement(what="`print(*...)`"), argument)
        elif (formatted := percent(argument)) is not None:
            parts = [run.evaluate(part) for part in formatted.values]
            if not all(part.form.is_numeric for part in parts):
                run.evaluate(argument)
        else:
            run.evaluate(argument)
    for keyword in call.keywords:
        literal = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
        if keyword.arg == "flush" or (keyword.arg == "sep" and literal):
            continue
        if keyword.arg not in _ignored_by_print(run, call):
            run.report(rules.UnsupportedStatement(what=f"`print` with `{keyword.arg}=`"), statement)
    run.report(rules.TracedPrint(form="jax.debug.print"), statement)


def _ignored_by_print(run: Run, call: ast.Call) -> frozenset[str]:
    """Arguments of a framework's own `print` that say how, and not what."""
    name = run.state.module.qualified_name(call.func, run.state.function.locals)
    lines = [e for e in lookup(run.state.dialects, name) if e.prints]
    return frozenset(p.name for e in lines for p in e.parameters or () if not p.variadic) - {"sep", "end"}


def annotated(run: Run, statement: ast.AnnAssign) -> None:
    if statement.value is None:
        return
    value = placed(run.state, statement.value, run.evaluate(statement.value))
    bind(run, statement.target, value, statement)
    if statement in run.state.plan.mutation.updates:
        run.report(rules.UnsupportedStatement(what="an element with a type hint"), statement)


def assign(run: Run, statement: ast.Assign) -> None:
    if statement in run.state.plan.structured.unset:
        target = statement.targets[0]
        assert isinstance(target, ast.Name)
        run.state.plan.control.unset.setdefault(statement, "control.unset")
        run.state.environment[target.id] = Value(Binding.UNKNOWN, Form.UNSET, constant=statement)
        return
    taken = frozenset().union(*(targets_bound(t) for t in statement.targets))
    value = run.evaluate(statement.value)
    note_growth(run, statement)
    if taken and taken <= run.state.known.tables and axes_of(statement.value):
        value = table(run, statement.value, value)
    value = _placed(run, statement, value)
    for array in run.state.plan.structured.origins.held.get(statement, ()):
        value = held(run, statement, array, value)
    if statement in run.state.plan.structured.origins.received:
        _receive(run, statement, value)
        return
    if value.items == () and isinstance(statement.value, ast.List) and len(statement.targets) == 1:
        value = replace(value, constant=statement)
    for target in statement.targets:
        if isinstance(target, ast.Subscript) and len(statement.targets) > 1:
            run.state.plan.control.reformed.add(statement)
            run.report(rules.UnsupportedStatement(what="an element among several targets"), statement)
        bind(run, target, value, statement)


def _placed(run: Run, statement: ast.Assign, value: Value) -> Value:
    state, node = run.state, statement.value
    match statement.targets:
        case [ast.Name(id=name)] if statement in state.plan.structured.origins.telling:
            old = state.environment.get(name)
            if old is not None:
                return old.traced()  # it is the array that it was, as it is now
        case [ast.Name(id=name)] if name in state.plan.structured.origins.choices:
            return replace(value, memory=frozenset(), place=None)  # what it was when it decided
    if isinstance(node, ast.Name) and value.is_traced and value.is_scalar and not value.memory:
        if state.has_views_of_elements and node.id in state.environment:  # from here on two have one array
            value = replace(value, memory=state.allocate(node), place=new_place())
            state.environment[node.id] = state.plan.values[node] = value
    value = placed(state, node, value)
    if isinstance(node, ast.IfExp) and is_array_like(value):
        one, other = (state.plan.values.get(side) for side in (node.body, node.orelse))
        if one is not None and other is not None:
            sides = placed(state, node.body, one), placed(state, node.orelse, other)
            value = replace(value, place=joined_place(state, node, *sides) or value.place)
    return value


def _receive(run: Run, statement: ast.Assign, value: Value) -> None:
    """What a call made of the arrays that it was given is written into them."""
    received = run.state.plan.structured.origins.received[statement]
    target = statement.targets[0]
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    items = value.items if isinstance(target, ast.Tuple) and value.items is not None else (value,) * len(targets)
    call = statement.value
    places: list[Place | None] = [None] * len(targets)
    if isinstance(call, ast.Call):
        places = [result_place(run.state, call, index) for index in range(len(targets))]
        plan = run.state.plans.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if plan is not None and plan.lines.makes_arrays and len(targets) > 1:
            places = [None] * len(targets)
    for each in targets:  # what they held before is not read any more
        if isinstance(each, ast.Name) and each.id not in received:
            run.state.environment.pop(each.id, None)
    for kind in (Kind.BESIDE, Kind.APART):
        run.state.plan.assumed.forget(kind, statement)
    for name in sorted(received):
        held = run.evaluate(ast.copy_location(ast.Name(name, ast.Load()), statement))
        if not is_array_like(held):
            continue
        if run.policy.writes.may_write(run, name, statement, False):
            written(run, name)
    for each, item, place in zip(targets, items, places, strict=True):
        assert isinstance(each, ast.Name)
        if each.id not in received:
            held = replace(item, place=place or new_place()) if is_array_like(item) else item
            if len(targets) == 1:
                note_maker(run.state, each.id, statement)
            if each.id in run.state.plan.structured.origins.changed_names:
                held = replace(held, memory=run.state.allocate(each), place=new_place())
            bind(run, each, held, statement)


def return_statement(run: Run, statement: ast.Return) -> None:
    if any(not is_returning(run, c) for c in run.state.flow.context):
        run.state.plan.control.exits.add(statement)
        run.report(rules.EarlyReturn(function=run.state.function.name), statement)
    value = run.evaluate(statement.value) if statement.value is not None else Value(opaque().binding, Form.NONE)
    if statement.value is not None:
        _note_lists(run, statement.value)
    if value.form is Form.FUNCTION or any(i.form is Form.FUNCTION for i in value.items or ()):
        value = run.policy.calls.function_returned(run, statement, value)
    plan = run.state.plan
    _note_places(run, statement.value)
    plan.arguments.returned_memory |= parameters_in(value.memory)
    plan.result = value if plan.result is None else either(plan.result, value)
    run.returned.append(value)


def function_returned(run: Run, statement: ast.Return, value: Value) -> Value:
    """The result of a function that gives functions."""
    run.report(rules.UnsupportedStatement(what="a function as a result"), statement)
    return value


def _note_places(run: Run, value: ast.expr | None) -> None:
    """The views of parameters that every `return` gives."""
    plan = run.state.plan
    parts = value.elts if isinstance(value, ast.Tuple) else [] if value is None else [value]
    found = [place_of(run.state, part) for part in parts]
    places = tuple(p if p is not None and _is_seen_outside(run, p) else None for p in found)
    if plan.result is None:
        plan.arguments.result_places = places
    elif len(places) == len(plan.arguments.result_places):
        pairs = zip(plan.arguments.result_places, places, strict=True)
        plan.arguments.result_places = tuple(one if one == other else None for one, other in pairs)
    else:
        plan.arguments.result_places = ()


def _is_seen_outside(run: Run, place: Place) -> bool:
    """Callers know the array: it is a parameter's, or one that the functions around this one hold."""
    is_known = place.root.is_parameter or place.root in run.state.flow.roots_outside
    return is_known and not place.reads and not place.ways


def _note_lists(run: Run, node: ast.expr) -> None:
    """What the caller gets as a list has to be one."""
    value = run.state.plan.values.get(node)
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Dict(values=elements):
            for element in elements:
                _note_lists(run, element)
        case ast.IfExp(body=body, orelse=orelse):
            _note_lists(run, body)
            _note_lists(run, orelse)
        case ast.Name() | ast.Subscript() if value is not None and 0 < (levels := _levels(run, value)) < 3:
            run.state.plan.control.listed[node] = levels
        case _ if value is not None and _holds_filled_list(value):
            run.report(rules.UnsupportedStatement(what="a result that holds a list that a loop filled"), node)


def _levels(run: Run, value: Value) -> int:
    """How many lists within lists an array stands for."""
    if value.form is Form.STACKED:
        return value.levels
    return (value.rank or 0) if run.state.is_table(value) else 0


def exit_statement(run: Run, statement: ast.Break | ast.Continue) -> None:
    keyword = "break" if isinstance(statement, ast.Break) else "continue"
    loop, is_compiled = run.state.flow.loops[-1] if run.state.flow.loops else (None, False)
    inside_branch = any(loop is not None and c.lineno >= loop.lineno for c in run.state.flow.context)
    if is_compiled or inside_branch:
        run.state.plan.control.exits.add(statement)
        run.report(rules.LoopExit(keyword=keyword), statement)


def assert_statement(run: Run, statement: ast.Assert) -> None:
    if not run.policy.values.leaves_out(run, statement, statement.test, "assert"):
        run.policy.values.truth(run, statement.test)


def raise_statement(run: Run, statement: ast.Raise) -> None:
    if run.state.is_compiled_here and not claims(run, statement, None):
        run.report(rules.UnsupportedStatement(what="`raise` beside other statements of a branch"), statement)


def _holds_filled_list(value: Value) -> bool:
    return value.form is Form.STACKED or any(map(_holds_filled_list, value.items or ()))


def _keyword(statement: ast.stmt) -> str:
    return text_of(statement).split("\n")[0].split(" ")[0].rstrip(":")
