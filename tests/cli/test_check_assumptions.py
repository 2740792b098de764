"""`hybridc check --assumptions` as its users call it."""

import json

import pytest
from click.testing import CliRunner

import hybridc
from hybridc_cli.main import cli

SOURCE = """import numpy as np


def scaled(x, k):
    k *= 2
    return np.sin(x) / np.sum(x)


def total(xs, n):
    s = 0
    for i in range(n):
        s = s + xs
    return s + np.sum(xs)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(SOURCE)
    return tmp_path


def run(*arguments, **options):
    return CliRunner().invoke(cli, ["check", "--assumptions", *map(str, arguments)], **options)


def test_each_is_shown_with_its_line_the_reason_and_the_guard(folder):
    result = run("a.py")
    assert result.exit_code == 1
    assert result.stdout == (
        "a.py:4: scaled: `k` is an array of NumPy's, if it is written [written-array]\n"
        "  why: it is written, or may be, and callers see that\n"
        "  guard: control.in_place: another array raises TypeError, and so may a number\n"
        "a.py:11: total: `s` has one type, whichever way is taken [one-type]\n"
        "  why: nothing tells that their dtypes and shapes are the same\n"
        "  guard: control.fori_loop: types are brought to one, or raise TypeError\n"
        "a.py:11: total: `range(n)` has code that fits the arrays, run or not [traced-too]\n"
        "  why: Python runs some of it only where this tells so, and tracing all\n"
        "  guard: jax.jit: it raises while it is traced\n"
    )
    assert result.stderr == "3 assumptions in 1 file\n"


def test_concise_lines(folder):
    assert run("a.py", "--output-format", "concise").stdout == (
        "a.py:4: scaled: `k` is an array of NumPy's, if it is written [written-array]\n"
        "a.py:11: total: `s` has one type, whichever way is taken [one-type]\n"
        "a.py:11: total: `range(n)` has code that fits the arrays, run or not [traced-too]\n"
    )


def test_json_has_them_beside_the_findings(folder):
    result = run("a.py", "--output-format", "json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    plain = CliRunner().invoke(cli, ["check", "a.py", "--output-format", "json"])
    assert found["diagnostics"] == json.loads(plain.stdout)
    assert found["assumptions"][0] == {
        "filename": "a.py",
        "kind": "written-array",
        "function": "scaled",
        "line": 4,
        "subject": "k",
        "assumed": "is an array of NumPy's, if it is written",
        "why": "it is written, or may be, and callers see that",
        "guard": "control.in_place",
        "otherwise": "another array raises TypeError, and so may a number",
    }
    assert [a["line"] for a in found["assumptions"]] == [4, 11, 11]


def test_the_report_has_the_same(folder):
    report = hybridc.check(SOURCE, filename="a.py")
    assert all(isinstance(a, hybridc.AssumptionReport) for a in report.assumptions)
    assert [(a.kind, a.line, a.subject) for a in report.assumptions] == [
        ("written-array", 4, "k"),
        ("one-type", 11, "s"),
        ("traced-too", 11, "range(n)"),
    ]


def test_exit_codes_are_those_of_check(folder):
    (folder / "clean.py").write_text("import numpy as np\n\n\ndef f(x):\n    return np.sin(x)\n")
    (folder / "broken.py").write_text("def f(:\n")
    clean = run("clean.py")
    assert (clean.exit_code, clean.stdout, clean.stderr) == (0, "", "0 assumptions in 1 file\n")
    assert run("a.py", "--exit-zero").exit_code == 0
    assert run("missing.py").exit_code == 2
    broken = run("broken.py")
    assert broken.exit_code == 2
    assert broken.stdout.startswith("broken.py:1:")
    assert run().exit_code == 2


def test_of_refused_functions_the_reason_is_shown(folder):
    (folder / "b.py").write_text("import numpy as np\n\n\ndef f(x, n):\n    n *= 2\n    return np.sum(x).item()\n")
    result = run("b.py")
    assert result.stdout.startswith("b.py:6:12: HYB101 [error]")
    assert "is a number" not in result.stdout


def test_several_files_and_standard_input(folder):
    (folder / "b.py").write_text(SOURCE)
    found = run("a.py", "b.py", "--output-format", "concise").stdout.splitlines()
    assert [line.partition(":")[0] for line in found] == [*["a.py"] * 3, *["b.py"] * 3]
    assert run("-", "--stdin-filename", "c.py", input=SOURCE).stdout.startswith("c.py:4: scaled:")
