"""A program without the statements whose absence nobody would see."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

from branches import blocks, unparsed
from in_place.outcome import COUNTED, Outcome, compiled, counted, outcome, same, uncounted

KEPT = (ast.Return, ast.Import, ast.Pass)


def without_unseen(source: str, function: str, arguments: Sequence[Sequence[object]]) -> str:
    """The program without what changes neither its results nor its arguments, outer statements first."""
    tree = counted(ast.parse(source))
    expected = _outcomes(tree, function, arguments)
    for owner in ast.walk(tree):
        for block in blocks(owner):
            for statement in reversed(block[:]):
                if statement is COUNTED or isinstance(statement, KEPT) or _name(statement) == function:
                    continue
                kept, place = block[:], block.index(statement)
                block[place : place + 1] = []
                if not block and block is not getattr(owner, "orelse", None):
                    block.append(ast.Pass(lineno=1, col_offset=0))
                if not _does(tree, function, arguments, expected):
                    block[:] = kept
    return unparsed(uncounted(tree))


def _name(statement: ast.stmt) -> str | None:
    return statement.name if isinstance(statement, ast.FunctionDef) else None


def _does(tree: ast.Module, function: str, arguments: Sequence[Sequence[object]], expected: list[Outcome]) -> bool:
    try:
        run = compiled(tree, function)
        return all(
            same((now.results, now.arguments), (before.results, before.arguments))
            for given, before in zip(arguments, expected, strict=True)
            for now in [outcome(run, given)]
        )
    except Exception:  # what defines a name may be gone, or what makes a loop end
        return False


def _outcomes(tree: ast.Module, function: str, arguments: Sequence[Sequence[object]]) -> list[Outcome]:
    run = compiled(tree, function)
    return [copy.deepcopy(outcome(run, given)) for given in arguments]
