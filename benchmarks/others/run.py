"""Files that others wrote, unedited: each runs as it is and as `convert --partial` writes it, and what both print and
draw is compared. `docs/others.md` tells what came of some.

    python benchmarks/others/run.py RESULTS.jsonl FOLDER...

Folders are clones of repositories. A file that has a row in RESULTS.jsonl already is not run again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hybridc
from hybridc.core.options import Options

HERE = Path(__file__).resolve().parent
LIMIT = 30  # seconds of the original
SLOWER = 3  # times as long, and half a minute, is given to what was converted
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)")
IMPORTS = re.compile(r"^\s*(?:import|from) (?:numpy|scipy|math|pylab)\b", re.M)
MODELS = re.compile(r"^\s*(?:import|from) (?:torch|tensorflow|keras|numba|cupy|mpi4py|sklearn|pandas|cvxpy)\b", re.M)
RTOL, ATOL = 1e-6, 1e-9


def near(one: float, other: float, scale: float = 1.0) -> bool:
    return one == other or (one != one and other != other) or abs(one - other) <= RTOL * abs(one) + ATOL * (1 + scale)


def same_text(one: str, other: str) -> bool:
    """The same words, and numbers that are near each other."""
    if NUMBER.sub("#", one).split() != NUMBER.sub("#", other).split():
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(near(float(a), float(b)) for a, b in pairs)


def same(one: Any, other: Any) -> bool:
    """What was noted of calls that draw."""
    if type(one) is not type(other):
        return False
    if isinstance(one, str):
        return same_text(one, other)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and "elements" in one:
        parts = [[v for e in each["elements"] for v in e] for each in (one, other)]
        scale = max((abs(v) for v in parts[0] if abs(v) < float("inf")), default=0.0)
        return one["shape"] == other["shape"] and all(near(a, b, scale) for a, b in zip(*parts, strict=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


def played(script: Path, limit: float) -> dict[str, Any] | None:
    """What the script prints and draws; None where it takes too long."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "noted.json"
        command = [sys.executable, str(HERE / "play.py"), str(script), str(out)]
        process = subprocess.Popen(
            command, cwd=script.parent, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True,
        )  # fmt: skip
        try:
            printed, errors = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None
        if not out.exists():
            return {"noted": [], "error": errors[-300:], "seconds": 0.0, "printed": printed}
        return {**json.loads(out.read_text()), "printed": printed}


def row_of(path: Path) -> dict[str, Any]:
    """What came of a file."""
    row: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "run"
        shutil.copytree(path.parent, folder, ignore=shutil.ignore_patterns(".git"))
        script = folder / path.name
        before = played(script, LIMIT)
        if before is None or before["error"]:
            return row | {
                "state": "takes too long" if before is None else "does not run",
                "why": before and before["error"],
            }
        if not before["noted"] and not before["printed"].strip():
            return row | {"state": "shows nothing"}
        text = path.read_text()
        result = hybridc.convert(text, filename=path.name, options=Options(partial=True))
        row["compiled"] = [f.name for f in result.functions if f.outcome.value == "compiled"]
        row["refused"] = sorted({d.code for d in result.refusals})
        row["why"] = [d.message for d in result.diagnostics if d.code == "HYB605"][:1]
        if result.code is None or not row["compiled"]:
            return row | {"state": "stays Python", "numpy": before["seconds"]}
        script.write_text(result.code)
        after = played(script, SLOWER * LIMIT + 30)
        if after is None or after["error"]:
            return row | {"state": "SLOW" if after is None else "RAISES", "why": after and after["error"]}
        row |= {"numpy": before["seconds"], "converted": after["seconds"]}
        if same_text(before["printed"], after["printed"]) and same(before["noted"], after["noted"]):
            return row | {"state": "same"}
        script.write_text(text)
        again = played(script, LIMIT)
        is_one = again is not None and same(before["noted"], again["noted"])
        is_one = is_one and again is not None and same_text(before["printed"], again["printed"])
        return row | {"state": "DIFFERS" if is_one else "is not the same twice"}


def files_of(folders: list[str]) -> Iterator[tuple[Path, str]]:
    """With how they are named: by the folder, which is called `owner+repository`, and what is in it."""
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            try:
                text = path.read_text()
            except (OSError, UnicodeDecodeError):
                continue
            if IMPORTS.search(text) and not MODELS.search(text) and ".git" not in path.parts:
                yield path, f"{Path(folder).resolve().name}/{path.relative_to(folder)}"


def main(results: str, *folders: str) -> None:
    known = Path(results).read_text().splitlines() if os.path.exists(results) else []
    done = {json.loads(line)["file"] for line in known}
    with open(results, "a") as file:
        for path, shown in files_of([*folders]):
            if shown not in done:
                row = {"file": shown} | row_of(path)
                file.write(json.dumps(row) + "\n")
                file.flush()
                print(f"{row['state']:16}{shown}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
