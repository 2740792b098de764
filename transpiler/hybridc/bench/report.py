"""What a benchmark finds. docs/bench.md documents the keys, which are those of the JSON."""

from __future__ import annotations

from dataclasses import dataclass, field

from hybridc.core.diagnostics import Diagnostic

COMPILED = "generated"  # the form that all of it is about


@dataclass(slots=True)
class Quartiles:
    """The middle of all rounds, and the ends of the middle half."""

    median: float
    low: float
    high: float


@dataclass(slots=True)
class Timing:
    """One form with inputs of one size. `status`: "timed", "different" or "failed", with a reason.

    `rounds` are the seconds of a call in each round, None where it was not its turn. `speed` is how many times as fast
    as the reference it is, round by round. `max_difference`: of its outputs from those of the reference.
    """

    id: str
    status: str = "timed"
    reason: str | None = None
    first_seconds: float | None = None
    seconds: Quartiles | None = None
    calls: int = 0
    rounds: list[float | None] = field(default_factory=list)
    speed: Quartiles | None = None
    max_difference: float | None = None
    written: list[str] = field(default_factory=list)

    @property
    def spread(self) -> float | None:
        """Half of the middle half of all rounds, as a part of the median."""
        if self.seconds is None or not self.seconds.median:
            return None
        return (self.seconds.high - self.seconds.low) / 2 / self.seconds.median


@dataclass(slots=True)
class Batch:
    """All forms with inputs of one size. `reference` is the form that the others are compared with, by its id."""

    batch: int | None
    inputs: dict[str, str]
    reference: str | None = None
    systems: list[Timing] = field(default_factory=list)


@dataclass(slots=True)
class Contender:
    """One form. `kind`: "original", "hybridized" or "generated".

    `status`: "ran", "not installed", "not run", or "ended" before it had its turn in all sizes, with a reason.
    """

    id: str
    title: str
    kind: str
    status: str = "ran"
    reason: str | None = None
    versions: dict[str, str] = field(default_factory=dict)
    device: str | None = None
    threads: int | None = None
    load_seconds: float | None = None


@dataclass(slots=True)
class Benchmark:
    """All that was found. `reason` says why nothing could be measured; `weights` where the parameters come from."""

    target: str
    reason: str | None = None
    weights: str | None = None
    processors: int = 1
    load: float | None = None
    threads: int | None = None
    seed: int = 0
    notes: list[str] = field(default_factory=list)
    diagnostics: tuple[Diagnostic, ...] = ()
    systems: list[Contender] = field(default_factory=list)
    batches: list[Batch] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """Whether all give the same numbers: "same", "different", or "could not run".

        The last is for the original, unless its framework is not installed, and for what is generated.
        """
        if self.reason is not None or not self.batches:
            return "could not run"
        needed = {s.id for s in self.systems if s.kind == "original" and s.status != "not installed"} | {COMPILED}
        for system in self.systems:
            ran = [t for batch in self.batches for t in batch.systems if t.id == system.id and t.status != "failed"]
            if system.id in needed and len(ran) < len(self.batches):
                return "could not run"
        timings = [timing for batch in self.batches for timing in batch.systems]
        return "different" if any(timing.status == "different" for timing in timings) else "same"
