"""docs/deploy.md without Python: what is exported runs under IREE, and gives the same numbers.

IREE's compiler and runtime are in an environment of their own, `.venv-iree`, which the first run makes.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest
from click.testing import CliRunner

import hybridc
from closeness import assert_close
from exported import artifact
from hybridc_cli.main import cli

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deploy.md").read_text()
VENV = ROOT / ".venv-iree"

pytestmark = pytest.mark.long

HALVED = """
import jax
from jax import lax

jax.config.update("jax_enable_x64", True)


@jax.jit
def halved(x, steps):
    return lax.while_loop(lambda carry: carry[0] < steps, lambda carry: (carry[0] + 1, carry[1] / 2), (0, x))[1]
"""


@pytest.fixture(scope="module")
def iree():
    """The places of IREE's tools by name; that which runs is the program itself, not the script that finds it."""
    if not (VENV / "bin" / "iree-run-module").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        requirements = ["iree-base-compiler==3.13.0", "iree-base-runtime==3.13.0"]
        subprocess.run([VENV / "bin" / "python", "-m", "pip", "install", "--quiet", *requirements], check=True)
    [native] = VENV.glob("lib/*/site-packages/iree/_runtime_libs/iree-run-module")
    return {"iree-compile": VENV / "bin" / "iree-compile", "iree-run-module": native}


def commands():
    """Those of the page that begin with the name of a tool of IREE's, on one line each."""
    [block] = re.findall(r"```console\n(\$ hybridc unpack.*?)```", PAGE, re.S)
    lines = block.replace("\\\n", " ").splitlines()
    return [shlex.split(line.removeprefix("$ ")) for line in lines if line.startswith("$ iree-")]


@pytest.mark.parametrize("rows", ["3", "b"], ids=["fixed", "free"])
def test_the_page_is_followed_from_the_shell(iree, tmp_path, monkeypatch, rows):
    monkeypatch.chdir(tmp_path)
    x = np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32)
    np.save("x.npy", x)
    artifact(tmp_path, "Net", f"x=f32[{rows},4]", output=tmp_path / "my_mlp")
    assert CliRunner().invoke(cli, ["unpack", "my_mlp", "-o", "deployed"]).exit_code == 0
    done = [subprocess.run([iree[name], *rest]) for name, *rest in commands()]
    assert [each.returncode for each in done] == [0, 0]
    assert_close(np.load("y.npy"), hybridc.load("my_mlp")(x), rtol=1e-5, atol=1e-6)


def test_loops_in_double_precision(iree, tmp_path, monkeypatch):
    [option] = re.findall(r"`(--iree-input\S+)`", PAGE)
    monkeypatch.chdir(tmp_path)
    before = jax.config.jax_enable_x64
    try:
        artifact(tmp_path, "halved", "x=f64[4]", "steps=i64[]", output=tmp_path / "my_mlp", source=HALVED)
        assert CliRunner().invoke(cli, ["unpack", "my_mlp", "-o", "deployed"]).exit_code == 0
        expected = np.asarray(hybridc.load("my_mlp")(np.full(4, 1 / 3), np.int64(5)))
    finally:
        jax.config.update("jax_enable_x64", before)
    np.save("x.npy", np.full(4, 1 / 3))
    np.save("steps.npy", np.int64(5))
    (compiler, *compiling), (runner, *running) = commands()
    subprocess.run([iree[compiler], *compiling, option], check=True)
    running.insert(running.index("--input=@x.npy") + 1, "--input=@steps.npy")
    subprocess.run([iree[runner], *running], check=True)
    found = np.load("y.npy")
    assert found.dtype == np.float64 and np.array_equal(found, expected)
