"""What is read of an array before it is written: XLA copies no array at every turn of a loop."""

import re

import jax
import numpy as np
import pytest

from closeness import assert_close
from differential import converted, load

R = np.random.default_rng(0)
A, B, C, SQUARE = R.random(37), R.random(37), R.random(37), R.random((17, 17))
PLACES = R.integers(0, 37, 37)

PROGRAMS = {
    "relaxed": (
        "p, omega",
        "change = 0.0\nfor j in range(1, p.shape[0] - 1):\n    for i in range(1, p.shape[1] - 1):\n"
        "        d = 0.25 * (p[j, i + 1] + p[j, i - 1] + p[j + 1, i] + p[j - 1, i]) - p[j, i]\n        p[j, i] += omega * d\n        change += abs(d)\nreturn change",
        (SQUARE, 1.5),
    ),
    "swapped": (
        "a",
        "n = len(a)\nfor i in range(n // 2):\n    a[i], a[n - 1 - i] = a[n - 1 - i], a[i]\nreturn a",
        (A,),
    ),
    "swapped as asked": (
        "a, js",
        "for i in range(len(a) - 1, 0, -1):\n    j = js[i]\n    a[i], a[j] = a[j], a[i]\nreturn a",
        (A, PLACES),
    ),
    "butterflies": (
        "a, w",
        "m = len(a) // 2\nfor k in range(m):\n    u = a[k]\n    v = w[k] * a[k + m]\n    a[k] = u + v\n    a[k + m] = u - v\nreturn a",
        (A, B),
    ),
    "rotated": (
        "A, c, s",
        "for k in range(len(A) - 1):\n    for i in range(len(A)):\n        x = A[i, k]\n        y = A[i, k + 1]\n        A[i, k] = c * x - s * y\n"
        "        A[i, k + 1] = s * x + c * y\nreturn A",
        (SQUARE, 0.8, 0.6),
    ),
    "two arrays": (
        "x, v, dt",
        "for i in range(len(x)):\n    old = x[i]\n    x[i] = x[i] + v[i] * dt\n    v[i] = v[i] - old * dt\nreturn x",
        (A, B, 0.1),
    ),
    "levels": ("a, b, c", "for i in range(len(a)):\n    a[i] = b[i]\n    b[i] = c[i] + i\nreturn a", (A, B, C)),
    "three levels": (
        "a, b, c",
        "for i in range(1, len(a)):\n    a[i] = b[i - 1]\n    b[i] = c[i - 1]\n    c[i] = a[i] + 1\nreturn a",
        (A, B, C),
    ),
    "the one before": (
        "u, k",
        "before = u[0]\nfor i in range(1, len(u)):\n    now = u[i]\n    u[i] = now - k * now * (now - before)\n    before = now\nreturn u",
        (A, 0.3),
    ),
    "twice in a turn": (
        "a",
        "for i in range(1, len(a) - 1):\n    a[i] = a[i - 1] * 0.5\n    a[i + 1] = a[i] + a[i - 1]\nreturn a",
        (A,),
    ),
    "changed twice": (
        "a",
        "for i in range(1, len(a)):\n    a[i] = a[i - 1] * 0.5 + 1\n    a[i - 1] = a[i - 1] + 1.0\nreturn a",
        (A,),
    ),
    "an element, then its row": (
        "A",
        "for k in range(len(A) - 1):\n    for i in range(k + 1, len(A)):\n        A[i, k] /= A[k, k]\n        A[i, k + 1:] -= A[i, k] * A[k, k + 1:]\nreturn A",
        (SQUARE + 17 * np.eye(17),),
    ),
    "a row, then its sum": (
        "A",
        "s = 0.0\nfor i in range(1, len(A)):\n    A[i] = A[i] - A[i - 1]\n    s += np.sum(A[i])\nreturn s",
        (SQUARE,),
    ),
    "a key for a loop": (
        "A",
        "s = 0.0\nfor i in range(len(A)):\n    key = A[i, 0]\n    for j in range(len(A)):\n        A[i, j] = A[i, j] * key + j\n    s += key\nreturn s",
        (SQUARE,),
    ),
    "a key for a branch": (
        "a, b",
        "s = 0.0\nfor i in range(1, len(a)):\n    key = a[i]\n    if key > 0.5:\n        a[i - 1] = a[i] + 1\n        a[i] = key * 2\n    s += key * b[i]\nreturn s",
        (A, B),
    ),
    "what is largest": (
        "a, n",
        "for i in range(n):\n    least = i\n    for j in range(i + 1, n):\n        if a[j] < a[least]:\n            least = j\n    x = a[least]\n    a[least] = a[i]\n    a[i] = x\nreturn a",
        (A, 37),
    ),
    "in a while": (
        "a, b, lo, hi",
        "moved = 0.0\nwhile lo < hi:\n    x = a[lo]\n    a[lo] = a[hi]\n    a[hi] = x * b[lo]\n    moved += x\n    lo += 1\n    hi -= 1\nreturn moved",
        (A, B, 0, 36),
    ),
    "moved out": (
        "a, b",
        "total = 0.0\nfor i in range(1, len(a)):\n    x, name = a[i], 'flux'\n    a[i] = 0.0\n    a[i - 1] = -1\n    total += x * b[i] if name == 'flux' else 0\nreturn total",
        (A, B),
    ),
    "gathered": (
        "a, b",
        "ys = []\nfor i in range(1, len(a)):\n    x = a[i]\n    a[i] = a[i - 1] + b[i]\n    ys.append(x * 2)\nreturn np.array(ys)",
        (A, B),
    ),
}
# Whose loops are short enough to be compiled in other ways, or take all turns at once.
NOTHING_TO_SAY = {
    "its own element": ("a, b", "for i in range(len(a)):\n    a[i] = a[i] * 2 + b[i]\nreturn a", (A, B)),
    "the one behind": ("a", "for i in range(1, len(a)):\n    a[i] = a[i - 1] * 0.5 + a[i]\nreturn a", (A,)),
    "all of it": (
        "u, n",
        "for t in range(n):\n    un = u.copy()\n    u[1:-1] = un[1:-1] + 0.1 * (un[2:] - 2 * un[1:-1] + un[:-2])\n    u[0] = u[1]\nreturn u",
        (A, 5),
    ),
}


def source_of(name, programs):
    parameters, body, _ = programs[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return f"import numpy as np\n\n\ndef f({parameters}):  # hybridc: graph\n{lines}\n"


def copied_in_loops(function, arguments):
    """The arrays of more than one element that the compiled program copies within bodies of loops."""
    text = jax.jit(function).lower(*arguments).compile().as_text()
    bodies = {*re.findall(r"body=%?([\w.\-]+)", text)}
    found = []
    for part in re.split(r"\n(?=%|ENTRY)", text):
        if part.split(" ")[0].lstrip("%") in bodies:
            found += re.findall(r"= \w+\[(\d[\d,]*)\]\S* copy\(", part)
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_copied_at_every_turn(name):
    text, given = source_of(name, PROGRAMS), PROGRAMS[name][2]
    code = converted(text)
    assert "read_first(" in code
    original, generated = load(text).f, load(code, "generated").f
    mine, theirs = ([np.copy(g) if isinstance(g, np.ndarray) else g for g in given] for _ in range(2))
    assert_close(generated(*theirs), original(*mine), rtol=1e-12)
    for one, other in zip(theirs, mine, strict=True):
        assert_close(one, other, rtol=1e-12)
    assert copied_in_loops(getattr(generated, "pure", generated), given) == []


@pytest.mark.parametrize("name", NOTHING_TO_SAY)
def test_nothing_is_said_where_xla_knows(name):
    text, given = source_of(name, NOTHING_TO_SAY), NOTHING_TO_SAY[name][2]
    code = converted(text)
    assert "read_first" not in code
    mine, theirs = ([np.copy(g) if isinstance(g, np.ndarray) else g for g in given] for _ in range(2))
    assert_close(load(code).f(*theirs), load(text).f(*mine), rtol=1e-12)


def test_derivatives_and_batches_pass_through():
    text = source_of("butterflies", PROGRAMS)
    function = load(converted(text)).f
    function = getattr(function, "pure", function)
    rows = np.stack([A, B])

    def by_hand(a, w):
        m = len(a) // 2
        u, v = a[:m], w[:m] * a[m : 2 * m]
        return np.concatenate([u + v, u - v, a[2 * m :]])

    batch = jax.vmap(function, (0, None))(rows, C)
    batch = batch[0] if isinstance(batch, tuple) else batch
    assert_close(batch, np.stack([by_hand(A, C), by_hand(B, C)]), rtol=1e-12)

    def total(a):
        result = function(a, C)
        return (result[0] if isinstance(result, tuple) else result).sum()

    m = len(A) // 2
    slope = np.ones(37)
    slope[:m], slope[m : 2 * m] = 2.0, 0.0
    assert_close(jax.jacfwd(total)(A), slope, atol=1e-12)
