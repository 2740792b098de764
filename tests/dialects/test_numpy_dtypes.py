"""docs/dtypes.md is true: its tables list every program of one call or operator that has other dtypes or values than NumPy's,
for arrays of every dtype, and nothing else; what it shows is what convert writes."""

import importlib.util
import re
from pathlib import Path

import pytest
from dtype_cases import CASES
from dtype_outcomes import outcome, said

import hybridc
from hybridc.dialects.numpy import NUMPY

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "dtypes.md").read_text(encoding="utf-8")


def listed(x32):
    spec = importlib.util.spec_from_file_location("generate_dtypes", DOCS / "generate_dtypes.py")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    return said(generator.section(PAGE, x32)[1])


@pytest.mark.sampled(20)
@pytest.mark.parametrize("x32", [False, True], ids=["64", "32"])
@pytest.mark.parametrize("title", CASES)
def test_the_page_says_what_differs(title, x32):
    assert outcome(title, x32) == listed(x32).get(title, ""), "run `python docs/generate_dtypes.py`"


@pytest.mark.parametrize("x32", [False, True])
def test_the_page_lists_what_there_is(x32):
    assert not listed(x32).keys() - CASES.keys()


def test_arrays_of_64_bits_are_numpys():
    """But for what integers are in XLA: powers beyond 64 bits, and division by zero."""
    wide = {"int64", "float64"}
    different = [t for t, words in listed(False).items() if wide & {*re.findall(r"\w+(?=[:,] )", words)}]
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
    code = hybridc.convert(source + f"    return i, {names}\n").code
    for each in after.split("`, `"):
        assert f" = {each}\n" in code
