"""docs/chainer.md is true: its example is what convert writes, and its program runs."""

import re
import sys
from pathlib import Path

import hybridc

PAGE = (Path(__file__).parents[3] / "docs" / "chainer.md").read_text()
BEFORE, AFTER, USE = re.findall(r"```python\n(.*?)```", PAGE, re.S)[:3]


def test_the_example_is_what_convert_writes():
    assert hybridc.convert(BEFORE, filename="net.py").code == AFTER


def test_the_program_runs(tmp_path, monkeypatch):
    (tmp_path / "net_jax.py").write_text(AFTER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        exec(compile(USE, "chainer.md", "exec"), {})
    finally:
        sys.modules.pop("net_jax", None)
