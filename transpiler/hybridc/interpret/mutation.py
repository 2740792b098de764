"""The abstract interpretation of assignments: bindings, elements and in-place operators."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.places import Place, Setting, hole
from hybridc.domain.values import (
    BOOL,
    FLOAT,
    INT,
    WEAK_INT,
    Form,
    Value,
    floating,
    is_weak,
    opaque,
    promote,
    static,
    unknown,
)
from hybridc.interpret.aliases import note_maker
from hybridc.interpret.bases import note_left, note_parted
from hybridc.interpret.masked_writes import may_be_mask
from hybridc.interpret.writes import Writes, are_different, is_all
from hybridc.program.assumptions import Kind
from hybridc.program.demand import lookup_method
from hybridc.program.placing import around, place_of_name
from hybridc.program.plans import Update
from hybridc.program.proven_arrays import holds_no_made_array, may_be_number
from hybridc.program.state import State
from hybridc.syntax.dataflow import names_read, order_of_appearance
from hybridc.syntax.messages import text_of

_INTEGERS = frozenset({"int64", "weak int", "bool"})
_ADDITIVE = (ast.Add, ast.Sub, ast.Mult)
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip


class Mutation(Writes):
    """Interprets assignments."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._ranks = order_of_appearance(state.function.parameters, state.function.of(ast.Name))
        self.returned = static(Form.NONE)

    def rank(self, name: str) -> int:
        """Names in the order in which the function mentions them."""
        return self._ranks.get(name, len(self._ranks))

    def bind(self, target: ast.expr, value: Value, statement: ast.stmt) -> None:
        match target:
            case ast.Name(id=name):
                if name in self.state.function.globals_declared:
                    self.report(rules.GlobalMutation, statement, name=name)
                note_left(self.state, name, value, statement)
                self.state.environment[name] = value
                note_parted(self.state, name, statement)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                self._unpack(target, elements, value, statement)
            case ast.Subscript():
                self.write_element(target, value, statement)
            case ast.Attribute():
                self._attribute_write(target, statement)
            case _:
                self.report(rules.UnsupportedStatement, statement, what=f"assignment to `{text_of(target)}`")
                for name in (n.id for n in ast.walk(target) if isinstance(n, ast.Name)):
                    self.state.environment[name] = opaque()

    def _unpack(self, target: ast.expr, elements: list[ast.expr], value: Value, statement: ast.stmt) -> None:
        if any(isinstance(e, ast.Subscript | ast.Attribute) and not self.is_set_by_python(e) for e in elements):
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and target is statement.targets[0]:
                if not any(isinstance(e, ast.Attribute | ast.Starred | ast.Tuple | ast.List) for e in elements):
                    self.state.plan.reformed.add(statement)
            self.report(rules.UnsupportedStatement, statement, what="an element among several targets")
            return
        if any(isinstance(e, ast.Starred) for e in elements) and value.items is not None:
            if len(value.items) >= len(elements) - 1:
                self._unpack_starred(elements, value, statement)
                return
        if any(isinstance(e, ast.Starred) for e in elements):
            self._unpack_rows(elements, value, statement)
            return
        if value.items is not None and len(value.items) == len(elements):
            parts = value.items
        elif value.form is Form.TUPLE and value.is_static:
            parts = (static(Form.NUMBER, dtype=WEAK_INT),) * len(elements)
        elif value.form.is_numeric and not value.is_static:
            names = {e.id for e in elements if isinstance(e, ast.Name)}
            is_element = (value.rank or 0) < 2 and not names & self.state.containers  # a number, or a row
            row = replace(opaque(), memory=value.memory, is_element=is_element)
            is_chain = isinstance(statement, ast.Assign) and len(statement.targets) > 1
            if not is_chain and self._is_nameless(value):  # only these see it, each a part of its own
                parts = tuple(replace(row, memory=self.state.allocate(e)) for e in elements)
            else:
                parts = tuple(replace(row, place=self._row(value, i)) for i in range(len(elements)))
        else:
            parts = (replace(opaque(value.binding), memory=value.memory),) * len(elements)
        for element, part in zip(elements, parts, strict=True):
            self.bind(element, part, statement)

    def _unpack_rows(self, elements: list[ast.expr], value: Value, statement: ast.stmt) -> None:
        """`a, *b = rows`, of which nobody knows how many there are."""
        held = replace(opaque(value.binding), memory=value.memory)
        star = next(i for i, e in enumerate(elements) if isinstance(e, ast.Starred))
        is_array = value.form.is_numeric and not value.is_static
        names = {e.id for e in elements if isinstance(e, ast.Name)}
        is_element = (value.rank or 0) < 2 and not names & self.state.containers
        for index, element in enumerate(elements):
            if isinstance(element, ast.Starred) or not is_array:
                self.bind(element.value if isinstance(element, ast.Starred) else element, held, statement)
                continue
            place = self._row(value, index if index < star else index - len(elements))
            row = replace(opaque(), memory=value.memory, is_element=is_element, place=place)
            self.bind(element, row, statement)

    def is_set_by_python(self, target: ast.expr) -> bool:
        """Python sets the attribute while it traces."""
        return False

    def _is_nameless(self, value: Value) -> bool:
        """An array made here that no name holds."""
        is_made_here = bool(value.memory) and all(site[0].isdigit() for site in value.memory)
        return is_made_here and not any(held.memory & value.memory for held in self.state.environment.values())

    def _row(self, value: Value, index: int) -> Place | None:
        if value.place is None:
            return None
        step = ast.Subscript(hole(), ast.Constant(index), ast.Load())
        return value.place.seen_through(step, frozenset(), frozenset(), value.place.is_contiguous)

    def _unpack_starred(self, elements: list[ast.expr], value: Value, statement: ast.stmt) -> None:
        """`a, *b = values`, of which every element is known."""
        assert value.items is not None
        place = next(i for i, e in enumerate(elements) if isinstance(e, ast.Starred))
        behind = len(elements) - place - 1
        stop = len(value.items) - behind
        middle = value.items[place:stop]
        memory = frozenset().union(*(v.memory for v in middle)) | self.state.box(elements[place])
        rest = Value(self.state.binding_of(*middle), Form.LIST, items=middle, memory=memory)
        for element, part in zip(elements, (*value.items[:place], rest, *value.items[stop:]), strict=True):
            self.bind(element.value if isinstance(element, ast.Starred) else element, part, statement)

    def augmented(self, statement: ast.AugAssign) -> None:
        value = self.evaluate(statement.value)
        if isinstance(statement.target, ast.Subscript):
            self._augmented_element(statement, statement.target, value)
        elif isinstance(statement.target, ast.Name):
            self._augmented_name(statement, statement.target, value)
        else:
            self._attribute_write(statement.target, statement)

    def _attribute_write(self, target: ast.Attribute, statement: ast.stmt) -> None:
        """`x.real = v` writes into a view of `x`; `x.shape = s` gives `x` another shape, which its views do not get."""
        held = self.evaluate(target.value)
        entry = next((e for e in lookup_method(self.state.dialects, target.attr) if e.parameters is None), None)
        is_only = len(statement.targets) == 1 if isinstance(statement, ast.Assign) else True
        if entry is not None and is_only and held.form.is_numeric and not held.is_static:
            if entry.back is not None:
                view = ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
                self.state.plan.attributes[statement] = Setting(ast.Subscript(view, ast.Constant(...), ast.Store()))
            elif entry.setter is not None and isinstance(statement, ast.Assign) and isinstance(target.value, ast.Name):
                if self._may_set(target.value.id, statement):
                    name = target.value.id
                    has_views = any(True for _ in around(self.state, name))
                    setting = Setting(ast.Name(name, ast.Store()), entry.setter, has_views)
                    self.state.plan.attributes[statement] = setting
        self.report(rules.AttributeWrite, statement, target=text_of(target))

    def _may_set(self, name: str, statement: ast.stmt) -> bool:
        """No other name is this very array: a view keeps its shape."""
        place = place_of_name(self.state, name)
        later = self.state.liveness.after.get(statement, frozenset())
        for other, _ in list(around(self.state, name)):
            held = place_of_name(self.state, other)
            if other in later and (place is None or held is None or held.steps == place.steps):
                self.report(rules.SharedMemory, statement, name=name, other=other)
                return False
        return not any(site.startswith(("param:", "global:")) for site in self.state.environment[name].memory)

    def _augmented_name(self, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
        name = target.id
        if name in self.state.function.globals_declared:
            self.report(rules.GlobalMutation, statement, name=name)
            return
        old = self.evaluate(ast.copy_location(ast.Name(name, ast.Load()), target))
        self.state.environment.setdefault(name, old)
        self.state.plan.values[target] = old
        if isinstance(statement.op, ast.Add) and old.form is value.form and old.form in (Form.LIST, Form.TUPLE):
            self._extended(statement, name, old, value)
            return
        if old.is_static and value.is_static:
            self._static_augmented(statement, name, old, value)
            return
        if not old.form.is_numeric or not value.form.is_numeric:
            if old.form in (Form.LIST, Form.DICT):
                self.report(rules.ListInLoop, statement, name=name)
            else:
                self.report(rules.UnsupportedStatement, statement, what=f"arithmetic on {old.form.value}")
            self.state.environment[name] = opaque()
            return
        result = self.arithmetic(statement, statement.op, old, value)
        note_maker(self.state, name, statement)
        self._note_width(statement, name, old, value)
        self.state.plan.assumed.forget(Kind.VALUE, statement)
        is_view = old.is_traced and bool(old.memory) and self.state.has_views_of_elements
        if (old.is_scalar and not is_view) or old.is_static:
            if old.is_traced and self.state.evident.is_seen(name):
                self.rests_on_numbers([name], statement)
            self.state.environment[name] = result
            return
        if old.is_traced and not old.is_array and (given := self.state.evident.same_as(name)):
            self.rests_on_numbers(given, statement)
            if statement in self.state.plan.assumed.nodes(
                Kind.VALUE
            ):  # it may well be an array, of which no test says anything
                self.report(rules.TakenForNumber, statement, name=name)
        if self.gets_a_new_one(name, old, statement):
            self.state.plan.updates[statement] = Update.REBIND
            self.state.environment[name] = result
            return
        if not self.may_write(name, statement, True):
            self._update_array(statement, name, old, result)
            return
        if self.state.environment[name].is_scalar and not is_view:
            self.state.plan.updates[statement] = Update.REBIND
            self.state.environment[name] = self.arithmetic(statement, statement.op, self.state.environment[name], value)
            return
        if old.is_array and old.dtype in (INT, BOOL) and result.dtype & {"float64", "weak float", "complex128"}:
            what = f"`{text_of(statement)}`, whose result NumPy does not store in an array of {min(old.dtype)},"
            self.report(rules.UnsupportedStatement, statement, what=what)
        self.report(rules.InPlaceOperator, statement, name=name, operator=f"{OPERATORS[type(statement.op)]}=")
        self._update_array(statement, name, old, result)

    def gets_a_new_one(self, name: str, old: Value, statement: ast.AugAssign) -> bool:
        """An operator such as `+=` gives the name another array, and no one else sees it."""
        return False

    def _extended(self, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
        """`out += [v]`: the list itself gets longer; a tuple is a new one."""
        result = self.concatenated(statement, old, value)
        if (other := self.state.perhaps_same(name, old, statement)) is not None and old.form is Form.LIST:
            self.report(rules.SharedMemory, statement, name=name, other=other)
        if old.form is Form.LIST:
            result = replace(result, memory=old.memory | result.memory)
            if self.state.loops and isinstance(statement.value, ast.List):
                self.state.plan.reformed.add(statement)
            if not self.state.is_made_here(old):
                self.unroll_since_birth(old)
                self.report(rules.ListInLoop, statement, name=name)
            self.state.set_contents(name, old, result)
        self.state.environment[name] = result

    def _update_array(self, statement: ast.AugAssign, name: str, old: Value, result: Value) -> None:
        keeps = result.dtype == old.dtype or old.dtype == FLOAT
        if keeps and not isinstance(statement.op, ast.MatMult):
            update = Update.REBIND
        else:
            place = place_of_name(self.state, name)
            may_be_given = may_be_number(self.state, place, [name], statement) and holds_no_made_array(self.state, name)
            is_array = old.is_array and not may_be_given
            update = Update.CAST if is_array else Update.KEEP
        self.state.plan.updates[statement] = update
        if old.is_array:
            self.state.environment[name] = replace(old.traced(), place=self.state.environment[name].place)
        else:
            dtype = old.dtype if keeps else unknown()
            shape = old.shape if result.shape == old.shape else unknown()
            place = self.state.environment[name].place
            self.state.environment[name] = replace(
                result, dtype=dtype, shape=shape, rank=old.rank, memory=old.memory, place=place,
                is_element=old.is_element, dims=old.dims,
            )  # fmt: skip

    def _static_augmented(self, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
        if old.form.is_numeric and value.form.is_numeric:
            dtype = promote(old.dtype, value.dtype)
            dtype = floating(dtype) if isinstance(statement.op, ast.Div) else dtype
            result = static(Form.NUMBER, dtype=dtype, shape=old.shape | value.shape)
        else:
            result = static(old.form)
        self._note_width(statement, name, old, value)
        self.state.environment[name] = result
        if self.state.is_compiled_here:
            self.state.environment[name] = result.traced()

    def _note_width(self, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
        """Python's integers have no limit. Counting by ones does not reach 64 bits; multiplying does."""
        grows = isinstance(statement.op, ast.Mult | ast.Pow | ast.LShift)
        if grows and self.state.loops and old.dtype <= {"weak int"} and value.dtype <= {"weak int"} | _params(value):
            self.report(rules.IntegerWidth, statement, name=name)

    def _is_one_place(self, index: Value, node: ast.expr, value: Value) -> bool:
        """A number or a slice. What may be a number is taken for one."""
        self.state.plan.assumed.forget(Kind.VALUE, node)
        if index.form is Form.LIST:
            return are_different(index)
        if index.form in (Form.RANGE, Form.NONE) or (index.is_scalar and index.dtype <= {"int64", "weak int"}):
            return True
        if index.form is Form.NUMBER and value.is_scalar:
            return False  # whatever it is, each place gets one value
        return self.is_taken_for_number(index, node, text_of(node))

    def is_askable(self, statement: ast.AugAssign) -> bool:
        """There is such an operator of arrays' elements."""
        return not isinstance(statement.op, ast.MatMult | ast.LShift | ast.RShift)

    def _augmented_element(self, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
        name = self.written_name(target, statement)
        index = self.index(target.slice)
        if name is None:
            return
        array = self.evaluate(target.value)
        if array.form in (Form.LIST, Form.DICT):
            self.container_update(array, index, value, target, statement)
            return
        value = self.as_array(value, statement.value)
        if not self.may_write(name, statement, False):
            return
        operator = OPERATORS[type(statement.op)]
        if self.is_by_mask(target, index, value, statement):
            result = self.arithmetic(statement, statement.op, array, value)
            self.masked(statement, name, target, array, index, result, f"{operator}=")
            return
        element = self.element(target, array, index)
        self.check_out_of_range(target, index)
        if self.state.is_table(array):
            self.table_write(name, target, self.arithmetic(statement, statement.op, element, value), statement)
            return
        if is_all(target.slice, index):
            result = self.arithmetic(statement, statement.op, element, value)
            is_same = array.is_array and result.is_array and array.same_type(result)
            self.state.plan.updates[statement] = Update.WHOLE if is_same else Update.WHOLE_KEEP
            form = f"{name} = ..."
            self.report(rules.ItemAssignment, statement, target=text_of(target), operator=f"{operator}=", form=form)
            self.written(name)
            return
        if may_be_mask(index, target.slice) and self.is_askable(statement):
            self.check_repeated(target, index, value)
            self.asked(statement, name, target, f"{operator}=")
            return
        indices = index.items if index.form is Form.TUPLE and index.items is not None else (index,)
        unique = all(self._is_one_place(i, part, value) for i, part in zip(indices, _parts(target.slice), strict=False))
        self.check_repeated(target, index, value)
        exact = (
            array.dtype == FLOAT
            or (array.dtype <= {"int64"} and value.dtype <= _INTEGERS)
            or array.dtype == value.dtype
            or (bool(array.dtype & {"float64", "weak float"}) and is_weak(value.dtype))
        )
        cast = array.dtype <= INT | BOOL and not promote(element.dtype, value.dtype) <= INT | {"weak int"}
        if unique and exact and isinstance(statement.op, _ADDITIVE) and array.dtype != BOOL:
            update = Update.AT_OPERATOR
        else:
            update = Update.AT_CAST if cast else Update.AT_RECOMPUTE
        self.state.plan.updates[statement] = update
        method = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply"}.get(type(statement.op), "set")
        method = method if update is Update.AT_OPERATOR else "set"
        self.report(
            rules.ItemAssignment,
            statement,
            target=text_of(target),
            operator=f"{operator}=",
            form=f"{name}.at[...].{method}",
        )
        self.written(name)


def _parts(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _params(value: Value) -> frozenset[str]:
    return frozenset(a for a in value.dtype if a.startswith("of:"))


__all__ = ["OPERATORS", "Mutation", "names_read"]
