"""docs/mutation.md is true: what it shows is what convert writes, with NumPy's values, and what it calls refused is."""

import re

import numpy as np
import pytest

from differential import assert_agree, assert_same, load
from hybridc.rules import RULES
from mutation_page import TEXT, Example, blocks, pairs, refusals, ways_out

pytestmark = pytest.mark.sampled(4)

ARGUMENTS = {
    "x": np.array([3.0, -1.0, 4.0, 0.5]),
    "u": np.array([3.0, -1.0, 4.0, 0.5]),
    "a": np.array([3.0, -1.0, 4.0, 0.5]),
    "b": np.array([2.0, -7.0, 1.0, 0.25]),
    "turns": 3,
    "n": 3,
    "k": np.array([2, 0, 0, 1]),
    "i": 1,
    "m": np.arange(1.0, 13.0).reshape(3, 4),
}


def named(examples: list[Example]) -> list:
    return [pytest.param(e, id=" ".join(e.source.split("\n    ")[1 + (e.framed or 0) :])[:60]) for e in examples]


def main_function(source: str) -> tuple[str, list]:
    """The last function of a program that is not within another, and arguments for it."""
    name, parameters = re.findall(r"^def (\w+)\((.*)\)", source, re.M)[-1]
    return name, [ARGUMENTS[parameter.split(":")[0]] for parameter in parameters.split(", ") if parameter]


@pytest.mark.parametrize("example", named(pairs()))
def test_the_page_shows_what_convert_writes(example):
    assert example.generated() == example.expected


@pytest.mark.parametrize("example", named([e for e in pairs() + ways_out() if not e.options.return_mutated]))
def test_values_agree(example):
    name, arguments = main_function(example.source)
    with np.errstate(invalid="ignore"):
        if not arguments:
            code = example.conversion().code
            assert_same(getattr(load(example.source), name)(), getattr(load(code, "generated"), name)())
        else:
            opposite = [-a if isinstance(a, np.ndarray) and a.dtype == float else a for a in arguments]
            assert_agree(example.source, name, [arguments, opposite])


@pytest.mark.parametrize("example", named([e for e in pairs() if e.options.return_mutated]))
def test_what_is_returned_as_well_agrees(example):
    name, [changed] = main_function(example.source)
    changed, ours = changed.copy(), changed.copy()
    result = getattr(load(example.source), name)(changed)
    assert_same((result, changed), getattr(load(example.conversion().code, "generated"), name)(ours))


@pytest.mark.parametrize("example", named(refusals()))
def test_is_refused(example):
    assert example.expected in {d.code for d in example.conversion().refusals}


def test_all_rows_and_blocks_are_read():
    rows = sum(line.startswith("| `") for line in TEXT.split("\n"))
    assert len(pairs()) + len(refusals()) == rows + len(blocks())


def test_codes_that_are_named_exist():
    assert set(re.findall(r"HYB\d{3}", TEXT)) <= RULES.keys()


def test_headings_that_are_linked_exist():
    headings = re.findall(r"^## (.*)", TEXT, re.M)
    links = {heading.lower().replace(",", "").replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) == links
