"""How often statements are interpreted: as often in deep nests as in shallow ones, and seldom on average."""

import ast
import random
from collections import Counter
from pathlib import Path

import pytest

import hybridc
from interpreted import noting
from seams.programs import program

CASES = Path(__file__).parents[1] / "golden" / "cases"
LOOPS = {
    "for": ["for a{d} in x:"],
    "range": ["for i{d} in range(n):"],
    "while": ["k{d} = 0.0", "while k{d} < x.sum():", "    k{d} += 1.0"],
    "break": ["for i{d} in range(n):", "    if s.sum() > {d}:", "        break"],
    "continue": ["for i{d} in range(n):", "    if s.sum() > {d}:", "        continue"],
    "return": ["for i{d} in range(n):", "    if s.sum() > {d}:", "        return s"],
    "while break": ["k{d} = 0.0", "while True:", "    k{d} += 1.0", "    if k{d} > x.sum():", "        break"],
    "branch": ["for i{d} in range(n):", "    if s.sum() > {d}:", "        s = s * 2", "    else:", "        t = s"],
    "element": ["for i{d} in range(n):", "    s[i{d}] = i{d}"],
    "row": ["for i{d} in range(n):", "    row = x[i{d}]", "    row += i{d}"],
}


@pytest.fixture
def interpreted():
    """How many statements are interpreted, by function."""
    counts = Counter()
    functions = {}

    def note(run, _):
        name, module = run.state.function.qualified_name, run.state.module
        counts[name] += 1
        functions[module, name] = module.functions.get(name, run.state.function)

    with noting(note):
        yield counts, functions


def nest(lines, depth):
    made = ["import numpy as np", "", "", "def f(x, n):  # hybridc: graph", "    s = np.zeros(3)"]
    for level in range(depth):
        made += ["    " * (level + 1) + line.format(d=level) for line in lines]
    return "\n".join([*made, "    " * (depth + 1) + "s = s + 1", "    return s", ""])


@pytest.mark.parametrize("lines", LOOPS.values(), ids=LOOPS)
def test_a_level_more_is_the_same_work_more(lines, interpreted):
    counts, _ = interpreted
    work = []
    for depth in (4, 8, 12):
        counts.clear()
        hybridc.check(nest(lines, depth), filename="nest.py")
        work.append(counts["f"])
    assert 0 < work[2] - work[1] <= work[1] - work[0]


def of_corpora():
    yield from ((path.stem, path.read_text()) for path in sorted(CASES.glob("*.py")) if "_jax" not in path.stem)
    yield from ((f"seams {seed}", program(seed).source) for seed in range(60))


@pytest.mark.parametrize("seed", range(6))
def test_nests_of_several_kinds(seed, interpreted):
    counts, _ = interpreted
    kinds = random.Random(seed).choices([*LOOPS.values()], k=12)
    lines = ["import numpy as np", "", "", "def f(x, n):  # hybridc: graph", "    s = np.zeros(3)"]
    for level, kind in enumerate(kinds):
        lines += ["    " * (level + 1) + line.format(d=level) for line in kind]
    hybridc.check("\n".join([*lines, "    " * 13 + "s = s + 1", "    return s", ""]), filename="nest.py")
    assert counts["f"] <= 140 * len(lines)


def test_statements_are_interpreted_few_times_on_average(interpreted):
    counts, functions = interpreted
    for name, text in of_corpora():
        hybridc.check(text, filename=f"{name}.py")
    written = sum(isinstance(n, ast.stmt) for f in functions.values() for n in ast.walk(f.node))
    assert len(functions) > 100
    assert sum(counts.values()) <= 8 * written
