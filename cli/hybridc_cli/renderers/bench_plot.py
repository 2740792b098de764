"""A benchmark as a picture: for each form the time of a call, and what half of the rounds lie within."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.sax.saxutils import escape

from hybridc.bench.report import Batch, Benchmark, Contender, Timing
from hybridc.core.rendering import clean
from hybridc_cli.renderers.bench_table import heading, seconds

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP, _GAP = 860, 200, 130, 26, 34, 62
_COLOURS = {"original": "#555555", "hybridized": "#1f77b4", "generated": "#d62728"}
_LONGEST = 100  # characters of a heading


def as_svg(found: Benchmark) -> str:
    """All sizes below each other, on one logarithmic axis of seconds."""
    ends = [
        end for batch in found.batches for t in batch.systems if t.seconds is not None
        for end in (t.seconds.low, t.seconds.median, t.seconds.high)
    ]  # fmt: skip
    low, high = _decades(min(ends, default=1e-6), max(ends, default=1e-3))
    height = sum(_TOP + _ROW * len(found.systems) + _GAP for _ in found.batches)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{_text(found.target)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
    ]
    top = 0
    for batch in found.batches:
        lines += _panel(found, batch, top, low, high)
        top += _TOP + _ROW * len(found.systems) + _GAP
    return "\n".join([*lines, "</svg>", ""])


def _decades(low: float, high: float) -> tuple[int, int]:
    """Powers of ten around both."""
    first, last = math.floor(math.log10(max(low, 1e-10))), math.ceil(math.log10(max(high, 1e-10)))
    return first, max(last, first + 1)


def _panel(found: Benchmark, batch: Batch, top: int, low: int, high: int) -> Iterator[str]:
    bottom = top + _TOP + _ROW * len(found.systems)
    title = heading(found, batch)
    title = title if len(title) <= _LONGEST else title[: _LONGEST - 3] + "..."
    yield f'<text x="10" y="{top + 20}" font-weight="bold">{_text(title)}</text>'
    for power in range(low, high + 1):
        for digit in (1, 2, 5) if power < high else (1,):
            x, value = _at(digit * 10.0**power, low, high), digit * 10.0**power
            grey = "#cccccc" if digit == 1 else "#eeeeee"
            yield f'<line x1="{x}" x2="{x}" y1="{top + _TOP}" y2="{bottom}" stroke="{grey}"/>'
            if digit == 1:
                yield f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#555555">{_mark(value)}</text>'
    yield (
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) // 2}" y="{bottom + 34}" text-anchor="middle" fill="#555555">'
        "seconds of a call; the line is the middle half of all rounds</text>"
    )
    timings = {timing.id: timing for timing in batch.systems}
    for place, system in enumerate(found.systems):
        yield from _row(system, timings.get(system.id), top + _TOP + _ROW * place + _ROW // 2, low, high)


def _row(system: Contender, timing: Timing | None, y: int, low: int, high: int) -> Iterator[str]:
    colour = _COLOURS[system.kind]
    yield f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{_text(system.title)}</text>'
    if timing is None or timing.seconds is None:
        word = "gives other numbers" if timing is not None and timing.status == "different" else "did not run"
        yield f'<text x="{_LEFT + 6}" y="{y + 4}" fill="#999999" font-style="italic">{word}</text>'
        return
    time = timing.seconds
    ends = (_at(time.low, low, high), _at(time.high, low, high))
    yield f'<line x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
    yield f'<circle cx="{_at(time.median, low, high)}" cy="{y}" r="5" fill="{colour}"/>'
    speed = "" if timing.speed is None else f"  ({timing.speed.median:.2f}x)"
    yield f'<text x="{_WIDTH - _RIGHT + 12}" y="{y + 4}">{_text(seconds(time.median) + speed)}</text>'


def _at(value: float, low: int, high: int) -> float:
    part = (math.log10(max(value, 1e-10)) - low) / (high - low)
    return round(_LEFT + part * (_WIDTH - _LEFT - _RIGHT), 1)


def _mark(value: float) -> str:
    """A power of ten, as 10 µs."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if value >= 0.999 * size:
            return f"{value / size:.0f} {unit}"
    return f"{value:.0e} s"


def _text(text: str) -> str:
    """Safe in XML, whatever the user's names and paths hold."""
    return escape(clean(text), {'"': "&quot;"})
