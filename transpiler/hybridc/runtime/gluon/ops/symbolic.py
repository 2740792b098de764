"""Operators that are given a symbol in the place of an array: they make a symbol, as `mxnet.sym` does.

Where a file does not tell whether a value is an array or a symbol, its methods and operators become functions of `ops`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

__all__ = ["taking_symbols"]


def taking_symbols(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which composes where one of its first two arguments is a symbol."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        for each in args[:2]:
            composes = getattr(type(each), "_composed_by", None)
            if composes is not None:
                return composes(name, args, kwargs)
        return function(*args, **kwargs)

    return called
