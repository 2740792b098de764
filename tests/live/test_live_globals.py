"""Functions that change globals, hybridized: the module's own change as in the original, parts of one memory as one."""

import importlib.util
import itertools
import sys

import jax
import numpy as np
import pytest

from closeness import assert_close
from hybridc import ConversionError, hybridize
from hybridc.live.errors import TracedWriteError

HEAD = "import numpy as np\n\nBASE = np.arange(4.0)\nPART = BASE[1:]\nOTHER = np.ones(4)\nCOUNT = 0\nSCALE = 2.0\n\n\n"
FUNCTIONS = {
    "counts": "def f(x, k):\n    global COUNT\n    COUNT += 1\n    return x * COUNT",
    "writes a part": "def f(x, k):\n    PART[0] += k\n    return np.sin(x) + BASE",
    "writes what another is a part of": "def f(x, k):\n    BASE[1:] *= k\n    return x[1:] + PART",
    "writes by another name": "def f(x, k):\n    v = PART[::-1]\n    v[0] = k\n    return x + BASE.sum()",
    "binds it anew": "def f(x, k):\n    global PART\n    PART = PART + k\n    PART[0] = 7.0\n    return x.sum() * PART",
    "binds it to another": "def f(x, k):\n    global PART\n    PART = OTHER\n    PART[0] += k\n    return OTHER + x",
    "changes an argument as well": "def f(x, k):\n    x[1:] += PART * SCALE\n    BASE[0] = x[1] + k\n    return x.sum()",
    "calls what does": "def put(k):\n    BASE[2] += k\n\n\ndef f(x, k):\n    put(k)\n    put(1.0)\n    return x + PART.sum()",
    "calls what reads": "def total(k):\n    return PART.sum() + k\n\n\ndef f(x, k):\n    BASE[3] += k\n    return np.sin(x) * total(k)",
    "in a loop": "def f(x, k):\n    for i in range(3):\n        BASE[i] += x[i] * k\n    return PART * 2.0",
    "in a branch": "def f(x, k):\n    global COUNT\n    if x.sum() > k:\n        COUNT += 2\n        PART[1] = k\n    return x * COUNT",
    "gives it": "def f(x, k):\n    PART[0] = k\n    return PART, np.sin(x)",
}
_numbers = itertools.count()


def module(folder, body):
    path = folder / f"live_globals_{next(_numbers)}.py"
    path.write_text(HEAD + body + "\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def around(one, f):
    """What code around the function sees: it writes into globals, binds them anew, and calls it again."""
    x = np.linspace(0.5, 2.0, 4)
    seen = []
    for k in (1.0, 2.0):
        seen.append((f(x, k), x.copy(), one.BASE.copy(), one.PART.copy(), one.OTHER.copy(), one.COUNT))
    one.PART[-1] = 9.0
    one.OTHER[0] = -1.0
    seen.append((f(x, 3.0), x.copy(), one.BASE.copy(), one.PART.copy(), one.OTHER.copy(), one.COUNT))
    one.BASE = one.OTHER[::-1]
    one.PART = one.BASE[:3]
    one.SCALE = 0.5
    seen.append((f(x, 4.0), x.copy(), one.BASE.copy(), one.PART.copy(), one.OTHER.copy(), one.COUNT))
    return seen


@pytest.mark.parametrize("name", FUNCTIONS)
def test_globals_change_as_they_do_in_the_original(name, tmp_path):
    theirs, ours = module(tmp_path, FUNCTIONS[name]), module(tmp_path, FUNCTIONS[name])
    expected, actual = around(theirs, theirs.f), around(ours, hybridize(ours.f))
    for call, (mine, original) in enumerate(zip(actual, expected, strict=True)):
        for place, (one, other) in enumerate(zip(jax.tree.leaves(mine), jax.tree.leaves(original), strict=True)):
            assert_close(one, other, err_msg=f"call {call}, {place}")


def test_it_is_converted_once_while_types_stay(tmp_path, monkeypatch):
    ours = module(tmp_path, FUNCTIONS["writes a part"])
    f = hybridize(ours.f)
    source = f.source
    monkeypatch.setattr(f._unit, "_convert", None)
    for k in range(3):
        f(np.ones(4), k)
        ours.BASE[0] += 1
    assert f.source is source


def test_a_tuple_of_arrays_is_set_as_numpys(tmp_path):
    ours = module(
        tmp_path,
        "def g(x):\n    return np.sin(x), x * 2\n\n\ndef f(x):\n    global BASE\n    BASE = g(x)\n    return np.sum(x)",
    )
    f = hybridize(ours.f)
    with pytest.raises(TracedWriteError, match="`BASE` would hold a value of a trace"):
        jax.jit(f)(np.ones(2))
    assert_close(ours.BASE, np.arange(4.0))
    f(np.ones(2))
    assert [type(each) for each in ours.BASE] == [np.ndarray, np.ndarray]


@pytest.mark.parametrize("name", ["binds it anew", "counts", "writes a part"])
def test_no_global_holds_values_of_a_trace(name, tmp_path):
    ours = module(tmp_path, FUNCTIONS[name])
    f = hybridize(ours.f)
    with pytest.raises((TracedWriteError, TypeError), match="trace"):
        jax.jit(f)(np.ones(4), 1.0)
    assert_close(ours.BASE, np.arange(4.0))
    assert ours.COUNT == 0


def test_an_unbound_global_is_an_error_as_in_python(tmp_path):
    ours = module(tmp_path, "def f(x):\n    LATE[0] = 1\n    return np.sin(x) + LATE")
    f = hybridize(ours.f)
    with pytest.raises(ConversionError, match="`LATE`, which is not defined"):
        f(np.ones(2))
    ours.LATE = np.zeros(2)
    assert_close(f(np.zeros(2)), [1, 0])
    assert_close(ours.LATE, [1, 0])


def test_the_array_of_a_closure_changes(tmp_path):
    ours = module(tmp_path, "def made(w):\n    def f(x):\n        w[0] += 1\n        return x + w\n    return f")
    w = np.zeros(2)
    f = hybridize(ours.made(w))
    assert_close(f(np.ones(2)), [2, 1])
    assert_close(f(np.ones(2)), [3, 1])
    assert_close(w, [2, 0])
