"""Integers of Python's, which have no limit, that grow from turn to turn of a compiled loop: there they have 64 bits.

Counting by ones does not reach these; multiplying does, and so do sums of what grows: `a, b = b, a + b`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc import rules
from hybridc.domain.atoms import Dtype
from hybridc.domain.values import WEAK_INT, Value
from hybridc.interpret.evaluation import Run
from hybridc.syntax.dataflow import names_read, remembered
from hybridc.syntax.walking import pairs, statements

Names = frozenset[str]
_MULTIPLYING = (ast.Mult, ast.Pow, ast.LShift)
_ADDING = (ast.Add, ast.Sub, *_MULTIPLYING)  # `//`, `%` and `>>` make numbers smaller again


def note_growth(run: Run, statement: ast.Assign | ast.AugAssign) -> None:
    """Warns of integers that the statement makes larger by multiples of themselves."""
    if not run.state.flow.loops:
        return
    cycles = _cycles(run.state.flow.loops[0][0])
    for target, value in _bound(statement):
        held = run.state.environment.get(target)
        own = cycles.get(target, frozenset())
        if held is None or not held.dtype <= WEAK_INT or not own:
            continue
        if isinstance(statement, ast.AugAssign):
            found = run.state.plan.values.get(value)
            grows = _is_growing(statement.op, frozenset({target}), _parts_read(value), own)
            growing = [found] if grows else []
        else:
            growing = [run.state.plan.values.get(node) for node in _growing(value, own)]
        if any(v is not None and v.dtype <= WEAK_INT | _of_parameters(v) for v in growing):
            run.report(rules.IntegerWidth(name=target), statement)


def _bound(statement: ast.Assign | ast.AugAssign) -> Iterator[tuple[str, ast.expr]]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target, value in (pair for t in targets for pair in pairs(t, statement.value)):
        if isinstance(target, ast.Name):
            yield target.id, value


@remembered
def _cycles(loop: ast.stmt) -> Mapping[str, Names]:
    """By the names that a loop sets from what they held, those that this goes through."""
    reads: dict[str, set[str]] = {}
    for statement in (s for s in statements(loop) if isinstance(s, ast.Assign | ast.AugAssign)):
        for name, value in _bound(statement):
            itself = {name} if isinstance(statement, ast.AugAssign) else set()
            reads.setdefault(name, set()).update(names_read(value), itself)
    reached = {name: _reached(name, reads) for name in reads}
    return {
        name: frozenset(other for other in found if name in reached.get(other, ()))
        for name, found in reached.items()
        if name in found
    }


def _reached(name: str, reads: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [*reads[name]]
    while waiting:
        if (each := waiting.pop()) not in found:
            found.add(each)
            waiting += reads.get(each, ())
    return found


def _growing(value: ast.expr, own: Names) -> Iterator[ast.BinOp]:
    """The operators in it that make a multiple of these names, or a sum of several."""
    match value:
        case ast.BinOp(op=op, left=left, right=right) if isinstance(op, _ADDING):
            if _is_growing(op, _parts_read(left), _parts_read(right), own):
                yield value
            yield from (*_growing(left, own), *_growing(right, own))
        case ast.UnaryOp(operand=operand):
            yield from _growing(operand, own)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_growing(body, own), *_growing(orelse, own))


def _is_growing(op: ast.operator, left: Names, right: Names, own: Names) -> bool:
    if isinstance(op, _MULTIPLYING):
        return bool(own & (left | right))
    return isinstance(op, ast.Add) and bool(own & left and own & right)


def _parts_read(value: ast.expr) -> Names:
    """The names that it is a sum or a multiple of."""
    match value:
        case ast.Name(id=name):
            return frozenset({name})
        case ast.BinOp(op=op, left=left, right=right) if isinstance(op, _ADDING):
            return _parts_read(left) | _parts_read(right)
        case ast.UnaryOp(operand=operand):
            return _parts_read(operand)
        case ast.IfExp(body=body, orelse=orelse):
            return _parts_read(body) | _parts_read(orelse)
    return frozenset()


def _of_parameters(value: Value) -> Dtype:
    """What callers decide: a number of Python's, perhaps."""
    return frozenset(atom for atom in value.dtype if atom.is_parameter)
