"""What `hybridize` raises and warns with."""

from __future__ import annotations

import linecache
from collections.abc import Callable

from hybridc.core.diagnostics import Diagnostic, Location
from hybridc.core.rendering import full


class ConversionError(Exception):
    """The function is refused. `diagnostics` holds the reasons where the conversion found them."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class Unfollowed(ConversionError):
    """Something that a function reads from outside cannot be part of a compiled one; `location` is in `filename`."""

    def __init__(self, filename: str, location: Location, problem: str) -> None:
        super().__init__(f"{filename}:{location.line}:{location.column}: {problem}")
        self.filename = filename
        self.location = location
        self.problem = problem


class NotYetBound(Unfollowed):
    """A name that the function reads is not bound: it may be later, before the function is called."""

    def __init__(self, filename: str, location: Location, problem: str, value: Callable[[], object]) -> None:
        super().__init__(filename, location, problem)
        self.value = value  # what the name is bound to now


class TracedWriteError(RuntimeError):
    """A method, called while JAX traces, would have left values of the trace in its object, which is as it was."""


class ConversionWarning(UserWarning):
    """The function is converted, but some input can tell the difference."""


def refused(name: str, diagnostics: tuple[Diagnostic, ...]) -> ConversionError:
    """The error that shows what stands against the conversion, as `hybridc check` does."""
    shown = [full(d, [line.rstrip("\n") for line in linecache.getlines(d.filename)]) for d in diagnostics]
    return ConversionError("\n\n".join([f"`{name}` cannot be converted", *shown]), diagnostics)
