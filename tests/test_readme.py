"""The README is true: its example is what convert writes, and its commands print what it shows."""

import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import hybridc
from hybridc.program.assumptions import Kind
from hybridc.rules import RULES
from hybridc_cli.main import cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
SEMANTICS = (ROOT / "docs/semantics.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.S)
PYTHON = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [
    pytest.param(*part.split("\n", 1), id=part.split("\n")[0])
    for language, text in [*BLOCKS, *re.findall(r"```(\w+)\n(.*?)```", SEMANTICS, re.S)]
    if language == "console"
    for part in re.split(r"^\$ ", text, flags=re.M)
    if part.strip()
]


def test_the_example_is_what_convert_writes():
    before, after = PYTHON[:2]
    assert hybridc.convert(before, filename="ema.py").code == after


def test_the_example_of_writing_in_place_is_what_convert_writes():
    before, after = (text for text in PYTHON if "def relax(" in text)
    assert hybridc.convert(before, filename="relax.py").code == after


@pytest.mark.parametrize("text", PYTHON[2:])
def test_python_examples_run(text, tmp_path):
    example = tmp_path / "example.py"
    example.write_text(text)
    runpy.run_path(str(example))


@pytest.mark.parametrize(("command", "expected"), COMMANDS)
def test_commands_print_what_is_shown(command, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "hybridc"
    assert CliRunner().invoke(cli, arguments).stdout == expected


@pytest.mark.parametrize("name", ["README.md", "docs/semantics.md", "CONTRIBUTING.md"])
def test_codes_and_files_that_are_named_exist(name):
    text = (ROOT / name).read_text()
    assert set(re.findall(r"HYB\d{3}", text)) <= RULES.keys()
    for link in re.findall(r"\]\(([^)]+)\)", text):
        path, _, place = link.partition("#")
        assert (ROOT / path).exists()
        assert not place or place in headings((ROOT / path).read_text())


def test_the_kinds_of_assumptions_are_those_that_there_are():
    rows = [tuple(line.strip("| ").split(" | ")) for line in SEMANTICS.split("\n") if line.startswith("| ")]
    assert rows[1:] == [(k.value.name, k.value.assumed, k.value.guard, k.value.happens) for k in Kind]


def headings(text):
    """What links to the headings of a page say behind `#`."""
    return {re.sub(r"[^\w -]", "", h).replace(" ", "-").lower() for h in re.findall(r"^#+ (.*)$", text, re.M)}


def test_make_targets_that_are_named_exist():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"make (demo|test|test-long|lint|format|bench)\b", README)) <= targets
