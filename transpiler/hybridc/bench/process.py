"""The process of one form: it is sent lines of JSON and answers with such, until it is ended."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import threading
import time
from collections.abc import Mapping
from typing import Any

from hybridc.core import descendants, processes

_START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "alone", "start.py")
_PAUSE = 0.05  # seconds between looks at its memory: seldom, since what it does is being measured
_BETWEEN = 1.0  # seconds between looks at that of all that it started
_SHOWN = 300  # characters of what it wrote to standard error


class Ended(Exception):
    """The process is no more; the message says how it ended."""


class Process:
    """A Python that answers. What its code prints goes nowhere, what it says on standard error to `log`."""

    def __init__(self, python: str, environment: Mapping[str, str], threads: int | None, log: str) -> None:
        """Raises OSError where the Python cannot be started."""
        command = processes.other_python(python, _START, str(threads or ""))
        self._log = log
        self._mark = descendants.mark()
        self._looked = 0.0
        with open(log, "wb") as stderr:
            self._process = processes.start(
                command, is_asked=True, errors=stderr, environment={**environment, **self._mark}, is_leader=True
            )
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, do: str, **arguments: object) -> None:
        """Asks for something, whose answer `receive` gives. A process that has died is told of there."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(json.dumps({"do": do, **arguments}).encode() + b"\n")
            self._process.stdin.flush()

    def receive(self, timeout: float, gigabytes: float = 0.0) -> dict[str, Any]:
        """The answer. Raises Ended where the process dies, takes longer, or holds more memory with all that it started
        (0 for any), which ends it."""
        until = time.monotonic() + timeout
        while True:
            left = until - time.monotonic()
            try:
                line = self._answers.get(timeout=max(0.0, min(left, _PAUSE) if gigabytes else left))
                break
            except queue.Empty:
                pass
            if gigabytes and self._is_above(gigabytes * 2**30):
                self.end()
                raise Ended(f"it took more memory than {gigabytes:g} GiB")
            if time.monotonic() >= until:
                self.end()
                raise Ended(f"it took longer than {timeout:g} s")
        if line is None:
            self._process.wait()
            self.end()
            raise Ended(self._how())
        return json.loads(line)  # type: ignore[no-any-return]

    def _is_above(self, limit: float) -> bool:
        """It holds more memory, or, looked at less often, with all that it started."""
        if descendants.own_memory(self._process) > limit:
            return True
        if time.monotonic() - self._looked < _BETWEEN:
            return False
        self._looked = time.monotonic()
        return descendants.memory(self._process, self._mark) > limit

    def end(self) -> None:
        """Ends it, and what the user's code started and left behind."""
        descendants.end(self._process, self._mark)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._answers.put(line)
        self._answers.put(None)

    def _how(self) -> str:
        status = self._process.returncode
        how = f"the process ended with status {status}"
        if status < 0:
            with contextlib.suppress(ValueError):
                how = f"the process was killed by {signal.Signals(-status).name}"
        words = self._last_words()
        return f"{how}: {words}" if words else how

    def _last_words(self) -> str:
        with open(self._log, "rb") as file:
            text = file.read().decode(errors="backslashreplace")
        _, mark, crash = text.rpartition("Fatal Python error:")
        lines = [line for line in ((mark + crash) if mark else text).splitlines() if line.strip()]
        return (lines[0] if mark else lines[-1])[:_SHOWN].strip() if lines else ""
