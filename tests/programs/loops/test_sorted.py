"""`sorted` of numbers that compiled code computes: the list that Python gives."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, assert_same, converted, graph_function, load

V = np.array([3.0, -1.0, 4.0, 0.5])
CASES = [(V, 2), (-V, 0), (np.array([5, -3, 7, 5]), 6)]

# The body of `f(x, k)`.
PROGRAMS = {
    "of_numbers": "t = sorted([np.sum(x), x.max(), x[0]])\nreturn t",
    "of_a_tuple_and_literals": "t = sorted((np.sum(x), k, 2.5))\nreturn t[0], t[-1], len(t)",
    "of_an_array": "t = sorted(x)\nreturn t, t[1], len(t), t[1:3]",
    "of_rows_of_one_element": "return sorted(x[:, None]), sorted([x[:1], x[1:2], x[2:3]])",
    "from_the_largest": "return sorted(x, reverse=True), sorted([x[1], x[0], k], reverse=True)",
    "of_whole_numbers": "return sorted([int(x[0]), k, 3])",
    "unpacked": "low, mid, high = sorted([x[0], x[1], x[2]])\nreturn high - low, mid",
    "gone_over": "s = 0.0\nfor v in sorted([x[2], x[0], k]):\n    s = s * 2 + v\nreturn s",
    "it_is_new": "y = x * 1\nt = sorted([y[0], y[1]])\ny[0] = 9\nt[0] = k\nreturn t, y",
    "compared": "t = sorted([np.sum(x), x[0] * 2])\nif t[0] > k:\n    return t[1]\nreturn t[0]",
    "a_median": "t = sorted(x)\nn = len(t)\nreturn t[n // 2] if n % 2 else (t[n // 2 - 1] + t[n // 2]) / 2",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_list_is_the_same(name):
    code = assert_agree(graph_function("x, k", PROGRAMS[name]), "f", CASES)
    assert "jnp.sort(" in code or "control.ordered(x" in code


BY_PYTHON = {
    "of_pairs": "return sorted([(np.sum(x), 1), (x[0], 2)])",
    "of_what_is_zipped": "return sorted(zip(x, x[::-1])), sorted(enumerate(x), reverse=True)",
    "by_a_key": "return sorted([x[0], x[1]], key=lambda v: -v), sorted(x, key=abs), sorted(x, key=lambda v: v > k, reverse=True)",
    "of_places": "return sorted(range(len(x)), key=lambda i: x[i])",
    "of_arrays": "a, b = sorted([x, x[::-1] * 2], key=np.sum)\nreturn a - 2 * b",
    "of_a_generator": "return sorted(v * v for v in x), sorted((abs(v), v) for v in x)[0]",
    "of_lists_of_one_kind": "return sorted([[x[1], k], [x[0], 3]])[0][1]",
}


@pytest.mark.parametrize("name", BY_PYTHON)
def test_python_compares_element_by_element(name):
    assert_agree(graph_function("x, k", BY_PYTHON[name]), "f", CASES)


def test_lists_that_the_function_is_given_are_sorted():
    source = graph_function("xs", "t = sorted(xs)\nreturn np.sqrt(t[0]) + t[-1], sorted(xs, reverse=True), len(t)")
    original, generated = load(source).f, load(converted(source)).f
    for xs in ([3.0, 1.0, 2.0], (3, 1), V + 2, [np.float64(2.5)]):
        assert_same(original(xs), generated(xs))
    with pytest.raises(TypeError, match="numbers of different dtypes"):
        generated([np.uint8(3), 300])


# What Python compares otherwise, or one array cannot hold.
REFUSED = {
    "in_an_order_that_is_given": "return sorted([x[0], x[1]], reverse=k > 1)",
    "of_small_numbers_and_others": "y = x.astype(np.uint8)\nreturn sorted([y[0], -1])",
    "of_truth_values": "return sorted([x[0] > k, x[1] > k])",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_sorts_otherwise_is_refused(name):
    result = hybridc.convert(graph_function("x, k", REFUSED[name]), filename="program.py")
    assert result.code is None
    assert "HYB402" in {d.code for d in result.refusals}


def test_that_nan_goes_elsewhere_is_told():
    result = hybridc.check(graph_function("x, k", "return sorted([x[0], x[1]])"), filename="program.py")
    assert "HYB505" in {d.code for d in result.diagnostics}
