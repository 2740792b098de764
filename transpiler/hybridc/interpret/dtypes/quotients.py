"""Quotients of which a whole number is taken: XLA divides by a constant by multiplying with its reciprocal, so that the
compiled `int(x / 49)` is 0 where x is 49. There the division is written as one that XLA leaves as it is."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import replace

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import dialect
from hybridc.domain.values import Value
from hybridc.program.plans import Mapping
from hybridc.program.state import State
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given

_LINES = dialect("quotients", (), "    quotient(a, b, /) -> numpy_like.quotient(a, b)\n")
_MEANS = {
    "jnp.mean": "numpy_like.mean",
    "self.mean": "numpy_like.mean(self, axis=axis, keepdims=keepdims, where=where)",
}
_TAKING = frozenset({"int", "long", "round", "around", "rint", "floor", "ceil", "trunc", "fix"})
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.FloorDiv)


def note_quotients(state: State, node: ast.Call, entry: Entry) -> None:
    """A call of what a framework or Python names, which may take a whole number."""
    name = entry.name.rpartition(".")[2].strip("_")
    given = all_given(node)
    if name == "astype" and any("int" in ast.unparse(argument) for argument in given):
        given = []
    elif name not in _TAKING:
        return
    of_method = [node.func.value] if isinstance(node.func, ast.Attribute) else []
    for each in (*of_method, *given[:1]):
        _note(state, each)


def note_equated(state: State, node: ast.Compare) -> None:
    """`x / 3 == int(x / 3)`, `x / 7 % 1 == 0`."""
    if all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
        for each in (node.left, *node.comparators):
            _note(state, each)


def _note(state: State, node: ast.expr) -> None:
    lines = state.plan.lines
    line = Mapping(_LINES.lookup("quotient")[0], ("a", "b"))
    for found in _quotients(node, state.function, set()):
        if isinstance(found, ast.Call):
            known = lines.mappings.get(found)
            if known is not None and known.entry.target in _MEANS and known.entry.passes_on:
                entry = replace(known.entry, target=_MEANS[known.entry.target], passes_on=not known.is_method)
                lines.mappings[found] = replace(known, entry=entry)
            continue
        divisor = state.plan.values.get(found.value if isinstance(found, ast.AugAssign) else found.right)
        if divisor is None or not _is_turned_around(divisor):
            continue
        if isinstance(found, ast.BinOp):
            dividend = state.plan.values.get(found.left)
            if dividend is not None and dividend.is_traced:
                lines.mappings.setdefault(found, line)
        elif not state.refers:
            lines.operators.setdefault(found, line)


def _quotients(node: ast.expr, function: Function, names: set[str]) -> Iterator[ast.BinOp | ast.Call | ast.AugAssign]:
    """The divisions, and the calls, that a sum, or a product, is made of; behind names, which it adds, as well."""
    match node:
        case ast.Name(id=name) if name not in names:
            names.add(name)
            for made in _made(function).get(name, ()):
                if isinstance(made, ast.AugAssign):
                    yield made
                else:
                    yield from _quotients(made, function, names)
        case ast.Call():
            yield node
        case ast.BinOp(op=op, left=left, right=right) if isinstance(op, _ARITHMETIC):
            if isinstance(op, ast.Div):
                yield node
            yield from (*_quotients(left, function, names), *_quotients(right, function, names))
        case ast.UnaryOp(operand=operand):
            yield from _quotients(operand, function, names)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_quotients(body, function, names), *_quotients(orelse, function, names))


@remembered
def _made(function: Function) -> dict[str, list[ast.expr | ast.AugAssign]]:
    """By names, what they are bound to, and what divides them in place."""
    found: dict[str, list[ast.expr | ast.AugAssign]] = {}
    for statement in function.of(ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(statement.value)
    for changed in function.of(ast.AugAssign):
        if isinstance(changed.target, ast.Name) and isinstance(changed.op, ast.Div):
            found.setdefault(changed.target.id, []).append(changed)
    return found


def _is_turned_around(divisor: Value) -> bool:
    """It is known while tracing, and its reciprocal is not exact."""
    if not (divisor.is_static and divisor.form.is_numeric):
        return False
    number = divisor.constant if divisor.has_constant else None
    return not isinstance(number, int | float) or number == 0 or abs(math.frexp(number)[0]) != 0.5
