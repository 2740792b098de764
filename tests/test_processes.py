"""Processes are started in one place, and find nothing in the current folder."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hybridc.core import processes
from namesakes import ROOT, Namesakes

DOOR = "transpiler/hybridc/core/processes.py"
MODULES = {"subprocess", "multiprocessing", "asyncio", "pty", "runpy", "webbrowser", "_posixsubprocess", "_winapi"}
NAMES = {"ProcessPoolExecutor", "which", "popen", "startfile", "create_subprocess_exec", "create_subprocess_shell"}
STARTING = ("exec", "spawn", "posix_spawn", "fork", "system", "popen")


def starts(tree):
    """The names in a module by which processes are started, or programs found."""
    by_name = {"importlib", "import_module", "__import__", "modules", "exec", "eval", "builtins"}  # of text
    is_importing = not by_name.isdisjoint(words(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from [module] if module.partition(".")[0] in MODULES else []
            yield from (
                a.name for a in node.names if a.name in NAMES or (module == "os" and a.name.startswith(STARTING))
            )
        elif isinstance(node, ast.Attribute):
            of_os = isinstance(node.value, ast.Name) and node.value.id in ("os", "posix")
            yield from [node.attr] if node.attr in NAMES or (of_os and node.attr.startswith(STARTING)) else []
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in MODULES and is_importing:
            yield node.value


def words(tree):
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.ImportFrom(module=str(name)):
                yield from name.split(".")


def test_modules_by_name_are_found():
    assert [*starts(ast.parse("import importlib\nimportlib.import_module('subprocess')"))] == ["subprocess"]
    assert [*starts(ast.parse("known = ['subprocess']"))] == []


def paths():
    return [str(p.relative_to(ROOT)) for folder in ("transpiler", "cli") for p in sorted((ROOT / folder).rglob("*.py"))]


def test_processes_are_started_in_one_place():
    found = {path: [*starts(ast.parse((ROOT / path).read_text()))] for path in paths()}
    assert {path for path, names in found.items() if names} == {DOOR}, {p: n for p, n in found.items() if n}


@pytest.mark.parametrize(
    "text",
    [
        "import subprocess",
        "from multiprocessing import get_context",
        "import concurrent.futures as c\nc.ProcessPoolExecutor()",
        "import os\nos.execv('a', [])",
        "from os import posix_spawn",
        "import shutil\nshutil.which('ruff')",
        "import importlib\nimportlib.import_module('subprocess')",
    ],
)
def test_another_place_would_be_found(text):
    assert [*starts(ast.parse(text))]


@pytest.mark.parametrize(
    "command",
    [
        lambda: processes.python("import signal, json, numpy, hybridc; print(hybridc.__file__)"),
        lambda: processes.python_for_users("hybridc.standalone"),
        lambda: processes.other_python(sys.executable, str(ROOT / "transpiler/hybridc/bench/alone/start.py")),
    ],
    ids=["python", "python_for_users", "other_python"],
)
def test_what_is_started_finds_nothing_in_the_current_folder(tmp_path, monkeypatch, command):
    namesakes = Namesakes(tmp_path)
    monkeypatch.chdir(namesakes.folder)
    monkeypatch.setattr("sys.path", ["", *sys.path, str(namesakes.folder)])
    process = processes.start(command(), is_asked=True, environment={"PYTHONPATH": namesakes.environment["PYTHONPATH"]})
    said, _ = process.communicate()
    assert namesakes.executed == []
    assert str(namesakes.folder) not in said.decode()


def test_programs_of_the_current_folder_are_not_found(tmp_path, monkeypatch):
    namesakes = Namesakes(tmp_path)
    monkeypatch.chdir(namesakes.folder)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "../current"]))
    assert processes.program("dot") is None
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", str(namesakes.folder)]))  # by its own name it is wanted
    assert processes.program("dot") == str(namesakes.folder / "dot")


def test_what_is_started_looks_for_programs_as_this_one_does(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f":.:{tmp_path}:")
    done = processes.run([sys.executable, "-c", "import os; print(os.environ['PATH'])"], b"", 60)
    assert done.stdout.decode().strip() == str(tmp_path)


def test_hybridc_s_own_folder_comes_last(monkeypatch):
    monkeypatch.chdir(ROOT / "transpiler")
    monkeypatch.setattr("sys.path", [str(ROOT / "transpiler"), *sys.path])
    folders = processes.module_folders()
    assert folders[-1] == str(ROOT / "transpiler") and folders.count(folders[-1]) == 1


def test_under_m_the_current_folder_is_left_before_modules_are_imported(tmp_path):
    """What `python -m` itself imports comes from there nevertheless, before anything of ours runs."""
    (tmp_path / "signal.py").write_text("raise SystemExit('executed')")
    (tmp_path / "click.py").write_text("raise SystemExit('executed')")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "transpiler"), str(ROOT / "cli")])}
    command = [sys.executable, "-m", "hybridc_cli.main", "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("hybridc, version "), done.stderr


def test_the_door_is_where_it_is_said_to_be():
    assert Path(processes.__file__).samefile(ROOT / DOOR)
