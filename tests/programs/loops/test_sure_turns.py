"""Loops whose text says that they take a turn: what the first one sets is there afterwards, in compiled loops as well."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

TAKEN = {
    "while True": (
        "for i in range(len(x)):\n    z = x[i] + 2\n    while True:\n        d = z * z - 2\n        z = z - d / (2 * z)\n"
        "        if abs(d) < 1e-4:\n            break\n    out[i] = z + d\nreturn out"
    ),
    "a flag": (
        "for i in range(len(x)):\n    t, go = x[i], True\n    go = True\n    while go:\n        q = t * 2\n        t = t - 1\n"
        "        go = t > 0\n    out[i] = q\nreturn out"
    ),
    "a count": (
        "for i in range(len(x)):\n    k = 0\n    while k < 3:\n        v = x[i] * k\n        k += 1\n    out[i] = v\nreturn out"
    ),
    "a helper's results": (
        "for i in range(len(x)):\n    z = x[i] + 2\n    while True:\n        p, dp = both(z)\n        z = z - p / dp\n"
        "        if abs(p) < 1e-4:\n            break\n    out[i] = dp\nreturn out"
    ),
    "a flag that a function sets": (
        "done = False\ny = x * 1\n\ndef g():\n    nonlocal done\n    done = True\n\ng()\nwhile not done:\n    y = np.sin(x)\n"
        "    done = True\nreturn y"
    ),
    "the best of a range": (
        "for i in range(len(x)):\n    best = None\n    for k in range(i, len(x)):\n        c = x[i] * x[k]\n"
        "        if best is None or c < best:\n            best = c\n    out[i] = best\nreturn out"
    ),
    "the best of a range from names": (
        "for n in range(2, len(x)):\n    for i in range(len(x) - n + 1):\n        j = i + n - 1\n        best = None\n"
        "        for k in range(i, j):\n            c = x[k] - x[i]\n            if best is None or c > best:\n"
        "                best = c\n        out[i] += best\nreturn out"
    ),
}  # fmt: skip


def source(body):
    lines = "".join(f"    {line}\n" if line else "\n" for line in body.split("\n"))
    both = "def both(z):\n    return z * z - 2, 2 * z\n"
    return f"import numpy as np\n\n\n{both}\n\ndef f(x):\n    out = np.zeros(len(x))\n{lines}"


@pytest.mark.parametrize("name", TAKEN)
def test_the_values_are_those_of_the_original(name):
    text = source(TAKEN[name])
    there, here = load(text), load(converted(text), "generated")
    for x in (np.array([1.5]), np.array([0.5, 2.0, 3.25, -1.0])):
        assert_same(there.f(x.copy()), here.f(x.copy()), rtol=1e-5)


def test_the_best_of_what_may_be_nothing_is_refused():
    body = TAKEN["the best of a range"].replace("range(i, len(x))", "range(i + 1, len(x))")
    assert {d.code for d in hybridc.convert(source(body), filename="program.py").refusals} == {"HYB216"}
