"""Pictures: the whole command `hybridc graph`, on a file of models of a thousand lines, and on such files of timm.

Figures are seconds from the start of the process to its end, medians of rounds, in brackets their quartiles.
"""

from __future__ import annotations

import importlib.util
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5
LINES, SECONDS = 1000, 2.0


def thousand_lines() -> str:
    """The models of a sample, under other names each time."""
    head, *parts = (ROOT / "samples" / "transformer.py").read_text().partition("class Attention")
    body = "".join(parts)
    text, number = head, 0
    while text.count("\n") < LINES:
        text += body.replace("Attention", f"Attention{number}").replace("Block", f"Block{number}") + "\n\n"
        number += 1
    return text


def seconds(source: Path, target: str) -> list[float]:
    times = []
    with tempfile.TemporaryDirectory() as folder:
        graph = [sys.executable, "-m", "hybridc_cli.main", "graph", str(source), "--force"]
        for _ in range(ROUNDS):
            start = time.perf_counter()
            subprocess.run([*graph, "-o", f"{folder}/{target}"], capture_output=True, check=True)
            times.append(time.perf_counter() - start)
    return times


def show(what: str, times: list[float], limit: float | None) -> None:
    low, middle, high = statistics.quantiles(times, n=4)
    verdict = "" if limit is None else f"at most {limit} s  {'met' if middle <= limit else 'MISSED'}"
    print(f"{what:50}{middle:8.2f} s  ({low:.2f} to {high:.2f})   {verdict}".rstrip(), flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "models.py"
        source.write_text(thousand_lines())
        count = source.read_text().count("\n")
        for ending in ("svg", "html", "mmd"):
            show(f"{count} lines of models, .{ending}", seconds(source, f"out.{ending}"), SECONDS)
    found = importlib.util.find_spec("timm")
    for place in found.submodule_search_locations or () if found is not None else ():
        source = Path(place) / "models" / "resnet.py"
        show(f"timm's resnet.py, {source.read_text().count(chr(10))} lines, .svg", seconds(source, "out.svg"), None)


if __name__ == "__main__":
    main()
