"""Names that loops give an array of the caller's or one that a turn makes, of another dtype."""

import numpy as np
import pytest

from differential import assert_agree, assert_same, converted, graph_function, load

PROGRAMS = {
    "until it is near": (
        "for i in range(n):\n    if np.sum(q) > 4:\n        break\n    q = q + e\nq[0] = 7.5\nreturn q * 2",
        [(0, 0), (0, 5), (2, 1)],
    ),
    "kept under another name": (
        "r = q\nfor i in range(n):\n    if np.sum(q) > 4:\n        r = q * e\n    else:\n        q = q + e\nr[1] = 9.5\nreturn q - r, r + 1",
        [(0, 1), (1, 2), (2, 1)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_callers_array_keeps_its_dtype_and_a_turns_own_has_another(name: str) -> None:
    body, cases = PROGRAMS[name]
    source = "import numpy as np\n\n\ndef f(q, e, n):\n    " + body.replace("\n", "\n    ") + "\n"
    code = converted(source)
    assert "control.in_place" in code
    original, generated = load(source).f, load(code, "generated").f
    for value, turns in cases:
        for dtype in (int, float):
            theirs, ours = np.full(3, value, dtype), np.full(3, value, dtype)
            e = np.full(3, 1.5)
            assert_same(original(theirs, e, turns), generated(ours, e, turns))
            assert ours.dtype == theirs.dtype and ours.tolist() == theirs.tolist()


IN_CONTAINERS = {
    "a list in a branch": "xs = [q * 1, np.full((4,), -2)]\nfor row in q:\n    if row.sum() > e:\n        xs[1] = xs[1] + -1.0\nreturn xs[1]",
    "a list in an inner loop": "xs = [q * 1, np.full((4,), -2)]\nfor row in q:\n    for i in range(n):\n        xs[1] = xs[1] + -1.0\nreturn xs[1]",
    "a branch of an inner loop": "xs = [q * 1, np.full((4,), -2)]\nfor row in q:\n    i = 0\n    while i < n:\n        if row.sum() > i:\n"
    "            xs[1] = xs[1] + -1.0\n        i += 1\nreturn xs[1]",
    "a dict": "d = {'a': np.full((4,), -2), 'b': q * 1}\nfor row in q:\n    if row.sum() > e:\n        d['a'] = d['a'] * 0.5\n"
    "    else:\n        d['b'] = d['b'] + 1\nreturn d['a'], d['b']",
}  # fmt: skip


@pytest.mark.parametrize("body", IN_CONTAINERS.values(), ids=IN_CONTAINERS.keys())
def test_elements_of_lists_widen_in_the_first_turn(body: str) -> None:
    q = np.arange(4.0)
    assert_agree(graph_function("q, e, n", body), "f", [(q, 1.5, 3), (q, 9.5, 2), (q.reshape(2, 2), 1.5, 3)])
