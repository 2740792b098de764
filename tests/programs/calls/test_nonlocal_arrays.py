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


STEP = "c, y = 1.0, np.sin(x)\ndef step(v):\n    nonlocal c\n    c = c * 2 + v\n    return c\ndef total():\n    return c + np.sum(y)\n"

# What follows `step`, which changes `c`, and `total`, which reads it.
IN_EXPRESSIONS = {
    "in_a_sum": "s = step(1.0) * 2 + c\nreturn s, c",
    "behind_what_it_changes": "s = c + step(1.0)\nreturn s, c",
    "behind_what_reads_that": "s = total() - step(1.0) * total()\nreturn s, c",
    "twice_in_one": "s = step(1.0) - step(2.0) * c\nreturn s, c",
    "one_in_the_other_ones_argument": "s = step(step(1.0) + c)\nreturn s, c",
    "given_to_a_function": "s = np.maximum(c, step(x[0])) + np.sum(np.array([c, step(v=2.0)]))\nreturn s, c",
    "added": "s = 3.0\ns += step(1.0) * 2\nreturn s, c",
    "in_a_test": "s = 0.0\nif step(np.sum(x)) > 1:\n    s = c\nelif step(1.0) > 2:\n    s = -c\nreturn s, c",
    "in_a_test_by_what_it_gives": "s = 5.0 if step(np.sum(x)) > 1 else c\nreturn s, c",
    "first_of_and": "s = 0.0\nif step(np.sum(x)) > 1 and c < 10:\n    s = c\nreturn s, c",
    "in_an_element": "y[0] = step(1.0) + c\nreturn y, c",
    "of_a_method": "s = (y + step(1.0)).sum() + np.asarray(step(2.0)).max()\nreturn s, c",
    "in_a_loop": "s = 0.0\nfor i in range(3):\n    s = s * 0.5 + step(i) * c\nreturn s, c",
    "in_a_compiled_loop": "s, i = 0.0, 0\nwhile s < 20 and i < 4:\n    s = s + abs(step(1.0)) * 2\n    i += 1\nreturn s, c",
    "in_what_is_returned": "return step(1.0) + c, [step(2.0), c]",
}  # fmt: skip


@pytest.mark.parametrize("name", IN_EXPRESSIONS)
def test_calls_in_expressions_agree(name):
    assert_agree(graph_function("x", STEP + IN_EXPRESSIONS[name]), "f", [(V,), (-V,)])


PUT = "y = np.sin(x)\ndef put(v):\n    y[0] += v\n    return np.sum(y)\ndef row(v):\n    y[...] = y * v + 1\n    return y[0]\n"

# What follows `put` and `row`, which write into `y`.
WRITING = {
    "an_element_or_a_row_before": "s = y[0] + put(1.0) * y[0]\nreturn s, y",
    "a_view_before": "s = y[1:] + put(1.0)\nreturn s, y",
    "a_copy_before": "s = y[1:] * 1 + put(1.0)\nreturn s, y",
    "the_array_before": "s = np.maximum(y, put(1.0)) + y\nreturn s, y",
    "a_view_with_a_name": "z = y[:2]\ns = z.sum() - put(2.0) * z.sum()\nreturn s, y, z",
    "what_it_gives_is_a_view": "s = row(1.0) * 2 + y[0]\nreturn s, y",
}  # fmt: skip


@pytest.mark.parametrize("name", WRITING)
def test_calls_that_write_in_expressions_agree(name):
    assert_agree(graph_function("x", PUT + WRITING[name]), "f", [(V,), (M,), (-V,)])


REFUSED = {
    "a_count_of_calls": "n = 0\ndef add(v):\n    nonlocal n\n    n += 1\n    return v * n\na = add(x)\nb = add(x)\nreturn a, b, n, [0.0] * n",
    "a_list": "items = [x]\nkept = items\ndef add(v):\n    nonlocal items\n    items += [v]\nadd(np.sin(x))\nadd(x * 2)\nreturn items, len(items)",
    "where_python_may_not_come": "c = 1.0\ndef step(v):\n    nonlocal c\n    c = c * 2 + v\n    return c\nif x[0] > 1 and step(1.0) > 2:\n    return c\nreturn -c",
    "in_the_test_of_a_loop": "c = 1.0\ndef step(v):\n    nonlocal c\n    c = c * 2 + v\n    return c\nwhile step(1.0) < 9:\n    pass\nreturn c",
    "one_in_itself": "y = np.sin(x)\ndef grow(n):\n    nonlocal y\n    y += 1\n    if n > 0:\n        grow(n - 1)\ngrow(2)\nreturn y",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_known_is_refused(name):
    assert "HYB222" in {d.code for d in hybridc.convert(graph_function("x", REFUSED[name])).refusals}
