"""What counts as the same: structure, shape, dtype, values."""

from collections import namedtuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hybridc.verification.child.comparing import Comparer, is_identical
from verification.settings import SETTINGS

jax.config.update("jax_enable_x64", True)
Point = namedtuple("Point", "x y")


class Own:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


class Other:
    pass


def compare(original, converted, width=8, **settings):
    return Comparer({**SETTINGS, **settings}, frozenset({"Own"}), width).results(original, converted)


def only(original, converted, **settings):
    (comparison,) = compare(original, converted, **settings)
    return comparison


def reason(original, converted, **settings):
    return only(original, converted, **settings)["reason"]


@pytest.mark.parametrize(
    ("original", "converted"),
    [
        (3, jnp.asarray(3)),
        (3.0, jnp.asarray(3.0)),
        (True, jnp.asarray(True)),
        (2j, jnp.asarray(2j)),
        (3, 3),
        (2**70, 2**70),
        (None, None),
        ("a", "a"),
        (b"a", b"a"),
        (float("nan"), float("nan")),
        (np.float32(2), jnp.float32(2)),
        (np.array([np.nan, np.inf, -np.inf]), jnp.array([np.nan, np.inf, -np.inf])),
        (np.array([0.0]), jnp.array([-0.0])),
        (np.array([1.0]), jnp.array([1.0 + 1e-10])),
        (np.array([0.0]), jnp.array([1e-13])),
        (np.array([], dtype=np.int8), jnp.array([], dtype=jnp.int8)),
        (np.zeros((0, 3)), jnp.zeros((0, 3))),
        (np.array([1, 2], dtype=np.uint8), jnp.array([1, 2], dtype=jnp.uint8)),
        ([], []),
        ({}, {}),
        ({"b": 1, "a": 2}, {"a": 2, "b": 1}),
        (Point(1, 2), Point(1, 2)),
        (np.array(["a", "b"]), np.array(["a", "b"])),
        (jnp.ones(2, dtype=jnp.bfloat16), jnp.ones(2, dtype=jnp.bfloat16)),
        (Own(a=np.ones(2)), Own(a=jnp.ones(2))),
    ],
)
def test_the_same(original, converted):
    assert [c["status"] for c in compare(original, converted)] == ["same"] * len(compare(original, converted))


@pytest.mark.parametrize(
    ("original", "converted", "why"),
    [
        (np.ones(3), jnp.ones(3, dtype=jnp.float32), "dtype: float64 became float32"),
        (np.ones(3, dtype=np.float32), jnp.ones(3), "dtype: float32 became float64"),
        (np.int64(1), jnp.asarray(1.0), "dtype: int64 became float64"),
        (1, jnp.asarray(1.0), "dtype: int became float64"),
        (True, jnp.asarray(1), "dtype: bool became int64"),
        (1.0, jnp.float32(1), "dtype: float became float32"),
        (1, jnp.int32(1), "dtype: int became int32"),
        (1, jnp.asarray(2.0), "dtype: int became float64; values"),
        (np.ones(3), jnp.ones((3, 1)), "shape: (3,) became (3, 1)"),
        (np.ones(1), jnp.asarray(1.0), "shape: (1,) became ()"),
        (np.array([1.0]), jnp.array([1.0 + 1e-8]), "values"),
        (np.array([np.nan]), jnp.array([1.0]), "values"),
        (np.array([1.0]), jnp.array([np.nan]), "values"),
        (np.array([np.inf]), jnp.array([-np.inf]), "values"),
        (np.array([3]), jnp.array([4]), "values"),
        (np.array([True]), jnp.array([False]), "values"),
        (2**70, jnp.asarray(1.0), "values"),
        ("a", "b", "values"),
        (None, jnp.asarray(0), "type: NoneType became ArrayImpl"),
        ((1, 2), [1, 2], "structure: `tuple` became `list`"),
        ((1, 2), (1,), "structure: 2 elements became 1"),
        (Point(1, 2), (1, 2), "structure: `Point` became `tuple`"),
        ({"a": 1, "c": 3}, {"a": 1, "b": 2}, "structure: missing: ['c']; new: ['b']"),
        ((1, 2), jnp.array([1, 2]), "structure: `tuple` became an array of shape (2,)"),
        (np.array(["a"]), np.array(["a", "a"]), "values"),
        (jnp.ones(2, dtype=jnp.bfloat16), 1.1 * jnp.ones(2, dtype=jnp.bfloat16), "values"),
        (Other(), Other(), "values of type Other cannot be compared"),
    ],
)
def test_different(original, converted, why):
    comparison = only(original, converted)
    assert (comparison["status"], comparison["reason"]) == ("different", why)


def test_differences_are_measured():
    x = np.array([1.0, 2.0, 4.0])
    comparison = only(x, jnp.asarray(x + np.array([0.0, 3, 1]) * np.spacing(x)))
    assert comparison["max_absolute"] == 3 * np.spacing(2.0)
    assert comparison["max_ulp"] == 3
    assert comparison["status"] == "same"


def test_the_first_that_differs_is_named():
    x = np.zeros((2, 3))
    y = x.copy()
    y[1, 1], y[1, 2] = 5.0, 7.0
    comparison = only(x, y)
    assert comparison["differing"] == 2
    assert comparison["first"] == {"index": [1, 1], "original": "0.0", "converted": "5.0"}
    assert comparison["max_absolute"] == 7.0


def test_an_infinite_difference_has_no_size():
    comparison = only(np.array([1.0, np.inf]), np.array([2.0, 3.0]))
    assert (comparison["max_absolute"], comparison["max_ulp"], comparison["differing"]) == (None, None, 2)


def test_integers_differ_by_python_s_integers():
    comparison = only(np.array([-(2**63)]), np.array([2**63 - 1]))
    assert comparison["max_absolute"] == float(2**64 - 1)
    assert comparison["max_ulp"] is None


def test_complex_numbers_by_both_parts():
    assert only(np.array([1 + 1j]), np.array([1 + 1j]))["max_ulp"] == 0
    assert only(np.array([1 + 1j]), np.array([1 + 2j]))["max_absolute"] == 1.0
    assert only(np.array([1 + 1j]), np.array([complex(1, np.nan)]))["status"] == "different"


def test_a_coarser_number_is_measured_in_its_own_steps():
    x = np.array([1.0 + 1e-9])
    assert only(x, jnp.asarray(x, dtype=jnp.float32))["max_ulp"] == 0
    assert reason(x, jnp.asarray(x, dtype=jnp.float32), ignore_dtypes=True) is None


def test_tolerance_is_that_of_the_coarsest_number_that_went_in():
    assert reason(np.array([1.0]), np.array([1.00001])) == "values"
    assert compare(np.array([1.0]), np.array([1.00001]), width=4)[0]["status"] == "same"


def test_python_s_numbers_take_the_width_of_what_went_in():
    assert compare(1.0, jnp.float32(1), width=4)[0]["status"] == "same"
    assert compare(np.float64(1), jnp.float32(1), width=4)[0]["status"] == "different"


def test_tolerances_can_be_given():
    one, near = np.array([1.0]), np.array([1.0 + 4 * np.spacing(1.0)])
    assert reason(one, near, rtol=0.0, atol=0.0) == "values"
    assert reason(one, near, ulp=3) == "values"
    assert reason(one, near, ulp=4) is None
    assert reason(np.array([1.0]), np.array([1.5]), atol=0.5) is None


def test_without_x64_numbers_are_narrow():
    assert reason(np.ones(2), jnp.ones(2, dtype=jnp.float32), x32=True) is None
    assert reason(3, jnp.int32(3), x32=True) is None
    assert reason(np.ones(2), jnp.ones(2, dtype=jnp.float16), x32=True) == "dtype: float64 became float16"


def test_dtypes_can_be_ignored_but_values_not():
    assert reason(np.int64(3), jnp.asarray(3.0), ignore_dtypes=True) is None
    assert reason(np.int64(3), jnp.asarray(3.5), ignore_dtypes=True) == "values"


def test_paths_lead_to_the_leaves():
    tree = {"a": [1, (2, Point(3, 4))], 5: Own(w=6)}
    assert [c["path"] for c in compare(tree, tree)] == [
        "result['a'][0]",
        "result['a'][1][0]",
        "result['a'][1][1].x",
        "result['a'][1][1].y",
        "result[5].w",
    ]


def test_what_holds_itself_ends():
    loop = []
    loop.append(loop)
    assert "nested too deeply" in reason(loop, loop)


def test_an_object_whose_eq_raises():
    class Angry(Other):
        def __eq__(self, other):
            raise RuntimeError

        __hash__ = None

    assert reason(Angry(), Angry()) == "values"


def test_identical_is_to_the_bit():
    assert is_identical([np.array([np.nan])], [np.array([np.nan])], frozenset())
    assert not is_identical(np.array([1.0]), np.array([1.0 + np.spacing(1.0)]), frozenset())
    assert not is_identical(np.array([1]), np.array([1.0]), frozenset())
    assert not is_identical([1], [1, 2], frozenset())
