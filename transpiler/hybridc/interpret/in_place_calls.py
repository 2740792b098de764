"""The abstract interpretation of calls that write into an array: methods, `np.copyto` and the like, `out=`."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.places import WritingCall
from hybridc.domain.values import BOOL, INT
from hybridc.interpret.local_calls import LocalCalls
from hybridc.program.demand import fitting, fitting_method
from hybridc.program.placing import place_of
from hybridc.syntax.in_place import asks_to_write
from hybridc.syntax.messages import text_of


def asking_when_it_runs(entry: Entry) -> Entry:
    """The line with the function of the runtime that is told whether it writes."""
    return replace(entry, target=entry.looks, passes_on=True) if entry.looks else entry


def not_of_numbers(entry: Entry) -> Entry:
    """The line for what may be an element: NumPy's numbers have the method as well, which does nothing."""
    return replace(entry, target=f"{entry.target} if jnp.ndim(self) else self")


class InPlaceCalls(LocalCalls):
    """Notes such calls, which are said as assignments."""

    def writes_in_place(self, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
        """The call writes into the array, and is to be said as an assignment; False where it is."""
        if node in self.state.plan.structured.origins.writing:
            return False
        if self._can_be_written(array) and not (entry.of_numbers and self._is_no_sum(node, array)):
            is_whole, is_held = entry.shape != "same", self.is_held(array)
            self.note_writing(node, WritingCall(node, array, is_whole=is_whole, is_held=is_held))
        self.report(rules.InPlaceMethod, node, call=text_of(node.func))
        return True

    def asked_to_write(self, node: ast.Call, entry: Entry) -> Entry:
        """The line of a function that writes where it is asked to, as this call asks."""
        asked = asks_to_write(node, entry)
        if asked is not None:
            return replace(entry, writes=asked)
        if isinstance(self.current, ast.Expr) and self.current.value is node:
            self.report(rules.InPlaceMethod, node, call=text_of(node.func))
        return asking_when_it_runs(entry)

    def _can_be_written(self, array: ast.expr) -> bool:
        """A name, a new array, or surely a view: indices by arrays copy."""
        is_part = isinstance(array, ast.Subscript | ast.Attribute) and not self.is_held(array)
        return not is_part or place_of(self.state, array) is not None

    def _is_no_sum(self, node: ast.Call, array: ast.expr) -> bool:
        """`np.add.at` of truth values, by a mask, or of floats into integers, which are cut off one by one."""
        held = self.state.plan.values[array]
        given = [self.state.plan.values[a] for a in node.args if a in self.state.plan.values]
        floats = any(v.dtype & {"float64", "weak float", "complex128"} for v in given)
        masks = any(v.dtype == BOOL and not v.is_scalar for v in given)
        return held.dtype == BOOL or masks or (held.dtype <= INT and floats)

    def note_writing(self, node: ast.Call, writing: WritingCall) -> None:
        """What is the whole value of a statement has another form."""
        if getattr(self.current, "value", None) is node and (writing.is_out or isinstance(self.current, ast.Expr)):
            self.state.plan.writing[self.current] = writing

    def writing_out(self, node: ast.Call, entries: tuple[Entry, ...]) -> WritingCall | None:
        """The call with `out=`, or an array in its place, that would fit a line without."""
        given = {k.arg: k.value for k in node.keywords}
        out, mask, positional = given.pop("out", None), given.pop("where", None), None
        if out is None and mask is None:
            count = {
                len([p for p in e.parameters or () if p.default is None]) for e in entries if e.shape == "elementwise"
            }
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
        if fits is None or not self._can_be_written(out):
            return None
        return WritingCall(node, out, True, positional, mask, is_held=self.is_held(out))
