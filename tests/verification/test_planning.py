"""Which functions are run, with what; and what is said where nothing can be."""

import ast

import numpy as np
import pytest

from hybridc.core.results import FunctionReport, Outcome
from hybridc.verification.child.storing import save
from hybridc.verification.planning import plan
from hybridc.verification.request import CannotVerify, Request
from hybridc.verification.signatures import definitions

SOURCE = """
def f(x, n, /, rate=0.1, *rest, k=2, **options):
    return x[0] + range(n)

def g(y):
    return y + 1

def host():
    return 1

def refused(x):
    return x

def made():
    return 1
"""
OUTCOMES = {"f": Outcome.COMPILED, "g": Outcome.COMPILED, "host": Outcome.HOST, "refused": Outcome.REFUSED}


def planned(*inputs, function=None):
    known = definitions(ast.parse(SOURCE))
    reports = [FunctionReport(n, known[n].node.lineno, o) for n, o in OUTCOMES.items()]
    chosen, left = plan(Request(function, inputs), known, reports)
    return {p.report.name: p.shown for p in chosen}, {e.name: e.reason for e in left}


def problem(*inputs, function="f"):
    with pytest.raises(CannotVerify) as caught:
        planned(*inputs, function=function)
    return str(caught.value)


def test_without_inputs_what_can_be_derived_is_run():
    run, left = planned()
    assert run == {"f": "x=float[m]; n=int in [1, 6]"}
    assert left == {
        "g": "nothing tells what `y` can be",
        "refused": "it is refused, so nothing is compiled of it",
    }


def test_specs_are_for_all_who_have_the_parameter():
    assert planned("y=f64[2]", "f:x=f64[3]")[0] == {"f": "x=f64[3]; n=int in [1, 6]", "g": "y=f64[2]"}


def test_a_function_s_own_spec_wins():
    assert planned("x=f64[3] f:x=f64[4]", function="f")[0] == {"f": "x=f64[4]; n=int in [1, 6]"}


def test_what_items_refer_to_comes_along():
    assert planned("b=f64[9] x=b[1:] n=3 z=f64[2] g:y=z")[0] == {"f": "b=f64[9]; x=b[1:]; n=3", "g": "z=f64[2]; y=z"}


def test_host_functions_run_when_they_are_asked_for():
    assert planned(function="host") == ({"host": ""}, {})


@pytest.mark.parametrize(
    ("inputs", "function", "message"),
    [
        ((), "ff", "there is no function `ff`; did you mean `f`?"),
        (("z=3",), "f", "`f` has no parameter `z`"),
        (("z=3",), None, "no function that is run has a parameter `z`"),
        (("q:z=3",), None, "there is no function `q`, of `q:z`"),
        (("x=3 x=4",), "f", "`x` is given twice"),
        (("x=y",), "f", "`y` in `x=y` is neither a dtype nor given itself"),
        (("x=x[1:]",), "f", "`x=x[1:]` refers to itself"),
        (("x=n n=x",), "f", "refers to itself"),
        (("x=f64[n] n=f64[3]",), "f", "`n` is a size in `x=f64[n]`, but `n=f64[3]` is no size"),
        (("x=f64[n] n=-1",), "f", "is no size"),
        (("rest=f64[3]",), "f", "`*rest` takes several values"),
        (("options=f64[3]",), "f", "`**options` takes several values"),
        (("maker",), "f", "there is no function `maker` in the file"),
        (("made", "x=3"), "f", "give nothing beside it"),
        (("made",), None, "say which function the inputs of `made` are for, as FILE:f"),
        (("missing.npz",), "f", "missing.npz is no .npz file that can be read"),
    ],
)
def test_problems_are_one_message(inputs, function, message):
    assert message in problem(*inputs, function=function)


def test_a_file_of_arrays_is_for_those_whose_parameters_it_names(tmp_path):
    path = str(tmp_path / "a.npz")
    np.savez(path, y=np.ones(3))
    assert planned(path) == (
        {"g": path},
        {"f": "the file has no `x`, `n`", "refused": "it is refused, so nothing is compiled of it"},
    )


def test_a_file_that_lacks_something(tmp_path):
    path = str(tmp_path / "a.npz")
    np.savez(path, x=np.ones(3))
    assert f"{path} has no `n`" in problem(path)


def test_saved_inputs_know_their_function(tmp_path):
    path = str(tmp_path / "a.npz")
    save(path, "g", {"y": np.ones(3)}, frozenset())
    assert planned(path) == ({"g": path}, {})
