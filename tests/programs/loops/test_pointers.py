"""`while` loops whose numbers are known at first and move through arrays: as long as the arrays are, and compiled."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, load

A = np.array([3.0, -1.0, 2.5, 0.5, 4.0, -2.0, 1.0])
ORDERED = np.sort(A)
COUNTS = np.array([4, 2, 0, 7, 1])

COMPILED = {
    "two that meet": (
        "a",
        "lo = 0\nhi = len(a) - 1\nwhile lo < hi:\n    a[lo], a[hi] = a[hi], a[lo]\n    lo += 1\n    hi -= 1\nreturn a",
        [(A,), (A[:1],), (A[:2],)],
    ),
    "within others": (
        "a, pivot",
        "i = 0\nj = a.shape[0] - 1\nwhile i <= j:\n    while i < a.shape[0] and a[i] < pivot:\n        i += 1\n    while j >= 0 and a[j] > pivot:\n        j -= 1\n"
        "    if i <= j:\n        a[i], a[j] = a[j], a[i]\n        i += 1\n        j -= 1\nreturn i, a",
        [(A, 1.0), (A, -9.0), (A, 9.0)],
    ),
    "halves": (
        "xs, v",
        "lo = 0\nhi = len(xs)\nwhile lo < hi:\n    mid = (lo + hi) // 2\n    if xs[mid] < v:\n        lo = mid + 1\n    else:\n        hi = mid\nreturn lo",
        [(ORDERED, 0.7), (ORDERED, -9.0), (ORDERED, 9.0)],
    ),
    "one after the other": (
        "a, b",
        "out = np.zeros(len(a) + len(b))\ni = j = k = 0\nwhile i < len(a) and j < len(b):\n    if a[i] <= b[j]:\n        out[k] = a[i]\n        i += 1\n    else:\n        out[k] = b[j]\n        j += 1\n    k += 1\n"
        "while i < len(a):\n    out[k] = a[i]\n    i += 1\n    k += 1\nwhile j < len(b):\n    out[k] = b[j]\n    j += 1\n    k += 1\nreturn out",
        [(ORDERED, ORDERED + 0.3), (ORDERED[:1], ORDERED), (ORDERED, ORDERED[3:4])],
    ),
    "a sum of two": (
        "xs, goal",
        "lo, hi = 0, len(xs) - 1\nfound = 0\nwhile lo < hi:\n    s = xs[lo] + xs[hi]\n    if s < goal:\n        lo += 1\n    elif s > goal:\n        hi -= 1\n    else:\n        found += 1\n        lo += 1\n        hi -= 1\nreturn found, lo",
        [(np.sort(COUNTS), 4), (np.sort(COUNTS), 100)],
    ),
    "columns": (
        "m",
        "lo = 0\nhi = m.shape[1] - 1\ns = 0.0\nwhile lo < hi:\n    for i in range(m.shape[0]):\n        s += abs(m[i, lo] - m[i, hi]) * lo\n    lo += 1\n    hi -= 1\nreturn s",
        [(A[:6].reshape(2, 3),), (np.outer(A, A),)],
    ),
}
UNROLLED = {
    "a count of halvings": (
        "x",
        "n = len(x)\nc = 0\nwhile n > 1:\n    n = (n + 1) // 2\n    c += 1\nreturn x * c",
        [(A,), (A[:1],)],
        "n",
    ),
    "bounds of slices": (
        "x",
        "m = x.shape[0]\ns = 0.0\nwhile m > 1:\n    m = m // 2\n    s += x[:m].sum() * m\nreturn s",
        [(A,)],
        "m",
    ),
    "shapes": (
        "x",
        "n = len(x)\ns = 0.0\nwhile n > 1:\n    n //= 2\n    s += np.ones(n).sum() * x[n]\nreturn s",
        [(A,)],
        "n",
    ),
    "elements of lists": (
        "x",
        "ws = [x * 2, x + 1, x - 1]\ni = len(ws) - 1\ns = 0.0\nwhile i > 0:\n    s += ws[i].sum()\n    i -= 1\nreturn s",
        [(A,)],
        "i",
    ),
}


def source_of(parameters, body):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return f"import numpy as np\n\n\ndef f({parameters}):  # hybridc: graph\n{lines}\n"


@pytest.mark.parametrize("name", COMPILED)
def test_they_are_compiled(name):
    parameters, body, cases = COMPILED[name]
    text = source_of(parameters, body)
    code = converted(text)
    assert "while_loop(" in code and "\n    while " not in code
    for case in cases:
        mine, theirs = fresh(case), fresh(case)
        assert_same(load(text).f(*mine), load(code).f(*theirs))
        assert_same(mine, theirs)


@pytest.mark.parametrize("name", UNROLLED)
def test_others_are_unrolled_with_a_note(name):
    parameters, body, cases, uses = UNROLLED[name]
    text = source_of(parameters, body)
    result = hybridc.convert(text)
    told = [d.message for d in result.diagnostics if d.code == "HYB206"]
    assert told == [f"the loop is unrolled while tracing: it uses `{uses}` in a way that only Python can"]
    for case in cases:
        assert_same(load(text).f(*fresh(case)), load(result.code).f(*fresh(case)))


def test_a_loop_that_counts_is_one_over_a_range():
    text = source_of("x", "i = 0\nbest = 0.0\nwhile i < len(x):\n    best = best + x[i] * i\n    i += 1\nreturn best")
    code = converted(text)
    assert "fori_loop(" in code and "while" not in code
    assert_same(load(text).f(A), load(code).f(A))
