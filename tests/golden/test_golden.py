"""What generated source looks like. `python tests/golden/regenerate.py` rewrites the expected files; read the difference."""

from pathlib import Path

import pytest

import hybridc

CASES = Path(__file__).parent / "cases"
NAMES = sorted(p.stem for p in CASES.glob("*.py") if not p.stem.endswith("_jax"))


@pytest.mark.parametrize("name", NAMES)
def test_the_output_is_as_expected(name):
    result = hybridc.convert((CASES / f"{name}.py").read_text(), filename=f"{name}.py")
    assert result.code == (CASES / f"{name}_jax.py").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_are_as_expected(name):
    result = hybridc.check((CASES / f"{name}.py").read_text(), filename=f"{name}.py")
    lines = [f"{d.location.line}:{d.location.column}: {d.code} {d.message}" for d in result.diagnostics]
    assert lines == (CASES / f"{name}.txt").read_text().splitlines()


def test_the_output_is_no_more_than_half_as_long_again():
    def lines(suffix):
        return sum(1 for name in NAMES for line in (CASES / f"{name}{suffix}.py").read_text().split("\n") if line.strip())

    assert lines("_jax") <= 1.5 * lines("")
