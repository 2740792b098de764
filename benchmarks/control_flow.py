"""Converted control flow against the JAX that one would write by hand, as ratios in one process, medians of rounds.

First call: tracing and compiling, in fresh functions. Run: the compiled call. Ten times the turns: first calls again.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import hybridc

ROUNDS = 5
CALLS = 20
jax.config.update("jax_enable_x64", True)

Function = Callable[..., Any]


@dataclass(frozen=True)
class Program:
    """A program in NumPy, its twin by hand, and arguments for `n` turns."""

    name: str
    source: str
    twin: Callable[[], Function]
    arguments: Callable[[int], tuple[Any, ...]]
    turns: int


RNN = """
def run(xs, w, h):
    states = []
    for x in xs:
        h = np.tanh(w @ h + x)
        states.append(h)
    return np.stack(states), h
"""


def rnn() -> Function:
    def run(xs, w, h):
        def step(h, x):
            h = jnp.tanh(w @ h + x)
            return h, h

        h, states = lax.scan(step, h, xs)
        return states, h

    return run


NEWTON = """
def run(a, tolerance):
    x = a
    while abs(x * x - a) > tolerance:
        x = 0.5 * (x + a / x)
    return x
"""


def newton() -> Function:
    def run(a, tolerance):
        return lax.while_loop(lambda x: jnp.abs(x * x - a) > tolerance, lambda x: 0.5 * (x + a / x), a)

    return run


COLLATZ = """
def run(n: int):
    steps = 0
    while True:
        if n == 1:
            break
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
"""


def collatz() -> Function:
    def run(n):
        def body(carry):
            n, steps = carry
            return lax.cond(n % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, n), steps + 1

        return lax.while_loop(lambda carry: carry[0] != 1, body, (n, 0))[1]

    return run


RECURRENCE = """
def run(x: np.ndarray):
    x = x.copy()
    for i in range(1, len(x)):
        x[i] = 0.9 * x[i - 1] + np.sin(x[i])
    return x
"""


def recurrence() -> Function:
    def run(x):
        return lax.fori_loop(1, len(x), lambda i, x: x.at[i].set(0.9 * x[i - 1] + jnp.sin(x[i])), x)

    return run


EDIT = """
def run(a: np.ndarray, b: np.ndarray):
    table = np.zeros((len(a) + 1, len(b) + 1))
    for i in range(len(a) + 1):
        table[i, 0] = i
    for j in range(len(b) + 1):
        table[0, j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0.0 if a[i - 1] == b[j - 1] else 1.0
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + cost)
    return table[len(a), len(b)]
"""


def edit_distance() -> Function:
    def run(a, b):
        table = jnp.zeros((len(a) + 1, len(b) + 1))
        table = table.at[:, 0].set(jnp.arange(len(a) + 1)).at[0].set(jnp.arange(len(b) + 1))

        def row(i, table):
            def cell(j, table):
                cost = jnp.where(a[i - 1] == b[j - 1], 0.0, 1.0)
                least = jnp.minimum(jnp.minimum(table[i - 1, j] + 1, table[i, j - 1] + 1), table[i - 1, j - 1] + cost)
                return table.at[i, j].set(least)

            return lax.fori_loop(1, len(b) + 1, cell, table)

        return lax.fori_loop(1, len(a) + 1, row, table)[len(a), len(b)]

    return run


KMEANS = """
def run(points: np.ndarray, centres: np.ndarray, turns=100):
    for _ in range(turns):
        distances = np.sum((points[:, None] - centres[None]) ** 2, axis=2)
        nearest = np.argmin(distances, axis=1)
        member = nearest[:, None] == np.arange(centres.shape[0])[None]
        new = member.T.astype(float) @ points / np.maximum(np.sum(member, axis=0), 1)[:, None]
        if np.max(np.abs(new - centres)) < 1e-9:
            break
        centres = new
    return centres
"""


def kmeans() -> Function:
    def run(points, centres, turns=100):
        def moved(centres):
            distances = jnp.sum((points[:, None] - centres[None]) ** 2, axis=2)
            member = jnp.argmin(distances, axis=1)[:, None] == jnp.arange(centres.shape[0])[None]
            return member.T.astype(float) @ points / jnp.maximum(jnp.sum(member, axis=0), 1)[:, None]

        def body(carry):
            turn, centres, _ = carry
            new = moved(centres)
            done = jnp.max(jnp.abs(new - centres)) < 1e-9
            return turn + 1, jnp.where(done, centres, new), done

        return lax.while_loop(lambda c: (c[0] < turns) & ~c[2], body, (0, centres, False))[1]

    return run


BUBBLE = """
def run(x: np.ndarray):
    x = x.copy()
    n = len(x)
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                swapped = True
        if not swapped:
            break
    return x
"""


def bubble_sort() -> Function:
    def run(x):
        n = len(x)

        def turn(carry):
            i, x, _ = carry

            def compare(j, carry):
                x, swapped = carry
                a, b = x[j], x[j + 1]
                more = a > b
                x = x.at[j].set(jnp.where(more, b, a)).at[j + 1].set(jnp.where(more, a, b))
                return x, swapped | more

            x, swapped = lax.fori_loop(0, n - 1 - i, compare, (x, False))
            return i + 1, x, swapped

        return lax.while_loop(lambda c: (c[0] < n) & c[2], turn, (0, x, True))[1]

    return run


def numbers(*shape: int) -> Any:
    return np.random.default_rng(0).normal(size=shape)


PROGRAMS = (
    Program("RNN, 64 steps, a list", RNN, rnn, lambda n: (numbers(n, 64), numbers(64, 64) / 8, numbers(64)), 64),
    Program("Newton, while", NEWTON, newton, lambda n: (2.0 + n, 1e-9), 1),
    Program("Collatz, while True with break", COLLATZ, collatz, lambda n: (27,), 1),
    Program("1,000 times x[i] = f(x[i-1])", RECURRENCE, recurrence, lambda n: (numbers(n),), 1000),
    Program(
        "edit distance, 60 by 60", EDIT, edit_distance,
        lambda n: (np.arange(n) % 7, np.arange(n) % 5), 60,
    ),
    Program("k-means with break", KMEANS, kmeans, lambda n: (numbers(200 * n, 3), numbers(5, 3)), 1),
    Program("bubble sort, 100 numbers", BUBBLE, bubble_sort, lambda n: (numbers(n),), 100),
)  # fmt: skip


def converted(program: Program) -> Callable[[], Function] | str:
    """Makes the converted function anew at every call; or the codes of the refusals."""
    result = hybridc.convert("import numpy as np\n\n" + program.source, filename="program.py")
    if result.code is None:
        return ", ".join(sorted({d.code for d in result.refusals}))
    code = compile(result.code, "<converted>", "exec")

    def make() -> Function:
        scope: dict[str, Any] = {}
        exec(code, scope)
        return scope["run"]  # type: ignore[no-any-return]

    return make


def first_call(make: Callable[[], Function], arguments: tuple[Any, ...]) -> float:
    jax.clear_caches()
    function = make()
    start = time.perf_counter()
    jax.block_until_ready(function(*arguments))
    return time.perf_counter() - start


def run_time(function: Function, arguments: tuple[Any, ...]) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        jax.block_until_ready(function(*arguments))
    return (time.perf_counter() - start) / CALLS


def paired(one: Callable[[], float], other: Callable[[], float]) -> float:
    """The ratio of the medians of interleaved rounds."""
    times = [(one(), other()) for _ in range(ROUNDS)]
    return statistics.median(t[0] for t in times) / statistics.median(t[1] for t in times)


def measured(program: Program) -> str:
    ours = converted(program)
    if isinstance(ours, str):
        return f"refused {ours}"
    twin = lambda: jax.jit(program.twin())  # noqa: E731
    arguments, longer = program.arguments(program.turns), program.arguments(10 * program.turns)
    np.testing.assert_allclose(
        *(np.concatenate([np.ravel(x) for x in jax.tree.leaves(f()(*arguments))]) for f in (ours, twin)), rtol=1e-9
    )
    first = paired(lambda: first_call(ours, arguments), lambda: first_call(twin, arguments))
    one, other = ours(), twin()
    one(*arguments), other(*arguments)
    run = paired(lambda: run_time(one, arguments), lambda: run_time(other, arguments))
    flat = paired(lambda: first_call(ours, longer), lambda: first_call(ours, arguments))
    return f"{run:8.2f}x {first:12.2f}x {flat:18.2f}x"


def main() -> None:
    print(f"{'converted / by hand':34}{'run':>9} {'first call':>13} {'first call, 10 n':>19}")
    print(f"{'targets':34}{'1.1x':>9} {'1.5x':>13} {'about 1x':>19}")
    for program in PROGRAMS:
        print(f"{program.name:34}{measured(program)}", flush=True)


if __name__ == "__main__":
    main()
