"""Random structured programs with checks: no false alarm, no silence, and every alarm at the line of the original.

HYBRIDC_LONG_CHECKED bounds their number.
"""

import ast
import os
import random
from collections import Counter

import jax
import numpy as np
import pytest

import hybridc
from checked import ALL, RAISING, line_of, outcome
from differential import fresh, load
from hybridc import Options
from programs import Program, generate

pytestmark = pytest.mark.long
COUNT = int(os.environ.get("HYBRIDC_LONG_CHECKED", "240"))
SHARDS = 4


def as_it_is(program: Program, rng: random.Random) -> tuple[str, list[tuple[object, ...]]]:
    """Its indices are in range, and it divides by nothing that is zero: there is nothing to report."""
    return program.source, program.arguments


def with_short_arrays(program: Program, rng: random.Random) -> tuple[str, list[tuple[object, ...]]]:
    """Indices that were in range are not."""
    cut = [(*a[:3], *(array[: rng.randint(1, 4)] for array in a[3:])) for a in program.arguments]
    return program.source, cut


def with_claims(program: Program, rng: random.Random) -> tuple[str, list[tuple[object, ...]]]:
    """After some assignments, claims about what was assigned that do not always hold."""
    lines = program.source.split("\n")
    places = [
        (node.lineno, node.col_offset, node.targets[0].id)
        for node in ast.walk(ast.parse(program.source))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.lineno == node.end_lineno
    ]
    for line, indent, name in sorted(places, reverse=True):
        if rng.random() < 0.35:
            limit, margin = rng.choice([-1.0, 0.5, 2.0, 4.0]), " " * indent
            claim = f"{margin}assert np.sum({name}) < {limit}, f'claimed of {{{name}}}'"
            guard = f"{margin}if np.sum({name}) > {limit}:\n{margin}    raise ValueError('claimed')"
            lines.insert(line, rng.choice([claim, guard]))
    return "\n".join(lines), program.arguments


def is_checked(error: object) -> bool:
    """What the original raises is an index or a claim, not a shape that does not fit or a list that is compared."""
    return isinstance(error, IndexError) or (isinstance(error, AssertionError | ValueError) and "claimed" in str(error))


def fault(source: str, function: str, arguments: list[tuple[object, ...]], kinds, counts: Counter[str]) -> str | None:
    """What is wrong with the checked code of a program; None where nothing is, or where it is refused."""
    result = hybridc.convert(source, filename="program.py", options=Options(checked=kinds))
    if result.code is None:
        counts["refused"] += 1
        return None
    original, compiled = getattr(load(source), function), getattr(load(result.code, "generated"), function)
    for each in arguments:
        expected = outcome(original, each)
        if isinstance(expected, BaseException) and not is_checked(expected):
            continue
        try:
            actual, raised = compiled(*fresh(each)), None
        except Exception as error:
            actual, raised = None, error
        if raised is not None and not str(raised).startswith("program.py:"):
            counts[f"while tracing: {type(raised).__name__}"] += 1  # what is known then, as without checks
            continue
        if isinstance(expected, BaseException):
            line = line_of(expected, "program")
            if raised is None or not str(raised).startswith(f"program.py:{line}: "):
                return f"{expected!r} at line {line}, but {raised!r}"
            counts[f"raised {type(expected).__name__}"] += 1
            continue
        if raised is not None:
            return f"false alarm {raised!r}"
        for one, other in zip(jax.tree_util.tree_leaves(actual), jax.tree_util.tree_leaves(expected), strict=True):
            if np.shape(one) != np.shape(other) or not np.array_equal(np.asarray(one), np.asarray(other)):
                return f"{one} instead of {other}"
        counts["returned"] += 1
    return None


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize(
    ("changed", "kinds", "wanted"),
    [(as_it_is, ALL, "returned"), (with_short_arrays, RAISING, "raised"), (with_claims, RAISING, "raised")],
)  # fmt: skip
def test_checked_code_raises_where_the_original_does(changed, kinds, wanted, shard, capsys):
    counts: Counter[str] = Counter()
    for seed in range(shard, COUNT // 3, SHARDS):
        program = generate(seed, 6 + seed % 8)
        source, arguments = changed(program, random.Random(seed))
        found = fault(source, program.function, arguments, kinds, counts)
        if found is not None:
            pytest.fail(f"seed {seed}: {found}\n{source}")
        if seed % 40 == shard:
            jax.clear_caches()
    with capsys.disabled():
        print(f"\n{changed.__name__}: {dict(counts.most_common())}")
    assert any(key.startswith(wanted) for key in counts)
