"""Logarithms and the like of whole powers: what NumPy and Python give, so that `int` and `==` see the same numbers."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from differential import converted, graph_function, load
from hybridc.runtime import numpy_like

POWERS = {
    "log2": 2.0 ** np.arange(-60, 64),
    "log10": 10.0 ** np.arange(23),
    "cbrt": np.arange(-99.0, 100) ** 3,
    "exp2": np.arange(-60.0, 64),
}
WHOLE = {"log2": np.arange(-60, 64), "log10": np.arange(23), "cbrt": np.arange(-99, 100), "exp2": POWERS["log2"]}


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", POWERS)
def test_whole_numbers_are_exact(name, dtype):
    fits = np.abs(POWERS[name].astype(dtype)) == np.abs(POWERS[name])  # 10**11 is no float32
    with jax.enable_x64(True):
        found = jax.jit(getattr(numpy_like, name))(POWERS[name][fits].astype(dtype))
        assert found.dtype == dtype and np.array_equal(found, WHOLE[name][fits])


@pytest.mark.parametrize("name", POWERS)
def test_others_agree_and_so_do_slopes(name):
    x = np.concatenate([np.linspace(0.01, 9, 200), [1.0, 1.0000001, 0.9999999, 0.0, np.inf, np.nan]])
    ours, theirs = getattr(numpy_like, name), getattr(jnp, name)
    with jax.enable_x64(True), np.errstate(divide="ignore"):
        assert_close(ours(x), getattr(np, name)(x), rtol=1e-14)
        for each in x[:-2]:
            assert_close(jax.grad(ours)(each), jax.grad(theirs)(each), rtol=1e-14)
    for dtype in (jnp.float16, jnp.bfloat16, np.float32, np.int32):
        array = jnp.arange(1, 12).astype(dtype)
        assert ours(array).dtype == theirs(array).dtype
        assert_close(ours(array), getattr(np, name)(np.arange(1.0, 12.0)), rtol=0.01)


BODIES = {
    "of Python's": "return [int(math.log2(n)), int(math.log10(n * 125)), 2.0 ** int(math.log2(n)) == n]",
    "of NumPy's": "return np.floor(np.log2(x)), np.log10(x ** 3).astype(int), np.cbrt(x**3) == x, np.exp2(np.log2(x)) == x",
    "in a loop": "k = 0\nwhile np.log2(x[k]) < 3:\n    k += 1\nreturn k",
    "beside narrow numbers": "return (x.astype(np.float32) * math.log2(n)).dtype == np.float32",
}


@pytest.mark.parametrize("name", BODIES)
def test_programs_see_whole_numbers(name):
    text = graph_function("x, n", BODIES[name]).replace("import numpy", "import math\n\nimport numpy", 1)
    given = np.array([1.0, 2.0, 8.0, 64.0, 1024.0]), 8.0
    expected, found = load(text).f(*given), load(converted(text)).f(*given)
    for mine, theirs in zip(np.atleast_1d(found), np.atleast_1d(expected), strict=True):
        assert np.array_equal(mine, theirs)


def test_what_python_gives():
    assert [int(numpy_like.log2(8.0)), int(numpy_like.cbrt(27.0))] == [int(math.log2(8)), int(math.cbrt(27))]


QUOTIENTS = {
    "by a number": "return (x / 49).astype(int), np.floor(x / 0.1), np.ceil((x - 1) / 0.7), np.trunc(-x / 49.0)",
    "by a global": "return np.rint(x / WIDTH), (x / WIDTH + 0.5).astype(np.int32)",
    "by a name": "w = 0.1\nh = 49\nreturn np.floor((x - x[0]) / w), np.round(x / h)",
    "Python's": "return [int(n / 49), math.floor(n / 0.7), math.ceil(n / WIDTH), round(n / 7), int(n / 49 * 2)]",
    "behind names": "q = x / 49\nr = q + 1\ny = x.copy()\ny /= 0.1\nm = x.sum() / len(x)\nreturn np.floor(r), np.floor(y), [int(m), int(n / 7)]",
    "in a branch": "q = n / 49 if n > 1 else n / 0.1\nk = 0\nif q > 0:\n    k = int(q)\nreturn [k, int(q + 1)]",
    "compared": "return x / 49 == 1, x / 7 % 1 == 0, [n / 49 == int(n / 49), n / 0.1 != round(n / 0.1)]",
    "means": "o = x * 0 + 3\nreturn [int(np.mean(o)), np.floor(o.mean()), math.ceil(o.mean() * 2), round(np.mean(o) + 1)]",
    "means of rows": "m = np.ones((3, len(x)))\nreturn np.floor(np.mean(m, axis=1)), np.trunc(m.mean(0)), m.mean(axis=1, keepdims=True).astype(int)",
    "by names in turn": "a, b = x / 49, x / 0.1\nreturn np.floor(a), np.floor(b), [int(v) for v in (x / 49)[:9]]",
    "by an array": "w = np.full(len(x), 49.0)\nreturn np.floor(x / w), np.floor(x.reshape(-1, 1) / np.array([0.1, 49.0]))",
    "in a lambda": "h = lambda v: v / 49\nreturn np.floor(h(x)), [int(h(n))]",
    "in a helper": "return np.floor(ratio(x)), [int(ratio(n)), int(ratio(n * 2) + 1)]",
    "of a helper": "return cells(x, 0.1), cells(x, 49), cells(x, w=0.7)",
    "of the index": "out = np.zeros(9)\nfor i in range(len(x)):\n    out[int(x[i] / 49) % 9] += 1\nreturn out",
}


@pytest.mark.parametrize("name", QUOTIENTS)
def test_whole_numbers_of_quotients(name):
    head = "import math\n\nimport numpy as np\n\nWIDTH = 0.1\n\n\ndef ratio(v):\n    return v / 49\n\n\ndef cells(v, w):\n    return np.floor(v / w)\n\n\ndef f(x, n):  # hybridc: graph\n"
    text = head + "".join(f"    {line}\n" for line in QUOTIENTS[name].split("\n"))
    ours, theirs = load(converted(text)).f, load(text).f
    for of, count in ((49.0, 400), (0.1, 400), (0.7, 400), (1.0, 50), (1.0, 99)):
        x = np.arange(1, count) * of
        for n in (49.0, 98.0, 0.7 * 3, 0.1 * 3, 0.6):
            for mine, original in zip(ours(x, n), theirs(x, n), strict=True):
                assert np.array_equal(mine, original) and np.asarray(mine).dtype == np.asarray(original).dtype


@pytest.mark.parametrize("decimals", [-2, 0, 1, 2, 3, 6])
def test_rounded_to_decimals(decimals):
    text = graph_function("x, n", f"return np.round(x, {decimals}), x.round({decimals}), np.around(x, {decimals})")
    x = np.concatenate([np.random.default_rng(3).uniform(-9, 9, 2000), [0.125, 2.5, np.inf, np.nan]])
    for dtype in (np.float64, np.float32):
        found, expected = load(converted(text)).f(x.astype(dtype), 1), load(text).f(x.astype(dtype), 1)
        for mine, theirs in zip(found, expected, strict=True):
            assert np.array_equal(mine, theirs, equal_nan=True) and mine.dtype == theirs.dtype
    with jax.enable_x64(True):
        whole = np.array([1249, -1250, 50, 150, 7])
        assert np.array_equal(jax.jit(lambda a: numpy_like.rounded(a, -2))(whole), np.round(whole, -2))


def test_quotients_have_the_types_and_slopes_of_divisions():
    for dtype in ("bool", "uint8", "int32", "float16", "float32"):
        array = jnp.ones(3, dtype)
        for by in (49, 49.0):
            assert numpy_like.quotient(array, by).dtype == (array / by).dtype
    assert_close(jax.grad(lambda x: numpy_like.quotient(x, 49.0))(2.0), 1 / 49)
    assert np.isnan(numpy_like.quotient(jnp.nan, 3.0)) and np.isinf(numpy_like.quotient(1.0, 0.0))
