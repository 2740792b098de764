"""Numbers of Python's and of NumPy's beside arrays that have fewer than 64 bits: the latter widen them."""

import math

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import converted, graph_function, load

X = np.array([1.0, 2.2, 3.0])
OF_NUMPY = {
    "a function of a number": "a * np.sqrt(2.0), a / np.sin(1), a ** np.hypot(1, 2), a - np.abs(-3)",
    "by a name": "np.maximum(a, k), np.where(a > 1, a, k), a * (k + 1), a * abs(k)",
    "of a count": "a * np.log(n), a - np.maximum(n, 1), a / np.sqrt(len(x)), W * np.exp(-1.0)",
    "its own": "a + np.float64(2), a * x.sum(), a * np.float32(2)",
}
OF_PYTHON = {
    "of an element": "a * float(x[0]), a - int(x[1]), a + round(x[1]), b * int(x[0]), b + round(x[1])",
    "of math": "a * math.sqrt(x[0]), a / math.floor(x[2]), a * math.sqrt(2.0), a ** math.exp(x[0])",
    "computed": "a * (n / 2), a * (len(x) / 2), a * s, a + max(s, 1.5), b * n, a / (n if s > 1 else 2)",
    "in functions": "np.where(a > s, a, s), np.maximum(a, s), np.minimum(a, float(x[0])), np.clip(a, 0, s)",
    "in place": "changed(a.copy(), s, n)",
    "written": "written(np.zeros(3, np.float32), x), written(np.zeros(3, np.int16), x)",
}
JOINED = "np.stack([a, i]), np.concatenate([a, i]), np.hstack([i, a]), np.vstack([a, b]), np.column_stack((i, a)), np.stack([a, x])"
TEXT = """import math

import numpy as np

W = np.ones(3, np.float32)


def changed(a, s, n):
    a *= s
    a += n
    a[1] -= s
    return a


def written(a, x):
    for j in range(3):
        a[j] = float(x[j]) * 2
    a[0] = int(x[2])
    return a


def f(x):  # hybridc: graph
    a, b, i = x.astype(np.float32), x.astype(np.int16), np.arange(3)
    k = np.sqrt(2.0)
    n, s = 0, 0.0
    for v in x:
        n += 1 if v > 1 else 0
        s += float(v)
    return {expression}
"""


@pytest.mark.parametrize("expression", [*OF_NUMPY.values(), *OF_PYTHON.values(), JOINED])
def test_each_widens_or_takes_the_dtype_as_in_numpy(expression):
    text = TEXT.replace("{expression}", f"({expression}, n)")
    code = converted(text)
    expected, found = (load(each).f(X.copy()) for each in (text, code))
    assert len(found) == len(expected)
    for one, other in zip(found[:-1], expected[:-1], strict=True):
        for mine, theirs in zip(one, other, strict=True) if isinstance(other, tuple) else [(one, other)]:
            assert mine.dtype == theirs.dtype
            assert_close(mine, theirs, rtol=1e-5)


def test_without_narrow_ones_functions_stay_as_they_are():
    code = converted(graph_function("x, n", "m = n + 1\nreturn x * np.sqrt(2.0) + x / np.sqrt(m)"))
    assert "return x * jnp.sqrt(2.0) + x / jnp.sqrt(m)" in code


@pytest.mark.parametrize("n", [2, 2.5, np.float32(2.5)])
def test_with_any_dtype_a_parameter_may_be_either(n):
    text = graph_function("x, n", "return x * np.sqrt(n), x * n, x / np.exp(-n)")
    code = converted(text, any_dtype=True)
    expected, found = (load(each).f(X.astype(np.float32), n) for each in (text, code))
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert_close(one, other, rtol=1e-5)


def test_what_numpy_makes_of_a_number_is_the_same_while_it_is_traced():
    assert math.isclose(load(converted(graph_function("x", "return np.sqrt(x.size)"))).f(X), math.sqrt(3))


SMALL = {
    "compared by a function": "np.less(u, -1), np.equal(u, 356), np.greater(i, 200), np.not_equal(300, u), np.isclose(u, 356)",
    "compared with a name": "u < n, u[0] < n, u < 300 + len(x), np.less(u, n), n > i",
    "summed by Python": "sum(u + u), sum(i * 2), sum([u[0], u[0], u[1]]), sum(u, 1), sum(x > 50), sum(v * 2 for v in u)",
    "beside arrays of numbers": "np.array(2) * u, np.asarray(3) + i, np.array([1, 2, 3]) * a, np.array(2.0) * a, np.array([[1, 2, 3]]) + a",
    "beside lists": "np.dot([1, 2, 3], a), np.hypot(a, [1, 2, 3]), np.where(x > 50, a, [1, 2, 3]), np.average(a, weights=[1, 2, 3])",
    "what lists give": "np.sum([1, 2]) * a, np.max([1.0, 2.0]) * a, np.outer(a, [1, 2]), np.maximum(a, [1, 2, 99])",
}


@pytest.mark.parametrize("body", SMALL)
def test_numbers_have_room_beside_small_ones(body):
    first = "u, i, a = x.astype(np.uint8), x.astype(np.int8), x.astype(np.float32)\nn = 300\n"
    text = graph_function("x", f"{first}return {SMALL[body]}")
    x = np.array([100.0, 57.5, 3.0])
    with np.errstate(all="ignore"):
        expected, found = (load(each).f(x) for each in (text, converted(text)))
    for one, other in zip(found, expected, strict=True):
        assert np.asarray(one).dtype == np.asarray(other).dtype
        assert_close(one, other, rtol=1e-5)


@pytest.mark.filterwarnings("error::FutureWarning")
def test_numbers_of_pythons_that_are_computed_are_stored_with_the_dtype_of_the_array():
    body = """out, some, set_ = np.zeros(3, np.uint8), np.zeros(3, np.int16), np.zeros(3, bool)
part = np.ones(3, np.float32)
for i in range(3):
    out[i] = round(x[i])
    some[i] = int(x[i]) + i
    set_[i] = int(x[i] > 2)
    out[i] = min(255, int(x[i] * 100))
    some[i] += round(x[i])
    part[i] += float(x[i])
    part[i] *= 1.1
    part[i] -= x[i]
part += float(x[1])
return out, some, set_, part
"""
    text = graph_function("x", body)
    for one, other in zip(load(converted(text)).f(X), load(text).f(X), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


COMPLEX = """
n = len(x)
half = n // 2
y, z = x.astype(np.float32), np.zeros(n, dtype=complex)
for k in range(half):
    t = np.exp(-2j * np.pi * k / n) * y[k + half]
    z[k], z[k + half] = x[k] + t, x[k] - t
w = x.astype(np.complex64)
return z, np.exp(1j * 2.0) * w, np.abs(3 + 4j) * y, np.sqrt(-1 + 0j) * w, y * np.exp(-2j * np.pi * n / 4)
"""


@pytest.mark.parametrize("any_dtype", [False, True])
def test_complex_numbers_of_pythons_stay_complex(any_dtype):
    text = graph_function("x", COMPLEX)
    found, expected = load(converted(text, any_dtype=any_dtype)).f(np.arange(4.0)), load(text).f(np.arange(4.0))
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert_close(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("n", [300, 44, -1, 44.5])
def test_parameters_beside_small_integers_are_compared_whole(n):
    body = "u = x.astype(np.uint8)\nreturn u < n, u == n, np.less(u, n), n > u, np.where(u > n, 1, 0), u[0] < n"
    text = graph_function("x, n", body)
    x = np.array([10.0, 44.0, 200.0])
    for one, other in zip(load(converted(text)).f(x, n), load(text).f(x, n), strict=True):
        np.testing.assert_array_equal(one, other)


def test_lists_that_the_text_does_not_show_widen_single_numbers():
    text = (
        "import numpy as np\n\nC = [1, 2, 3]\n\n\ndef f(x, w=[1, 2, 3]):  # hybridc: graph\n"
        "    v = x.astype(np.float32)\n    return v * C, v + C, v @ C, C - v, v * w, v * np.mgrid[0:3]\n"
    )
    for one, other in zip(load(converted(text)).f(X), load(text).f(X), strict=True):
        assert one.dtype == other.dtype
        assert_close(one, other, rtol=1e-6)


@pytest.mark.parametrize("base", ["k", "k * 1.5", "2.0 - k", "-k", "n / 2 - k"])
def test_roots_of_what_may_be_a_negative_number_of_pythons_are_told_of(base):
    text = graph_function("x, k", f"n = len(x)\nreturn np.sin(x) * ({base}) ** 0.5")
    assert "HYB516" in {d.code for d in hybridc.check(text).diagnostics}
    assert np.iscomplexobj(load(text).f(X, -9 if base.startswith("k") else 9))


@pytest.mark.parametrize("base", ["abs(k)", "np.sum(x) - k", "k * k", "len(x)"])
def test_roots_of_other_numbers_are_not(base):
    text = graph_function("x, k", f"return np.sin(x) * ({base}) ** 0.5")
    assert "HYB516" not in {d.code for d in hybridc.check(text).diagnostics}


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32, bool, np.float64])
def test_what_may_be_an_array_or_a_number_has_numpys_dtype(kind):
    text = graph_function("x", "return np.sin(x), np.radians(x), np.exp(x), np.hypot(x, x)")
    x = np.array([1, 0, 3]).astype(kind)
    for given in (x, 2, 0.5):
        found, expected = load(converted(text, any_dtype=True)).f(given), load(text).f(given)
        for one, other in zip(found, expected, strict=True):
            assert one.dtype == other.dtype
            assert_close(one, other, rtol=2e-3)
