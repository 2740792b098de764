"""The abstract interpretation of operators on numbers, arrays, lists and tuples."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.atoms import unknown
from hybridc.domain.ranks import of_several
from hybridc.domain.sites import Site
from hybridc.domain.values import (
    COMPLEX,
    FLOAT,
    SCALAR,
    WEAK_COMPLEX,
    WEAK_FLOAT,
    Binding,
    Dims,
    Form,
    Value,
    is_bool,
    is_whole,
    may_be_integer,
    may_be_pythons,
    opaque,
    promote,
    quotient,
    static,
    strong,
)
from hybridc.interpret.checking import note_division
from hybridc.interpret.dtypes.widening import is_single, meeting, met
from hybridc.interpret.evaluation import Run
from hybridc.program.assumptions import Kind, assume
from hybridc.syntax.messages import text_of


def binop(run: Run, node: ast.BinOp) -> Value:
    left, right = run.evaluate(node.left), run.evaluate(node.right)
    if left.is_static and right.is_static:
        return _static_binop(run, node, left, right)
    if isinstance(node.op, ast.Add) and left.form is right.form and left.form in (Form.LIST, Form.TUPLE):
        return concatenated(run, node, left, right)
    repeated, times = (right, left) if right.form in (Form.LIST, Form.TUPLE) else (left, right)
    if isinstance(node.op, ast.Mult) and repeated.form in (Form.LIST, Form.TUPLE) and times.is_static:
        memory = repeated.held | run.state.same(node, repeated.held) | run.state.box(node)
        return Value(repeated.binding, repeated.form, memory=memory)
    given = ((node.left, left), (node.right, right))
    left, right = _as_array(run, node, node.left, left, right), _as_array(run, node, node.right, right, left)
    for value, operand in ((left, node.left), (right, node.right)):
        if not value.form.is_numeric:
            run.report(rules.UnsupportedStatement(what=f"arithmetic on {value.form.value}"), operand)
            return opaque()
    result = arithmetic(run, node, node.op, left, right, (node.left, node.right))
    for (operand, before), after, beside in zip(given, (left, right), (right, left), strict=True):
        if after is not before and before.items is None and is_single(beside):  # which numbers of 64 bits widen
            run.state.plan.lines.casts[operand] = "jnp.asarray({x}, float)"
            result = result.but(dtype=promote(result.dtype, FLOAT))
    return result


def _as_array(run: Run, node: ast.BinOp, operand: ast.expr, value: Value, beside: Value) -> Value:
    """The array that NumPy makes of a list of numbers beside one: only whole numbers of Python's and NumPy's, which are
    no arrays, repeat it."""
    is_list = may_be_list(run, operand)
    other = node.right if operand is node.left else node.left
    if not beside.form.is_numeric or beside.is_static or not (is_list or _are_numbers(value)) or _is_given(run, other):
        return value
    has_dimensions = beside.dims is Dims.SOME or bool(beside.rank)
    if not isinstance(node.op, ast.Mult) or has_dimensions or promote(beside.dtype, WEAK_FLOAT) == beside.dtype:
        run.state.plan.lines.arrays.add(operand)
    elif (
        isinstance(other, ast.Name)
        and beside.form is not Form.NUMBER
        and run.state.function.annotation_of(other.id) != "int"
        and len(value.items or ()) != 1
    ):
        assume(run.state.plan.assumed, Kind.ELEMENTWISE, operand, [other.id], "a list that it is multiplied with")
    else:
        return value
    items = value.items or ()
    are_flat = bool(items) and all(v.form is Form.NUMBER for v in items)
    dtype = strong(promote(*(v.dtype for v in items))) if are_flat else unknown()
    rank = 1 if are_flat else None
    return Value(Binding.TRACED, Form.ARRAY, dtype, unknown(), rank, memory=run.state.allocate(operand), dims=Dims.SOME)


def may_be_list(run: Run, node: ast.expr) -> bool:
    """A parameter for which callers may give lists, or a list at the top of the file."""
    return _is_given(run, node) or _is_list_of_file(run, node)


def _is_given(run: Run, node: ast.expr) -> bool:
    """A parameter for which callers may give lists, by its name or another."""
    if not isinstance(node, ast.Name):
        return False
    held = run.state.environment.get(node.id)
    names = {node.id}
    if held is not None and held.place is not None and held.place.is_whole and held.place.root.is_parameter:
        names.add(held.place.root.name)
    return not names.isdisjoint(run.state.known.lists)


def _are_numbers(value: Value) -> bool:
    """A list or tuple of Python's numbers, or of such as NumPy makes of them; or of such lists."""
    if value.form not in (Form.LIST, Form.TUPLE) or not value.items:
        return False
    return all(
        _are_numbers(v) or (v.form is Form.NUMBER and v.is_scalar and (v.is_static or v.dtype == FLOAT))
        for v in value.items
    )


def _is_list_of_file(run: Run, node: ast.expr) -> bool:
    """`COEFFICIENTS = [1.0, 2.0]` at the top: what changes such a list is refused where it is read."""
    if not isinstance(node, ast.Name) or node.id in run.state.environment or node.id in run.state.function.locals:
        return False
    known = run.state.module.globals.get(node.id)
    return known is not None and isinstance(known.value, ast.List | ast.ListComp)


def concatenated(run: Run, node: ast.AST, left: Value, right: Value) -> Value:
    """A new list or tuple of the elements of both."""
    items = None if left.items is None or right.items is None else (*left.items, *right.items)
    memory = left.memory | right.memory
    if left.form is Form.LIST:
        memory = left.held | right.held | run.state.box(node) | run.state.same(node, left.held & right.held)
    return Value(run.state.binding_of(left, right), left.form, items=items, memory=memory)


def _static_binop(run: Run, node: ast.BinOp, left: Value, right: Value) -> Value:
    form = Form.NUMBER if left.form.is_numeric and right.form.is_numeric else left.form
    dtype = promote(left.dtype, right.dtype)
    if isinstance(node.op, ast.Div) and form is Form.NUMBER:
        dtype = quotient(dtype)
    if isinstance(node.op, ast.Add) and left.form is right.form and left.form in (Form.LIST, Form.TUPLE):
        return concatenated(run, node, left, right)
    repeated = next((v for v in (left, right) if v.form in (Form.LIST, Form.TUPLE)), None)
    if repeated is not None:
        return static(repeated.form, memory=run.state.box(node))
    return static(form, dtype=dtype, shape=left.shape | right.shape)


def arithmetic(
    run: Run,
    node: ast.AST,
    operator: ast.operator,
    left: Value,
    right: Value,
    operands: tuple[ast.expr, ast.expr] | None = None,
) -> Value:
    """The value of `left operator right` on numbers and arrays."""
    note_division(run.state, node, operator, right)
    if is_bool(left) and is_bool(right) and not isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor):
        if not (left.is_array or right.is_array):
            run.report(rules.BooleanArithmetic(expression=text_of(node)), node)
    dtype = promote(left.dtype, right.dtype)
    shape = left.shape | right.shape
    match operator:
        case ast.Div():
            dtype = quotient(dtype)
        case ast.Pow():
            check_power(run, node, left, right, operands[0] if operands else getattr(node, "target", None))
        case ast.MatMult():
            shape = unknown()
    dtype = met(run.state, operator, left, right, operands) or dtype
    meeting(run.state, node, operator, left, right)
    is_array = left.is_array or right.is_array
    if isinstance(operator, ast.MatMult):
        is_array = any((v.rank or 0) > 1 for v in (left, right))  # two vectors give a number
    rank = (
        left.rank
        if left.rank == right.rank
        else (left.rank if right.is_scalar else right.rank if left.is_scalar else None)
    )
    if isinstance(operator, ast.MatMult):
        rank = None
    form = Form.ARRAY if is_array else Form.NUMBER
    memory = frozenset[Site]() if rank == 0 or shape == SCALAR else run.state.allocate(node)
    dims = Dims.ANY if isinstance(operator, ast.MatMult) else of_several((left, right))
    return Value(Binding.TRACED, form, dtype, shape, rank, memory=memory, dims=dims)


def check_power(run: Run, node: ast.AST, left: Value, right: Value, base: ast.expr | None) -> None:
    """`base`: of an operator, whose numbers may be Python's."""
    exponent = right.constant if right.has_constant else None
    is_surely_positive = isinstance(exponent, float | int) and exponent >= 0
    if may_be_integer(left) and may_be_integer(right) and not is_surely_positive:
        run.report(rules.IntegerPower(expression=text_of(node)), node)
        return
    is_complex = _is_complex(left) or _is_complex(right)
    if base is None or is_complex or _is_not_negative(base):
        return
    if _may_be_fraction(right) and _may_be_pythons(run, left):
        run.report(rules.ComplexRoot(expression=text_of(node)), node)


def _may_be_fraction(exponent: Value) -> bool:
    if exponent.has_constant:
        return isinstance(exponent.constant, float) and not exponent.constant.is_integer()
    return not is_whole(exponent) and not exponent.is_array


def _is_complex(value: Value) -> bool:
    return bool(value.dtype) and value.dtype <= COMPLEX | WEAK_COMPLEX


def _may_be_pythons(run: Run, value: Value) -> bool:
    """It is one of Python's numbers, for all that the text tells."""
    return value.form in (Form.NUMBER, Form.UNKNOWN) and may_be_pythons(value) and run.state.is_of_arrays


def _is_not_negative(node: ast.expr) -> bool:
    """Whatever it is computed of."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value >= 0
        case ast.Call(func=ast.Name(id="abs" | "len")):
            return True
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int() as exponent)):
            return exponent % 2 == 0
        case ast.BinOp(op=ast.Mult(), left=left, right=right) if ast.dump(left) == ast.dump(right):
            return True
        case ast.BinOp(op=ast.Add() | ast.Mult() | ast.Div(), left=left, right=right):
            return _is_not_negative(left) and _is_not_negative(right)
    return False
