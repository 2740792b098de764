"""Programs as people write them: lists and dicts as state."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
E = np.zeros(0)
M = np.arange(12.0).reshape(3, 4)
O = np.array([7.0])

PROGRAMS = {
    "scan_list_read_after_change": (
        """
def f(x):
    out = []
    h = np.zeros(4)
    for v in x:
        h = h.copy()
        h[0] += v
        out.append(h)
        h = h * 2
    return np.stack(out), h
""",
        [V],
    ),
    "append_tuple": (
        """
def f(x):
    out = []
    for i, v in enumerate(x):
        out.append((i, v * 2))
    return out
""",
        [V, O],
    ),
    "append_tuple_use": (
        """
def f(x):
    pairs = []
    for i, v in enumerate(x):
        pairs.append((v, i))
    s = 0.0
    for v, i in pairs:
        s += v * i
    return s, len(pairs), pairs[-1]
""",
        [V, O],
    ),
    "append_two_per_turn": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v)
        out.append(-v)
    return np.array(out)
""",
        [V],
    ),
    "append_nested": (
        """
def f(m):
    rows = []
    for r in m:
        row = []
        for v in r:
            row.append(v if v > 5 else 0.0)
        rows.append(row)
    return np.array(rows)
""",
        [M],
    ),
    "append_nested_list_return": (
        """
def f(m):
    rows = []
    for r in m:
        row = []
        for v in r:
            row.append(v + 1)
        rows.append(row)
    return rows
""",
        [M],
    ),
    "append_mixed_types": (
        """
def f(x):
    out = [0]
    for v in x:
        out.append(v)
    return np.array(out), out[0]
""",
        [V],
    ),
    "list_sum_after": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * v)
    return sum(out) / len(out), max(out), min(out), out[::-1][0], sorted([1, 2])[0]
""",
        [V, O],
    ),
    "list_mul_elem": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v)
    return 2 * np.array(out), [2 * v for v in out]
""",
        [V],
    ),
    "list_in_after": (
        """
def f(x):
    a = []
    for v in x:
        a.append(v)
    return 4.0 in a, 9.0 in a
""",
        [V],
    ),
    "list_unpack_after": (
        """
def f(x):
    a = []
    for v in x:
        a.append(v * 2)
    p, q, *r = a
    return p, q, r
""",
        [V],
    ),
    "list_zip_after": (
        """
def f(x):
    a = []
    b = []
    for v in x:
        a.append(v * 2)
        b.append(v > 0)
    return [u if w else 0.0 for u, w in zip(a, b)]
""",
        [V],
    ),
    "list_arg_helper": (
        """
def total(vals):
    t = 0.0
    for v in vals:
        t += v
    return t / len(vals)


def f(x):
    a = []
    for v in x:
        a.append(v * 2)
    return total(a)
""",
        [V],
    ),
    "list_state_shift": (
        """
def f(x):
    buf = [0.0, 0.0, 0.0]
    out = []
    for v in x:
        buf = buf[1:] + [v]
        out.append(sum(buf) / 3)
    return out, buf
""",
        [V],
    ),
    "list_state_pop": (
        """
def f(x):
    buf = [0.0, 0.0]
    for v in x:
        buf.pop(0)
        buf.append(v)
    return buf
""",
        [V],
    ),
    "deque_buf": (
        """
def f(x):
    buf = [0.0, 0.0]
    s = 0.0
    for v in x:
        s += v - buf[0]
        buf[0] = buf[1]
        buf[1] = v
    return s, buf
""",
        [V],
    ),
    "tuple_state_swap": (
        """
def f(x):
    st = (0.0, 1.0)
    for v in x:
        st = (st[1], st[0] + v)
    return st
""",
        [V, E],
    ),
    "dict_state_loop": (
        """
def f(x):
    st = {'a': 0.0, 'b': 1.0}
    for v in x:
        st['a'], st['b'] = st['b'], st['a'] + v
    return st
""",
        [V],
    ),
    "dict_state_new": (
        """
def f(x):
    st = {'a': 0.0, 'n': 0}
    for v in x:
        if v > 0:
            st = {'a': st['a'] + v, 'n': st['n'] + 1}
    return st
""",
        [V, N],
    ),
    "dict_update": (
        """
def f(x):
    st = {'a': x[0]}
    st.update({'b': x[1]})
    st.update(c=x[2])
    return st
""",
        [V],
    ),
    "dict_pop": (
        """
def f(x):
    st = {'a': x[0], 'b': x[1]}
    v = st.pop('a')
    return v, len(st), st
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
