"""`break`, `continue`, early `return` and loop `else` in compiled code: exits at the first and the last turn, no turn,
and none taken."""

import numpy as np
import pytest

from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
W = np.array([-3.0, 1.0, 4.0, -2.0])
P = np.array([1.0, 2.0, 3.0])
M = np.arange(12.0).reshape(3, 4)
VECTORS = [(V,), (W,), (P,), (-P,)]
EACH = [(V, t) for t in (3.0, -1.0, 4.0, 0.5, 99.0)]

PROGRAMS = {
    "return_in_if": ("if np.sum(x) > 0:\n    return x\nx = x * 2\nreturn x", "x", VECTORS),
    "return_of_tuples": ("if np.sum(x) > 0:\n    return x, 1\nx = x * 2\nreturn x, 2", "x", VECTORS),
    "guards_one_after_another": (
        "if a < 0:\n    return -1.0\nif a == 0:\n    return 0.0\na = a * 2\nif a > 10:\n    return 10.0\nreturn a",
        "a",
        [(-1.0,), (0.0,), (2.0,), (20.0,)],
    ),
    "return_in_nested_if": (
        "y = a + 1\nif a > 0:\n    if b > 0:\n        return y\n    y = y * 3\nelse:\n    y = y - b\ny = y + b\nreturn y * 2",
        "a, b",
        [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0)],
    ),
    "return_past_a_long_rest": (
        "y = a\nif a > 0:\n    if b > 0:\n        w = np.sin(a)\n        return w + y\n    y = y + 1\nelse:\n    y = y - 1\n"
        "y = y * 2\ny = y + b\nz = np.cos(y)\nif z > 0:\n    y = y + z\ny = y / 3\nreturn y",
        "a, b",
        [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -3.0)],
    ),
    "several_returns_past_a_long_rest": (
        "y = a\nif a > 0:\n    if b > 0:\n        return y\n    elif b < -5:\n        return b\n    y = y + 1\n"
        "y = y * 2\ny = y + b\nz = np.cos(y)\nif z > 0:\n    y = y + z\ny = y / 3\nreturn y",
        "a, b",
        [(1.0, 1.0), (1.0, -1.0), (1.0, -6.0), (-1.0, 1.0), (-1.0, -3.0)],
    ),
    "break_at_the_head": ("s = 0.0\nfor v in x:\n    if v < 0:\n        break\n    s = s + np.sqrt(v)\nreturn s", "x", VECTORS),
    "break_in_the_middle": (
        "s = 0.0\nfor v in x:\n    s = s + v\n    if s > 2.5:\n        break\n    s = s * 2\nreturn s",
        "x",
        VECTORS,
    ),
    "break_at_the_end": (
        "s = 0.0\nfor i in range(len(x)):\n    s = s + x[i]\n    if s > t:\n        break\nreturn s, i",
        "x, t",
        EACH,
    ),
    "break_after_work": (
        "s = 0.0\nfor i in range(len(x)):\n    if x[i] == t:\n        s = s + 100\n        break\n    s = s + 1\nreturn s",
        "x, t",
        EACH,
    ),
    "two_breaks": (
        "s = 0.0\nfor v in x:\n    if v < 0:\n        break\n    s = s + v\n    if s > 6:\n        break\nreturn s",
        "x",
        VECTORS,
    ),
    "break_in_else": ("s = 0.0\nfor v in x:\n    if v >= 0:\n        s = s + v\n    else:\n        break\nreturn s", "x", VECTORS),
    "continue_": ("s = 0.0\nfor v in x:\n    if v < 0:\n        continue\n    s = s + np.sqrt(v)\nreturn s", "x", VECTORS),
    "continue_after_work": (
        "s = 0.0\nn = 0\nfor v in x:\n    if v < 0:\n        n += 1\n        continue\n    s = s + v\nreturn s, n",
        "x",
        VECTORS,
    ),
    "continue_in_while": (
        "i = 0\ns = 0.0\nwhile i < len(x):\n    i += 1\n    if x[i - 1] < 0:\n        continue\n    s = s + x[i - 1]\nreturn s",
        "x",
        VECTORS,
    ),
    "continue_deep": (
        "s = 0.0\nfor v in x:\n    if v < 2:\n        if v < 0:\n            continue\n        s = s + 1\n    else:\n        s = s + 2\n"
        "    s = s * 2\n    s = s + v\n    s = s - 1\n    s = s / 2\n    s = s + 3\nreturn s",
        "x",
        VECTORS,
    ),
    "break_and_continue": (
        "s = 0.0\nfor v in x:\n    if v == 0.5:\n        continue\n    if v > 3.5:\n        break\n    s = s + v\nreturn s",
        "x",
        VECTORS,
    ),
    "loop_else": (
        "for i in range(len(x)):\n    if x[i] == t:\n        k = i\n        break\nelse:\n    k = -1\nreturn k * 2",
        "x, t",
        EACH,
    ),
    "loop_else_without_exit": ("s = 0.0\nfor v in x:\n    s = s + v\nelse:\n    s = s * 2\nreturn np.sin(s)", "x", VECTORS),
    "while_else": (
        "i = 0\nwhile i < len(x):\n    if x[i] == t:\n        break\n    i += 1\nelse:\n    i = -1\nreturn i * 1.5",
        "x, t",
        EACH,
    ),
    "return_from_for": ("for i in range(len(x)):\n    if x[i] == t:\n        return i\nreturn -1", "x, t", EACH),
    "return_from_enumerate": ("for i, v in enumerate(x):\n    if v == t:\n        return i, v\nreturn -1, 0.0", "x, t", EACH),
    "return_from_enumerate_with_start": ("for i, v in enumerate(x, 5):\n    if v == t:\n        return i\nreturn -1", "x, t", EACH),
    "return_from_zip": (
        "for v, w in zip(x, y):\n    if v == w:\n        return v\nreturn -1.0",
        "x, y",
        [(V, W), (V, V), (V, P), (P, W), (W, P)],
    ),
    "return_from_reversed": ("for v in reversed(x):\n    if v > 1:\n        return v\nreturn -1.0", "x", VECTORS),
    "return_from_range_down": (
        "for i in range(len(x) - 1, -1, -1):\n    if x[i] > 1:\n        return i\nreturn -1",
        "x",
        VECTORS,
    ),
    "return_from_reversed_range": (
        "for i in reversed(range(len(x))):\n    if x[i] > 1:\n        return i\nreturn -1",
        "x",
        VECTORS,
    ),
    "return_from_steps": ("for i in range(0, len(x), 2):\n    if x[i] > 3:\n        return i\nreturn -1", "x", VECTORS),
    "return_what_the_loop_computed": (
        "for v in x:\n    w = v * v + 1\n    if w > 9:\n        return w\nreturn 0.0",
        "x",
        VECTORS,
    ),
    "return_from_while": (
        "while hi - lo > 0.01:\n    mid = (lo + hi) / 2\n    if mid * mid == 2.25:\n        return mid\n"
        "    if mid * mid > 2:\n        hi = mid\n    else:\n        lo = mid\nreturn lo",
        "lo, hi",
        [(1.0, 2.0), (0.0, 8.0), (3.0, 1.0)],
    ),
    "return_from_nested_loops": (
        "for i in range(m.shape[0]):\n    for j in range(m.shape[1]):\n        if m[i, j] == t:\n            return i, j\nreturn -1, -1",
        "m, t",
        [(M, 0.0), (M, 3.0), (M, 6.0), (M, 11.0), (M, 12.0)],
    ),
    "break_from_inner_loop": (
        "s = 0.0\nfor i in range(m.shape[0]):\n    for j in range(m.shape[1]):\n        if m[i, j] == t:\n            break\n        s = s + m[i, j]\nreturn s",
        "m, t",
        [(M, 0.0), (M, 3.0), (M, 6.0), (M, 11.0), (M, 12.0)],
    ),
    "two_returns_in_a_loop": (
        "s = 0.0\nfor v in x:\n    if v < 0:\n        return s\n    s = s + v\n    if s > 5:\n        return -s\nreturn s + 100",
        "x",
        VECTORS,
    ),
    "return_and_break": (
        "s = 0.0\nfor v in x:\n    if v < 0:\n        return s\n    if s > 2.5:\n        break\n    s = s + v\nreturn s + 100",
        "x",
        VECTORS,
    ),
    "while_true": (
        "steps = 0\nwhile True:\n    if n == 1:\n        break\n    n = n // 2 if n % 2 == 0 else 3 * n + 1\n    steps += 1\nreturn steps",
        "n",
        [(1,), (2,), (6,), (27,)],
    ),
    "while_true_with_return": (
        "k = 0\nwhile True:\n    a = a / 2\n    k += 1\n    if a < 1:\n        return a, k",
        "a",
        [(0.5,), (10.0,), (1000.0,)],
    ),
    "while_true_with_two_exits": (
        "k = 0\nwhile True:\n    a = a / 2\n    if a < 1:\n        break\n    if k > 3:\n        return -1.0\n    k += 1\nreturn a + k",
        "a",
        [(0.5,), (10.0,), (1000.0,)],
    ),
    "break_in_a_python_loop": ("for k in (1, 2):\n    if np.sum(x) > k:\n        break\n    x = x * 2\nreturn x", "x", VECTORS),
    "return_in_a_python_loop": (
        "for k in (1, 5, 9):\n    x = x + k\n    if np.sum(x) > 20:\n        return x * k\nreturn x",
        "x",
        [*VECTORS, (P * 10,), (P - 50,)],
    ),
    "break_in_a_static_if": (
        "s = 0.0\nfor v in x:\n    if deep:\n        if v < 0:\n            break\n    s = s + v\nreturn s",
        "x, deep=True",
        [(V,), (W,), (V, False), (W, False)],
    ),
    "static_exits_stay": (
        "for k in (1, 2, 3):\n    if k == 2 and not deep:\n        break\n    x = np.sin(x) * k\nreturn x",
        "x, deep=False",
        [(V,), (V, True)],
    ),
    "index_at_the_end": ("for i in range(n):\n    x = x * 2\nreturn np.sin(x) * i", "x, n", [(V, 1), (V, 4)]),
    "index_at_the_end_or_before": ("i = 7\nfor i in range(n):\n    x = x * 2\nreturn x * i", "x, n", [(V, 0), (V, 1), (V, 4)]),
    "index_after_break_or_before": (
        "i = 7\nfor i in range(len(x)):\n    if x[i] == t:\n        break\nreturn i * t",
        "x, t",
        EACH,
    ),
    "element_at_the_end": ("s = 0.0\nfor v in x:\n    s = s + np.sin(v)\nreturn s, v", "x", VECTORS),
    "set_in_the_loop_only": ("for i in range(n):\n    y = np.sin(x) * i\nreturn y", "x, n", [(V, 1), (V, 3)]),
    "index_changed_in_the_loop": ("s = 0\nfor i in range(n):\n    i = i * 2\n    s = s + i\nreturn s * x, i", "x, n", [(V, 1), (V, 4)]),
    "loop_variable_after_a_break_in_a_python_loop": (
        "for i in range(4):\n    if x[i] > t:\n        break\nreturn x[i] * i",
        "x, t",
        EACH,
    ),
    "a_break_at_every_turn": (
        "for i in range(4):\n    if x[0] > t:\n        break\n    break\nreturn x[i] + t",
        "x, t",
        EACH,
    ),
    "a_loop_in_a_branch": (
        "if a > 0:\n    for i in range(1, 4):\n        pass\n    return x[i]\nreturn a",
        "a, x",
        [(1.0, V), (-1.0, V)],
    ),
    "a_guard_of_three_tests": (
        "i = 0\nwhile i < len(x) and x[i] > -2:\n    if x[i] == t:\n        break\n    i += 1\nreturn i",
        "x, t",
        EACH,
    ),
    "a_static_exit_before_a_traced_one": (
        "k = 0\nwhile True:\n    k += 1\n    if k > 2:\n        break\n    if x[k] == t:\n        return k\nreturn -1",
        "x, t",
        EACH,
    ),
    "a_static_exit_after_a_traced_one": (
        "k = 0\nwhile k < 10:\n    if x[k] == t:\n        break\n    k += 1\n    if k == 3:\n        break\nelse:\n    k = 100\nreturn k",
        "x, t",
        EACH,
    ),
    "both_in_a_python_loop": (
        "for k in (0, 1, 2, 3):\n    if x[k] == t:\n        break\n    if deep and k == 2:\n        break\nelse:\n    k = 100\nreturn k * 2",
        "x, t, deep=True",
        [*EACH, (V, 0.5, False), (V, 99.0, False)],
    ),
    "bubble_sort": (
        "x = x.copy()\nn = len(x)\nfor i in range(n):\n    swapped = False\n    for j in range(n - 1 - i):\n"
        "        if x[j] > x[j + 1]:\n            x[j], x[j + 1] = x[j + 1], x[j]\n            swapped = True\n"
        "    if not swapped:\n        break\nreturn x, i",
        "x",
        [*VECTORS, (np.sort(V),), (V[:1],)],
    ),
    "a_loop_in_the_else_of_a_python_loop": (
        "for i in range(4):\n    if deep:\n        break\nelse:\n    for k, v in enumerate(x):\n        pass\n    return v, x\nreturn t, x * 2",
        "x, t, deep=True",
        [(V, 1.0), (V, 1.0, False)],
    ),
    "an_early_return_in_the_else_of_a_python_loop": (
        "for i in range(4):\n    if deep:\n        break\nelse:\n    if x[0] > t:\n        return x * 3\n    t = t + 1\nreturn x * t",
        "x, t, deep=True",
        [(V, 1.0), (V, 1.0, False), (V, 99.0, False)],
    ),
    "an_early_return_of_a_loop_in_a_python_loop": (
        "s = t\nfor i in range(3, 1, -1):\n    c = 0\n    while True:\n        c += 1\n        if c >= 2:\n            return x[1]\n"
        "        if x[c] > s:\n            break\nreturn s",
        "x, t",
        [(V, 1.0), (V, -9.0), (-V, 0.0), (V, 99.0)],
    ),
    "steps_to_convergence": (
        "for k in range(50):\n    new = 0.5 * (a + 2 / a)\n    if abs(new - a) < 1e-6:\n        break\n    a = new\nreturn a, k",
        "a",
        [(1.0,), (2.0,), (1.4142135,)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)
