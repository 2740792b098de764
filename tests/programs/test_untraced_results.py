"""Text, dtypes and ranges in what compiled functions return: XLA has none of these."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

_BODIES = {
    "a dict": ('return {"loss": np.sum(x * x), "name": "mse"}', "a string"),
    "a tuple in a list": ('return [x * 2, (x, "name")]', "a string"),
    "a dtype": ("return np.exp(x), x.dtype", "a dtype"),
    "a range": ("return np.exp(x), range(3)", "a range"),
    "a name": ('label = "start"\nfor i in range(len(x)):\n    x = x * i\nreturn x, label', "a string"),
    "text of shapes": ('return x * 2, f"{len(x)} rows"', "a string"),
    "an iterator": ("it = iter(np.exp(x))\nnext(it)\nreturn it", "an iterator"),
    "pairs": ("return np.sum(x), zip(np.exp(x), x)", "an iterator"),
    "one of two": ('if len(x) > 3:\n    return np.exp(x), "long"\nreturn x, "short"', "a string"),
}


@pytest.mark.parametrize("name", _BODIES)
def test_they_are_refused_where_they_are_returned(name):
    body, what = _BODIES[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    program = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n{lines}\n"
    result = hybridc.convert(program, filename="p.py")
    last = program.rstrip().count("\n") + 1
    assert [(d.code, d.message) for d in result.refusals][-1] == ("HYB224", f"{what} in what compiled code returns")
    assert result.refusals[-1].location.line == last


_HELPER = """
import numpy as np


def _mse(x, y):
    return {"loss": np.mean((x - y) ** 2), "name": "mse", "rows": f"{len(x)}"}


def loss(x, y, name="mse"):  # hybridc: graph
    def named(v):
        return v * 2, "twice"

    found = _mse(x, y)
    v, _ = named(found["loss"])
    if found["name"] == name:
        return {"loss": v, "count": len(x), "weights": None}
    return {"loss": x[0], "count": 0, "weights": None}
"""


def test_helpers_may_give_text_to_compiled_functions():
    code = converted(_HELPER)
    x, y = np.arange(3.0), np.ones(3)
    for name in ("mse", "mae"):
        assert_same(load(_HELPER).loss(x, y, name), load(code).loss(x, y, name))


def test_branches_that_choose_a_text_say_so():
    program = "import numpy as np\n\n\ndef f(x):\n    y = 'a'\n    if np.sum(x) > 0:\n        y = 'b'\n    return np.sin(x), y\n"
    result = hybridc.convert(program, filename="p.py")
    assert "the branches leave `y` as a string and as another string" in result.refusals[0].message
