"""One form in its process, and what came of it."""

from __future__ import annotations

import os
from typing import Any

from hybridc.bench.inputs import Drawn
from hybridc.bench.process import Ended, Process
from hybridc.bench.report import Batch, Contender, Timing
from hybridc.bench.request import CannotBench
from hybridc.bench.systems import Form, System


class Failed(Exception):
    """What was asked for could not be done; the message says why. `is_over`: nor can anything else."""

    def __init__(self, message: str, is_over: bool) -> None:
        super().__init__(message)
        self.is_over = is_over


class NotInstalled(Failed):
    """The framework is not there."""


class Contending:
    """A form that is measured. Whatever goes wrong is noted in its report, and ends its part."""

    def __init__(self, form: Form, system: type[System], folder: str, timeout: float, gigabytes: float) -> None:
        self.form, self.system = form, system
        self.report = Contender(form.id, form.title, form.kind)
        self.is_model = False
        self.estimate = 0.0  # seconds of a call
        self.timing: Timing
        self._folder = os.path.join(folder, form.id)
        self._timeout, self._gigabytes = timeout, gigabytes
        self._process: Process | None = None
        self._is_running = self._has_run = False
        os.makedirs(self._folder)

    @property
    def is_alive(self) -> bool:
        """It can be asked."""
        return self._process is not None

    @property
    def is_running(self) -> bool:
        """It takes part in the batch that is measured."""
        return self.is_alive and self._is_running

    @property
    def first_outputs(self) -> str:
        """The file with what its first call returned."""
        return os.path.join(self._folder, "first.npz")

    @property
    def last_outputs(self) -> str:
        """The file with what its last call returned, before the rounds."""
        return os.path.join(self._folder, "last.npz")

    def start(self, python: str, threads: int | None) -> None:
        environment = self.system.environment(self._folder, threads)
        self._process = Process(python, environment, threads, os.path.join(self._folder, "stderr"))

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    def send(self, do: str, **arguments: object) -> None:
        assert self._process is not None
        self._process.send(do, **arguments)

    def loaded(self) -> None:
        """Waits until the file is loaded. Raises CannotBench where it does not take the inputs."""
        try:
            answer = self._answer()
        except NotInstalled as problem:
            self._leave(str(problem), "not installed")
            return
        except Failed as problem:
            self._leave(str(problem))
            return
        self.is_model = answer["is_model"]
        self.report.versions, self.report.device = answer["versions"], answer["device"]
        self.report.threads, self.report.load_seconds = answer["threads"], answer["seconds"]

    def begin(self, batch: Batch) -> None:
        self.timing = Timing(self.form.id)
        batch.systems.append(self.timing)
        self._is_running = True

    def take(self, path: str, why: str) -> None:
        """Reads parameters. Those that do not fit end its part for good."""
        if self._asked("take", why, path=os.path.abspath(path)) is None:
            self._leave(self.timing.reason or why)

    def save(self, path: str) -> bool:
        return self._asked("save", "its parameters cannot be written: ", path=path) is not None

    def first(self, arrays: str, drawn: Drawn) -> None:
        """The first call with inputs of a size."""
        if not self.is_running:
            return
        answer = self._asked(
            "first", arrays=arrays, dtypes=dict(drawn.dtypes), values=dict(drawn.values), result=self.first_outputs
        )
        if answer is not None:
            self.timing.first_seconds, self.timing.written = answer["seconds"], answer["written"]
            self._has_run = True

    def warm(self, seconds: float) -> None:
        if self.is_running and (answer := self._asked("warm", seconds=seconds, result=self.last_outputs)) is not None:
            self.estimate = answer["seconds"]

    def turn(self, calls: int) -> float | None:
        """Seconds of a call in this turn."""
        answer = self._asked("turn", calls=calls)
        self.timing.calls = calls
        return None if answer is None else float(answer["seconds"])

    def fail(self, reason: str, status: str = "failed") -> None:
        """It takes no further part in this batch."""
        self.timing.status, self.timing.reason = status, reason
        self._is_running = False

    def _asked(self, do: str, why: str = "", **arguments: object) -> dict[str, Any] | None:
        """The answer, or None where there is none; why is noted."""
        try:
            self.send(do, **arguments)
            return self._answer()
        except Failed as problem:
            self.fail(why + str(problem))
            if problem.is_over:
                self._leave(str(problem))
            return None

    def _answer(self) -> dict[str, Any]:
        assert self._process is not None
        try:
            answer = self._process.receive(self._timeout, self._gigabytes)
        except Ended as problem:
            raise Failed(str(problem), is_over=True) from problem
        if "missing" in answer:
            raise NotInstalled(answer["missing"], is_over=True)
        if "error" in answer:
            if answer["kind"] == "request":
                raise CannotBench(f"{self.form.title}: {answer['error']}")
            raise Failed(answer["error"], is_over=False)
        return answer

    def _leave(self, reason: str, status: str = "not run") -> None:
        """For good."""
        self.report.status, self.report.reason = "ended" if self._has_run else status, reason
        self.end()
