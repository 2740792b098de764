"""What an expression computes of its parts, whatever their values are."""

from __future__ import annotations

import ast

_PERHAPS = (
    ast.Lambda, ast.NamedExpr, ast.comprehension, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def computes(outer: ast.AST, part: ast.AST) -> bool:
    """The part, right below it, is computed once in any case; of chains of comparisons, nothing is said to be."""
    match outer:
        case ast.IfExp(test=first) | ast.BoolOp(values=[first, *_]):
            return first is part
        case ast.Compare(ops=[_, _, *_]):
            return False
    return not isinstance(outer, _PERHAPS)
