"""Functions that attributes of objects keep, NumPy's and lambdas, and that compiled methods call."""

from __future__ import annotations

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

X = np.linspace(-1, 1, 6).reshape(3, 2)


KEPT = {
    "np.tanh": "self.act = np.tanh",
    "lambda": "self.act = lambda v: np.maximum(v, 0.1 * v)",
    "either": "self.act = np.tanh if kind else np.exp",
    "one or other": "if kind:\n            self.act = np.tanh\n        else:\n            self.act = lambda v: np.exp(-v)",
    "table": "self.act = ACTS[kind]",
    "reads its surroundings": "self.act = lambda v: np.exp(-(1 + kind) * v)",
    "in a list": "self.act = [np.tanh, np.exp][kind]",
}
UNSEEN = {"either", "table", "reads its surroundings", "in a list"}  # by a function, which would stay Python as well


@pytest.mark.parametrize("way", KEPT)
@pytest.mark.parametrize("call", ["self.act(x @ w)", "slope(self.act, x @ w)"])
def test_what_attributes_keep_is_called_by_methods(way: str, call: str) -> None:
    source = (
        "import numpy as np\n\nACTS = {0: np.exp, 1: np.tanh}\n\n\ndef slope(f, x):\n    return (f(x + 1e-3) - f(x - 1e-3)) / 2e-3 * np.ones(2)\n\n\n"
        f"class Layer:\n    def __init__(self, kind):\n        {KEPT[way]}\n\n    def forward(self, x, w):\n        return {call} + np.sum(x)\n"
    )
    if "slope" in call and way in UNSEEN:
        assert {d.code for d in hybridc.check(source).refusals} == {"HYB406"}
        return
    code = converted(source)
    for kind in (0, 1):
        original, generated = load(source).Layer(kind), load(code).Layer(kind)
        assert_same(original.forward(np.eye(2), X[:2]), generated.forward(np.eye(2), X[:2]))


def test_what_constructors_are_given_is_called_by_methods() -> None:
    source = (
        "import numpy as np\n\n\nclass Layer:\n    def __init__(self, act=np.tanh):\n        self.act = act\n\n"
        "    def forward(self, x):\n        return self.act(x) + np.sum(x)\n\n\n"
        "def main(x):\n    return Layer().forward(x), Layer(np.exp).forward(x), Layer(act=lambda v: np.sin(v) * 2).forward(x)\n"
    )
    code = converted(source)
    assert "_layer_forward(self.act, x)" in code and "act=jnp.tanh" in code
    assert_same(load(source).main(X), load(code).main(X))


def test_functions_that_code_around_calls_as_well_stay_numpys() -> None:
    source = (
        "import numpy as np\n\n\nclass Layer:\n    def __init__(self):\n        self.act = np.tanh\n\n"
        "    def forward(self, x):\n        return self.act(x) + np.sum(x)\n\n    def show(self, x):\n        print(self.act(x))\n"
        "        return self.act(x)\n"
    )
    code = converted(source)
    assert "self.act = np.tanh" in code
    assert type(load(code).Layer().show(X)) is np.ndarray
    assert_same(load(source).Layer().forward(X), load(code).Layer().forward(X))
