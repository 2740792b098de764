"""Scripts of several fields, `scripts/`, unedited: NumPy, and what `convert` makes of them. Whole runs, from the start
of Python to the end of the script, with imports and compiling. What they draw costs nothing on either side.

    python benchmarks/played_scripts.py [NAME...]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from math import exp, log
from pathlib import Path

import hybridc

HERE = Path(__file__).resolve().parent
ROUNDS = 3


def run(path: Path, folder: Path) -> tuple[float, str]:
    """Seconds that a run of the script takes, and what it prints."""
    paths = [str(HERE / "pictures_stub"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, str(path)], env=environment, cwd=folder, check=True, capture_output=True, text=True
    )
    return time.perf_counter() - start, done.stdout


def compared(path: Path) -> tuple[float, float]:
    """Seconds of NumPy, and of what is made of it, the better of a few rounds of both by turns."""
    result = hybridc.convert(path.read_text(), filename=path.name)
    assert result.code is not None, [d.message for d in result.refusals]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = folder / path.name
        made.write_text(result.code)
        rounds = [(run(path, folder), run(made, folder)) for _ in range(ROUNDS)]
    for (_, printed), (_, now_printed) in rounds:
        assert printed == now_printed, path.name
    return min(a for (a, _), _ in rounds), min(b for _, (b, _) in rounds)


def main(names: list[str]) -> None:
    print("| script | NumPy, s | converted, s | ratio |\n|---|---|---|---|")
    ratios = []
    for path in sorted((HERE / "scripts").glob("*.py")):
        if not names or path.stem in names:
            numpy, converted = compared(path)
            ratios.append(converted / numpy)
            print(f"| {path.stem} | {numpy:.2f} | {converted:.2f} | {ratios[-1]:.2f} |", flush=True)
    print(f"\ngeometric mean {exp(sum(map(log, ratios)) / len(ratios)):.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
