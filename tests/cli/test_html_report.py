"""`check --html` and `convert --html` as their users call them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hybridc_cli.main import cli

ROOT = Path(__file__).parents[2]
CLEAN = "import math\n\n\ndef f(x):\n    return math.pi\n"
DIRTY = "import numpy as np\n\n\ndef f(x):\n    s = np.sum(x)\n    if s > 0:\n        s = s * 2\n    return s.item()\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("dirty.py").write_text(DIRTY)
    Path("clean.py").write_text(CLEAN)


def run(*arguments, **options):
    done = CliRunner().invoke(cli, [*map(str, arguments)], **options)
    assert "Traceback" not in done.output, done.output
    return done


def facts(path, name="index"):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', Path(path).read_text(), re.DOTALL)
    return json.loads(found[1])


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "dirty.py"],
        ["check", "clean.py"],
        ["check", "dirty.py", "--exit-zero", "--output-format", "concise"],
        ["check", "dirty.py", "clean.py", "--statistics"],
        ["check", "dirty.py", "--output-format", "json", "--select", "HYB2"],
        ["check", "none.py", "clean.py"],
        ["convert", "dirty.py", "-o", "-"],
        ["convert", "clean.py", "-o", "-"],
        ["convert", "dirty.py", "--partial", "-o", "-"],
        ["convert", "dirty.py", "--diff", "--partial"],
        ["convert", "clean.py", "--stage", "fold"],
    ],
)
def test_all_else_is_as_without_the_page(arguments):
    one, other = run(*arguments), run(*arguments, "--html", "out.html")
    assert (one.exit_code, one.stdout) == (other.exit_code, other.stdout)
    count = len([a for a in arguments if a.endswith(".py")])
    said = f"out.html: {count} file{'s' if count > 1 else ''}, side by side with what is generated\n"
    assert said in other.stderr and sorted(other.stderr.replace(said, "")) == sorted(one.stderr)


def test_only_findings_that_are_reported_are_in_the_page():
    run("check", "dirty.py", "--html", "out.html", "--ignore", "HYB2")
    assert facts("out.html")["files"] == [{"path": "dirty.py", "state": "partial", "codes": {"HYB101": 1}}]
    assert [f["code"] for f in facts("out.html", "file-0")["findings"]] == ["HYB101"]


def test_convert_writes_its_outputs_too():
    run("convert", "dirty.py", "--partial", "--html", "out.html")
    assert Path("dirty_jax.py").exists() and facts("out.html")["files"][0]["state"] == "converted"


@pytest.mark.parametrize("command", ["check", "convert"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["clean.py", "--html", "mine.html"], "mine.html: exists; --force overwrites it"),
        (["clean.py", "--html", "no/out.html"], "no/out.html: cannot be written: there is no folder no"),
        (["clean.py", "--html", "folder.html", "--force"], "folder.html: is a directory"),
        (["clean.py", "--html", "clean.py", "--force"], "clean.py: is a file that is read; no output takes its place"),
        (["clean.py", "--html", "-"], "Invalid value for --html: name a file"),
    ],
)
def test_a_page_that_cannot_be_written_stops_everything(command, arguments, words):
    Path("mine.html").write_text("mine")
    Path("folder.html").mkdir()
    before = sorted(os.listdir())
    done = run(command, *arguments)
    assert done.exit_code == 2 and done.stderr.splitlines()[-1].endswith(words) and done.stdout == ""
    assert sorted(os.listdir()) == before
    assert Path("mine.html").read_text() == "mine" and Path("clean.py").read_text() == CLEAN


@pytest.mark.parametrize(
    "arguments",
    [["--html", "new.py", "-o", "./new.py"], ["--html", "clean_jax.py"], ["--html", "no/clean.py", "-o", "no"]],
)
def test_a_page_does_not_take_the_place_of_an_output(arguments):
    Path("no").mkdir()
    done = run("convert", "clean.py", *arguments, "--force")
    assert done.exit_code == 2 and done.stderr.endswith("the page would overwrite what is generated\n")
    assert sorted(os.listdir()) == ["clean.py", "dirty.py", "no"] and not os.listdir("no")


def test_a_page_is_replaced_when_asked_and_is_the_same_every_time():
    run("check", "dirty.py", "--html", "out.html")
    first = Path("out.html").read_bytes()
    Path("out.html").write_text("mine")
    run("check", "dirty.py", "--html", "out.html", "--force")
    assert Path("out.html").read_bytes() == first and sorted(os.listdir()) == ["clean.py", "dirty.py", "out.html"]


def test_files_of_all_kinds():
    Path("broken.py").write_text("def f(:\n")
    Path("latin.py").write_bytes(b"# -*- coding: latin-1 -*-\ntext = '\xe9'\n")
    Path("bytes.py").write_bytes(b"x = '\xff'\n")
    Path("nul.py").write_bytes(b"x = 1\n\0\n")
    Path("book.ipynb").write_text('{"cells": ["' + "x" * 50_000 + '"]}')
    Path("empty.py").write_text("")
    Path("bom.py").write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2\r\n")
    Path("net-symbol.json").write_text((ROOT / "tests/recordings/mxnet/mlp_1_0-symbol.json").read_text())
    Path("other.json").write_text("{}")
    names = sorted(os.listdir())
    assert run("check", *names, "--html", "out.html").exit_code == 2
    states = {file["path"]: file["state"] for file in facts("out.html")["files"]}
    assert states == {
        "bom.py": "unchanged", "book.ipynb": "unreadable", "broken.py": "unreadable", "bytes.py": "unreadable",
        "clean.py": states["clean.py"], "dirty.py": "partial", "empty.py": "unchanged", "latin.py": "unchanged",
        "net-symbol.json": "converted", "nul.py": "unreadable", "other.json": "unreadable",
    }  # fmt: skip
    shown = {name: facts("out.html", f"file-{number}") for number, name in enumerate(names)}
    assert shown["latin.py"]["before"] == ["# -*- coding: latin-1 -*-", "text = 'é'"]
    assert shown["bom.py"]["before"] == ["x = 1", "y = 2"] and shown["empty.py"]["before"] == []
    assert shown["nul.py"]["before"] == shown["book.ipynb"]["before"] == []
    assert [f["code"] for f in shown["bytes.py"]["findings"]] == ["HYB902"]
    assert any("nn.Dense" in str(line) for line in shown["net-symbol.json"]["after"])
    assert set(shown["net-symbol.json"]["marks"]) == {"w"}


def test_standard_input_has_a_name():
    run("check", "-", "--html", "out.html", "--stdin-filename", "a<b>.py", input=DIRTY)
    assert facts("out.html")["files"][0]["path"] == "a<b>.py"
    assert "<b>.py" not in Path("out.html").read_text().replace("a\\u003cb>.py", "")


def test_a_name_that_is_no_text():
    name = os.fsdecode(b"odd\xff.py")
    Path(name).write_text(DIRTY)
    command = [sys.executable, "-m", "hybridc_cli.main", "check", name, "--html", "out.html"]
    done = subprocess.run(command, capture_output=True)
    assert done.returncode == 1, done.stderr
    assert facts("out.html")["files"][0]["path"] == "odd\\udcff.py"


def test_many_files_are_done_by_several_processes():
    for number in range(20):
        Path(f"f{number:02}.py").write_text(DIRTY.replace("f(x)", f"f{number}(x)"))
    assert run("check", ".", "--html", "out.html", "-j", "2").exit_code == 1
    assert [file["path"] for file in facts("out.html")["files"]][2:5] == ["./f00.py", "./f01.py", "./f02.py"]
    assert "def f3(x):" in facts("out.html", "file-5")["before"]


def test_nothing_is_executed_and_no_framework_loaded():
    Path("boom.py").write_text("import torch\nraise SystemExit('executed')\n\n\ndef f(x):\n    return torch.relu(x)\n")
    code = "import atexit, sys\natexit.register(lambda: print('LOADED', *sorted(sys.modules)))\nfrom hybridc_cli.main import cli\ncli()"
    done = subprocess.run(
        [sys.executable, "-c", code, "check", "boom.py", "--html", "out.html"], capture_output=True, text=True
    )
    assert done.returncode in (0, 1) and "executed" not in done.stdout, done.stderr
    loaded = set(done.stdout.partition("LOADED ")[2].split())
    assert loaded and not loaded & {"jax", "numpy", "torch"}
    plain = subprocess.run([sys.executable, "-c", code, "check", "boom.py"], capture_output=True, text=True)
    assert "hybridc.sides.page" in loaded and "hybridc.sides.comparing" not in plain.stdout
