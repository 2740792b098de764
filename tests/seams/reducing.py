"""The smallest program that still does what a found one does: statements go as long as the verdict stays."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from seams.programs import Program
from seams.running import originals, verdict


def bodies(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list):
                yield node, field


def smaller(source: str) -> Iterator[str]:
    """The text without a run of statements, or with what a compound one holds in its place."""
    tree = ast.parse(source)
    places = [(number, len(getattr(node, field))) for number, (node, field) in enumerate(bodies(tree))]
    for size in (8, 4, 2, 1):
        for number, length in places:
            for start in range(0, length, size):
                copy = ast.parse(source)
                node, field = list(bodies(copy))[number]
                statements = getattr(node, field)
                del statements[start : start + size]
                if not statements and field == "body" and not isinstance(node, ast.Module):
                    statements.append(ast.Pass())
                if isinstance(node, ast.Try) and not node.finalbody:
                    continue
                yield ast.unparse(copy)
    for number, length in places:
        for start in range(length):
            copy = ast.parse(source)
            node, field = list(bodies(copy))[number]
            statement = getattr(node, field)[start]
            if isinstance(statement, ast.If | ast.For | ast.While | ast.Try):
                getattr(node, field)[start : start + 1] = statement.body
                yield ast.unparse(copy)


def reduced(program: Program, mode: str, holds: Callable[[Program], bool]) -> Program:
    going = True
    while going:
        going = False
        for text in smaller(program.source):
            candidate = replace(program, source=text + "\n")
            if text.strip() != program.source.strip() and holds(candidate):
                program, going = candidate, True
                break
    return program


def still(mode: str, outcome: str) -> Callable[[Program], bool]:
    def holds(program: Program) -> bool:
        try:
            if f"def {program.entry}" not in program.source:
                return False
            return verdict(program, mode, originals(program)).outcome == outcome
        except Exception:
            return False

    return holds


def with_shapes(program: Program, mode: str, outcome: str) -> Program:
    """The program with one of its inputs' shapes, where that is enough."""
    for shapes in program.shapes:
        one = replace(program, shapes=(shapes,))
        if still(mode, outcome)(one):
            return one
    return program
