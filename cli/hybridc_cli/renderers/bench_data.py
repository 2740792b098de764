"""A benchmark for programs: the schema is in docs/bench.md."""

from __future__ import annotations

import json
from dataclasses import asdict

from hybridc.bench.report import Benchmark, Timing
from hybridc.bench.request import Request
from hybridc_cli.renderers.data import plain


def as_json(found: Benchmark, request: Request, status: int) -> str:
    """One object with all that was found."""
    content = {
        "target": found.target,
        "verdict": found.verdict,
        "exit_status": status,
        "reason": found.reason,
        "processors": found.processors,
        "load": found.load,
        "threads": found.threads,
        "seed": found.seed,
        "rounds": request.rounds,
        "turn_seconds": request.turn,
        "weights": found.weights,
        "notes": found.notes,
        "diagnostics": [plain(d) for d in found.diagnostics],
        "systems": [asdict(system) for system in found.systems],
        "batches": [
            {"batch": b.batch, "inputs": b.inputs, "reference": b.reference, "systems": [_timing(t) for t in b.systems]}
            for b in found.batches
        ],
    }
    return json.dumps(content, indent=2, allow_nan=False)


def _timing(timing: Timing) -> dict[str, object]:
    return {**asdict(timing), "spread": timing.spread}
