"""The proof of looked-up places: in range all sides give the same; out of range the original raises, `check` says that
nothing will, and checked code raises.

A program is a model of one framework that has a class a call, each with `forward`, or `call`, of an array `x` and indices `i`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from closeness import assert_close
from hybridc.core.options import Check, Options
from hybridc.core.source import Source
from hybridc.pipeline import check, convert


class Call(NamedTuple):
    """What is computed, and indices that are there, and that are not."""

    text: str
    inside: Any
    outside: tuple[Any, ...]
    setup: str = "pass"


def program(head: str, entry: str, base: str, calls: dict[str, Call]) -> str:
    """A model for each of the calls, in their order: `Net0`, `Net1` and so on."""
    classes = [
        f"class Net{n}({base}):\n    def __init__(self):\n        super().__init__()\n        {call.setup}\n\n"
        f"    def {entry}(self, x, i):\n        return {call.text}\n"
        for n, call in enumerate(calls.values())
    ]
    return "\n\n".join([head, *classes])


def announced(text: str) -> list[int]:
    """The lines that HYB501 names."""
    found = check(Source("net.py", text, ast.parse(text)), Options()).diagnostics
    assert not [d for d in found if d.is_refusal], [f"{d.location.line}: {d.code} {d.message}" for d in found]
    return sorted(d.location.line for d in found if d.code == "HYB501")


def lines_of(text: str) -> list[int]:
    return [n for n, line in enumerate(text.splitlines(), 1) if line.startswith("        return ")]


def checked(text: str) -> str:
    options = Options(checked=frozenset({Check.INDEX}), format=False)
    code = convert(Source("net.py", text, ast.parse(text)), options).code
    assert code is not None
    return code


def assert_looked_up(call: Call, line: int, original: Callable[..., Any], nets: tuple[Any, Any], x: Any) -> None:
    """`nets`: converted with checks and without."""
    expected = np.asarray(original(x, call.inside))
    for net in nets:
        assert_close(np.asarray(net(x, call.inside)), expected, rtol=1e-5, atol=1e-6)
    for outside in call.outside:
        with pytest.raises(Exception):  # noqa: B017, PT011 - frameworks have kinds of their own
            np.asarray(original(x, outside))
        with pytest.raises(IndexError, match=rf"^net.py:{line}: index -?\d+ is out of bounds for axis"):
            nets[0](x, outside)
        nets[1](x, outside)
