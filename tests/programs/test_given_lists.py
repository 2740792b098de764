"""Lists and tuples that callers give where NumPy makes arrays of them: JAX's functions raise TypeError for such."""

from __future__ import annotations

import numpy as np
import pytest

from differential import assert_same, converted, graph_function, load

GIVEN = ([1.0, -2.0, 3.0], (1, 2, 3), [1, 2.5, 3], np.array([1.0, 2.0, 4.0]))
NESTED = ([[1.0, 2.0], [3.0, 4.0]], ((1, 2), (3, 5)), [np.array([1.0, 2.0]), np.array([0.5, 4.0])], np.eye(2))

# Nothing is done with the parameter but what may be done with a list.
ALONE = (
    "np.prod(xs)", "np.max(xs)", "np.mean(xs)", "np.std(xs)", "np.median(xs)", "np.argmax(xs)", "np.sort(xs)", "np.cumsum(xs)",
    "np.dot(ws, xs)", "np.dot(xs, xs)", "np.linalg.norm(xs)", "np.outer(xs, ws)", "np.diff(xs)", "np.min(xs) / np.max(xs)",
    "np.round(np.mean(xs), 2)", "np.sqrt(np.sum(xs))", "np.exp(xs) / np.sum(xs)", "np.sum(xs) * len(xs)", "np.max(xs) - xs[0]",
    "np.sum(xs) + sum(xs)", "sum(xs) * np.ones(2)", "[np.max(xs) * e for e in xs]", "np.interp(1.5, xs, xs)", "np.any(xs)", "np.average(xs)",
)  # fmt: skip


@pytest.mark.parametrize("expression", ALONE)
def test_lists_are_arrays_to_what_reduces_and_combines(expression: str) -> None:
    source = f"import numpy as np\n\n\ndef f(xs: list, ws: list):  # hybridc: graph\n    return {expression}\n"
    original, generated = load(source).f, load(converted(source)).f
    for given in GIVEN:
        assert_same(original(given, [0.5, 1.5, 2.0]), generated(given, [0.5, 1.5, 2.0]))


TELLING = {
    "a hint": "def f(x: list[float]):\n    return np.sqrt(np.abs(x))\n",
    "a hint of typing's": "def f(x: 'Sequence[float]'):\n    return np.exp(x)\n",
    "a default": "def f(x=(1.0, 2.0, 3.0)):\n    return np.exp(x).sum()\n",
    "a call": "def f(x):\n    e = np.exp(x - np.max(x))\n    return e / e.sum()\n\n\nprint(f([3.0, 1.0, 0.2]))\n",
    "a call by a name": "def f(x):\n    return (x - np.mean(x)) / np.std(x)\n\n\nscores = [3.0, 1.0]\nprint(f(x=scores))\n",
    "a comprehension": "def f(x):\n    return np.exp(x)\n\n\nprint(f([i * 0.5 for i in range(3)]))\n",
    "an example": 'def f(x):\n    """>>> f([1.0, 2.0, 4.0])\n    7.0\n    """\n    return np.sum(x)\n',
    "a name": "def f(shape):\n    return np.prod(shape)\n",
    "a shape": "def f(x):\n    return np.log(x).sum()\n\n\nprint(f(np.ones((2, 3)).shape))\n",
}


@pytest.mark.parametrize("way", TELLING)
def test_where_the_file_tells_of_lists_they_may_come(way: str) -> None:
    source = "import numpy as np\n\n\n" + TELLING[way].replace(":\n", ":  # hybridc: graph\n", 1)
    original, generated = load(source).f, load(converted(source)).f
    for given in (GIVEN[1], np.array([1.0, 2.0, 4.0])):
        assert_same(original(given), generated(given))


BESIDE = (
    "np.percentile(x, [25, 75])", "np.quantile(x, q=(0.25, 0.75))", "np.digitize(x, [0.5, 1.5])", "np.dot(x, b=[1, 2, 3])",
    "np.average(x, weights=[1, 2, 3])", "np.average(x, None, [1, 2, 3])", "np.trapezoid(x, x=[0.0, 1.0, 3.0])",
    "np.interp(x, xp=[0, 5], fp=[1.0, 2.0])", "np.clip(x, a_min=[0, 0, 0], a_max=[1, 1, 1])", "np.full(3, [1, 2, 3])",
    "np.full_like(x, [1, 2, 3])", "np.max(a=[1, 2])", "np.meshgrid([1, 2], [3, 4])[0]", "np.diff(x, prepend=[0.0])",
)  # fmt: skip


def test_lists_behind_the_first_argument_and_by_names_are_arrays() -> None:
    source = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return ({', '.join(BESIDE)})\n"
    x = np.array([1.0, 2.0, 4.0])
    assert_same(load(source).f(x), load(converted(source)).f(x))


def test_lists_in_lists_stay_what_they_are_to_the_function() -> None:
    source = "import numpy as np\n\n\ndef f(xs: list):  # hybridc: graph\n    return np.sum(xs) + np.max(xs), xs[0] + xs[1]\n"
    original, generated = load(source).f, load(converted(source)).f
    for given in NESTED:
        assert_same(original(given), generated(given))  # rows that are lists are put one behind the other


@pytest.mark.parametrize(
    "body",
    [
        "return np.sum(xs) / len(xs)",
        "return np.sum(xs) / xs.size",
        "return np.sqrt(xs)",
        "return np.sum(xs[:, 0])",
        "xs[0] = 1.0\nreturn np.sum(xs)",
        "y = np.array(xs)\nreturn y.sum()",
        "return np.sum(xs), xs",
    ],
)
def test_without_such_a_word_calls_stand_as_they_were(body: str) -> None:
    code = converted(graph_function("xs", body), return_mutated=True)
    assert "asarray" not in code


def test_one_statement_says_it_for_several_calls() -> None:
    source = 'import numpy as np\n\n\ndef spread(xs: list):\n    """How far."""\n    return np.max(xs) - np.min(xs)\n'
    code = converted(source)
    assert '    """How far."""\n    xs = jnp.asarray(xs)\n    return jnp.max(xs) - jnp.min(xs)\n' in code
