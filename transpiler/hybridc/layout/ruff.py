"""The formatter, run as a program of its own where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

_SECONDS = 30.0


def ruff_executable() -> str | None:
    """The ruff beside the running interpreter, else the one on the path."""
    beside = Path(sys.executable).with_name("ruff")
    return str(beside) if beside.is_file() else shutil.which("ruff")


def format_with_ruff(code: str, line_length: int) -> str | None:
    """`ruff format` of the code; None where there is no ruff or it does not succeed."""
    executable = ruff_executable()
    if executable is None:
        return None
    command = [executable, "format", "--isolated", f"--line-length={line_length}", "--stdin-filename=generated.py", "-"]
    try:
        done = subprocess.run(command, input=code.encode(), capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode() if done.returncode == 0 else None
