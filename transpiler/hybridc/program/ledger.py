"""All that is assumed in a file: what was noted, and what the decisions of its plans say themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hybridc.program.assumptions import LISTS, Assumption, Kind
from hybridc.program.plans import Condition, FunctionPlan, LoopForm, Update
from hybridc.program.untaken import untaken
from hybridc.syntax.dataflow import row_of
from hybridc.syntax.messages import text_of

_NUMPY_LIKE = re.compile(r"numpy_like\.\w+")
_KEEPS = "it may be a number or an array, and an array keeps its dtype"
_UPDATES = {
    Update.KEEP: (Kind.KEPT, "control.keep_dtype", _KEEPS),
    Update.KEEP_WRITTEN: (Kind.KEPT, "control.keep_dtype", _KEEPS),
    Update.WHOLE_KEEP: (Kind.KEPT, "control.keep_dtype", _KEEPS),
    Update.AT_ASKED: (Kind.MASK, "control.at", "nothing tells whether the index is a mask"),
    Update.MASKED: (Kind.MASK, "control.masked", "nothing tells whether the mask, and what is written, fit the array"),
    Update.PUT: (Kind.TABLE, "control.put", "what is put into the list may be of another dtype"),
}
_HELPING = {
    "mask": (Kind.CHOSEN, "nothing tells how many dimensions it has"),
    "one_axis": (Kind.AXIS, "nothing tells how many axes it has, and places are given for each"),
    "length": (Kind.LENGTH, "the end of a slice counts from that of the array where it is below zero"),
    "whole_part": (Kind.WITHIN, "a slice is as long in all turns of a loop where none of them leaves its array"),
}
_TYPES = "nothing tells that their dtypes and shapes are the same"
_COMPILED = frozenset({Condition.COND, Condition.GUARD, Condition.CONTROL})
_ASKED = "nothing tells whether it is a number"
_DTYPE = "nothing tells the dtype, and JAX's function is right for floating point numbers"


_OF_NUMBERS = (Kind.NUMBER, Kind.TESTED)


def assumptions(plan: FunctionPlan) -> list[Assumption]:
    """What is assumed in a function, in the order of its lines, each once."""
    noted = (a for a in plan.assumed if a.kind not in _OF_NUMBERS or a.subject not in plan.arguments.told_numbers)
    found = dict.fromkeys([*noted, *_decided(plan)])
    return sorted(found, key=lambda a: (line_of(a, plan), a.kind.value.name, a.subject))


def line_of(assumption: Assumption, plan: FunctionPlan) -> int:
    """Its line in the text that was analysed; of what was made, that of the function."""
    return getattr(assumption.node, "lineno", plan.function.node.lineno)


def _decided(plan: FunctionPlan) -> Iterator[Assumption]:
    yield from _of_the_call(plan)
    yield from _of_types(plan)
    yield from _of_dtypes(plan)
    for statement, update in plan.mutation.updates.items():
        is_number = statement in plan.assumed.nodes(Kind.VALUE)  # or the guard raises
        if update in _UPDATES and not is_number and not _is_by_window(plan, statement):
            kind, guard, why = _UPDATES[update]
            yield Assumption(kind, statement, _target(statement), why, guard)
    for statement in plan.function.of(ast.Assign):
        if row_of(statement) is not None:
            why = "nothing tells whether what was changed under another name is a part of it, or a number"
            yield Assumption(Kind.ROW, statement, _target(statement), why, "if jnp.ndim(...)")
    for node in plan.structured.origins.helping & plan.values.keys():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _HELPING:
            kind, why = _HELPING[node.func.attr]
            yield Assumption(kind, node, text_of(node.args[0]), why, f"control.{node.func.attr}")
    for node, told in untaken(plan):
        why = "Python runs some of it only where this tells so, and tracing all"
        yield Assumption(Kind.RUN, node, text_of(told), why, "jax.jit")
    for loop, names in plan.structured.assumed.items():
        for name in sorted(names):
            why = "the loop is the first to set it, and it is read afterwards"
            yield Assumption(Kind.TURN, plan.structured.origins.original(loop), name, why, "HYB508")


def _of_the_call(plan: FunctionPlan) -> Iterator[Assumption]:
    """What is assumed of callers."""
    arguments = {a.arg: a for a in plan.function.of(ast.arg)}
    if plan.entry.is_decorated or plan.is_referred:
        for name in sorted(plan.arguments.static_parameters & arguments.keys()):
            why = "it is asked for a shape, an axis, a length or the like, or is a flag"
            yield Assumption(Kind.STATIC, arguments[name], name, why, "static_argnames of jax.jit")
    for call, mapping in plan.lines.mappings.items():
        given = [*call.args] if isinstance(call, ast.Call) else []
        for name in sorted({a.id for i in mapping.wraps if i < len(given) and isinstance(a := given[i], ast.Name)}):
            if name in arguments:
                yield Assumption(Kind.LISTS, call, name, LISTS, "jnp.asarray")
    for name in () if plan.entry.writes_back is None else plan.entry.writes_back.written:
        why = "it is written, and callers see that"
        yield Assumption(Kind.CALLERS, arguments.get(name, plan.function.node), name, why, "control.writes_back")
    is_written = plan.references is not None and plan.references.is_entry and not plan.references.returns
    for name in sorted(plan.arguments.mutated & arguments.keys()) if is_written else ():
        why = "it is written, or may be, and callers see that"
        yield Assumption(Kind.WRITTEN, arguments[name], name, why, "control.in_place")
    for name in sorted(plan.entry.places) if plan.entry.is_decorated else ():
        why = "it is used as an index alone, which masks are as well"
        yield Assumption(Kind.PLACES, arguments[name], name, why, "control.takes_masks")
    if plan.entry.keeps_order:
        why = "JAX sorts them, and their order shows"
        yield Assumption(Kind.ORDER, plan.function.node, plan.function.name, why, "control.in_order")


def _of_types(plan: FunctionPlan) -> Iterator[Assumption]:
    """Where compiled code wants one type, or asks what a value is."""
    for statement, branch in plan.control.branches.items():
        if not branch.is_selection and plan.usual_module(branch.is_proven) == "control":
            subject = ", ".join(branch.outputs) or "what is returned"
            yield Assumption(
                Kind.CARRY, statement, subject, _TYPES, f"{plan.module_of(statement, is_proven=False)}.cond"
            )
    for statement, loop in plan.control.loops.items():
        if loop.form is not LoopForm.PYTHON and plan.usual_module(loop.is_proven) == "control":
            guard = f"{plan.module_of(statement, is_proven=False)}.{loop.name}"
            yield Assumption(Kind.CARRY, statement, ", ".join(loop.carry), _TYPES, guard)
        if loop.form is LoopForm.SCAN and isinstance(statement, ast.For):
            for rows in _run_over(plan, statement.iter):
                why = "nothing tells whether it is an array or a list"
                yield Assumption(Kind.SEQUENCE, rows, text_of(rows), why, "control.rows")
    for node, condition in plan.control.conditions.items():
        if condition in _COMPILED and plan.usual_module(condition is not Condition.CONTROL) == "control":
            yield Assumption(Kind.CARRY, node, text_of(node), _TYPES, f"{plan.module_of(node, is_proven=False)}.cond")
        elif condition is Condition.CHOSEN:
            yield Assumption(Kind.EITHER, node, text_of(node), _TYPES, "control.chosen")
        elif condition is Condition.IS_FALSE:
            yield Assumption(Kind.TRUTH, node, text_of(node), _ASKED, "control.is_false")
    for node, template in plan.control.tests.items():
        if template.startswith("control."):
            yield Assumption(Kind.TRUTH, node, text_of(node), _ASKED, "control.truth")
    for statement, value in plan.control.unset.items():
        if value == "control.unset":
            why = "no value is known before a branch or loop sets it"
            yield Assumption(Kind.CARRY, statement, _target(statement), why, value)


def _of_dtypes(plan: FunctionPlan) -> Iterator[Assumption]:
    """Where what is written looks at the dtypes of arrays."""
    lines = {
        n: m.entry.target
        for n, m in plan.lines.mappings.items()
        if m.entry.unproven and m.entry.target == m.entry.unproven
    }
    for node, text in [*plan.lines.casts.items(), *plan.lines.dtype_joins.items(), *lines.items()]:
        if (guard := _NUMPY_LIKE.search(text or "")) is not None:
            yield Assumption(Kind.DTYPE, node, text_of(node), _DTYPE, guard[0])


def _run_over(plan: FunctionPlan, iterated: ast.expr) -> Iterator[ast.expr]:
    """What a loop runs over, of which nothing tells that it is an array."""
    match iterated:
        case ast.Call(func=ast.Name(id="enumerate" | "reversed"), args=[first, *_]):
            yield from _run_over(plan, first)
        case ast.Call(func=ast.Name(id="zip"), args=inner):
            for each in inner:
                yield from _run_over(plan, each)
        case ast.Call(func=ast.Name(id="range")):
            return
        case _ if (value := plan.values.get(iterated)) is None or not value.is_array:
            yield iterated


def _is_by_window(plan: FunctionPlan, statement: ast.stmt) -> bool:
    """The index is a slice whose length alone is known, and no mask."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    index = target.slice if isinstance(target, ast.Subscript) else None
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(part, ast.Slice) and part in plan.lines.windows for part in parts)


def _target(statement: ast.AST) -> str:
    match statement:
        case ast.Assign(targets=[target, *_]) | ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return text_of(target)
    return text_of(statement).split("\n")[0]
