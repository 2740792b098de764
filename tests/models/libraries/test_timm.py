"""timm's models: what hybridc makes of their files returns, with the same weights, what the originals return."""

import ast
import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import stand_ins
from timm_reference import DIFFERENTIATED, MODELS

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from sampling import shared_out

HERE = Path(__file__).parent
LOOKED_AT = shared_out(tuple(MODELS))


def converted(path):
    text = path.read_text(encoding="utf-8")
    result = convert(Source(path.name, text, ast.parse(text)), Options(partial=True, format=False))
    assert result.code is not None, f"{path}: {result.refusals}"
    return result.code


def compared(folder, names):
    """Runs the models on both sides, in processes of their own; the folder of what came of it.

    The tests of a run share it, whichever of its processes they are in.
    """
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        results = folder / "results"
        if results.exists():
            return results
        results.mkdir()
        timm = stand_ins.installed_timm()
        files = stand_ins.needed(timm, {f"models/{name.partition('.')[0]}.py" for name in names})
        stand_ins.lay_out(timm, folder / "original", files, lambda path: path.read_text(encoding="utf-8"))
        stand_ins.lay_out(timm, folder / "converted", files, converted)
        for program, package in (("timm_reference.py", "original"), ("timm_converted.py", "converted")):
            halves = [names[::2], names[1::2]]
            started = [in_a_process(program, folder / package, results, half) for half in halves]
            assert [process.wait() for process in started] == [0, 0], program
    return results


def in_a_process(program, package, results, names):
    environment = os.environ | {"PYTHONPATH": str(HERE.parents[2] / "transpiler"), "JAX_PLATFORMS": "cpu"}
    return subprocess.Popen([sys.executable, str(HERE / program), str(package), str(results), *names], env=environment)


def assert_same_numbers(results, name):
    expected = np.load(results / f"{name}.npz")
    found = json.loads((results / f"{name}.json").read_text(encoding="utf-8"))
    assert "error" not in found, found["error"]
    apart = np.abs(expected["evaluated"][0] - expected["evaluated"][1]).max()
    assert apart > 0.01 * np.abs(expected["evaluated"]).max(), "the images make no difference: nothing is compared"
    assert found["evaluated"] < 1e-5
    if expected["is_deterministic"]:
        assert found["trained"] < 1e-4
    if name in DIFFERENTIATED:
        assert found["gradients"] < 1e-3


@pytest.fixture(scope="session")
def all_of_them(tmp_path_factory):
    return compared(shared(tmp_path_factory) / "all", tuple(LOOKED_AT))


def shared(tmp_path_factory):
    """The folder that the processes of this run have in common."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.mark.long
@pytest.mark.parametrize("name", LOOKED_AT)
def test_timm(all_of_them, name):
    assert_same_numbers(all_of_them, name)


def test_every_model_is_of_another_file():
    files = [name.partition(".")[0] for name in MODELS]
    assert len(files) == len(set(files)) >= 25
