"""Writes `docs/others.md`: what came of files that others wrote, of `benchmarks/others/results.jsonl`.

`python benchmarks/others/run.py benchmarks/others/results.jsonl FOLDER...` runs them, in clones of their repositories.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, log
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS, PAGE = ROOT / "benchmarks" / "others" / "results.jsonl", ROOT / "docs" / "others.md"
LONG = 2.0  # seconds of NumPy
INTRODUCTION = """\
# Files of others

Scripts of public repositories, unedited: each runs as it is, and as `hybridc convert FILE --partial` writes it. What
both print, and what they hand to `matplotlib`, has to be the same: words, shapes, and numbers to a relative 1e-6. None
of them was written with this converter in mind. Files that do not run by themselves, that take more than half a minute,
that show nothing, or that two runs of NumPy do not give alike, are counted, and left out of the table.

    python benchmarks/others/run.py benchmarks/others/results.jsonl FOLDER...
    python docs/others_table.py

Times are of whole runs but for the start of Python, compiling and the import of JAX included, on a shared machine
with two processors. A script of less than a second or two gains nothing: importing JAX and compiling take longer.
"""
STATES = {
    "same": "compiled, and the same is shown",
    "stays Python": "nothing is compiled: the file is as it was",
    "SLOW": "took more than three times as long and half a minute",
    "RAISES": "raised what the original does not",
    "DIFFERS": "showed something else",
    "is not the same twice": "two runs of the original differ: clocks, random numbers without a seed",
    "shows nothing": "prints and draws nothing",
    "does not run": "the original does not run by itself: a file, a package or an older Python",
    "takes too long": "the original takes more than half a minute",
}


def main() -> None:
    rows = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    PAGE.write_text(page(rows))


def page(rows: Sequence[dict[str, Any]]) -> str:
    counts = Counter(row["state"] for row in rows)
    lines = [INTRODUCTION, "| | files |", "|---|---:|"]
    lines += [f"| {text} | {counts[state]} |" for state, text in STATES.items()]
    lines += ["", *_times([row for row in rows if row["state"] == "same"]), ""]
    for repository in sorted({_repository(row) for row in rows}):
        lines += [*_table(repository, [row for row in rows if _repository(row) == repository])]
    return "\n".join(lines)


def _times(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    long = [row for row in rows if row["numpy"] >= LONG]
    if long:
        mean = exp(sum(log(row["numpy"] / row["converted"]) for row in long) / len(long))
        slower = sum(row["converted"] > 1.1 * row["numpy"] for row in long)
        yield (
            f"{len(long)} of those that are compiled take NumPy {LONG:g} s or longer: the geometric mean is {mean:.1f} "
            f"times as fast, and {slower} take longer than in NumPy."
        )


def _repository(row: dict[str, Any]) -> str:
    return str(row["file"].split("/")[0].replace("+", "/"))


def _table(repository: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    shown = [row for row in rows if row["state"] in ("same", "stays Python", "SLOW", "RAISES", "DIFFERS")]
    if not shown:
        return
    yield f"## [{repository}](https://github.com/{repository})\n"
    yield "| file | | compiled | NumPy, s | converted, s |\n|---|---|---|---:|---:|"
    for row in shown:
        file = row["file"].partition("/")[2].replace("|", "\\|")
        compiled = ", ".join(f"`{name}`" for name in row.get("compiled", [])[:4])
        times = (f"{row[key]:.1f}" if row.get(key) else "" for key in ("numpy", "converted"))
        yield f"| {file} | {_said(row)} | {compiled} | {' | '.join(times)} |"
    yield ""


def _said(row: dict[str, Any]) -> str:
    if row["state"] != "stays Python":
        return str(row["state"])
    refused = ", ".join(row.get("refused", []))
    return f"refused: {refused}" if refused else "Python"


if __name__ == "__main__":
    main()
