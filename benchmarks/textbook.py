"""Kernels from textbooks, `kernels/`, unedited: NumPy, what `convert` makes of it, and JAX by hand, as ratios.

First call: tracing and compiling. Run: the compiled call, of arguments that are JAX's arrays, but where the function
writes into them. Four times the size: first calls again.
"""

from __future__ import annotations

import copy
import importlib.util
import inspect
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import numpy as np

import hybridc

HERE = Path(__file__).resolve().parent / "kernels"
SIZE, TIMES = 32, 4
ROUNDS = 5
jax.config.update("jax_enable_x64", True)

Function = Callable[..., Any]


@dataclass(frozen=True)
class Kernel:
    """A function of NumPy, as it is written, converted and by hand, and its arguments by size."""

    subject: str
    name: str
    written: Function
    converted: Function
    by_hand: Function
    given: Callable[[int, np.random.Generator], tuple[Any, ...]]

    def arguments(self, size: int) -> tuple[Any, ...]:
        return self.given(size, np.random.default_rng(size))


def load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def kernels() -> Iterator[Kernel]:
    """All that convert; of the others, what speaks against it is shown."""
    for path in sorted(HERE.glob("*.py")):
        subject, text = path.stem, path.read_text()
        result = hybridc.convert(text, filename=path.name, options=hybridc.Options(partial=True))
        for finding in result.refusals:
            print(f"{subject}.{finding.function}: {finding.code} {finding.message}")
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / f"{subject}_jax.py"
            made.write_text(result.code or "")
            converted = load(made, f"converted_{subject}")
        written = load(path, f"written_{subject}")
        by_hand, given = (load(HERE / f / path.name, f"{f}_{subject}") for f in ("by_hand", "inputs"))
        compiled = {f.name for f in result.functions if f.outcome is hybridc.Outcome.COMPILED}
        for name, function in inspect.getmembers(given, inspect.isfunction):
            if function.__module__ == given.__name__ and name in compiled:
                functions = (getattr(module, name) for module in (written, converted, by_hand))
                yield Kernel(subject, name, *functions, function)


def seconds(function: Function, arguments: tuple[Any, ...]) -> float:
    given = copy.deepcopy(arguments)
    start = time.perf_counter()
    jax.block_until_ready(function(*given))
    return time.perf_counter() - start


def median(function: Function, arguments: tuple[Any, ...]) -> float:
    return statistics.median(seconds(function, arguments) for _ in range(ROUNDS))


def of_jax(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(jax.numpy.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments)


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


def main() -> None:
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    print(f"{'':40}{'/ NumPy':>10}{'/ by hand':>11}{'first / by hand':>17}{f'first, {TIMES} times':>16}")
    rows: list[tuple[float, ...]] = []
    for kernel in kernels():
        arguments, larger = kernel.arguments(SIZE), kernel.arguments(SIZE * TIMES)
        writes = hasattr(kernel.converted, "pure")
        given = arguments if writes else of_jax(arguments)
        first, by_hand_first = seconds(kernel.converted, given), seconds(kernel.by_hand, of_jax(arguments))
        run, by_hand = median(kernel.converted, given), median(kernel.by_hand, of_jax(arguments))
        numpy = statistics.median(seconds(kernel.written, arguments) for _ in range(3))
        first_larger = seconds(kernel.converted, larger if writes else of_jax(larger))
        rows.append((run / numpy, run / by_hand, first / by_hand_first, first_larger / first))
        shown = "".join(f"{ratio:>{width}.2f}" for ratio, width in zip(rows[-1], (10, 11, 17, 16), strict=True))
        print(f"{kernel.subject + '.' + kernel.name:40}{shown}", flush=True)
    means = [mean(list(column)) for column in zip(*rows, strict=True)]
    shown = "".join(f"{ratio:>{width}.2f}" for ratio, width in zip(means, (10, 11, 17, 16), strict=True))
    print(f"{f'geometric means of {len(rows)}':40}{shown}")


if __name__ == "__main__":
    main()
