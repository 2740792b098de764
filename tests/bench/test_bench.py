"""Measuring functions of NumPy. Executes the programs that are here, in processes of their own."""

import os
import re
import signal
import statistics
import subprocess
import sys
import time
from xml.etree import ElementTree

import numpy as np
import pytest
from measured import measured, refused, run

PROGRAM = """import os
import sys
import time

import numpy as np

print("loaded", sys.argv, sys.stdin.read())


def smooth(x, turns=3):
    for _ in range(turns):
        x = 0.5 * (np.roll(x, 1) + x)
    return x, {"total": np.sum(x)}


def counted(table, i):
    print(np.sum(i))
    return np.sum(table[i], axis=0)


def halved(x):
    x[0] = 0.5
    x[1:] = np.cos(x[1:])
    return x


def told(x):
    print(np.sum(x))


def dying(x):
    os.kill(os.getpid(), 9)
    return np.sum(x)


def lasting(x):
    time.sleep(60)
    return np.sum(x)


def leaving(x):
    sys.exit(3)
    return np.sum(x)
"""
FUNCTIONS = ["numpy", "generated.eager", "generated", "generated.inline"]
BOTH = ("--only", "numpy,generated")
FORMS = 5  # that are started before it is known that a function has one less


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(PROGRAM)
    return tmp_path


def quartiles(values):
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"median": middle, "low": low, "high": high}


def test_all_forms_of_a_function(folder):
    report, timings = measured("a.py:smooth", "--input", "x=f64[?,5]", "--batch", "3,1")
    assert (report["verdict"], report["reason"], report["weights"]) == ("same", None, None)
    assert [s["id"] for s in report["systems"]] == FUNCTIONS
    assert [s["kind"] for s in report["systems"]] == ["original", "generated", "generated", "generated"]
    assert {s["status"] for s in report["systems"]} == {"ran"}
    assert all(s["versions"]["numpy"] == np.__version__ and s["load_seconds"] > 0 for s in report["systems"])
    assert [b["batch"] for b in report["batches"]] == [3, 1]
    assert [b["inputs"] for b in report["batches"]] == [{"x": "f64[3,5]"}, {"x": "f64[1,5]"}]
    for batch in report["batches"]:
        assert batch["reference"] == "numpy"
        for timing in batch["systems"]:
            assert timing["status"] == "timed" and timing["first_seconds"] > 0 and timing["calls"] >= 1
            assert timing["max_difference"] <= 1e-12
            assert all(seconds > 0 for seconds in timing["rounds"] if seconds is not None)
    assert list(timings) == FUNCTIONS


def test_medians_and_ratios_are_those_of_the_rounds(folder):
    _, timings = measured("a.py:smooth", "--input", "x=f64[5]", *BOTH)
    reference = timings["numpy"]
    for timing in timings.values():
        assert len(timing["rounds"]) == 4 and None not in timing["rounds"]
        assert timing["seconds"] == pytest.approx(quartiles(timing["rounds"]))
        ratios = [a / b for a, b in zip(reference["rounds"], timing["rounds"], strict=True)]
        assert timing["speed"] == pytest.approx(quartiles(ratios))
        found = timing["seconds"]
        assert timing["spread"] == pytest.approx((found["high"] - found["low"]) / 2 / found["median"])
    assert reference["speed"] == {"median": 1.0, "low": 1.0, "high": 1.0}


def test_a_table_and_a_picture_for_people(folder):
    result = run("a.py:smooth", "--input", "x=f64[5]", "--input", "turns=2", *BOTH, "--plot", "a.svg")
    assert result.exit_code == 0 and result.stderr == "a.svg: the times of a call\n"
    lines = result.stdout.splitlines()
    assert lines[0] == "a.py:smooth with x=f64[5], turns=2"
    assert lines[1].split() == ["first", "call", "a", "call", "spread", "times", "as", "fast", "difference"]
    assert re.fullmatch(r"  original +[\d.]+ .?s +[\d.]+ .?s +±\d+ %  1 +-", lines[2])
    assert re.fullmatch(r"  generated, compiled( +[\d.]+ .?s){2} +±\d+ %  [\d.]+ \([\d.]+ to [\d.]+\) +\S+", lines[3])
    assert any(line.startswith("noise: half of the rounds lie within ±") for line in lines)
    assert "\x1b" not in result.stdout and "loaded" not in result.output
    root = ElementTree.fromstring((folder / "a.svg").read_text())
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a.py:smooth with x=f64[5], turns=2", "original", "generated, compiled"} <= set(words)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 2
    assert "exists; --force overwrites it" in refused("a.py:smooth", "--input", "x=f64[5]", "--plot", "a.svg")
    assert sorted(os.listdir()) == ["a.py", "a.svg"]


def test_integers_in_a_range_files_and_several_inputs(folder):
    np.save("table.npy", np.arange(12.0).reshape(4, 3))
    report, timings = measured("a.py:counted", "--input", "i=i64[?] in [2, 4)", "--input", "table=table.npy", *BOTH)
    assert report["batches"][0]["inputs"] == {"i": "i64[1] in [2, 4)", "table": "f64[4,3]"}
    assert timings["generated"]["max_difference"] == 0
    assert report["verdict"] == "same"


@pytest.mark.long
def test_inputs_that_calls_write_into_are_new_for_each_call(folder):
    _, timings = measured("a.py:halved", "--input", "x=f64[50]", *BOTH)
    assert timings["numpy"]["written"] == ["x"] and timings["generated"]["written"] == []
    assert timings["generated"]["status"] == "timed"


def test_inline_is_without_a_second_thread(folder):
    (folder / "told_jax.py").write_text(
        "# Generated by hybridc from told.py\n\nimport jax\n\n\n@jax.jit\ndef f(x):\n"
        '    return x * jax.config.read("jax_cpu_enable_async_dispatch")\n'
    )
    only = ("--only", "generated,generated.inline")
    _, timings = measured("told_jax.py:f", "--input", "x=f32[5]", *only, status=1)
    assert timings["generated"]["status"] == "timed" and timings["generated.inline"]["status"] == "different"


@pytest.mark.long
def test_generated_files_are_measured_alone_or_beside_their_original(folder):
    result = subprocess.run(
        [sys.executable, "-m", "hybridc_cli.main", "convert", "a.py", "--partial", "-q"], check=True
    )
    assert result.returncode == 0
    report, timings = measured("a_jax.py:smooth", "--input", "x=f64[5]")
    assert list(timings) == FUNCTIONS[1:] and report["batches"][0]["reference"] == "generated"
    text = (folder / "a_jax.py").read_text()
    (folder / "a_jax.py").write_text(text.replace("0.5 * (", "0.5001 * ("))  # somebody edits it
    report, timings = measured("a_jax.py:smooth", "--original", "a.py", "--input", "x=f64[5]", *BOTH, status=1)
    assert report["verdict"] == "different"
    assert timings["generated"]["status"] == "different" and timings["generated"]["seconds"] is None
    assert re.fullmatch(r"`0` differs by [\d.e-]+, and [\d.e-]+ is allowed", timings["generated"]["reason"])
    assert timings["generated"]["max_difference"] > 0
    _, timings = measured("a_jax.py:smooth", "--original", "a.py", "--input", "x=f64[5]", *BOTH, "--rtol", "0.1")
    assert timings["generated"]["status"] == "timed"
    table = run("a_jax.py:smooth", "--original", "a.py", "--input", "x=f64[5]", *BOTH)
    assert "  generated, compiled  DIFFERENT: `0` differs by" in table.stdout


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("dying", "original: the process was killed by SIGKILL"),
        ("leaving", "original: SystemExit: 3"),
        ("told", "original: it returns no array and no number, so that nothing can be compared"),
    ],
)
def test_code_that_cannot_be_measured_is_refused_with_the_reason(folder, name, reason):
    report, _ = measured(f"a.py:{name}", "--input", "x=f64[5]", *BOTH, "--partial", status=2)
    assert (report["verdict"], report["reason"]) == ("could not run", reason)


def test_one_side_that_dies_leaves_the_other(folder):
    (folder / "b_jax.py").write_text(
        "# Generated by hybridc from a.py\nimport os\n\ndef smooth(x, turns=3):\n    os.abort()\n"
    )
    report, timings = measured("b_jax.py:smooth", "--original", "a.py", "--input", "x=f32[5]", *BOTH, status=2)
    assert report["verdict"] == "could not run" and report["reason"] is None
    assert timings["numpy"]["status"] == "timed"
    assert timings["generated"]["status"] == "failed"
    assert timings["generated"]["reason"].startswith("the process was killed by SIGABRT: Fatal Python error: Aborted")
    assert report["systems"][1]["status"] == "not run"


def test_one_that_dies_between_rounds_is_not_measured(folder):
    (folder / "b_jax.py").write_text(
        "# Generated by hybridc from a.py\nimport os, time\nimport jax.numpy as jnp\n\nCALLS = []\n\n\n"
        "def counted(table, i):\n    CALLS.append(time.sleep(0.01))\n    if len(CALLS) > 7:\n        os.abort()\n"
        "    return jnp.sum(table[i], axis=0)\n"
    )
    inputs = ("--input", "table=f32[4,3]", "--input", "i=i64[2]")
    report, timings = measured("b_jax.py:counted", "--original", "a.py", *inputs, *BOTH, status=2)
    died = timings["generated"]
    assert (died["status"], died["seconds"], died["speed"]) == ("failed", None, None)
    assert len(timings["numpy"]["rounds"]) == 4 and timings["numpy"]["status"] == "timed"
    assert report["systems"][1]["status"] == "ended" and "SIGABRT" in report["systems"][1]["reason"]


@pytest.mark.long
def test_fewer_bits_are_said(folder):
    report, timings = measured("a.py:smooth", "--input", "x=f32[5]", *BOTH)
    assert report["notes"] == []
    (folder / "d.py").write_text("import numpy as np\n\n\ndef f(x):\n    return np.zeros(3) + np.sum(x)\n")
    report, timings = measured("d.py:f", "--input", "x=f32[5]", *BOTH, "--x32")
    assert timings["generated"]["status"] == "timed"
    assert report["notes"] == ["generated, compiled returns float32 as `result`, and the reference float64"]


def test_what_takes_too_long_is_ended_with_its_process(folder):
    start = time.monotonic()
    line = refused("a.py:lasting", "--input", "x=f64[5]", "--only", "numpy", "--timeout", "4", "--partial")
    assert line == "hybridc: original: it took longer than 4 s"
    assert time.monotonic() - start < 40


def _heed_interrupts():
    """Where the tests run in the background, a shell may have them and all that they start ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals of POSIX")
def test_ctrl_c_ends_all_processes(folder):
    (folder / "e.py").write_text(
        "import os, time\nimport numpy as np\n\nopen(f'{os.getpid()}.pid', 'w').close()\n\n\n"
        "def lasting(x):\n    time.sleep(60)\n    return total(x)\n\n\ndef total(x):\n    return np.sum(x)\n"
    )
    command = [sys.executable, "-m", "hybridc_cli.main", "bench", "e.py:lasting", "--input", "x=f64[5]", "--partial"]
    environment = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, **pipes, env=environment, preexec_fn=_heed_interrupts)
    deadline = time.monotonic() + 60
    while len(list(folder.glob("*.pid"))) < FORMS and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (2, "", "hybridc: interrupted\n")
    started = [int(path.stem) for path in folder.glob("*.pid")]
    assert len(started) == FORMS
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert sorted(path.suffix for path in folder.iterdir()) == [".pid"] * FORMS + [".py"] * 2


def test_another_python_runs_the_original_which_needs_nothing_of_hybridc(folder):
    isolated = folder / "python"
    isolated.write_text(f'#!/bin/sh\nexec env -u PYTHONPATH {sys.executable} -E "$@"\n')
    isolated.chmod(0o755)
    (folder / "c.py").write_text(
        "import importlib.util, sys\nimport numpy as np\n\n\ndef f(x):\n    return np.sum(x)\n\n\n"
        "if 'hybridc_bench' in sys.modules:\n    assert not {m for m in sys.modules if m.split('.')[0] in ('hybridc', 'click')}\n"
    )
    _, timings = measured("c.py:f", "--input", "x=f64[5]", *BOTH, "--python", isolated)
    assert timings["generated"]["status"] == "timed"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.py", "--input", "x=f64[5]"], "'a.py': expected FILE:NAME"),
        (["none.py:f", "--input", "x=f64[5]"], "none.py: there is no such file"),
        (["a.py:none", "--input", "x=f64[5]"], "there is no `none`; there are smooth, counted, halved"),
        (["a.py:smooth"], "`x` is missing: --input 'x=f32[...]'; it takes (x, turns=3)"),
        (["a.py:smooth", "--input", "x=f64[5]", "--input", "y=1"], "`y` is none of its parameters"),
        (["a.py:smooth", "--input", "x=f64[5]", "--input", "x=1"], "the input `x` is given twice"),
        (["a.py:smooth", "--input", "x=f64(5)"], "'f64(5)' is neither an array"),
        (["a.py:smooth", "--input", "x=f64[5]", "--batch", "2"], "--batch: no dimension of the inputs is free"),
        (["a.py:smooth", "--input", "x=f64[a,b]"], "--batch fills one free dimension, not a, b"),
        (["a.py:smooth", "--input", "x=f64[a,?]"], "--batch fills one free dimension, not ?, a"),
        (["a.py:smooth", "--input", "x=f64[a>=3]", "--batch", "4,2"], "--batch: 2 is no size of `a`, by its bounds"),
        (["a.py:smooth", "--input", "x=f64[5] in [1, 1)"], "the range is empty"),
        (["a.py:smooth", "--input", "x=u8[5] in [0, 300)"], "u8 does not hold the range of `x`"),
        (["a.py:smooth", "--input", "x=bool[5] in [0, 1)"], "`x` is bool, which has no range"),
        (["a.py:smooth", "--input", "x=x.npy"], "x.npy: no array that can be read"),
        (
            ["a.py:smooth", "--input", "x=f64[5]", "--only", "torch"],
            "--only: 'torch': there are numpy, generated.eager",
        ),
        (["a.py:smooth", "--input", "x=f64[5]", "--params", "a.npz"], "--params: a function has no parameters"),
        (["a.py:smooth", "--input", "x=f64[5]", "--original", "b.py"], "--original is for generated files"),
        (["a.py:smooth", "--input", "x=f64[5]", "--python", "/none"], "--python: /none cannot be run"),
        (["a.py:smooth(len)", "--input", "x=f64[5]"], "the arguments have to be numbers, text"),
        (["a.py:smooth", "--input", "x=f64[5]", "--plot", "no/a.svg"], "there is no folder no"),
    ],
)
def test_requests_that_make_no_sense(folder, arguments, words):
    assert words in refused(*arguments, *(() if "--only" in arguments else BOTH))


def test_refused_conversions_show_their_diagnostics(folder):
    (folder / "r.py").write_text("import numpy as np\n\n\ndef f(x):\n    return np.sum(x).item()\n")
    result = run("r.py:f", "--input", "x=f64[5]")
    assert result.exit_code == 2
    assert "HYB101 [error]" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("hybridc: the conversion is refused; --partial goes on")


def test_the_help_says_what_is_executed(folder):
    assert "This EXECUTES THE FILE" in run("--help").stdout


@pytest.mark.long
def test_threads_are_those_that_are_asked_for(folder):
    report, _ = measured("a.py:smooth", "--input", "x=f64[5]", *BOTH, "--threads", "1")
    assert [s["threads"] for s in report["systems"]] == [1, 1] and report["threads"] == 1
