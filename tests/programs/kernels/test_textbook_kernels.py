"""Kernels from textbooks, written without a look at the analysis, convert unedited, and their loops compile."""

import importlib.util
import inspect
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import hybridc
from differential import assert_same, fresh, load

HERE = Path(__file__).resolve().parents[3] / "benchmarks/kernels"
STAYS = {"connected_components": "HYB403", "hysteresis": None}  # a count of unique values; a list used as a stack
FEW_TURNS = ("while size <= n:",)  # as many as a number has digits


def module(path):
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@cache
def sides(subject):
    """The file, what it is converted to, and the report."""
    path = HERE / f"{subject}.py"
    result = hybridc.convert(path.read_text(), filename=path.name, options=hybridc.Options(partial=True))
    return module(path), load(result.code, f"{subject}_jax"), result


def kernels():
    for path in sorted((HERE / "inputs").glob("*.py")):
        for name, function in inspect.getmembers(module(path), inspect.isfunction):
            if function.__module__ == f"inputs_{path.stem}" and not name.startswith("_"):
                yield path.stem, name


KERNELS = [*kernels()]
pytestmark = pytest.mark.wide  # as the file itself asks for


def test_there_are_many():
    assert len(KERNELS) > 50


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("subject", "name"), KERNELS)
def test_it_compiles_to_the_same_values(subject, name):
    there, here, result = sides(subject)
    if name in STAYS:
        found = {d.code for d in result.refusals if d.function == name}
        assert found == ({STAYS[name]} if STAYS[name] else set())
        return
    outcomes = {f.name: f.outcome for f in result.functions}
    assert outcomes[name] is hybridc.Outcome.COMPILED
    for size in (4, 9):
        given = getattr(module(HERE / "inputs" / f"{subject}.py"), name)(size, np.random.default_rng(size))
        mine, theirs = fresh(given), fresh(given)
        with np.errstate(all="ignore"):
            expected = getattr(there, name)(*theirs)
        assert_same(expected, getattr(here, name)(*mine), rtol=1e-7)
        if hasattr(getattr(here, name), "pure"):
            assert_same(theirs, mine, rtol=1e-7)


@pytest.mark.parametrize("subject", sorted({subject for subject, _ in KERNELS}))
def test_loops_of_pythons_are_short(subject):
    code = sides(subject)[2].code
    functions = re.split(r"\n(?=def )", code)
    left = [
        line.strip()
        for text in functions
        if not any(text.startswith(f"def {name}(") for name in STAYS)
        for line in text.split("\n")
        if line.lstrip().startswith(("for ", "while "))
    ]
    assert [
        line for line in left if line not in FEW_TURNS and not re.search(r"in (\([^)a-z]*\)|range\(\d\)):$", line)
    ] == []
