"""`hybridc graph` as its users call it."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from hybridc_cli.main import cli

ROOT = Path(__file__).parents[2]
FANCY = ROOT / "samples" / "fancy_func.py"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fancy.py").write_text(FANCY.read_text())


def run(*arguments, status=0):
    done = CliRunner().invoke(cli, ["graph", *map(str, arguments)])
    assert done.exit_code == status, (done.output, done.exception)
    assert "Traceback" not in done.output and done.stdout == ""
    return done.stderr


def refused(*arguments):
    before = sorted(os.listdir())
    said = run(*arguments, status=2)
    assert sorted(os.listdir()) == before
    return said.splitlines()[-1]


def test_text_and_svg_are_written():
    assert run("fancy.py:fancy_func", "-o", "out.dot") == "out.dot: 8 nodes\n"
    assert 'label="e = add(a, b)"' in Path("out.dot").read_text()
    run("fancy.py:fancy_func", "-o", "out.mmd")
    assert Path("out.mmd").read_text().startswith("flowchart TB\n")
    run("fancy.py:fancy_func", "-o", "out.svg")
    root = ET.fromstring(Path("out.svg").read_bytes())
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"a", "b", "c", "d", "e = add(a, b)", "f = add(c, d)", "g = add(e, f)", "return g"} <= set(texts)
    assert len([g for g in root.iter(f"{SVG}g") if g.get("class") == "edge data"]) == 7


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fancy.py:fancy", "-o", "a.dot"], "fancy.py: there is no function or model `fancy`; there are fancy_func"),
        (["none.py", "-o", "a.dot"], "none.py: HYB903 [error] cannot be read: No such file or directory"),
        (["fancy.py", "-o", "a.png"], "'a.png' ends in none of .svg, "),
        (["fancy.py", "-o", "no/a.svg"], "no/a.svg: cannot be written: there is no folder no"),
        (["fancy.py", "-o", "fancy.dot"], "fancy.dot: exists; --force overwrites it"),
        (["fancy.py", "-o", "folder.dot", "--force"], "folder.dot: is a directory"),
        (["broken.py", "-o", "a.dot"], "broken.py:1:"),
        (["empty.py", "-o", "a.dot"], "empty.py: there is nothing to draw in it"),
        ([".", "-o", "a.dot"], "a directory, not a file"),
        (["net-symbol.json", "-o", "a.dot"], "a saved graph: `hybridc convert` makes a module of it"),
        (["book.ipynb", "-o", "a.dot"], "a notebook: save it as a script first"),
    ],
)
def test_what_cannot_be_drawn(arguments, words):
    Path("fancy.dot").write_text("mine")
    Path("folder.dot").mkdir()
    Path("broken.py").write_text("def f(:\n")
    Path("empty.py").write_text("")
    Path("book.ipynb").write_text("{}")
    assert words in refused(*arguments)
    assert Path("fancy.dot").read_text() == "mine"


@pytest.mark.parametrize("output", ["odd.dot", "./odd.dot", "link.svg", "hard.dot"])
def test_the_file_that_is_drawn_is_never_replaced(output):
    Path("odd.dot").write_text("def f(x):\n    return x\n")
    Path("link.svg").symlink_to("odd.dot")
    os.link("odd.dot", "hard.dot")
    assert refused("odd.dot:f", "-o", output, "--force").endswith("is a file that is read; no output takes its place")
    assert Path("odd.dot").read_text() == "def f(x):\n    return x\n"


def test_a_file_is_replaced_when_asked():
    run("fancy.py", "-o", "a.dot")
    run("fancy.py:add", "-o", "a.dot", "--force")
    assert "fancy_func" not in Path("a.dot").read_text()


def test_nothing_is_executed_and_no_framework_loaded():
    Path("boom.py").write_text("import torch\nraise SystemExit('executed')\n")
    code = "import atexit, sys\natexit.register(lambda: print('LOADED', *sorted(sys.modules)))\nfrom hybridc_cli.main import cli\ncli()"
    done = subprocess.run(
        [sys.executable, "-c", code, "graph", "boom.py", "-o", "a.svg"], capture_output=True, text=True
    )
    assert done.returncode == 0 and "executed" not in done.stdout + done.stderr, done.stderr
    loaded = set(done.stdout.partition("LOADED ")[2].split())
    assert loaded and not loaded & {"jax", "numpy", "torch", "libcst", "pygraphviz"}


def test_names_and_text_of_the_file_cannot_leave_their_labels():
    Path("odd.py").write_text(
        "def f(x):\n    y = x + len('\"];<script>alert(1)</script>\\\\N\\x1b')\n    return y & 1\n", encoding="utf-8"
    )
    for ending in ("svg", "dot", "mmd"):
        run("odd.py", "-o", f"odd.{ending}")
    root = ET.fromstring(Path("odd.svg").read_bytes())
    texts = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert "<script>alert(1)</script>" in texts and "y & 1" in texts and "\\N" in texts
    assert not [*root.iter(f"{SVG}script")] and "<script" not in Path("odd.mmd").read_text()


def test_without_graphviz_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("hybridc.core.processes.program", lambda name: None)
    assert "pip install 'hybridc[graph]'" in refused("fancy.py", "-o", "a.svg")
    run("fancy.py", "-o", "a.dot")


def test_a_thousand_lines_are_drawn():
    text = (ROOT / "samples" / "transformer.py").read_text().split("class Attention")
    body = "class Attention" + text[1]
    parts = [body.replace("Attention", f"Attention{n}").replace("Block", f"Block{n}") for n in range(19)]
    Path("long.py").write_text(text[0] + "\n\n".join(p.replace("Transformer", f"T{n}") for n, p in enumerate(parts)))
    assert len(Path("long.py").read_text().splitlines()) >= 1000
    run("long.py", "-o", "a.svg")
    drawn = Path("a.svg").read_text()
    assert all(f"T{n}" in drawn for n in range(19))
