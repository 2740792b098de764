"""Tuples, lists and dicts as state, as results, and looked through."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4)
BOTH = [(V,), (-V,)]

PROGRAMS = {
    "tuple_state": ("p = (0.0, 1.0)\nfor v in x:\n    p = (p[1], p[0] + v)\nreturn p", "x", BOTH),
    "swapped_state": ("a, b = 0.0, 1.0\nfor v in x:\n    a, b = b, a + v\nreturn a, b", "x", BOTH),
    "dict_state": (
        "d = {'a': 0.0, 'b': 1.0}\nfor v in x:\n    d['a'] = d['a'] + v\n    d['b'] *= v\nreturn d['a'], d['b']",
        "x",
        BOTH,
    ),
    "a_dict_with_a_second_name": (
        "d = {'a': 0.0}\ne = d\nfor v in x:\n    d['a'] = d['a'] + v\nreturn d['a'] + e['a']", "x", BOTH,
    ),
    "a_new_key_in_a_loop": ("d = {}\nfor v in x:\n    d['a'] = v\nreturn d['a']", "x", BOTH),
    "dict_changed_in_a_branch": (
        "d = {'a': 0.0, 'b': np.sum(x)}\nif d['b'] > 0:\n    d['a'] = 1.0\nelse:\n    d['b'] = -d['b']\nreturn d",
        "x",
        BOTH,
    ),
    "dict_in_a_while_loop": (
        "d = {'k': 0, 'v': np.sum(x * x)}\nwhile d['v'] > 1:\n    d['v'] = d['v'] / 2\n    d['k'] += 1\nreturn d['k'], d['v']",
        "x",
        BOTH,
    ),
    "list_of_arrays_as_state": (
        "hs = [np.zeros(4), np.ones(4)]\nfor row in m:\n    hs[0] = np.tanh(hs[0] + row)\n    hs[1] = hs[1] * hs[0]\nreturn hs[0], hs[1]",
        "m",
        [(M,), (M[:1],), (M[:0],)],
    ),
    "a_static_list_written": ("p = [x, x * 2]\np[0] = p[1] + 1\nreturn p[0] + p[1]", "x", BOTH),
    "branches_return_dicts": ("if np.sum(x) > 0:\n    return {'y': x, 'k': 1}\nreturn {'y': -x, 'k': 2}", "x", BOTH),
    "branches_return_lists": ("if np.sum(x) > 0:\n    return [x, 1.0]\nreturn [-x, 2.0]", "x", BOTH),
    "items": ("d = {'a': 2.0, 'b': x}\ns = 0.0\nfor k, w in d.items():\n    s = s + np.sum(w)\nreturn s", "x", BOTH),
    "values": ("d = {'a': x, 'b': x * 2}\ns = 0.0\nfor w in d.values():\n    s = s * 0.5 + np.sum(w)\nreturn s", "x", BOTH),
    "get": ("d = {'a': x}\nreturn d.get('a') * 2", "x", BOTH),
    "dict_comprehension": ("d = {k: np.sum(x) * k for k in (1, 2)}\nreturn d[1] + d[2]", "x", BOTH),
    "member_of_a_tuple": ("a = x[0]\nreturn 1.0 if a in (3.0, 1.0) else 0.0", "x", BOTH),
    "member_of_a_set": ("a = x[0]\nif a not in {3.0, 1.0}:\n    a = a * 2\nreturn a", "x", BOTH),
    "member_of_an_array": ("return 1.0 if a in x else 0.0", "a, x", [(3.0, V), (2.0, V)]),
    "starred_targets": ("a, *r = x[0], x[1], x[2]\nreturn a + r[0] * r[1]", "x", BOTH),
    "nested_targets": ("(a, b), c = (x[0], x[1]), x[2]\nreturn a + b * c", "x", BOTH),
    "comprehensions": ("return np.array([v if v > 0 else -v for v in x]), sum(v * v for v in x)", "x", BOTH),
    "any_and_all_of_generators": (
        "return any(v > 3 for v in x), all(v > -5 for v in x), max(abs(v) for v in x), min([v, 2.0][0] for v in x)",
        "x",
        BOTH,
    ),
}  # fmt: skip

FORMS = {
    "walrus_in_an_if": ("if (s := np.sum(x)) > 0:\n    return s\nreturn -s", "x", BOTH),
    "walrus_in_a_while": ("i = 0\nwhile (v := x[i]) > 0:\n    i += 1\nreturn i, v", "x", BOTH),
    "walrus_in_a_while_with_continue": (
        "i = 0\ns = 0.0\nwhile (v := x[i]) > -2:\n    i += 1\n    if i == 4:\n        break\n    if v < 0:\n        continue\n    s += v\nreturn i, v, s",
        "x",
        BOTH,
    ),
    "walrus_in_an_assignment": ("y = (s := np.sum(x)) * 2\nreturn y + s", "x", BOTH),
    "numpy_settings": ("with np.errstate(divide='ignore'):\n    y = 1.0 / x\nreturn y", "x", BOTH),
    "finally_": ("try:\n    y = x * 2\nfinally:\n    z = 1.0\nreturn y + z", "x", BOTH),
    "del_": ("t = x * 2\ny = t + 1\ndel t\nreturn y", "x", BOTH),
    "match_on_text": (
        "match mode:\n    case 'a':\n        return np.sin(x)\n    case 'b' | 'c':\n        return np.cos(x)\n    case _:\n        return x",
        "x, mode='a'",
        [(V,), (V, "c"), (V, "d")],
    ),
    "match_on_a_shape": (
        "match x.ndim:\n    case 1:\n        y = np.sum(x)\n    case 2:\n        y = np.sum(x, axis=0)\nreturn y",
        "x",
        [(V,), (M,)],
    ),
    "match_on_a_traced_number": (
        "s = np.sum(x)\nmatch s:\n    case 6.5:\n        y = 1.0\n    case -6.5 | 2.0:\n        y = 2.0\n    case _:\n        y = 3.0\nreturn y * s",
        "x",
        [*BOTH, (M,)],
    ),
    "else_raises": (
        "if np.sum(x) > 0:\n    y = x\nelif np.sum(x) < -1:\n    y = -x\nelse:\n    raise ValueError('zero')\nreturn y",
        "x",
        BOTH,
    ),
    "steps_to_a_traced_bound": ("s = 0\nfor i in range(0, n, 3):\n    s = s + i\nreturn s", "n", [(10,), (9,), (1,), (0,)]),
    "steps_down_from_a_traced_bound": ("s = 0\nfor i in range(n, 0, -2):\n    s = s * 2 + i\nreturn s", "n", [(5,), (6,), (0,)]),
    "steps_with_continue": (
        "s = 0\nfor i in range(0, n, 3):\n    if i == 6:\n        continue\n    s = s + i\nreturn s",
        "n",
        [(10,), (6,), (1,), (0,)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [*PROGRAMS, *FORMS])
def test_values_agree(name):
    body, parameters, cases = (PROGRAMS | FORMS)[name]
    assert_agree(graph_function(parameters, body), "f", cases)


def test_a_context_that_does_nothing_is_left_out():
    source = "import contextlib\nimport numpy as np\n\n\ndef f(x):\n    with contextlib.nullcontext():\n        return np.sin(x)\n"
    assert "with" not in assert_agree(source, "f", BOTH)


KEYS = [
    "ps[0]['a'] = np.sum(x)\nreturn ps",
    "ps[0]['a'] += np.sum(x)\nreturn ps",
    "for p in ps:\n    p['a'] = np.sum(x)\nreturn ps",
    "for key in ('a', 'b'):\n    ps[0][key] = np.sum(x)\nreturn ps",
]


@pytest.mark.parametrize("body", KEYS)
def test_what_is_written_at_a_key_is_no_array(body):
    found = hybridc.convert(graph_function("ps, x", body))
    assert found.code is None and "HYB222" in {d.code for d in found.refusals}
