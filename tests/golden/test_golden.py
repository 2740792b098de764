"""What generated source looks like. `python tests/golden/regenerate.py` rewrites the expected files; read the difference."""

from pathlib import Path

import pytest

import hybridc
from case_options import options_of

CASES = Path(__file__).parent / "cases"
NAMES = sorted(p.stem for p in CASES.glob("*.py") if not p.stem.endswith("_jax"))


@pytest.mark.parametrize("name", NAMES)
def test_the_output_is_as_expected(name):
    result = hybridc.convert((CASES / f"{name}.py").read_text(), filename=f"{name}.py", options=options_of(name))
    assert result.code == (CASES / f"{name}_jax.py").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_are_as_expected(name):
    result = hybridc.check((CASES / f"{name}.py").read_text(), filename=f"{name}.py", options=options_of(name))
    lines = [f"{d.location.line}:{d.location.column}: {d.code} {d.message}" for d in result.diagnostics]
    assert lines == (CASES / f"{name}.txt").read_text().splitlines()


def test_the_output_is_no_more_than_half_as_long_again():
    unchecked = [name for name in NAMES if not options_of(name).checked]  # checks take lines of their own

    def lines(suffix):
        return sum(1 for name in unchecked for line in (CASES / f"{name}{suffix}.py").read_text().split("\n") if line.strip())

    assert lines("_jax") <= 1.5 * lines("")
