"""Checked code against the same without checks, as ratios in one process, medians of rounds.

First call: tracing and compiling, in fresh functions. Run: the compiled call, and what its result is looked at for.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

import hybridc
from hybridc import Check, Options

ROUNDS = 7
CALLS = 20
jax.config.update("jax_enable_x64", True)

Function = Callable[..., Any]


@dataclass(frozen=True)
class Program:
    """A program in NumPy, what it is meant to show, and its arguments."""

    name: str
    source: str
    arguments: tuple[Any, ...]


_random = np.random.default_rng(0)
X = _random.random(100_000) + 0.5

PROGRAMS = (
    Program("one element", "def f(x, i):\n    return np.sin(x)[i]", (X[:4], 2)),
    Program("whole arrays", "def f(x, n):\n    y = np.exp(-x) / n\n    return np.sqrt(y / np.sum(y))", (X, 3.0)),
    Program("gather", "def f(x, idx):\n    return np.sum(x[idx])", (X, _random.integers(0, len(X), len(X)))),
    Program(
        "scan of claims",
        "def f(x):\n    s = 0.0\n    for v in x:\n        assert v > 0, f'{v}'\n        s = s * 0.5 + v\n    return s",
        (X[:10_000],),
    ),
    Program(
        "indices in a loop",
        "def f(x, idx):\n    y = np.zeros_like(x)\n    for k in range(len(idx)):\n        y[idx[k]] = x[idx[k]] * 2\n"
        "    return y",
        (X[:10_000], _random.integers(0, 10_000, 10_000)),
    ),
    Program(
        "search",
        "def f(x, t):\n    i = 0\n    while x[i] < t:\n        i += 1\n    return i * np.ones(1)",
        (np.arange(10_000.0), 9_999.0),
    ),
    Program(
        "loop over matrices",
        "def f(xs, w, h):\n    for x in xs:\n        h = np.tanh(w @ h + x)\n        assert h[0] < 2\n    return h",
        (_random.random((200, 128)), _random.random((128, 128)) / 64, _random.random(128)),
    ),
)


def converted(program: Program, kinds: frozenset[Check]) -> Function:
    source = f"import numpy as np\n\n\n{program.source.replace('):', '):  # hybridc: graph', 1)}\n"
    result = hybridc.convert(source, filename="program.py", options=Options(checked=kinds))
    assert result.code is not None, result.refusals
    namespace: dict[str, Any] = {}
    exec(compile(result.code, "<generated>", "exec"), namespace)
    function: Function = namespace["f"]
    return function


def first_call(program: Program, kinds: frozenset[Check]) -> float:
    function = converted(program, kinds)
    start = time.perf_counter()
    jax.block_until_ready(function(*program.arguments))
    return time.perf_counter() - start


def run(function: Function, arguments: tuple[Any, ...]) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        jax.block_until_ready(function(*arguments))
    return (time.perf_counter() - start) / CALLS


def main() -> None:
    print(f"{'':20} {'first call':>11} {'run':>6} {'added to a call':>16}")
    every, none = frozenset(Check), frozenset[Check]()
    for program in PROGRAMS:
        firsts = [(first_call(program, every), first_call(program, none)) for _ in range(ROUNDS)]
        checked, plain = converted(program, every), converted(program, none)
        run(checked, program.arguments), run(plain, program.arguments)
        runs = [(run(checked, program.arguments), run(plain, program.arguments)) for _ in range(ROUNDS)]
        first = statistics.median(a / b for a, b in firsts)
        ratio = statistics.median(a / b for a, b in runs)
        added = statistics.median(a - b for a, b in runs)
        print(f"{program.name:20} {first:10.1f}x {ratio:5.1f}x {added * 1e6:13.0f} us")


if __name__ == "__main__":
    main()
