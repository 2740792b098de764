"""Without the formatter generated source is laid out as with it, and the user's own lines stay as they are."""

import ast
from pathlib import Path

import pytest

import hybridc
from hybridc import Options
from hybridc.emit.layout.ruff import format_with_ruff

ROOT = Path(__file__).parents[2]
SAMPLES = [p for p in (ROOT / "samples").glob("*.py") if p.stem not in ("demo", "inputs", "assembled", "fancy_func")]
GOLDEN = [p for p in (ROOT / "tests" / "golden" / "cases").glob("*.py") if not p.stem.endswith("_jax")]


def converted(source, **options):
    return hybridc.convert(source, filename="program.py", options=Options(**options)).code


@pytest.mark.parametrize("path", sorted([*SAMPLES, *GOLDEN]), ids=lambda p: p.stem)
def test_the_layout_is_that_of_the_formatter(path):
    code = converted(path.read_text(), format=False, partial=True)
    assert code == format_with_ruff(code, 88)
    assert code == converted(path.read_text(), partial=True)


@pytest.mark.parametrize("width", [60, 88, 120])
def test_lines_that_hybridc_wrote_fit(width):
    source = (ROOT / "samples" / "heat.py").read_text()
    code = converted(source, format=False, line_length=width)
    own = set(source.split("\n"))
    assert all(len(line) <= width for line in code.split("\n") if line not in own and '"""' not in line)
    assert ast.dump(ast.parse(code)) == ast.dump(ast.parse(converted(source, format=False, line_length=500)))


def test_lines_of_the_user_stay():
    source = "import numpy as np\n\n\ndef g():\n    return   [ 1,2,\n        3 ]   # mine\n\n\ndef f(x):\n    return np.sum(x)\n"
    code = converted(source, format=False)
    assert "    return   [ 1,2,\n        3 ]   # mine\n" in code
