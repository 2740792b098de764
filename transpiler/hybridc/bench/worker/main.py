"""Takes a line of JSON from standard input, does what it says, and answers with a line on standard output."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any, BinaryIO, Mapping

from ..systems import ALL
from ..systems.base import System, Unusable
from .arrays import read_arrays, write_arrays
from .calling import Calls, Misfit, placed
from .leaves import arrays_of
from .targets import BadTarget, find, read_target

_LONGEST = 300  # characters of what an error says


class Worker:
    """One form of one target. Each public method is what a message asks for, and gives the answer."""

    def __init__(self, threads: int | None) -> None:
        self._threads = threads
        self._system: System
        self._value: Any
        self._form = self._refusal = ""
        self._names: tuple[list[str], list[str]] = ([], [])
        self._calls: Calls

    def load(self, system: str, form: str, target: str, origin: str, inputs: list[str], root: str) -> dict[str, Any]:
        """Imports the framework, runs the file and makes the model. `root`: where hybridc lies, if code needs it."""
        if root and root not in sys.path:
            sys.path.insert(0, root)
        kind = ALL[system]
        try:
            self._system = kind(self._threads)
        except ImportError as error:
            why = "" if isinstance(error, ModuleNotFoundError) else f": {told(error)}"
            return {"missing": f"{kind.packages[0]} is not installed for {sys.executable}{why}"}
        self._form = form
        self._system.running(form).__enter__()
        start = time.perf_counter()
        self._value = find(read_target(target), origin, self._system.loaded)
        is_model = self._system.is_model(self._value)
        if is_model:
            self._system.prepare(self._value)
        self._names = placed(self._system.signature(self._value), inputs)
        return {
            "versions": {"python": sys.version.partition(" ")[0], **self._system.versions},
            "device": self._system.device, "threads": self._system.threads, "is_model": is_model,
            "seconds": time.perf_counter() - start,
        }  # fmt: skip

    def save(self, path: str) -> dict[str, Any]:
        self._system.save(self._value, path)
        return {}

    def take(self, path: str) -> dict[str, Any]:
        self._system.load(self._value, path)
        return {}

    def first(self, arrays: str, dtypes: dict[str, str], values: dict[str, Any], result: str) -> dict[str, Any]:
        """Makes the form, and calls it for the first time with inputs of this size."""
        if self._refusal:
            raise Unusable(self._refusal)
        self._calls = Calls(self._system, *self._names, read_arrays(arrays), dtypes, values)
        self._system.settle(self._form, self._value, lambda: self._calls.called(self._value))
        taken = self._calls.first(self._built)
        return {"seconds": taken, "written": self._calls.written, "outputs": self._keep(result)}

    def warm(self, seconds: float, result: str) -> dict[str, Any]:
        """Calls until what happens at first has happened; the result is that of the last call."""
        return {"seconds": self._calls.warmed(seconds), "outputs": self._keep(result)}

    def turn(self, calls: int) -> dict[str, Any]:
        return {"seconds": self._calls.turn(calls)}

    def _built(self) -> Any:
        """The form. What a framework says when it refuses one, and not what it says the second time, is the reason."""
        try:
            return self._system.built(self._form, self._value)
        except Exception as error:
            self._refusal = str(error) if isinstance(error, Unusable) else told(error)
            raise

    def _keep(self, path: str) -> int:
        found = arrays_of(self._calls.result, self._system.numpy)
        write_arrays(path, found)
        return len(found)


def told(error: BaseException) -> str:
    """An error in a line."""
    words = " ".join(str(error).split())
    words = words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def answer(worker: Worker, message: Mapping[str, Any]) -> dict[str, Any]:
    """What the worker says to a message; `error`, with its `kind`, where that could not be done."""
    arguments = dict(message)
    try:
        return getattr(worker, arguments.pop("do"))(**arguments)  # type: ignore[no-any-return]
    except (Misfit, BadTarget) as error:
        return {"error": str(error), "kind": "request"}
    except Unusable as error:
        return {"error": str(error), "kind": "unusable"}
    except BaseException as error:  # whatever the user's code raises, `sys.exit` as well
        return {"error": told(error), "kind": "raised"}


def serve(requests: BinaryIO, answers: BinaryIO, threads: int | None) -> None:
    """Until there are no more messages."""
    if threads is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    worker = Worker(threads)
    for line in requests:
        answers.write(json.dumps(answer(worker, json.loads(line))).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Standard input and output are the pipes; what the user's code prints and reads gets nowhere near them."""
    streams = [os.fdopen(os.dup(number), mode) for number, mode in ((0, "rb"), (1, "wb"))]
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    threads = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1] else None
    serve(streams[0], streams[1], threads)  # type: ignore[arg-type]
