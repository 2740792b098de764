"""Dicts of arrays whose keys decide while tracing, in loops over them and as arguments by name."""

import numpy as np
import pytest

from differential import assert_same, converted, load

HEAD = "import numpy as np\n\n\ndef scale(x, k):\n    x *= k\n\n\ndef f(state, grad):\n"
BODIES = {
    "written": 'parts = {"head": state[:2], "tail": state[2:]}\nfor name in parts:\n    parts[name] -= grad[:2] if name == "head" else grad[2:]\nreturn np.sum(state)',
    "set": 'parts = {"head": state * 1, "tail": state * 2}\nfor name in parts:\n    if name == "head":\n        parts[name] = parts[name] + grad\n    else:\n        parts[name] = parts[name] - grad\nreturn parts["head"], parts["tail"]',
    "read": 'out = np.zeros(4)\nparts = {"head": state[:2], "tail": state[2:]}\nfor name in parts:\n    out[:2] += parts[name] if name == "head" else grad[2:]\nreturn out',
    "as arguments": 'd = {"b": state}\nscale(**{"x": d["b"], "k": 2})\nreturn np.sum(state)',
}


@pytest.mark.parametrize("name", BODIES)
def test_keys_are_known_and_arrays_are_not(name):
    text = HEAD + "".join(f"    {line}\n" for line in BODIES[name].splitlines())
    there, here = ([np.arange(4.0), np.arange(4.0) * 2 + 1] for _ in range(2))
    assert_same(load(text).f(*there), load(converted(text)).f(*here))
    assert_same(there, here)
