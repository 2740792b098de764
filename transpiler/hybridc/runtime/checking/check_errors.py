"""What a call raises where a check of compiled code fails: an error of the kind that the original raises."""

from __future__ import annotations

import builtins
import re
from functools import lru_cache

import jax
from jax.experimental import checkify

__all__ = ["Thrown", "expect_no_failure", "thrown"]

_ADDED = " (`check` failed)"  # by checkify
_KINDS = {"is out of bounds for axis": IndexError, "division by zero": ZeroDivisionError, "NaN": FloatingPointError}
_NAMED = re.compile(r"^.*?:\d+: (?P<name>[A-Za-z_][\w.]*)(?:: |$)")


class Thrown(checkify.JaxRuntimeError):
    """A check of compiled code that failed; the text begins with the file and the line of the original."""

    __str__ = Exception.__str__  # KeyError shows its text quoted


def thrown(text: str) -> Thrown:
    """The error for a check's message. `except IndexError` catches what it did before."""
    text = text.removesuffix(_ADDED)
    return _of_kind(_kind(text))(text)  # type: ignore[arg-type]


def expect_no_failure(error: checkify.Error, has_failed: jax.Array | bool) -> None:
    """Raises what a program says that its checks have found. Of a program inside of another, that one raises."""
    try:
        if isinstance(has_failed, jax.core.Tracer) or has_failed:
            checkify.check_error(error)
    except checkify.JaxRuntimeError as problem:
        raise thrown(str(problem)) from None


def _kind(text: str) -> type[Exception]:
    named = _NAMED.match(text)
    kind = getattr(builtins, named["name"], None) if named is not None else None
    if isinstance(kind, type) and issubclass(kind, Exception):
        return kind
    return next((kind for words, kind in _KINDS.items() if words in text), Thrown)


@lru_cache(maxsize=64)
def _of_kind(kind: type[Exception]) -> type[Thrown]:
    if issubclass(Thrown, kind):
        return Thrown
    try:
        made = type(kind.__name__, (Thrown, kind), {"__doc__": kind.__doc__, "__module__": __name__})
        made("")
    except TypeError:  # kinds that hold more than a text
        return Thrown
    return made
