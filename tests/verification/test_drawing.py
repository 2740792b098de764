"""Random inputs: within their range, hard, and the same every time."""

import numpy as np
import pytest

from hybridc.verification.child.drawing import PLAIN, Draw, array, scalar
from hybridc.verification.spec import Choice, Interval

FLOATS = ["float16", "float32", "float64"]


def drawn(style="uniform", dtype="float64", within=None, shape=(200,), index=0, seed=0, name="x"):
    return array(Draw(index, seed, style), name, np.dtype(dtype), shape, within)


@pytest.mark.parametrize("style", PLAIN)
@pytest.mark.parametrize("dtype", [*FLOATS, "int8", "uint8", "int64"])
@pytest.mark.parametrize("within", [Interval(0, 1), Interval(1, 3, True, True), Interval(0.1, 7.3), Interval(5, 5)])
def test_values_are_within_and_of_the_dtype(style, dtype, within):
    if np.dtype(dtype).kind in "iu" and within == Interval(1, 3, True, True):
        assert set(drawn(style, dtype, within).tolist()) == {2}
    values = drawn(style, dtype, within)
    assert values.dtype == dtype
    wide = values.astype(np.float64)
    assert (wide > within.low if within.is_low_open else wide >= within.low).all()
    assert (wide < within.high if within.is_high_open else wide <= within.high).all()


def test_styles_are_what_they_say():
    assert len(np.unique(drawn("uniform"))) == 200
    assert np.unique(drawn("repeats")).tolist() == [-2.0, -1.0, 0.0, 1.0, 2.0]
    assert 60 < (drawn("zeros") == 0).sum() < 180
    assert np.unique(drawn("ends", within=Interval(-3, 5))).tolist() == [-3.0, 5.0]
    assert (drawn("negatives") <= 0).all()
    assert len(np.unique(drawn("negatives", within=Interval(1, 2)))) == 1
    assert np.isnan(drawn("nan")).any()
    assert {np.inf, -np.inf, np.finfo(np.float32).max} <= set(drawn("infinite", "float32").tolist())
    assert np.unique(drawn("zeros", "bool")).tolist() == [False]
    assert np.unique(drawn("uniform", "bool")).tolist() == [False, True]
    assert np.isnan(drawn("nan", "complex64").real).any()


def test_special_numbers_are_not_for_integers():
    assert drawn("nan", "int8").dtype == np.int8


def test_one_element_of_a_special_draw_is_special():
    assert np.isnan(drawn("nan", shape=(1,))).all()
    assert np.isnan(drawn("nan", shape=())).all()


def test_choices():
    assert set(drawn(within=Choice((1, 4))).tolist()) == {1.0, 4.0}


@pytest.mark.parametrize("style", [*PLAIN, "nan", "infinite"])
def test_no_elements(style):
    assert drawn(style, shape=(0, 3)).shape == (0, 3)


def test_the_same_seed_gives_the_same_numbers():
    assert np.array_equal(drawn(), drawn())
    assert not np.array_equal(drawn(), drawn(seed=1))
    assert not np.array_equal(drawn(), drawn(index=1))
    assert not np.array_equal(drawn(), drawn(name="y"))


def test_both_dtypes_get_the_same_numbers():
    assert np.array_equal(drawn().astype(np.float32), drawn(dtype="float32"))


def test_scalars_are_python_s_or_numpy_s():
    draw = Draw(0, 0, "uniform")
    assert type(scalar(draw, "n", "int", Interval(1, 6))) is int
    assert type(scalar(draw, "n", "float", None)) is float
    assert type(scalar(draw, "n", "bool", None)) is bool
    assert type(scalar(draw, "n", "complex", None)) is complex
    assert type(scalar(draw, "n", "f32", None)) is np.float32


def test_a_range_without_integers():
    with pytest.raises(ValueError, match="there is no int64 between"):
        drawn(dtype="int64", within=Interval(0.2, 0.8))


@pytest.mark.parametrize(
    ("name", "chosen", "is_forced", "expected"),
    [
        ("float", None, False, "float64"),
        ("float", "f32", False, "float32"),
        ("complex", "f32", False, "complex64"),
        ("f64", "f32", False, "float64"),
        ("f64", "f32", True, "float32"),
        ("c64", "f64", True, "complex128"),
        ("i8", "f32", True, "int8"),
        ("int", "f32", True, "int64"),
        ("bool", "f32", True, "bool"),
    ],
)
def test_dtypes(name, chosen, is_forced, expected):
    assert Draw(0, 0, "uniform", chosen, is_forced).dtype(name) == np.dtype(expected)
