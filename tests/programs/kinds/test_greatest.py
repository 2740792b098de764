"""Python's `max` and `min`, `any` and `all`, of lists, tuples in them, iterators and what is not known to be an array."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from differential import assert_same, converted, load
from hybridc.runtime import control

A, B = np.array([1.0, 7.0, 3.0, 7.0]), np.array([10.0, 2.0, 3.0, -1.0])
ROWS = (
    "max((v, i) for i, v in enumerate(a))", "min([(x - y, x) for x, y in zip(a, b)])", "max(zip(a, b))", "min(enumerate(a))",
    "max(enumerate(a), key=lambda p: p[1])", "min(zip(b, a), key=lambda p: p[0] * p[1])", "max((a[0], 1.0), (b[0], 2.0))",
    "max([[a[0], 5.0], [b[0], 1.0]])[0]", "min((a[1], (b[1], 0)), (a[3], (b[3], 1)))[1][1]", "max([(v > 3, -v) for v in a])",
    "max((a, b), key=np.sum)", "min([a, b], key=lambda v: v[0])", "max(((v, 1) for v in a), default=0.0)",
)  # fmt: skip
NUMBERS = (
    "max(map(abs, b))", "min(map(lambda v: v * a[0], b))", "max(reversed(a))", "any(map(np.isnan, a))", "all(map(np.isfinite, a))",
    "max(x * y for x, y in zip(a, b))", "max(iter(a))", "any(iter(a > 2))", "max(map(abs, b), default=0.0)", "max([np.sum(a), b[0]])",
)  # fmt: skip


@pytest.mark.parametrize("expression", [*ROWS, *NUMBERS])
def test_python_compares_element_by_element(expression: str) -> None:
    source = f"import numpy as np\n\n\ndef f(a, b):  # hybridc: graph\n    return {expression}, np.sum(a)\n"
    original, generated = load(source).f, load(converted(source)).f
    for a, b in ((A, B), (B, A), (A[:1], B[:1]) if "[1]" not in expression else (A, A)):
        assert_same(original(a, b), generated(a, b))


@pytest.mark.parametrize(
    "body",
    [
        "it = map(np.sin, a)\n    return max(it)",
        "pairs = zip(a, b)\n    next(pairs)\n    x, y = max(pairs)\n    return x * y",
        "found = []\n    for i in range(3):\n        found.append((a[i], i))\n    return max(found)[1]",
        "value, place = min((v, i) for i, v in enumerate(b))\n    if value < 0:\n        place = place + 10\n    return place",
    ],
)
def test_what_names_hold_is_compared_as_well(body: str) -> None:
    source = f"import numpy as np\n\n\ndef f(a, b):  # hybridc: graph\n    {body}\n"
    original, generated = load(source).f, load(converted(source)).f
    for a, b in ((A, B), (B, A)):
        assert_same(original(a, b), generated(a, b))


GIVEN = {
    "max(xs) - min(xs)": (A, [1.0, 3.0, 2.0], (4, 2), [2]),
    "np.sin(t) if max(xs) > t else min(xs) * 2.0": (A, [1.0, 3.0, 2.0], (4, 2), [2]),
    "max(xs, default=t)": ([1.0, 3.0], [], (2,)),
    "max(xs, key=abs) * t": (B, [1.0, -5.0], (-3, 3)),
    "max(xs, key=lambda v: np.sum(v * v))": (np.eye(2), [np.ones(2), np.ones(2) * 2], [1.0, -2.0]),
    "max(xs)[0] * t": ([(1.0, 2.0), (3.0, 0.0)], [[2.0, 1.0], [2.0, 7.0]]),
}


@pytest.mark.parametrize("expression", GIVEN)
def test_what_is_given_is_compared_as_what_it_is(expression: str) -> None:
    source = f"import numpy as np\n\n\ndef f(xs, t):  # hybridc: graph\n    return {expression}\n"
    original, generated = load(source).f, load(converted(source)).f
    for xs in GIVEN[expression]:
        for t in (0.5, 2.5):
            assert_same(original(xs, t), generated(xs, t))


def test_the_first_of_equal_ones_is_taken_and_nan_is_passed_over_as_in_python() -> None:
    rows = [(1.0, float("nan")), (2.0, 3.0), (2.0, float("nan")), (2.0, 4.0), (float("nan"), 9.0)]
    for known, ours in ((max, control.greatest), (min, control.least)):
        assert_same(known(rows), jax.jit(ours)(rows))
        assert_same(known(rows[1:]), jax.jit(ours)(rows[1:]))
    with pytest.raises(TypeError, match="elements of different forms"):
        jax.jit(control.greatest)([(1.0, 2.0), (1.0,)])
    with pytest.raises(ValueError, match="empty"):
        control.greatest([])
