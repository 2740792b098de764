"""Small programs, converted and compiled, give the values of their originals: both sides of every branch, and loops
that take no turn, one and several."""

import numpy as np
import pytest

from differential import assert_agree, graph_function

F = np.array([1.0, -2.0, 3.0, 0.5])
I = np.array([3, 1, 2])
M = np.arange(12.0).reshape(3, 4) - 4.0
EMPTY = np.zeros(0)

PROGRAMS = {
    "if_else": ("if x > 0:\n    y = x * 2\nelse:\n    y = -x\nreturn y", "x", [(1.5,), (-1.5,), (0.0,), (3,), (-3,)]),
    "elif_chain": (
        "if x < 0:\n    y = -1.0\nelif x == 0:\n    y = 0.0\nelif x < 10:\n    y = 1.0\nelse:\n    y = 2.0\nreturn y + np.sqrt(4.0)",
        "x",
        [(-1.0,), (0.0,), (5.0,), (50.0,)],
    ),
    "elif_int_and_float": (
        "if x < 0:\n    y = 1\nelif x > 2:\n    y = 2.5\nelse:\n    y = x\nreturn y",
        "x",
        [(-1.0,), (3.0,), (1.0,), (1,)],
    ),
    "returns_everywhere": (
        "if x > 1:\n    return np.sin(x)\nelif x > 0:\n    z = x * 3\n    return z\nelse:\n    return x - 1",
        "x",
        [(2.0,), (0.5,), (-1.0,)],
    ),
    "one_sided": ("y = np.abs(x)\nif x < 0:\n    y = y + 1\n    x = 0.0\nreturn y, x", "x", [(1.0,), (-1.0,)]),
    "nested_if": (
        "if x > 0:\n    if x > 10:\n        y = 1.0\n    else:\n        y = x\n    z = y + 1\nelse:\n    z = 0.0\nreturn z",
        "x",
        [(20.0,), (5.0,), (-1.0,)],
    ),
    "dead_name_in_branch": (
        "if x > 0:\n    t = x * x\n    y = t + 1\nelse:\n    y = 0.0\nreturn y",
        "x",
        [(2.0,), (-2.0,)],
    ),
    "swap_in_branch": ("a, b = x, y\nif a > b:\n    a, b = b, a\nreturn a - 2 * b", "x, y", [(1.0, 2.0), (2.0, 1.0)]),
    "conditional_expression": (
        "return (x if x > 0 else -x) + (np.sqrt(x) if x > 4 else 0.0)",
        "x",
        [(9.0,), (1.0,), (-3.0,)],
    ),
    "nested_conditional": ("return 1.0 if x > 2 else 0.5 if x > 1 else 0.0 * x", "x", [(3.0,), (1.5,), (0.0,)]),
    "and_or_not": (
        "y = 0.0\nif x > 0 and not y > x or x < -5:\n    y = 1.0\nif not x:\n    y = 7.0\nreturn y + np.pi",
        "x",
        [(1.0,), (-1.0,), (-6.0,), (0.0,)],
    ),
    "or_gives_an_operand": ("y = x or 5.0\nz = x and 2.0\nreturn np.exp(y), z", "x", [(0.0,), (3.0,)]),
    "guard": ("i = 0\nwhile i < len(xs) and xs[i] > 0:\n    i += 1\nreturn i", "xs", [(F,), (-F,), (np.abs(F),)]),
    "chained": ("return np.sin(x) if 0 < x <= 2 < 2 * x + 3 else x", "x", [(1.0,), (2.0,), (5.0,), (-0.25,)]),
    "truth_of_a_number": ("y = 1.0\nif n:\n    y = 2.0\nreturn y * np.pi", "n", [(0,), (3,), (0.0,), (0.5,)]),
    "truth_of_a_container": (
        "y = 1.0\nif w:\n    y = 2.0\nreturn y * np.pi",
        "w",
        [([],), ([1.0, 2.0],), (0.0,), (2,)],
    ),
    "while_counter": (
        "s = 0.0\ni = 0\nwhile i < n:\n    s = s + i * 0.5\n    i += 1\nreturn s",
        "n",
        [(0,), (1,), (7,)],
    ),
    "while_int_becomes_float": (
        "x = a\nwhile x > 1:\n    x = x / 2\nreturn x",
        "a",
        [(8,), (1,), (5.0,), (np.int64(9),)],
    ),
    "while_nested": (
        "total = 0\nwhile n > 0:\n    m = n\n    while m > 1:\n        m = m // 2\n        total += 1\n    n = n - 1\nreturn total",
        "n",
        [(0,), (1,), (9,)],
    ),
    "for_range_traced": ("s = 0\nfor i in range(n):\n    s = s + i\nreturn s", "n", [(0,), (1,), (6,)]),
    "for_range_start_stop": (
        "s = 1.0\nfor i in range(a, b):\n    s = s * 0.5 + i\nreturn s",
        "a, b",
        [(0, 4), (3, 3), (5, 2), (-2, 2)],
    ),
    "for_range_step": ("s = 0.0\nfor i in range(0, 20, 3):\n    s = 0.5 * s + i\nreturn s + x", "x", [(1.0,)]),
    "for_range_backwards": ("s = 0.0\nfor i in range(9, -1, -1):\n    s = 0.5 * s + i * x\nreturn s", "x", [(1.5,)]),
    "for_short_range": ("for k in range(3):\n    x = x * 0.5 + k\nreturn np.exp(x)", "x", [(1.0,)]),
    "for_rows": ("s = np.zeros(4)\nfor row in m:\n    s = s + row * row\nreturn s", "m", [(M,), (M[:1],), (M[:0],)]),
    "for_elements_of_a_list": (
        "s = 0.0\nfor v in xs:\n    s = s + v * v\nreturn np.sqrt(s)",
        "xs",
        [([1.0, 2.0, 2.0],), (F,)],
    ),
    "for_enumerate": (
        "s = 0.0\nfor i, v in enumerate(xs):\n    s = s + i * v\nreturn s + xs.size",
        "xs",
        [(F,), (EMPTY,), (F[:1],)],
    ),
    "for_enumerate_start": (
        "s = 0.0\nfor i, v in enumerate(xs, 1):\n    s = s + v / i\nreturn s + xs.size",
        "xs",
        [(F,), (EMPTY,)],
    ),
    "for_zip": (
        "s = 0.0\nfor a, b in zip(xs, ys):\n    s = s + a * b\nreturn s + xs.ndim + ys.ndim",
        "xs, ys",
        [(F, F), (F, F[:2]), (F[:1], F)],
    ),
    "for_enumerate_zip": (
        "s = 0.0\nfor i, (a, b) in enumerate(zip(xs, ys)):\n    s = s + i * a * b\nreturn s + xs.ndim + ys.ndim",
        "xs, ys",
        [(F, F[::-1].copy())],
    ),
    "for_static_tuple": ("for a, b in ((1, 2.0), (3, 0.5)):\n    x = x * b + a\nreturn np.sin(x)", "x", [(1.0,)]),
    "for_in_for": (
        "s = 0.0\nfor i in range(m.shape[0]):\n    for j in range(m.shape[1]):\n        if m[i, j] > 0:\n            s += m[i, j]\nreturn s",
        "m",
        [(M,), (-M,)],
    ),
    "triangular_loops": (
        "s = 0\nfor i in range(n):\n    for j in range(i):\n        s = s + j * i\nreturn s",
        "n",
        [(0,), (1,), (6,)],
    ),
    "loop_carries_nothing_first": (
        "t = x\nfor i in range(n):\n    u = t * 2\n    t = u - 1\nreturn t",
        "x, n",
        [(2.0, 0), (2.0, 3)],
    ),
    "names_swap_in_loop": ("a, b = 0, 1\nfor _ in range(n):\n    a, b = b, a + b\nreturn a", "n", [(0,), (1,), (10,)]),
    "static_while": ("k = m.shape[0]\nwhile k > 1:\n    k = k // 2\n    m = m * 0.5\nreturn m", "m", [(M,)]),
    "unrolls_for_a_shape": (
        "s = 0.0\nfor k in range(1, 12):\n    s = s + np.sum(np.ones(k) * x)\nreturn s",
        "x",
        [(0.5,)],
    ),
    "static_parameter": (
        "out = np.zeros(n)\nfor i in range(n):\n    out[i] = x * i\nreturn out",
        "x, n",
        [(0.5, 4), (0.5, 1)],
    ),
    "static_flag": ("y = np.sum(x)\nif square:\n    y = y * y\nreturn y", "x, square=True", [(F,), (F, False)]),
    "none_default": ("if y is None:\n    y = np.ones_like(x)\nreturn x + y", "x, y=None", [(F,), (F, F)]),
    "element_writes": (
        "y = np.zeros(len(x))\ny[0] = x[0]\nfor i in range(1, len(x)):\n    y[i] = 0.5 * y[i - 1] + x[i]\nreturn y",
        "x",
        [(F,), (F[:1],)],
    ),
    "element_adds": (
        "y = np.zeros(3)\nfor i in range(len(k)):\n    y[k[i]] += 0.5\nreturn y",
        "k",
        [(np.array([0, 2, 2]),)],
    ),
    "integer_elements_truncate": (
        "y = np.zeros(3, dtype=int)\ny[0] = x\ny[1] = -x\ny[2] += 3\nreturn y",
        "x",
        [(1.75,), (-2.5,)],
    ),
    "integer_elements_add_floats": ("y = np.arange(3)\ny[1] += x\nreturn y", "x", [(0.75,), (1.5,), (-1.5,)]),
    "slices_written": ("y = x.copy()\ny[1:-1] = 0.5 * (x[2:] + x[:-2])\ny[::2] *= 3\nreturn y", "x", [(F,)]),
    "columns_written": (
        "y = np.zeros_like(m)\ny[:, 0] = m[:, -1]\ny[1, ...] += 2.0\ny[..., 2] -= 1.0\nreturn y",
        "m",
        [(M,)],
    ),
    "in_place_keeps_dtype": ("y = x.astype(np.float32)\ny += w\ny *= 2\nreturn y", "x, w", [(F, F[::-1].copy())]),
    "in_place_on_a_number": ("s = 0\nfor v in x:\n    s += v\ns *= 2\nreturn s + x.size", "x", [(F,), (I,)]),
    "in_place_unknown": ("y = x * 2\ny += w\nreturn y", "x, w", [(1, 0.5), (F.astype(np.float32), F), (2.0, 3.0)]),
    "branch_writes_an_element": (
        "y = np.zeros(3)\nfor i in range(3, 20):\n    if i % 2 == 0:\n        y[i % 3] = i * x\nreturn y",
        "x",
        [(0.5,)],
    ),
    "floor_and_mod": ("return x // y, x % y, x - y", "x, y", [(7, 2), (-7, 2), (7, -2), (7.5, -2.0), (-7.5, 2)]),
    "builtins_on_traced": (
        "return max(x, y), min(x, y, 1.0), abs(x - y), round(x), np.sin(y)",
        "x, y",
        [(1.5, 2.5), (-3.25, 1.0)],
    ),
    "reductions": ("return x.sum(axis=0) / x.max() + np.mean(x, axis=0) - x.T[0].min()", "x", [(M,)]),
    "linear_algebra": (
        "a = x.T @ x + np.eye(4)\nreturn np.linalg.solve(a, x[0]), np.linalg.norm(x, axis=1)",
        "x",
        [(M,)],
    ),
    "clip_and_where": ("return np.where(x > 0, np.clip(x, 0.5, 2.0), -1.0)", "x", [(F,)]),
    "mask_written_by_where": ("y = np.where(x < 0, 0, x)\nreturn y", "x", [(F,), (I,)]),
    "tuple_carry_kept": (
        "p = (x, 1.0)\nfor i in range(20):\n    a, b = p\n    p = (b, a * 0.5)\nreturn p",
        "x",
        [(3.0,)],
    ),
    "assert_that_holds": (
        "assert x > 0, 'positive'\nif x > 100:\n    raise ValueError(x)\nreturn np.log(x)",
        "x",
        [(2.0,)],
    ),
    "list_literal": ("v = np.array([x, 2 * x, 1.0])\nreturn v * np.sum([x, 1.0])", "x", [(2.0,)]),
    "static_list": (
        "parts = []\nfor k in (1, 2, 3):\n    parts.append(np.sin(x) * k)\nreturn np.stack(parts)",
        "x",
        [(F,)],
    ),
    "comprehension": ("return np.stack([x * k for k in range(3)])", "x", [(F,)]),
    "fft": ("return np.abs(np.fft.rfft(x))", "x", [(F,)]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


WHOLE = {
    "helpers": (
        "import numpy as np\n\ndef square(x):\n    return x * x\n\ndef _twice(x, k=2):\n    if k > 1:\n        return x * k\n    else:\n        return x\n\n"
        "def f(x, n):\n    for _ in range(n):\n        x = _twice(square(x) * 0.5)\n    return np.sin(x)\n",
        [(0.5, 0), (0.5, 3)],
    ),
    "constants_of_the_module": (
        "import numpy as np\n\nRATE = 0.5\nW = np.array([1.0, 2.0, 3.0])\nTABLE = np.arange(3)\n\ndef f(x, i):\n    return RATE * W[i] * np.sin(x) + TABLE[i]\n",
        [(1.0, 0), (1.0, 2)],
    ),
    "imported_names": ("from math import sqrt, pi\nfrom numpy import sin as sine, linalg\nimport numpy.linalg as la\n\ndef f(x):\n    return sine(x) * pi + sqrt(4.0) + la.norm(x) + linalg.norm(x)\n", [(F,)]),
    "static_through_calls": (
        "import numpy as np\n\ndef blank(n):\n    return np.zeros(n) + 1.0\n\ndef f(x, size):\n    return blank(size) * x\n", [(2.0, 3), (2.0, 1)],
    ),
    "static_helper": (
        "import numpy as np\n\ndef half(n):\n    return n // 2\n\ndef f(x):\n    return np.ones(half(x.shape[0])) * np.sum(x)\n", [(F,)],
    ),
    "mutated_argument_returned": (
        "import numpy as np\n\ndef relax(u):\n    u[1:-1] = 0.5 * (u[2:] + u[:-2])\n    return u\n\ndef f(u, n):\n    for _ in range(n):\n        u = relax(u)\n    return u\n",
        [(F, 0), (F, 3)],
    ),
    "function_argument": (
        "import numpy as np\n\ndef g(x):\n    return x * x - 2.0\n\ndef root(h, x):\n    for _ in range(30):\n        x = x - h(x) / (2 * x)\n    return x\n\ndef f(x):\n    return np.abs(root(g, x))\n",
        [(1.0,), (-3.0,)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_values_of_whole_files_agree(name):
    source, cases = WHOLE[name]
    assert_agree(source, "f", cases)
