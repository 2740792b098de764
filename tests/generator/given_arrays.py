"""What callers of a function that changes their arrays get from its conversion, in every mode: never something else
than from the original without a word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from changing_arguments import ARRAYS, write_module
from in_place.conversion import Verdict

import hybridc
from differential import load
from hybridc import Options

GIVEN = (
    ([0.3, -1.0, 2.0, 0.5, 0.9], [1.5, 0.25, -2.0, 3.0, 0.1], [0.75, -0.5, 1.25, -0.125, 0.6], 3, 0.75),
    ([1.3, 0.2, -0.7, 0.5, 2.0], [-1.5, 0.25, 0.0, 1.0, 0.4], [0.75, 0.5, 0.25, -0.125, -1.0], 0, 0.25),
)
WITH_CALLER = {"default": {}, "partial": {"partial": True}, "both": {"partial": True, "return_mutated": True}}
ALONE = {"default, alone": {}, "return_mutated, alone": {"return_mutated": True}}
RAISED = "was converted as a number"  # as HYB311 says beforehand


@dataclass(frozen=True)
class Called:
    """What a call returns, the arrays that it was given, and which of them the result may show."""

    result: Any
    arrays: list[Any]
    shown: list[bool]


def called(function: Callable[..., Any], given: tuple[Any, ...], count: int) -> Called:
    arrays = [np.array(values) for values in given[:count]]
    result = function(*arrays, *given[3:])
    is_array = isinstance(result, np.ndarray)
    return Called(result, arrays, [is_array and np.shares_memory(result, a) for a in arrays])


def verdicts(seed: int) -> dict[str, Verdict]:
    """By mode, how the conversion of the program with this number differs from it; of none that raises by itself."""
    function, caller = write_module(seed)
    count = function.partition(", n, t")[0].count(",") + 1
    try:
        wanted = [called(load(function + caller).main, given, count) for given in GIVEN]
        alone = [called(load(function).f, given, count) for given in GIVEN]
    except (ValueError, TypeError, IndexError):
        return {}
    found: dict[str, Verdict] = {}
    known: dict[str, Verdict] = {}
    for mode, chosen in WITH_CALLER.items():
        result = hybridc.convert(function + caller, filename="program.py", options=Options(**chosen))
        if result.code is None:
            found[mode] = Verdict(frozenset(d.code for d in result.refusals))
        else:
            if result.code not in known:
                known[result.code] = _difference(result, wanted, count, "main")
            found[mode] = known[result.code]
    for mode, chosen in ALONE.items():
        result = hybridc.convert(function, filename="program.py", options=Options(**chosen))
        if result.code is None:
            found[mode] = Verdict(frozenset(d.code for d in result.refusals))
        else:
            found[mode] = _difference(result, alone, count, "f")
    return found


def _difference(result: hybridc.Conversion, wanted: list[Called], count: int, name: str) -> Verdict:
    try:
        assert result.code is not None
        function = getattr(load(result.code, "generated"), name)
        for given, expected in zip(GIVEN, wanted, strict=True):
            actual = called(function, given, count)
            if name == "f":
                actual = _taken_back(result, actual, expected)
            elif any(expected.shown) and isinstance(actual.result, np.ndarray) and actual.shown != expected.shown:
                return Verdict(difference=f"the result shows {actual.shown}, not {expected.shown}")
            if not _same(actual.result, expected.result):
                return Verdict(difference=f"values: {actual.result} instead of {expected.result}")
            if not _same(actual.arrays, expected.arrays):
                return Verdict(difference=f"arguments: {actual.arrays} instead of {expected.arrays}")
    except Exception as error:
        if RAISED in str(error) and any(d.code == "HYB311" for d in result.diagnostics):
            return Verdict(frozenset({"HYB311"}))
        return Verdict(difference=f"{type(error).__name__}: {error}")
    return Verdict()


def _taken_back(result: hybridc.Conversion, actual: Called, expected: Called) -> Called:
    """As for a caller who takes back what the function returns, and believes HYB304 of the rest."""
    names = next(f.returned_mutated for f in result.functions if f.name == "f")
    own, arrays = actual.result, list(actual.arrays)
    if names:
        changed = own if isinstance(own, tuple) else (own,)
        own, changed = (changed[0], changed[1:]) if len(changed) > len(names) else (None, changed)
        for name, array in zip(names, changed, strict=True):
            if name in ARRAYS:  # and no number that may be an array
                arrays[ARRAYS.index(name)] = array
    told = " ".join(d.message for d in result.diagnostics if d.code == "HYB304")
    for place, is_shown in enumerate(expected.shown):
        if ARRAYS[place] not in names and is_shown and np.shape(own) == arrays[place].shape:
            arrays[place] = own
        elif not names and f"`{ARRAYS[place]}`" in told:
            arrays[place] = expected.arrays[place]
    return Called(own, arrays, actual.shown)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) or isinstance(other, list | tuple):
        is_like = isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other)
        return is_like and all(map(_same, one, other))
    if one is None or other is None:
        return one is other
    return np.shape(one) == np.shape(other) and np.allclose(one, other, rtol=1e-9, atol=1e-11, equal_nan=True)
