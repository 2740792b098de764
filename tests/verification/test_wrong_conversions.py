"""Deliberately wrong conversions are found, and right ones are not suspected.

The generated module is put in by the test, so that it says what the comparison has to find. Executes what is here.
"""

import json

import numpy as np
import pytest

from hybridc.core.options import Options
from hybridc.core.results import Conversion, FunctionReport, Outcome
from hybridc.verification import verifying
from hybridc.verification.report import Verdict
from hybridc.verification.request import Request

ORIGINAL = """
import os
import sys
import numpy as np


def same(x):
    return {"sum": np.sum(x), "all": [x, x[::-1]]}


def off_by_an_ulp(x):
    return x * 1.0


def wrong_value(x):
    return np.cumsum(x)


def only_for_ties(x):
    return np.argmax(x)


def other_dtype(x):
    return x


def other_shape(x):
    return x


def other_structure(x):
    return x, x


def lost_change(x):
    x[0] = 7.0
    return np.sum(x)


def returned_change(x):
    x[0] = 7.0
    return np.sum(x)


def only_the_change(x, y):
    x[0] = 7.0
    y[1] = 8.0


def wrong_change(x):
    x[0] = 7.0


def forgets_alias(x, y):
    x[0] = 7.0
    return y * 1.0


def prints(x):
    print("sum", np.sum(x))


def forgets_to_print(x):
    print("sum", np.sum(x))


def prints_at_the_first_call_only(x):
    print("called")
    return x * 1.0


def raises(x):
    return np.sum(x)


def crashes(x):
    return np.sum(x)


def cast_to_single(x):
    return x * np.float64(1.0)


class Counter:
    def __init__(self):
        self.count = 0

    def step(self, x):
        self.count += 1
        return np.sum(x)
"""

GENERATED = """
import os
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def same(x):
    return {"all": [jnp.asarray(x), jnp.asarray(x)[::-1]], "sum": jnp.sum(x)}


def off_by_an_ulp(x):
    return jnp.nextafter(jnp.asarray(x), jnp.inf)


def wrong_value(x):
    return jnp.cumsum(x).at[-1].add(1e-3)


def only_for_ties(x):
    return x.size - 1 - jnp.argmax(x[::-1])


def other_dtype(x):
    return jnp.asarray(x, dtype=jnp.float16).astype(x.dtype) if x.dtype == np.float16 else jnp.round(x).astype(int)


def other_shape(x):
    return jnp.asarray(x)[:, None]


def other_structure(x):
    return [jnp.asarray(x), jnp.asarray(x)]


def lost_change(x):
    return jnp.sum(jnp.asarray(x).at[0].set(7.0))


def returned_change(x):
    x = jnp.asarray(x).at[0].set(7.0)
    return jnp.sum(x), x


def only_the_change(x, y):
    return jnp.asarray(x).at[0].set(7.0), jnp.asarray(y).at[1].set(8.0)


def wrong_change(x):
    return jnp.asarray(x).at[0].set(7.5)


def forgets_alias(x, y):
    return jnp.asarray(y)


@jax.jit
def prints(x):
    jax.debug.print("sum {}", jnp.sum(x))


def forgets_to_print(x):
    pass


@jax.jit
def prints_at_the_first_call_only(x):
    print("called")
    return x * 1.0


def raises(x):
    return jnp.sum(x) + undefined


def crashes(x):
    os.abort()


def cast_to_single(x):
    return jnp.asarray(x, dtype=jnp.float32).astype(jnp.float64)


class Counter:
    def __init__(self):
        self.count = 0

    def step(self, x):
        return jnp.sum(x)
"""
MUTATED = {"returned_change": ("x",), "only_the_change": ("x", "y"), "wrong_change": ("x",)}
INPUTS = ("x=f64[4]", "y=f64[3]", "only_for_ties:x=i64[20]", "other_dtype:x=f64[4] in {1, 2}", "forgets_alias:y=x[:2]")


def verified(path, monkeypatch, generated, request, names, original=ORIGINAL):
    """As `verify` would find it if the conversion were `generated`."""
    path.write_text(original)
    reports = tuple(FunctionReport(n, i, Outcome.COMPILED, MUTATED.get(n, ())) for i, n in enumerate(names))
    conversion = Conversion(generated, (), reports, changed=True)
    monkeypatch.setattr(verifying.pipeline, "convert", lambda source, options: conversion)
    return verifying.verify(str(path), Options(), request)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    names = [line.split("(")[0].removeprefix("def ") for line in ORIGINAL.split("\n") if line.startswith("def ")]
    folder = tmp_path_factory.mktemp("wrong")
    with pytest.MonkeyPatch.context() as monkeypatch:
        result = verified(
            folder / "program.py", monkeypatch, GENERATED, Request(inputs=INPUTS, keep_failing=True),
            [*names, "Counter.step"],
        )  # fmt: skip
    assert result.reason is None
    return result


@pytest.fixture
def function(found):
    return lambda name: next(f for f in found.functions if f.name == name)


@pytest.mark.parametrize("name", ["same", "off_by_an_ulp", "returned_change", "only_the_change", "prints"])
def test_right_ones(function, name):
    assert function(name).verdict is Verdict.SAME
    assert len(function(name).draws) == 5


def test_an_ulp_is_measured(function):
    (output,) = function("off_by_an_ulp").draws[0]["outputs"]
    assert output["max_ulp"] == 1
    assert 0 < output["max_absolute"] <= np.spacing(2.0)


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("wrong_value", ["values"]),
        ("other_dtype", ["dtype: float64 became int64"]),
        ("other_shape", ["shape: (4,) became (4, 1)"]),
        ("other_structure", ["structure: `tuple` became `list`"]),
        ("cast_to_single", ["values"]),
        ("wrong_change", ["values"]),
        ("lost_change", ["the change of `x` does not reach the caller"]),
        ("forgets_alias", ["values", "the change of `x` does not reach the caller", "the change of `y` does not reach the caller"]),
        ("Counter.step", ["the change of `self.count` does not reach the caller"]),
    ],
)  # fmt: skip
def test_wrong_ones(function, name, reasons):
    assert function(name).verdict is Verdict.DIFFERENT
    draw = function(name).draws[0]
    assert [c["reason"] for c in (*draw["outputs"], *draw["arguments"]) if c["status"] == "different"] == reasons


def test_a_difference_in_a_few_draws_is_found(function):
    assert function("only_for_ties").verdict is Verdict.DIFFERENT
    assert function("only_for_ties").draws[0]["values"] == "uniform"
    assert "same" in {d["status"] for d in function("only_for_ties").draws}


def test_prints_that_are_missing(function):
    assert function("forgets_to_print").verdict is Verdict.DIFFERENT
    assert function("forgets_to_print").draws[0]["printed"]["converted"] == ""
    assert function("forgets_to_print").draws[0]["printed"]["original"].startswith("sum ")


def test_prints_that_are_made_while_tracing(function):
    statuses = [d["printed"]["status"] for d in function("prints_at_the_first_call_only").draws]
    assert statuses == ["same"] + ["different"] * 4


def test_the_converted_code_alone_raises(function):
    assert function("raises").verdict is Verdict.DIFFERENT
    error = function("raises").draws[0]["converted_error"]
    assert (error["type"], error["message"]) == ("NameError", "name 'undefined' is not defined")
    assert GENERATED.split("\n")[error["line"] - 1] == "    return jnp.sum(x) + undefined"


def test_the_converted_code_alone_crashes_and_the_rest_goes_on(function):
    assert function("crashes").verdict is Verdict.DIFFERENT
    assert "killed by SIGABRT while `crashes` ran in the converted code, with draw 0" in function("crashes").reason
    assert len(function("cast_to_single").draws) == 5


def test_the_first_inputs_that_differ_are_kept(found, tmp_path):
    path = tmp_path / "failing.npz"
    path.write_bytes(found.failing)
    with np.load(path) as file:
        assert json.loads(file["hybridc.json"])["function"] == "wrong_value"
        assert file["x"].shape == (4,)


def test_a_generated_module_that_cannot_be_loaded(tmp_path, monkeypatch):
    result = verified(tmp_path / "p.py", monkeypatch, "import numpy\n1 / 0\n", Request(inputs=("x=f64[4]",)), ["same"])
    assert result.verdict is Verdict.DIFFERENT
    assert result.reason == "the converted module cannot be loaded: ZeroDivisionError: division by zero at line 2"
    assert [(f.verdict, f.reason) for f in result.functions] == [(Verdict.FAILED, "it was not reached")]


def test_what_the_module_prints_is_compared(tmp_path, monkeypatch):
    result = verified(tmp_path / "p.py", monkeypatch, "print(4)\n", Request(), [], original="print(3)\n")
    assert result.verdict is Verdict.DIFFERENT
    assert result.printed == {"status": "different", "original": "3\n", "converted": "4\n"}
