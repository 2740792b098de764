"""What becomes of the dtypes and values of cases, for arrays of every dtype: compared with NumPy, and put in words."""

from __future__ import annotations

import types
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import jax
import numpy as np
from dtype_cases import CASES, DTYPES, arguments, program

import hybridc
from hybridc import Options
from hybridc.core.diagnostics import Severity

NARROW = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
REFUSED = "refused"


FORMS = {"": Options(), "x32": Options(x32=True), "any": Options(any_dtype=True)}  # a table of the page each


def outcome(title: str, form: str = "") -> str:
    """The differences of a case in words; nothing where there are none. Changes the width of JAX."""
    x32 = FORMS[form].x32
    source = program(title)
    result = hybridc.convert(source, filename="case.py", options=FORMS[form])
    if result.code is None:
        return f"{REFUSED}: {', '.join(sorted({d.code for d in result.refusals}))}"
    jax.config.update("jax_enable_x64", not x32)
    original, converted = _function(source), _function(result.code)
    found: dict[str, list[str]] = {}
    for dtype in DTYPES:
        difference = _difference(original, converted, arguments(dtype), x32)
        if difference:
            found.setdefault(difference, []).append(dtype)
    words = "; ".join(f"{', '.join(dtypes)}: {difference}" for difference, dtypes in found.items())
    warned = sorted({d.code for d in result.diagnostics if d.severity is Severity.WARNING})
    return f"{words} ({', '.join(warned)} says so)" if words and warned else words


def _function(code: str) -> Any:
    module = types.ModuleType("case")
    exec(compile(code, "<case>", "exec"), module.__dict__)
    return module.__dict__["case"]


def _difference(original: Any, converted: Any, given: list[np.ndarray], x32: bool) -> str:
    """What one call gives otherwise, operation by operation, which is what compiled code is made of."""
    if x32:
        given = [a.astype(NARROW.get(str(a.dtype), a.dtype)) for a in given]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            expected = original(*[a.copy() for a in given])
        except (TypeError, ValueError, OverflowError, IndexError, np.linalg.LinAlgError):
            return ""  # there is nothing to agree with
        try:
            with jax.disable_jit():
                found = converted(*[jax.numpy.asarray(a) for a in given])
        except (TypeError, ValueError, OverflowError, AttributeError) as error:
            return f"raises {type(error).__name__}"
        pairs = zip(_leaves(expected), _leaves(found), strict=True)
        return next(filter(None, (_words(one, other, x32) for one, other in pairs)), "")


def _leaves(value: Any) -> list[np.ndarray]:
    return [np.asarray(v) for v in jax.tree_util.tree_leaves(list(value) if isinstance(value, tuple) else value)]


def _words(expected: np.ndarray, found: np.ndarray, x32: bool) -> str:
    wanted = NARROW.get(str(expected.dtype), str(expected.dtype)) if x32 else str(expected.dtype)
    dtypes = "" if wanted == str(found.dtype) else f"{found.dtype} for {wanted}"
    if x32 and expected.dtype.kind in "iu":
        expected = expected.astype(wanted)
    if expected.shape != found.shape:
        return "another shape"
    epsilons = [np.finfo(d).eps for d in (np.dtype(wanted), found.dtype) if d.kind in "fc"]
    precision = min(1000 * float(max(epsilons, default=1e-16)), 0.02)
    largest = np.abs(expected.astype(complex)[np.isfinite(expected)]).max(initial=1.0)
    same = np.allclose(found.astype(complex), expected.astype(complex), precision, precision * largest, equal_nan=True)
    return dtypes if same else f"other values{', ' * bool(dtypes)}{dtypes}"


def rows(form: str, titles: Iterable[str] = CASES) -> Iterator[tuple[str, str]]:
    """The cases that differ in one way, and the way."""
    alike: dict[str, list[str]] = {}
    for title in titles:
        words = outcome(title, form)
        if words:
            alike.setdefault(words, []).append(title)
    for words, different in alike.items():
        yield ", ".join(f"`{t}`" for t in different), words


def table(form: str) -> str:
    lines = ["| program | dtypes of its arrays, and what converted code gives |", "|---|---|"]
    shown = sorted(rows(form), key=lambda row: row[0].count("`"), reverse=True)
    return "\n".join([*lines, *(f"| {titles.replace('|', chr(92) + '|')} | {words} |" for titles, words in shown)])


@cache
def said(text: str) -> dict[str, str]:
    """What a table of the page says of each case that it lists."""
    found = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            titles, _, words = line.replace("\\|", "\0").strip("| ").rpartition(" | ")
            for title in titles.strip("`").split("`, `"):
                found[title.replace("\0", "|")] = words
    return found
