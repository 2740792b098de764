"""Every line of Chainer's tables that computes: calls in a model that is converted, beside what Chainer gave."""

import ast
import re

import jax
import jax.numpy as jnp
import pytest
from chainer_cases import ARRAYS, CALLS, INPUTS, PREDICTING
from chainer_recordings import close, converted, flat, outputs, recorded, total

from hybridc.dialects.chainer import CHAINER, methods

_HEADER = """
import numpy

import chainer
import chainer.distributions as D_
import chainer.functions as F
import chainer.links as L
"""
QUICKLY = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
# In fewer digits: NumPy and XLA take other steps to these.
LOOSE = {
    "erfinv": 1e-4,
    "lgamma": 1e-4,
    "digamma": 1e-4,
    "log_ndtr": 1e-4,
    "ndtri": 1e-4,
    "icdf": 1e-4,
    "log_cdf": 1e-4,
    "survival": 1e-4,
}


def names_in(case):
    return [n for n in dict.fromkeys(re.findall(r"\b[A-Z][A-Z0-9]*\b", case)) if n in INPUTS]


def written(case):
    return re.sub(r"\bv\(", "chainer.as_variable(", case)


def program():
    classes = [
        f"class Case{number}(chainer.Link):\n    def forward(self, {', '.join(names_in(case))}):\n        return {written(case)}\n"
        for number, case in enumerate(CALLS)
    ]
    return _HEADER + "\n\n" + "\n\n".join(classes)


@pytest.fixture(scope="module")
def module():
    return converted(program(), "cases.py")


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[c.replace(" ", "") for c in CALLS])
def test_a_call_agrees(module, number):
    case = CALLS[number]
    names = names_in(case)
    is_training = not case.startswith(PREDICTING)
    net = getattr(module, f"Case{number}")().train(is_training)
    given = {name: jnp.asarray(INPUTS[name]) for name in names}
    expected = outputs("calls", number, "out")
    rtol = max((v for k, v in LOOSE.items() if k in case), default=1e-5)
    found = flat(net(*given.values()))
    assert len(found) == len(expected)
    for n, (one, other) in enumerate(zip(found, expected, strict=True)):
        close(one, other, f"output {n}", rtol)
    slopes = recorded("calls", number, "slope")

    def weighted(varied):
        found = net.apply({}, *{**given, **varied}.values(), train=is_training, state=False)
        return total(flat(found), expected)

    varied = {name: given[name] for name in slopes}
    for name, slope in jax.jit(jax.grad(weighted), compiler_options=QUICKLY)(varied).items() if slopes else ():
        close(slope, slopes[name], f"slope of {name}", max(rtol, 1e-4))


def test_inputs_that_stay_arrays_are_in_cases():
    assert set(ARRAYS) <= {name for case in CALLS for name in names_in(case)}


def test_every_line_that_computes_has_a_case():
    text = "\n".join(CALLS)
    missing = []
    for name in CHAINER.names:
        owner, _, last = name.rpartition(".")
        entries = CHAINER.lookup(name)
        if owner.partition(".")[0] in ("Host", "Module", "Variable") or owner in (
            "chainer.links",
            "chainer.initializers",
        ):
            continue  # methods are NumPy's, whose own lines are compared; links are in test_chainer_links.py
        if not any(e.target and not e.is_static and not e.is_host and not e.is_gone for e in entries):
            continue
        if not re.search(rf"\b{last}\(", text):
            missing.append(name)
    assert sorted(missing) == sorted(BESIDE)


# Drawn, compared in test_chainer_drawing.py, or of models: test_chainer_programs.py.
BESIDE = [
    "chainer.Chain", "chainer.ChainList", "chainer.Distribution", "chainer.Link", "chainer.Parameter", "chainer.Sequential",
    "chainer.distributions.Distribution", "chainer.functions.gumbel_softmax", "chainer.get_device",
    "chainer.backends.cuda.get_device", "chainer.backends.cuda.get_device_from_id", "chainer.backends.cuda.to_gpu",
]  # fmt: skip


def test_own_methods_of_variables_have_cases():
    """Those that NumPy's arrays do not have."""
    names = {name.removeprefix("Variable.") for name in re.findall(r"Variable\.\w+", methods.LINES)}
    computing = {
        n for n in names if any(e.target not in (None, "self", "jnp", "True") for e in CHAINER.lookup(f"Variable.{n}"))
    }
    assert computing == {"__abs__", "unchain"}


def test_targets_are_expressions():
    for name in CHAINER.names:
        for entry in CHAINER.lookup(name):
            if entry.target is not None:
                ast.parse(entry.target, mode="eval")
