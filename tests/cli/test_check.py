"""`hybridc check` and `explain` as their users call them."""

import json
import os

import pytest
from click.testing import CliRunner

from hybridc_cli.main import cli

DIRTY = "import numpy as np\n\n\ndef f(x):\n    s = np.sum(x)\n    if s > 0:\n        s = s * 2\n    return s.item()\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(DIRTY)
    return tmp_path


def run(*arguments, **options):
    return CliRunner().invoke(cli, [*map(str, arguments)], **options)


def test_concise_lines(folder):
    result = run("check", "a.py", "--output-format", "concise")
    assert result.exit_code == 1
    assert result.stdout == (
        "a.py:6:5: HYB201 [note] `if` on a traced value becomes `jnp.where`\n"
        "a.py:8:12: HYB101 [error] `s.item` reads a traced value back into Python\n"
    )


def test_full_frames_point_at_the_code(folder):
    assert "  --> a.py:8:12\n  |\n8 |     return s.item()\n  |            ^^^^^^^^\n  = help: " in run(
        "check", "a.py"
    ).stdout.replace("   = help", "  = help")


def test_json_has_every_field(folder):
    found = json.loads(run("check", "a.py", "--output-format", "json").stdout)
    assert [d["code"] for d in found] == ["HYB201", "HYB101"]
    assert set(found[0]) == {
        "code",
        "severity",
        "message",
        "help",
        "filename",
        "line",
        "column",
        "end_line",
        "end_column",
        "function",
    }


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (["--select", "HYB1"], ["HYB101"]),
        (["--ignore", "HYB1"], ["HYB201"]),
        (["--select", "HYB201,HYB999"], ["HYB201"]),
        (["--select", "HYB2", "--select", "HYB1", "--ignore", "HYB201"], ["HYB101"]),
    ],
)
def test_codes_are_selected_and_ignored(folder, options, codes):
    found = json.loads(run("check", "a.py", "--output-format", "json", *options).stdout)
    assert [d["code"] for d in found] == codes


def test_exit_codes(folder):
    (folder / "clean.py").write_text("x = 1\n")
    (folder / "broken.py").write_text("def f(:\n")
    assert run("check", "clean.py").exit_code == 0
    assert run("check", "a.py").exit_code == 1
    assert run("check", "a.py", "--exit-zero").exit_code == 0
    assert run("check", "broken.py").exit_code == 2
    assert run("check", "missing.py").exit_code == 2
    assert run("check").exit_code == 2
    assert run("check", "a.py", "--output-format", "yaml").exit_code == 2


def test_statistics_count_by_code(folder):
    assert run("check", "a.py", "--statistics").stdout.split() == [
        "1",
        "HYB201",
        "traced-if",
        "1",
        "HYB101",
        "host-sync",
        *["1", "of", "1", "calls", "of", "frameworks", "are", "mapped"],
    ]


def test_stdin(folder):
    result = run("check", "-", "--stdin-filename", "b.py", "--output-format", "concise", input=DIRTY)
    assert result.stdout.startswith("b.py:6:5: HYB201")


def test_comments_switch_findings_off_but_not_refusals(folder):
    (folder / "a.py").write_text(
        DIRTY.replace("if s > 0:", "if s > 0:  # hybridc: ignore[HYB201]").replace(
            "s.item()", "s.item()  # hybridc: ignore[HYB101, HYB301]"
        )
    )
    found = json.loads(run("check", "a.py", "--output-format", "json").stdout)
    assert [d["code"] for d in found] == ["HYB101", "HYB801"]


def test_configuration_is_read_and_the_command_line_wins(folder):
    (folder / "pyproject.toml").write_text('[tool.hybridc]\nignore = ["HYB2"]\n')
    assert [d["code"] for d in json.loads(run("check", "a.py", "--output-format", "json").stdout)] == ["HYB101"]
    assert [
        d["code"] for d in json.loads(run("check", "a.py", "--output-format", "json", "--ignore", "HYB1").stdout)
    ] == ["HYB201"]


def test_checked_code_is_not_warned_of(folder):
    (folder / "b.py").write_text("import numpy as np\n\n\ndef f(x, i):\n    return np.sin(x)[i]\n")
    codes = lambda *options: run("check", "b.py", "--output-format", "concise", *options).stdout  # noqa: E731
    assert "HYB501" in codes()
    assert codes("--checked") == ""
    assert "HYB501" in codes("--checked=assert")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('ignor = ["HYB2"]', "did you mean `ignore`?"),
        ("select = 3", "must be of type list"),
        ("select = [3]", "must be a list of strings"),
        ('prints = "loud"', '"debug" or "drop"'),
        ("line-length = true", "must be of type int"),
        ('line-length = "x"', "must be of type int"),
        ("line-length = -5", "must be from 20 to 320"),
        ("line-length = 0", "must be from 20 to 320"),
        ("line-length = 1_000_000_000", "must be from 20 to 320"),
        ("select = [", "pyproject.toml"),
        ("checked = 3", "must be of type bool or list"),
        ('checked = ["bounds"]', "knows of index, assert, nan, div, not of 'bounds'"),
        (f"select = {'[' * 100_000}", "nested too deeply to be read"),
        (f"select = {'{a=' * 100_000}", "nested too deeply to be read"),
        (f"line-length = {'9' * 5000}", "Exceeds the limit"),
    ],
)
def test_bad_configuration_is_one_message(folder, table, message):
    (folder / "pyproject.toml").write_text(f"[tool.hybridc]\n{table}\n")
    result = run("check", "a.py")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert message in result.stderr


def test_a_project_without_tools_is_one_message(folder):
    (folder / "pyproject.toml").write_text("tool = 3\n")
    result = run("check", "a.py")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "`tool.hybridc` is not a table" in result.stderr


def test_directories_skip_environments_and_links(folder):
    (folder / "env").mkdir()
    (folder / "env" / "pyvenv.cfg").write_text("")
    (folder / "env" / "b.py").write_text(DIRTY)
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe.py")
    assert "in 1 file" in run("check", ".").stderr


@pytest.mark.parametrize("command", ["check", "convert"])
def test_what_cannot_be_looked_into_is_told_of(folder, monkeypatch, command):
    """A folder that may not be listed, and one that may be, of whose files nothing can be known."""
    for name in ("listed", "locked", "seen"):
        (folder / "src" / name).mkdir(parents=True)
        (folder / "src" / name / "a.py").write_text("x = 3\n")
    real_scandir, real_stat = os.scandir, os.stat

    def scandir(path="."):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return real_scandir(path)

    def stat(path, **how):
        if str(path).endswith(os.path.join("listed", "a.py")):
            raise PermissionError(13, "Permission denied", str(path))
        return real_stat(path, **how)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "stat", stat)
    result = run(command, "src", *(["-o", "out/"] if command == "convert" else []))
    assert result.exit_code == 2
    said = [line for line in result.output.splitlines() if "Permission denied" in line]
    assert len(said) == 2, result.output
    assert "src/locked" in result.output and "src/listed/a.py" in result.output
    assert command == "check" or (folder / "out" / "seen" / "a.py").exists()


def test_excerpts_are_in_the_encoding_of_the_file(folder):
    (folder / "b.py").write_bytes("# coding: latin-1\nname = 'é' 3\n".encode("latin-1"))
    assert "name = 'é' 3" in run("check", "b.py").stdout


def test_control_characters_never_reach_the_terminal(folder):
    (folder / "a\x1b[31m.py").write_text("def f(:  # \x1b[2J\u202e\n")
    result = run("check", ".")
    assert "\x1b" not in result.output + result.stderr
    assert "\u202e" not in result.output + result.stderr
    assert "\\x1b[31m" in result.output


def test_explain_teaches_one_code_and_lists_all():
    assert run("explain", "hyb201").stdout.startswith("# HYB201 traced-if (note)\n")
    assert run("explain", "traced-if").stdout == run("explain", "HYB201").stdout
    assert "HYB303  error" in run("explain").stdout
    result = run("explain", "HYB210")
    assert result.exit_code == 2
    assert "did you mean" in result.stderr


def test_help_and_version():
    assert "Exit status" in run("--help").stdout
    assert "Exit status" in run("check", "-h").stdout
    assert run("--version").stdout.startswith("hybridc, version ")
    assert "Did you mean 'check'" in run("chek").stderr


def test_statistics_count_calls_and_forwards_of_models(folder):
    text = "import torch\nfrom torch import nn\n\n\nclass A(nn.Module):\n    def forward(self, x):\n        return torch.sin(x)\n"
    text += "\n\nclass B(nn.Module):\n    def forward(self, x):\n        return torch.nonsense(x)\n"
    (folder / "model.py").write_text(text)
    lines = run("check", "model.py", "--statistics").stdout.splitlines()
    assert lines[-2:] == ["1 of 2 calls of frameworks are mapped", "1 of 2 forwards convert"]
