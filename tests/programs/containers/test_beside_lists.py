"""Lists and tuples of numbers beside arrays, of which NumPy makes arrays: `x * [0.5, 0.25]`."""

from __future__ import annotations

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

BODIES = {
    "a list": "w = [0.5, 0.25, 2]\n    return x * w, w * x, np.sum(x * w)",
    "other operators": "w = [1, 2, 4]\n    return x - w, w - x, x / w, x ** w, x + w, w + x, x // w, x % w",
    "what is computed": "return np.exp(x) * [1, 2, 3], np.sqrt(np.abs(x)) + [1.0, 2.0, 3.0]",
    "a tuple": "low, high = (0.0, 1.0, 2.0), (4.0, 4.0, 5.0)\n    return (x - low) / np.array(high), x * high",
    "rows": "return x * [[1.0, 2.0, 3.0], [0.0, 1.0, 0.5]], x - [[1], [2]]",
    "a global": "return np.sum(x * W), x - W, W + x",
    "a lambda": "w = [1.0, 2.0, 3.0]\n    scaled = lambda v: v * w\n    return scaled(x) + np.sum(x)",
    "a nested function": "w = [1.0, 2.0, 3.0]\n\n    def scaled(v):\n        return v * w\n\n    return scaled(x) + np.sum(x)",
}


@pytest.mark.parametrize("way", BODIES)
def test_lists_are_arrays_beside_arrays(way: str) -> None:
    source = f"import numpy as np\n\nW = [0.5, 0.25, 2.0]\n\n\ndef f(x):  # hybridc: graph\n    {BODIES[way]}\n"
    original, generated = load(source).f, load(converted(source)).f
    for x in (np.array([1.0, -3.0, 5.0]), np.array([1, 3, 5]), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])):
        assert_same(original(x), generated(x))
    single = np.array([1.0, 3.0, 5.0], np.float32)
    if way in ("a list", "a tuple", "a global"):
        assert [np.asarray(v).dtype for v in original(single)] == [np.asarray(v).dtype for v in generated(single)]


def test_parameters_for_which_lists_come_are_arrays_beside_others() -> None:
    source = (
        "import numpy as np\n\n\ndef f(x, w):  # hybridc: graph\n    return np.sum(x * w) + np.sum(w), w + x\n\n\n"
        "def main():  # hybridc: host\n    return f(np.ones(2), [1.0, 2.0])\n\n\n"
        "class Filter:\n    def __init__(self):\n        self.w = [1.0, 2.0]\n\n    def run(self, x):\n        return np.sum(x) + x * self.w\n"
    )
    original, generated = load(source), load(converted(source))
    assert_same(original.main(), generated.main())
    assert_same(original.f(np.ones(2), np.array([3, 4])), generated.f(np.ones(2), np.array([3, 4])))
    assert_same(original.Filter().run(np.ones(2)), generated.Filter().run(np.ones(2)))


@pytest.mark.parametrize("body", ["return [0.0, 1.0] * n", "out = [0.0] * n\n    out[0] = x\n    return out"])
def test_numbers_repeat_lists(body: str) -> None:
    source = f"import numpy as np\n\n\ndef g(n: int, x):\n    {body}\n\n\ndef f(x):  # hybridc: graph\n    return np.array(g(3, x[0])) + np.sum(x)\n"
    assert_same(load(source).f(np.ones(2)), load(converted(source)).f(np.ones(2)))


def test_a_whole_number_that_only_the_running_program_knows_is_told_of() -> None:
    source = "import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return np.sin(1.0), x * [1, 2]\n"
    generated = load(converted(source)).f
    assert_same(load(source).f(np.ones(2)), generated(np.ones(2)))
    with pytest.raises(TypeError, match="a list is multiplied with a whole number"):
        generated(3)


def test_lists_whose_elements_may_be_small_numbers_are_refused() -> None:
    source = "import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return x * [x[0], 300]\n"
    assert {d.code for d in hybridc.check(source).refusals} == {"HYB222"}


def test_lambdas_that_are_handed_over_compute_with_lists_around_them() -> None:
    calls = ("lambda v: v * a", "lambda v: v - a", "lambda v: np.sin(v) * a + a", "lambda v: np.sum(2 * a + [3.0]) * v")
    given = ", ".join(f"g({call}, x)" for call in calls)
    source = (
        "import numpy as np\n\n\ndef g(fn, x):\n    return np.sum(fn(x)) + fn(x)\n\n\n"
        f"def main(x):  # hybridc: host\n    a = [1.0, 2.0]\n    return {given}\n"
    )
    for x in (np.array([1.0, 2.0]), np.array([3, 4])):
        assert_same(load(source).main(x), load(converted(source)).main(x))


def test_lists_plus_what_is_computed_are_arrays() -> None:
    source = (
        "import numpy as np\n\n\nclass Flock:\n    def __init__(self, n):\n        self.pos = [3.0, 4.0] + 10 * np.ones((n, 2))\n"
        "        self.of_lists = [1.0] * (n - 1) + [2.0] * 1\n\n"
        "    def step(self, d):\n        return d.dot(self.pos) - self.pos, np.exp(d[0]) * self.of_lists\n"
    )
    code = converted(source)
    assert "jnp.array(pos)" not in code
    d = np.array([[1.0, 2.0], [3.0, 5.0]])
    assert_same(load(source).Flock(2).step(d), load(code).Flock(2).step(d))
