"""Running recursive code on trees that are deep: in a thread with a large stack, which can be stopped."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_STACK = 256 * 1024 * 1024
_RECURSION = 60_000
_lock = threading.Lock()


class OutOfTime(BaseException):
    """The function was stopped. No `except Exception` on the way takes it for its own."""


_inside = threading.local()


def run_deep(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """`function(*args, **kwargs)` with 256 MiB of stack; what it raises is raised here. Nested calls add no thread."""
    return run_within(None, function, *args, **kwargs)


def run_within(seconds: float | None, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same; after so many seconds it is stopped between two of Python's steps, and OutOfTime raised."""
    if getattr(_inside, "is_deep", False):
        return function(*args, **kwargs)
    results: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        _inside.is_deep = True
        try:
            results.append(function(*args, **kwargs))
        except BaseException as error:
            errors.append(error)

    with _lock:
        old_size, old_limit = threading.stack_size(_STACK), sys.getrecursionlimit()
        sys.setrecursionlimit(max(old_limit, _RECURSION))
        try:
            thread = threading.Thread(target=work)
            thread.start()
        finally:
            threading.stack_size(old_size)
        thread.join(seconds)
        if thread.is_alive():
            _stop(thread)
            thread.join()
        sys.setrecursionlimit(old_limit)
    if errors:
        raise errors[0]
    return results[0]


def _stop(thread: threading.Thread) -> None:
    import ctypes

    assert thread.ident is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(OutOfTime))
