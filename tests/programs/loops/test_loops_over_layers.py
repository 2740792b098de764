"""Loops over lists of arrays that do not go into one: layers of different sizes, as callers hand them over."""

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load

PROGRAMS = {
    "pairs": "for W, b in params:\n    x = np.tanh(x @ W + b)\nreturn x",
    "one each": "for W, _ in params:\n    x = np.tanh(x @ W)\nreturn x",
    "but the last": "acts = []\nfor W, b in params[:-1]:\n    x = np.tanh(x @ W + b)\n    acts.append(x)\nW, b = params[-1]\nreturn x @ W + b, acts",
    "counted": "for i, (W, b) in enumerate(params):\n    x = x @ W + b\n    if i < len(params) - 1:\n        x = np.maximum(x, 0)\nreturn x",
    "summed": "s = 0.0\nfor W, b in params:\n    s += np.sum(W**2) + b.sum()\nreturn s * x",
    "backwards": "s = 0.0\nfor W, b in reversed(params):\n    s = s * 2 + W.sum()\nreturn s * x",
    "beside others": "s = 0.0\nfor (W, b), k in zip(params, (2.0, 3.0)):\n    s += np.sum(W) * k\nreturn s * x",
    "collected": "outs = []\nfor W, b in params:\n    x = x @ W + b\n    outs.append(x)\nreturn outs",
    "nested": "for W, b in params:\n    y = x @ W\n    for j in range(b.shape[0]):\n        y[:, j] += b[j]\n    x = y\nreturn x",
}
SIZES = {"different": (2, 3, 1), "the same": (2, 2, 2), "one": (2, 4), "many": (2, 5, 3, 2)}


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_layers_of_any_size(name, sizes):
    if name == "beside others" and len(SIZES[sizes]) != 3:
        sizes = "different"
    body = "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n"))
    text = f"import numpy as np\n\n\ndef f(params, x):  # hybridc: graph\n{body}"
    result = hybridc.convert(text)
    assert result.code is not None, [d.message for d in result.refusals]
    drawn = np.random.default_rng(1)
    pairs = zip(SIZES[sizes], SIZES[sizes][1:], strict=False)
    params = [(drawn.normal(size=(n, m)), drawn.normal(size=m)) for n, m in pairs]
    expected, found = (load(code).f(params, drawn.normal(size=(4, 2)) * 0 + 0.5) for code in (text, result.code))
    if isinstance(expected, np.ndarray):
        assert_close(np.asarray(found), expected)
        return
    assert len(found) == len(expected) and type(found) is type(expected)
    for one, other in zip(found, expected, strict=True):
        for each, known in zip(
            one if isinstance(one, list) else [one], other if isinstance(other, list) else [other], strict=True
        ):
            assert_close(np.asarray(each), known)
