"""The random programs have power: each of many wrong conversions gives itself away within a few of them."""

import ast
import functools

import pytest
from in_place.naive import NAIVE, Naive
from in_place.naive_memory import copied
from in_place.outcome import compiled, counted, outcome, same
from in_place.programs import generate_in_place
from in_place.rewriting import Rewriting

from programs import Program, generate

MOST = 200  # programs, by which each is caught


@functools.cache
def program(level: int, seed: int) -> Program:
    return generate_in_place(seed, level) if level else generate(seed, 6 + seed % 8)


def is_caught(naive: Naive, original: Program) -> bool:
    """Whether the program behaves differently, or fails, where it is converted like that."""
    tree = naive.rewritten(ast.parse(original.source))
    if ast.dump(tree) == ast.dump(ast.parse(original.source)):
        return False
    run = compiled(counted(tree), original.function, _copied=copied, **naive.names)
    try:
        for arguments in original.arguments:
            expected, actual = outcome(original.loaded(), arguments), outcome(run, arguments)
            if not same((actual.results, actual.arguments), (expected.results, expected.arguments)):
                return True
    except Exception:  # a wrong program may do anything
        return True
    return False


@pytest.mark.parametrize("name", NAIVE)
def test_a_wrong_conversion_is_caught(name: str) -> None:
    naive = NAIVE[name]
    assert any(is_caught(naive, program(naive.level, seed)) for seed in range(MOST))


@pytest.mark.parametrize("level", range(5))
def test_the_right_conversion_is_never_caught(level: int) -> None:
    class WithPass(Rewriting):
        """Another program, with the same meaning."""

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
            node.body.insert(0, ast.Pass())
            return node

    assert not any(is_caught(Naive(level, WithPass), program(level, seed)) for seed in range(30))
