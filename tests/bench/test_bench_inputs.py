"""Inputs of a benchmark, and how results are compared."""

import numpy as np
import pytest

from hybridc.bench.comparing import Difference, largest_difference
from hybridc.bench.figures import calls_in, quartiles, step_of
from hybridc.bench.inputs import Inputs
from hybridc.bench.worker.leaves import arrays_of
from hybridc.bench.worker.targets import BadTarget, read_target


def test_one_dimension_is_filled_wherever_it_stands():
    inputs = Inputs(["x=f32[?,3]", "mask=bool[?]", "n=4"], [2, 7], seed=0)
    assert inputs.sizes == [2, 7] and inputs.names == ["x", "mask", "n"]
    drawn = inputs.drawn(7)
    assert {name: (a.dtype, a.shape) for name, a in drawn.arrays.items()} == {
        "x": (np.float32, (7, 3)),
        "mask": (bool, (7,)),
    }
    assert drawn.values == {"n": 4} and drawn.shown == {"x": "f32[7,3]", "mask": "bool[7]"}
    assert Inputs(["x=f32[b,3]", "y=f32[b]"], [], seed=0).sizes == [1]
    assert Inputs(["x=f32[2,3]"], [], seed=0).sizes == [None]


def test_a_name_that_looks_as_those_of_open_dimensions_is_one_dimension_more():
    assert Inputs(["x=f32[x_0,3]"], [5], seed=0).drawn(5).arrays["x"].shape == (5, 3)
    with pytest.raises(Exception, match=r"not \?, x_0"):
        Inputs(["x=f32[?,x_0]"], [5], seed=0)


def test_numbers_are_drawn_by_seed_and_name():
    first, again, other = (Inputs(["x=f64[50]", "y=f64[50]"], [], seed).drawn(None).arrays for seed in (1, 1, 2))
    assert np.array_equal(first["x"], again["x"])
    assert not np.array_equal(first["x"], other["x"]) and not np.array_equal(first["x"], first["y"])


@pytest.mark.parametrize(
    ("spec", "low", "high"),
    [
        ("i=i32[9000]", 0, 1),
        ("i=i64[9000] in [-3, 3)", -3, 2),
        ("i=u8[9000] in [0, 256)", 0, 255),
        ("i=i32[9000] in [0.5,2.5)", 1, 2),
    ],
)
def test_integers_reach_both_ends_of_their_range(spec, low, high):
    array = Inputs([spec], [], seed=0).drawn(None).arrays["i"]
    assert (array.min(), array.max()) == (low, high)


def test_fractions_in_a_range_and_dtypes_that_numpy_has_not():
    drawn = Inputs(["x=f16[9000] in [2, 3)", "y=bf16[4]", "z=c64[4]"], [], seed=0).drawn(None)
    assert drawn.arrays["x"].min() >= 2 and drawn.arrays["x"].max() <= 3
    assert drawn.arrays["y"].dtype == np.float32 and drawn.dtypes["y"] == "bf16"
    assert drawn.arrays["z"].dtype == np.complex64


def arrays(**given):
    return {name: np.asarray(value) for name, value in given.items()}


@pytest.mark.parametrize(
    ("reference", "found", "apart"),
    [
        (arrays(a=1.0), arrays(a=1.0 + 1e-10), 1e-10),
        (arrays(a=np.float32([1e-9, 1000])), arrays(a=np.float32([0, 1000])), 1e-9),
        (arrays(a=[1, 2]), arrays(a=np.int32([1, 2])), 0),
        (arrays(a=[np.nan, np.inf, 1]), arrays(a=[np.nan, np.inf, 1]), 0),
        (arrays(a=1.0, b=2.0), arrays(b=2.0, a=1.0), 0),
        ({"0": np.ones(2), "1": np.zeros(2)}, {"h": np.ones(2), "c": np.zeros(2)}, 0),
        (arrays(a=np.ones((0, 3))), arrays(a=np.ones((0, 3))), 0),
        (arrays(a=1j), arrays(a=1j), 0),
    ],
)
def test_what_counts_as_the_same(reference, found, apart):
    assert largest_difference(reference, found, None, None) == pytest.approx(apart, rel=1e-3)


@pytest.mark.parametrize(
    ("reference", "found", "words"),
    [
        (arrays(a=1.0), arrays(a=1.001), "`a` differs by 0.001"),
        (arrays(a=[1, 2]), arrays(a=[1, 5]), "`a` differs by 3, in whole numbers"),
        (arrays(a=[True]), arrays(a=[False]), "`a` differs by 1, in whole numbers"),
        (arrays(a=[1.0]), arrays(a=1.0), r"the shape \(\), and \(1,\)"),
        (arrays(a=1.0), arrays(a=1.0, b=1.0), "returns 2 arrays, and the reference 1 array"),
        (arrays(a=[1.0, np.nan]), arrays(a=[np.nan, 1.0]), "NaN or infinities"),
        (arrays(a=[np.inf]), arrays(a=[-np.inf]), "NaN or infinities"),
        (arrays(a=1.0), arrays(a=1.0 + 1e-3j), "differs by 0.001"),
        (arrays(a=0.0), arrays(a=1e-3), "differs by 0.001"),
    ],
)
def test_what_does_not(reference, found, words):
    with pytest.raises(Difference, match=words):
        largest_difference(reference, found, None, None)


def test_tolerances_that_are_given_count():
    assert largest_difference(arrays(a=[1.0, 100.0]), arrays(a=[2.0, 100.0]), 0.01, 0.0) == 1.0
    with pytest.raises(Difference):
        largest_difference(arrays(a=[1.0, 100.0]), arrays(a=[2.1, 100.0]), 0.01, 0.0)


def test_results_are_gone_into():
    found = arrays_of({"b": [np.ones(2), (3, "text", None)], "a": np.float32(1)}, lambda v: np.asarray(v) if not isinstance(v, (dict, list, tuple, str, type(None))) else None)  # fmt: skip
    assert list(found) == ["b.0", "b.1.0", "a"]


def test_turns_are_filled_and_slow_forms_take_fewer():
    assert calls_in(0.1, 0.001) == 100 and calls_in(0.1, 5.0) == 1 and calls_in(0.1, 0.0) == 10_000_000
    assert step_of(20, 0.1, 0.001) == 1 and step_of(20, 0.1, 0.15) == 2 and step_of(20, 0.1, 60.0) == 4
    assert step_of(4, 0.1, 60.0) == 1
    assert quartiles([3.0]).median == 3.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.py:Net", ("a.py", "Net", None)),
        ("C:\\a.py:sub.net", ("C:\\a.py", "sub.net", None)),
        ("a:b.py:get(1, rate=-0.5, sizes=(2, 3), table={'a': 1})",
         ("a:b.py", "get", ([1], {"rate": -0.5, "sizes": (2, 3), "table": {"a": 1}}))),
        ("a.py:get()", ("a.py", "get", ([], {}))),
    ],
)  # fmt: skip
def test_targets(text, expected):
    assert tuple(read_target(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["a.py", "a.py:", ":Net", "a.py:1", "a.py:get(x)", "a.py:get(1)(2)", "a.py:get(*[1])", "a.py:get(**{'a': 1})"],
)
def test_what_is_no_target(text):
    with pytest.raises(BadTarget):
        read_target(text)
