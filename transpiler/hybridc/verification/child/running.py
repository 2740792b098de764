"""Runs the functions of a job on both sides and says what it finds, draw by draw."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import cast

import numpy as np

from hybridc.verification.child.arguments import Unusable
from hybridc.verification.child.calling import Called, Caller, bound, described_error
from hybridc.verification.child.capture import Capture
from hybridc.verification.child.changes import After, argument_changes, sharing
from hybridc.verification.child.comparing import Comparer
from hybridc.verification.child.copying import Copier
from hybridc.verification.child.inputs import Inputs, inputs_of
from hybridc.verification.child.loading import Modules, prepare_path
from hybridc.verification.child.printed import compared
from hybridc.verification.child.storing import save
from hybridc.verification.child.structure import pairs
from hybridc.verification.child.tolerance import allowed, precision
from hybridc.verification.protocol import Draw, Event, Job, Side, Task

_SIDES: tuple[Side, ...] = ("original", "converted")
_SHOWN = 300  # characters of an argument


class Runner:
    """One job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.settings = job["settings"]
        self.modules = Modules(job["file"], job["original"], job["converted"])
        self.capture = Capture(job["printed"])
        self.caller = Caller(self.capture, self.settings["seed"])

    def run(self) -> None:
        """All of it."""
        prepare_path(self.job["file"])
        printed: dict[Side, str] = {}
        for side in _SIDES:
            self.say({"kind": "loading", "side": side})
            path = self.job["file"] if side == "original" else self.job["converted"]
            loaded = self.caller.call(lambda side=side: self.modules.load(side), [], {}, path)
            if loaded.error is not None:
                self.say({"kind": "unloadable", "side": side, "error": loaded.error})
                return
            printed[side] = loaded.printed
        rtol, _ = allowed(8, self.settings)
        text = compared(printed["original"], printed["converted"], rtol, self.settings["compares_prints"])
        self.say({"kind": "loaded", "printed": text})
        for task in self.job["tasks"]:
            self._run_task(task)
        self.say({"kind": "end"})

    def say(self, event: Event) -> None:
        """Adds a line. The file is opened each time, for the user's code may close what is open."""
        self.caller.end_forked()
        with open(self.job["events"], "ab", buffering=0) as file:
            file.write(json.dumps(event).encode() + b"\n")

    def _run_task(self, task: Task) -> None:
        name = task["function"]
        self.say({"kind": "started", "function": name})
        draws = inputs_of(task, self.settings, self.modules.sides["original"], self._classes("original"))
        doing = "making its inputs"
        try:
            for inputs in draws:
                doing = "comparing the two sides"
                draw = self._draw(task, inputs)
                if not (inputs.is_tried and draw["status"] == "original failed"):
                    self.say({"kind": "draw", "function": name, "draw": draw})
                doing = "making its inputs"
        except Unusable as problem:
            self.say({"kind": "unusable", "function": name, "reason": f"its inputs: {problem}"})
        except BaseException as raised:
            error = described_error(raised, self.job["file"])
            where = f" at line {error['line']}" if error["line"] is not None else ""
            reason = f"{doing} failed: {error['type']}: {error['message']}{where}"
            self.say({"kind": "unusable", "function": name, "reason": reason})
        else:
            self.say({"kind": "finished", "function": name})

    def _classes(self, side: str) -> dict[str, type]:
        return self.modules.classes(side)

    def _draw(self, task: Task, inputs: Inputs) -> Draw:
        """Both sides get copies of their own. What the original raises for is not asked of the converted code."""
        draw = Draw(
            index=inputs.index, dtype=inputs.dtype, values=inputs.style, status="same",
            inputs={name: _shown(value) for name, value in inputs.values.items()}, original_error=None,
            converted_error=None, outputs=[], arguments=[], printed=None, notes=[],
        )  # fmt: skip
        before = self._copied(inputs.values, "original")
        ours, theirs = self._copied(before, "original"), self._copied(before, "converted")
        original = self._called(task, "original", ours, draw)
        draw["original_error"] = original.error
        if original.error is not None:
            draw["status"] = "original failed"
            self._restore_globals(draw)
            return draw
        converted = self._called(task, "converted", theirs, draw)
        draw["converted_error"] = converted.error
        if converted.error is not None:
            draw["status"] = "different"
        else:
            self._compare(task, draw, original, converted, (before, ours, theirs))
        if draw["status"] == "different":
            self._keep(task, before, draw)
        return draw

    def _copied(self, values: Mapping[str, object], side: str) -> dict[str, object]:
        copier = Copier(self._classes(side))
        return {name: copier.copy(value) for name, value in values.items()}

    def _called(self, task: Task, side: Side, values: Mapping[str, object], draw: Draw) -> Called:
        self.say(
            {
                "kind": "calling",
                "side": side,
                "function": task["function"],
                "description": f"draw {draw['index']} ({draw['dtype']}, {draw['values']}): "
                + ", ".join(f"{name}={text}" for name, text in draw["inputs"].items()),
            }
        )
        function = cast(Callable[..., object], self.modules.function(side, task["function"]))
        positional, named, _ = bound(task["parameters"], values)
        path = self.job["file"] if side == "original" else self.job["converted"]
        return self.caller.call(function, positional, named, path)

    def _restore_globals(self, draw: Draw) -> None:
        """A call that failed may have set globals on one side alone: both modules begin again where there are such."""
        if not self.modules.sets_globals:
            return
        for side in _SIDES:
            if self.caller.call(lambda side=side: self.modules.load(side), [], {}, self.job["file"]).error is not None:
                draw["notes"].append("the module cannot be loaded again: globals may be of a call that failed")

    def _compare(
        self, task: Task, draw: Draw, original: Called, converted: Called,
        arguments: tuple[Mapping[str, object], Mapping[str, object], Mapping[str, object]],
    ) -> None:  # fmt: skip
        before, ours, theirs = arguments
        own = frozenset(self._classes("original"))
        numbers = [p.original for value in before.values() for p in pairs(value, value, "", own)]
        width = precision([*numbers, np.float32(0)] if self.settings["x32"] else numbers)
        comparer = Comparer(self.settings, own, width)
        result, returned = _separated(original.value, converted.value, task["returned_mutated"])
        draw["outputs"] = comparer.results(original.value, result)
        after = After(before, ours, theirs, original.value, returned)
        draw["arguments"] = list(argument_changes(after, comparer))
        rtol, _ = allowed(width, self.settings)
        printed = compared(original.printed, converted.printed, rtol, self.settings["compares_prints"])
        draw["printed"] = printed
        draw["notes"] = sharing(original.value, ours, own)
        if printed["status"] == "reordered":
            draw["notes"].append("the converted code prints the same lines in another order")
        found = [*draw["outputs"], *draw["arguments"]]
        if any(c["status"] == "different" for c in found) or printed["status"] == "different":
            draw["status"] = "different"

    def _keep(self, task: Task, before: Mapping[str, object], draw: Draw) -> None:
        """The first inputs that make a difference are saved."""
        path = self.job["failing"]
        if path is None or os.path.exists(path):
            return
        try:
            save(path, task["function"], before, frozenset(self._classes("original")))
        except Unusable as problem:
            draw["notes"].append(f"the inputs are not saved: {problem}")


def _separated(original: object, converted: object, returned_mutated: list[str]) -> tuple[object, dict[str, object]]:
    """The converted function's own result, and the final values of arguments that it returns after it."""
    if not returned_mutated:
        return converted, {}
    count = len(returned_mutated)
    if original is None:
        finals = (converted,) if count == 1 else converted
        if isinstance(finals, tuple) and len(finals) == count:
            return None, dict(zip(returned_mutated, finals, strict=True))
    elif isinstance(converted, tuple) and len(converted) == 1 + count:
        return converted[0], dict(zip(returned_mutated, converted[1:], strict=True))
    return converted, {}


def _shown(value: object) -> str:
    """For a person: the dtype, the shape and as many elements as there is room for."""
    if isinstance(value, np.ndarray):
        elements = np.array2string(value, threshold=12, separator=", ", max_line_width=10_000).replace("\n", "")
        text = f"{value.dtype}{list(value.shape)} {' '.join(elements.split())}"
    else:
        try:
            text = repr(value)
        except Exception as error:
            text = f"<{type(value).__name__}: repr raises {type(error).__name__}>"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
