"""Quotients of which a whole number is taken: XLA divides by a constant by multiplying with its reciprocal, so that the
compiled `int(x / 49)` is 0 where x is 49. There the division is written as one that XLA leaves as it is."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import dialect
from hybridc.domain.values import Value
from hybridc.program.plans import Mapping
from hybridc.program.state import State
from hybridc.syntax.walking import all_given

_LINES = dialect("quotients", (), "    quotient(a, b, /) -> numpy_like.quotient(a, b)\n")
_TAKING = frozenset({"int", "long", "round", "around", "rint", "floor", "ceil", "trunc", "fix"})
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def note_quotients(state: State, node: ast.Call, entry: Entry) -> None:
    """A call of what a framework or Python names, which may take a whole number."""
    name = entry.name.rpartition(".")[2].strip("_")
    given = all_given(node)
    if name == "astype" and any("int" in ast.unparse(argument) for argument in given):
        given = []
    elif name not in _TAKING:
        return
    of_method = [node.func.value] if isinstance(node.func, ast.Attribute) else []
    for quotient in (found for each in [*of_method, *given[:1]] for found in _quotients(each)):
        dividend, divisor = state.plan.values.get(quotient.left), state.plan.values.get(quotient.right)
        if dividend is not None and dividend.is_traced and divisor is not None and _is_turned_around(divisor):
            state.plan.lines.mappings.setdefault(quotient, Mapping(_LINES.lookup("quotient")[0], ("a", "b")))


def _quotients(node: ast.expr) -> Iterator[ast.BinOp]:
    """The divisions that a sum, or a product, is made of."""
    match node:
        case ast.BinOp(op=op, left=left, right=right) if isinstance(op, _ARITHMETIC):
            if isinstance(op, ast.Div):
                yield node
            yield from (*_quotients(left), *_quotients(right))
        case ast.UnaryOp(operand=operand):
            yield from _quotients(operand)


def _is_turned_around(divisor: Value) -> bool:
    """It is known while tracing, and its reciprocal is not exact."""
    if not (divisor.is_static and divisor.form.is_numeric):
        return False
    number = divisor.constant if divisor.has_constant else None
    return not isinstance(number, int | float) or number == 0 or abs(math.frexp(number)[0]) != 0.5
