"""A defect of hybridc ends as one diagnostic, in the API as in the command."""

import pytest
from click.testing import CliRunner

import hybridc
from hybridc import pipeline
from hybridc_cli.main import cli


@pytest.fixture
def broken(monkeypatch):
    def fail(source, options):
        raise KeyError("no such node")

    monkeypatch.setattr(pipeline, "convert", fail)
    monkeypatch.setattr(pipeline, "check", fail)


def test_the_api_reports_it(broken):
    for result in (hybridc.convert("x = 1\n", filename="a.py"), hybridc.check("x = 1\n", filename="a.py")):
        (found,) = result.diagnostics
        assert found.code == "HYB906"
        assert "KeyError: 'no such node' (test_attempt.py:" in found.message
    assert hybridc.convert("x = 1\n").code is None


def test_what_is_too_deep_for_an_analysis_is_no_defect(monkeypatch):
    def fail(source, options):
        raise RecursionError

    monkeypatch.setattr(pipeline, "convert", fail)
    deep = "x = " + "(1 + " * 150 + "1" + ")" * 150
    assert [d.code for d in hybridc.convert(f"{deep}\n").diagnostics] == ["HYB904"]
    assert [d.code for d in hybridc.convert("x = 1\n").diagnostics] == ["HYB906"]


def test_the_command_goes_on_with_the_other_files(broken, tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py").write_text("x = (\n")
    result = CliRunner().invoke(cli, ["check", str(tmp_path), "--output-format", "concise"])
    assert result.exit_code == 2
    assert "a.py: HYB906" in result.output
    assert "b.py:1:5: HYB901" in result.output
