"""Loops that leave early run over lists as over arrays, whatever the file tells of them."""

from __future__ import annotations

import numpy as np
import pytest

from differential import assert_same, converted, load

NUMBERS = ([1.0, -2.0, 3.0], (1, 2, 3), np.array([1.0, 2.0, 4.0]))
ROWS = ([np.array([1.0, 2.0]), np.array([0.5, 4.0])], np.array([[3.0, 1.0], [0.0, 2.0]]))
PAIRS = ([(1.0, 2.0), (3.0, 4.0)], [[1.0, 2.0], [3.0, 4.0]], np.array([[1.0, 2.0], [3.0, 4.0]]))

LOOPS = {
    "break": ("s = 0.0\n    for v in xs:\n        if v > t:\n            break\n        s += v\n    return s", NUMBERS),
    "return": ("for v in xs:\n        if v > t:\n            return v\n    return -1.0", NUMBERS),
    "else": (
        "for v in xs:\n        if v > t:\n            found = v\n            break\n    else:\n        found = -1.0\n    return found * 2",
        NUMBERS,
    ),
    "counted": ("for i, v in enumerate(xs):\n        if np.abs(v) > t:\n            return i\n    return -1", NUMBERS),
    "beside each other": (
        "n = 0\n    for a, b in zip(xs, xs):\n        if a + b > t:\n            break\n        n += 1\n    return n",
        NUMBERS,
    ),
    "with what follows": ("for a, b in zip(xs[:-1], xs[1:]):\n        if b - a > t:\n            return b\n    return 0.0", NUMBERS),
    "from the second": (
        "best = xs[0]\n    for v in xs[1:]:\n        if v > t:\n            break\n        best = np.maximum(best, v)\n    return best",
        NUMBERS,
    ),
    "backwards": ("for v in reversed(xs):\n        if v < t:\n            return np.exp(v)\n    return -1.0", NUMBERS),
    "with the one before": (
        "for i, v in enumerate(xs):\n        if i > 0 and v > xs[i - 1] + t:\n            return v\n    return 0.0",
        NUMBERS,
    ),
    "one in the other": (
        "n = 0\n    for a in xs:\n        for b in xs:\n            if np.abs(a - b) > t:\n                n += 1\n                break\n    return n",
        NUMBERS,
    ),
    "arrays": ("for v in xs:\n        if np.sum(v) > t:\n            return v\n    return xs[0]", ROWS),
    "lists of lists": ("for r in xs:\n        if np.sum(r) > t:\n            return r[0]\n    return 0.0", PAIRS),
    "pairs": ("for a, b in xs:\n        if np.hypot(a, b) > t:\n            return a\n    return 0.0", PAIRS),
    "pairs that are counted": (
        "for i, (low, high) in enumerate(xs):\n        if low <= t < high:\n            return i\n    return -1",
        PAIRS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", LOOPS)
def test_lists_are_left_as_arrays_are(way: str) -> None:
    body, given = LOOPS[way]
    source = f"import numpy as np\n\n\ndef f(xs, t):  # hybridc: graph\n    {body}\n"
    original, generated = load(source).f, load(converted(source)).f
    for xs in given:
        for t in (-5.0, 1.5, 2.5, 4.4, 100.0):
            assert_same(original(xs, t), generated(xs, t))


def test_lists_of_objects_are_left_early_as_well() -> None:
    source = (
        "import numpy as np\n\n\nclass Steps:\n    def __init__(self, sizes):\n        self.sizes = sizes\n\n"
        "    def first(self, t):\n        for v in self.sizes:\n            if v > t:\n                return np.sqrt(v)\n"
        "        return -1.0\n"
    )
    original, generated = load(source).Steps([1.0, 2.0, 3.0]), load(converted(source)).Steps([1.0, 2.0, 3.0])
    for t in (0.0, 2.5, 9.0):
        assert_same(original.first(t), generated.first(t))


@pytest.mark.parametrize("use", ["x.sum() > t", "x[0, 0] > t"])
def test_of_arrays_nothing_is_said(use: str) -> None:
    source = (
        "import numpy as np\n\n\ndef f(x, t):  # hybridc: graph\n    s = np.sum(x)\n"
        f"    for v in x:\n        if {use} or np.max(v) > t:\n            break\n        s += 1\n    return s\n"
    )
    code = converted(source)
    assert "indexed" not in code
    assert_same(load(source).f(np.eye(3), 2.0), load(code).f(np.eye(3), 2.0))
