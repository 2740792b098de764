"""The child process: started in a group of its own, read from while it runs, and ended with all that it started."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import BinaryIO

from hybridc.core import descendants, processes
from hybridc.verification.protocol import Event

_PAUSE = 0.02  # seconds between looks at what the child has written
_BETWEEN = 0.3  # seconds between looks at the memory of all that it started
_START_UP = 120.0  # seconds for the libraries to be loaded, which is no matter of the user's code
_OWN = os.path.join(os.path.dirname(__file__), "child")
_SHOWN = 600  # characters of what it wrote to standard error


@dataclass(frozen=True, slots=True)
class Ended:
    """How the child ended: `status` is that of `subprocess`, negative for a signal."""

    status: int
    is_timeout: bool
    seconds: float
    stderr: str
    is_full: bool = False
    gigabytes: float = 0.0

    @property
    def how(self) -> str:
        if self.is_full:
            return f"the memory limit of {self.gigabytes:g} GiB was reached"
        if self.is_timeout:
            return f"the time limit of {self.seconds:g} s was reached"
        if self.status < 0:
            with contextlib.suppress(ValueError):
                return f"the process was killed by {signal.Signals(-self.status).name}"
        return f"the process ended with status {self.status}"

    def last_words(self) -> str:
        """What it wrote to standard error last, where it ended of itself."""
        text = "" if self.is_timeout or self.is_full else self.stderr.strip()
        return f"\n{text}" if text else ""


class Child:
    """`python -m hybridc.verification.child JOB`. Its events are lines of a file, so that nothing that the user's code
    prints, closes or hands on to other processes can get in their way."""

    def __init__(self, job: str, events: str, folder: str) -> None:
        self._events = events
        self._stderr = os.path.join(folder, "stderr")
        self._mark = descendants.mark()
        self._looked = 0.0
        command = processes.python_for_users("hybridc.verification.child", job)
        with open(self._stderr, "wb") as stderr:
            self._process = processes.start(command, errors=stderr, environment=self._mark, is_leader=True)
        self._since = time.monotonic()

    def restart_clock(self) -> None:
        """The time limit counts from now."""
        self._since = time.monotonic()

    def events(self, timeout: float, gigabytes: float = 0.0) -> Iterator[Event | Ended]:
        """What the child says, as it says it, and at last how it ended. Leaves no process behind.

        `gigabytes`: the most memory that it and all that it starts may hold; 0 for any.
        """
        is_timeout = is_full = False
        try:
            with open(self._events, "rb") as file:
                is_running, limit = True, max(timeout, _START_UP)
                for line in _lines(file):
                    if line:
                        yield json.loads(line)
                        limit = timeout
                    elif not is_running:
                        break
                    elif self._process.poll() is not None:
                        is_running = False  # one more look: it may have written since
                    elif time.monotonic() - self._since > limit:
                        is_timeout = True
                        break
                    elif gigabytes and self._is_above(gigabytes * 2**30):
                        is_full = True
                        break
                    else:
                        time.sleep(_PAUSE)
        finally:
            self._end()
        yield Ended(self._process.returncode, is_timeout, limit, self._last_stderr(), is_full, gigabytes)

    def _is_above(self, limit: float) -> bool:
        """It holds more memory, or, looked at less often, with all that it started."""
        if descendants.own_memory(self._process) > limit:
            return True
        if time.monotonic() - self._looked < _BETWEEN:
            return False
        self._looked = time.monotonic()
        return descendants.memory(self._process, self._mark) > limit

    def _end(self) -> None:
        """Ends the child, and what the user's code started and left behind, in whatever group or session."""
        descendants.end(self._process, self._mark)

    def _last_stderr(self) -> str:
        with open(self._stderr, "rb") as file:
            text = file.read().decode(errors="backslashreplace")
        _, mark, crash = text.rpartition("Fatal Python error:")
        if not mark:
            return text[-_SHOWN:]
        # Where it was, from the inside out, as far as that is the user's code.
        lines = (mark + crash).partition("\nExtension modules:")[0].split("\n")
        theirs = takewhile(lambda line: _OWN not in line, filter(None, lines))
        return "\n".join(theirs)[:_SHOWN]


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Whole lines, and an empty one where no more are there yet."""
    begun = b""
    while True:
        *complete, begun = (begun + file.read()).split(b"\n")
        yield from filter(None, complete)
        yield b""
