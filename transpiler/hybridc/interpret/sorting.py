"""`sorted` of numbers, which compiled code sorts as an array."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.numpy_dtypes import is_narrow
from hybridc.domain.values import INT, WEAK_INT, Binding, Form, Value, is_bool, is_wide, number, opaque, promote, strong
from hybridc.interpret.dtypes.widening import may_be_small
from hybridc.interpret.evaluation import Run
from hybridc.syntax.messages import text_of


def are_numbers(run: Run, value: Value) -> bool:
    """An array, or a list of numbers that one array can hold: Python sorts tuples and strings in another order."""
    if value.form.is_numeric:
        return value.is_traced
    if value.form not in (Form.LIST, Form.TUPLE) or not value.items:
        return False
    alike = len({v.dtype for v in value.items}) == 1
    return all(v.form.is_numeric and (alike or not _may_be_small(run, v)) and not is_bool(v) for v in value.items)


def _may_be_small(run: Run, value: Value) -> bool:
    """Of fewer bits than another number beside it, which has to stay what it is."""
    return not is_wide(value.dtype) and (
        may_be_small(run.state, value) or any(is_narrow(str(atom)) for atom in value.dtype)
    )


def in_order(run: Run, node: ast.Call, value: Value) -> Value:
    """The list of these numbers."""
    given = value.items or ()
    dtype = strong(promote(*(v.dtype for v in given))) if given else value.dtype
    if dtype not in (INT, WEAK_INT):
        run.report(rules.NanOrder(call=text_of(node), form="jnp.sort"), node)
    items = tuple(number(dtype) if all(v.is_scalar for v in given) else opaque() for _ in given)
    return Value(Binding.TRACED, Form.LIST, items=items or None, memory=run.state.box(node))
