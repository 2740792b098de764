"""Names that loops give an array of the caller's or one that a turn makes, of another dtype."""

import numpy as np
import pytest

from differential import assert_same, converted, load

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
