"""`try` that catches nothing: what it does at last stands before every way out of it.

What would be done for an error is left out, as the function then raises, whatever its last statements do.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.structure.leaving import always_leaves, exits_of, size
from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.walking import walk

_MOST_COPIED = 12  # statements that may be written more than once


def catches_nothing(statement: ast.Try) -> bool:
    """Nothing in it is caught, what is done at last does not leave, and it is not much where it stands often."""
    inside = walk(statement)
    tries = [n for n in inside if isinstance(n, ast.Try)]
    exits = list(exits_of(statement.body))
    if any(t.handlers or list(exits_of(t.finalbody)) for t in tries) or any(isinstance(n, ast.Match) for n in inside):
        return False
    return len(exits) * sum(size(t.finalbody) for t in tries) <= _MOST_COPIED


def without_try(work: Structuring, statement: ast.Try) -> list[ast.stmt]:
    body = [s for each in statement.body for s in _left(work, each, statement.finalbody)]
    return body if always_leaves(body) else [*body, *statement.finalbody]


def _left(work: Structuring, statement: ast.stmt, last: Sequence[ast.stmt], in_loop: bool = False) -> list[ast.stmt]:
    """The statement, with what is done at last before each exit that leaves the `try`."""

    def block(statements: Sequence[ast.stmt], in_loop: bool = in_loop) -> list[ast.stmt]:
        return [new for each in statements for new in _left(work, each, last, in_loop)]

    match statement:
        case ast.Return(value=value):
            if value is None or _stays(value, names_written(last)):
                return [*work.copied(last), statement]
            held = work.fresh("result", "held")
            left = work.origins.changed(statement, value=work.origins.make(read(held), value))
            if statement in work.leaving.exits:
                work.leaving.exits.add(left)
            return [work.make(assign(held, value), statement), *work.copied(last), left]
        case ast.Break() | ast.Continue() if not in_loop:
            return [*work.copied(last), statement]
        case ast.Try():
            return block(without_try(work, statement))
        case _ if not list(exits_of([statement])):
            return [statement]
        case ast.If(body=body, orelse=orelse):
            return [work.origins.changed(statement, body=block(body), orelse=block(orelse))]
        case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
            return [work.origins.changed(statement, body=block(body, True), orelse=block(orelse))]
        case ast.With(body=body):
            return [work.origins.changed(statement, body=block(body))]
    return [statement]


def _stays(value: ast.expr, written: frozenset[str]) -> bool:
    """It gives the same objects after names have been bound that are written."""
    match value:
        case ast.Tuple(elts=elements):
            return all(_stays(e, written) for e in elements)
        case ast.Name(id=name):
            return name not in written
    return isinstance(value, ast.Constant)
