"""Nested functions that change arrays by names which they declare `nonlocal`: numbers get new values, arrays change."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4) - 5
ANY = [(V,), (M,), (2.5,)]
ARRAYS = [(V,), (M,)]

GROW = "def grow():\n    nonlocal y\n    y += 1\n"
SCALE = "def scale(s):\n    nonlocal y\n    y *= s\n    return np.sum(y)\n"

# The body of `f`, its parameters and arguments.
PROGRAMS = {
    "twice": (f"y = np.sin(x)\n{GROW}grow()\ngrow()\nreturn y", "x", ANY),
    "another_name": (f"y = np.sin(x)\nz = y\n{GROW}grow()\nreturn y, z", "x", ANY),
    "a_view": (f"y = np.sin(x)\nz = y[1:]\n{GROW}grow()\nz[0] += 2\ngrow()\nreturn y, z", "x", ARRAYS),
    "of_a_view": (f"z = np.sin(x)\ny = z[1:]\n{GROW}grow()\nreturn y, z", "x", ARRAYS),
    "a_row_or_a_number": (f"z = np.sin(x)\ny = z[1]\n{GROW}grow()\nreturn y, z", "x", ARRAYS),
    "a_result_too": (f"y = np.sin(x)\nz = y\n{SCALE}t = scale(2.0)\ns = scale(t)\nreturn y, z, s, t", "x", ANY),
    "an_element_as_well": ("y = np.sin(x)\nz = y\ndef put(s):\n    nonlocal y\n    y[0] += s\n    y *= 2\nput(3.0)\nreturn y, z", "x", ARRAYS),
    "in_a_loop": (f"y = np.sin(x)\nz = y\n{GROW}for _ in range(3):\n    grow()\nreturn y, z", "x", ANY),
    "in_a_compiled_loop": (f"y = np.sin(x)\nz = y\n{GROW}while np.sum(y) < 20:\n    grow()\nreturn y, z", "x", ANY),
    "in_a_branch": (f"y = np.sin(x)\nz = y\n{GROW}if np.sum(x) > 3:\n    grow()\nreturn y, z", "x", [*ANY, (-V,)]),
    "integers": (f"y = (x * 2).astype(int)\nz = y\n{GROW}grow()\nreturn y // 2, z", "x", ARRAYS),
    "a_sum": ("total = 0.0\ndef add(v):\n    nonlocal total\n    total += v\nfor v in x:\n    add(v)\nreturn total", "x", ARRAYS),
    "a_count_that_becomes_real": ("total = 0\ndef add(v):\n    nonlocal total\n    total += v\nadd(1)\nadd(x[0])\nreturn total / 2", "x", ARRAYS),
    "it_is_set_anew_between": (f"y = np.sin(x)\nz = y\n{GROW}grow()\ny = np.cos(x)\ngrow()\nreturn y, z", "x", ANY),
    "it_sees_the_other_name": ("y = np.sin(x)\nz = y\ndef grow():\n    nonlocal y\n    y += 1\n    return z * 2\nt = grow()\nreturn y, z, t", "x", ANY),
    "a_parameter": ("x = x.copy()\nz = x\ndef grow():\n    nonlocal x\n    x += 1\ngrow()\nreturn x, z", "x", ARRAYS),
    "two": ("a, b = np.sin(x), np.cos(x)\nc = a\ndef mix(s):\n    nonlocal a, b\n    a += s\n    b *= a\nmix(2.0)\nmix(3.0)\nreturn a, b, c", "x", ANY),
    "the_other_is_set_anew": ("a, b = np.sin(x), np.cos(x)\nc, d = a, b\ndef mix(s):\n    nonlocal a, b\n    a += s\n    b = b * a\nmix(2.0)\nreturn a, b, c, d", "x", ANY),
    "one_in_another": (f"y = np.sin(x)\nz = y\n{GROW}def twice():\n    grow()\n    grow()\ntwice()\nreturn y, z", "x", ANY),
    "one_in_another_that_changes_it_too": (f"y = np.sin(x)\nz = y\n{GROW}def more(s):\n    nonlocal y\n    grow()\n    y = y * s\n    grow()\n    return y[0] + 1\nt = more(2.0)\nreturn y, z, t", "x", ARRAYS),
    "one_in_another_that_changes_something_else": (f"y, n = np.sin(x), 0\nz = y\n{GROW}def more():\n    nonlocal n\n    n += 1\n    if n < 3:\n        grow()\nmore()\nmore()\nmore()\nreturn y, z, n", "x", ANY),
    "three_in_a_row": ("a, b = np.sin(x), 0.0\ndef one(v):\n    nonlocal b\n    b = b + v\n    return b\ndef two(v):\n    t = one(v)\n    return t * 2\ndef three():\n    a[0] = 5\n    s = two(np.sum(a))\n    s = two(s)\n    return s\nt = three()\nreturn a, b, t", "x", ARRAYS),
    "one_that_only_reads_in_another": ("y = np.sin(x)\ndef total():\n    return np.sum(y)\ndef grow():\n    nonlocal y\n    y = y + total()\ngrow()\ngrow()\nreturn y, total()", "x", ANY),
    "a_dtype_stays": ("y = np.sin(x).astype(np.float32)\nz = y\ndef grow(s):\n    nonlocal y\n    y += s\ngrow(np.sum(x))\nreturn y, z", "x", ARRAYS),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_agrees(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


REFUSED = {
    "a_count_of_calls": "n = 0\ndef add(v):\n    nonlocal n\n    n += 1\n    return v * n\na = add(x)\nb = add(x)\nreturn a, b, n, [0.0] * n",
    "a_list": "items = [x]\nkept = items\ndef add(v):\n    nonlocal items\n    items += [v]\nadd(np.sin(x))\nadd(x * 2)\nreturn items, len(items)",
    "one_in_itself": "y = np.sin(x)\ndef grow(n):\n    nonlocal y\n    y += 1\n    if n > 0:\n        grow(n - 1)\ngrow(2)\nreturn y",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_known_is_refused(name):
    assert "HYB222" in {d.code for d in hybridc.convert(graph_function("x", REFUSED[name])).refusals}
