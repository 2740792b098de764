"""Programs as people write them: defaults, exits and lists of lists."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])

PROGRAMS = {
    "for_lists_append": (
        """
def f(x):
    g = [[x[0]], [x[1]]]
    for r in g:
        r.append(x[2])
    return g
""",
        [V],
    ),
    "dict_list_append": (
        """
def f(x):
    g = {'a': [], 'b': []}
    g['a'].append(x[0])
    for k in g:
        g[k].append(x[1])
    return g
""",
        [V],
    ),
    "graph_adj": (
        """
def f(x):
    adj = {0: [1, 2], 1: [2], 2: []}
    val = [x[0], x[1], x[2]]
    for n in adj:
        for m in adj[n]:
            val[m] = val[m] + val[n]
    return val
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
