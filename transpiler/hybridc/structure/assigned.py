"""Names that every path to the end of some statements sets."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.structure.leaving import ends_every_turn
from hybridc.syntax.dataflow import NONE, Names
from hybridc.syntax.liveness import whole_definitions, whole_target
from hybridc.syntax.turns import takes_a_turn


def surely_set(statements: Sequence[ast.stmt]) -> Names | None:
    """The names; None where no path comes to the end."""
    found = NONE
    for statement in statements:
        match statement:
            case ast.Return() | ast.Break() | ast.Continue() | ast.Raise():
                return None
            case ast.If(body=body, orelse=orelse):
                one, other = surely_set(body), surely_set(orelse)
                if one is None and other is None:
                    return None
                found |= one & other if one is not None and other is not None else one or other or NONE
            case ast.For(target=target, iter=iterable, body=body):
                if takes_a_turn(iterable) and ends_every_turn(statement):
                    found |= (surely_set(body) or NONE) | whole_target(target)
            case _:
                found |= whole_definitions(statement)
    return found
