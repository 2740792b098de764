"""The abstract interpretation of what is written into arrays, and of who would see it."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.places import Sync
from hybridc.domain.values import (
    BOOL,
    Binding,
    Form,
    Value,
    as_number,
    is_bool,
    is_unknown,
    is_weak,
    promote,
    unknown,
)
from hybridc.interpret.aliases import changed_since, sync, writes_numbers
from hybridc.interpret.bases import say_otherwise
from hybridc.interpret.masked_writes import MaskedWrites, may_be_mask
from hybridc.interpret.widening import stored
from hybridc.program.assumptions import Kind, assume
from hybridc.program.placing import base_of, place_of
from hybridc.program.plans import Update
from hybridc.syntax.dataflow import base_name, targets_bound
from hybridc.syntax.messages import text_of

_INTEGERS = frozenset({"int64", "weak int", "bool"})

_SEEN = "a part of the model may have returned what it was given, and others may read that"
_PART = "an element that it was given may be a row, which a write here would change"


class Writes(MaskedWrites):
    """Interprets writes of elements."""

    def written_name(self, target: ast.Subscript, statement: ast.stmt) -> str | None:
        """The local array that an element write changes; None where it cannot be converted."""
        if not isinstance(target.value, ast.Name):
            return self._name_under(target, statement)
        name = target.value.id
        if name not in self.state.environment:
            if name in self.state.module.globals or name in self.state.function.globals_declared:
                self.report(rules.GlobalMutation, statement, name=name)
            else:
                self.evaluate(target.value)
            return None
        return name

    def _name_under(self, target: ast.Subscript, statement: ast.stmt) -> str | None:
        """The local array that a write into a view changes, as `x.T[i] = v` does."""
        state, view = self.state, target.value
        self.evaluate(view)
        if isinstance(view, ast.Subscript) and self._is_at_one_place(view):
            target.joins = True  # type: ignore[attr-defined]
            state.plan.reformed.add(statement)
        name = base_of(state, view)
        if name is not None and place_of(state, view) is not None:
            return name
        name = base_name(target)
        if name is None:
            self.report(rules.UnsupportedStatement, statement, what=f"assignment to `{text_of(target)}`")
        elif isinstance(view, ast.Subscript):
            self.report(rules.SharedMemory, statement, name=text_of(view), other=name)
        else:
            self.report(rules.AttributeWrite, statement, target=text_of(target))
        return None

    def _is_at_one_place(self, view: ast.expr) -> bool:
        """`x[i][j]` of an array and numbers, or of a list of lists, which is `x[i, j]`."""
        indices = []
        while isinstance(view, ast.Subscript):
            indices.append(self.state.plan.values.get(view.slice))
            view = view.value
        held = self.state.plan.values.get(view)
        if held is None or held.form not in (Form.ARRAY, Form.UNKNOWN) or not held.is_traced:
            return False
        numbers = (i is not None and (i.is_static or i.is_scalar) and i.form is Form.NUMBER for i in indices)
        return self.state.is_table(held) or all(numbers)

    def write_element(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        name = self.written_name(target, statement)
        index = self.index(target.slice)
        if name is None:
            return
        array = self.evaluate(target.value)
        if index.form is Form.STRING and array.form is Form.UNKNOWN:
            array = replace(array, form=Form.DICT)
        if array.form in (Form.LIST, Form.DICT) and not isinstance(target.value, ast.Name):
            self.report(rules.UnsupportedStatement, statement, what=f"assignment to `{text_of(target)}`")
            return
        if array.form in (Form.LIST, Form.DICT):
            self.container_write(array, index, value, target, statement)
            return
        value = self.as_array(value, getattr(statement, "value", None))
        if not self.may_write(name, statement, False):
            return
        is_narrow = stored(self.state, getattr(statement, "value", None), value, array, name)
        if self.is_by_mask(target, index, value, statement):
            self.masked(statement, name, target, array, index, value, "=")
            return
        self.element(target, array, index)
        self.check_out_of_range(target, index)
        if self.state.is_table(array):
            self.table_write(name, target, value, statement)
            return
        if is_all(target.slice, index):
            same = self._is_same(statement, target, array, value)
            self.state.plan.updates[statement] = Update.WHOLE if same else Update.FILL
            self.report(rules.ItemAssignment, statement, target=text_of(target), operator="=", form=f"{name} = ...")
            self.written(name)
            return
        self.check_repeated(target, index, value)
        if may_be_mask(index, target.slice):
            self.asked(statement, name, target, "=")
            return
        cast = array.dtype <= {"int64", "bool"} and not value.dtype <= _INTEGERS
        if array.dtype == BOOL and value.dtype != BOOL:
            cast = True
        cast |= is_narrow or (is_unknown(array.dtype) and value.dtype != array.dtype and not is_weak(value.dtype))
        self.state.plan.updates[statement] = Update.AT_CAST if cast else Update.AT_SET
        self.report(rules.ItemAssignment, statement, target=text_of(target), operator="=", form=f"{name}.at[...].set")
        self.written(name)

    def _is_same(self, statement: ast.stmt, target: ast.Subscript, array: Value, value: Value) -> bool:
        """The value is of the array's type, or is what the array has become under another name."""
        if isinstance(statement, ast.Assign) and (place := place_of(self.state, statement.value)) is not None:
            if place in (place_of(self.state, target.value), place_of(self.state, target)):
                return True
        return value.is_array and not value.is_scalar and array.same_type(value)

    def as_array(self, value: Value, node: ast.expr | None) -> Value:
        """A list or tuple that is stored into an array is one."""
        if value.form not in (Form.LIST, Form.TUPLE) or node is None:
            return value
        self.state.plan.arrays.add(node)
        items = value.items or ()
        dtype = promote(*(i.dtype for i in items)) if items and all(i.form.is_numeric for i in items) else unknown()
        return Value(Binding.TRACED, Form.ARRAY, dtype, unknown())

    def check_repeated(self, target: ast.Subscript, index: Value, value: Value) -> None:
        """Of several values for one place, which one stays is left open."""
        indices = index.items if index.form is Form.TUPLE and index.items is not None else (index,)
        arrays = [i for i in indices if i.form is Form.LIST or (i.is_array and not is_bool(i))]
        if arrays and not value.is_scalar and not any(map(are_different, arrays)):
            self.report(rules.RepeatedIndex, target, expression=text_of(target))

    def check_out_of_range(self, target: ast.Subscript, index: Value) -> None:
        indices = index.items if index.items is not None else (index,)
        if any(i.is_traced for i in indices) and not self._is_in_range(target):
            self.report(rules.UncheckedIndex, target, expression=text_of(target))

    def may_write(self, name: str, statement: ast.stmt, is_operator: bool) -> bool:
        """No other name that is read later sees the memory of `name`. Notes the parameters that are written.

        An in-place operator leaves numbers as they are: where that is what `name` may hold, it is taken to.
        """
        value = self.state.environment[name]
        if not value.form.is_numeric or value.is_static:
            self.report(rules.UnsupportedStatement, statement, what=f"writing into {value.form.value}")
            return False
        if statement not in self.state.plan.structured.origins.received:  # which write several arrays
            self.state.plan.assumed.forget(Kind.BESIDE, statement)
        self.state.plan.syncs.pop(statement, None)
        found = sync(self.state, name, statement)
        told = frozenset() if found is None or not self.state.tells_rows else found.names
        others = self.state.sharers(name, statement)
        if others and any(n in self.state.parted for n in (name, *others)):
            say_otherwise(self.state, name, others, statement)
        is_told = self.state.tells_rows and not self.state.has_views_of_elements
        is_told &= found is not None and (told >= frozenset(others) or bool(found.unnamed))  # which get names first
        is_read = name in self.state.liveness.after.get(statement, frozenset())
        is_plain = is_read or not value.is_element  # a row that nobody reads afterwards is changed for its array
        is_doubtful = (bool(others) or self.state.assumes_numbers) and not is_told
        if is_doubtful and is_operator and is_plain and self.is_taken_for_number(value, statement, name):
            self.state.environment[name] = as_number(value)
            return True
        if is_operator and self.state.scope and any(_is_parameter_of_nested(m) for m in value.memory):
            if self.is_taken_for_number(value, statement, name):
                self.state.environment[name] = as_number(value)
                return True
        if (loop := self._loop_over(value)) is not None:
            self.state.plan.reformed.add(loop)
            self.report(rules.SharedMemory, statement, name=name, other=text_of(loop.iter))
            return False
        others = [o for o in others if o in told or not self._is_expected_to_be_number(o, statement)]
        self._note_sync(name, statement, found)
        if self.is_seen_when_it_runs(name, statement):
            assume(self.state.plan.assumed, Kind.APART, statement, [name], _SEEN)
        elif others:
            say_otherwise(self.state, name, others, statement)
            self.report(rules.SharedMemory, statement, name=name, other=others[0])
            return False
        if value.memory & self.state.outside:
            if is_operator and self.is_taken_for_number(value, statement, name):
                self.state.environment[name] = as_number(value)
                return True
            self.report(rules.GlobalMutation, statement, name=name)
            return False
        if writes_numbers(self.state, name, statement):
            self.state.plan.numbers_written |= {site[6:] for site in value.memory if site.startswith("param:")}
        self.note_mutated(value, statement)
        return True

    def is_seen_when_it_runs(self, name: str, statement: ast.stmt) -> bool:
        """Whether others see the memory of `name` is looked at when the program is traced."""
        return False

    def _loop_over(self, value: Value) -> ast.For | None:
        """The loop around here whose next turns see what is written, as it runs over the array."""
        around = (loop for loop, _ in self.state.loops if isinstance(loop, ast.For))
        return next((loop for loop in around if self.state.run_over.get(loop, frozenset()) & value.memory), None)

    def _note_sync(self, name: str, statement: ast.stmt, found: Sync | None) -> None:
        """What has to follow, for other names to see the write."""
        state = self.state
        if found is not None:
            state.plan.syncs[statement] = found
        if state.sharing(name, statement) is None:
            return
        state.plan.frozen |= changed_since(state, name, statement)
        state.plan.unnamed |= found.unnamed if found is not None else frozenset()
        memory = state.environment[name].memory
        for loop, _ in state.loops:
            read = state.read_by_loops.get(loop, frozenset())
            if isinstance(loop, ast.For) and name in targets_bound(loop.target) and read & memory:
                state.plan.reformed.add(loop)

    def _is_expected_to_be_number(self, name: str, statement: ast.stmt) -> bool:
        """Whether `name`, which a write would change were it an array, may be a number, which is then checked."""
        value = self.state.environment[name]
        if not value.is_element or name in self.state.containers or self.state.has_views_of_elements:
            return False
        assume(self.state.plan.assumed, Kind.BESIDE, statement, [name], _PART)
        self.report(rules.TakenForNumber, statement, name=name)
        self.state.environment[name] = as_number(value)
        return True


def is_all(node: ast.expr, index: Value) -> bool:
    """`[...]` or `[:]`, `[:, :]`: all of the array."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(isinstance(e, ast.Slice) and is_all(e, index) for e in node.elts)
    if isinstance(node, ast.Slice):
        begins = node.lower is None or (isinstance(node.lower, ast.Constant) and node.lower.value == 0)
        return begins and node.upper is None and node.step is None
    return index.has_constant and index.constant is Ellipsis


def are_different(index: Value) -> bool:
    """A list of constant indices that mean different places."""
    places = [i.constant for i in index.items or () if i.has_constant and isinstance(i.constant, int)]
    signs = {place < 0 for place in places}
    return len(places) == len(index.items or ()) == len(set(places)) and len(signs) == 1


def _is_parameter_of_nested(site: str) -> bool:
    return site.startswith("param:") and "." in site
