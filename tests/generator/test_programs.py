"""The generator keeps its promises: programs end, never raise, are exact, and vary."""

import ast
import time

import numpy as np

from programs import Program, generate, shrink

PROGRAMS = [generate(seed, size=12) for seed in range(300)]


def test_programs_run_and_give_finite_values_quickly() -> None:
    start = time.process_time()
    for program in PROGRAMS:
        for arguments in program.arguments:
            result = program.run(arguments)
            for part in result if isinstance(result, tuple) else (result,):
                assert np.all(np.isfinite(part))
    assert time.process_time() - start < 30


def test_the_same_seed_gives_the_same_program() -> None:
    again = generate(7, size=12)
    assert again.source == PROGRAMS[7].source
    assert all(map(_same, again.arguments, PROGRAMS[7].arguments))


def test_arguments_are_left_as_they_were() -> None:
    program = PROGRAMS[0]
    before = [np.array(a, copy=True) for a in program.arguments[0][3:]]
    program.run(program.arguments[0])
    assert all(map(np.array_equal, before, program.arguments[0][3:]))


def test_every_construct_occurs() -> None:
    found = {type(node) for program in PROGRAMS for node in ast.walk(ast.parse(program.source))}
    wanted = {ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.Not, ast.Compare, ast.AugAssign, ast.Subscript}
    assert wanted <= found
    assert not found & {ast.Break, ast.Continue, ast.List, ast.Try}
    text = "".join(program.source for program in PROGRAMS)
    for word in ("enumerate(", "zip(", "g0(", "elif", "out[", "] += "):
        assert word in text


def test_shrinking_keeps_what_fails_and_little_else() -> None:
    program = next(p for p in PROGRAMS if "enumerate(ys)" in p.source and len(p.source.splitlines()) > 15)

    def fails(candidate: Program) -> bool:
        return "enumerate(ys)" in candidate.source

    small = shrink(program, fails)
    assert fails(small)
    assert len(small.arguments) == 1
    assert len(small.source.splitlines()) <= 8


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(one, other, strict=True))
