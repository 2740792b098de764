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
