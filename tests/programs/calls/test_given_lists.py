"""Lists and tuples that callers give where NumPy makes arrays of them: JAX's functions raise TypeError for such."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, graph_function, load
from hybridc.runtime import control

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
    "another name": "def f(x):\n    y = x\n    z = y\n    return np.exp(z).sum()\n\n\nprint(f([1.0, 2.0]))\n",
    "a name": "def f(shape):\n    return np.prod(shape)\n",
    "a shape": "def f(x):\n    return np.log(x).sum()\n\n\nprint(f(np.ones((2, 3)).shape))\n",
}


@pytest.mark.parametrize("way", TELLING)
def test_where_the_file_tells_of_lists_they_may_come(way: str) -> None:
    source = "import numpy as np\n\n\n" + TELLING[way].replace(":\n", ":  # hybridc: graph\n", 1)
    original, generated = load(source).f, load(converted(source)).f
    for given in (GIVEN[1], np.array([1.0, 2.0, 4.0])):
        assert_same(original(given), generated(given))


CLASS = '''import numpy as np


class Net:
    def __init__(self, w):
        self.w = np.array(w)
        self.given = None

    def predict(self, x):
        """
        >>> Net([1.0, 2.0]).predict([3.0, 4.0])
        11.0
        """
        self.given = x
        self.hidden = np.tanh(np.dot(self.given, self.w))
        return self.hidden * np.dot(x, self.w)
'''


def test_an_example_of_a_method_tells_of_lists() -> None:
    original, generated = load(CLASS), load(converted(CLASS))
    for given in ([3.0, 4.0], (1, 2), np.array([1.0, -2.0])):
        nets = original.Net([1.0, 2.0]), generated.Net([1.0, 2.0])
        assert_same(*(net.predict(given) for net in nets))
        assert_same(*(net.hidden for net in nets))


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


FLOWS = {
    "a name that is filled": "def main():\n    xs = []\n    for k in range(4):\n        xs.append(k * 0.5)\n    return g(xs)\n",
    "functions around it": "def around(xs):\n    return g(xs)\n\n\ndef main():\n    return around([1.0, 2.0, 4.0])\n",
    "a result": "def made():\n    a, b = [3, 1, 2], 1\n    return a, b\n\n\ndef main():\n    a, b = made()\n    return g(a)\n",
    "an attribute": "class Data:\n    def __init__(self, n):\n        self.xs = [0.5] * n\n\n    def total(self):\n        return g(self.xs)\n\n\n"
    "def main():\n    return Data(3).total()\n",
    "what NumPy gives": "def main():\n    return g(np.arange(4.0).tolist())\n",
}  # fmt: skip
INDEXED = "def g(xs):\n    s = 0.0\n    for i in range(len(xs) - 1):\n        s += (xs[i + 1] - xs[i]) * np.sin(xs[i])\n    return s\n"


@pytest.mark.parametrize("way", FLOWS)
def test_lists_that_traced_indices_choose_from_are_arrays(way: str) -> None:
    source = f"import numpy as np\n\n\n{INDEXED}\n\n{FLOWS[way]}"
    code = converted(source)
    assert "    xs = control.indexed(xs)\n" in code
    original, generated = load(source), load(code)
    assert_same(original.main(), generated.main())
    for given in GIVEN:
        assert_same(original.g(given), generated.g(given))


def test_elements_of_lists_stay_numbers_of_pythons_beside_narrow_arrays() -> None:
    source = graph_function("x, ws: list, n", "for i in range(n):\n    x = x * ws[i]\nreturn x")
    original, generated = load(source).f, load(converted(source)).f
    x = np.ones(2, np.float32)
    assert original(x, [0.5, 2.5], 2).dtype == generated(x, [0.5, 2.5], 2).dtype == np.float32


def test_an_array_that_was_a_list_is_taken_as_it_is() -> None:
    main = "def main():\n    xs = [1.0, 2.0]\n    xs = np.array(xs)\n    return g(xs)\n"
    assert "indexed" not in converted(f"import numpy as np\n\n\n{INDEXED}\n\n{main}")


PATHS = ([[1.0, 2.0], [3.0, 5.0], [4, 4]], [(0.0, 1.0), (1.0, 3.0)], np.arange(6.0).reshape(3, 2))


def test_rows_of_which_only_elements_are_read_are_stacked() -> None:
    body = "s = 0.0\nfor i in range(len(p) - 1):\n    a, b = p[i]\n    s += np.hypot(p[i + 1][0] - a, p[i + 1][1] - b)\nreturn s"
    source = graph_function("p: list", body)
    original, generated = load(source).f, load(converted(source)).f
    for given in PATHS:
        assert_same(original(given), generated(given))


def test_rows_that_are_read_whole_are_not() -> None:
    source = graph_function("p: list, k", "q = p[k]\nreturn q + q")
    generated = load(converted(source)).f
    assert_same(load(source).f(PATHS[2], 1), generated(PATHS[2], 1))
    with pytest.raises(TypeError):
        generated(PATHS[0], 1)  # where the original puts one behind the other


def test_what_functions_of_files_beside_this_one_return_is_followed(tmp_path) -> None:
    (tmp_path / "course.py").write_text(
        "def course(n):\n    xs, k = [], 1\n    for i in range(n):\n        xs.append(i * 0.5)\n    return xs, k\n"
    )
    text = f"import course\nimport numpy as np\n\n\n{INDEXED}\n\ndef main():\n    xs, k = course.course(5)\n    return g(xs)\n"
    (tmp_path / "program.py").write_text(text)
    assert "control.indexed(xs)" in (hybridc.convert(text, filename=str(tmp_path / "program.py")).code or "")


STATIC = {
    "a shape": ("def g(x, shape):\n    return np.sin(x).reshape(shape)\n", (np.arange(6.0), [2, 3])),
    "axes": (
        "def g(x, axes):\n    for a in axes:\n        x = np.sum(x, axis=a)\n    return x\n",
        (np.ones((2, 3, 4)), [2, 0]),
    ),
}


@pytest.mark.parametrize("way", STATIC)
def test_lists_that_have_to_be_known_are(way: str) -> None:
    text, given = STATIC[way]
    source = f"import numpy as np\n\n\n{text}\n\ndef main(x):\n    return g(x, {given[1]})\n"
    code = converted(source)
    assert "@control.static_lists(" in code
    original, generated = load(source), load(code)
    assert_same(original.g(*given), generated.g(*given))
    assert_same(original.g(given[0], tuple(given[1])), generated.g(given[0], tuple(given[1])))


def test_lists_that_are_equal_and_of_other_types_are_told_apart() -> None:
    @control.static_lists("xs")
    @partial(jax.jit, static_argnames=("xs",))
    def g(xs):
        return jnp.zeros(2) + 1 if isinstance(xs[0], float) else jnp.zeros(2)

    assert_same([g([1]), g([1.0]), g(xs=[1])], [np.zeros(2), np.ones(2), np.zeros(2)])


def test_lists_that_have_to_be_known_are_not_changed() -> None:
    @control.static_lists("xs")
    @partial(jax.jit, static_argnames=("xs",))
    def g(xs):
        xs.append(1)
        return jnp.zeros(2)

    with pytest.raises(TypeError, match="is changed there"):
        g([1])


PYTHONS = {
    "runs over what has to be known": (
        "def g(lengths, step):\n    found = []\n    for length in lengths:\n        found.append(np.append(np.arange(0.0, length, step), length))\n"
        "    return found\n",
        "g([1.0, 2.0], 0.5)",
    ),
    "sets elements of a list": (
        "def g(ys):\n    for i in range(len(ys) - 1):\n        while ys[i + 1] - ys[i] > np.pi:\n            ys[i + 1] -= 2 * np.pi\n    return ys\n",
        "g([0.0, 4.0, 11.0])",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", PYTHONS)
def test_what_compiling_cannot_do_with_lists_stays_python(way: str) -> None:
    text, call = PYTHONS[way]
    source = f"import numpy as np\n\n\n{text}\n\ndef h(x):\n    return np.sin(x)\n\n\ndef main():\n    return {call}\n"
    code = converted(source)
    assert text in code
    assert_same(load(source).main(), load(code).main())


def test_only_the_length_of_what_a_function_counts_has_to_be_known() -> None:
    source = (
        "import numpy as np\n\n\ndef count(x):\n    return int((len(x) - 3) / 2)\n\n\n"
        "def f(q, x):  # hybridc: graph\n    n = count(x)\n    return np.hstack((np.eye(2), np.zeros((2, 2 * n)))) * q + x[0]\n"
    )
    code = converted(source)
    assert "static" not in code
    assert_same(load(source).f(2.0, np.ones(7)), load(code).f(2.0, np.ones(7)))


def test_lists_of_the_file_are_arrays_to_what_takes_them() -> None:
    source = (
        "import numpy as np\n\nC = [1.0, 2.0, 3.0]\nX, Y = [0.0, 1.0, 4.0], [1.0, 3.0, 2.0]\n\n\ndef f(x):  # hybridc: graph\n"
        "    return np.polyval(C, x), np.dot(C, x), np.interp(x, X, Y), np.sum(C) * x, (lambda v: np.convolve(C, v))(x), C[0] * x\n"
    )
    original, generated = load(source).f, load(converted(source)).f
    for x in (np.array([0.5, 1.0, 2.0]), np.array([1, 0, -3])):
        assert_same(original(x), generated(x))


def test_arrays_of_a_list_keep_their_dtypes() -> None:
    source = graph_function("ws", "out = []\nfor w in ws:\n    out.append(w // 2)\nreturn out")
    given = [np.arange(3), np.ones(3), np.ones(3, np.float32)]
    expected, found = load(source).f(given), load(converted(source), "generated").f(given)
    assert [w.dtype for w in expected] == [w.dtype for w in found]
    assert_same(expected, found)
