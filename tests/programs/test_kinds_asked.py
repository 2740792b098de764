"""Functions that ask whether what they are given is a list, a tuple, a dict or a text: compiled code is told so."""

import numpy as np
import pytest

from differential import assert_same, converted, load

X = np.array([0.5, -1.0, 2.0])
ASKING = {
    "a list or a tuple": (
        "if isinstance(x, (list, tuple)):\n        x = np.asarray(x, dtype=float)\n    return np.sum(x * 2)",
        [[1.0, 2.0], (1.0, 2.0), X, 3.0],
    ),
    "parts": (
        "if isinstance(x, tuple):\n        a, b = x\n        return np.sin(a) + b\n    if isinstance(x, dict):\n"
        "        return np.cos(x['a'])\n    return np.exp(x)",
        [(X, X), {"a": X}, X, 2.0],
    ),
    "of what it made": (
        "y = [x, x * 2] if np.ndim(x) else x\n    if isinstance(y, list):\n        y = y[1]\n    return np.sin(y)",
        [X, 2.0],
    ),
    "not": ("if not isinstance(x, list):\n        x = [x]\n    return sum(np.sum(e) for e in x)", [[X, X[:2]], X]),
}


@pytest.mark.parametrize("what", ASKING)
def test_whatever_is_given(what):
    body, given = ASKING[what]
    text = f"import numpy as np\n\n\ndef f(x):\n    {body}\n"
    original, generated = load(text).f, load(converted(text)).f
    for each in given:
        assert_same(original(each), generated(each))
