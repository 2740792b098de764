"""Runs the tests that need no framework with other versions: `lowest`, those that pyproject.toml promises, or a Python.

Each has a virtual environment of its own in the project, `.venv-lowest` and `.venv-3.12`, made anew when pyproject.toml
changes. Where there is no such Python, a line says so.
"""

import glob
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = ROOT / "pyproject.toml"
TOOLS = ("h5py", "hypothesis", "pygraphviz", "pytest", "pytest-xdist", "ruff")  # of the extra `dev`
TESTS = [
    "tests/cli",
    "tests/layout",
    "tests/folding",
    "tests/golden",
    "tests/graphs",
    "tests/picture",
    "tests/sides",
    "tests/verification",
    "tests/test_architecture.py",
    "tests/test_attempt.py",
    "tests/test_processes.py",
    "tests/test_source.py",
    "tests/test_standalone_files.py",
]
_LOWEST = re.compile(r"([\w-]+)>=([\w.]+)")


def lowest():
    """The lowest versions that are promised of what is depended on, and of what tests need."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    tools = [text for text in project["optional-dependencies"]["dev"] if text.startswith(TOOLS)]
    matches = map(_LOWEST.match, [*project["dependencies"], *tools])
    return [f"{match[1]}=={match[2]}" for match in matches if match is not None]


def interpreter(version):
    """A Python of the version, on PATH or beside others of pyenv's; None where there is none."""
    beside = glob.glob(os.path.expanduser(f"~/.pyenv/versions/{version}.*/bin/python{version}"))
    for found in (f"python{version}", *sorted(beside)):
        try:
            done = subprocess.run([found, "-c", "import venv"], capture_output=True, timeout=60)
        except OSError:
            continue
        if done.returncode == 0:
            return found
    return None


def environment(python, name, requirements):
    """The Python of a virtual environment that has them, and this project."""
    folder = ROOT / f".venv-{name}"
    own, ready = folder / "bin" / "python", folder / ".ready"
    if not ready.exists() or ready.stat().st_mtime < PROJECT.stat().st_mtime:
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        command = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", ROOT, *requirements]
        subprocess.run(command, check=True)
        ready.touch()
    return own


def tested(name):
    """The exit status of the tests with these versions."""
    python = sys.executable if name == "lowest" else interpreter(name)
    if python is None:
        print(f"there is no Python {name} here: nothing is tested with it", flush=True)
        return 0
    own = environment(python, name, lowest() if name == "lowest" else TOOLS)
    print(f"tests that need no framework, {'lowest versions' if name == 'lowest' else f'Python {name}'}", flush=True)
    command = [own, "-m", "pytest", "-q", "-n", "2", "-m", "not long", *TESTS]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(max([tested(name) for name in sys.argv[1:]], default=0))
