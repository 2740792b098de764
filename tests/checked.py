"""The proof of checked code: it raises where the original raises, at the same line, and nowhere else.

Executes the programs that it is given, which are the project's own.
"""

from __future__ import annotations

import traceback
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

import hybridc
from differential import assert_same, fresh, function_file, load
from hybridc.core.options import Check, Options

ALL = frozenset(Check)
RAISING = frozenset({Check.INDEX, Check.ASSERT})  # what NumPy and Python raise without being asked


def checked(source: str, kinds: frozenset[Check] = ALL) -> str:
    """The generated source; fails with the refusals where there is none."""
    result = hybridc.convert(source, filename="program.py", options=Options(checked=kinds))
    assert result.code is not None, [f"{d.location.line}: {d.code} {d.message}" for d in result.refusals]
    return result.code


def outcome(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """What the original returns, or the error that it raises; what NumPy warns of counts as one."""
    with np.errstate(divide="raise", invalid="raise"):
        try:
            return function(*fresh(arguments))
        except (IndexError, AssertionError, ArithmeticError, ValueError, RuntimeError, KeyError, TypeError) as error:
            return error


def line_of(error: BaseException, name: str) -> int:
    """The line of the program that raised."""
    return [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == f"<{name}>"][-1] or 0


def assert_same_outcome(expected: Any, compiled: Callable[..., Any], arguments: Sequence[Any]) -> None:
    """`compiled` returns the same, or raises an error of the same kind that names the same line."""
    if not isinstance(expected, BaseException):
        assert_same(expected, compiled(*fresh(arguments)))
        return
    line = line_of(expected, "program")
    with pytest.raises(ValueError, match=rf"^program.py:{line}: ") as raised:
        compiled(*fresh(arguments))
    if isinstance(expected, ArithmeticError):
        assert isinstance(raised.value, ArithmeticError)
        return
    assert isinstance(raised.value, type(expected))
    if not str(expected).startswith("list "):  # whose own words name neither index nor size
        assert str(expected).partition(" for axis")[0] in str(raised.value)


def assert_checked(source: str, cases: Iterable[Sequence[Any]], kinds: frozenset[Check] = ALL) -> str:
    """Runs `f` of both sides on all cases, some of which must raise, and some not. Returns the generated code."""
    source = function_file(source)
    code = checked(source, kinds)
    original, generated = load(source), load(code, "generated")
    outcomes = []
    for case in cases:
        expected = outcome(original.f, case)
        outcomes.append(isinstance(expected, BaseException))
        assert_same_outcome(expected, generated.f, case)
    assert set(outcomes) == {True, False}, "the cases are on one side only"
    return code


def generated(source: str, kinds: frozenset[Check] = ALL) -> types.ModuleType:
    return load(checked(source, kinds), "generated")
