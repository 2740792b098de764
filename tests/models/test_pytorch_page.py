"""docs/pytorch.md is true: its example is what convert writes, and its program runs."""

import re
import sys
from pathlib import Path

import jax.numpy as jnp
import pytest

import hybridc
from hybridc.rules import RULES

PAGE = (Path(__file__).parents[2] / "docs" / "pytorch.md").read_text()
BEFORE, AFTER, USE, FUNCTION, DERIVED = re.findall(r"```python\n(.*?)```", PAGE, re.S)
(ERROR,) = re.findall(r"  ```\n(.*?)  ```\n", PAGE, re.S)


def test_the_example_is_what_convert_writes():
    assert hybridc.convert(BEFORE, filename="model.py").code == AFTER


def test_the_function_with_a_derivative_of_its_own_is_what_convert_writes():
    code = hybridc.convert(FUNCTION, filename="clamp.py").code
    assert code.partition("\n\n\n# hybridc: lines of")[0] + "\n" == DERIVED


def test_the_program_runs(tmp_path, monkeypatch):
    (tmp_path / "model_jax.py").write_text(AFTER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        exec(compile(USE, "pytorch.md", "exec"), {})
    finally:
        sys.modules.pop("model_jax", None)


def test_the_error_is_what_a_wrong_shape_raises(tmp_path):
    (tmp_path / "model_jax.py").write_text(AFTER)
    names = {"__name__": "model_jax"}
    exec(compile(AFTER, str(tmp_path / "model_jax.py"), "exec"), names)
    with pytest.raises(ValueError, match="normalized_shape") as caught:
        names["Block"](8, 16)(jnp.ones((2, 5)))
    shown, where = (line.strip() for line in ERROR.splitlines())
    assert shown == f"ValueError: {caught.value}"
    assert where in caught.value.__notes__


def test_its_codes_exist():
    assert set(re.findall(r"HYB\d{3}", PAGE)) <= RULES.keys()
