"""Values at the edges, and the dtypes and shapes that a line states, for the types of §6 of the design.

Types narrower than int64 and float64 follow JAX's promotion, as do truth values where only floats make sense.
"""

import jax
import numpy as np
import pytest
from numpy_lines import as_jax, as_numpy, entries, on_jax

pytestmark = pytest.mark.sampled(10)

jax.config.update("jax_enable_x64", True)

_rng = np.random.default_rng(2)
FLOATS = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, 1e300, 7.0, -7.0, np.pi])
INTEGERS = np.array([-7, -3, -1, 1, 2, 3, 7, 2**40, 5])
TIES = np.array([2.0, 2.0, 1.0, 3.0, 3.0])
HOLES = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan], [4.0, 4.0, -1.0]])
ARRAYS = [FLOATS, INTEGERS, TIES, HOLES, np.array(-2.5), np.array(3), np.zeros((2, 3)), np.array([True, False, True])]
COMPLEX = np.array([1 + 2j, 3 - 1j, -0.5j, -2 + 0j])
TYPES = {"bool": np.bool_, "int64": np.int64, "float64": np.float64, "complex128": np.complex128}

UNLIKE = {
    # name: why values or dtypes differ, and for what
    "numpy.argsort": "ties: NumPy's default sort is not stable",
    "numpy.polyder": "integers: JAX gives the same numbers as floats",
    "numpy.polyint": "integers: JAX gives the same numbers as floats",
    "numpy.convolve": "integers: JAX gives the same numbers as floats",
    "numpy.correlate": "integers: JAX gives the same numbers as floats",
    "numpy.spacing": "XLA flushes denormal numbers to zero",
    "numpy.maximum": "complex numbers with a NaN part",
    "numpy.minimum": "complex numbers with a NaN part",
    "numpy.ldexp": "of two Python numbers NumPy makes float16",
    "numpy.empty_like": "holds anything in NumPy",
}


def takes_arrays(entry, count):
    required = [p.name for p in entry.parameters if p.default is None and not p.variadic]
    return (
        len(required) == count
        and not entry.is_static
        and not entry.static_parameters & set(required)
        and "jnp.asarray(x" not in (entry.target or "")
    )


UNARY = [e for e in entries() if takes_arrays(e, 1) and "." not in e.name.removeprefix("numpy.")]
BINARY = [e for e in entries() if takes_arrays(e, 2) and e.shape == "elementwise"]


def results(entry, arguments, keywords):
    """NumPy's and ours, or None where either says that the call makes no sense."""
    with np.errstate(all="ignore"):
        try:
            expected = as_numpy(entry, arguments, keywords)
            ours = as_jax(entry, [on_jax(a) for a in arguments], keywords, entry.bind(len(arguments), keywords)[0])
        except (ValueError, TypeError, IndexError, NotImplementedError):
            return None
    return [list(map(np.asarray, r if isinstance(r, tuple | list) else [r])) for r in (expected, ours)]


def differences(entry, calls):
    found = []
    for arguments, keywords in calls:
        both = results(entry, arguments, keywords)
        for expected, ours in zip(*(both or ([], [])), strict=True):
            truths = all(np.asarray(a).dtype == bool for a in arguments)
            same = expected.shape == ours.shape and (expected.dtype == ours.dtype or truths)
            narrow = expected.dtype == np.float16 or ours.dtype == np.float32
            rtol, atol = (1e-3, 1e-6) if narrow else (1e-9, 1e-12)
            if not same or not np.allclose(ours, expected, rtol=rtol, atol=atol, equal_nan=True):
                found.append((arguments, keywords, expected, ours))
    return found


@pytest.mark.parametrize("entry", [e for e in UNARY if e.name not in UNLIKE], ids=lambda e: e.name)
def test_values_at_the_edges_of_one_array(entry):
    calls = [((array,), {}) for array in ARRAYS]
    if any(p.name == "axis" for p in entry.parameters):
        calls += [((HOLES,), {"axis": axis}) for axis in (0, -1)]
    assert differences(entry, calls) == []


def _grid(values):
    left, right = np.meshgrid(values, values)
    return left.ravel(), right.ravel()


@pytest.mark.parametrize("entry", [e for e in BINARY if e.name not in UNLIKE], ids=lambda e: e.name)
def test_values_at_the_edges_of_two_arrays(entry):
    calls = [(_grid(FLOATS), {}), (_grid(INTEGERS), {}), ((INTEGERS, np.array(0.5)), {})]
    calls += [((array, number), {}) for array in (FLOATS, INTEGERS) for number in (2, -2, 3.5)]
    calls += [((number, array), {}) for array in (FLOATS, INTEGERS) for number in (2, -2, 3.5)]
    if entry.name in ("numpy.power", "numpy.pow", "numpy.float_power"):  # a negative integer exponent: HYB507
        calls = [((FLOATS, e), {}) for e in (2, 3, -1, 0.25)] + [((INTEGERS, 3), {}), ((np.abs(FLOATS), FLOATS), {})]
    assert differences(entry, calls) == []
