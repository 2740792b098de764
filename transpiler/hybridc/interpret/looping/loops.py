"""The abstract interpretation of loops: the form that each of them gets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc import rules
from hybridc.domain.atoms import named_dtype
from hybridc.domain.lists import Append, appends, changed_lists, is_only_run_over, stacked
from hybridc.domain.sources import Source
from hybridc.domain.values import WHOLE, Form, opaque
from hybridc.interpret.dtypes.widening import has_small
from hybridc.interpret.evaluation import Run
from hybridc.interpret.looping.iteration import (
    bindings_of,
    check_written_while_read,
    indexes,
    range_arguments,
    source_of,
    static_index,
    step_is_one,
    trip_count_is_static,
    unrolls,
)
from hybridc.interpret.looping.loop_heads import compiled_loop, python_loop, settled_head
from hybridc.interpret.looping.pointers import moves_through_arrays, uncounted
from hybridc.program.plans import Loop, LoopForm, Output
from hybridc.program.state import Environment
from hybridc.program.static_demand import lookup
from hybridc.structure.grids import axes_of
from hybridc.structure.leaving import exits_of
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.messages import text_of
from hybridc.syntax.turns import takes_a_turn
from hybridc.syntax.walking import walk

_WHOLE = WHOLE | named_dtype("int32")


def while_loop(run: Run, statement: ast.While) -> None:
    known = _static_head(run, statement)
    if known is not None and moves_through_arrays(run, statement):
        run.state.flow.traced_tests.add(statement)
        run.state.plan.control.moving.add(statement)
        known = None
    if known is not None:
        if uses := uncounted(run, statement):
            run.report(rules.UnrolledLoop(name=f"`{min(uses)}`"), statement)
        python_loop(run, statement, {}, known)
        return
    if statement.orelse:
        run.state.plan.control.outliving.setdefault(statement, set())
    proven, carry = compiled_loop(run, statement, {}, statement.test)
    run.state.plan.control.loops[statement] = Loop(LoopForm.WHILE, proven, carry)
    run.report(rules.TracedWhile(form=f"{run.state.plan.usual_module(proven)}.while_loop"), statement)
    _note_gradient(run, statement, carry)


def _static_head(run: Run, statement: ast.While) -> tuple[Environment, Environment | None] | None:
    """What holds at the head of a loop whose test is known while tracing, at every turn, and after a turn."""
    state, after_turn = run.state, None
    if statement in state.flow.traced_tests:
        return None
    saved = dict(state.environment)
    state.flow.loops.append((statement, False))
    is_first_look = state.findings.is_quiet
    with state.findings.quiet():
        is_static = run.policy.values.truth(run, statement.test).is_static  # at the first turn
        if is_static:
            after_turn = settled_head(run, statement, {}, is_first_look)
            is_static = run.policy.values.truth(run, statement.test).is_static
    if not is_static:
        state.flow.traced_tests.add(statement)
    state.flow.loops.pop()
    head, state.environment = state.environment, saved
    return (head, after_turn) if is_static else None


def _note_grid(run: Run, statement: ast.For) -> None:
    """A loop over the places of a grid is said as loops within each other."""
    if not isinstance(statement.iter, ast.Call):
        return
    name = run.state.module.qualified_name(statement.iter.func, run.state.function.locals)
    kind = next((e.grid for e in lookup(run.state.dialects, name) if e.grid), None)
    later = run.state.liveness.after.get(statement, frozenset())
    if kind is not None and axes_of(statement, kind) is not None and not targets_bound(statement.target) & later:
        reformed = run.state.plan.control.reformed
        reformed |= {statement, statement.target, *([statement.iter.func] if kind == "iterables" else [])}


def for_loop(run: Run, statement: ast.For) -> None:
    _note_grid(run, statement)
    source = source_of(run, statement, statement.iter)
    if source is None:
        bound = {name: opaque() for name in targets_bound(statement.target)}
        python_loop(run, statement, bound)
        return
    _check_iterator(run, statement)
    check_written_while_read(run, statement, source)
    bound = bindings_of(run, statement.target, source.element)
    filled = {
        s: a
        for s, a in appends(statement, run.state.environment).items()
        if run.state.is_made_before_this_loop(run.state.environment[a.name])
        and run.state.is_made_here(run.state.environment[a.name])
    }
    others = {
        name
        for name in changed_lists(statement)
        if name in run.state.environment and name not in {a.name for a in filled.values()}
    }
    if source.is_python or unrolls(run, statement) or others:
        if source.is_python or trip_count_is_static(run, statement):
            if not source.is_python and (others or statement in run.state.known.unrolled):
                changed = others or {a.name for a in filled.values()} or set(_containers_in(run, statement))
                shown = f"the list `{min(changed)}`" if changed else "a list or tuple"
                run.report(rules.UnrolledLoop(name=shown), statement)
            elif not source.is_python and all(d.models is None for d in run.state.dialects):
                run.report(rules.UnrolledLoop(name=f"`{text_of(statement.target)}`"), statement)
            python_loop(run, statement, static_index(run, statement, bound))
            return
        if not others:
            run.report(
                rules.StaticNeeded(
                    expression=text_of(statement.target),
                    why="only a Python number will do there, and the loop's length is known only at run time",
                ),
                statement.target,
            )
    if statement.orelse:
        run.state.plan.control.outliving.setdefault(statement, set())
    if not trip_count_is_static(run, statement):
        filled = {}
    _compiled_for(run, statement, source, bound, filled)


def _check_iterator(run: Run, statement: ast.For) -> None:
    """An iterator in a name goes on where an exit left it."""
    if not isinstance(statement.iter, ast.Name) or statement.iter.id not in run.state.environment:
        return
    name, original = statement.iter.id, run.state.plan.structured.origins.original(statement)
    left = isinstance(original, ast.For) and any(isinstance(e, ast.Break) for e in exits_of(original.body))
    if left and run.state.environment[name].is_iterator:
        if name in run.state.liveness.after.get(statement, frozenset()):
            run.report(rules.UnsupportedStatement(what=f"leaving the iterator `{name}` halfway"), statement)


def _compiled_for(
    run: Run, statement: ast.For, source: Source, bound: Environment, filled: dict[ast.stmt, Append]
) -> None:
    for name in sorted(bound.keys() & run.state.liveness.after.get(statement, frozenset())):
        run.state.plan.control.outliving.setdefault(statement, set()).add(name)
        run.report(
            rules.MaybeUndefined(name=name, where="by the loop, if it runs at all, and the loop's variable"), statement
        )
    run.state.plan.control.appends |= filled
    before = dict(run.state.environment)
    proven, carry = compiled_loop(run, statement, bound, None)
    is_range = range_arguments(run, statement.iter) is not None
    is_fori = is_range and step_is_one(run, statement.iter) and not filled
    form = LoopForm.FORI if is_fori else LoopForm.SCAN
    counts = _counts_in_pythons(run, statement)
    if statement in run.state.plan.structured.origins.apart and filled and not carry and not counts:
        form = LoopForm.MAP
    outputs = _outputs(run, statement, filled, before)
    is_empty = form is LoopForm.SCAN and bool(filled) and _may_fill_nothing(run, statement, filled)
    proven = proven and not (counts and is_fori) and not _has_windows(run, statement) and not is_empty
    loop = Loop(form, proven or form is LoopForm.MAP, carry, outputs, is_empty, counts)
    run.state.plan.control.loops[statement] = loop
    module = "jax" if form is LoopForm.MAP else run.state.plan.usual_module(proven)
    run.report(rules.TracedFor(what=source.description, form=f"{module}.{loop.name}"), statement)
    if not trip_count_is_static(run, statement):
        _note_gradient(run, statement, carry)


def _may_fill_nothing(run: Run, statement: ast.For, filled: dict[ast.stmt, Append]) -> bool:
    """The loop may have no turns, and somebody may see that empty lists make no array of what turns would append."""
    if takes_a_turn(statement.iter) or any(d.models is not None for d in run.state.dialects):
        return False
    others = [append for append in filled.values() if not is_only_run_over(run.state.function, append.name)]
    elements = [run.state.plan.values.get(append.value, opaque()) for append in others]
    return not all(e.is_scalar and e.dtype <= named_dtype("float64") for e in elements)


def _counts_in_pythons(run: Run, statement: ast.For) -> bool:
    """What ranges and `enumerate` give meets arrays, and may make small integers wider than Python's numbers do."""
    if not has_small(run.state):
        return False
    counted = indexes(run, statement.target, statement.iter)
    places = {n for s in walk(statement) if isinstance(s, ast.Subscript) for n in _alone(s.slice)}
    read = (n for s in statement.body for n in walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return any(n.id in counted and n not in places for n in read)


def _has_windows(run: Run, statement: ast.For) -> bool:
    """Slices of one length, longer than arrays may be for which the loop has no turns: such a loop is not traced."""
    helping = run.state.plan.structured.origins.helping
    return bool(helping) and any(
        n in helping and isinstance(n.func, ast.Attribute) and n.func.attr in ("part", "length")  # type: ignore[attr-defined]
        for n in walk(statement)
    )


def _alone(index: ast.expr) -> Iterator[ast.expr]:
    """The names that are an index, each of one axis."""
    yield from index.elts if isinstance(index, ast.Tuple) else [index]


def _note_gradient(run: Run, statement: ast.stmt, carry: tuple[str, ...]) -> None:
    """The loop cannot be differentiated backwards, and there is something to differentiate."""
    values = (run.state.environment[name] for name in carry)
    writes = run.state.plan.references is not None and not run.state.plan.references.effects.isdisjoint(walk(statement))
    if writes or any(v.form.is_numeric and not v.dtype <= _WHOLE for v in values):
        run.report(rules.ForwardOnly(), run.state.plan.structured.origins.original(statement))


def _containers_in(run: Run, statement: ast.For) -> Iterator[str]:
    """Lists and dicts that the loop uses."""
    for node in walk(statement):
        if isinstance(node, ast.Name) and (value := run.state.environment.get(node.id)) is not None:
            if value.form in (Form.LIST, Form.DICT):
                yield node.id


def _outputs(run: Run, statement: ast.For, filled: dict[ast.stmt, Append], before: Environment) -> tuple[Output, ...]:
    """The lists that the loop filled, which are arrays from now on."""
    outputs = []
    for append in filled.values():
        initial = before[append.name]
        element = run.state.plan.values.get(append.value, opaque())
        is_mutable = run.state.refers and bool({m.newest for m in element.memory} & run.state.known.written)
        if is_mutable or (not element.form.is_numeric and element.form is not Form.STACKED):
            run.state.unroll(statement)
            run.report(rules.ListInLoop(name=append.name), append.statement)
        run.state.environment[append.name] = stacked(append, element, initial)
        count = len(initial.items or ())
        if not count and isinstance(initial.constant, ast.stmt):
            run.state.plan.control.vanishing.add(initial.constant)
        outputs.append(Output(append.name, count))
    return tuple(outputs)
