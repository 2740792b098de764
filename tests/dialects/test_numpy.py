"""Every line of the tables that converts is run against NumPy: values, shapes, dtypes, and the facts it states."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from numpy_lines import F2, FREE_VECTORS, SYMMETRIC, as_jax, as_numpy, cases, entries, on_jax

from closeness import assert_close
from hybridc.dialects.numpy import NUMPY

pytestmark = pytest.mark.sampled(10)

PAIRS = [
    pytest.param(entry, case, id=f"{entry.name}-{i}") for entry in entries() for i, case in enumerate(cases(entry))
]


@pytest.mark.parametrize(("entry", "case"), PAIRS)
def test_a_line_agrees_with_numpy(entry, case):
    arguments, keywords, places = case
    with np.errstate(all="ignore"):
        expected = as_numpy(entry, arguments, keywords)
    ours = as_jax(entry, [on_jax(a) for a in arguments], {k: on_jax(v) for k, v in keywords.items()}, places)
    theirs, values = (
        jax.tree_util.tree_leaves(list(expected) if isinstance(expected, tuple) else expected),
        jax.tree_util.tree_leaves(ours),
    )
    if isinstance(ours, tuple):
        values = list(itertools.chain.from_iterable(jax.tree_util.tree_leaves(v) for v in ours))
    assert len(theirs) == len(values)
    narrow = (
        any(getattr(a, "dtype", None) == np.float32 for a in arguments)
        or "16" in (entry.target or "")
        or "32" in (entry.target or "")
    )
    for one, other in zip(values, theirs, strict=True):
        assert np.shape(one) == np.shape(other)
        assert_close(np.asarray(one), np.asarray(other), rtol=1e-3 if narrow else 1e-7, atol=1e-3 if narrow else 1e-9)
        assert np.asarray(one).dtype == np.asarray(other).dtype
        if entry.dtype in ("float64", "int", "bool", "complex"):
            assert (
                np.asarray(other).dtype == {"float64": float, "int": int, "bool": bool, "complex": complex}[entry.dtype]
            )


@pytest.mark.parametrize(("entry", "case"), PAIRS)
def test_a_result_that_shares_memory_is_called_a_view(entry, case):
    arguments, keywords, _ = case
    with np.errstate(all="ignore"):
        result = as_numpy(entry, arguments, keywords)
    parts = result if isinstance(result, tuple | list) else [result]
    sources = [
        a
        for argument in arguments
        for a in (argument if isinstance(argument, list) else [argument])
        if isinstance(a, np.ndarray)
    ]
    if any(isinstance(p, np.ndarray) and np.shares_memory(p, s) for p in parts for s in sources):
        assert entry.is_view


@pytest.mark.parametrize("entry", [e for e in entries() if not e.is_static], ids=lambda e: e.name)
def test_every_line_has_a_case(entry):
    assert cases(entry) or entry.name.removeprefix("numpy.") in FREE_VECTORS


@pytest.mark.parametrize("module", ["", "linalg", "fft", "random"])
def test_every_public_name_is_mapped_or_refused(module):
    names = dir(getattr(np, module)) if module else dir(np)
    public = getattr(getattr(np, module), "__all__", names) if module in ("linalg", "fft") else names
    prefix = f"numpy.{module}." if module else "numpy."
    missing = [n for n in public if not n.startswith("_") and prefix + n not in NUMPY]
    assert missing == []


def test_every_method_and_attribute_of_an_array_is_mapped_or_refused():
    assert [n for n in dir(np.ndarray) if not n.startswith("_") and f"ndarray.{n}" not in NUMPY] == []


def test_decompositions_multiply_back():
    w, v = jnp.linalg.eigh(SYMMETRIC)
    assert_close(w, np.linalg.eigh(SYMMETRIC)[0])
    assert_close(v @ jnp.diag(w) @ v.T, SYMMETRIC)
    u, s, vh = jnp.linalg.svd(F2, full_matrices=False)
    assert_close(s, np.linalg.svd(F2)[1])
    assert_close(u * s @ vh, F2)
    q, r = jnp.linalg.qr(F2)
    assert_close(q @ r, F2)
    assert jnp.linalg.svd(F2)[0].shape == np.linalg.svd(F2)[0].shape
