"""docs/scripts.md shows what `convert` writes."""

import re

import numpy as np

import hybridc
from differential import assert_same, load
from played import assert_plays_as
from scripts import ROOT

EXAMPLE = re.compile(r"```python\n# before\n(.*?)\n\n\n# after\n(.*?)\n```", re.S)
X64 = 'jax.config.update("jax_enable_x64", True)\n'


def test_the_example_is_what_convert_writes(tmp_path):
    (before, after), *_ = EXAMPLE.findall((ROOT / "docs" / "scripts.md").read_text())
    code = hybridc.convert(f"{before}\n", filename="script.py").code
    assert code.split(X64)[1].strip() == after
    assert_plays_as(f"{before}\n", code, tmp_path)


def test_the_example_of_lists_is_what_convert_writes(tmp_path):
    _, (before, after), _ = EXAMPLE.findall((ROOT / "docs" / "scripts.md").read_text())
    code = hybridc.convert(f"{before}\n", filename="script.py").code
    assert code.split(X64)[1].strip() == after
    assert_plays_as(f"{before}\n", code, tmp_path)


def test_the_example_of_random_numbers_is_what_convert_writes():
    *_, (before, after) = EXAMPLE.findall((ROOT / "docs" / "scripts.md").read_text())
    code = hybridc.convert(f"{before}\n", filename="script.py").code
    assert code.split(X64)[1].strip() == after
    found = []
    for module in (load(before), load(code, "generated")):
        np.random.seed(2)
        found.append(module.walk(np.zeros(5), 20, 0.1))
    assert_same(*found)
