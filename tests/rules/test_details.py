"""A rule is made with the details of its templates, no others, and a type checker sees that."""

import os
from pathlib import Path

import pytest

from hybridc import Location
from hybridc.dialects import ALL
from hybridc.interpret.calls import REFUSALS
from hybridc.rules import ForwardOnly, HostSync, SharedMemory

TYPED = """\
from hybridc.rules import RULES, ForwardOnly, Rule, SharedMemory

found: list[Rule] = []
"""
WRONG = {
    'SharedMemory(name="a")': 'Missing named argument "other"',
    'SharedMemory(name="a", othr="b")': 'Unexpected keyword argument "othr"',
    'SharedMemory(name="a", other=1)': 'incompatible type "int"; expected "str"',
    'SharedMemory("a", "b")': "Too many positional arguments",
    'ForwardOnly(name="a")': 'Unexpected keyword argument "name"',
    'RULES["HYB101"](call="f")': 'Unexpected keyword argument "call"',
    "SharedMemory": 'incompatible type "type[SharedMemory]"; expected "Rule"',
}
RIGHT = ('SharedMemory(name="a", other="b")', 'SharedMemory(name="a", other="b", place="c")', "ForwardOnly()")


@pytest.mark.long
def test_a_wrong_detail_is_a_type_error(tmp_path, monkeypatch):
    api = pytest.importorskip("mypy.api")
    lines = [f"found.append({call})" for call in (*WRONG, *RIGHT)]
    (tmp_path / "reports.py").write_text(TYPED + "\n".join(lines) + "\n")
    monkeypatch.setenv("MYPYPATH", os.fspath(Path(__file__).parents[2] / "transpiler"))
    monkeypatch.chdir(tmp_path)
    told, trouble, _ = api.run(["--strict", "--no-error-summary", "reports.py"])
    assert trouble == ""
    first = TYPED.count("\n") + 1
    found = dict(line.removeprefix("reports.py:").split(": error: ") for line in told.splitlines() if "error" in line)
    assert [*found] == [str(first + n) for n in range(len(WRONG))]
    assert [w for w, line in zip(WRONG.values(), found.values(), strict=True) if w not in line] == []


def test_rules_of_the_same_details_are_equal():
    assert SharedMemory(name="a", other="b") == SharedMemory(name="a", other="b", place="")
    assert SharedMemory(name="a", other="b") != SharedMemory(name="a", other="c")
    assert HostSync(call="f") != ForwardOnly()


def test_a_detail_is_replaced_in_a_copy():
    rule = SharedMemory(name="a", other="b")
    assert rule.replaced(other="c") == SharedMemory(name="a", other="c")
    assert rule.other == "b"


def test_a_rule_becomes_a_diagnostic():
    found = SharedMemory(name="a", other="b", place=", a parameter,").diagnostic("net.py", Location(1, 2, 1, 3), "f")
    assert found.message == "`a` is written in place while `b`, a parameter, may share its memory"
    assert (found.code, found.filename, found.location.line, found.function) == ("HYB303", "net.py", 1, "f")


def test_what_lines_of_tables_refuse_with_has_its_details():
    refused = {entry.refusal for dialect in ALL for name in dialect.names for entry in dialect.lookup(name)}
    assert refused - {None} == REFUSALS.keys()
