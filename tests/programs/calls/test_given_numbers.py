"""Numbers that callers give where a function writes into an array: what operators then make is another number, which
nobody else sees, and a view of a number is an array of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from differential import assert_same, converted, graph_function, load

_SUM = "return np.sum(x)"
_VIEWS = ("x", "x.T", "x.real", "x[...]", "x[None]", "np.atleast_1d(x)", "np.squeeze(x)", "np.expand_dims(x, 0)")
_EVIDENCE = ("x.shape[0]", "x.mean()", "x.sum()", "x.T.sum()", "x[0, 0]")  # in a branch that is not taken
PROGRAMS = [
    *(f"v = {view}\nv += 1\n{_SUM}" for view in _VIEWS),
    *(f"v = {view}\nx *= 2\nreturn np.sum(v)" for view in ("x", "x.T", "np.atleast_1d(x)")),
    *(f"v = {view}\nv[...] = 5\n{_SUM}" for view in ("x[...]", "x[None]", "np.atleast_2d(x)", "np.transpose(x)")),
    *(f"v = {view}\nv *= 2.5\nreturn v" for view in ("x.T", "x.squeeze()", "x.transpose()")),
    *(f"s = 0.0\nif t > 100:\n    s = {e}\nx *= 2.5\nreturn x + s" for e in _EVIDENCE),
    *(f"s = 0.0\nif np.ndim(x) > 1:\n    s = {e}\nx *= 2.5\nreturn x + s" for e in _EVIDENCE),
    "x *= 2.5\ns = x.mean()\nreturn x + s",
]
GIVEN = (3, 2.5, True, np.float32(1.5), np.int32(7), np.uint8(200), np.bool_(True), np.array([1.0, -2.0]), np.eye(2))


@pytest.mark.parametrize("body", PROGRAMS)
def test_a_number_is_changed_for_its_name_alone(body: str) -> None:
    source = graph_function("x, t=1.0", body)
    code = converted(source, return_mutated=True)
    original, generated = load(source).f, load(code).f
    agreed = 0
    for given in GIVEN:
        expected = _of(original, given)
        if expected is not None:
            result = generated(given)
            assert_same(expected, result[0] if isinstance(result, tuple) else result, rtol=1e-6)
            agreed += 1
    assert agreed > 2


def _of(function: Any, given: Any) -> Any:
    """What the original returns; None where it raises."""
    try:
        return np.array(function(given.copy() if isinstance(given, np.ndarray) else given))
    except (AttributeError, IndexError, TypeError, ValueError):
        return None


SHOWN = {  # an array with dimensions, as numbers would raise: what is written needs no question
    "x.shape[0]": "n = x.shape[0]\nx *= n\nv = x.T\nv += 0.5\nreturn x",
    "m, n = x.shape": "m, n = x.shape\nx /= n\nreturn x",
    "len(x)": "v = x\nv /= len(x)\nreturn x.sum()",
    "x[0]": "v = x.T\nv /= 2.5\nreturn x.sum() + x[0]",
    "x[:, 0]": "x /= 2.5\nreturn x.sum() + x[:, 0]",
    "for e in x": "v = x\nv += 1\ns = 0.0\nfor e in x:\n    s += e.sum()\nreturn x.sum() + s",
    "axis=1": "x /= x.sum(axis=1, keepdims=True)\nreturn x",
    "x @ w": "x *= 2.5\nreturn x @ t",
}


@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_shown_to_have_dimensions_is_not_asked(shown: str) -> None:
    code = converted(graph_function("x, t", SHOWN[shown]), return_mutated=True)
    assert "ndim" not in code and "keep_dtype" not in code


NOT_SHOWN = (  # only on the way that is not taken, behind what leaves, or of another array
    "if t > 3:\n    n = x[0]\nv = x.T\nv /= 2.5\nreturn x.sum()",
    "v = x.T\nv /= 2.5\nif t is None:\n    return x.sum()\nreturn x.sum() + x[0]",
    "v = x.T\nv /= 2.5\ns = x.sum()\nx = np.zeros(3)\nreturn s + x[0]",
    "v = x.T\nv /= 2.5\ns = x.sum()\ntotal = [x[0] for _ in range(0)]\nreturn s",
)


@pytest.mark.parametrize("body", NOT_SHOWN)
def test_what_other_ways_show_is_asked(body: str) -> None:
    code = converted(graph_function("x, t=None", body), return_mutated=True)
    assert "keep_dtype" in code and "if jnp.ndim(v) else x" in code
