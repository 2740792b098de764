"""A program without the statements whose absence nobody would see."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

from branches import blocks, unparsed
from in_place.outcome import Outcome, compiled, outcome, same


def without_unseen(source: str, function: str, arguments: Sequence[Sequence[object]]) -> str:
    """The program without what changes neither its results nor its arguments, outer statements first."""
    tree = ast.parse(source)
    expected = _outcomes(tree, function, arguments)
    assert expected is not None
    for owner in ast.walk(tree):
        for block in blocks(owner):
            for statement in reversed(block[:]):
                if (
                    isinstance(statement, ast.Return | ast.Import | ast.Pass)
                    or getattr(statement, "name", "") == function
                ):
                    continue
                place = block.index(statement)
                block[place : place + 1] = [ast.Pass()] if len(block) == 1 else []
                if not _does(tree, function, arguments, expected):
                    block[place : place + (len(block) == 1 and isinstance(block[0], ast.Pass))] = [statement]
    return unparsed(tree)


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
