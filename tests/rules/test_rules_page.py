"""`docs/rules.md` says what the rules say."""

import pytest

from hybridc.rules import RULES
from scripts import ROOT, script


@pytest.fixture(scope="module")
def generator():
    return script("docs/generate_rules.py")


def test_the_page_is_up_to_date(generator):
    page = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    assert page == generator.page(), "run `python docs/generate_rules.py`"


def test_every_link_of_the_table_has_its_section(generator):
    headings = {line.removeprefix("## ") for line in generator.page().split("\n") if line.startswith("## ")}
    assert {heading.lower().replace(" ", "-") for heading in headings} == {generator.anchor(r) for r in RULES.values()}
