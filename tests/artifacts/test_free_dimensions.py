"""Exports whose sizes are free: converted functions run on all sizes, and what cannot says why. Executes what it
converts."""

import sys

import jax
import numpy as np
import pytest
from click.testing import CliRunner

import hybridc
from closeness import assert_close
from differential import converted, load
from exported import python_as_it_was
from hybridc_cli.main import cli

_PROGRAM = """
import numpy as np


def total(x):
    s = np.zeros(3)
    for i in range(len(x)):
        s = s + x[i]
    return s / len(x)


def states(xs, h, w):
    out = []
    for x in xs:
        h = np.tanh(x + h @ w)
        out.append(h * 1.0)
    return np.stack(out), h


def widened(xs, s):
    for x in xs:
        if x[0] > 0:
            s = s + np.sum(x)
    return s


def largest(x):
    best = x[0]
    for i in range(1, len(x)):
        if x[i].sum() > best.sum():
            best = x[i]
    return best


def inner(u, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] + 0.1 * (u[2:] + u[:-2] - 2 * u[1:-1])
    return u


def unrolled(x):
    s = 0
    for v in [*x]:
        s = np.sum(x) + s + v[0]
    return s
"""
_WRITTEN = """

def told(x, n):
    return x * 2 if n > 3 else x
"""


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    before = jax.config.jax_enable_x64
    (tmp_path / "sized_jax.py").write_text(converted(_PROGRAM) + _WRITTEN)
    with python_as_it_was():
        yield
    jax.config.update("jax_enable_x64", before)


def exported(name, *specs):
    arguments = [part for spec in specs for part in ("--input", spec)]
    done = CliRunner().invoke(cli, ["export", f"sized_jax.py:{name}", "-o", "out", *arguments])
    assert "Traceback" not in done.output
    return done


@pytest.mark.parametrize(
    ("name", "specs", "others"),
    [
        ("total", ["x=f64[t,3]"], []),
        ("states", ["xs=f64[t,3]", "h=f64[3]", "w=f64[3,3]"], [np.full(3, 0.5), np.full((3, 3), 0.1)]),
        ("widened", ["xs=f64[t,3]", "s=f64[]"], [np.float64(1)]),
        ("largest", ["x=f64[t,3]"], []),
        ("inner", ["u=f64[t>=2,3]", "steps=i64[]"], [np.int64(3)]),
    ],
)
def test_loops_over_free_dimensions(name, specs, others):
    assert exported(name, *specs).exit_code == 0
    program, original = hybridc.load("out"), load(_PROGRAM)
    for count in (2, 3, 7):
        x = np.random.default_rng(count).normal(size=(count, 3))
        expected = getattr(original, name)(x.copy(), *others)
        found = program(x, *others)
        for one, other in zip(jax.tree_util.tree_leaves(found), jax.tree_util.tree_leaves(expected), strict=True):
            assert_close(np.asarray(one), other, rtol=1e-12)


@pytest.mark.parametrize(
    ("name", "specs", "words"),
    [
        (
            "inner",
            ["u=f64[t,3]", "steps=i64[]"],
            "all sizes of `t`, which --input may bound (t>=2, t<=64) or fix: TypeError",
        ),
        (
            "unrolled",
            ["x=f64[t,3]"],
            "what it does depends on a free dimension, which has to be a number, or bounded, in --input: ",
        ),
        ("told", ["x=f64[t]", "n=i64[]"], "Python decides by an input; fix it, as --input n=3 does, "),
    ],
)
def test_what_cannot_be_free_is_said_with_its_line(name, specs, words):
    done = exported(name, *specs)
    [line] = done.stderr.splitlines()
    assert done.exit_code == 2 and words in line and " of sized_jax.py)" in line
    assert "docs.jax.dev" not in line and ("it depends on `n`" in line) == (name == "told")
