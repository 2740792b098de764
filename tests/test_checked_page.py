"""docs/checked.md is true: its example is what convert writes, and raises what is shown; its table names every kind."""

import re
from pathlib import Path

import numpy as np
import pytest

import hybridc
from differential import load
from hybridc import Check, Options

PAGE = (Path(__file__).parents[1] / "docs" / "checked.md").read_text()
BEFORE, AFTER = re.findall(r"```python\n(.*?)```", PAGE, re.S)[:2]


def test_the_example_is_what_convert_writes():
    options = Options(checked=frozenset(Check))
    assert hybridc.convert(BEFORE, filename="mean.py", options=options).code == AFTER


def test_the_example_raises_what_is_shown():
    shown = re.search(r"check_errors\.IndexError: (.*)", PAGE)
    assert shown is not None
    with pytest.raises(IndexError, match=re.escape(shown[1])):
        load(AFTER).mean_of_first(np.ones(4), 7)


def test_every_kind_is_described():
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.M)) == {kind.value for kind in Check}
