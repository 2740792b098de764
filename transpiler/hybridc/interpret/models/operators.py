"""The abstract interpretation of operators in models, which a framework's arrays may read otherwise than JAX's do.

Lines such as `NDArray.__gt__(self, other)` that have the fact `operator` say when they take the operator's place.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.model_integers import is_the_same
from hybridc.domain.values import (
    WEAK_FLOAT,
    Form,
    Value,
    is_surely_floating,
    share_nothing,
    some_floats,
    unknown,
)
from hybridc.interpret.models.collections import ModelCollections
from hybridc.interpret.models.narrow import line_of_narrow
from hybridc.program.demand import lookup_method
from hybridc.program.placing import arguments_given
from hybridc.program.plans import Mapping, Update
from hybridc.syntax.messages import text_of
from hybridc.syntax.rebinding import is_numpys

_NAMES: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod", ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.Gt: "gt", ast.GtE: "ge", ast.Lt: "lt", ast.LtE: "le", ast.Eq: "eq", ast.NotEq: "ne",
}  # fmt: skip
_AT = (Update.AT_SET, Update.AT_CAST, Update.AT_OPERATOR, Update.AT_RECOMPUTE)
_REFLECTED = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge", "eq": "eq", "ne": "ne"}


class ModelOperators(ModelCollections):
    """Interprets operators of arrays in models."""

    def truth(self, node: ast.expr) -> Value:
        value = super().truth(node)
        if isinstance(node, ast.Compare) and node in self.state.plan.mappings:
            sides = (self.state.plan.values[side] for side in (node.left, *node.comparators))
            if is_the_same(node.ops[0], *sides):  # its truth is that of JAX's
                del self.state.plan.mappings[node]
        return value

    def _compare(self, node: ast.Compare) -> Value:
        value = super()._compare(node)
        if self.models.notation.numbers_first and self._is_dtype(node.left) and _has_text(node.comparators[0]):
            self.report(rules.UnsupportedStatement, node, what="comparing a dtype with text, which it never equals,")
        if any(self._is_wide_float(operand) for operand in (node.left, *node.comparators)):
            what = "asking whether a dtype is float64, of which arrays here have the 32 bits of float32,"
            self.report(rules.UnsupportedStatement, node, what=what)
        if len(node.ops) > 1 or value.is_static or node in self.state.plan.conditions:
            return value
        return self._as_line(node, node.ops[0], node.left, node.comparators[0], value)

    def _is_wide_float(self, node: ast.expr) -> bool:
        """`torch.float64`, which stands for float32, or a tuple with one of the two: arrays of either are alike."""
        each = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
        lines = (m.entry for e in each if (m := self.state.plan.mappings.get(e)) is not None)
        found = {line.narrows for line in lines if line.target == "jnp.float32"}
        return found == {True}

    def _binop(self, node: ast.BinOp) -> Value:
        value = super()._binop(node)
        return value if value.is_static else self._as_line(node, node.op, node.left, node.right, value)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.evaluate(node.operand)
        if isinstance(node.op, ast.Invert) and value.is_traced and value.form.is_numeric:
            return replace(value, memory=self.state.allocate(node))  # numbers of a model stay Python's
        return super()._unaryop(node)

    def _as_line(self, node: ast.expr, op: ast.AST, left: ast.expr, right: ast.expr, value: Value) -> Value:
        """The value of the line that the operator becomes, or the one given where it stays."""
        first, second = (self.state.plan.values[operand] for operand in (left, right))
        name = _NAMES.get(type(op), "")
        if (line := line_of_narrow(name, first, second, self.state.dialects)) is not None:
            self.state.plan.mappings[node] = line
            return value
        is_reflected = not _may_be_array(first) and _may_be_array(second)
        if is_reflected:
            name = _REFLECTED.get(name, f"r{name}")
        entry = self._operator_line(name)
        operands = [second, first] if is_reflected else [first, second]
        if not _may_be_array(operands[0]) or (self.leaves_unknown and not operands[0].is_array):
            return value
        if entry is None:
            gives_floats = any(e.dtype == "floats" for e in lookup_method(self.state.dialects, f"__{name}__"))
            return replace(value, dtype=some_floats()) if gives_floats else value
        if entry.is_of_integers and is_the_same(op, *map(self._as_given, (left, right))):
            return _as_floating(value, first, second)
        self.state.plan.mappings[node] = Mapping(entry, ("other", "self") if is_reflected else ("self", "other"))
        result = self.result_of(node, entry, operands, {})
        if entry.is_of_integers and not operands[0].is_array:  # which may be a number of Python's
            return replace(value, dtype=result.dtype)
        return replace(result, form=Form.ARRAY, shape=unknown(), rank=None)

    def gets_a_new_one(self, name: str, old: Value, statement: ast.AugAssign) -> bool:
        """Of frameworks whose arrays have no in-place operators. A parameter may be an array of theirs or of NumPy's,
        which has them: where that makes a difference inside of the function, it is refused."""
        notation = self.models.notation
        if not notation.rebinds or is_numpys(name, self.state.function, self.state.module, notation):
            return False
        if notation.array_modules is None or not any(m.startswith("param:") for m in old.memory):
            return True
        later = self.state.liveness.after.get(statement, frozenset()) - {name}
        seeing = (n for n, v in self.state.environment.items() if n in later and not share_nothing(old, v))
        if (other := next(seeing, None)) is not None:
            self.report(rules.SharedMemory, statement, name=name, other=other)
        return other is not None

    def _augmented_name(self, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
        super()._augmented_name(statement, target, value)
        old = self.state.plan.values.get(target)
        if old is None:
            return
        self._augmented_by_line(statement, old, value)
        if is_surely_floating(old) and statement in self.state.plan.updates:
            new = self.state.environment[target.id]
            self.state.environment[target.id] = replace(new, dtype=old.dtype)

    def _augmented_by_line(self, statement: ast.AugAssign, old: Value, value: Value) -> None:
        """`x /= 2` of what may be integers is computed by the line of its operator."""
        self.state.plan.operators.pop(statement, None)
        name = _NAMES.get(type(statement.op), "")
        if (line := line_of_narrow(name, old, value, self.state.dialects)) is not None:
            self.state.plan.operators[statement] = line
            return
        is_reflected = not _may_be_array(old) and _may_be_array(value)
        entry = self._operator_line(f"r{name}" if is_reflected else name)
        array = value if is_reflected else old
        if entry is None or not _may_be_array(array) or (self.leaves_unknown and not array.is_array):
            return
        if not is_the_same(statement.op, old, self._as_given(statement.value)):
            places = ("other", "self") if is_reflected else ("self", "other")
            self.state.plan.operators[statement] = Mapping(entry, places)

    def _as_given(self, node: ast.expr) -> Value:
        """The value; a parameter that callers leave to be a fraction, or give one, is no array there."""
        value = self.state.plan.values[node]
        function = self.state.function
        is_given = isinstance(node, ast.Name) and f"param:{node.id}" in value.memory
        if not is_given or not isinstance(node, ast.Name) or value.is_array:
            return value
        calls = [c for c in self.state.module.of(ast.Call) if _called_name(c) == function.name]
        given = [arguments_given(function, c).get(node.id) for c in calls]
        is_fraction = any(map(_is_fraction, [function.default_of(node.id), *given]))
        return replace(value, dtype=value.dtype | WEAK_FLOAT) if is_fraction else value

    @property
    def leaves_unknown(self) -> bool:
        """Operators stay as they are on what may be no array."""
        return False

    def _is_dtype(self, node: ast.expr) -> bool:
        """`x.dtype` of an array."""
        return isinstance(node, ast.Attribute) and node.attr == "dtype" and _may_be_array(self.evaluate(node.value))

    def _check_order(self, node: ast.Subscript) -> None:
        """Numbers and arrays apart from each other among indices, behind a slice: whose axes come elsewhere in JAX."""
        if not isinstance(node.slice, ast.Tuple):
            return
        kinds = "".join(self._kind_of_index(key) for key in node.slice.elts)
        together = kinds.strip(":")
        if "n" in together and "a" in together and ":" in together and ":" in kinds[: kinds.index("a")]:
            what = f"`{text_of(node)}`, a number and an array apart from each other (write `x[0][:, i]`),"
            self.report(rules.UnsupportedStatement, node, what=what)

    def _kind_of_index(self, key: ast.expr) -> str:
        """`:` for what keeps axes or adds one, `a` for an array, `n` for a number."""
        if isinstance(key, ast.Slice) or (isinstance(key, ast.Constant) and key.value in (None, ...)):
            return ":"
        value = self.evaluate(key)
        is_element = isinstance(key, ast.Subscript) and isinstance(key.slice, ast.Constant) and value.rank is None
        if value.form is Form.NUMBER or value.rank == 0 or is_element:
            return "n"
        is_array = value.form in (Form.ARRAY, Form.LIST) or (value.is_traced and value.form is Form.UNKNOWN)
        return "a" if is_array or self._is_list_of_its_own(key) else "?"

    def _is_list_of_its_own(self, key: ast.expr) -> bool:
        """`self.places`, which is set to a list."""
        if not isinstance(key, ast.Attribute) or not self._is_own(key.value):
            return False
        makers = self.models.makers(self.state.function.owner, key.attr)
        return any(isinstance(m, ast.List | ast.ListComp) or ast.unparse(m).startswith("list(") for m in makers)

    def _subscript(self, node: ast.Subscript) -> Value:
        value = super()._subscript(node)
        if self.models.notation.numbers_first:
            self._check_order(node)
        entry = self._operator_line("getitem")
        held = self.state.plan.values[node.value]
        if entry is None or not isinstance(node.ctx, ast.Load) or not _may_be_array(held):
            return value
        keys = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(self._is_index(k) for k in keys):
            self.state.plan.mappings[node] = Mapping(entry, ("self", "key"))
            return replace(value, form=Form.ARRAY, shape=unknown(), rank=None, memory=self.state.allocate(node))
        if not all(self._is_place(k) for k in keys) or (held.rank or 0) > len(keys):
            return value
        is_plain = len(keys) == 1 and held.form is Form.UNKNOWN
        if is_plain and (self.leaves_unknown or not self._is_used_as_array(node.value)):
            return value
        self.state.plan.mappings[node] = Mapping(entry, ("self", "key"))
        return replace(value, form=Form.ARRAY, shape=unknown(), rank=None)

    def write_element(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        if self.models.notation.numbers_first:
            self._check_order(target)
        super().write_element(target, value, statement)
        self._write_by_line(target, value, statement)

    def _augmented_element(self, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
        if self.models.notation.numbers_first:
            self._check_order(target)
        super()._augmented_element(statement, target, value)
        self._write_by_line(target, value, statement)
        held = self.state.plan.values.get(target.value)
        if held is not None and statement in self.state.plan.updates:
            self._augmented_by_line(statement, held, value)

    def _write_by_line(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        """A write of one element, or at indices in arrays, is what the line for `__setitem__` says."""
        inner = target.value
        while isinstance(inner, ast.Subscript):  # which is written through, and stays
            self.state.plan.mappings.pop(inner, None)
            inner = inner.value
        entry = self._operator_line("setitem")
        if entry is None or self.state.plan.updates.get(statement) not in _AT:
            return
        keys = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        if any(map(self._is_index, keys)) or (all(map(self._is_place, keys)) and not value.is_static):
            self.state.plan.updates[statement] = Update.LINE
            self.state.plan.mappings[target] = Mapping(entry, ("self", "key", "value"))

    def _is_index(self, key: ast.expr) -> bool:
        """An array, or a list, which names elements one by one."""
        value = self.state.plan.values.get(key)
        return isinstance(key, ast.List) or (value is not None and value.is_array)

    def _is_place(self, key: ast.expr) -> bool:
        """A number, which names one element of an axis."""
        value = self.state.plan.values.get(key)
        is_number = isinstance(key, ast.Constant | ast.UnaryOp) or (value is not None and value.form is Form.NUMBER)
        return is_number and not (isinstance(key, ast.Constant) and not isinstance(key.value, int))

    def _is_used_as_array(self, node: ast.expr) -> bool:
        """The name, which may be a list of arrays, stands where only arrays do."""
        if not isinstance(node, ast.Name):
            return False
        same = {n for n in self.state.function.of(ast.Name) if n.id == node.id}
        for each in self.state.function.of_any(ast.BinOp, ast.Compare, ast.Call, ast.Attribute):
            match each:
                case ast.BinOp(left=left, right=right) if {left, right} & same:
                    return True
                case ast.Compare(left=left, comparators=rights) if {left, *rights} & same:
                    return True
                case ast.Attribute(value=value) if value in same and lookup_method(self.state.dialects, each.attr):
                    return True
                case ast.Call(func=called, args=given) if same.intersection(given):
                    name = self.state.module.qualified_name(called, self.state.function.locals)
                    if name is not None and self._is_of_models(name):
                        return True
        return False

    def _operator_line(self, name: str) -> Entry | None:
        lines = lookup_method(self.state.dialects, f"__{name}__") if name else ()
        return next((e for e in lines if e.is_operator or e.is_of_integers), None)


def _as_floating(value: Value, *operands: Value) -> Value:
    """The value, in the dtype of the operand that has floating point numbers."""
    found = next((o for o in operands if is_surely_floating(o)), None)
    return value if found is None or is_surely_floating(value) else replace(value, dtype=found.dtype)


def _called_name(call: ast.Call) -> str | None:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def _is_fraction(node: ast.expr | None) -> bool:
    """A number with a point, or what an object keeps, which may be one."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    is_kept = isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == "self"
    return is_kept or (isinstance(inner, ast.Constant) and isinstance(inner.value, float))


def _has_text(node: ast.expr) -> bool:
    """Text, or a display of it."""
    given = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else [node]
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in given)


def _may_be_array(value: Value) -> bool:
    return value.is_array or (value.is_traced and value.form in (Form.UNKNOWN, Form.NUMBER) and not value.is_scalar)
