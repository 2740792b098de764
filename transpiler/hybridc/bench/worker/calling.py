"""Inputs of one size for one callable, and the calls that are timed."""

from __future__ import annotations

import gc
import inspect
import time
from itertools import repeat
from typing import Any, Callable, Mapping

from ..systems.base import System
from .arrays import Array

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_SEVERAL = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_LEAST_CALLS = 3  # before anything is counted: some frameworks compile at the second call


class Misfit(ValueError):
    """The inputs are not those that the callable takes; the message names them."""


def placed(signature: inspect.Signature, names: list[str]) -> tuple[list[str], list[str]]:
    """The names that are given by position, in order, and those that are given as keywords.

    Raises Misfit for names that are no parameters, and for parameters that need a value and have none.
    """
    parameters = signature.parameters
    own = [name for name, p in parameters.items() if p.kind not in _SEVERAL]
    is_open = len(own) < len(parameters)
    problems = [f"`{name}` is none of its parameters" for name in names if name not in own and not is_open]
    missing = [n for n in own if n not in names and parameters[n].default is inspect.Parameter.empty]
    problems += [f"`{name}` is missing: --input '{name}=f32[...]'" for name in missing]
    if problems:
        made = "" if parameters else "; if what it makes is meant, write `()` behind its name"
        raise Misfit(f"{'; '.join(problems)}; it takes ({', '.join(map(str, parameters.values()))}){made}")
    positional: list[str] = []
    for name in own:
        if name not in names or parameters[name].kind not in _POSITIONAL:
            break
        positional.append(name)
    rest = [name for name in names if name not in positional]
    takes_more = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters.values())
    if takes_more and len(positional) == sum(p.kind in _POSITIONAL for p in parameters.values()):
        more = [name for name in rest if name not in own]
        positional, rest = positional + more, [name for name in rest if name not in more]
    return positional, rest


class Calls:
    """One callable with its inputs, which are made anew for each call where it writes into them."""

    def __init__(
        self, system: System, positional: list[str], keywords: list[str], arrays: Mapping[str, Array],
        dtypes: Mapping[str, str], values: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self._system = system
        self._call: Callable[..., Any]
        self._positional, self._keywords = positional, keywords
        self._arrays, self._dtypes, self._values = arrays, dtypes, values
        self._waiting: Callable[[Any], Any] | None = None
        self.written: list[
            str
        ] = []  # inputs that a call changes in place: each call gets new ones, outside of the clock
        self._inputs = self._made()
        self.result: Any = None

    def called(self, call: Callable[..., Any]) -> Any:
        """The result of something else, on inputs of its own."""
        args, kwargs = self._split(self._made())
        return call(*args, **kwargs)

    def first(self, built: Callable[[], Callable[..., Any]]) -> float:
        """Seconds in which what is called is built, and called for the first time, with the wait for its result."""
        args, kwargs = self._split(self._inputs)
        start = time.perf_counter()
        self._call = built()
        self.result = self._call(*args, **kwargs)
        self._waiting = self._system.waiting(self.result)
        if self._waiting is not None:
            self._waiting(self.result)
        taken = time.perf_counter() - start
        self.written = [name for name in self._arrays if self._is_written(name)]
        return taken

    def warmed(self, seconds: float) -> float:
        """Calls for so long, and keeps the last result. Gives the seconds of one call."""
        start = time.perf_counter()
        done, last = 0, 0.0
        while done < _LEAST_CALLS or time.perf_counter() - start < seconds:
            last = self._each_anew(1)
            done += 1
            if last > seconds:
                break
        gc.collect()
        return last

    def turn(self, count: int) -> float:
        """Seconds of a call, the mean of so many, after one that finds the caches as others left them."""
        self._each_anew(1)
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return (self._each_anew(count) if self.written else self._on_end(count)) / count
        finally:
            if was_enabled:
                gc.enable()

    def _on_end(self, count: int) -> float:
        call, wait = self._call, self._waiting
        args, kwargs = self._split(self._inputs)
        start = time.perf_counter()
        if wait is None:
            for _ in repeat(None, count):
                call(*args, **kwargs)
        else:
            for _ in repeat(None, count):
                wait(call(*args, **kwargs))
        return time.perf_counter() - start

    def _each_anew(self, count: int) -> float:
        """With new inputs for each call where it writes into them."""
        total = 0.0
        for _ in range(count):
            args, kwargs = self._split(self._made() if self.written else self._inputs)
            start = time.perf_counter()
            self.result = self._call(*args, **kwargs)
            if self._waiting is not None:
                self._waiting(self.result)
            total += time.perf_counter() - start
        return total

    def _made(self) -> dict[str, Any]:
        made = {name: self._system.array(array, self._dtypes[name]) for name, array in self._arrays.items()}
        return {**self._values, **made}

    def _split(self, inputs: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        return [inputs[name] for name in self._positional], {name: inputs[name] for name in self._keywords}

    def _is_written(self, name: str) -> bool:
        now, before = self._system.numpy(self._inputs[name]), self._system.numpy(self._made()[name])
        assert now is not None and before is not None
        return now.shape != before.shape or now.tobytes() != before.tobytes()
