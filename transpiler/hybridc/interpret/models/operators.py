"""The abstract interpretation of operators in models, which a framework's arrays may read otherwise than JAX's do.

Lines such as `NDArray.__gt__(self, other)` that have the fact `operator` say when they take the operator's place.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.atoms import some_floats, unknown
from hybridc.domain.model_integers import is_the_same
from hybridc.domain.sites import parameter_site
from hybridc.domain.values import (
    WEAK_FLOAT,
    Form,
    Value,
    is_surely_floating,
    is_surely_narrow,
    opaque,
    share_nothing,
)
from hybridc.interpret import booleans
from hybridc.interpret.models import attributes, collections, flow, writes
from hybridc.interpret.models.array_uses import is_indexed_or_asked, is_used_as_array
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.narrow import line_of_narrow
from hybridc.interpret.models.part_arrays import UNFOLLOWED
from hybridc.interpret.models.run import ModelRun
from hybridc.program.plans import Mapping, Update
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.rebinding import is_numpys

_NAMES: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod", ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.Gt: "gt", ast.GtE: "ge", ast.Lt: "lt", ast.LtE: "le", ast.Eq: "eq", ast.NotEq: "ne",
}  # fmt: skip
_AT = (Update.AT_SET, Update.AT_CAST, Update.AT_OPERATOR, Update.AT_RECOMPUTE, Update.AT_ASKED)
_REFLECTED = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge", "eq": "eq", "ne": "ne"}


def truth(run: ModelRun, node: ast.expr) -> Value:
    value = flow.truth(run, node)
    if isinstance(node, ast.Compare) and node in run.state.plan.lines.mappings:
        sides = (run.state.plan.values[side] for side in (node.left, *node.comparators))
        if is_the_same(node.ops[0], *sides):  # its truth is that of JAX's
            del run.state.plan.lines.mappings[node]
    return value


def compare(run: ModelRun, node: ast.Compare) -> Value:
    value = flow.compare(run, node)
    if run.models.notation.numbers_first and _is_dtype(run, node.left) and _has_text(node.comparators[0]):
        run.report(rules.UnsupportedStatement(what="comparing a dtype with text, which it never equals,"), node)
    if any(_is_wide_float(run, operand) for operand in (node.left, *node.comparators)):
        what = "asking whether a dtype is float64, of which arrays here have the 32 bits of float32,"
        run.report(rules.UnsupportedStatement(what=what), node)
    if len(node.ops) > 1 or value.is_static or node in run.state.plan.control.conditions:
        return value
    return _as_line(run, node, node.ops[0], node.left, node.comparators[0], value)


def _is_wide_float(run: ModelRun, node: ast.expr) -> bool:
    """`torch.float64`, which stands for float32, or a tuple with one of the two: arrays of either are alike."""
    each = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    lines = (m.entry for e in each if (m := run.state.plan.lines.mappings.get(e)) is not None)
    found = {line.narrows for line in lines if line.target == "jnp.float32"}
    return found == {True}


def binop(run: ModelRun, node: ast.BinOp) -> Value:
    value = collections.binop(run, node)
    if value.is_static and _gives_array(run, node):
        return opaque().but(memory=run.state.allocate(node))
    return value if value.is_static else _as_line(run, node, node.op, node.left, node.right, value)


def _gives_array(run: ModelRun, node: ast.BinOp) -> bool:
    """`y = self.found["p"] + 1` of a list or dict that the model fills, where `y` is used as only arrays are."""
    operands = (run.state.plan.values[operand] for operand in (node.left, node.right))
    match run.current:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node:
            return any(UNFOLLOWED in v.memory for v in operands) and is_indexed_or_asked(run, name)
    return False


def unaryop(run: ModelRun, node: ast.UnaryOp) -> Value:
    value = run.evaluate(node.operand)
    if isinstance(node.op, ast.Invert) and value.is_traced and value.form.is_numeric:
        return replace(value, memory=run.state.allocate(node))  # numbers of a model stay Python's
    lines = run.policy.calls.method_lines(run, "__pos__") if isinstance(node.op, ast.UAdd) else ()
    if lines and value.is_traced and value.form.is_numeric:  # which is the array itself
        run.state.plan.lines.mappings[node] = Mapping(lines[0], ("self",))
        return run.policy.calls.result_of(run, node, lines[0], [value], {})
    return booleans.unaryop(run, node)


def _as_line(run: ModelRun, node: ast.expr, op: ast.AST, left: ast.expr, right: ast.expr, value: Value) -> Value:
    """The value of the line that the operator becomes, or the one given where it stays."""
    first, second = (run.state.plan.values[operand] for operand in (left, right))
    name = _NAMES.get(type(op), "")
    if (line := line_of_narrow(name, first, second, run.state.dialects)) is not None:
        run.state.plan.lines.mappings[node] = line
        return value
    is_reflected = not _may_be_array(first) and _may_be_array(second)
    if is_reflected:
        name = _REFLECTED.get(name, f"r{name}")
    entry = _operator_line(run, name)
    operands = [second, first] if is_reflected else [first, second]
    if not _may_be_array(operands[0]) or (run.parts.leaves_unknown(run) and not operands[0].is_array):
        return value
    if entry is None:
        gives_floats = any(e.dtype == "floats" for e in lookup_method(run.state.dialects, f"__{name}__"))
        return replace(value, dtype=some_floats()) if gives_floats else value
    if entry.is_of_integers and is_the_same(op, *map(partial(_as_given, run), (left, right))):
        return _as_floating(value, first, second)
    run.state.plan.lines.mappings[node] = Mapping(entry, ("other", "self") if is_reflected else ("self", "other"))
    result = run.policy.calls.result_of(run, node, entry, operands, {})
    if entry.is_of_integers and not operands[0].is_array:  # which may be a number of Python's
        return replace(value, dtype=result.dtype)
    return replace(result, form=Form.ARRAY, shape=unknown(), rank=None)


def gets_a_new_one(run: ModelRun, name: str, old: Value, statement: ast.AugAssign) -> bool:
    """Of frameworks whose arrays have no in-place operators. A parameter may be an array of theirs or of NumPy's,
    which has them: where that makes a difference inside of the function, it is refused."""
    notation = run.models.notation
    if not notation.rebinds or is_numpys(name, run.state.function, run.state.module, notation):
        return False
    if notation.array_modules is None or not any(m.is_parameter for m in old.memory):
        return True
    later = run.state.liveness.after.get(statement, frozenset()) - {name}
    seeing = (n for n, v in run.state.environment.items() if n in later and not share_nothing(old, v))
    if (other := next(seeing, None)) is not None:
        run.report(rules.SharedMemory(name=name, other=other), statement)
    return other is not None


def augmented_name(run: ModelRun, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
    collections.augmented_name(run, statement, target, value)
    old = run.state.plan.values.get(target)
    if old is None:
        return
    augmented_by_line(run, statement, old, value)
    if not run.models.notation.rebinds and statement in run.state.plan.lines.operators and is_surely_narrow(old):
        run.state.plan.mutation.updates.setdefault(statement, Update.CAST)  # without axes it is an array as well
    if is_surely_floating(old) and statement in run.state.plan.mutation.updates:
        new = run.state.environment[target.id]
        run.state.environment[target.id] = replace(new, dtype=old.dtype)


def augmented_by_line(run: ModelRun, statement: ast.AugAssign, old: Value, value: Value) -> None:
    """`x /= 2` of what may be integers is computed by the line of its operator."""
    run.state.plan.lines.operators.pop(statement, None)
    name = _NAMES.get(type(statement.op), "")
    if (line := line_of_narrow(name, old, value, run.state.dialects)) is not None:
        run.state.plan.lines.operators[statement] = line
        return
    is_reflected = not _may_be_array(old) and _may_be_array(value)
    entry = _operator_line(run, f"r{name}" if is_reflected else name)
    array = value if is_reflected else old
    if entry is None or not _may_be_array(array) or (run.parts.leaves_unknown(run) and not array.is_array):
        return
    if not is_the_same(statement.op, old, _as_given(run, statement.value)):
        places = ("other", "self") if is_reflected else ("self", "other")
        run.state.plan.lines.operators[statement] = Mapping(entry, places)


def _as_given(run: ModelRun, node: ast.expr) -> Value:
    """The value; a parameter that callers leave to be a fraction, or give one, is no array there."""
    value = run.state.plan.values[node]
    function = run.state.function
    is_given = isinstance(node, ast.Name) and parameter_site(node.id) in value.memory
    if not is_given or not isinstance(node, ast.Name) or value.is_array:
        return value
    calls = [c for c in run.state.module.of(ast.Call) if _called_name(c) == function.name]
    given = [arguments_given(function, c).get(node.id) for c in calls]
    is_fraction = any(map(_is_fraction, [function.default_of(node.id), *given]))
    return replace(value, dtype=value.dtype | WEAK_FLOAT) if is_fraction else value


def leaves_unknown(run: ModelRun) -> bool:
    """Operators stay as they are on what may be no array."""
    return False


def _is_dtype(run: ModelRun, node: ast.expr) -> bool:
    """`x.dtype` of an array."""
    return isinstance(node, ast.Attribute) and node.attr == "dtype" and _may_be_array(run.evaluate(node.value))


def check_order(run: ModelRun, node: ast.Subscript) -> None:
    """Numbers and arrays apart from each other among indices, behind a slice: whose axes come elsewhere in JAX."""
    if not isinstance(node.slice, ast.Tuple):
        return
    kinds = "".join(_kind_of_index(run, key) for key in node.slice.elts)
    together = kinds.strip(":")
    if "n" in together and "a" in together and ":" in together and ":" in kinds[: kinds.index("a")]:
        what = f"`{text_of(node)}`, a number and an array apart from each other (write `x[0][:, i]`),"
        run.report(rules.UnsupportedStatement(what=what), node)


def _kind_of_index(run: ModelRun, key: ast.expr) -> str:
    """`:` for what keeps axes or adds one, `a` for an array, `n` for a number."""
    if isinstance(key, ast.Slice) or (isinstance(key, ast.Constant) and key.value in (None, ...)):
        return ":"
    value = run.evaluate(key)
    is_element = isinstance(key, ast.Subscript) and isinstance(key.slice, ast.Constant) and value.rank is None
    if value.form is Form.NUMBER or value.rank == 0 or is_element:
        return "n"
    is_array = value.form in (Form.ARRAY, Form.LIST) or (value.is_traced and value.form is Form.UNKNOWN)
    return "a" if is_array or _is_list_of_its_own(run, key) else "?"


def _is_list_of_its_own(run: ModelRun, key: ast.expr) -> bool:
    """`self.places`, which is set to a list."""
    if not isinstance(key, ast.Attribute) or not is_own(run, key.value):
        return False
    makers = run.models.makers(run.owner, key.attr)
    return any(isinstance(m, ast.List | ast.ListComp) or ast.unparse(m).startswith("list(") for m in makers)


def subscript(run: ModelRun, node: ast.Subscript) -> Value:
    value = attributes.subscript(run, node)
    if run.models.notation.numbers_first:
        check_order(run, node)
    entry = _operator_line(run, "getitem")
    held = run.state.plan.values[node.value]
    if entry is None or not isinstance(node.ctx, ast.Load) or not _may_be_array(held):
        return value
    keys = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(_is_index(run, k) for k in keys):
        run.state.plan.lines.mappings[node] = Mapping(entry, ("self", "key"))
        return replace(value, form=Form.ARRAY, shape=unknown(), rank=None, memory=run.state.allocate(node))
    if not all(_is_place(run, k) for k in keys) or (held.rank or 0) > len(keys):
        return value
    is_plain = len(keys) == 1 and held.form is Form.UNKNOWN
    if is_plain and (run.parts.leaves_unknown(run) or not is_used_as_array(run, node.value)):
        return value
    run.state.plan.lines.mappings[node] = Mapping(entry, ("self", "key"))
    return replace(value, form=Form.ARRAY, shape=unknown(), rank=None)


def write_element(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    if run.models.notation.numbers_first:
        check_order(run, target)
    writes.write_element(run, target, value, statement)
    _write_by_line(run, target, value, statement)


def augmented_element(run: ModelRun, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    if run.models.notation.numbers_first:
        check_order(run, target)
    writes.augmented_element(run, statement, target, value)
    _write_by_line(run, target, value, statement)
    held = run.state.plan.values.get(target.value)
    if held is not None and statement in run.state.plan.mutation.updates:
        augmented_by_line(run, statement, held, value)


def _write_by_line(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    """A write of one element, or at indices in arrays, is what the line for `__setitem__` says."""
    inner = target.value
    while isinstance(inner, ast.Subscript):  # which is written through, and stays
        run.state.plan.lines.mappings.pop(inner, None)
        inner = inner.value
    entry = _operator_line(run, "setitem")
    if entry is None or run.state.plan.mutation.updates.get(statement) not in _AT:
        return
    keys = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    if any(map(partial(_is_index, run), keys)) or (all(map(partial(_is_place, run), keys)) and not value.is_static):
        run.state.plan.mutation.updates[statement] = Update.LINE
        run.state.plan.lines.mappings[target] = Mapping(entry, ("self", "key", "value"))


def _is_index(run: ModelRun, key: ast.expr) -> bool:
    """An array, or a list, which names elements one by one."""
    value = run.state.plan.values.get(key)
    return isinstance(key, ast.List) or (value is not None and value.is_array)


def _is_place(run: ModelRun, key: ast.expr) -> bool:
    """A number, which names one element of an axis."""
    value = run.state.plan.values.get(key)
    is_number = isinstance(key, ast.Constant | ast.UnaryOp) or (value is not None and value.form is Form.NUMBER)
    return is_number and not (isinstance(key, ast.Constant) and not isinstance(key.value, int))


def _operator_line(run: ModelRun, name: str) -> Entry | None:
    lines = lookup_method(run.state.dialects, f"__{name}__") if name else ()
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
