"""What is derived of a function's inputs when nothing is said of them."""

import ast

import pytest

from hybridc.verification.derivation import derived
from hybridc.verification.signatures import definitions


def inputs(source, name="f"):
    known = definitions(ast.parse(source))
    return derived(known[name], known[name].required, known)


@pytest.mark.parametrize(
    ("hint", "spec"),
    [
        ("float", "float"),
        ("int", "int in [1, 6]"),
        ("bool", "bool"),
        ("'float'", "float"),
        ("np.ndarray", "float[n]"),
        ("NDArray[np.float32]", "f32[n]"),
        ("npt.NDArray[np.int64]", "i64[n]"),
        ("np.ndarray[tuple[int], np.dtype[np.int8]]", "i8[n]"),
        ("Float[Array, 'n m']", "float[n, m]"),
        ("jax.Array", "float[n]"),
        ("str", None),
        ("list[float]", None),
        ("'not python ('", None),
    ],
)
def test_hints(hint, spec):
    assert inputs(f"def f(x: {hint}):\n    return x\n") == {"x": spec}


@pytest.mark.parametrize(
    ("body", "spec"),
    [
        ("x.shape[1]", "float[n, m]"),
        ("x.shape[-1]", "float[n]"),
        ("x[0]", "float[n]"),
        ("x[0, 1:, None]", "float[n, m]"),
        ("x[0][1]", "float[n, m]"),
        ("x[None, ...]", "float[n]"),
        ("x.T", "float[n, m]"),
        ("len(x)", "float[n]"),
        ("[v for v in x]", "float[n]"),
        ("np.sum(x, axis=1)", "float[n, m]"),
        ("np.sum(x * 2, axis=1)", "float[n, m]"),
        ("np.sum(x[:, None], axis=1)", "float[n]"),
        ("np.sin(x)", "float[n]"),
        ("x @ y", "float[n, m]"),
        ("y @ x", "float[n]"),
        ("range(x)", "int in [1, 6]"),
        ("np.zeros((2, x))", "int in [1, 6]"),
        ("math.sin(x)", None),
        ("x + 1", None),
        ("x == 'same'", None),
        ("g(x)", "float[n, m]"),
        ("h(x)", "int in [1, 6]"),
        ("f(x)", None),
    ],
)
def test_uses(body, spec):
    others = "def g(y):\n    return y[0, 1]\n\n\ndef h(n):\n    return range(n)\n"
    assert inputs(f"def f(x):\n    return {body}\n\n\n{others}") == {"x": spec}


def test_a_shape_that_is_unpacked():
    assert inputs("def f(x):\n    a, b, c = x.shape\n    return a\n") == {"x": "float[n, m, k]"}


def test_several_arrays_have_equal_sizes():
    assert inputs("def f(x, y):\n    return x[0, 0] + y[0]\n") == {"x": "float[n, n]", "y": "float[n]"}


def test_sizes_do_not_go_by_the_names_of_parameters():
    assert inputs("def f(x, n, m=3):\n    return x[0, n]\n")["x"] == "float[k, l]"


def test_defaults_are_left_as_they_are():
    assert inputs("def f(x, rate=0.1, *rest, k=2, **options):\n    return x[0]\n") == {"x": "float[n]"}


def test_objects_are_made_where_their_class_needs_nothing():
    plain = (
        "class A:\n    def __init__(self, k=3):\n        self.k = k\n\n    def step(self, x):\n        return x[0]\n"
    )
    assert inputs(plain, "A.step") == {"self": "A()", "x": "float[n]"}
    assert inputs(plain.replace("k=3", "k"), "A.step")["self"] is None
