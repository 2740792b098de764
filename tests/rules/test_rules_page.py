"""`docs/rules.md` says what the rules say."""

import importlib.util
from pathlib import Path

import pytest

from hybridc.rules import RULES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("generate_rules", DOCS / "generate_rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date(generator):
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert page == generator.page(), "run `python docs/generate_rules.py`"


def test_every_link_of_the_table_has_its_section(generator):
    headings = {line.removeprefix("## ") for line in generator.page().split("\n") if line.startswith("## ")}
    assert {heading.lower().replace(" ", "-") for heading in headings} == {generator.anchor(r) for r in RULES.values()}
