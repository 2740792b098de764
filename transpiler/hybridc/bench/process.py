"""The process of one form: it is sent lines of JSON and answers with such, until it is ended."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import threading
from collections.abc import Mapping
from typing import Any

from hybridc import processes

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_SHOWN = 300  # characters of what it wrote to standard error
# The package under another name: what the process runs needs nothing else of hybridc's, nor a Python that runs it.
_START = (
    "import importlib.util; name, place = 'hybridc_bench', {place!r}; "
    "spec = importlib.util.spec_from_file_location(name, place + '/__init__.py', submodule_search_locations=[place]); "
    "sys.modules[name] = importlib.util.module_from_spec(spec); spec.loader.exec_module(sys.modules[name]); "
    "from hybridc_bench.worker.main import main; main()"
)


class Ended(Exception):
    """The process is no more; the message says how it ended."""


class Process:
    """A Python that answers. What its code prints goes nowhere, what it says on standard error to `log`."""

    def __init__(self, python: str, environment: Mapping[str, str], threads: int | None, log: str) -> None:
        """Raises OSError where the Python cannot be started."""
        command = processes.other_python(python, _START.format(place=_PACKAGE), str(threads or ""))
        self._log = log
        with open(log, "wb") as stderr:
            self._process = processes.start(
                command, is_asked=True, errors=stderr, environment=environment, is_leader=True
            )
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, do: str, **arguments: object) -> None:
        """Asks for something, whose answer `receive` gives. A process that has died is told of there."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(json.dumps({"do": do, **arguments}).encode() + b"\n")
            self._process.stdin.flush()

    def receive(self, timeout: float) -> dict[str, Any]:
        """The answer. Raises Ended where the process dies, or takes longer, which ends it."""
        try:
            line = self._answers.get(timeout=timeout)
        except queue.Empty:
            self.end()
            raise Ended(f"it took longer than {timeout:g} s") from None
        if line is None:
            self._process.wait()
            raise Ended(self._how())
        return json.loads(line)  # type: ignore[no-any-return]

    def end(self) -> None:
        """Ends it, and what the user's code started and left behind."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()

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
