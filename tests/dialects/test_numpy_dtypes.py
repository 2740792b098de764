"""docs/dtypes.md is true: its tables list every program of one call or operator that has other dtypes or values than NumPy's,
for arrays of every dtype, and nothing else; what it shows is what convert writes."""

import inspect
import re
import warnings

import jax
import numpy as np
import pytest
from dtype_cases import CASES
from dtype_outcomes import FORMS, outcome, said

from closeness import assert_close
from differential import converted, graph_function, load
from hybridc import hybridize
from hybridc.dialects.numpy import NUMPY
from scripts import ROOT, script

PAGE = (ROOT / "docs/dtypes.md").read_text(encoding="utf-8")


def listed(form):
    return said(script("docs/generate_dtypes.py").section(PAGE, form)[1])


@pytest.mark.sampled(40)
@pytest.mark.parametrize("form", FORMS, ids=["64", "32", "any"])
@pytest.mark.parametrize("title", CASES)
def test_the_page_says_what_differs(title, form):
    assert outcome(title, form) == listed(form).get(title, ""), "run `python docs/generate_dtypes.py`"


@pytest.mark.parametrize("form", FORMS)
def test_the_page_lists_what_there_is(form):
    assert not listed(form).keys() - CASES.keys()


def test_arrays_of_64_bits_are_numpys():
    """But for what integers are in XLA: powers beyond 64 bits, and division by zero."""
    wide = {"int64", "float64"}
    different = [t for t, words in listed("").items() if wide & {*re.findall(r"\w+(?=[:,] )", words)}]
    assert [t for t in different if not re.search(r"\*\*|//|pow|float32|tril|triu", t)] == []


def test_every_function_and_method_has_a_case():
    bodies = " ".join(CASES.values())
    missing = []
    for name in NUMPY.names:
        short = name.replace("numpy.", "np.").replace("ndarray.", ".")
        converts = any(e.target is not None and not e.is_static for e in NUMPY.lookup(name))
        if converts and not re.search(rf"{re.escape(short)}\b", bodies):
            missing.append(name)
    assert missing == []


@pytest.mark.parametrize(
    ("before", "after"), re.findall(r"^\| `([^|]*?)`[^|]*? \| `(.*?)`.*\|$", PAGE.partition("## ")[0], re.M)
)
def test_the_page_shows_what_convert_writes(before, after):
    wanted = [each.split("`, `") for each in (before, after)]
    lines = ["i = x.astype(np.int32)", *(f"r{n} = {each}" for n, each in enumerate(wanted[0]))]
    source = "import numpy as np\n\n\ndef f(x, y):  # hybridc: graph\n" + "".join(f"    {line}\n" for line in lines)
    names = ", ".join(f"r{n}" for n in range(len(wanted[0])))
    code = converted(source + f"    return i, {names}\n")
    for each in after.split("`, `"):
        assert f" = {each}\n" in code


SMALL = [np.array([200, 3, 100, 7], dtype) for dtype in ("uint8", "int16", "int32")] + [
    np.array([True, False, True, True])
]
WIDE = [np.array([1.5, -2.0, 3.25, 7.0], dtype) for dtype in ("float64", "float32")] + [np.array([2**40, -3, 5, 7])]
# What says that a parameter may hold small integers or truth values, and what is computed with it.
TOLD = {
    "the call in the file": "def f(x):\n    return part(x > 2)\n\n\ndef part(m):\n    return np.mean(m), m / 2, np.exp(m)",
    "a keyword of the call": "def f(x):\n    return part(m=(x > 2) & (x < 9))\n\n\ndef part(m):\n    return m.std(), 2 / m.sum(), np.cos(m)",
    "the dtype that a call gives": "def f(x):\n    return part(np.asarray(x, np.int32))\n\n\ndef part(m):\n    return np.var(m), m / m, np.log(m + 5)",
    "a hint": "def f(x: np.ndarray[tuple, np.uint8]):\n    return x.mean(), np.median(x), np.sqrt(x * x), x / 3, 3 / x, x / x.max()",
    "the largest number of uint8": "def f(x):  # hybridc: graph\n    return x / 255, np.std(x)",
    "a denial": "def f(x):  # hybridc: graph\n    return np.mean(x), np.sum(~x)",
}


@pytest.mark.parametrize("given", [*SMALL, *WIDE], ids=lambda a: str(a.dtype))
@pytest.mark.parametrize("told", TOLD)
def test_what_may_hold_small_integers_is_computed_with_as_numpy_does(told, given):
    """Integers, truth values and floating point numbers alike: the runtime looks at what it is given."""
    source = "import numpy as np\n\n\n" + TOLD[told] + "\n"
    code = converted(source)
    with np.errstate(all="ignore"):
        try:
            expected = load(source).f(given)
        except TypeError:
            return  # `~x` of floating point numbers
    found = load(code).f(given)
    for one, other in zip(jax.tree_util.tree_leaves(found), jax.tree_util.tree_leaves(expected), strict=True):
        assert one.dtype == other.dtype
        eps = float(np.finfo(other.dtype).eps) if other.dtype.kind == "f" else 0
        assert_close(np.asarray(one, float), np.asarray(other, float), rtol=100 * eps, atol=100 * eps)


@pytest.mark.parametrize(
    "body",
    ["np.mean(x)", "x / 2.0", "x / y", "np.exp(x) - x.std(axis=0)", "x > 0", "x == 1", "np.where(x > y, x, 0.5)"],
)
def test_what_says_nothing_of_small_integers_stays_as_it_is(body):
    code = converted(graph_function("x, y", f"return {body}"))
    assert f"return {body.replace('np.', 'jnp.')}\n" in code


def mixed(x, y, n):
    whole = np.clip(x, -1, 300), np.clip(x, 0, 255), np.clip(x, -5, n)
    told = x < n, n > y, x == 300, x / 2, 3 / x, -7 / y
    met = x + y, x - y * 2, x * y, x / y, x % y, x + np.int64(3), np.float32(0.1) * x, x / x.max()
    return whole, told, met, np.mean(x), x.std(), np.sqrt(x), np.exp(y / 100), np.median(y), np.arctan2(x, y)


def kept(x, y):
    x = x.copy()
    x[:] = y * 30.0
    x[0] = y[1]
    return x, (y * -30.0).astype(np.uint32), (y * 30.0).astype(np.uint64), (y * -30.0).astype(np.int8)


PAIRS = [
    ("uint8", "uint8"), ("uint8", "float32"), ("int16", "float32"), ("int32", "float32"), ("int32", "int64"),
    ("uint8", "int8"), ("int64", "float32"), ("float32", "float64"), ("float64", "int16"),
]  # fmt: skip


@pytest.mark.parametrize("function", [mixed, kept], ids=["mixed", "kept"])
@pytest.mark.parametrize("form", ["converted", "hybridized"])
def test_any_dtype_is_computed_with_as_numpy_does(function, form):
    """With `--any-dtype`, and by `hybridize`: whatever meets, where nothing tells what the parameters hold."""
    if form == "hybridized":
        ours = hybridize(function)
    else:
        source = "import numpy as np\n\n\n" + inspect.getsource(function)
        ours = getattr(load(converted(source, any_dtype=True)), function.__name__)
    for dtypes in PAIRS:
        x, y = (np.array(v).astype(d) for v, d in zip(([120, 3, 100, 7], [2, 90, 11, 5]), dtypes, strict=True))
        given = (x, y, 300) if function is mixed else (x, y)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that are cut off
            expected, found = function(*given), ours(*given)
        leaves = zip(jax.tree_util.tree_leaves(found), jax.tree_util.tree_leaves(expected), strict=True)
        for place, (one, other) in enumerate(leaves):
            assert one.dtype == other.dtype, (dtypes, place)
            eps = float(np.finfo(other.dtype).eps) if other.dtype.kind == "f" else 0
            assert_close(np.asarray(one, float), np.asarray(other, float), rtol=100 * eps, atol=100 * eps)
