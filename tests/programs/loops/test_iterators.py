"""Iterators over arrays and lists, from which `next` and loops take one element after the other."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, graph_function, load
from hybridc import Options

BODIES = {
    "the first, then the rest": "it = iter(x)\na = next(it)\nfor v in it:\n    a = a * 0.5 + v\nreturn a",
    "pairs": "it = iter(x)\nlast = next(it)\nd = []\nfor v in it:\n    d.append(v - last)\n    last = v\nreturn np.array(d)",
    "two at a time": "it = iter(x)\nt = 0.0\nfor v in it:\n    t += v * next(it, 2.0)\nreturn t",
    "some": "it = iter(x)\na, b = next(it), next(it)\nreturn a - b, next(it) * 2",
    "of pairs": "it = zip(x, y)\na, b = next(it)\nfor c, d in it:\n    a, b = a + d, b + c\nreturn a, b",
    "counted": "it = enumerate(x)\ni, v = next(it)\nfor j, w in it:\n    v = v + j * w\nreturn v, i",
    "over a list": "parts = [x, y * 2, x + y]\nit = iter(parts)\na = next(it)\nfor p in it:\n    a = a * np.sin(p)\nreturn a",
    "written meanwhile": "it = iter(x)\na = next(it)\nx[1:] = x[1:] + y[1:]\nfor v in it:\n    a = a + v * 3\nreturn a, x",
    "rows written": "it = iter(x)\nr = next(it)\nr += 1\nfor s in it:\n    s -= y[0]\nreturn x",
    "of what is left": "it = iter(x)\nnext(it)\nreturn np.array(list(it)).sum()",
    "spread, in a branch": "l = [*enumerate(x)]\na = x[0]\nif a.sum() > 0:\n    a = a + l[1][1]\nreturn a",
    "in a branch": "it = iter(x)\na = next(it)\nif a.sum() > 0:\n    a = a + y[0]\nreturn a + next(it)",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("rank", [1, 2])
def test_elements_come_one_after_the_other(name, rank):
    source = graph_function("x, y", BODIES[name])
    there, here = load(source), load(converted(source), "generated")
    for sign in (1.0, -1.0):
        x = sign * np.arange(1.0, 5.0) if rank == 1 else sign * np.arange(12.0).reshape(4, 3)
        given = [x, np.cos(x)]
        again = fresh(given)
        assert_same(there.f(*given), here.f(*again))
        assert_same(given, again)


PERHAPS_TAKEN = {
    "a side": "v = next(it) if a > 2 else 0.0",
    "a side that sums": "v = sum(it) if a > 2 else 0.0",
    "a side that calls": "take = lambda: next(it)\nv = take() if a > 2 else 0.0",
    "an operand": "v = a > 2 and next(it) > 2",
    "a value's operand": "v = a or next(it)",
    "the end of a chain": "v = 0 < a - 2 < next(it)",
    "the middle of a chain": "v = 0 < next(it) < 3",
    "a claim": "v = 0.0\nassert next(it) > 0",
    "a check": "v = 0.0\nif next(it) < 0:\n    raise ValueError(v)",
    "a claim about a list": "l = [a, a * 2]\nassert l.pop() >= 0\nv = l[-1]",
}


@pytest.mark.parametrize("where", PERHAPS_TAKEN)
def test_where_python_may_not_come_to_take(where):
    source = graph_function(
        "x", f"it = iter(x)\na = next(it)\n{PERHAPS_TAKEN[where]}\nreturn np.sin(a) + next(it, 7.0), v"
    )
    assert hybridc.convert(source).code is None
    code = hybridc.convert(source, options=Options(partial=True)).code or source
    for first in (0.0, 1.0, 4.0):
        x = first + np.arange(5.0)
        assert_same(load(source).f(x), load(code).f(x))
