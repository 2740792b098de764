"""The abstract interpretation of lists of numbers that become arrays, whose elements are of any type of number."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import is_open, parameters_of, unknown
from hybridc.domain.values import INT, WEAK_INT, Binding, Form, Value, as_number, opaque, promote, strong
from hybridc.interpret.evaluation import Run
from hybridc.program.plans import Update
from hybridc.syntax.messages import text_of
from hybridc.syntax.tables import axes_of, elements_of
from hybridc.syntax.walking import walk

_ADDITIVE = (ast.Add, ast.Sub, ast.Mult)


def table(run: Run, node: ast.expr, made: Value) -> Value:
    """The list as an array, if it holds numbers only."""
    values = {e: run.state.plan.values.get(e, opaque()) for e in elements_of(node)}
    if made.form is not Form.LIST or any(v.is_array or not v.form.is_numeric for v in values.values()):
        return made
    for element, value in values.items():
        if not value.is_scalar:
            of = parameters_of(value.shape)
            is_number = len(of) == len(value.shape) and of <= run.state.plan.arguments.possible_numbers
            if not is_number or not run.policy.writes.is_taken_for_number(run, value, element, text_of(element)):
                return made
            values[element] = as_number(value)
    elements = list(values.values())
    dtype = promote(*(e.dtype for e in elements)) if elements else WEAK_INT  # a range
    run.state.plan.lines.arrays.add(node)
    memory = run.state.allocate(node)
    dtype = strong(dtype)
    run.state.memory.table_sites |= dict.fromkeys(memory, dtype)
    return Value(Binding.TRACED, Form.ARRAY, dtype, unknown(), axes_of(node), memory=memory)


def table_write(run: Run, name: str, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    """`name[i] = value`, which turns a table of integers into one of floats where a float is put into it."""
    array = run.state.environment[name]
    keeps = _keeps(run, array, value)
    if isinstance(statement, ast.AugAssign) and keeps:
        update = Update.AT_OPERATOR if isinstance(statement.op, _ADDITIVE) else Update.AT_RECOMPUTE
    else:
        update = Update.AT_SET if keeps else Update.PUT
    if value.is_array or not value.form.is_numeric:
        run.report(rules.ListInLoop(name=name), statement)
    run.state.plan.mutation.updates[statement] = update
    operator = "=" if isinstance(statement, ast.Assign) else "op="
    form = f"{name}.at[...].set" if keeps else "control.put"
    run.report(rules.ItemAssignment(target=text_of(target), operator=operator, form=form), statement)
    if not keeps:  # before the first such write of a loop it is another dtype than after it
        array = replace(array, dtype=unknown())
    if run.state.flow.loops and value.dtype <= INT | WEAK_INT and _multiplies(statement):
        run.report(rules.IntegerWidth(name=name), statement)
    run.state.environment[name] = array.traced()


def _keeps(run: Run, array: Value, value: Value) -> bool:
    """The write leaves the type as it is, also where a loop comes to it with the table as it was made."""
    made = {run.state.memory.table_sites[site.newest] for site in array.memory}
    is_known = value.is_scalar and not value.is_array and not is_open(value.dtype) and not is_open(array.dtype)
    return is_known and made == {array.dtype} and promote(array.dtype, value.dtype) == array.dtype


def _multiplies(statement: ast.stmt) -> bool:
    return any(isinstance(getattr(n, "op", None), ast.Mult | ast.Pow | ast.LShift) for n in walk(statement))
