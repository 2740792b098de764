"""docs/pytorch.md is true: its example is what convert writes, and its program runs."""

import re
import sys
from pathlib import Path

import hybridc
from hybridc.rules import RULES

PAGE = (Path(__file__).parents[2] / "docs" / "pytorch.md").read_text()
BEFORE, AFTER, USE = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def test_the_example_is_what_convert_writes():
    assert hybridc.convert(BEFORE, filename="model.py").code == AFTER


def test_the_program_runs(tmp_path, monkeypatch):
    (tmp_path / "model_jax.py").write_text(AFTER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        exec(compile(USE, "pytorch.md", "exec"), {})
    finally:
        sys.modules.pop("model_jax", None)


def test_its_codes_exist():
    assert set(re.findall(r"HYB\d{3}", PAGE)) <= RULES.keys()
