"""What follows a branch that leaves a name None on one side only: it goes into both sides, where it is known which."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence, Set

from hybridc.structure.leaving import always_leaves, size
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.walking import walk

_LONGEST = 30  # statements that may be written twice


def split(work: Structuring, statement: ast.If, rest: Sequence[ast.stmt]) -> ast.If | None:
    """The branch with the rest in both of its blocks; None where that would be too much, or nothing follows."""
    names = work.split[statement]
    if not rest or size(rest) > _LONGEST:
        return None
    in_body, in_orelse = ({n: sides[k] for n, sides in names.items()} for k in (0, 1))
    second = _decided(work, work.copied(rest), in_orelse)
    first = _decided(work, rest, in_body)
    body, orelse = _followed(statement.body, first, names), _followed(statement.orelse, second, names)
    return work.origins.changed(statement, body=body or [work.make(ast.Pass(), statement)], orelse=orelse)


def _followed(block: Sequence[ast.stmt], rest: Sequence[ast.stmt], names: Collection[str]) -> list[ast.stmt]:
    """The block and the rest, without a None that nothing asks for any more."""
    if always_leaves([*block]):
        return [*block]
    whole = [*block, *rest]
    read = {n.id for s in whole for n in walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return [s for s in whole if not _sets_to_none(s, {*names} - read)]


def _sets_to_none(statement: ast.stmt, names: Set[str]) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=None)):
            return name in names
    return False


def _decided(work: Structuring, statements: Sequence[ast.stmt], nones: Mapping[str, bool | None]) -> list[ast.stmt]:
    """The statements without the tests for None whose outcome is known."""
    result: list[ast.stmt] = []
    known = {name: is_none for name, is_none in nones.items() if is_none is not None}
    for index, statement in enumerate(statements):
        outcome = _outcome(statement.test, known) if isinstance(statement, ast.If) else None
        if outcome is not None:
            assert isinstance(statement, ast.If)
            chosen = statement.body if outcome else statement.orelse
            following = [] if always_leaves(chosen) else statements[index + 1 :]
            return result + _decided(work, [*chosen, *following], known)
        result.append(_with_chosen(work, statement, known))
        for name in names_written([statement]):
            known.pop(name, None)
    return result


def _with_chosen(work: Structuring, statement: ast.stmt, known: Mapping[str, bool]) -> ast.stmt:
    """The statement with the side of each conditional expression that is known to be taken."""
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.expr) or not any(
        isinstance(n, ast.IfExp) and _outcome(n.test, known) is not None for n in walk(value)
    ):
        return statement

    class Chosen(ast.NodeTransformer):
        def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
            self.generic_visit(node)
            outcome = _outcome(node.test, known)
            return node if outcome is None else node.body if outcome else node.orelse

    return work.origins.changed(statement, value=Chosen().visit(work.origins.copied([value])[0]))


def _outcome(test: ast.expr, known: Mapping[str, bool]) -> bool | None:
    """What `name is None` or `name is not None` gives."""
    match test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot() as operator], comparators=[ast.Constant(value=None)]
        ) if name in known:
            return known[name] is isinstance(operator, ast.Is)
    return None
