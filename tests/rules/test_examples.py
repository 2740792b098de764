"""A rule's own examples prove it: its dirty programs raise its code, its clean ones do not, and what it says is so."""

import ast
import textwrap

import pytest

import hybridc
from hybridc import Options, Severity
from hybridc.rules import RULES

WITHOUT_EXAMPLES = {"HYB902", "HYB903", "HYB904", "HYB905", "HYB906", "HYB907", "HYB910"}  # not about a program's text
WITHOUT_EXAMPLES |= {"HYB410", "HYB411", "HYB908", "HYB909"}  # about saved graphs and their weights
NOT_PYTHON = {"HYB901"}  # its dirty examples are what it reports
NOTES = {code: rule for code, rule in RULES.items() if rule.severity is Severity.NOTE}
DIRTY = [pytest.param(r, e, id=f"{r.code}-{i}") for r in RULES.values() for i, e in enumerate(r.dirty)]
CLEAN = [pytest.param(r, e, id=f"{r.code}-{i}") for r in RULES.values() for i, e in enumerate(r.clean)]


STANDALONE = {"HYB409"}  # about modules that are to run without hybridc


def codes(source, options=None):
    return {d.code for d in hybridc.check(source, options=options).diagnostics}


def options_of(rule):
    return Options(standalone="hybridc_runtime") if rule.code in STANDALONE else Options()


def code_blocks(explanation):
    """The indented blocks of a text, each as a program of its own."""
    blocks, block = [], []
    for line in [*explanation.split("\n"), "end"]:
        if line.startswith("    ") or (block and not line):
            block.append(line)
        elif block:
            blocks.append(textwrap.dedent("\n".join(block)).strip() + "\n")
            block = []
    return blocks


def lines(code):
    """The lines of a program without their indentation, and without its layout."""
    return {line.strip() for line in ast.unparse(ast.parse(code)).split("\n")}


@pytest.mark.parametrize(("rule", "example"), DIRTY)
def test_dirty_examples_are_reported(rule, example):
    assert rule.code in codes(example, options_of(rule))


@pytest.mark.parametrize(("rule", "example"), CLEAN)
def test_clean_examples_are_not(rule, example):
    assert rule.code not in codes(example, options_of(rule))


@pytest.mark.parametrize(("rule", "example"), CLEAN)
def test_clean_examples_are_programs(rule, example):
    assert ast.parse(example).body


@pytest.mark.parametrize(("rule", "example"), [p for p in DIRTY if p.values[0].code not in NOT_PYTHON])
def test_dirty_examples_are_programs(rule, example):
    assert ast.parse(example).body


def test_every_rule_about_source_has_examples():
    assert {code for code, rule in RULES.items() if not (rule.dirty and rule.clean)} == WITHOUT_EXAMPLES


EXPLAINED = [
    pytest.param(b, id=f"{c}-{i}") for c, r in RULES.items() for i, b in enumerate(code_blocks(r.explanation()))
]


@pytest.mark.parametrize("block", EXPLAINED)
def test_code_in_an_explanation_is_python(block):
    assert ast.parse(block)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_explanations_show_code_where_the_rule_is_about_code(rule):
    assert bool(code_blocks(rule.explanation())) or rule.code in WITHOUT_EXAMPLES


@pytest.mark.parametrize("rule", NOTES.values(), ids=NOTES)
def test_a_note_shows_what_convert_writes(rule):
    before, after = next(b for b in code_blocks(rule.explanation()) if "# after" in b).split("# after\n")
    example = next(e for e in rule.dirty if lines(before) <= lines(e))
    assert lines(after) <= lines(hybridc.convert(example).code)
