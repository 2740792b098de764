"""What a caller asks of a benchmark."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Request:
    """How to measure.

    `target`: FILE:NAME. `is_generated`: FILE is what hybridc wrote; then `original` may name what it came from.
    `inputs` are specs, with a range behind those of numbers; `batches` fill their free dimension. `only` are the ids of
    forms, all where empty. `turn` is the seconds that a form calls for in each of `rounds`; `threads` None leaves the
    frameworks their own. `timeout` is in seconds, for loading, for a first call, and for each turn. Where `rtol` and
    `atol` are None, outputs are compared by what suits their dtype. `gigabytes`: the most memory that a form's
    process and all that it starts may hold; 0 for any.
    """

    target: str
    inputs: tuple[str, ...]
    is_generated: bool = False
    original: str | None = None
    params: str | None = None
    batches: tuple[int, ...] = ()
    only: tuple[str, ...] = ()
    python: str | None = None
    threads: int | None = None
    rounds: int = 20
    turn: float = 0.1
    seed: int = 0
    timeout: float = 300.0
    rtol: float | None = None
    atol: float | None = None
    gigabytes: float = 0.0


class CannotBench(Exception):
    """Nothing can be measured; the message says why, and what to write."""
