"""The formatter, run as a program of its own where it is installed."""

from __future__ import annotations

import os
import sys

from hybridc.core import processes

_SECONDS = 30.0


def ruff_executable() -> str | None:
    """The ruff beside the running interpreter, else the one on the path."""
    beside = os.path.join(os.path.dirname(sys.executable), "ruff")
    return beside if os.path.isabs(beside) and os.path.isfile(beside) else processes.program("ruff")


def format_with_ruff(code: str, line_length: int) -> str | None:
    """`ruff format` of the code; None where there is no ruff or it does not succeed."""
    executable = ruff_executable()
    if executable is None:
        return None
    command = [executable, "format", "--isolated", f"--line-length={line_length}", "--stdin-filename=generated.py", "-"]
    try:
        done = processes.run(command, code.encode(), _SECONDS)
    except OSError:  # it cannot be started, or takes too long
        return None
    return done.stdout.decode() if done.returncode == 0 else None
