"""Converts the samples with the command `hybridc`, runs originals and generated modules side by side, compares.

Executes the samples, which are the project's own. Exits with 1 if any value differs.
"""

import contextlib
import importlib.util
import io
import subprocess
import sys
import time
from pathlib import Path

import jax
import numpy as np

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "build" / "demo"
SHOWN = "clipped_ema"
ROUNDS = 5
sys.path.insert(0, str(HERE))

from inputs import INPUTS  # noqa: E402


def hybridc(*arguments):
    """Runs the command and returns what it prints; stops the demo where it fails."""
    command = [sys.executable, "-m", "hybridc_cli.main", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} exited with {done.returncode}:\n{done.stderr}")
    return done.stdout


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    with contextlib.redirect_stdout(io.StringIO()):
        spec.loader.exec_module(module)
    return module


def printed(path):
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout


def fresh(arguments):
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def timed(function, arguments):
    start = time.perf_counter()
    result = jax.block_until_ready(function(*fresh(arguments)))
    return result, time.perf_counter() - start


def same(original, converted):
    ours, theirs = jax.tree_util.tree_leaves(converted), jax.tree_util.tree_leaves(original)
    if len(ours) != len(theirs):
        return False
    return all(
        np.shape(a) == np.shape(b) and np.allclose(np.asarray(a), np.asarray(b), rtol=1e-9, atol=1e-12)
        for a, b in zip(ours, theirs)
    )


def title(text):
    print(f"\n{text}\n{'-' * len(text)}")


def show_folding():
    title("A program of constants: before, --stage inline, after")
    source = HERE / "fancy_func.py"
    print(source.read_text())
    print(hybridc("convert", str(source), "--stage", "inline").splitlines()[-1])
    print(hybridc("convert", str(source), "-o", "-").splitlines()[-1])
    title("A program held in strings and run with exec, written out")
    print(hybridc("convert", str(HERE / "assembled.py"), "-o", "-"))


def show_one():
    title(f"{SHOWN}.py")
    print((HERE / f"{SHOWN}.py").read_text())
    title(f"{SHOWN}.py, generated")
    print((OUT / f"{SHOWN}.py").read_text())


def compare(name, function, cases):
    """One row of the table: the first call, then medians of interleaved rounds on the first case."""
    original = getattr(load(HERE / f"{name}.py", f"original_{name}"), function)
    converted = getattr(load(OUT / f"{name}.py", f"converted_{name}"), function)
    agrees = all(same(original(*fresh(case)), converted(*fresh(case))) for case in cases)
    jax.clear_caches()
    first = timed(converted, cases[0])[1]
    rounds = [(timed(original, cases[0])[1], timed(converted, cases[0])[1]) for _ in range(ROUNDS)]
    before, after = (float(np.median([r[i] for r in rounds])) * 1e3 for i in (0, 1))
    verdict = "same" if agrees else "DIFFERENT"
    print(f"{name:18}{function:18}{verdict:11}{before:10.3f}{after:10.3f}{before / after:9.1f}x{first:9.2f}")
    return agrees


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    hybridc("convert", *(str(HERE / f"{name}.py") for name in [*INPUTS, "fancy_func", "assembled"]), "-o", f"{OUT}/", "--force")
    show_folding()
    show_one()
    title("Original under CPython, generated under jax.jit (ms a call; the first call traces and compiles, s)")
    print(f"{'sample':18}{'function':18}{'values':11}{'original':>10}{'compiled':>10}{'faster':>10}{'first':>9}")
    agreed = [compare(name, function, cases) for name, by_name in INPUTS.items() for function, cases in by_name.items()]
    for name in ("fancy_func", "assembled"):
        agreed.append(printed(HERE / f"{name}.py") == printed(OUT / f"{name}.py"))
        print(f"{name:18}{'prints':18}{'same' if agreed[-1] else 'DIFFERENT'}")
    print(f"\n{sum(agreed)} of {len(agreed)} agree.")
    sys.exit(0 if all(agreed) else 1)


if __name__ == "__main__":
    main()
