"""Comparisons are no stricter than machines agree, and no laxer."""

import ast
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close

ROW = np.array([1000.0, -250.0, 1e-4], np.float32)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (ROW + np.float32([0, 0, 3e-4]), ROW),  # what cancels is off by the rounding of its terms
        (ROW, ROW),
        (jnp.asarray(ROW), ROW.astype(np.float64)),
        ([np.nan, np.inf, 2.0], np.array([np.nan, np.inf, 2.0])),
        (np.arange(3), [0, 1, 2]),
        (jnp.asarray([1.0, 3.0], jnp.bfloat16), np.array([1.004, 3.0], np.float32)),
        (np.zeros(3), 0.0),
        (np.zeros(0, np.float32), np.zeros(0, np.float32)),
        (np.array([1e8 + 1e-6j]), np.array([1e8 + 0j])),
    ],
)
def test_what_rounding_explains_is_close(found, expected):
    assert_close(found, expected)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (ROW + np.float32([0, 0, 0.1]), ROW),
        (ROW * np.float32(1.0001), ROW),
        ([1.0, np.nan], [1.0, 2.0]),
        ([1.0, 2.0], [1.0, np.inf]),
        ([1000001, 2], [1000000, 2]),
        (np.array([1e9, 1.001]), np.array([1e9, 1.0])),  # of 64 bits: the large do not excuse the small
        (np.zeros((2, 1)), np.zeros(2)),
        (np.zeros(1), np.zeros(3)),
    ],
)
def test_what_it_does_not_is_not(found, expected):
    with pytest.raises(AssertionError):
        assert_close(found, expected)


def test_the_tolerance_is_what_is_asked_for():
    assert_close([1.009, 0.009], [1.0, 0.0], rtol=1e-2, atol=1e-2)
    with pytest.raises(AssertionError):
        assert_close(np.float64([1.02, 0.0]), np.float64([1.0, 0.0]), rtol=1e-2)


def test_every_comparison_of_the_tests_is_this_one():
    others = [
        f"{file.name}:{node.lineno}"
        for file in Path(__file__).parent.rglob("*.py")
        if file.name != "closeness.py" and "assert_allclose" in (text := file.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "assert_allclose"
    ]
    assert not others
