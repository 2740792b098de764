"""Doing something with a program that may not be readable, or that may show a defect of hybridc."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import PurePath
from typing import TypeVar

from hybridc import rules
from hybridc.core.collection import uncollected
from hybridc.core.deep import OutOfTime, run_within
from hybridc.core.diagnostics import Diagnostic
from hybridc.core.source import Source, Unreadable, decode, depth_of, unreadable

T = TypeVar("T")
_DEEP = 100  # levels; what people write has fewer than 30


def attempt(
    work: Callable[[Source], T], data: str | bytes, filename: str, limit: float | None = None
) -> T | Diagnostic:
    """What `work` makes of the program, or the one diagnostic that says why it could not. Raises nothing.

    `limit`: seconds after which it is given up.
    """
    return attempted(lambda: _read(work, data, filename), filename, limit)


def attempted(work: Callable[[], T], filename: str, limit: float | None = None) -> T | Diagnostic:
    """The same for what is no program: what `work` gives, which may raise Unreadable."""
    try:
        return run_within(limit, _uncollected, work)
    except Unreadable as problem:
        return problem.diagnostic
    except OutOfTime:
        return unreadable(rules.TooLong(problem=f"given up after {limit:g} seconds"), filename).diagnostic
    except Exception as error:
        return defect(error, filename)


def _uncollected(work: Callable[[], T]) -> T:
    with uncollected():
        return work()


def _read(work: Callable[[Source], T], data: str | bytes, filename: str) -> T:
    source = decode(data, filename)
    try:
        return work(source)
    except RecursionError as error:  # Python 3.12 has a limit of its own, which nobody can raise
        if depth_of(source.tree) < _DEEP:
            raise
        raise unreadable(rules.TooDeep(problem="nested too deeply to be analysed"), filename) from error


def defect(error: Exception, filename: str) -> Diagnostic:
    """A defect of hybridc, with the place in it that a report of the defect needs."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return unreadable(
        rules.InternalError(problem=f"an internal error: {type(error).__name__}: {error}{place}"), filename
    ).diagnostic
