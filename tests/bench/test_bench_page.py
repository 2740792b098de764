"""docs/bench.md is true: its commands print what it shows, whatever the figures, and it names all keys and forms."""

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner
from measured import SHORT

from hybridc.bench import comparing, report
from hybridc.bench.request import Request
from hybridc.bench.systems import ALL
from hybridc_cli.main import cli

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bench.md").read_text()
COMMANDS = [
    pytest.param(*block.split("\n", 1), id=block.split("\n")[0])
    for block in re.findall(r"```console\n\$ (.*?)```", PAGE, re.S)
]


def without_figures(text):
    """Lines as words, with all numbers alike; whether it was noisy is left out."""
    text = re.sub(r"±?\b\d[\w.+-]*( (µs|ms|s|%)(?!\w))?", "#", text)
    lines = [" ".join(line.replace("±", "").split()) for line in text.splitlines()]
    lines = [line.replace("processors;", "processor;") for line in lines if "was noisy" not in line]
    return [re.sub(r"at worst \(.*\)", "at worst", line) for line in lines]


@pytest.mark.parametrize(("command", "expected"), COMMANDS)
def test_commands_print_what_is_shown(command, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "hybridc"
    result = CliRunner().invoke(cli, [*arguments, *SHORT])
    assert (result.exit_code, result.stderr) == (0, "")
    assert without_figures(result.stdout) == without_figures(expected)


@pytest.mark.parametrize("kind", [report.Benchmark, report.Contender, report.Batch, report.Timing, report.Quartiles])
def test_keys_are_named(kind):
    keys = PAGE.partition("## JSON")[2]
    assert [field.name for field in fields(kind) if f"`{field.name}`" not in keys] == []


def test_forms_and_defaults_are_named():
    assert [form.id for system in ALL.values() for form in system.forms if f"`{form.id}`" not in PAGE] == []
    assert f"`--rounds` ({Request('', ()).rounds})" in PAGE
    assert f"`--turn` ({Request('', ()).turn})" in PAGE
    assert f"`--timeout` ({Request('', ()).timeout:g} s)" in PAGE


@pytest.mark.parametrize(("dtype", "width"), [("float64", 8), ("float32", 4), ("float16", 2)])
def test_tolerances_are_those(dtype, width):
    row = re.search(rf"^\| {dtype}[^|]*\| (\S+) \| (\S+) \|", PAGE, re.M)
    assert tuple(map(float, row.groups())) == comparing.ALLOWED[width]
