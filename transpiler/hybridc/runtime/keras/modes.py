"""Whether the model that runs is in training, as one call tells those inside of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["around", "calling"]


class _Calls(threading.local):
    training: bool | None = None
    depth = 0


_calls = _Calls()


def around() -> tuple[bool | None, bool]:
    """What the call around this one is told, and whether there is one."""
    return _calls.training, _calls.depth > 0


@contextmanager
def calling(training: bool | None) -> Iterator[None]:
    """A call that was told this; None is nothing."""
    before = _calls.training
    _calls.training, _calls.depth = training, _calls.depth + 1
    try:
        yield
    finally:
        _calls.training, _calls.depth = before, _calls.depth - 1
