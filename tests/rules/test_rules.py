"""Every rule says what it is about, and its own examples prove it."""

import ast
import string

import pytest

import hybridc
from hybridc.rules import RULES
from hybridc.rules.base import Rule, catalogue

WITHOUT_EXAMPLES = {"HYB902", "HYB903", "HYB904", "HYB905", "HYB906", "HYB907"}  # not about a program's text
DIRTY = [pytest.param(r, e, id=f"{r.code}-{i}") for r in RULES.values() for i, e in enumerate(r.dirty)]
CLEAN = [pytest.param(r, e, id=f"{r.code}-{i}") for r in RULES.values() for i, e in enumerate(r.clean)]


def codes(source):
    return {d.code for d in hybridc.check(source).diagnostics}


@pytest.mark.parametrize(("rule", "example"), DIRTY)
def test_dirty_examples_are_reported(rule, example):
    assert rule.code in codes(example)


@pytest.mark.parametrize(("rule", "example"), CLEAN)
def test_clean_examples_are_not(rule, example):
    assert rule.code not in codes(example)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_explanations_have_a_summary_and_headings(rule):
    assert rule.summary().endswith(".")
    assert len(rule.summary()) <= 80
    assert "## Why" in rule.explanation()
    assert "## Instead" in rule.explanation() or "## What hybridc writes" in rule.explanation()


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_help_uses_no_detail_that_the_message_lacks(rule):
    fields = [{f for _, f, _, _ in string.Formatter().parse(t) if f} for t in (rule.message, rule.help)]
    assert fields[1] <= fields[0]


def test_every_rule_about_source_has_examples():
    assert {code for code, rule in RULES.items() if not (rule.dirty and rule.clean)} == WITHOUT_EXAMPLES


@pytest.mark.parametrize(("rule", "example"), CLEAN)
def test_clean_examples_are_programs(rule, example):
    assert ast.parse(example).body


def test_two_rules_with_one_code_are_rejected():
    class Twin(Rule):
        """A twin."""

        code, name = "HYB101", "twin"

    with pytest.raises(ValueError, match="share the code HYB101"):
        catalogue(RULES["HYB101"], Twin)
