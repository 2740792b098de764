"""What Python that stays writes in place: arrays that it made itself become new ones, all else is written at run time.

Parameters, buffers, their views and what callers give are references there, whose methods and operators write through.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.places import WritingCall
from hybridc.domain.values import Form, Value, opaque
from hybridc.interpret.beside.flow import HostFlow
from hybridc.program.callees_writing import arguments_of
from hybridc.program.demand import fitting, fitting_method, lookup, lookup_method
from hybridc.program.memory.host_kept import kept_arrays, root_of
from hybridc.program.memory.reached_scopes import place_of
from hybridc.program.models import makes_array
from hybridc.program.parts import has_slices, is_part
from hybridc.program.placing import arguments_given
from hybridc.program.plans import FunctionPlan, Mapping, Update
from hybridc.syntax.in_place import asks_to_write
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given

SHARED = "shared:"  # what the memory of a value says that may be seen by others, who have it from elsewhere
_OF_OTHERS = (SHARED, "param:", "self.", "given:", "global:")


def _is_path(node: ast.expr) -> bool:
    """`net.layers[0].weight`, which may be said twice."""
    while isinstance(node, ast.Attribute) or (
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant | ast.Name)
    ):
        node = node.value
    return isinstance(node, ast.Name)


def is_own(value: Value) -> bool:
    """An array that the function made, which nobody outside of it has."""
    return value.is_array and not any(m.startswith(_OF_OTHERS) for m in value.memory)


def shared(value: Value) -> Value:
    """The value, of whose memory others may know."""
    return replace(value, memory=value.memory | {SHARED}, place=None)


class HostWrites(HostFlow):
    """Interprets writes in Python that runs before and after models."""

    @cached_property
    def _kept(self) -> frozenset[ast.Call]:
        function = self.state.plan.function
        is_plain = function.owner is not None and function.owner not in self.models.classes
        return kept_arrays(function.node, self.writers, is_plain)

    @cached_property
    def _filling(self) -> dict[ast.Call, str]:
        """Calls that write into what others have as well, and the method by which they do."""
        return {}

    def as_filling(self, node: ast.Call, value: Value) -> Value:
        method, mapping = self._filling.get(node), self.state.plan.mappings.get(node)
        if method is None and mapping is not None and mapping.entry.writes_if and asks_to_write(node, mapping.entry):
            first = self.state.plan.values.get(node.args[0]) if node.args else None
            if first is not None and not is_own(first) and _is_path(node.args[0]):
                method = f"{text_of(node.args[0])}.copy_"
        if method is None:
            return value
        self.state.plan.mappings[node] = replace(self.state.plan.mappings[node], made_by=method)
        return shared(value)

    def as_kept(self, node: ast.Call, value: Value) -> Value:
        """What the call makes, which is kept where others write into it."""
        mapping, make = self.state.plan.mappings.get(node), self.models.notation.mutable
        if not make or mapping is None or not is_own(value):
            return value
        if node not in self._kept and place_of(node) not in self.writers.reached:
            return value
        self.state.plan.mappings[node] = replace(mapping, made_by=make)
        return shared(value)

    def may_write(self, name: str, statement: ast.stmt, is_operator: bool) -> bool:
        """Only what the function made is an array that becomes another one; the rest is written where it lies."""
        return is_own(self.state.environment[name]) and super().may_write(name, statement, is_operator)

    def write_element(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        root: ast.expr = target
        while isinstance(root, ast.Subscript):
            root = root.value
        held = self.state.environment.get(root.id) if isinstance(root, ast.Name) else None
        if held is not None and is_own(held):
            super().write_element(target, value, statement)
            self.read_indices(target.slice)
        elif self._is_plain_array(target):
            self._write_plain(target, statement, Update.AT_SET)
        else:
            self.evaluate(target.value)
            self.index(target.slice)
            self._without_data(target)

    def read_indices(self, index: ast.expr) -> None:
        """JAX takes arrays as indices, and no references, which elements at indices of a reference are as well."""
        for part in index.elts if isinstance(index, ast.Tuple) else [index]:
            value = self.state.plan.values.get(part)
            if value is not None and SHARED in value.memory:
                self.state.plan.casts[part] = "jnp.asarray({x})"
            elif isinstance(index, ast.Tuple) and self._makes_references and self._may_be_reference(part):
                self.state.plan.casts[part] = f"{self.models.notation.mutable.partition('.')[0]}.indices({{x}})"

    @cached_property
    def _makes_references(self) -> bool:
        return bool(self.models.notation.mutable and self.writers.reached)

    def _may_be_reference(self, part: ast.expr) -> bool:
        """It was looked up somewhere, or a function gave it."""
        made = (s for s in self.state.function.of(ast.Assign) if isinstance(part, ast.Name) and len(s.targets) == 1)
        values = [s.value for s in made if isinstance(s.targets[0], ast.Name) and s.targets[0].id == part.id]  # type: ignore[attr-defined]
        return any(
            (isinstance(v, ast.Subscript) and isinstance(v.slice, ast.Name | ast.Subscript | ast.Compare))
            or (isinstance(v, ast.Call) and isinstance(v.func, ast.Name) and v.func.id in self.state.module.functions)
            for v in values
        )

    def _augmented_element(self, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
        if self._is_plain_array(target):
            self._write_plain(target, statement, Update.AT_RECOMPUTE)
            return
        super()._augmented_element(statement, target, value)
        self._without_data(target)

    def _write_plain(self, target: ast.Subscript, statement: ast.stmt, update: Update) -> None:
        """Nobody else has the array of the attribute, which gets another one."""
        self.index(target.slice)
        if (other := self.attribute_set_to(target.value.attr)) is not None:  # type: ignore[attr-defined]
            self.report(rules.SharedMemory, statement, name=text_of(target.value), other=other)
        self.state.plan.updates[statement] = update

    def _augmented_name(self, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
        held = self.state.environment.get(target.id)
        if held is not None and is_own(held):
            super()._augmented_name(statement, target, value)
        elif held is not None and SHARED not in held.memory:  # which its own operator writes
            self._augmented_by_line(statement, held, value)

    def _is_plain_array(self, target: ast.Subscript) -> bool:
        """`self.table[:, 0] = v`, of an attribute that is no parameter or buffer: only arrays take such an index, and
        others mean one where the attribute is set to nothing else."""
        held = target.value
        if not isinstance(held, ast.Attribute) or not isinstance(held.value, ast.Name) or held.value.id != self.own:
            return False
        makers = self.models.makers(self.state.function.owner, held.attr)
        is_cell = any(self._makes_cell(maker) for maker in makers)
        is_array = has_slices(target.slice) or all(self._gives_array(maker) for maker in makers)
        is_outside = any(self._is_outside(maker) for maker in makers)
        is_kept = held.attr in self.state.attributes_kept()
        return bool(makers) and not is_cell and is_array and not is_outside and not is_kept

    def _is_outside(self, value: ast.expr) -> bool:
        """What a library of other arrays gives, as NumPy does, which is written in place."""
        func = value.func if isinstance(value, ast.Call) else None
        name = None if func is None else self.state.module.qualified_name(func, self.state.function.locals)
        return name is not None and not self._is_of_models(name) and self._is_known(name)

    def _gives_array(self, value: ast.expr) -> bool:
        lines = self._lines(value) if isinstance(value, ast.Call) else ()
        return any(makes_array(e) for e in lines)

    def _makes_cell(self, value: ast.expr) -> bool:
        entries = self._lines(value) if isinstance(value, ast.Call) else ()
        found = fitting(entries, value) if isinstance(value, ast.Call) else None
        return any((e.target or "").startswith("nn.") for e in (entries if found is None else found[:1]))

    def change_arguments(self, node: ast.Call, function: Function, plan: FunctionPlan, bound: dict[str, Value]) -> None:
        """A compiled function writes into what it is given by others, if it gives that to compiled callers; into what
        was made here, it does not."""
        given = arguments_given(function, node)
        arrays = [n for n in sorted(plan.mutated & bound.keys()) if bound[n].form in (Form.ARRAY, Form.UNKNOWN)]
        for name in arrays:
            argument = given.get(name, node)
            is_written = plan.gives_back and not is_own(bound[name])
            if not is_written and (
                not is_own(bound[name]) or self._seen_afterwards(node, argument, bound[name]) is not None
            ):
                self.report(rules.LostMutation, node, function=text_of(node.func), name=text_of(argument))

    def write_as_callee(self, node: ast.Call) -> None:
        """What stays Python writes through references here, which what an operator gives of arrays is none of."""
        plain = {a for a in all_given(node) if self._shows_plain(a)}
        file = self.state.callees if plain else None
        definition = None if file is None else file.definition(node.func, self.state.function.locals)
        if definition is None:
            return
        for given in arguments_of(definition[0].named(definition[1]), node, definition[0].written(definition[1])):
            if given in plain:
                self.report(rules.LostMutation, node, function=text_of(node.func), name=text_of(given))

    def _shows_plain(self, given: ast.expr) -> bool:
        array = root_of(given)
        return isinstance(array, ast.Name) and any(self._is_plain(value) for value in self._values_of(array.id))

    def _values_of(self, name: str) -> Iterator[ast.expr]:
        """What the function sets a name to, and the names that it takes that from."""
        todo, seen = [name], {name}
        made = self.state.plan.function.of(ast.Assign)
        while todo:
            each = todo.pop()
            values = [s.value for s in made if any(isinstance(t, ast.Name) and t.id == each for t in s.targets)]
            yield from values
            roots = {root.id for v in values if isinstance(root := root_of(v), ast.Name)} - seen
            todo += roots
            seen |= roots

    def _is_plain(self, value: ast.expr) -> bool:
        """An array that is computed here, and is not one that may be written."""
        if isinstance(value, ast.BinOp | ast.UnaryOp):
            return True
        mapping = self.state.plan.mappings.get(value)
        entry = None if mapping is None or mapping.made_by else mapping.entry
        return entry is not None and makes_array(entry) and not (entry.is_view or entry.back or entry.is_held)

    def written_through(self, node: ast.Call, function: ast.Attribute, receiver: Value) -> bool:
        """`p.data[0].mul_(2)`: a method that writes into what others have as well is one of what they have."""
        if is_own(receiver) or not any(e.writes for e in self.method_lines(function.attr)):
            return False
        self._without_data(function.value)
        return True

    def writes_in_place(self, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
        """`F.relu_(net.weight)`: what others have as well gets the values that the function computes."""
        is_method = isinstance(node.func, ast.Attribute) and node.func.value is array
        value = self.state.plan.values.get(array)
        if is_method or value is None or is_own(value) or not _is_path(array):
            return super().writes_in_place(node, array, entry)
        self._filling[node] = f"{text_of(array)}.copy_"
        return False

    def only_read(self, node: ast.expr) -> None:
        """Nobody writes into the view, which has the usual line."""
        mapping = self.state.plan.mappings.get(node)
        if mapping is None or not mapping.entry.name.startswith("Shared."):
            return
        if isinstance(node, ast.Attribute):
            self.state.plan.mappings[node] = replace(mapping, entry=replace(mapping.entry, target="self"))
            self.only_read(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and mapping.is_method:
            usual = lookup(self.state.dialects, f"Host.{node.func.attr}")
            found = fitting_method(usual or lookup_method(self.state.dialects, node.func.attr), node)
            if found is not None:
                self.state.plan.mappings[node] = Mapping(*found, is_method=True)
            self.only_read(node.func.value)

    def _note_filled(self, node: ast.Call, array: ast.expr) -> None:
        """`init.zeros_(x)` of an array of the function's own gives a new one, which is to take its place."""
        is_statement = isinstance(self.current, ast.Expr) and self.current.value is node
        value = self.state.plan.values.get(array)
        if not is_statement or value is None or node in self.state.plan.structured.origins.writing:
            return
        root = array
        while isinstance(root, ast.Subscript):
            root = root.value
        held = self.state.environment.get(root.id) if isinstance(root, ast.Name) else None
        if held is not None and is_own(held):
            self.note_writing(node, WritingCall(node, array, is_whole=isinstance(array, ast.Name)))
        elif held is None and is_own(value):
            self.report(rules.SharedMemory, node, name=text_of(array), other=text_of(array))

    def _without_data(self, array: ast.expr) -> ast.expr:
        """`weight.data` is written into by writing into what holds the parameter, `weight`."""
        inner = array
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        mapping = self.state.plan.mappings.get(inner)
        if mapping is not None and mapping.entry.is_held:
            self.state.plan.mappings[inner] = replace(mapping, entry=replace(mapping.entry, target="self"))
        value = self.state.plan.values.get(inner, opaque())
        if isinstance(inner, ast.Attribute) and not self._is_own(inner.value) and (is_part(value) or value.is_array):
            lines = (e for e in self.method_lines(inner.attr) if e.parameters is None and e.is_view)
            if (entry := next((e for e in lines if e.shape == e.dtype == "same"), None)) is not None:
                self.state.plan.mappings[inner] = Mapping(replace(entry, target="self"), is_method=True)
        return array
