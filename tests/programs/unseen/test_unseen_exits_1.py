"""Programs as people write them: ways out of loops, and puzzles on arrays."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "with_break_else": (
        """
def f(x):
    s = 0.0
    for v in x:
        with np.errstate(invalid="ignore"):
            if v < 0:
                break
            s += v
    else:
        s = -s
    return s
""",
        [V, N, S],
    ),
    "with_continue_after": (
        """
def f(x):
    s = 0.0
    for v in x:
        with np.errstate(invalid="ignore"):
            if v < 0:
                continue
            s += v
        s = s * 2
    return s
""",
        [V, N, S],
    ),
    "with_break_after_stmt": (
        """
def f(x):
    s = 0.0
    for v in x:
        with np.errstate(invalid="ignore"):
            s += v
            if v < 0:
                break
        s = s * 2
    return s
""",
        [V, N, S],
    ),
    "with_return_in_loop": (
        """
def f(x):
    s = 0.0
    for v in x:
        with np.errstate(invalid="ignore"):
            if v < 0:
                return s
            s += v
        if s > 5:
            return -s
    return s * 10
""",
        [V, N, S],
    ),
    "with_while_break": (
        """
def f(x):
    s = 0.0
    while True:
        with np.errstate(invalid="ignore"):
            s += x
            if s > 10:
                break
            if s < -10:
                return -1.0
    return s
""",
        [3.0, -3.0, 100.0],
    ),
    "with_plain_break": (
        """
def f(x, t):
    n = 0
    while n < 5:
        with np.errstate(all="ignore"):
            n += 1
            x = x * 2
            if x > t:
                break
    else:
        n = -n
    return n, x
""",
        [(1.0, 10.0), (1.0, 1e9)],
    ),
    "with_unconditional_break": (
        """
def f(x):
    s = 0.0
    for v in x:
        if v > 0:
            with np.errstate(all="ignore"):
                s = v
                break
        s -= 1
    else:
        s = 100.0
    return s
""",
        [V, N, -S],
    ),
    "match_continue": (
        """
def f(ops):
    acc = 0
    for op in ops:
        match op:
            case 1:
                acc += 5
            case 2:
                continue
        acc += 1
    return acc
""",
        [np.array([1, 2, 0, 2]), np.array([2])],
    ),
    "match_break_else": (
        """
def f(ops):
    acc = 0
    for op in ops:
        match op:
            case 1:
                acc += 5
            case 2:
                break
        acc += 1
    else:
        acc = -acc
    return acc
""",
        [np.array([1, 2, 0, 2]), np.array([1, 1])],
    ),
    "vm": (
        """
def f(code):
    regs = np.zeros(4, dtype=int)
    pc = 0
    steps = 0
    while 0 <= pc < len(code) and steps < 50:
        op, a, b = code[pc]
        steps += 1
        if op == 0:
            regs[a] = b
        elif op == 1:
            regs[a] += regs[b]
        elif op == 2:
            regs[a] -= 1
        elif op == 3:
            if regs[a] != 0:
                pc += b
                continue
        else:
            break
        pc += 1
    return regs, pc, steps
""",
        [
            np.array([[0, 0, 3], [0, 1, 5], [1, 2, 1], [2, 0, 0], [3, 0, -2], [4, 0, 0]]),
            np.array([[0, 0, 3]]),
            np.array([[4, 0, 0]]),
        ],
    ),
    "else_return": (
        """
def f(x, t):
    for i in range(len(x)):
        if x[i] > t:
            break
    else:
        return -1
    j = i
    while j > 0:
        if x[j] < 0:
            break
        j -= 1
    else:
        return i * 10
    return i * 100 + j
""",
        [(V, 3.5), (V, 100.0), (V, 2.0), (np.abs(V), 3.5)],
    ),
    "nested_else_continue": (
        """
def f(m, t):
    count = 0
    for row in m:
        for v in row:
            if v > t:
                break
        else:
            continue
        count += 1
        if count == 2:
            break
    else:
        count = -count
    return count
""",
        [(M, 3.0), (M, 100.0), (M, 7.5), (M, -1.0)],
    ),
    "triple_nested_return": (
        """
def f(x, t):
    n = len(x)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                if x[i] + x[j] + x[k] == t:
                    return np.array([i, j, k])
    return np.array([-1, -1, -1])
""",
        [(S, 3.5), (S, 100.0), (S, 8.5), (O, 1.0)],
    ),
    "while_true_return_only": (
        """
def f(a, b):
    while True:
        if a == b:
            return a
        if a > b:
            a -= b
        else:
            b -= a
""",
        [(12, 18), (5, 5), (7, 3)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
