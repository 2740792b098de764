"""Rows that a function writes, which are arrays where it is given a list: the caller's change, as for a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from differential import assert_same, converted, load

RUN_OVER = (
    "for w in ws:\n        w *= 0.5\n    return x @ ws[0]",
    "for w in ws:\n        w -= 0.1 * x\n    return ws[0].sum()",
    "for w in reversed(ws):\n        x = np.tanh(w @ x) + x\n        w *= 0.9\n    return x",
    "for w, g in zip(ws, gs):\n        w -= 0.1 * g\n    return ws",
    "for i, w in enumerate(ws):\n        w[...] = w - 0.1 * gs[i]",
    "for w in ws[1:]:\n        w += 1\n    return ws[0].sum()",
    "for a, b in zip(ws, ws[1:]):\n        b += a.sum()\n    return ws[-1]",
    "for w in ws:\n        w[0] = x[0]\n    return np.sum(x)",
    "for w in ws:\n        np.add(w, 1, out=w)\n    return np.sum(ws[1])",
    "for w in ws:\n        w[w < 0] = 0\n    return ws[0]",
    "for w in ws:\n        w.fill(0)",
    "for k in range(3):\n        for w in ws:\n            w += k\n    return ws[1]",
    "def step(w):\n        w -= 0.1\n    for w in ws:\n        step(w)\n    return np.sum(ws[0])",
    "first, s = ws[0], 0.0\n    for w in ws:\n        first += 1\n        s = s + np.sum(w)\n    return s",
    "rows = list(ws)\n    for w in rows:\n        w += 1\n    return np.sum(ws[0])",
    "for w in ws:\n        for i in range(len(w)):\n            w[i] += i\n    return np.sum(ws[1])",
    "i = 0\n    while i < len(ws):\n        w = ws[i]\n        w += 1\n        i += 1\n    return ws[0].sum()",
)
HINTED = (  # that it is a list, the text says where there is nothing to run over
    "for i in range(len(ws)):\n        ws[i] -= 0.1 * gs[i]",
    "for i in range(len(ws)):\n        gs[i] = 0.9 * gs[i] + 1\n        ws[i] += gs[i]\n    return np.sum(ws[0])",
    "ws[0] = ws[0] + x[0]\n    ws[1] = np.tanh(ws[1])\n    ws[1] *= 2\n    return ws",
    "ws[0][0] = x[0]\n    ws[1] += 1\n    return np.sum(ws[0])",
)


def given(kind: str) -> object:
    rng = np.random.default_rng(3)
    match kind:
        case "alike":
            return [rng.normal(size=(3, 3)) for _ in range(3)]
        case "unlike":
            return [rng.normal(size=(3, 3)), rng.normal(size=3), rng.normal(size=(1, 3))]
        case "tuple":
            return (rng.normal(size=(3, 3)), rng.normal(size=(2, 3)))
        case "vectors":
            return [rng.normal(size=3) for _ in range(2)]
    return rng.normal(size=(3, 3, 3) if kind == "cube" else (3, 3))


def arguments(kind: str) -> list[Any]:
    return [given(kind), given(kind), np.arange(1.0, 4.0)]


def source_of(body: str, hint: str = "") -> str:
    return f"import numpy as np\n\n\ndef f(ws{hint}, gs{hint}, x):  # hybridc: graph\n    {body}\n"


def cases(bodies: Sequence[str], kinds: Sequence[str]) -> list[tuple[str, str]]:
    """Those of which the original takes what it is given."""

    def is_taken(body: str, kind: str) -> bool:
        try:
            load(source_of(body)).f(*arguments(kind))
        except (TypeError, ValueError):
            return False
        return True

    return [(body, kind) for body in bodies for kind in kinds if is_taken(body, kind)]


def assert_agree(source: str, kind: str) -> None:
    """The results and what becomes of the arguments."""
    there, here = arguments(kind), arguments(kind)
    expected = load(source).f(*there)
    found = load(converted(source), "generated").f(*here)
    assert_same([expected, there], [found, here])
    assert type(here[0]) is type(there[0])


@pytest.mark.parametrize(("body", "kind"), cases(RUN_OVER, ("alike", "unlike", "tuple", "vectors", "cube", "matrix")))
def test_rows_that_loops_write(body: str, kind: str) -> None:
    assert_agree(source_of(body), kind)


@pytest.mark.parametrize(("body", "kind"), cases(HINTED, ("alike", "unlike", "vectors", "cube")))
def test_elements_of_lists_by_hints(body: str, kind: str) -> None:
    assert_agree(source_of(body, ": list"), kind)


def test_arrays_of_a_list_that_are_one() -> None:
    source = "import numpy as np\n\n\ndef f(ws, x):\n    for w in ws:\n        w += np.sum(x)\n    return ws[0]\n"
    there, here = load(source), load(converted(source), "generated")
    a, b = np.ones((2, 2)), np.ones((2, 2))
    assert_same(there.f([b, b, b[0]], np.ones(2)), here.f([a, a, a[0]], np.ones(2)))
    assert_same(b, a)


def test_hints_of_arrays_keep_the_pure_form() -> None:
    source = "import numpy as np\n\n\ndef f(ws: np.ndarray):\n    for w in ws:\n        w -= np.mean(w)\n"
    assert "control.writes_back" in converted(source) and "control.in_place" not in converted(source)


@pytest.mark.parametrize("kind", ["alike", "unlike", "tuple"])
@pytest.mark.parametrize("hint", ["", ": list"])
def test_what_lists_become_comes_back(kind: str, hint: str) -> None:
    source = source_of("for w in ws:\n        w *= 0.5\n    return np.sum(ws[0] @ x)", hint)
    there, here, left = arguments(kind), arguments(kind), arguments(kind)
    expected = load(source).f(*there)
    result, changed = load(converted(source, return_mutated=True), "generated").f(*here)
    assert_same([expected, there[0]], [result, changed])
    assert_same(left, here)
    assert type(changed) is type(there[0])


def test_lists_that_are_changed_come_back() -> None:
    source = source_of("ws[0] = ws[1] + 1\n    ws[1] *= 2\n    return ws[0]", ": list")
    there, here, left = arguments("alike"), arguments("alike"), arguments("alike")
    expected = load(source).f(*there)
    result, changed = load(converted(source, return_mutated=True), "generated").f(*here)
    assert_same([expected, there[0]], [result, changed])
    assert_same(left, here)


def test_helpers_are_given_what_the_file_gives() -> None:
    source = (
        "import numpy as np\n\n\ndef scale(rows):\n    for r in rows:\n        r /= np.sqrt(np.sum(r ** 2))\n\n\n"
        "def f(n):\n    a = np.ones((5, 5))\n    for i in range(n):\n        a = a + 0.1 * a.T\n        scale(a)\n    return a\n"
    )
    code = converted(source)
    assert "in_place" not in code
    assert_same(load(source).f(3), load(code, "generated").f(3))
