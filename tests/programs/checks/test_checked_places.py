"""Functions that are told which elements they read or write: announced, and looked at in checked code."""

import numpy as np
import pytest

import hybridc
from checked import assert_same_outcome, checked, outcome
from differential import function_file, load
from hybridc.core.options import Check

X = np.array([1.0, 2.0, 3.0, 4.0])
M = np.arange(6.0).reshape(2, 3)
INSIDE, PAST, BEFORE = np.array([0, 3, -4]), np.array([1, 4, 0]), np.array([0, -5, 1])
ONE_AXIS = [(X, INSIDE), (X, PAST), (X, BEFORE)]

CALLS = {
    **{
        f"{name}.at": (f"np.{name}.at(y, i, 2.0)", ONE_AXIS)
        for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum")
    },
    "add.at of two": ("np.add.at(y, (i, i), 2.0)", [(M, np.array([0, 1])), (M, np.array([0, 2])), (M, np.array([0, -3]))]),
    "add.at of rows": ("np.add.at(y, i, 2.0)", [(M, np.array([0, -2])), (M, np.array([0, 2]))]),
    "put": ("np.put(y, i, 2.0)", [*ONE_AXIS, (M, np.array([5])), (M, np.array([6]))]),
    "method put": ("y.put(i, 2.0)", [*ONE_AXIS, (M, np.array([5])), (M, np.array([6]))]),
    "put_along_axis": ("np.put_along_axis(y, i, 2.0, 1)", [(M, np.array([[2], [0]])), (M, np.array([[3], [0]]))]),
    "put_along_axis by name": ("np.put_along_axis(y, i, 2.0, axis=0)", [(M, np.array([[1, 0, 1]])), (M, np.array([[2, 0, 1]]))]),
    "take": ("y = np.take(y, i)", [*ONE_AXIS, (M, np.array([5])), (M, np.array([6]))]),
    "take along an axis": ("y = np.take(y, i, axis=1)", [(M, np.array([2])), (M, np.array([3]))]),
    "method take": ("y = y.take(i)", ONE_AXIS),
    "take_along_axis": ("y = np.take_along_axis(y, i, 1)", [(M, np.array([[2], [0]])), (M, np.array([[3], [0]]))]),
    "brackets": ("y[i] = 2.0", ONE_AXIS),
}  # fmt: skip


def source(call):
    return function_file(f"def f(x, i):\n    y = x * 1\n    {call}\n    return y")


@pytest.mark.parametrize("name", CALLS)
def test_out_of_range_raises_in_checked_code(name):
    call, inputs = CALLS[name]
    original = load(source(call), "program").f
    compiled = load(checked(source(call), frozenset({Check.INDEX})), "program_jax").f
    outcomes = [outcome(original, given) for given in inputs]
    assert {isinstance(each, IndexError) for each in outcomes} == {False, True}
    for given, expected in zip(inputs, outcomes, strict=True):
        assert_same_outcome(expected, compiled, given)


@pytest.mark.parametrize("name", CALLS)
def test_and_is_announced_otherwise(name):
    found = [d.code for d in hybridc.check(source(CALLS[name][0])).diagnostics]
    assert found.count("HYB501") == 1


@pytest.mark.parametrize("call", ["np.add.at(y, [0, 1], 2.0)", "np.put(y, 0, 2.0)", "y = np.take(y, [0, -1])"])
def test_places_that_the_text_says_are_not(call):
    assert "HYB501" not in [d.code for d in hybridc.check(source(call)).diagnostics]


TORCH = [
    "x.gather(0, i)",
    "torch.gather(x, 0, i)",
    "torch.index_select(x, 0, i)",
    "x.index_select(0, i)",
    "torch.take(x, i)",
    "x.scatter(0, i, x)",
    "torch.scatter_add(x, 0, i, x)",
    "x.scatter_reduce(0, i, x, 'sum')",
    "x.index_add(0, i, x)",
    "x.index_copy(0, i, x)",
    "x.index_fill(0, i, 1.0)",
    "x.index_put((i,), x)",
    "x.clone().scatter_(0, i, x)",
    "x.clone().index_add_(0, i, x)",
]


@pytest.mark.parametrize("call", TORCH)
def test_of_models_as_well(call):
    text = f"import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, i):\n        return {call}\n"
    assert [d.code for d in hybridc.check(text).diagnostics if not d.is_refusal].count("HYB501") == 1


def test_places_in_an_array_counted_through():
    text = function_file(
        "def f(x, i):\n    y = x * 1\n    rows, columns = np.unravel_index(i, (3, 4))\n    return y[0] + rows * 10 + columns"
    )
    original = load(text, "program").f
    compiled = load(checked(text, frozenset({Check.INDEX})), "program_jax").f
    for given in ((X, np.array([0, 11])), (X, np.array([0, 12])), (X, np.array([-1, 0]))):
        assert_same_outcome(outcome(original, given), compiled, given)
    assert [d.code for d in hybridc.check(text).diagnostics].count("HYB501") == 1
