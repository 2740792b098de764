"""Every rule is in the catalogue once, under its own name, and its texts are complete."""

import importlib
import pkgutil
import re
import string

import pytest

import hybridc.rules
from hybridc import Severity
from hybridc.rules import RULES
from hybridc.rules.base import Rule, catalogue

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def fields(template):
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


def defined():
    """The rules of every file of the package, by the file's name."""
    found = {}
    for module in pkgutil.walk_packages(hybridc.rules.__path__, "hybridc.rules."):
        names = vars(importlib.import_module(module.name)).values()
        rules = [n for n in names if isinstance(n, type) and issubclass(n, Rule) and n is not Rule]
        if not module.ispkg and module.name != "hybridc.rules.base":
            found[module.name.rpartition(".")[2]] = rules
    return found


def test_every_file_holds_one_rule_and_the_catalogue_has_them_all():
    files = defined()
    assert {rule for rules in files.values() for rule in rules} == set(RULES.values())
    assert {
        name: [re.sub(r"(?<!^)([A-Z])", r"_\1", r.__name__).lower() for r in rules] for name, rules in files.items()
    } == {name: [name] for name in files}


def test_every_folder_holds_the_codes_that_it_names():
    found = {rule: importlib.import_module(rule.__module__.rpartition(".")[0]).__doc__ for rule in RULES.values()}
    assert all(f"{code[:4]}xx" in found[rule] for code, rule in RULES.items())


def test_every_rule_is_exported_by_name():
    assert {rule.__name__ for rule in RULES.values()} <= set(hybridc.rules.__all__)
    assert all(getattr(hybridc.rules, rule.__name__) is rule for rule in RULES.values())


def test_codes_are_in_order():
    assert list(RULES) == sorted(RULES)
    assert all(rule.code == code for code, rule in RULES.items())


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_summaries_are_one_short_sentence(rule):
    assert rule.summary().endswith(".")
    assert len(rule.summary()) < 80
    assert rule.explanation().split("\n")[1] == ""


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_explanations_have_the_fixed_headings(rule):
    answer = "What hybridc writes" if rule.severity is Severity.NOTE else "Instead"
    assert HEADING.findall(rule.explanation()) == ["Why", answer]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_names_are_in_kebab_case(rule):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.slug)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_messages_take_their_details(rule):
    details = {field: f"<{field}>" for field in rule.__annotations__}
    assert fields(rule.message) == details.keys()
    assert all(value in rule(**details).filled_message() for value in details.values())
    assert rule.message[0].islower() or rule.message[0] in "`{"
    assert not rule.message.endswith(".")


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_help_uses_no_detail_that_the_message_lacks(rule):
    assert rule.help
    assert fields(rule.help) <= fields(rule.message)


def test_two_rules_with_one_code_are_rejected():
    class Twin(Rule):
        """A twin."""

        code, slug = "HYB101", "twin"

    with pytest.raises(ValueError, match="share the code HYB101"):
        catalogue(RULES["HYB101"], Twin)


def test_two_rules_with_one_name_are_rejected():
    class Namesake(Rule):
        """A namesake."""

        code, slug = "HYB999", "host-sync"

    with pytest.raises(ValueError, match="the name 'host-sync' is taken"):
        catalogue(RULES["HYB101"], Namesake)


def test_a_malformed_code_is_rejected():
    class Misnumbered(Rule):
        """A rule with a typing error."""

        code, slug = "HYB10", "misnumbered"

    with pytest.raises(ValueError, match="malformed code 'HYB10'"):
        catalogue(Misnumbered)
