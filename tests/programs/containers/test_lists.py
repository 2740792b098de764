"""Lists that loops fill: no turn, one and several."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
ONE = np.array([2.0])
M = np.arange(12.0).reshape(3, 4)
VECTORS = [(V,), (ONE,)]

PROGRAMS = {
    "stacked": ("out = []\nfor v in x:\n    out.append(np.sin(v))\nreturn np.stack(out)", "x", VECTORS),
    "returned_as_it_is": ("out = []\nfor v in x:\n    out.append(v * 2)\nreturn out", "x", [*VECTORS, (V[:0],)]),
    "returned_in_a_tuple": ("out = []\ns = 0.0\nfor v in x:\n    s = s + v\n    out.append(s)\nreturn s, out", "x", VECTORS),
    "appended_before_the_state_changes": (
        "out = []\ns = 0.0\nfor v in x:\n    out.append(s * 2)\n    s = s + v\nreturn np.array(out) + s",
        "x",
        VECTORS,
    ),
    "two_lists": (
        "a = []\nb = []\nfor i in range(len(x)):\n    a.append(x[i])\n    b.append(i)\nreturn np.array(a), np.array(b)",
        "x",
        VECTORS,
    ),
    "a_start_in_the_list": (
        "out = [0.0]\ns = 0.0\nfor v in x:\n    s = s + v\n    out.append(s)\nreturn np.array(out)",
        "x",
        [*VECTORS, (V[:0],)],
    ),
    "rows": ("out = []\nfor row in m:\n    out.append(row / row.sum())\nreturn np.array(out)", "m", [(M + 1,), (M[:1] + 1,)]),
    "rows_joined": ("out = []\nfor row in m:\n    out.append(row * 2)\nreturn np.concatenate(out)", "m", [(M,), (M[:1],)]),
    "sum_of_the_list": ("out = []\nfor v in x:\n    out.append(v * v)\nreturn sum(out) + max(out) - len(out)", "x", VECTORS),
    "elements_of_the_list": ("out = []\nfor v in x:\n    out.append(v * v)\nreturn out[0], out[-1], np.array(out[1:])", "x", VECTORS),
    "a_loop_over_the_list": (
        "out = []\nfor v in x:\n    out.append(v * v)\ns = 0.0\nfor w in out:\n    s = s * 0.5 + w\nreturn s",
        "x",
        VECTORS,
    ),
    "turns_by_a_number": ("out = []\nfor i in range(n):\n    out.append(x * i)\nreturn np.stack(out)", "x, n", [(V, 1), (V, 3)]),
    "a_branch_in_the_turn": (
        "out = []\nfor v in x:\n    if v > 0:\n        w = np.sqrt(v)\n    else:\n        w = 0.0\n    out.append(w)\nreturn np.array(out)",
        "x",
        VECTORS,
    ),
    "read_in_the_turn": (
        "out = [x[0]]\nfor v in x:\n    out.append(np.tanh(out[-1] + v))\nreturn np.stack(out)",
        "x",
        VECTORS,
    ),
    "extended": ("out = []\nfor v in x:\n    out.extend([v, v * 2])\nreturn np.array(out)", "x", VECTORS),
    "two_appends_to_one": ("out = []\nfor v in x:\n    out.append(v)\n    out.append(-v)\nreturn np.array(out)", "x", VECTORS),
    "nested": (
        "out = []\nfor row in m:\n    s = 0.0\n    for v in row:\n        s = s * 0.5 + v\n    out.append(s)\nreturn np.array(out)",
        "m",
        [(M,), (M[:1],)],
    ),
    "made_in_the_turn": (
        "s = 0.0\nfor v in x:\n    hs = [v]\n    for i in range(3):\n        hs.append(hs[-1] * i + s)\n    hs[0] = s\n"
        "    s = s + np.stack(hs)[-1] * hs[0] + hs.pop()\nreturn s",
        "x",
        VECTORS,
    ),
    "made_in_the_turn_and_stacked": (
        "s = 0.0\nwhile s < 100:\n    hs = []\n    for v in x:\n        s = s + abs(v) + 0.1\n        hs.append(s)\n"
        "    s = np.sum(hs) + len(hs)\nreturn s",
        "x",
        VECTORS,
    ),
    "made_in_a_branch": (
        "if t > 0:\n    parts = [t]\n    for k in range(3):\n        parts.append(parts[-1] * k)\n    t = sum(parts)\n"
        "else:\n    parts = {}\n    parts['a'] = t\n    parts['b'] = 2 * t\n    t = parts['a'] + parts['b']\nreturn t",
        "t",
        [(1.5,), (-1.5,)],
    ),
    "made_above_an_early_return": (
        "out = []\nif t < 0:\n    return x * t\nfor v in x:\n    out.append(v * t)\nreturn np.array(out)",
        "x, t",
        [(V, 1.5), (V, -1.5)],
    ),
    "two_made_above_a_loop_with_an_exit": (
        "hs = [t]\nd = {}\nfor v in x:\n    if v < t:\n        return v\nhs.append(t * 2)\nd['a'] = t\n"
        "return hs[0] + hs[1] * d['a']",
        "x, t",
        [(V, 1.5), (V, -1.5)],
    ),
    "made_above_an_exit_of_the_turn": (
        "s = 0.0\nfor v in x:\n    hs = []\n    if v < t:\n        continue\n    hs.append(v)\n    hs.append(s)\n    s = hs[0] - hs[1]\n"
        "return s",
        "x, t",
        [(V, 1.5), (V, -1.5), (V, 9.0)],
    ),
    "filled_by_a_closure_above_the_exit": (
        "def add(v):\n    return v + t\nhs = [add(t)]\nif t < 0:\n    return t\nhs.append(add(2.0))\nreturn hs[0] * hs[1]",
        "t",
        [(1.5,), (-1.5,)],
    ),
    "an_element_from_either_branch": ("out=[]\nfor v in x:\n    if v>0:\n        out.append(v)\n    else:\n        out.append(0.0)\nreturn np.array(out)", "x", [(V,), (-V,)]),
    "an_element_from_one_of_three_branches": ("out=[]\nfor v in x:\n    if v>2:\n        out.append(v)\n    elif v > 0:\n        out.append(1.0)\n    else:\n        out.append(-v)\nreturn np.array(out)", "x", [(V,), (-V,)]),
    "an_element_before_continue": ("out=[]\nfor v in x:\n    if v>0:\n        out.append(v)\n        continue\n    out.append(0.0)\nreturn np.array(out)", "x", [(V,), (-V,)]),
    "a_loop_that_may_return": ("out=[]\nfor v in x:\n    if v>9:\n        return x\n    out.append(v*2)\nreturn np.array(out)", "x", [(V,), (V * 10,)]),
    "a_loop_that_may_return_a_number": ("out=[]\nfor v in x:\n    if v>9:\n        return -1.0\n    out.append(v*2)\nreturn sum(out)", "x", [(V,), (V * 10,)]),
    "filled_by_nested_loops": ("out=[]\nfor r in m:\n    for v in r:\n        out.append(v*2)\nreturn np.array(out)", "m", [(M,)]),
    "lists_of_lists": ("out=[]\nfor r in m:\n    row=[]\n    for v in r:\n        row.append(v*2)\n    out.append(row)\nreturn np.array(out)", "m", [(M,)]),
    "tuples_as_elements": ("out=[]\nfor v in x:\n    out.append((v, v*2))\nreturn np.array(out)", "x", VECTORS),
    "grown_by_an_operator": ("out=[]\nfor v in x:\n    out += [v*2]\nreturn np.array(out)", "x", VECTORS),
    "a_longer_list_in_every_turn": ("out=[]\nfor v in x:\n    out = out + [v*2]\nreturn np.array(out)", "x", VECTORS),
    "lists_in_a_dict": ("d={'a':[], 'b':[]}\nfor v in x:\n    d['a'].append(v)\n    d['b'].append(-v)\nreturn np.array(d['a']), np.array(d['b'])", 'x', VECTORS),
    "earlier_elements_by_index": ("out=[x[0]]\nfor i in range(1,len(x)):\n    out.append(out[i-1]*0.5+x[i])\nreturn np.array(out)", "x", VECTORS),
    "a_list_as_long_as_the_array": ("h=[0.0]*len(x)\nfor i in range(len(x)):\n    h[i]=x[i]*2\nreturn np.array(h)", "x", VECTORS),
    "popped_until_it_is_empty": ("h=[x[0],x[1],x[2]]\ns=0.0\nwhile h:\n    s=s*2+h.pop()\nreturn s", "x", [(V,)]),
    "arrays_in_a_list_as_state": ("hs=[np.zeros(4),np.zeros(4)]\nfor v in x:\n    for l in range(2):\n        hs[l]=np.tanh(hs[l]+v)\nreturn hs[0]+hs[1]", "x", VECTORS),
    "an_inner_list": (
        "total = 0.0\nfor row in m:\n    out = []\n    for v in row:\n        out.append(v * v)\n    total = total * 0.5 + np.sum(np.array(out))\nreturn total",
        "m",
        [(M,), (M[:1],)],
    ),
    "a_name_for_what_is_appended": (
        "out = []\nfor v in x:\n    w = 0.75\n    out.append(v * w)\nreturn np.stack(out)",
        "x",
        VECTORS,
    ),
    "popped": ("out = [x, x * 2, x * 3]\nlast = out.pop()\nout.append(last + 1)\nreturn np.stack(out)", "x", VECTORS),
    "one_array_appended_again_and_again": ("row = np.zeros(3)\nout = []\nfor i in range(len(x)):\n    row[0] = x[i]\n    out.append(row)\nreturn np.stack(out)", "x", [(V,), (-V,)]),
}  # fmt: skip

REFUSED = {
    "a_conditional_element": "out = []\nfor v in x:\n    if v > 0:\n        out.append(v)\nreturn np.array(out)",
    "appended_in_a_while_loop": "out = []\nwhile np.sum(x) > 1:\n    x = x / 2\n    out.append(x)\nreturn np.stack(out)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    assert hybridc.convert(graph_function("x", REFUSED[name])).code is None


def test_a_list_that_a_function_takes_for_an_array():
    text = (
        "import numpy as np\n\n\ndef logsumexp(values):\n    top = np.max(values)\n"
        "    return top + np.log(sum([np.exp(v - top) for v in values]))\n\n\n"
        "def f(x):\n    return logsumexp([x[0], x[1], x[0] * x[1]]) + logsumexp(x)\n"
    )
    assert_agree(text, "f", [(V,), (-V,)])


def test_a_list_that_a_function_repeats_stays_a_list():
    text = (
        "import numpy as np\n\n\ndef g(values):\n    return np.sum(values) + len(values * 2)\n\n\n"
        "def f(x):\n    return g([x[0], np.sin(x[1])])\n"
    )
    assert_agree(text, "f", [(V,), (-V,)])
