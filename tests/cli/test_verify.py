"""`hybridc verify` as its users call it. Executes the programs that are here, in child processes."""

import json
import os
import time

import numpy as np
import pytest
from click.testing import CliRunner

from hybridc.verification.report import Verification
from hybridc_cli.main import cli
from hybridc_cli.renderers.verification_table import as_table

PROGRAM = """import numpy as np


def smooth(x, turns: int):
    x = x.copy()
    for _ in range(turns):
        x[1:-1] = 0.5 * (x[:-2] + x[2:])
    return {"x": x, "total": np.sum(x)}


def shout(x):
    print("sum", np.sum(x))
    return np.max(x)


def unknown(a, b):
    if a > b:
        a = a - b
    return a


def weighted(x):
    return x * np.arange(len(x))
"""
REFUSED = "import numpy as np\n\n\ndef f(x):\n    return np.sum(x).item()\n\n\ndef h(x):\n    return np.cos(x)\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments, **options):
    return CliRunner().invoke(cli, ["verify", *map(str, arguments)], **options)


def reported(*arguments):
    """The exit status, and the report by function."""
    result = run(*arguments, "--output-format", "json")
    report = json.loads(result.stdout)
    assert report["exit_status"] == result.exit_code
    return result.exit_code, report, {f["name"]: f for f in report["functions"]}


def test_a_table_of_what_agrees(folder):
    (folder / "a.py").write_text(PROGRAM)
    result = run("a.py:smooth", "--inputs", "x=float[6] turns={0, 3}", "--draws", "2")
    assert result.exit_code == 0
    lines = result.stdout.split("\n")
    assert lines[0] == "a.py:4 smooth: same (4 draws of x=float[6]; turns={0, 3})"
    assert lines[1].split() == ["inputs", "output", "original", "converted", "max", "abs", "max", "ulp"]
    assert [line.split()[:4] for line in lines[2:6]] == [
        ["float64", "result['x']", "float64[6]", "float64[6]"],
        ["float64", "result['total']", "float64", "float64"],
        ["float32", "result['x']", "float32[6]", "float32[6]"],
        ["float32", "result['total']", "float32", "float32"],
    ]
    assert result.stderr == "1 same\n"
    assert "\x1b" not in result.stdout


def test_a_file_as_json(folder):
    (folder / "a.py").write_text(PROGRAM)
    status, report, functions = reported("a.py", "--draws", "2")
    assert status == 1
    assert set(report) == {"filename", "verdict", "exit_status", "reason", "diagnostics", "printed", "functions"}
    assert (report["verdict"], report["reason"]) == ("different", None)
    assert report["printed"] == {"status": "same", "original": "", "converted": ""}
    assert {name: f["verdict"] for name, f in functions.items()} == {
        "smooth": "same", "shout": "same", "unknown": "not run", "weighted": "different",
    }  # fmt: skip
    assert set(functions["smooth"]) == {
        "name", "line", "compiled", "verdict", "inputs", "inputs_derived", "reason", "suggestion", "draws",
    }  # fmt: skip
    assert functions["smooth"]["inputs"] == "x=float[n]; turns=int in [1, 6]"
    assert functions["smooth"]["inputs_derived"] is True
    assert functions["unknown"]["reason"] == "nothing tells what `a`, `b` can be"
    assert functions["unknown"]["suggestion"] == "a=float b=float"
    assert [d["dtype"] for d in functions["weighted"]["draws"]] == ["float64", "float64", "float32", "float32"]
    draw = functions["weighted"]["draws"][2]
    assert set(draw) == {
        "index", "dtype", "values", "status", "inputs", "original_error", "converted_error", "outputs", "arguments",
        "printed", "notes",
    }  # fmt: skip
    assert set(draw["outputs"][0]) == {
        "path", "status", "reason", "original", "converted", "max_absolute", "max_ulp", "differing", "first",
    }  # fmt: skip
    assert draw["outputs"][0]["reason"] == "dtype: float64 became float32"
    assert draw["outputs"][0]["converted"] == {"dtype": "float32", "shape": [3]}
    assert functions["shout"]["draws"][0]["printed"]["status"] in ("same", "rounded")
    assert functions["shout"]["draws"][0]["printed"]["original"].startswith("sum ")


def test_inputs_that_differ_are_saved_and_shown_and_can_be_used_again(folder):
    (folder / "a.py").write_text(PROGRAM)
    result = run("a.py:weighted", "--inputs", "x=f32[3]", "--draws", "1", "--save-inputs", "out/failing.npz")
    assert result.exit_code == 1
    assert "DIFFERENT in 1 of 1: dtype" in result.stdout
    assert "first difference in draw 0 (as given, uniform): x=float32[3] [" in result.stdout
    assert np.load(folder / "out" / "failing.npz")["x"].dtype == np.float32
    again = run("a.py:weighted", "--inputs", "x=f32[3]", "--save-inputs", "out/failing.npz")
    assert again.exit_code == 2 and "out/failing.npz: exists; --force overwrites it" in again.stderr
    onto = run("a.py", "--inputs", "out/failing.npz", "--save-inputs", "out/failing.npz", "--force")
    assert onto.exit_code == 2 and "out/failing.npz: is a file that is read" in onto.stderr
    status, _, functions = reported("a.py", "--inputs", "out/failing.npz", "--rtol", "0", "--atol", "0")
    assert status == 1
    assert list(functions) == ["weighted"]
    assert len(functions["weighted"]["draws"]) == 1


def test_dtypes_are_ignored_on_demand(folder):
    (folder / "a.py").write_text(PROGRAM)
    assert run("a.py:weighted", "--inputs", "x=f32[3]", "--ignore-dtypes", "--ulp", "4").exit_code == 0


FAILING = """import numpy as np


def sometimes(x, n):
    return np.sum(x) + x[n]


def always(x):
    return np.sum(x) + x[5]


def inputs(generator):
    return generator.normal(size=3), 1


def several():
    yield {"x": np.ones(3), "n": 0}
    yield np.zeros(2), 7


def broken():
    raise ValueError("no inputs")
"""


def test_where_the_original_fails(folder):
    (folder / "a.py").write_text(FAILING)
    status, _, functions = reported("a.py", "--inputs", "sometimes:n={0, 1, 3} x=f64[3]")
    assert status == 2
    assert functions["always"]["verdict"] == "could not run"
    assert functions["always"]["reason"] == (
        "the original failed in all 5 draws: IndexError: index 5 is out of bounds for axis 0 with size 3 at line 9"
    )
    assert functions["sometimes"]["verdict"] == "same"
    draws = functions["sometimes"]["draws"]
    assert [d["status"] for d in draws] == ["same", "same", "original failed", "same", "same"]
    assert (draws[2]["original_error"]["type"], draws[2]["original_error"]["line"]) == ("IndexError", 5)
    assert draws[2]["converted_error"] is None


@pytest.mark.parametrize(("maker", "status", "count"), [("inputs", 0, 3), ("several", 0, 2), ("broken", 2, 0)])
def test_a_function_of_the_file_makes_the_inputs(folder, maker, status, count):
    (folder / "a.py").write_text(FAILING)
    code, _, functions = reported("a.py:sometimes", "--inputs", maker, "--draws", "3")
    assert code == status
    assert len(functions["sometimes"]["draws"]) == count
    if maker == "several":
        assert [d["status"] for d in functions["sometimes"]["draws"]] == ["same", "original failed"]
    if maker == "broken":
        assert functions["sometimes"]["reason"] == "making its inputs failed: ValueError: no inputs at line 22"


HANGING = """import numpy as np


def first(x):
    return np.sum(x)


def endless(x, step):
    total = np.sum(x)
    while total < 100.0:
        total = total + step
    return total


def last(x):
    return np.max(x)
"""


def test_a_time_limit_costs_one_function(folder):
    (folder / "a.py").write_text(HANGING)
    since = time.monotonic()
    status, _, functions = reported("a.py", "--inputs", "x=f64[3] step=0.0", "--timeout", "3")
    assert time.monotonic() - since < 60
    assert status == 2
    assert {n: f["verdict"] for n, f in functions.items()} == {
        "first": "same",
        "endless": "could not run",
        "last": "same",
    }
    assert functions["endless"]["reason"].startswith(
        "the time limit of 3 s was reached while `endless` ran in the original code, with draw 0 (as given, uniform): x="
    )


HOSTILE = r"""
import ctypes
import os
import sys
import numpy as np
from neighbour import SCALE

assert __name__ != "__main__"
sys.stdout.buffer.write(b"\xff\x00{\"kind\": \"end\"}\n")
print("größe \udcff")
sys.argv.append("x")
os.chdir("/")
os.write(1, b"raw\n")
sys.stdout.close()
for descriptor in range(3, 256):
    try:
        os.close(descriptor)
    except OSError:
        continue
os.fork()


def f(x):
    return np.sum(x) * SCALE


def crash(x):  # hybridc: host
    ctypes.string_at(0)


def leave(x):  # hybridc: host
    sys.exit("enough")


def read(x):  # hybridc: host
    return input()
"""


def test_hostile_modules_do_not_get_in_the_way(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "größe.py").write_text(HOSTILE)
    (folder / "sub" / "neighbour.py").write_text("SCALE = 2.0\n")
    status, report, functions = reported("sub/größe.py", "--inputs", "x=f64[3]")
    assert (status, functions["f"]["verdict"]) == (0, "same")
    assert "raw\n" in report["printed"]["original"]
    assert [p.name for p in (folder / "sub").iterdir() if p.suffix != ".py"] == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("crash", "killed by SIGSEGV while `crash` ran in the original code, with draw 0"),
        ("leave", "the original failed in all 5 draws: SystemExit: enough at line"),
        ("read", "EOFError"),
    ],
)
def test_functions_that_do_not_come_back(folder, name, message):
    (folder / "a.py").write_text(HOSTILE.replace("from neighbour import SCALE", "SCALE = 1.0"))
    result = run(f"a.py:{name}", "--inputs", "x=f64[3]")
    assert result.exit_code == 2
    assert message in result.stdout
    assert "Traceback" not in result.output


def test_modules_that_cannot_be_loaded(folder):
    (folder / "a.py").write_text(PROGRAM + "\n\nnp.zeros(3)[5]\n")
    result = run("a.py")
    assert result.exit_code == 2
    assert "the file cannot be loaded: IndexError: index 5 is out of bounds" in result.stderr
    assert "at line 26" in result.stderr


def test_a_module_of_a_package(folder):
    (folder / "pkg").mkdir()
    (folder / "pkg" / "__init__.py").write_text("")
    (folder / "pkg" / "scale.py").write_text("SCALE = 2.0\n")
    (folder / "pkg" / "a.py").write_text(
        "import numpy as np\n\nfrom .scale import SCALE\n\n\ndef f(x):\n    return np.sum(x) * SCALE\n"
    )
    assert run("pkg/a.py:f", "--inputs", "x=f64[3]", "--draws", "1").exit_code == 0


def test_refusals_are_shown_and_nothing_runs(folder):
    (folder / "a.py").write_text(REFUSED + "\n\nopen('trace', 'w').close()\n")
    result = run("a.py")
    assert result.exit_code == 2
    assert "HYB101 [error]" in result.stderr
    assert "hybridc: a.py: the conversion is refused; --partial verifies the functions that are not" in result.stderr
    assert not os.path.exists("trace")
    status, report, _ = reported("a.py")
    assert (status, report["verdict"]) == (2, "could not run")
    assert [d["code"] for d in report["diagnostics"] if d["severity"] == "error"] == ["HYB101"]


def test_partial_verifies_what_converts(folder):
    (folder / "a.py").write_text(REFUSED)
    status, _, functions = reported("a.py", "--partial", "--draws", "1")
    assert status == 0
    assert functions["f"]["reason"] == "it is refused, so nothing is compiled of it"
    assert functions["h"]["verdict"] == "same"


def test_x32(folder):
    (folder / "a.py").write_text(REFUSED)
    _, _, functions = reported("a.py:h", "--partial", "--x32", "--inputs", "x=f64[3]", "--draws", "1")
    (output,) = functions["h"]["draws"][0]["outputs"]
    assert (output["status"], output["converted"]["dtype"]) == ("same", "float32")


def test_any_dtype(folder):
    (folder / "a.py").write_text("import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return np.sqrt(x)\n")
    for option, wanted in (((), "float32"), (("--any-dtype",), "float64")):
        _, _, functions = reported("a.py:f", *option, "--inputs", "x=i32[3]", "--draws", "1")
        (output,) = functions["f"]["draws"][0]["outputs"]
        assert output["converted"]["dtype"] == wanted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py"], "missing.py"),
        (["a.py:missing"], "there is no function `missing`"),
        (["a.py:smoth"], "did you mean `smooth`?"),
        (["a.py:unknown"], "nothing tells what `a`, `b` can be"),
        (["a.py:smooth", "--inputs", "x=f99[3]"], "`f99` in `x=f99[3]` is neither a dtype nor given itself"),
        (["a.py:smooth", "--inputs", "x=["], "expected a value"),
        (["a.py:smooth", "--dtypes", "f99"], "expected some of f16, f32, f64"),
        (["a.py:smooth", "--ulp", "1", "--rtol", "1"], "takes the place of"),
        (["a.py:smooth", "--save-inputs", "a.txt"], "ends with .npz"),
        (["a.py:smooth", "--timeout", "0"], "--timeout"),
        (["empty.py"], "there is nothing to convert in the file"),
        (["broken.py"], "HYB901"),
        (["."], "a directory, not a file"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_run_is_one_message(folder, arguments, message):
    (folder / "a.py").write_text(PROGRAM)
    (folder / "empty.py").write_text("x = 1\n")
    (folder / "broken.py").write_text("def f(:\n")
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_colours_only_where_they_are_wanted(folder):
    (folder / "a.py").write_text(PROGRAM)
    assert "\x1b[36m\x1b[1mnot run\x1b[0m" in run("a.py:unknown", env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b" not in run("a.py:unknown", env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_control_characters_never_reach_the_terminal():
    printed = {"status": "different", "original": "\x1b[2J\n", "converted": "\u202e\n"}
    table = as_table(Verification("a.py", printed=printed))
    assert table.split("\n")[1:] == ["  original  | \\x1b[2J", "  converted | \\u202e"]


def test_the_help_says_that_it_executes():
    text = run("--help").stdout
    assert "EXECUTES THE FILE" in text
    assert "Exit status: 0 the same, 1 different, 2 could not run." in text
    assert "verify" in CliRunner().invoke(cli, ["--help"]).stdout
