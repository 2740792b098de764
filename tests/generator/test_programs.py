"""The generator keeps its promises: programs end, never raise, are exact, take every branch, and vary."""

import ast
import re
import sys
import time
from functools import cache

import numpy as np
import pytest
from branches import events
from language import CHANCES, WEIGHTS
from occurrences import ALWAYS, OCCURRENCES

from programs import Program, generate, shrink


@cache
def program_of(seed: int) -> Program:
    return generate(seed, size=6 + seed % 8)


def programs() -> list[Program]:
    return [program_of(seed) for seed in range(400)]


def test_programs_run_and_give_finite_values_quickly() -> None:
    start = time.process_time()
    for program in programs():
        for arguments in program.arguments:
            result = program.run(arguments)
            for part in result if isinstance(result, tuple) else (result,):
                assert np.all(np.isfinite(part))
    assert time.process_time() - start < 60


def test_all_returns_of_a_program_have_the_same_structure() -> None:
    for program in programs():
        results = [program.run(arguments) for arguments in program.arguments]
        shapes = {tuple(map(np.shape, r)) if isinstance(r, tuple) else np.shape(r) for r in results}
        assert len(shapes) == 1, program.source


@pytest.mark.parametrize("seed", range(0, 400, 10))
def test_every_line_runs(seed: int) -> None:
    program = program_of(seed)
    code = compile(program.source, "<generated>", "exec", dont_inherit=True)
    lines: set[int] = set()

    def trace(frame, event, argument):
        if frame.f_code.co_filename == "<generated>":
            lines.add(frame.f_lineno)
        return trace

    scope: dict[str, object] = {}
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(code, scope)
        for arguments in program.arguments:
            scope["f"](*(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))
    finally:
        sys.settrace(before)
    written = {n.lineno for n in ast.walk(ast.parse(program.source)) if isinstance(n, ast.stmt)}
    passes = {
        n.lineno for n in ast.walk(ast.parse(program.source)) if isinstance(n, ast.Pass | ast.While | ast.Nonlocal)
    }
    assert written - passes <= lines


def test_the_same_seed_gives_the_same_program() -> None:
    for seed in (7, 70, 170):
        again = generate(seed, size=6 + seed % 8)
        assert again.source == program_of(seed).source
        assert all(map(_same, again.arguments, program_of(seed).arguments))


def test_arguments_are_left_as_they_were() -> None:
    for program in programs()[:50]:
        before = [np.array(a, copy=True) for a in program.arguments[0][3:]]
        program.run(program.arguments[0])
        assert all(map(np.array_equal, before, program.arguments[0][3:]))


def test_the_looks_of_every_construct_are_known() -> None:
    assert OCCURRENCES.keys() == WEIGHTS.keys() | CHANCES.keys()


@pytest.mark.parametrize("construct", OCCURRENCES)
def test_every_construct_occurs(construct: str) -> None:
    pattern = re.compile(OCCURRENCES[construct], re.MULTILINE)
    assert sum(bool(pattern.search(program.source)) for program in programs()) >= 2


def test_half_of_the_programs_have_type_hints() -> None:
    hinted = sum("def f(a: float" in program.source for program in programs())
    assert 0.4 < hinted / len(programs()) < 0.6


LEAVABLE = [construct for construct in OCCURRENCES if construct not in ALWAYS]


@pytest.mark.parametrize("without", [LEAVABLE[::2], LEAVABLE[1::2], LEAVABLE, ["break", "continue", "return"]])
def test_constructs_can_be_left_out(without: list[str]) -> None:
    for seed in range(40):
        source = generate(seed, size=10, without=frozenset(without)).source
        for construct in without:
            assert not re.search(OCCURRENCES[construct], source, re.MULTILINE), (construct, source)


def test_leaving_out_what_is_unknown_is_an_error() -> None:
    with pytest.raises(ValueError, match="gotos"):
        generate(0, size=5, without=frozenset({"gotos"}))


WRONG = [  # wrong conversions
    ("continue", "break"),
    ("break", "continue"),
    ("reversed(", "list("),
    (" := ", " :=-"),
    (".append(", ".append(0.5 + "),
    ("divmod(", "divmod(1 + "),
    ("lambda u: ", "lambda u: 1.0 + "),
]


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_shrinking_keeps_what_fails_and_little_else(right: str, wrong: str) -> None:
    def fails(program: Program) -> bool:
        changed = Program(program.source.replace(right, wrong), program.function, program.arguments)
        try:
            events(changed.source, changed.function, changed.arguments)
        except Exception:  # the changed program may do anything
            return False
        return any(not _same(program.run(a), changed.run(a)) for a in program.arguments)

    candidates = (generate(seed, size=12, without=frozenset({"helper"})) for seed in range(1600))
    program = next(p for p in candidates if len(p.source.splitlines()) > 18 and fails(p))
    small = shrink(program, fails)
    assert fails(small)
    assert len(small.arguments) == 1
    assert len(small.source.splitlines()) <= 14


def test_shrinking_keeps_a_program_that_is_small_already() -> None:
    source = "def f(a, b, n, xs, ys):\n    return a\n"
    program = Program(source, "f", program_of(0).arguments[:1])
    assert shrink(program, lambda p: "return a" in p.source) == program


def _parts(result: object) -> tuple[object, ...]:
    return result if isinstance(result, tuple) else (result,)


def _same(one: object, other: object) -> bool:
    return all(map(np.array_equal, _parts(one), _parts(other)))
