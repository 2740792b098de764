"""The abstract interpretation of calls that change arrays which they are given: what comes back takes their place."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain import ranks
from hybridc.domain.places import WriteBack
from hybridc.domain.sites import parameters_in
from hybridc.domain.values import Value, as_number, share_nothing
from hybridc.interpret.evaluation import Run
from hybridc.interpret.overlaps import overlap_of
from hybridc.program.placing import base_of, note_viewed, place_of
from hybridc.program.plans import FunctionPlan, given_back
from hybridc.program.proven_arrays import surely_arrays
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import names_read
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk


def change_arguments(run: Run, node: ast.Call, function: Function, plan: FunctionPlan, bound: dict[str, Value]) -> None:
    """Notes how the caller takes back what the callee changes, or says that it cannot."""
    given = arguments_given(plan.function, node)
    seen = [
        name for name in sorted(plan.arguments.mutated) if run.policy.calls.is_seen(run, name, node, plan, bound, given)
    ]
    origins = run.state.plan.structured.origins
    is_shared = _are_shared(run, seen, node, plan, bound, given)
    if is_shared and run.current not in origins.received:
        arrays = {
            n: v for n, v in bound.items() if n in plan.arguments.array_like and not v.is_scalar and not v.is_static
        }
        if (overlap := overlap_of(run.state, function, node, arrays, given, seen)) is not None:
            run.state.plan.mutation.overlaps[node] = overlap
    if getattr(run.current, "value", None) is node and run.current in origins.received:
        return
    if not seen and not plan.arguments.gives_back:
        return
    for name in seen or sorted(plan.arguments.mutated):
        run.report(rules.LostMutation(function=text_of(node.func), name=name), node)
    if any(_is_taken_wrongly(plan, name, bound) for name in plan.arguments.mutated):
        return
    names = given_back(plan)
    changed = tuple(given[name] if name in seen and name in given else None for name in names)
    if {*seen} <= {*names} and all(_is_placed(run, n, given) for n in seen) and _comes_first(run, node):
        held = frozenset(a for a in changed if a is not None and is_held(run, a))
        asked = frozenset(given[n] for n in seen if _may_be_number(run, n, plan, bound[n], given[n]))
        if asked and not run.state.known.tells_rows:
            return
        run.state.plan.arguments.tells_rows |= bool(asked)
        write_back = WriteBack(node, changed, plan.arguments.gives_value, not plan.arguments.gives_back, held, asked)
        run.state.plan.mutation.write_backs.setdefault(run.current, write_back)


def _is_taken_wrongly(plan: FunctionPlan, name: str, bound: dict[str, Value]) -> bool:
    """What the callee writes elements of is taken for a number here, which has none: this look does not tell."""
    value = bound.get(name)
    return (
        value is not None and value.is_traced and value.is_scalar and not value.memory
        and name not in plan.arguments.possible_numbers and name not in plan.arguments.numbers_written
    )  # fmt: skip


def _is_placed(run: Run, name: str, given: dict[str, ast.expr]) -> bool:
    return name in given and run.policy.calls.takes_back(run, given[name])


def _may_be_number(run: Run, name: str, plan: FunctionPlan, held: Value, argument: ast.expr) -> bool:
    """What the parameter is given may be a number, which the callee does not change for others."""
    state = run.state
    if name not in plan.arguments.numbers_written or state.has_views_of_elements:
        return False
    is_proven = isinstance(argument, ast.Name) and argument.id in surely_arrays(state, run.current)
    return not is_proven and ranks.may_be_number(held)


def is_seen(
    run: Run, name: str, node: ast.Call, plan: FunctionPlan, bound: dict[str, Value], given: dict[str, ast.expr]
) -> bool:
    """Someone else may see the array that the parameter is given."""
    held = bound.get(name)
    if held is not None and held.is_traced and held.is_scalar and name in given:
        run.policy.writes.rests_on_numbers(run, names_read(given[name]), given[name])
    if held is not None and held.is_scalar and held.is_traced and run.state.has_views_of_elements:
        return bool(held.memory) or isinstance(given.get(name), ast.Name)
    if held is None or held.is_static or held.is_scalar or not held.memory:
        return False
    argument = given.get(name, node)
    is_told = run.state.known.tells_rows and _is_placed(run, name, given) and _comes_first(run, node)
    is_told &= name in given_back(plan)
    if name in plan.arguments.possible_numbers and not is_told:
        if run.policy.writes.is_taken_for_number(run, held, argument, text_of(argument)):
            return False
    if name not in plan.arguments.possible_numbers:
        run.state.plan.arguments.possible_numbers -= parameters_in(held.memory)
    outside = any(m.is_outer or m.is_attribute for m in held.memory)
    return outside or any(v.memory & held.memory for v in run.state.environment.values())


def _are_shared(
    run: Run,
    seen: list[str],
    node: ast.Call,
    plan: FunctionPlan,
    bound: dict[str, Value],
    given: dict[str, ast.expr],
) -> bool:
    """The callee takes its arguments for arrays that share nothing, which these do."""
    found = False
    for name in seen:
        for other, value in list(bound.items()):
            if other == name or other not in plan.arguments.array_like or share_nothing(value, bound[name]):
                continue
            argument = given.get(other, node)
            if other in plan.arguments.possible_numbers and is_number_beside(run, value, argument):
                bound[other] = as_number(value)
                continue
            run.report(rules.SharedMemory(name=text_of(given.get(name, node)), other=text_of(argument)), node)
            found = True
    return found


def is_number_beside(run: Run, value: Value, argument: ast.expr) -> bool:
    """What is given beside an array is one of its elements, taken for a number."""
    return value.is_element and run.policy.writes.is_taken_for_number(run, value, argument, text_of(argument))


def takes_back(run: Run, argument: ast.expr) -> bool:
    """A local name, or a view of the array that one holds."""
    if isinstance(argument, ast.Name):
        return argument.id in run.state.environment
    note_viewed(run.state, argument)
    return base_of(run.state, argument) is not None and place_of(run.state, argument) is not None


def is_held(run: Run, array: ast.expr) -> bool:
    """A list, tuple or dict holds the array: storing another one there is not writing into it."""
    if not isinstance(array, ast.Subscript):
        return False
    held = run.state.plan.values.get(array.value)
    return held is None or not held.form.is_numeric


def _comes_first(run: Run, node: ast.Call) -> bool:
    """Nothing in the statement is computed before the call that the call might change."""
    statement = run.current
    if isinstance(statement, ast.AugAssign) and not isinstance(statement.target, ast.Name):
        return False
    if not isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return):
        return False
    value = statement.value
    while value is not None and value is not node:
        value = _part_with(value, node)
    return value is node


def returned_whole(plan: FunctionPlan) -> frozenset[str]:
    """The parameters whose arrays are surely among the results."""
    found = (p for p in plan.arguments.result_places if p is not None and p.is_whole)
    return frozenset(p.root.parameter for p in found)


_IN_TURN = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)


def _part_with(value: ast.expr, node: ast.Call) -> ast.expr | None:
    """The part of an expression that the call stands in, if nothing but names and constants comes before it."""
    if isinstance(value, _IN_TURN):
        return None
    for part in ast.iter_child_nodes(value):
        inner = part.value if isinstance(part, ast.keyword) else part
        if any(n is node for n in walk(inner)):
            return inner if isinstance(inner, ast.expr) else None
        if any(isinstance(n, ast.Call | ast.Subscript | ast.BinOp) for n in walk(inner)):
            return None
    return None
