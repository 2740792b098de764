"""The one door to other processes: what is started finds nothing in the current folder, no module and no program.

Nothing else starts processes (`tests/test_processes.py`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO, TypeAlias

Process: TypeAlias = subprocess.Popen[bytes]
_ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * __name__.count(".")))


def python(code: str, *arguments: str) -> list[str]:
    """The command of a Python that runs code of ours, with the modules that this one has.

    It believes no variable of the environment (-I), whose PYTHONPATH may name the current folder.
    """
    options = ["-I", "-X", f"utf8={sys.flags.utf8_mode}"]
    if sys.dont_write_bytecode:
        options.append("-B")
    if sys.pycache_prefix is not None:
        options += ["-X", f"pycache_prefix={sys.pycache_prefix}"]
    return [sys.executable, *options, "-c", f"import sys; sys.path[:] = {module_folders()!r}; {code}", *arguments]


def python_for_users(module: str, *arguments: str) -> list[str]:
    """The command of a Python that runs a module of ours, and then the user's code, for which PYTHONPATH holds.

    -P: the current folder's modules do not come before the libraries'. -B: no caches beside the user's files.
    """
    return [sys.executable, "-P", "-B", "-X", "faulthandler", "-m", module, *arguments]


def other_python(python: str, script: str, *arguments: str) -> list[str]:
    """The same for any Python, of which -P is not known before 3.11: of a script, its own folder comes first.

    (With -c, the current folder does, and Python 3.13 imports modules from there before it begins.)
    """
    return [python, "-B", "-X", "faulthandler", script, *arguments]


def module_folders() -> list[str]:
    """Where this Python looks for modules, without the current folder, but for hybridc's own, which then comes last."""
    here = os.path.realpath(os.curdir)
    folders = [folder for folder in sys.path if os.path.isabs(folder) and os.path.realpath(folder) != here]
    return folders if _ROOT in folders else [*folders, _ROOT]


def program(name: str) -> str | None:
    """The path of an installed program. Relative entries of PATH, which lead into the current folder, do not count."""
    found = shutil.which(name, path=_program_folders())
    return found if found is not None and os.path.isabs(found) else None


def run(command: Sequence[str], data: bytes, seconds: float) -> subprocess.CompletedProcess[bytes]:
    """Runs a program on standard input. Raises TimeoutError, and OSError where it cannot be started."""
    try:
        return subprocess.run(
            command, input=data, capture_output=True, timeout=seconds, check=False, env=_environment()
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"{command[0]} takes longer than {seconds:g} s") from error


def start(
    command: Sequence[str], *, is_asked: bool = False, errors: IO[bytes] | None = None,
    environment: Mapping[str, str] | None = None, is_leader: bool = False,
) -> Process:  # fmt: skip
    """Starts a program. `is_asked`: its standard input and output are pipes. `errors`: a file for its standard error.
    `is_leader`: of a group of its own, which can be ended with all that it starts.

    Raises OSError where it cannot be started.
    """
    pipe = subprocess.PIPE if is_asked else subprocess.DEVNULL
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL if errors is None else errors,
        start_new_session=is_leader, env={**_environment(), **(environment or {})},
    )  # fmt: skip


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": _program_folders()} if "PATH" in os.environ else dict(os.environ)


def _program_folders() -> str:
    named = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(folder for folder in named if os.path.isabs(folder))
