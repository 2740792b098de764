"""Values computed from what a mask chooses, element by element: `x[mask]` in `y[mask] = np.log(x[mask])`, and in
`np.sum(np.log(x[mask]))`.

They are computed for all elements, of which those that the mask chooses are taken. The derivative of what is not taken
is zero times that of the operation there, and so no number where that is none, as of `log` at zero. What such an
operation takes is guarded: ones stand for what is not chosen, and get no derivative.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from functools import partial

from hybridc.domain.values import Form, Value, is_bool
from hybridc.program.plans import Mapping
from hybridc.program.state import State
from hybridc.structure.trees import may_stand_again
from hybridc.syntax.walking import children

_ADDITIVE = (ast.Add, ast.Sub)
_OF_INTEGERS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


@dataclass(eq=False)
class Chosen:
    """What a value is computed from, element by element."""

    mask: str  # what is read by, as a dump
    names: frozenset[str] = frozenset()  # that hold what it chooses
    reduced: Set[ast.AST] = frozenset()  # sums and the like of what a mask chooses
    is_finite: bool = False  # what is not chosen: products of it have a derivative
    reads: list[ast.expr] = field(default_factory=list)  # by the mask
    beside: list[ast.expr] = field(default_factory=list)  # what has to be one value for all chosen elements
    guarded: set[ast.expr] = field(default_factory=set)  # of these reads, operands of what is guarded

    @property
    def subscripts(self) -> list[ast.Subscript]:
        """The reads, where no names hold what the mask chooses."""
        return [read for read in self.reads if isinstance(read, ast.Subscript)]

    def is_read(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Subscript):
            return ast.dump(node.slice) == self.mask
        return isinstance(node, ast.Name) and node.id in self.names

    def is_in(self, node: ast.AST) -> bool:
        """What the mask chooses is read in the expression, and no sum alone of it."""
        return node not in self.reduced and (self.is_read(node) or any(map(self.is_in, children(node))))


def chosen_by(state: State, value: ast.expr, mask: ast.expr, is_guarded: bool = False) -> Chosen | None:
    """What the value takes, where that is arrays by the mask and what is no more than one value for all of them."""
    if not may_stand_again(mask, partial(is_pure_call, state)):
        return None
    found = Chosen(ast.dump(mask))
    return found if collect(state, value, found, is_guarded) else None


def is_pure_call(state: State, node: ast.AST) -> bool:
    mapping = state.plan.lines.mappings.get(node) if isinstance(node, ast.Call) and not node.keywords else None
    return mapping is not None and mapping.entry.shape == "elementwise" and not mapping.entry.writes


def guards(state: State, operator: ast.operator, left: ast.expr, right: ast.expr, found: Chosen) -> tuple[bool, bool]:
    """Which operands are guarded: none of what is linear, whose derivative is a constant; nor what ones divide."""
    if isinstance(operator, _ADDITIVE + _OF_INTEGERS):
        return False, False
    if found.is_finite and (isinstance(operator, ast.Mult) or _is_power(operator, right)):
        return False, False
    if isinstance(operator, ast.Mult) and _is_constant(state, left):
        return False, False
    if isinstance(operator, ast.Div) and found.is_read(right) and not _is_of_truth(state, right):
        return False, True
    is_linear = isinstance(operator, ast.Mult | ast.Div | ast.Mod | ast.FloorDiv) and _is_constant(state, right)
    return not is_linear, not is_linear


def _is_power(operator: ast.operator, exponent: ast.expr) -> bool:
    """`x ** 2`, which has a derivative for all finite numbers."""
    is_written = isinstance(exponent, ast.Constant) and isinstance(exponent.value, int)
    return isinstance(operator, ast.Pow) and is_written and exponent.value > 0  # type: ignore[attr-defined]


def masks_in(index: Value) -> list[Value]:
    """The arrays of truth values in an index."""
    parts = index.items if index.form is Form.TUPLE and index.items is not None else (index,)
    return [p for p in parts if is_bool(p) and not p.is_scalar and not p.is_static]


def is_called_mask(index: ast.expr) -> bool:
    """Its name says that it holds truth values, whatever else is known of it."""
    name = index.operand if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.Invert) else index
    return isinstance(name, ast.Name) and (
        name.id == "mask" or name.id.startswith("mask_") or name.id.endswith("_mask")
    )


def _is_of_truth(state: State, read: ast.expr) -> bool:
    """Of truth values, which have no derivative, and stay what they are."""
    held = state.plan.values.get(read.value if isinstance(read, ast.Subscript) else read)
    return held is not None and is_bool(held)


def _is_constant(state: State, node: ast.expr) -> bool:
    """A number of Python's."""
    value = state.plan.values.get(node)
    return value is not None and value.is_static and value.form is Form.NUMBER


def collect(state: State, node: ast.expr, found: Chosen, is_guarded: bool) -> bool:
    """Whether the value is computed so; what it takes is noted."""
    match node:
        case ast.Subscript() | ast.Name() if found.is_read(node):
            found.reads.append(node)
            if is_guarded and not _is_of_truth(state, node):
                found.guarded.add(node)
            return True
        case ast.BinOp(left=left, op=operator, right=right) if not isinstance(operator, ast.MatMult):
            if not found.is_in(node):
                return _is_beside(state, node, found, is_guarded)
            is_guarded &= not isinstance(operator, _OF_INTEGERS)
            one, other = guards(state, operator, left, right, found)
            return collect(state, left, found, is_guarded or one) and collect(state, right, found, is_guarded or other)
        case ast.UnaryOp(op=operator, operand=operand) if not isinstance(operator, ast.Not):
            return collect(state, operand, found, is_guarded and not isinstance(operator, ast.Invert))
        case ast.Compare(left=left, comparators=others) if found.is_in(node):
            return all(collect(state, each, found, False) for each in (left, *others))
        case ast.Call() if found.is_in(node):
            mapping = state.plan.lines.mappings.get(node)
            if mapping is None or not _is_elementwise(state, node, mapping):
                return False
            return all(collect(state, a, found, True) for a in _operands(node, mapping.is_method))
    return _is_beside(state, node, found, is_guarded)


def _is_elementwise(state: State, node: ast.Call, mapping: Mapping) -> bool:
    """By its line, or that of the function which has the name of the method, `sqrt` of `x.sqrt()`."""
    if mapping.entry.shape == "elementwise" or not mapping.is_method or not isinstance(node.func, ast.Attribute):
        return mapping.entry.shape == "elementwise"
    method = node.func.attr
    lines = (e for d in state.dialects for root in d.roots for e in d.lookup(f"{root}.{method}"))
    return any(e.shape == "elementwise" for e in lines)


def _operands(node: ast.Call, is_method: bool) -> Iterator[ast.expr]:
    if is_method and isinstance(node.func, ast.Attribute):
        yield node.func.value
    yield from node.args
    yield from (k.value for k in node.keywords)


def _is_beside(state: State, node: ast.expr, found: Chosen, is_guarded: bool) -> bool:
    """A number, or what may be one while it is traced."""
    value = state.plan.values.get(node)
    if value is None or not value.form.is_numeric or found.is_in(node):
        return False
    if (value.is_static and value.form is Form.NUMBER) or (value.is_scalar and not is_guarded):
        return True
    found.beside.append(node)
    return True
