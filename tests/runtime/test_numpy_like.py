"""`runtime.numpy_like`: the dtypes and values of NumPy, for arrays of every dtype."""

import jax
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime import numpy_like

WIDE = ["int64", "float64", "complex128"]
DTYPES = ["bool", "uint8", "int8", "int16", "int32", "uint32", "float16", "float32", "complex64", *WIDE]
CALLS = [
    *[(name, (0,)) for name in ("cumsum", "cumprod", "nancumsum", "nancumprod")],
    ("cumulative_prod", ()),
    *[(name, (mode,)) for name in ("convolve", "correlate") for mode in ("full", "same", "valid")],
    ("poly", ()),
    ("polyder", (2,)),
    ("polyint", (1,)),
    ("vander", (3,)),
]
pytestmark = pytest.mark.wide


def vector(dtype, length=6, seed=0):
    numbers = np.random.default_rng(seed).integers(0, 120, length)
    return (numbers % 2 if dtype == "bool" else numbers % 7 if dtype in ("float16", "int16") else numbers).astype(dtype)


def assert_is(found, expected):
    assert found.dtype == expected.dtype
    rtol = 100 * np.finfo(expected.dtype).eps if expected.dtype.kind in "fc" else 0
    assert_close(np.asarray(found, complex), np.asarray(expected, complex), rtol=rtol)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("name", "more"), CALLS)
def test_the_result_is_numpys(name, more, dtype):
    if name == "poly" and dtype.startswith("complex"):
        return  # whether NumPy's are real depends on their values
    given = [vector(dtype), vector(dtype, 4, 1)] if name in ("convolve", "correlate") else [vector(dtype)]
    try:
        with np.errstate(all="ignore"):
            expected = getattr(np, name)(*given, *more)
    except TypeError:
        return  # NumPy does not take such
    function = getattr(numpy_like, name)
    assert_is(jax.jit(lambda *arrays: function(*arrays, *more))(*given), expected)


@pytest.mark.parametrize(("n", "m"), [(3, 7), (7, 3), (4, 4), (1, 5), (5, 1)])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_integers_of_any_lengths_are_convolved_as_numpy_does(name, mode, n, m):
    a, v = vector("uint8", n), vector("uint8", m, 1)
    assert_is(getattr(numpy_like, name)(a, v, mode), getattr(np, name)(a, v, mode))


@pytest.mark.parametrize("dtype", ["int32", "float32", "float64"])
def test_a_float_power_has_64_bits(dtype):
    assert_is(numpy_like.float_power(vector(dtype), 2), np.float_power(vector(dtype), 2))
