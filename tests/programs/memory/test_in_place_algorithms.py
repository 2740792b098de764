"""The golden cases of in-place code return what NumPy returns."""

from pathlib import Path

import numpy as np
import pytest

from differential import assert_agree, assert_same, converted, load

pytestmark = pytest.mark.sampled(3)

CASES = Path(__file__).parents[2] / "golden" / "cases"
RANDOM = np.random.default_rng(0)


def normal(*shape):
    return RANDOM.normal(size=shape)


TARGETS = np.array([1, 1, 2, 0])
ARGUMENTS = {
    "in_place_forms": {
        "heat_step": [(normal(6),)],
        "fdtd": [(normal(8), normal(8), 5)],
        "low_pass": [(normal(6), 0.3)],
        "pad_edges": [(normal(3, 4),), (np.arange(12).reshape(3, 4),)],
        "interleave": [(normal(3), normal(3))],
        "one_hot": [(np.array([0, 2, 1]), 3)],
        "winsorise": [(np.array([1.0, np.nan, 5.0, -3.0, 2.0]), -1.0, 3.0), (np.array([1, 5, -3]), -1, 3)],
        "pixel_codes": [(np.abs(normal(3, 3)),)],
        "lu": [(normal(4, 4),)],
        "bubble": [(normal(7),), (np.array([3, 1, 2, 2]),)],
        "shift_register": [(normal(4), 0.3)],
    },
    "in_place_calls": {
        "histogram": [(normal(20), -2.0, 2.0, 5)],
        "message_passing": [(normal(4, 2), np.array([0, 1, 1, 3]), TARGETS)],
        "softmax": [(normal(3, 4),)],
        "safe_ratio": [(normal(4), np.array([1.0, 0.0, 2.0, 0.0]))],
        "log_positive": [(normal(5),)],
        "correlation_kernel": [(0.3 * normal(4, 4), 2.0)],
        "trimmed_mean": [(normal(6, 2), 2)],
        "median_filter": [(normal(7),)],
        "mark": [(10 * normal(4, 5), np.array([1, 7, 7]))],
        "as_table": [(np.abs(normal(12)),)],
        "keep_phase": [(normal(6),)],
    },
    "views": {
        "clear_border": [(normal(4, 5),)],
        "relax": [(normal(5, 5), 4), (normal(5, 5), 0)],
        "normalise_rows": [(normal(3, 4),)],
        "rank_rows": [(normal(3, 4),)],
        "cumulative_columns": [(normal(3, 4),)],
        "red_black": [(normal(8), normal(8))],
        "even_odd": [(normal(8),)],
        "checker": [(4, 2.0)],
    },
    "aliases": {
        "best_seen": [(normal(9),)],
        "double_buffer": [(normal(6), 3), (normal(6), 4), (normal(6), 0)],
        "adam": [(normal(5, 3), 0.1)],
        "levels": [(normal(8),)],
        "clamp_both": [(normal(4), normal(5))],
        "splat": [(RANDOM.integers(0, 4, (6, 2)), normal(6))],
        "snapshot": [(normal(4),)],
    },
    "changed_arguments": {
        "simulate": [(normal(5, 6), 0.1, 3), (normal(5, 6), 0.1, 0)],
        "gram_schmidt": [(normal(3, 4),)],
        "eliminate": [(normal(4, 4), normal(4))],
    },
}


@pytest.mark.parametrize(("case", "function"), [(case, f) for case, functions in ARGUMENTS.items() for f in functions])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_values_agree(case, function):
    assert_agree((CASES / f"{case}.py").read_text(), function, ARGUMENTS[case][function])


def test_a_narrow_dtype_is_kept():
    source = (CASES / "in_place_forms.py").read_text()
    x = normal(4, 3)
    expected, actual = load(source).standardise(x), load(converted(source), "generated").standardise(x)
    assert actual.dtype == expected.dtype == np.float32
    assert_same(expected, actual, rtol=1e-5)


def test_host_code_takes_back_what_changes():
    source = (CASES / "changed_arguments.py").read_text()
    assert_same(load(source).report(3), load(converted(source), "generated").report(3))
