"""Runs the child, over again where it dies, and sorts its findings by function."""

from __future__ import annotations

import json
import os
import signal

from hybridc.verification.process import Child, Ended
from hybridc.verification.protocol import Draw, Event, Job, Raised, Side, Task
from hybridc.verification.report import FunctionResult, Verdict, Verification

_NOT_TOLD = -signal.SIGKILL  # by whom, and why, is not known: often there was too little memory


def run_all(
    job: Job, folder: str, timeout: float, result: Verification, *, is_whole: bool, gigabytes: float = 0.0
) -> None:
    """Fills in the functions of `result` that have a task. What the module prints counts where it `is_whole`."""
    waiting = list(job["tasks"])
    by_name = {f.name: f for f in result.functions}
    compares_module = is_whole
    while waiting or compares_module:
        run = _Run(by_name, result, compares_module)
        run.follow(Child(_written({**job, "tasks": waiting}, folder), job["events"], folder), timeout, gigabytes)
        compares_module = False
        if result.reason is not None:
            for task in _remaining(waiting, run.finished):
                _fail(by_name[task["function"]], "it was not reached")
            return
        waiting = _remaining(waiting, run.finished)


def _written(job: Job, folder: str) -> str:
    path = os.path.join(folder, "job.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(job, file)
    with open(job["events"], "wb"):
        return path


def _remaining(waiting: list[Task], finished: set[str]) -> list[Task]:
    return [task for task in waiting if task["function"] not in finished]


def _fail(function: FunctionResult, reason: str) -> None:
    """It could not run; a difference that was found before stays one."""
    function.reason = reason
    if function.verdict is not Verdict.DIFFERENT:
        function.verdict = Verdict.FAILED


class _Run:
    """One child, followed from beginning to end. `finished` are the functions that need no other child."""

    def __init__(self, by_name: dict[str, FunctionResult], result: Verification, compares_module: bool) -> None:
        self.by_name = by_name
        self.result = result
        self.compares_module = compares_module
        self.finished: set[str] = set()
        self.side: Side = "original"
        self.function: FunctionResult | None = None
        self.doing = "the child process started"
        self.is_calling = False
        self.is_over = False

    def follow(self, child: Child, timeout: float, gigabytes: float) -> None:
        """Until the child has ended, or takes longer than it may for one function or for loading the file."""
        for event in child.events(timeout, gigabytes):
            if isinstance(event, Ended):
                if not self.is_over:
                    self._died(event)
                return
            self._take(event)
            if event["kind"] in ("loading", "loaded", "started"):
                child.restart_clock()

    def _take(self, event: Event) -> None:
        match event["kind"]:
            case "loading":
                self.side, self.doing = event["side"], f"the {event['side']} module was loaded"
            case "loaded":
                if self.compares_module:
                    self.result.printed = event["printed"]
            case "unloadable":
                self._unloadable(event["side"], event["error"])
            case "started":
                self.function = self.by_name[event["function"]]
                self.doing, self.is_calling = f"inputs for `{event['function']}` were made", False
            case "calling":
                self.side = event["side"]
                self.doing = f"`{event['function']}` ran in the {self.side} code, with {event['description']}"
                self.is_calling = True
            case "draw":
                self._drawn(event["draw"])
            case "unusable":
                self._finish(event["function"])
                _fail(self.by_name[event["function"]], event["reason"])
            case "finished":
                self._finish(event["function"])
                _conclude(self.by_name[event["function"]])
            case "end":
                self.is_over = True

    def _finish(self, name: str) -> None:
        self.finished.add(name)
        self.function = None

    def _drawn(self, draw: Draw) -> None:
        assert self.function is not None
        self.doing, self.is_calling = f"the next inputs for `{self.function.name}` were made", False
        self.function.draws.append(draw)
        if draw["status"] == "different":
            self.function.verdict = Verdict.DIFFERENT

    def _unloadable(self, side: Side, error: Raised) -> None:
        self.is_over = True
        where = f" at line {error['line']}" if error["line"] is not None else ""
        what = f"{error['type']}: {error['message']}{where}"
        if side == "original":
            self.result.reason = f"the file cannot be loaded: {what}"
            return
        # The original loads, so the conversion has changed what the file does.
        self.result.reason = f"the converted module cannot be loaded: {what}"
        self.result.is_unloadable = True

    def _died(self, ended: Ended) -> None:
        reason = f"{ended.how} while {self.doing}"
        if self.function is None:
            self.result.reason = reason + ended.last_words()
            return
        function = self.function
        self._finish(function.name)
        of_itself = not ended.is_timeout and not ended.is_full and ended.status != _NOT_TOLD
        if self.is_calling and self.side == "converted" and of_itself:
            function.verdict = Verdict.DIFFERENT
        _fail(function, reason + ended.last_words())
        function.suggestion = function.inputs if function.is_derived else None


def _conclude(function: FunctionResult) -> None:
    """Where the original raises there is no promise; where it always does, nothing was compared."""
    failed = [d for d in function.draws if d["status"] == "original failed"]
    if not function.draws:
        _fail(function, "no inputs were made")
    elif len(failed) == len(function.draws):
        error = failed[0]["original_error"]
        assert error is not None
        where = f" at line {error['line']}" if error["line"] is not None else ""
        count = f"all {len(failed)} draws" if len(failed) > 1 else "the only draw"
        _fail(function, f"the original failed in {count}: {error['type']}: {error['message']}{where}")
        function.suggestion = function.inputs if function.is_derived else None
