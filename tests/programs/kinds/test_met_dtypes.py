"""What two arguments give that may be numbers of Python's or arrays of any dtype: NumPy's dtypes and values."""

import numpy as np
import pytest

from closeness import assert_close
from differential import converted, load

NARROW, SMALL, HALF = np.array([1, 2], np.float32), np.array([1, 2], np.int16), np.array([1, 2], np.float16)
PAIRS = [
    (2, NARROW), (2.0, NARROW), (2, SMALL), (NARROW, 2.0), (NARROW, SMALL), (SMALL, 2), (np.float32(2), 2.0),
    (True, SMALL), (2, 3.0), (2, 3), (HALF, np.arange(2)), (np.float64(2), NARROW), (np.ones(2), NARROW),
]  # fmt: skip
MET = [
    "np.maximum(x, n)", "np.where(x > 0, x, n)", "np.power(x, n)", "np.fmod(x, n)", "np.hypot(x, n)", "np.copysign(x, n)",
    "np.divide(x, n)", "np.clip(x, n, 3)", "np.clip(x, 0, n)", "np.select([x > 1], [x], n)", "np.sum([x + x, n])",
    "np.maximum(x, 1) * n", "np.where(x > 0, x, 0) * n",
    "np.minimum(x, 2.5) * n", "np.add(np.roll(x, 0), np.roll(n, 0))", "np.float_power(x, n)", "np.prod([x * 2, n])",
]  # fmt: skip
WHOLE = ["np.gcd(x, n)", "np.bitwise_or(x, n)", "np.left_shift(x, n)", "np.floor_divide(x, n)", "np.ldexp(x, n)"]


def agree(text, pairs):
    source = f"import numpy as np\n\n\ndef f(x, n):\n    return {text}\n"
    original, compiled = load(source).f, load(converted(source, any_dtype=True)).f
    checked = 0
    for x, n in pairs:
        try:
            wanted = original(x, n)
        except (TypeError, ValueError):  # of arrays of two lengths in a list
            continue
        found = np.asarray(compiled(x, n))
        assert found.dtype == np.asarray(wanted).dtype, (x, n)
        assert_close(found, wanted)
        checked += 1
    assert checked


@pytest.mark.parametrize("text", MET)
def test_of_numbers(text):
    agree(text, PAIRS)


@pytest.mark.parametrize("text", WHOLE)
def test_of_integers(text):
    agree(text, [(x, n) for x, n in PAIRS if np.asarray(n).dtype.kind == np.asarray(x).dtype.kind == "i"])
