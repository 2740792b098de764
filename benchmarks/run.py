"""Speed and memory of check and convert, as ratios against a reference run in the same session, medians of rounds.

The tables of docs/models_speed.md, `## Converting`, are of this.
"""

from __future__ import annotations

import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import libcst

from hybridc.core.deep import run_deep
from hybridc.core.options import Options
from hybridc.core.results import Outcome
from hybridc.core.source import decode
from hybridc.pipeline import check, convert

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def paired(one: Callable[[], object], other: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Medians of interleaved rounds, after one that is not counted."""
    one(), other()
    times = [(seconds(one), seconds(other)) for _ in range(rounds)]
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times)


def command(*arguments: str) -> Callable[[], object]:
    """A process, whose modules are compiled only once."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run([sys.executable, *arguments], capture_output=True, check=False, env=kept)


def show(what: str, measured: str, target: str) -> None:
    print(f"{what:70}{measured:>26}{f'   target {target}' if target else ''}")


def start_up(folder: Path) -> None:
    text = "".join(f"def f{i}(x):\n    return x + {i}\n" for i in range(50))
    (folder / "small.py").write_text("import numpy as np\n" + text)
    checked, imported = paired(
        command("-m", "hybridc_cli.main", "check", str(folder / "small.py")), command("-c", "import libcst")
    )
    show("check of 100 lines, whole process / import libcst", f"{checked / imported:.2f}x", "at most 2x")


SCRIPTS = (
    "demo", "inputs", "assembled", "fancy_func", "mlp_gluon", "mlp_keras", "mlp_paddle", "mlp_torch", "transformer",
)  # fmt: skip


def numeric_source(times: int = 12) -> str:
    """The samples' functions over and over, renamed. No model is among them: its file would be read as one of models,
    in which functions of NumPy stay Python's."""
    parts = []
    for index in range(times):
        for path in sorted((ROOT / "samples").glob("*.py")):
            if path.stem not in SCRIPTS:
                text = path.read_text().partition("if __name__")[0]
                names = [line[4:].partition("(")[0] for line in text.split("\n") if line.startswith("def ")]
                for name in names:
                    text = text.replace(f"{name}(", f"{name}_{path.stem}_{index}(")
                parts.append(text)
    return "\n\n".join(parts)


def program_sources() -> list[str]:
    """The files of golden cases and of programs that the tests run: each line of them stands for something else."""
    cases = sorted(p for p in (ROOT / "tests" / "golden" / "cases").glob("*.py") if not p.stem.endswith("_jax"))
    programs = sorted(p for p in (ROOT / "tests" / "programs").glob("*.py") if not p.stem.startswith("test_"))
    return [p.read_text() for p in (*cases, *programs)]


def throughput() -> None:
    options = Options(format=False, partial=True)
    for name, texts, target in (
        ("samples", [numeric_source()], "at most 2.5x"),
        ("golden cases and programs", program_sources(), ""),
        ("NumPy's own library", [library_source()], ""),
    ):
        sources = [run_deep(decode, text, "big.py") for text in texts]
        lines = sum(text.count("\n") for text in texts)
        done = [run_deep(convert, source, options) for source in sources]
        outcomes = [function.outcome for conversion in done for function in conversion.functions]
        compiled = sum(outcome is Outcome.COMPILED for outcome in outcomes)
        converted, parsed = paired(
            lambda: [convert(source, options) for source in sources],  # noqa: B023
            lambda: [libcst.parse_module(text) for text in texts],  # noqa: B023
            3,
        )
        measured = f"{lines / converted:,.0f} lines/s, {converted / parsed:.1f}x parse"
        show(f"convert, {name} ({lines} lines, {compiled} of {len(outcomes)} compiled)", measured, target)


def library_source() -> str:
    """Real sources that use NumPy: those of NumPy's own library functions."""
    found = importlib.util.find_spec("numpy")
    assert found is not None and found.origin is not None
    paths = sorted((Path(found.origin).parent / "lib").glob("*_impl.py"))
    return "\n\n".join(p.read_text() for p in paths if "from __future__" not in p.read_text())


def nothing_to_convert() -> None:
    folder = Path(sysconfig.get_paths()["stdlib"])
    texts = [(folder / f"{n}.py").read_text() for n in ("argparse", "ast", "typing", "inspect", "tarfile", "mailbox")]
    lines = sum(t.count("\n") for t in texts)

    def check_all() -> None:
        for text in texts:
            check(decode(text, "f.py"), Options())

    checked, parsed = paired(check_all, lambda: [libcst.parse_module(t) for t in texts], 3)
    show(
        f"check, nothing to convert ({lines} lines)",
        f"{lines / checked:,.0f} lines/s, {checked / parsed:.2f}x parse",
        "at least 10,000 lines/s",
    )


def memory(folder: Path) -> None:
    times = 1
    while (lines := numeric_source(times).count("\n")) < 10_000:
        times += 1
    path = folder / "big.py"
    path.write_text(numeric_source(times))
    subprocess.run(
        [sys.executable, "-m", "hybridc_cli.main", "convert", "--partial", "--no-format", "-q", str(path)],
        capture_output=True,
        check=False,
    )
    assert (folder / "big_jax.py").exists(), "it was refused, and nothing measured"
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    show(f"peak memory, convert of {lines:,} lines", f"{peak:.0f} MB", "under 250 MB")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        memory(Path(name))  # a process has at least the peak of the one that starts it: what comes later would count
        start_up(Path(name))
        throughput()
        nothing_to_convert()


if __name__ == "__main__":
    main()
