"""Dicts of which the order of keys may be seen: JAX sorts a dict's where it returns or carries one, not an
`OrderedDict`'s."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from hybridc.domain.values import Form, Value
from hybridc.program.plans import Condition, FunctionPlan, Program
from hybridc.syntax.dataflow import own_statements
from hybridc.syntax.dicts_given import dict_parameters, perhaps_dicts, seen_whole
from hybridc.syntax.walking import walk

_CONTAINERS = (Form.DICT, Form.LIST, Form.TUPLE)


def keep_key_orders(program: Program) -> None:
    """Of what compiled functions are given, and of what is made, and returned by them or carried."""
    _note_given(program)
    compiled = {*_compiled(program)}
    for plan in program.plans.values():  # models give dicts as they were made, but what their branches and loops carry
        returned = _returned(plan, plan.structured.node.body) if plan in compiled else ()
        crossing = [value for value in (*returned, *_carried(plan)) if not _is_sorted(value)]
        if not crossing:
            continue
        boxes = frozenset().union(*(value.boxes for value in crossing))
        for node, value in [*plan.values.items()]:
            if value.form is Form.DICT and (not value.boxes or value.boxes & boxes):
                if isinstance(node, ast.Dict | ast.DictComp):
                    is_empty = isinstance(node, ast.Dict) and not node.values
                    plan.lines.casts.setdefault(node, "OrderedDict()" if is_empty else "OrderedDict({x})")
                elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
                    plan.lines.casts.setdefault(node.func, "OrderedDict")


def _note_given(program: Program) -> None:
    """The functions that see more of a dict than elements, or hand it to one that does."""
    seen = {name: _given_whole(plan) for name, plan in program.plans.items()}
    waiting = [name for name, names in seen.items() if names]
    callers: dict[str, set[str]] = {}
    for name, plan in program.plans.items():
        for callee in plan.calls & program.plans.keys():
            callers.setdefault(callee, set()).add(name)
    while waiting:
        callee = waiting.pop()
        for name in callers.get(callee, ()):
            plan = program.plans[name]
            handed = _handed(plan, callee, program.plans[callee], seen[callee]) - seen[name]
            if handed:
                seen[name] |= handed
                waiting.append(name)
    for name, names in seen.items():
        program.plans[name].entry.keeps_order = bool(names)


def _given_whole(plan: FunctionPlan) -> frozenset[str]:
    dicts = dict_parameters(plan.function) | perhaps_dicts(plan.function)
    return dicts & seen_whole(plan.function) if dicts else dicts


def _handed(plan: FunctionPlan, name: str, callee: FunctionPlan, wanted: frozenset[str]) -> frozenset[str]:
    """The parameters that go into those of the callee, or may."""
    parameters, found = callee.function.parameters, set()
    for call in walk(plan.function.node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
            given = [*zip(parameters, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
            found |= {a.id for p, a in given if isinstance(a, ast.Name) and (p in wanted or p is None)}
    return frozenset(found & {*plan.function.parameters})


def _compiled(program: Program) -> Iterator[FunctionPlan]:
    """The functions that are entered through `jit`, and those that they call."""
    waiting = [name for name, plan in program.plans.items() if plan.entry.is_decorated]
    seen = set(waiting)
    while waiting:
        plan = program.plans[waiting.pop()]
        yield plan
        called = [name for name in plan.calls if name in program.plans and name not in seen]
        waiting += called
        seen.update(called)


def _returned(plan: FunctionPlan, body: Sequence[ast.stmt]) -> Iterator[Value]:
    for statement in own_statements(body):
        if isinstance(statement, ast.Return) and statement.value in plan.values:
            yield plan.values[statement.value]


def _carried(plan: FunctionPlan) -> Iterator[Value]:
    """What JAX takes apart and puts together again where it enters branches and loops."""
    for branch in (statement for statement, form in plan.control.branches.items() if form.returns):
        yield from _returned(plan, [branch])
    carried = {name for loop in plan.control.loops.values() for name in loop.carry}
    carried |= {name for branch in plan.control.branches.values() for name in branch.outputs}
    for node, value in plan.values.items():
        is_chosen = isinstance(node, ast.IfExp) and plan.control.conditions.get(node) in (
            Condition.COND,
            Condition.CONTROL,
        )
        if is_chosen or (isinstance(node, ast.Name) and node.id in carried):
            yield value


def _is_sorted(value: Value) -> bool:
    if value.form is Form.DICT and (value.keys is None or not _are_sorted(value.keys)):
        return False
    if value.items is None:
        return not value.boxes
    return value.form not in _CONTAINERS or all(_is_sorted(item) for item in value.items)


def _are_sorted(keys: tuple[Any, ...]) -> bool:
    return len({type(key) for key in keys}) < 2 and list(keys) == sorted(keys)
