"""The functions that change their arguments: they run, change arguments, and wrong conversions of them are seen."""

import re

import numpy as np
import pytest
from changing_arguments import write_module
from given_arrays import GIVEN, called, verdicts

from dearest import DAY
from differential import load

SEEDS = range(60)
LOOKS = {
    "exchange": r"^ +(\w+), (\w+) = \2, \1$",
    "three in turn": r"^ +\w+, \w+, \w+ = ",
    "by a third name": r"^ +kept\d+ = ",
    "rebound": r"^ +([uwq]) = \1 \+ 1.0$",
    "alias": r"^ +v\d+ = ",
    "early return": r"^ +if .*\n +return",
    "loop in a loop": r"^( +)(for|while) .*\n(\1 .*\n)*?\1 +(for|while) ",
    "number or array": r"^ +m = [uwq]",
    "tuple": r"return s, ",
}


@pytest.mark.parametrize("name", LOOKS)
def test_every_construct_occurs(name):
    assert sum(bool(re.search(LOOKS[name], write_module(seed)[0], re.M)) for seed in range(200)) > 4


def test_most_of_them_run_and_change_what_they_are_given():
    changed = 0
    for seed in SEEDS:
        function, _ = write_module(seed)
        count = function.partition(", n, t")[0].count(",") + 1
        try:
            arrays = called(load(function).f, GIVEN[0], count).arrays
        except (ValueError, TypeError, IndexError):
            continue
        changed += any(not np.array_equal(a, g) for a, g in zip(arrays, GIVEN[0], strict=False))
    assert changed > 0.7 * len(SEEDS)


@pytest.mark.parametrize("seed", [DAY * 3 + k for k in range(3)])
def test_callers_get_what_the_original_gives(seed):
    for mode, found in verdicts(seed).items():
        assert found.difference is None, f"seed {seed}, {mode}: {found.difference}\n{''.join(write_module(seed))}"


def test_a_change_that_is_lost_is_seen(monkeypatch):
    convert = verdicts.__globals__["hybridc"].convert

    def forgetting(source, **chosen):
        result = convert(source, **chosen)
        return (
            result if result.code is None else _with(result, re.sub(r"\.at\[.*?\]\.(set|add)\(", ".copy(", result.code))
        )

    def _with(result, code):
        object.__setattr__(result, "code", code)
        return result

    monkeypatch.setattr(verdicts.__globals__["hybridc"], "convert", forgetting)
    assert any(found.difference for seed in range(6) for found in verdicts(seed).values())
