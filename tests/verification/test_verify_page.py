"""docs/verify.md is true: its specs are specs, and its keys are those of the report."""

import re
from pathlib import Path

import pytest

from hybridc.verification import protocol
from hybridc.verification.child.drawing import PLAIN
from hybridc.verification.child.tolerance import allowed
from hybridc.verification.spec_reader import DTYPES, read_items
from verification.settings import SETTINGS

PAGE = (Path(__file__).parents[2] / "docs" / "verify.md").read_text()
SPECS = re.findall(r"^\| `(\w+=[^`]*)` \|", PAGE, re.M)
JSON = PAGE.partition("## JSON")[2]


@pytest.mark.parametrize("spec", SPECS)
def test_specs_are_specs(spec):
    assert read_items(spec)


def test_there_are_specs_and_all_dtypes_are_named():
    assert len(SPECS) >= 9
    assert all(re.search(rf"\b{dtype}\b", PAGE) for dtype in DTYPES)
    assert all(f"*{style}*" in PAGE for style in PLAIN)


@pytest.mark.parametrize(
    "form", [protocol.Draw, protocol.Comparison, protocol.Printed, protocol.Raised, protocol.First]
)
def test_keys_are_named(form):
    assert [key for key in form.__annotations__ if f"`{key}`" not in JSON] == []


@pytest.mark.parametrize(("dtype", "width"), [("float64", 8), ("float32", 4), ("float16", 2)])
def test_tolerances_are_those(dtype, width):
    row = re.search(rf"^\| {dtype}, \w+ \| (\S+) \| (\S+) \|", PAGE, re.M)
    assert tuple(map(float, row.groups())) == allowed(width, SETTINGS)
