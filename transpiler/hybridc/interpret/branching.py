"""The abstract interpretation of `if` and `match`."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial, reduce

from hybridc import rules
from hybridc.domain.values import Binding, Form, Value, either, is_wide, merge, met_floats, opaque, static
from hybridc.interpret.booleans import are_compatible, compatible, is_cheap
from hybridc.interpret.dtypes.numpys_numbers import are_of_two_kinds
from hybridc.interpret.evaluation import Run
from hybridc.interpret.joining import join_places
from hybridc.interpret.mutation import rank
from hybridc.interpret.selections import selects_by
from hybridc.interpret.sharing import keep_apart
from hybridc.program.plans import Branch
from hybridc.program.state import Environment, either_environment
from hybridc.structure.forms import is_wildcard, literals, only_raises
from hybridc.syntax.dataflow import names_captured, names_stored, names_written
from hybridc.syntax.liveness import upward_exposed
from hybridc.syntax.walking import walk

_DEEPEST = 40  # Python itself allows a hundred levels of indentation


def is_returning(run: Run, statement: ast.stmt) -> bool:
    branch = run.state.plan.control.branches.get(statement)
    return branch is not None and branch.returns


def if_statement(run: Run, statement: ast.If) -> None:
    if is_guard(statement) and run.policy.values.leaves_out(run, statement, statement.test, "if ...: raise"):
        return
    test = run.policy.values.truth(run, statement.test)
    before = dict(run.state.environment)
    if test.is_static:
        if run.state.flow.is_first_turn and test.has_constant:
            run.policy.flow.block(run, statement.body if test.constant else statement.orelse)
            return
        run.policy.flow.block(run, statement.body)
        taken = run.state.environment
        run.state.environment = dict(before)
        run.policy.flow.block(run, statement.orelse)
        other = run.state.environment
        leaves = always_returns(statement.body), always_returns(statement.orelse)
        run.state.environment = _after_static(taken, other, *leaves)
        if not any(leaves):
            written = names_written([statement])
            join_places(run.state, statement, written, taken, other)
            if not run.state.refers:
                keep_apart(run.state, before, (taken, other), written)
        return
    if only_raises(statement.orelse) or (only_raises(statement.body) and statement.orelse):
        run.state.plan.control.reformed.add(statement)
        run.report(rules.VanishingCheck(statement="if ...: raise"), statement)
    if len(run.state.flow.context) >= _DEEPEST:
        run.report(rules.UnsupportedStatement(what=f"branches and loops nested over {_DEEPEST} deep"), statement)
        return
    _traced_if(run, statement, before)


def match_statement(run: Run, statement: ast.Match) -> None:
    subject = run.evaluate(statement.subject)
    before = dict(run.state.environment)
    if not subject.is_static:
        patterns = [c.pattern for c in statement.cases]
        known = [*patterns[:-1], *([] if is_wildcard(patterns[-1]) else patterns[-1:])]
        if all(any(literals(p)) for p in known) and len(known) > 0 and not any(c.guard for c in statement.cases):
            run.state.plan.control.reformed.add(statement)
        run.report(rules.UnsupportedStatement(what="`match` on a traced value"), statement)
    ends: list[tuple[Environment, bool]] = []
    for case in statement.cases:
        run.state.environment = dict(before)
        for name in names_captured(case.pattern):
            run.state.environment[name] = subject
        if case.guard is not None and not run.policy.values.truth(run, case.guard).is_static:
            run.report(rules.UnsupportedStatement(what="a traced guard of `match`"), case.guard)
        run.policy.flow.block(run, case.body)
        ends.append((run.state.environment, always_returns(case.body)))
    if not statement.cases or not is_wildcard(statement.cases[-1].pattern):
        ends.append((before, False))
    joined, leaves = ends[0]
    for environment, other_leaves in ends[1:]:
        joined = _after_static(joined, environment, leaves, other_leaves)
        leaves = leaves and other_leaves
    run.state.environment = joined


def _traced_if(run: Run, statement: ast.If, before: Environment) -> None:
    state = run.state
    if len(statement.orelse) == 1 and isinstance(inner := statement.orelse[0], ast.If):
        run.heads[inner] = run.heads.get(statement, statement)
    live = state.liveness.after.get(statement, frozenset())
    returns = always_returns(statement.body) and always_returns(statement.orelse) and _is_last(run, statement)
    written = names_written(statement.body) | names_written(statement.orelse)
    outputs = tuple(sorted(written & live, key=partial(rank, run))) if not returns else ()
    operands = frozenset().union(
        *(upward_exposed(b, frozenset(outputs)) for b in (statement.body, statement.orelse))
    ) & (before.keys() | set(outputs))
    state.plan.control.branches[statement] = Branch(
        True, tuple(sorted(operands, key=partial(rank, run))), outputs, returns
    )
    # What is handed to a compiled branch is traced in there, even if it was known outside.
    inside = before | {n: before[n].traced() for n in operands & before.keys() if before[n].form.is_numeric}
    state.flow.context.append(statement)
    taken, first = _side(run, statement.body, inside)
    other, second = _side(run, statement.orelse, inside)
    state.flow.context.pop()
    state.environment = dict(before)
    proven = True
    if returns:
        proven = compatible(run, statement, first, second) and first.same_type(second)
        run.returned.append(merge(first, second))
    for name in written:
        state.environment.pop(name, None)
    for name in outputs:
        joined = _join(run, statement, name, taken.get(name), other.get(name))
        proven &= joined is not None and taken[name].same_type(other[name]) and name not in state.flow.late
        proven &= name not in state.flow.weak or is_wide(taken[name].dtype)  # as the first turn is traced
        state.environment[name] = joined or _perhaps_none(taken.get(name), other.get(name))
    join_places(state, statement, outputs, taken, other)
    if not state.refers:
        keep_apart(state, before, (taken, other), outputs)
    for name in sorted(operands & before.keys() - set(outputs), key=partial(rank, run)):
        is_steady = name not in written  # what a side binds anew may be read by what is added behind the branch
        state.environment[name] = before[name] if is_steady else before[name].but(place=None)
    chosen = run.returned[-1:] if returns else [state.environment[name] for name in outputs]
    selection = (
        proven
        and len(chosen) == 1
        and chosen[0].form is Form.NUMBER
        and chosen[0].is_scalar
        and all(_is_cheap(run, block, outputs) for block in (statement.body, statement.orelse))
        and not run.state.known.flagged & upward_exposed([statement], state.known.flagged)
    )
    # A turn is traced with what the loop is entered with, before that is what it becomes.
    proven &= selection or not any(n in state.flow.whole and n in taken and met_floats(taken[n].dtype) for n in outputs)
    proven &= all(taken[n].same_type(state.flow.entered[n]) for n in outputs if n in state.flow.entered and n in taken)
    state.plan.control.branches[statement] = Branch(
        proven, tuple(sorted(operands, key=partial(rank, run))), outputs, returns, selection
    )
    if selection:
        selects_by(state, statement.test)
    form = "jnp.where" if selection else f"{state.plan.usual_module(proven)}.cond"
    run.report(rules.TracedIf(form=form), statement)


def _side(run: Run, block: list[ast.stmt], before: Environment) -> tuple[Environment, Value]:
    """What holds after a side of a branch, and what it returns: where Python decides while tracing, one of several."""
    run.state.environment, around, run.returned = dict(before), run.returned, []
    run.policy.flow.block(run, block)
    returned = reduce(either, run.returned) if run.returned else static(Form.NONE)
    run.returned = around
    return run.state.environment, returned


def _is_cheap(run: Run, block: list[ast.stmt], outputs: tuple[str, ...]) -> bool:
    """The block gives a number that costs nothing to compute whichever way the test goes."""
    match [s for s in block if s not in run.state.plan.control.vanishing]:
        case []:
            return bool(outputs)
        case [ast.Return(value=ast.expr() as value)]:
            return is_cheap(value)
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            return name in outputs and is_cheap(value)
        case [ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() | ast.Mult(), value=value)]:
            return name in outputs and is_cheap(value)
        case [ast.If() as inner]:
            branch = run.state.plan.control.branches.get(inner)
            return branch is not None and branch.is_selection and branch.outputs == outputs
    return False


def _is_last(run: Run, statement: ast.If) -> bool:
    """Nothing of the function comes after it."""
    if any(not is_returning(run, c) for c in run.state.flow.context):
        return False
    tail: list[ast.stmt] = run.state.function.node.body
    while tail:
        last = tail[-1]
        if last is statement:
            return True
        if not isinstance(last, ast.If):
            return False
        tail = last.body if any(n is statement for s in last.body for n in walk(s)) else last.orelse
    return False


def _join(run: Run, statement: ast.If, name: str, left: Value | None, right: Value | None) -> Value | None:
    """What a branch's output is afterwards; None where it cannot be."""
    if left is None or right is None or not (left.is_bound and right.is_bound):
        where = "in one branch" if (left is None) != (right is None) else "on some paths"
        run.report(rules.MaybeUndefined(name=name, where=where), statement)
        return None
    if left.is_static and right.is_static and left.has_constant and left == right:
        return left if not left.form.is_numeric else left.traced()
    nones = [v for v in (left, right) if v.form is Form.NONE]
    # What came of an earlier such branch, or of an earlier turn, is perhaps None only.
    if len(nones) == 1 and nones[0].is_static and not _outlasts_a_turn(run, name):
        run.state.plan.control.split.setdefault(statement, {})[name] = _is_known_none(left), _is_known_none(right)
    if not _compatible_output(run, statement, name, left, right):
        return None
    if are_of_two_kinds(run.state, left, right):
        run.report(rules.MixedNumbers(expression=name), statement)
    joined = merge(left, right).traced()
    if left.boxes == right.boxes and name not in names_stored(statement):  # whose elements it writes
        return joined
    return run.state.one_or_other(statement, joined)


def _outlasts_a_turn(run: Run, name: str) -> bool:
    """A loop around reads what an earlier turn of it left in the name."""
    loops = [s for s, _ in run.state.flow.loops if isinstance(s, ast.For | ast.While)]
    turns = [[ast.Expr(s.test), *s.body] if isinstance(s, ast.While) else s.body for s in loops]
    return any(name in upward_exposed(turn, frozenset()) for turn in turns)


def _compatible_output(run: Run, statement: ast.If, name: str, left: Value, right: Value) -> bool:
    if (left.form.is_numeric and right.form.is_numeric) or Form.UNSET in (left.form, right.form):
        return True
    is_container = left.form.is_container
    if is_container and left.form is right.form and (left.items is None or right.items is None):
        return True  # `control` looks at what they hold
    if is_container and are_compatible(left, right):
        return True
    head = run.heads.get(statement, statement)  # it is said once of a chain
    run.report(rules.BranchStructure(name=name, left=left.form.value, right=right.form.beside(left.form)), head)
    return False


def _perhaps_none(left: Value | None, right: Value | None) -> Value:
    """What is None on one path only, or Python's otherwise."""
    found = next((v for v in (left, right) if v is not None and not v.form.is_numeric), opaque())
    return replace(found, binding=Binding.UNKNOWN) if found.form is Form.NONE else found


def _after_static(left: Environment, right: Environment, left_leaves: bool, right_leaves: bool) -> Environment:
    """The environment after a Python `if`, of which one side may not come to its end."""
    if left_leaves:
        return right
    if right_leaves:
        return left
    return either_environment(left, right)


def is_guard(statement: ast.If) -> bool:
    """Only raises where its test holds."""
    return all(isinstance(s, ast.Raise) for s in statement.body) and not statement.orelse


def always_returns(statements: list[ast.stmt]) -> bool:
    """Every path through the block ends in `return`. What a chain ends with is asked first: most end otherwise."""
    bodies: list[list[ast.stmt]] = []
    last = statements[-1] if statements else None
    while isinstance(last, ast.If):
        bodies.append(last.body)
        last = last.orelse[-1] if last.orelse else None
    return isinstance(last, ast.Return) and all(map(always_returns, bodies))


def _is_known_none(value: Value) -> bool | None:
    """Whether the value is None; None where that is not known."""
    if value.form is Form.NONE:
        return True
    return None if value.may_be_none else False
