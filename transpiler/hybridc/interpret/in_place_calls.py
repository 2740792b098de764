"""The abstract interpretation of calls that write into an array: methods, `np.copyto` and the like, `out=`."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.places import WritingCall
from hybridc.domain.values import BOOL, COMPLEX, FLOAT, INT, WEAK_FLOAT, Form
from hybridc.interpret import changed_arguments
from hybridc.interpret.changed_arguments import is_held
from hybridc.interpret.evaluation import Run
from hybridc.program.assumptions import INDEX, Kind, assume
from hybridc.program.placing import place_of
from hybridc.program.static_demand import fitting, fitting_method
from hybridc.syntax.in_place import asks_to_write
from hybridc.syntax.messages import text_of


def asking_when_it_runs(entry: Entry) -> Entry:
    """The line with the function of the runtime that is told whether it writes."""
    return replace(entry, target=entry.looks, passes_on=True) if entry.looks else entry


def not_of_numbers(entry: Entry) -> Entry:
    """The line for what may be an element: NumPy's numbers have the method as well, which does nothing."""
    return replace(entry, target=f"{entry.target} if jnp.ndim(self) else self")


def writes_in_place(run: Run, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
    """The call writes into the array, and is to be said as an assignment; False where it is."""
    if node in run.state.plan.structured.origins.writing:
        place = place_of(run.state, array) if isinstance(array, ast.Subscript) else None
        if place is not None and place.numbers:
            assume(run.state.plan.assumed, Kind.NUMBER, node, place.numbers, INDEX)
        return False
    if _can_be_written(run, array) and not (entry.of_numbers and _is_no_sum(run, node, array)):
        is_whole, is_held = entry.shape != "same", changed_arguments.is_held(run, array)
        note_writing(run, node, WritingCall(node, array, is_whole=is_whole, is_held=is_held))
    run.report(rules.InPlaceMethod(call=text_of(node.func)), node)
    return True


def asked_to_write(run: Run, node: ast.Call, entry: Entry) -> Entry:
    """The line of a function that writes where it is asked to, as this call asks."""
    asked = asks_to_write(node, entry)
    if asked is not None:
        return replace(entry, writes=asked)
    if isinstance(run.current, ast.Expr) and run.current.value is node:
        run.report(rules.InPlaceMethod(call=text_of(node.func)), node)
    return asking_when_it_runs(entry)


def _can_be_written(run: Run, array: ast.expr) -> bool:
    """A name, a new array, or surely a view: indices by arrays copy."""
    is_part = isinstance(array, ast.Subscript | ast.Attribute) and not is_held(run, array)
    if is_part and isinstance(array, ast.Subscript) and _is_by_arrays(run, array.slice):
        return False
    is_kept = isinstance(array, ast.Attribute) and run.policy.writes.is_set_by_python(run, array)
    return not is_part or is_kept or run.state.refers or place_of(run.state, array) is not None


def _is_by_arrays(run: Run, index: ast.expr) -> bool:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    values = [run.state.plan.values.get(part) for part in parts]
    return any(v is not None and v.form in (Form.LIST, Form.ARRAY) and not v.is_scalar for v in values)


def _is_no_sum(run: Run, node: ast.Call, array: ast.expr) -> bool:
    """`np.add.at` of truth values, by a mask, or of floats into integers, which are cut off one by one."""
    held = run.state.plan.values[array]
    given = [run.state.plan.values[a] for a in node.args if a in run.state.plan.values]
    floats = any(v.dtype & (FLOAT | WEAK_FLOAT | COMPLEX) for v in given)
    masks = any(v.dtype == BOOL and not v.is_scalar for v in given)
    return held.dtype == BOOL or masks or (held.dtype <= INT and floats)


def note_writing(run: Run, node: ast.Call, writing: WritingCall) -> None:
    """What is the whole value of a statement has another form."""
    if getattr(run.current, "value", None) is node and (writing.is_out or isinstance(run.current, ast.Expr)):
        run.state.plan.mutation.writing[run.current] = writing


def writing_out(run: Run, node: ast.Call, entries: tuple[Entry, ...]) -> WritingCall | None:
    """The call with `out=`, or an array in its place, that would fit a line without."""
    given = {k.arg: k.value for k in node.keywords}
    out, mask, positional = given.pop("out", None), given.pop("where", None), None
    if out is None and mask is None:
        count = {len([p for p in e.parameters or () if p.default is None]) for e in entries if e.shape == "elementwise"}
        if node.keywords or len(node.args) - 1 not in count:
            return None
        positional = len(node.args) - 1
        out = node.args[-1]
    if isinstance(out, ast.Tuple) and len(out.elts) == 1:
        out = out.elts[0]
    if out is None or isinstance(out, ast.Tuple | ast.Constant):
        return None
    rest = [k for k in node.keywords if k.arg in given]
    without = ast.Call(node.func, node.args[:positional], rest)
    is_method = bool(entries) and entries[0].is_method
    fits = fitting_method(entries, without) if is_method else fitting(entries, without)
    if fits is None or not _can_be_written(run, out):
        return None
    return WritingCall(node, out, True, positional, mask, is_held=is_held(run, out))
