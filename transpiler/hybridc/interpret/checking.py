"""Where checked code has to look out: operations that raise or warn in NumPy, and pass in silence once compiled."""

from __future__ import annotations

import ast

from hybridc.core.options import Check
from hybridc.dialects import DIVISORS, INDICES, NAN, NOT_A_NUMBER, POSITIONS
from hybridc.dialects.entry import Entry
from hybridc.domain.values import WHOLE, Form, Value
from hybridc.interpret.in_range import is_in_range
from hybridc.program.plans import FunctionPlan
from hybridc.program.state import State
from hybridc.syntax.walking import children, walk

_DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
_PLACES = (Form.NUMBER, Form.ARRAY, Form.UNKNOWN)


def note_index(state: State, node: ast.Subscript, array: Value, indices: tuple[Value, ...]) -> None:
    """`array[indices]`, read or written."""
    if not state.known.wanted.at(Check.INDEX, node):
        return
    places = [i for i in indices if i.form in _PLACES]
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    is_made = all(part in state.findings.made for part in parts)  # for the elements of a loop over arrays
    if places and not is_made and not is_in_range(state, node, array):
        state.plan.checks.indices.add(node)
    else:
        state.plan.checks.indices.discard(node)


def note_division(state: State, node: ast.AST, operator: ast.operator, divisor: Value) -> None:
    """An operator on numbers or arrays."""
    if isinstance(operator, _DIVISIONS) and not _is_not_zero(divisor) and state.known.wanted.at(Check.DIV, node):
        state.plan.checks.divisors.add(node)


def _is_not_zero(value: Value) -> bool:
    return value.has_constant and isinstance(value.constant, int | float) and value.constant != 0


def note_call(state: State, node: ast.Call, entry: Entry) -> None:
    """A call of what a framework names."""
    if entry.name in POSITIONS and entry.places_if is None and state.known.wanted.at(Check.INDEX, node):
        state.plan.checks.positions[node] = POSITIONS[entry.name]
    if entry.name in INDICES and state.known.wanted.at(Check.INDEX, node):
        state.plan.checks.given[node] = INDICES[entry.name]
    if entry.name in DIVISORS and state.known.wanted.at(Check.DIV, node):
        state.plan.checks.divided[node] = DIVISORS[entry.name]


def note_lookup(state: State, node: ast.Call, entry: Entry | None = None) -> None:
    """A call of what looks up elements: a function, by its line, or a part."""
    if entry is not None and entry.places_if is None and (entry.name in POSITIONS or entry.name in INDICES):
        return  # `note_call` knows how
    if state.known.wanted.at(Check.INDEX, node):
        if entry is not None and isinstance(ast.parse(entry.target or "", mode="eval").body, ast.Subscript):
            state.plan.checks.given[node] = entry.places
        else:
            state.plan.checks.looked_up.add(node)


def operands_of(state: State, statement: ast.stmt) -> tuple[str, ...] | None:
    """The names whose NaN would excuse one in what the statement computes; None where no check is wanted.

    Sums and products give NaN of infinities alone: only what divides, takes powers or calls what is not defined for
    all numbers is looked at. What names NaN means it.
    """
    if not state.known.wanted.kinds:
        return None
    value = getattr(statement, "value", None)
    if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return) or value is None:
        return None
    if (
        not state.known.wanted.at(Check.NAN, statement)
        or not _may_give_nan(state, statement)
        or _names_nan(state, value)
    ):
        return None
    names = _names_computed_with(value)
    if isinstance(statement, ast.AugAssign):
        names |= _names_computed_with(statement.target)
    held = {n: state.environment.get(n) for n in names}
    arrays = {n for n, v in held.items() if v is not None and _may_hold_nan(v)}
    return tuple(sorted(arrays | names & state.plan.lines.array_globals))


def _names_computed_with(node: ast.expr) -> set[str]:
    """The names that the expression reads, but for those that only say which elements."""
    found: set[str] = set()
    todo: list[ast.AST] = [node]
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                found.add(name)
            case ast.Subscript(value=value):
                todo.append(value)
            case each:
                todo += children(each)
    return found


def _may_hold_nan(value: Value) -> bool:
    if value.is_static or value.form is Form.FUNCTION:
        return False
    return not (value.form.is_numeric and value.dtype and value.dtype <= WHOLE)


def note_result(state: State, statement: ast.stmt, operands: tuple[str, ...] | None) -> None:
    """After the statement is interpreted."""
    if not state.known.wanted.kinds:
        return
    if isinstance(statement, ast.AugAssign) and statement.value in state.plan.values:
        note_division(state, statement, statement.op, state.plan.values[statement.value])
    value = state.plan.values.get(getattr(statement, "value", statement))
    is_whole = value is not None and value.form.is_numeric and value.dtype and value.dtype <= WHOLE
    is_divided = isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Div | ast.Pow)
    is_known = value is not None and value.is_static and not isinstance(statement, ast.AugAssign)
    if operands is None or is_known or (is_whole and not is_divided):
        state.plan.checks.results.pop(statement, None)
    else:
        state.plan.checks.results[statement] = operands


def _may_give_nan(state: State, statement: ast.stmt) -> bool:
    for node in walk(statement):
        match node:
            case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int())):
                continue
            case (
                ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=by))
                | ast.AugAssign(op=ast.Div() | ast.FloorDiv() | ast.Mod(), value=ast.Constant(value=by))
            ) if by != 0:
                continue
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if isinstance(op, (*_DIVISIONS, ast.Pow)):
                return True
            case ast.Call(func=function):
                name = state.module.qualified_name(function, state.function.locals)
                if name is None and isinstance(function, ast.Attribute):
                    name = f"ndarray.{function.attr}"
                if name in NAN:
                    return True
    return False


def _names_nan(state: State, value: ast.expr) -> bool:
    for node in walk(value):
        match node:
            case ast.Attribute() | ast.Name():
                if state.module.qualified_name(node, state.function.locals) in NOT_A_NUMBER:
                    return True
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str())]):
                return True
    return False


def may_fail(state: State, node: ast.AST) -> bool:
    """Something in the expression is checked, or calls what may: it must not be computed unless Python would."""
    if not state.known.wanted.kinds:
        return False
    checks = state.plan.checks
    own = (checks.indices, checks.positions, checks.looked_up, checks.divisors, checks.divided)
    return any(n in each for n in walk(node) for each in own) or any(calls_out(state.plan, n) for n in walk(node))


def calls_out(plan: FunctionPlan, node: ast.AST) -> bool:
    """A function that is called, or handed on: of the file, nested, or given."""
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    value = plan.values.get(node)
    return value is not None and value.form is Form.FUNCTION
