"""`sorted` of numbers, which compiled code sorts as an array, and Python's order of what is no number."""

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


def are_compared_by_python(run: Run, node: ast.Call, name: str, values: list[Value]) -> bool:
    """What `max`, `min` and `sorted` are given may be lists or tuples, which Python compares element by element; or it
    is an iterator, which no array is made of as it stands."""
    if name == "builtins.sorted":
        return bool(values) and _are_sorted_by_python(node, values[0])
    if len(values) > 1:
        return name in _EXTREMES and any(v.form in _ROWS for v in values)
    if not values or values[0].is_static or name not in _EXTREMES | _OF_TRUTH:
        return False
    match node.args[0]:
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
            given = run.state.plan.values.get(element)
            return given is not None and given.form in _ROWS and name in _EXTREMES
    if values[0].is_iterator:
        return True
    if name not in _EXTREMES:
        return False
    items, has_key = values[0].items, any(k.arg == "key" for k in node.keywords)
    is_list = values[0].form in _ROWS and (has_key or not items or any(v.form in _ROWS for v in items))
    return is_list or values[0].form is Form.UNKNOWN


def _are_sorted_by_python(node: ast.Call, value: Value) -> bool:
    if any(k.arg == "key" for k in node.keywords) or value.form is Form.UNKNOWN:
        return True
    return value.form in _ROWS and (not value.items or any(v.form in _ROWS for v in value.items))


_EXTREMES = frozenset({"builtins.max", "builtins.min"})
_OF_TRUTH = frozenset({"builtins.any", "builtins.all"})
_ROWS = (Form.TUPLE, Form.LIST)
