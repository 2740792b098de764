"""`--only FUNC`: the functions that the command line names are compiled, with what they call, and no others."""

import numpy as np
import pytest
from click.testing import CliRunner

from differential import assert_same, load
from hybridc_cli.main import cli

PROGRAM = """\
import numpy as np


def scale(a, b):
    return a * 2 + b


def blend(a, b, t):
    return scale(a, b) + (b - a) * t


def unasked(x):
    return np.sin(x).item()


class Rod:
    def __init__(self, points):
        self.heat = np.linspace(0.0, 1.0, points)

    def warm(self, rate):
        self.heat[1:-1] += rate * np.sin(self.heat[1:-1])

    def mean(self):
        return np.mean(self.heat)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(PROGRAM)
    return tmp_path


def run(*arguments, command="convert"):
    return CliRunner().invoke(cli, [command, *arguments])


def test_a_function_that_names_nothing_of_numpys_is_compiled_with_what_it_calls(folder):
    result = run("a.py", "--only", "blend")
    assert result.exit_code == 0
    text = (folder / "a_jax.py").read_text()
    assert text.count("@jax.jit") == 2
    assert "def unasked(x):\n    return np.sin(x).item()" in text  # refused, were it asked for
    given = np.array([1.0, 2.0]), np.array([0.5, -1.0]), 0.25
    assert_same(load(PROGRAM).blend(*given), load(text, "generated").blend(*given))


def test_what_is_asked_for_is_refused_where_it_cannot_be_compiled(folder):
    result = run("a.py", "--only", "unasked")
    assert (result.exit_code, "HYB101" in result.stderr) == (1, True)


def test_a_method(folder):
    assert run("a.py", "--only", "Rod.mean").exit_code == 0
    text = (folder / "a_jax.py").read_text()
    assert text.count("@jax.jit") == 1
    assert_same(load(PROGRAM).Rod(5).mean(), load(text, "generated").Rod(5).mean())


def test_several_files_of_which_one_has_it(folder):
    (folder / "b.py").write_text("import numpy as np\n\n\ndef g(x):\n    return np.cos(x)\n")
    result = run(".", "-o", "out", "--only", "blend", "--only", "g")
    assert (result.exit_code, "3 compiled" in result.stderr) == (0, True)


@pytest.mark.parametrize("command", ["convert", "check"])
def test_a_name_that_no_file_has(folder, command):
    result = run("a.py", "--only", "blent", command=command)
    assert (result.exit_code, "did you mean 'blend'?" in result.stderr) == (2, True)
    assert not (folder / "a_jax.py").exists()


def test_check_says_what_is_left_of_it(folder):
    assert run("a.py", "--only", "blend", command="check").exit_code == 0
    assert run("a.py", command="check").exit_code == 1
