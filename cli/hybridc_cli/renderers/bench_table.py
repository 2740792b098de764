"""A benchmark for people: a table for each size of the inputs, and how far to trust it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from hybridc.bench.report import Batch, Benchmark, Contender, Timing
from hybridc.core.rendering import clean

_HEAD = ("", "first call", "a call", "spread", "times as fast", "difference")
_UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
_LONGEST = 160  # characters of a reason
_NOISY = 0.1  # a spread that is worth a word
_TO_THE_LEFT = (0, 4)  # columns


def as_table(found: Benchmark) -> str:
    parts = [_batch(found, batch) for batch in found.batches]
    return "\n\n".join([*parts, "\n".join(clean(line) for line in (*_about(found), *_noise(found)))])


def seconds(value: float) -> str:
    """Three digits and a unit."""
    unit, size = next((each for each in _UNITS if value >= each[1]), _UNITS[-1])
    number = value / size
    return f"{number:.{2 if number < 10 else 1 if number < 100 else 0}f} {unit}"


def heading(found: Benchmark, batch: Batch) -> str:
    """The target, and its inputs at this size."""
    inputs = ", ".join(f"{name}={spec}" for name, spec in batch.inputs.items())
    return f"{found.target} with {inputs}" if inputs else found.target


def _batch(found: Benchmark, batch: Batch) -> str:
    timings = {timing.id: timing for timing in batch.systems}
    rows = [_row(system, timings.get(system.id), batch) for system in found.systems]
    return "\n".join([clean(heading(found, batch)), *_aligned([_HEAD, *rows])])


def _row(system: Contender, timing: Timing | None, batch: Batch) -> Sequence[str]:
    if timing is None or timing.seconds is None:
        status = timing.status if timing is not None else system.status
        reason = (timing.reason if timing is not None else None) or system.reason or "it was not reached"
        word = "DIFFERENT" if status == "different" else "failed" if status == "failed" else "not run"
        return system.title, f"{word}: {reason if len(reason) <= _LONGEST else reason[: _LONGEST - 3] + '...'}"
    speed = "1"
    if timing.speed is None:
        speed = "-"
    elif system.id != batch.reference:
        speed = f"{_digits(timing.speed.median)} ({_digits(timing.speed.low)} to {_digits(timing.speed.high)})"
    apart = "-" if timing.max_difference is None or system.id == batch.reference else f"{timing.max_difference:.1g}"
    first = "-" if timing.first_seconds is None else seconds(timing.first_seconds)
    spread = f"±{100 * (timing.spread or 0):.0f} %"
    return system.title, first, seconds(timing.seconds.median), spread, speed, apart


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cleaned = [[clean(cell) for cell in row] for row in rows]
    whole = [row for row in cleaned if len(row) == len(_HEAD)]
    widths = [max(len(row[column]) for row in whole) for column in range(len(_HEAD))]
    widths[0] = max(len(row[0]) for row in cleaned)
    for row in cleaned:
        cells = [
            cell.ljust(width) if column in _TO_THE_LEFT or len(row) < len(_HEAD) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        line = f"  {'  '.join(cells)}".rstrip()
        is_wrong = len(row) < len(_HEAD) and row[1].startswith("DIFFERENT")
        yield click.style(line, fg="red") if is_wrong else line


def _digits(value: float) -> str:
    """Two behind the point, or for less than 1 two digits."""
    return f"{value:.2g}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def _about(found: Benchmark) -> Iterator[str]:
    """What it was measured with."""
    ran: dict[str, dict[str, None]] = {}
    for system in found.systems:
        versions = dict(system.versions)
        if versions:
            framework = list(versions)[-1]
            threads = "" if system.threads is None else f" ({_count(system.threads, 'thread')})"
            device = "" if system.device in (None, "cpu") else f" on {system.device}"
            rest = [
                f"{'Python' if name == 'python' else name} {v}" for name, v in versions.items() if name != framework
            ]
            ran.setdefault(", ".join(rest), {})[f"{framework} {versions[framework]}{device}{threads}"] = None
    parts = [f"{', '.join(frameworks)} with {rest}" for rest, frameworks in ran.items()]
    yield "; ".join([_count(found.processors, "processor"), *parts])
    if found.weights is not None:
        title = next((s.title for s in found.systems if s.id == found.weights), found.weights)
        yield f"all have the parameters of {title}"
    written = sorted({name for batch in found.batches for timing in batch.systems for name in timing.written})
    if written:
        names = ", ".join(f"`{name}`" for name in written)
        yield f"calls change {names} in place: each gets its own, outside of the clock"
    yield from found.notes


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _noise(found: Benchmark) -> Iterator[str]:
    """How noisy the rounds were: what half of them keep within."""
    titles = {system.id: system.title for system in found.systems}
    spreads = [(t.spread, titles[t.id]) for batch in found.batches for t in batch.systems if t.spread is not None]
    if not spreads:
        return
    ordered = sorted(spreads)
    middle, (worst, title) = ordered[len(ordered) // 2][0], ordered[-1]
    load = "" if found.load is None else f"; the load of the machine was {found.load:.1f} before"
    yield (
        f"noise: half of the rounds lie within ±{100 * middle:.0f} % of the median, ±{100 * worst:.0f} % at worst "
        f"({title}){load}"
    )
    if worst > _NOISY or (found.load is not None and found.load > found.processors / 2):
        yield "it was noisy: forms whose ratios overlap are not told apart by this run"
