"""Every line for Python's builtins and for `math`, against Python."""

import ast
import builtins
import math
import operator

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.dialects.lines import TableError
from hybridc.dialects.python import PYTHON
from hybridc.dialects.table import dialect
from hybridc.runtime import control, numpy_like

jax.config.update("jax_enable_x64", True)

ARRAY = np.array([0.5, -1.25, 2.0])
BOOLEANS = np.array([True, False, True])
TWO = (np.array(1.5), np.array(2.0))
CASES = {
    "Rows.max": [(ARRAY,), ([*TWO],), TWO, (*TWO, np.array(0.5))],
    "Rows.min": [(ARRAY,), ([*TWO],), TWO, (*TWO, np.array(0.5))],
    "Rows.sorted": [(ARRAY,), ([*TWO],), ([2.0, 0.5],)],
    "Rows.any": [(BOOLEANS,), ([*TWO],)],
    "Rows.all": [(BOOLEANS,), ([*TWO],)],
    "builtins.max": [(1.5, 2.0), (1, 2, 3), (4, 1, 6, 5), (ARRAY,)],
    "builtins.min": [(1.5, 2.0), (1, 2, 3), (4, 3, 1, 5), (ARRAY,)],
    "builtins.sum": [(ARRAY,), (BOOLEANS,), (np.ones((2, 3)),), (ARRAY, 1.5), (np.ones((2, 3)), 2)],
    "builtins.any": [(BOOLEANS,)],
    "builtins.all": [(BOOLEANS,)],
    "builtins.sorted": [(ARRAY,), (np.ones((2, 1)),), (np.array([3, 1]),)],
    "builtins.abs": [(-1.5,), (-2,), (ARRAY,)],
    "builtins.round": [(2.5,), (3.5,), (-1.4,), (1.2345, 2)],
    "builtins.divmod": [(7, -2), (7.5, 2)],
    "builtins.pow": [(2.0, 3), (2, 3)],
    "builtins.float": [(3,), (True,), (-0.5,)],
    "builtins.int": [(2.7,), (-2.7,), (3,), (True,)],
    "builtins.bool": [(0.5,), (0,), (True,)],
    "builtins.complex": [(1.5,), (1 + 2j,), (2,), (1.5, 2), (0.5, math.inf), (-0.0, 1.0), (1 + 2j, 3.0), (1, 2 - 3j)],
    "ndarray.__float__": [(np.array(1.5),), (np.array(2),)],
    "ndarray.__int__": [(np.array(-1.5),), (np.array(2),)],
    "ndarray.__bool__": [(np.array([0.0]),), (np.array(2),)],
    "ndarray.__complex__": [(np.array(1.5),), (np.array(2),)],
    "math.isclose": [
        (1.0, 1.0 + 1e-10),
        (1.0, 1.001),
        (math.inf, math.inf),
        (math.inf, -math.inf),
        (math.nan, math.nan),
    ],
    "math.gcd": [(12, 18)],
    "math.lcm": [(4, 6)],
    "math.acosh": [(1.5,), (2,)],
    "math.floor": [(1.7,), (-1.2,)],
    "math.ceil": [(1.2,), (-1.7,)],
    "math.trunc": [(1.7,), (-1.7,)],
    "operator.imatmul": [(np.ones((2, 2)), np.eye(2))],
    **{f"operator.{name}": [(6, 3)] for name in ("iand", "ior", "ixor", "ilshift", "irshift")},
}
BY_KEYWORD = {
    "Rows.sorted": [((ARRAY,), {"reverse": True}), (([*TWO],), {"key": abs}), (([*TWO],), {"key": abs, "reverse": True})],
    "Rows.max": [((ARRAY,), {"default": 3.0}), (([*TWO],), {"key": abs}), (([],), {"default": 3.0})],
    "Rows.min": [((ARRAY,), {"default": 3.0}), (([*TWO],), {"key": abs}), (([],), {"default": 3.0})],
    "builtins.sorted": [((ARRAY,), {"reverse": True})],
    "builtins.max": [((ARRAY,), {"default": 3.0}), ((np.zeros(0),), {"default": 3.0}), ((ARRAY,), {"key": abs})],
    "builtins.min": [((ARRAY,), {"default": 3.0}), ((np.zeros(0),), {"default": 3.0}), ((ARRAY,), {"key": abs})],
    "math.isclose": [
        ((1.0, 1.01), {"rel_tol": 0.1}), ((1.0, 1.2), {"rel_tol": 0.1}), ((0.0, 1e-5), {"abs_tol": 1e-4}),
        ((1.0, 1.0 + 1e-10), {"abs_tol": 0.0}), ((0.0, 1e-5), {"rel_tol": 0.5, "abs_tol": 1e-6}),
        ((1.0, 1.4), {"rel_tol": 0.5, "abs_tol": 1e-6}),
    ],
}  # fmt: skip


def lines():
    for name in sorted(
        {*PYTHON.names} - {"Index.range"}
    ):  # of numbers that are known: `tests/programs/unseen/test_unseen_indices.py`
        for entry in PYTHON.lookup(name):
            if entry.target is not None and entry.parameters is not None:
                yield entry


def cases(entry):
    default = [(0.5, 0.25)] if len(entry.parameters) == 2 else [(0.5,)]
    for arguments in CASES.get(entry.name, default):
        bound = entry.bind(len(arguments), ())
        is_first = PYTHON.lookup(entry.name)[0] is entry or not any(
            e.bind(len(arguments), ()) for e in PYTHON.lookup(entry.name)[: PYTHON.lookup(entry.name).index(entry)]
        )
        if bound is not None and is_first:
            yield arguments, {}, bound[0]
    for arguments, keywords in BY_KEYWORD.get(entry.name, ()):
        bound = entry.bind(len(arguments), keywords)
        required = {p.name for p in entry.parameters if p.keyword_only and p.default is None}
        if bound is not None and required == keywords.keys():
            yield arguments, keywords, (*bound[0], *bound[1])


PAIRS = [pytest.param(e, a, k, p, id=f"{e.name}-{i}-{len(k)}") for e in lines() for i, (a, k, p) in enumerate(cases(e))]


@pytest.mark.parametrize(("entry", "positional", "keywords", "places"), PAIRS)
def test_a_line_agrees_with_python(entry, positional, keywords, places):
    module, _, name = entry.name.partition(".")
    owners = {"math": math, "ndarray": np.ndarray, "operator": operator}
    owner = owners.get(module, builtins)  # of `Read` and `Rows` as well
    expected = getattr(owner, name)(*positional, **keywords)
    arguments = (*positional, *keywords.values())
    if len({*places}) < len(places):  # `*args`
        places, arguments = places[:1], (arguments,)
    code = compile(ast.parse(entry.target, mode="eval"), "line", "eval")
    statics = {p: v for p, v in zip(places, arguments, strict=True) if p in entry.static_parameters or callable(v)}
    traced = {p: v for p, v in zip(places, arguments, strict=True) if p not in statics}

    def right_side(values):
        return eval(code, {"jnp": jnp, "jax": jax, "control": control, "numpy_like": numpy_like, **values, **statics})

    ours = jax.jit(right_side)(traced)
    assert_close(np.asarray(ours), np.asarray(expected), rtol=1e-12)
    assert np.shape(ours) == np.shape(expected)
    assert np.asarray(ours).dtype.kind == np.asarray(expected).dtype.kind


@pytest.mark.parametrize("entry", list(lines()), ids=lambda e: f"{e.name}-{len(e.parameters)}")
def test_every_line_has_a_case(entry):
    assert list(cases(entry))


@pytest.mark.parametrize("name", ["pi", "e", "tau", "inf", "nan"])
def test_constants_of_math(name):
    (entry,) = PYTHON.lookup(f"math.{name}")
    np.testing.assert_equal(eval(entry.target, {"jnp": jnp}), getattr(math, name))


def test_every_name_of_math_is_mapped_or_refused():
    assert [n for n in dir(math) if not n.startswith("_") and f"math.{n}" not in PYTHON] == []


@pytest.mark.parametrize(
    "line", ["numpy.f(x)", "numpy.f(x -> y", "numpy.f(x) -> jnp.f(x) : dtype=wrong", "numpy.f(x) -> jnp.f(x) : swift"]
)
def test_a_line_that_does_not_follow_the_notation_is_an_error(line):
    with pytest.raises((TableError, SyntaxError)):
        dialect("bad", (), line).lookup("numpy.f")
