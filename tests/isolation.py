"""Python that has jax and numpy, and can import neither hybridc nor torch."""

import subprocess
import sys

import pytest

INSTALLED = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
PREAMBLE = f"""\
import importlib.util, sys
sys.path += [sys.argv[1], *{INSTALLED!r}]  # of the packages alone: files that add further places are not read
sys.modules.update(hybridc=None, torch=None)
for name in ("hybridc", "hybridc.runtime", "torch"):
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    raise AssertionError(name)
"""


def run_alone(script, folder, *arguments):
    """Runs a script that can import what is in the folder, and returns what it prints."""
    command = [sys.executable, "-I", "-S", "-c", PREAMBLE + script, folder, *arguments]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=folder)
    if done.returncode:
        pytest.fail(done.stderr)
    return done.stdout
