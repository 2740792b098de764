"""The proof of checked code: it raises where the original raises, at the same line, and nowhere else.

Executes the programs that it is given, which are the project's own.
"""

from __future__ import annotations

import traceback
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

import hybridc
from differential import assert_same, fresh, function_file, load
from hybridc.options import Check, Options

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
    try:
        given = compiled(*fresh(arguments))
    except ValueError as error:
        assert str(error).startswith(f"program.py:{line}: "), (str(error), line, expected)
        is_arithmetic = isinstance(error, ArithmeticError) and isinstance(expected, ArithmeticError)
        assert isinstance(error, type(expected)) or is_arithmetic, (type(error).__mro__, expected)
        if not is_arithmetic and not str(expected).startswith("list "):
            assert str(expected).partition(" for axis")[0] in str(error)
        return
    raise AssertionError(f"the original raises {expected!r} at line {line}; compiled code returned {given}")


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
