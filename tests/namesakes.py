"""A folder in which everything has a namesake: each module of Python's and of what is installed, and programs."""

import importlib.metadata
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = [str(ROOT / "transpiler"), str(ROOT / "cli")]
PROGRAMS = ("ruff", "dot", "python", "python3", "hybridc")
MODULES = {
    *sys.stdlib_module_names,
    *(name.partition(".")[0] for name in importlib.metadata.packages_distributions()),
    *("hybridc", "hybridc_cli", "pygraphviz", "sitecustomize", "usercustomize", "h5py", "jax_plugins"),
}


class Namesakes:
    """`folder` is the current one; what is executed of it is noted beside it."""

    def __init__(self, place):
        self.folder, self._executed = place / "current", place / "executed"
        self.folder.mkdir()
        for name in filter(str.isidentifier, MODULES):
            (self.folder / f"{name}.py").write_text(f"open({str(self._executed)!r}, 'a').write('{name}.py ')\n")
        for name in PROGRAMS:
            program = self.folder / name
            program.write_text(f"#!/bin/sh\nprintf '{name} ' >> '{self._executed}'\nexit 1\n")
            program.chmod(0o755)
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(SOURCES),
            "PATH": os.pathsep.join(
                ["", ".", os.environ["PATH"], ""]
            ),  # as those write it who forget that it was empty
        }

    @property
    def executed(self):
        return sorted(set(self._executed.read_text().split())) if self._executed.exists() else []
