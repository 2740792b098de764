"""Medians of rounds, and which rounds are compared."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from hybridc.bench.report import Batch, Quartiles

_LEAST_ROUNDS = 5  # of a form whose single call takes longer than its turn
_PATIENCE = 2.0  # times its turns that a form may take in all


def quartiles(values: Sequence[float]) -> Quartiles:
    """Of one value, that value."""
    if len(values) < 2:
        return Quartiles(values[0], values[0], values[0])
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return Quartiles(middle, low, high)


def calls_in(turn: float, seconds: float) -> int:
    """How many calls of so many seconds fill a turn."""
    return max(1, min(10_000_000, round(turn / max(seconds, 1e-9))))


def step_of(rounds: int, turn: float, seconds: float) -> int:
    """A slow form has its turn in every second, fourth, ... round, so that those of two forms coincide."""
    step = 1
    while rounds // (2 * step) >= _LEAST_ROUNDS and rounds / step * 2 * seconds > _PATIENCE * rounds * turn:
        step *= 2
    return step


def summarize(batch: Batch) -> None:
    """Fills in medians, and the speed of each form against the reference, from the rounds."""
    for timing in batch.systems:
        taken = [seconds for seconds in timing.rounds if seconds is not None]
        if taken and timing.status == "timed":
            timing.seconds = quartiles(taken)
    reference = next((t for t in batch.systems if t.id == batch.reference and t.seconds is not None), None)
    for timing in batch.systems if reference is not None else ():
        assert reference is not None
        if timing.seconds is None:
            continue
        pairs = zip(reference.rounds, timing.rounds, strict=False)
        ratios = [theirs / own for theirs, own in pairs if theirs is not None and own is not None and own > 0]
        if ratios:
            timing.speed = quartiles(ratios)
