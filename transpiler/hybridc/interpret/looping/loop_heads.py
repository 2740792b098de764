"""What holds at the head of a loop in every turn: what is carried, and whether its type is proven to stay."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial

from hybridc import rules
from hybridc.domain.atoms import is_open, open_type, unknown
from hybridc.domain.fixpoints import Held
from hybridc.domain.values import Binding, Form, Value, is_weak, is_wide, may_be_integer, met_floats, opaque
from hybridc.interpret.carries import (
    any_value,
    fits,
    is_carriable,
    is_settled,
    is_uncertain,
    same_as_far_as_known,
    widened,
)
from hybridc.interpret.evaluation import Run
from hybridc.interpret.looping.iteration import trip_count_is_static
from hybridc.interpret.mutation import rank
from hybridc.interpret.sharing import exchanged, shares_no_more
from hybridc.program.plans import Loop, LoopForm
from hybridc.program.state import Environment, either_environment
from hybridc.structure.leaving import ends_every_turn
from hybridc.syntax.dataflow import names_bound_in, names_read, names_written
from hybridc.syntax.liveness import upward_exposed
from hybridc.syntax.turns import takes_a_turn
from hybridc.syntax.walking import holds_loops, statements

_MOST_TURNS = 4  # until the head stays as it is


def python_loop(
    run: Run,
    statement: ast.For | ast.While,
    bound: Environment,
    known: tuple[Environment, Environment | None] | None = None,
) -> None:
    """A loop that stays Python and unrolls while tracing. `known`: what holds at its head, and after a turn."""
    state = run.state
    state.plan.control.loops[statement] = Loop(LoopForm.PYTHON)
    state.note_set(names_written([statement]))
    before = dict(state.environment)
    state.flow.loops.append((statement, False))
    is_first_look = state.findings.is_quiet
    if known is None:
        with state.findings.quiet():
            after_turn = settled_head(run, statement, bound, is_first_look)
    else:
        state.environment, after_turn = known
    tests = names_bound_in(statement.test) if isinstance(statement, ast.While) else frozenset()
    if after_turn is not None and is_first_look and not tests:
        state.environment = after_turn
    else:
        state.environment |= bound
        if isinstance(statement, ast.While):
            run.policy.values.truth(run, statement.test)
        run.policy.flow.block(run, statement.body)
    state.flow.loops.pop()
    if isinstance(statement, ast.While) or not (takes_a_turn(statement.iter) and ends_every_turn(statement)):
        state.environment = joined_at_head(run, before, state.environment)
    run.policy.flow.block(run, statement.orelse)


def joined_at_head(run: Run, head: Environment, out: Environment) -> Environment:
    """What holds before or after a turn."""
    joined = either_environment(head, out)
    carry = [n for n in head if n in out and head[n].memory != joined[n].memory]
    return _as_at_the_head(run, head, joined, out, carry)


def _as_at_the_head(
    run: Run, head: Environment, joined: Environment, out: Environment, carry: Collection[str]
) -> Environment:
    """What is joined, with the memory of the head for the carry, where that stands for it after a turn as well."""
    if run.state.refers or not shares_no_more(head, out, carry, run.state.memory.table_sites):
        return joined
    run.state.plan.mutation.exchanged += exchanged(head, out, carry)
    return joined | {n: joined[n].but(memory=head[n].memory) for n in carry}


def settled_head(
    run: Run, statement: ast.For | ast.While, bound: Environment, is_first_look: bool
) -> Environment | None:
    """Leaves in the environment what holds at the head of the loop, whatever turn it is.

    Returns what holds at the end of a turn; None where that was not found.
    """
    state = run.state
    for _ in range(4):
        head = dict(state.environment)
        state.environment |= bound
        run.policy.flow.block(run, statement.body)
        out = state.environment
        joined = joined_at_head(run, head, out)
        state.environment = joined
        if all(is_settled(head.get(n), joined[n], is_first_look) for n in joined):
            return out
    return None


def compiled_loop(
    run: Run, statement: ast.For | ast.While, bound: Environment, test: ast.expr | None
) -> tuple[bool, tuple[str, ...]]:
    """Interprets a loop that `lax` runs. Returns whether the carry's type is proven, and the carry."""
    state = run.state
    written = names_written(statement.body)
    carry = tuple(sorted((written - bound.keys()) & state.liveness.at_head[statement], key=partial(rank, run)))
    rebound = written & bound.keys() & state.liveness.at_head[statement]
    before = _entered_with(run, statement, carry, rebound, bound, test)
    state.note_set(names_written([statement]))
    head = {name: before[name].traced() for name in carry}
    looks_again = not state.findings.is_quiet  # else it is a first look itself, of a loop around this one
    are_same = Value.same_type if looks_again else same_as_far_as_known
    around = state.flow.weak, state.flow.whole, state.flow.entered
    state.flow.weak, state.flow.whole = around[0] | _numbers(before, carry), around[1] | _whole(before, carry)
    state.flow.entered = {n: before[n] for n in carry if before[n].items is not None} | around[2]
    state.flow.loops.append((statement, True))
    state.flow.context.append(statement)
    known, out = state.flow.fixpoints.head(statement, state.flow.set_times), None
    turns = _MOST_TURNS if not holds_loops(statement) else 1 if known is not None else 0
    if looks_again and turns:
        # What is looked at for good, and leaves the head as it is, is the last look.
        last, out = _carried(run, statement, before, known or head, bound, test, are_same, turns)
        head = last if out is not None or turns > 1 else head
    if out is None and not (looks_again and turns > 1):
        with state.findings.quiet():
            head, out = _carried(run, statement, before, head, bound, test, are_same, _MOST_TURNS)
        if looks_again:
            out = None
        elif out is not None and all(n in out and out[n].same_type(head[n]) for n in carry):
            state.flow.fixpoints.note_head(statement, Held(dict(head), Counter(state.flow.set_times)))
    if out is None:
        out = _turn(run, statement, before, head, bound, test)
    proven = all(
        name in out
        and name not in state.flow.late
        and out[name].is_bound
        and out[name].same_type(head[name])
        and _fits(run, name, before, head[name])
        and not (name in around[1] and met_floats(out[name].dtype))  # as a turn around this loop is traced first
        and (name not in around[2] or out[name].same_type(around[2][name]))
        for name in carry
    )
    for name in carry:
        if name in out and (not is_carriable(out[name]) or _has_other_length(before[name], out[name])):
            if isinstance(statement, ast.For) and trip_count_is_static(run, statement):
                state.unroll(statement)
            _not_carriable(run, statement, name, out[name])
    state.flow.context.pop()
    state.flow.loops.pop()
    state.flow.weak, state.flow.whole, state.flow.entered = around
    state.environment = {**before, **head}
    if state.flow.is_first_turn:  # the loop may take no turn, and leaves what is None as it is
        nones = (n for n in carry if before[n].form is Form.NONE)
        state.environment |= {n: replace(before[n], binding=Binding.UNKNOWN) for n in nones}
    for name in written - set(carry):
        state.environment.pop(name, None)
    for name in bound:
        state.environment.pop(name, None)
    return proven, carry


def _carried(
    run: Run,
    statement: ast.For | ast.While,
    before: Environment,
    head: Environment,
    bound: Environment,
    test: ast.expr | None,
    are_same: Callable[[Value, Value], bool],
    turns: int,
) -> tuple[Environment, Environment | None]:
    """What the loop carries at its head, and what holds after a turn that leaves that as it is; None for the latter
    where none of the turns does. What is found in others is forgotten."""
    state, carry = run.state, head.keys()
    for _ in range(turns):
        noted = state.noted()
        out = _turn(run, statement, before, head, bound, test)
        kept = _filled(run, statement, before, out)
        wider = {name: widened(before[name], head[name], out.get(name)) for name in carry}
        wider = _as_at_the_head(run, {**before, **head}, wider, out, carry)
        _open_uncertain(run, statement, before, head, wider)
        if all(are_same(wider[n], head[n]) and wider[n].memory == head[n].memory for n in carry):
            if not kept and all(wider[n].place == head[n].place for n in carry):
                return head, out
        state.forget(noted)
        head = wider
    return head, None


def _entered_with(
    run: Run,
    statement: ast.For | ast.While,
    carry: tuple[str, ...],
    rebound: frozenset[str],
    bound: Environment,
    test: ast.expr | None,
) -> Environment:
    """What holds when the loop is reached, with something for every name that it carries."""
    state, before = run.state, dict(run.state.environment)
    over = statement.iter if isinstance(statement, ast.For) else None
    read_first = upward_exposed(statement.body, frozenset()) | names_read(test) | names_read(over)
    for name in carry:
        if name not in before and name not in read_first:
            state.plan.control.first_set.setdefault(statement, set()).add(name)
        if name not in before or not before[name].is_bound:
            run.report(rules.MaybeUndefined(name=name, where="by the loop, if it runs at all, and so"), statement)
            before[name] = opaque()
    for name in rebound:
        state.plan.control.outliving.setdefault(statement, set()).add(name)
        run.report(rules.UnsupportedStatement(what=f"a loop variable that outlives its turn, `{name}`,"), statement)
    before |= _after_first_turn(run, statement, carry, before, bound)
    _check_carry(run, statement, carry, before)
    return before


def _numbers(held: Environment, names: Iterable[str]) -> frozenset[str]:
    """Those of the names that hold numbers of Python's."""
    return frozenset(n for n in names if held[n].form is Form.NUMBER and is_weak(held[n].dtype))


def _whole(held: Environment, names: Iterable[str]) -> frozenset[str]:
    """Those that may hold whole numbers, of which nothing says how many bits they have."""
    return frozenset(n for n in names if not is_wide(held[n].dtype) and may_be_integer(held[n]))


def _after_first_turn(
    run: Run, statement: ast.For | ast.While, carry: tuple[str, ...], before: Environment, bound: Environment
) -> Environment:
    """What the names that hold None hold from the first turn on, which `control` takes by itself."""
    state = run.state
    names = [n for n in carry if before[n].form is Form.NONE]
    if not names or not isinstance(statement, ast.For) or not trip_count_is_static(run, statement):
        return {}
    outer, state.flow.is_first_turn = state.flow.is_first_turn, True
    state.flow.loops.append((statement, True))
    state.flow.context.append(statement)
    with state.findings.quiet():
        head = {name: before[name].traced() for name in carry if name not in names}
        out = _turn(run, statement, before, head, bound, None)
    state.flow.context.pop()
    state.flow.loops.pop()
    state.flow.is_first_turn = outer
    set_there = {n: out[n] for n in names if n in out and out[n].is_bound and out[n].form.is_numeric}
    state.flow.late |= set_there.keys()
    return {
        n: replace(v.traced(), dtype=unknown(), shape=unknown(), rank=None, place=None) for n, v in set_there.items()
    }


def _open_uncertain(run: Run, statement: ast.stmt, before: Environment, head: Environment, wider: Environment) -> None:
    """Names that branches in the loop give, and whose type is another at the first look."""
    inside = [b.outputs for s, b in run.state.plan.control.branches.items() if _is_inside(s, statement)]
    for name in {n for outputs in inside for n in outputs} & wider.keys():
        if is_uncertain(before[name], wider[name]):
            dtype = head[name].dtype if is_open(head[name].dtype) else open_type()
            wider[name] = replace(wider[name], dtype=dtype)


def _filled(run: Run, statement: ast.For | ast.While, before: Environment, out: Environment) -> bool:
    """Whether a turn put more into a list than was known to be in there: it sees what the next turns do to it."""
    changed = False
    for append in (run.state.plan.control.appends[s] for s in statement.body if s in run.state.plan.control.appends):
        old, new = before[append.name], out[append.name]
        if new.memory != old.memory:
            before[append.name] = replace(old, memory=old.memory | new.memory)
            changed = True
    return changed


def _fits(run: Run, name: str, before: Environment, head: Value) -> bool:
    """The initial value is of the carry's type, or a number that `lax` converts to it."""
    initial = before[name]
    if initial.form is not Form.UNSET:
        return fits(initial, head)
    marker = initial.constant
    if not isinstance(marker, ast.stmt):
        return False  # one of several that came together
    shown = any_value(head, before)
    if not run.state.findings.is_quiet:
        run.state.plan.control.unset[marker] = shown or "control.unset"
    return shown is not None


def _check_carry(run: Run, statement: ast.stmt, carry: tuple[str, ...], before: Environment) -> None:
    for name in carry:
        if not is_carriable(before[name]):
            _not_carriable(run, statement, name, before[name])


def _not_carriable(run: Run, statement: ast.stmt, name: str, value: Value) -> None:
    if value.form in (Form.LIST, Form.DICT):
        run.report(rules.ListInLoop(name=name), statement)
    else:
        run.report(rules.BranchStructure(name=name, left=value.form.value, right="a traced value"), statement)


def _turn(
    run: Run,
    statement: ast.For | ast.While,
    before: Environment,
    head: Environment,
    bound: Environment,
    test: ast.expr | None,
) -> Environment:
    """One turn of the loop's body, from the carry at its head."""
    run.state.environment = {**before, **head, **bound}
    if test is not None:
        run.policy.values.truth(run, test)
    run.policy.flow.block(run, statement.body)
    return run.state.environment


def _has_other_length(before: Value, after: Value) -> bool:
    """A list or tuple with more elements after a turn than before it, or fewer."""
    if before.items is None or before.form not in (Form.LIST, Form.TUPLE):
        return False
    return after.items is None or len(after.items) != len(before.items)


def _is_inside(inner: ast.stmt, outer: ast.stmt) -> bool:
    return inner is not outer and any(n is inner for n in statements(outer))
