"""A process with all that it started, also what has left its group and its session: found, measured and ended.

Linux tells in /proc who started whom, and which environment a process began with: what is started carries a mark there,
which its children inherit, wherever they go. Elsewhere the group is all that is ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator

from hybridc.core.processes import Process

_MARK = "HYBRIDC_STARTED_BY"
_IS_LINUX = sys.platform == "linux" and os.path.isdir("/proc/self")
_ROUNDS, _PAUSE = 50, 0.01  # looks for what was started while the others ended


def mark() -> dict[str, str]:
    """What the environment of one process gets that is to be started, by which all that it starts is known."""
    return {_MARK: secrets.token_hex(16)}


def end(process: Process, marked: dict[str, str]) -> None:
    """Ends the process, which leads a group of its own, and all that it started; waits for it."""
    found = {process.pid} if process.poll() is None else set()
    for pid in found:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGSTOP)  # it starts nothing more while its children are looked for
    for _ in range(_ROUNDS):
        left = set(_tree(process.pid, marked[_MARK])) - {process.pid} if _IS_LINUX else set()
        _kill_group(process)
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if process.returncode is None:
            process.wait()
        if not left:
            return
        time.sleep(_PAUSE)


def memory(process: Process, marked: dict[str, str]) -> int:
    """The bytes in memory of the process and all that it started; 0 where that is not known."""
    if not _IS_LINUX:
        return 0
    return sum(_resident(pid) for pid in {process.pid, *_tree(process.pid, marked[_MARK])})


def own_memory(process: Process) -> int:
    """The bytes in memory of the process alone; 0 where that is not known."""
    return _resident(process.pid) if _IS_LINUX else 0


def _kill_group(process: Process) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.returncode is None:
        process.kill()


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def _tree(root: int, token: str) -> Iterator[int]:
    """Those below a process, those that carry its mark, and those below these."""
    children: dict[int, list[int]] = {}
    marked = []
    for pid, parent in _parents():
        children.setdefault(parent, []).append(pid)
        if _token(pid) == token:
            marked.append(pid)
    waiting, seen = [root, *marked], set[int]()
    while waiting:
        pid = waiting.pop()
        if pid in seen:
            continue
        seen.add(pid)
        waiting += children.get(pid, [])
        if pid != root:
            yield pid


def _parents() -> Iterator[tuple[int, int]]:
    """Every process that is not over, and who started it."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                    state, parent = file.read().rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    yield int(name), int(parent)


def _token(pid: int) -> str | None:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            entries = file.read().split(b"\0")
    except OSError:
        return None
    start = f"{_MARK}=".encode()
    return next((e[len(start) :].decode(errors="replace") for e in entries if e.startswith(start)), None)
