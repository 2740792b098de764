"""Calls one side with a set of arguments and keeps all that can be seen of it."""

from __future__ import annotations

import os
import random
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import jax
import numpy as np

from hybridc.verification.child.capture import Capture
from hybridc.verification.child.structure import pairs
from hybridc.verification.protocol import ParameterOf, Raised

_LONGEST = 500  # characters of a message


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call: `value`, or what it raised."""

    value: object
    error: Raised | None
    printed: str


class Caller:
    """Calls with standard output captured. `folder` is the working directory, which calls may leave."""

    def __init__(self, capture: Capture, seed: int) -> None:
        self.capture = capture
        self.seed = seed
        self.folder = os.getcwd()
        self.process = os.getpid()

    def call(
        self, function: Callable[..., object], positional: Sequence[object], named: Mapping[str, object], path: str
    ) -> Called:
        """Runs to the end, JAX's prints included. `path` is the file whose lines are reported."""
        self.capture.take()
        random.seed(self.seed)
        np.random.seed(self.seed % 2**32)
        value: object = None
        error: Raised | None = None
        try:
            value = function(*positional, **named)
            for pair in pairs(value, value, "", frozenset()):
                if isinstance(pair.original, jax.Array):
                    pair.original.block_until_ready()
            jax.effects_barrier()  # type: ignore[no-untyped-call]
        except BaseException as raised:
            error = described_error(raised, path)
        self.end_forked()
        os.chdir(self.folder)
        return Called(value, error, self.capture.take())

    def end_forked(self) -> None:
        """A process that the user's code has forked, and that came back as well, ends: one of them goes on."""
        if os.getpid() != self.process:
            os._exit(0)


def bound(
    parameters: Sequence[ParameterOf], values: Mapping[str, object]
) -> tuple[list[object], dict[str, object], list[str]]:
    """Positional and named arguments, and the names of values that no parameter takes.

    Arguments go by position as far as all before them are given, and then by name.
    """
    positional: list[object] = []
    named: dict[str, object] = {}
    is_by_position = True
    for parameter in parameters:
        name, kind = parameter["name"], parameter["kind"]
        if kind in ("named", "options"):
            is_by_position = False
        if name not in values:
            is_by_position = is_by_position and kind == "rest"
            continue
        value = values[name]
        if kind == "rest":
            positional += value if isinstance(value, list | tuple) else [value]
        elif kind == "options":
            named.update(value if isinstance(value, dict) else {name: value})
        elif is_by_position:
            positional.append(value)
        else:
            named[name] = value
    names = {p["name"] for p in parameters}
    return positional, named, [name for name in values if name not in names]


def described_error(error: BaseException, path: str) -> Raised:
    """The exception, with the innermost line of the file at `path` that it went through."""
    try:
        message = str(error)
    except Exception:
        message = "(its message cannot be shown)"
    message = message.replace(os.path.dirname(path) + os.sep, "")  # the converted code is in a folder that goes again
    line = None
    code = None
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == path:
            line, code = frame.lineno, frame.line
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    if isinstance(error, SystemExit) and not message:
        message = "sys.exit() was called"
    message = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."
    return Raised(type=type(error).__name__, message=message, line=line, code=code)
