"""`np.vectorize`: of which functions, where they stand, and of which arguments; what nothing proves is refused."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

X = np.array([0.3, -0.7, 0.9, 0.15, -0.2, 0.61, 0.44, 0.05])
TOP = """import math

import numpy as np


def step(v):
    if v > 0.5:
        return v * 2.0
    return 0.0


def mixed(v):
    if v > 0:
        return v
    return -1


def halvings(v):
    n = 0
    while v > 0.01 and n < 50:
        v = v / 2
        n += 1
    return n


def summed(v, w=2.0):
    s = 0.0
    for k in range(3):
        s += v**k * w
    return s


def either(v):
    best = v
    if v < 0:
        best = -v
    return best


def factorial(v):
    return math.factorial(int(v))


doubled = np.vectorize(step)
weighed = np.vectorize(summed, otypes=[float])


@np.vectorize
def clipped(v, w=2.0):
    if v > 0.5:
        return w
    return v * 1.0


"""
BODIES = {
    "a function": "return np.vectorize(step)(x)",
    "a lambda": "return np.vectorize(lambda v: v ** 2 if v > 0 else 0.0)(x)",
    "under a name": "g = np.vectorize(step)\nreturn g(x.reshape(2, -1)) + g(0.7)",
    "of several": "return np.vectorize(summed)(x[:, None], x[:3])",
    "with a default": "return np.vectorize(summed)(x)",
    "given a dtype": "return np.vectorize(mixed, otypes=[float])(x), np.vectorize(mixed, otypes=[int])(x * 9)",
    "given a dtype by place": "return np.vectorize(mixed, [float])(x)",
    "of integers": "return np.vectorize(lambda v: 1 if v > 0 else 0)(x), np.vectorize(either)((x * 9).astype(np.int32))",
    "of integers, twice or once": "return np.vectorize(lambda v: v * 2 if v > 0 else v)((x * 9).astype(int)), np.vectorize(lambda v: 1 + v if v > 0 else v)((x * 9).astype(np.int16))",
    "of truth values": "return np.vectorize(lambda v: v > 0)(x), np.vectorize(lambda v: 0.0 if v else 1.0)(x > 0)",
    "a loop": "return np.vectorize(halvings)(x)",
    "of rows": "return np.vectorize(lambda r: r.sum(), signature='(n)->()')(x.reshape(2, -1))",
    "several results": "a, b = np.vectorize(lambda v: (v + 1.0, v * 2))(x)\nreturn a - b",
    "functions of math": "return np.vectorize(lambda v: math.exp(v) if v < 0 else math.sqrt(v))(x).sum()",
    "what is around it": "k = x.max()\nreturn np.vectorize(lambda v: v / k)(x)",
    "an inner function": "def inner(v, w):\n    if v > w:\n        return v - w\n    return w - v\nreturn np.vectorize(inner)(x, x[::-1])",
    "narrow numbers": "return np.vectorize(lambda v: v * 2)(x.astype(np.float32))",
    "narrow numbers, in many digits": "return np.vectorize(lambda v: v * 1e-30 * 1e-30 * 1e55)(x.astype(np.float32))",
    "small integers": "return np.vectorize(lambda v: v * 2)((x * 9).astype(np.int8)), np.vectorize(lambda v: v / 2)((x * 9).astype(np.int8))",
    "a name at the top": "return doubled(x).sum() + doubled(x.reshape(2, -1))",
    "a name at the top, of several": "return weighed(x, x[0])",
    "a decorator": "return clipped(x.reshape(2, -1)), clipped(x, 3.5)",
}  # fmt: skip
REFUSED = {
    "results of two kinds": ("return np.vectorize(mixed)(x)", "HYB402"),
    "nothing at times": ("def f(v):\n    if v > 0:\n        return v\nreturn np.vectorize(f)(x)", "HYB402"),
    "what stays Python": ("return np.vectorize(factorial)(x)", "HYB406"),
    "the same along an axis": ("return np.apply_along_axis(factorial, 0, x)", "HYB406"),
    "keywords": ("return np.vectorize(step, excluded={0})(x)", "HYB405"),
}  # fmt: skip


def source(body):
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{TOP}def f(x):  # hybridc: graph\n{lines}\n"


@pytest.mark.parametrize("name", BODIES)
def test_a_function_of_elements_agrees(name):
    result = hybridc.convert(source(BODIES[name]))
    assert not result.refusals, [d.message for d in result.refusals]
    assert "np.vectorize" not in result.code.replace("jnp.vectorize", "")
    expected, found = load(source(BODIES[name])).f(X.copy()), load(result.code, "generated").f(X.copy())
    assert_same(expected, found)
    if not isinstance(expected, tuple):
        assert np.asarray(found).dtype == np.asarray(expected).dtype


@pytest.mark.parametrize("name", REFUSED)
def test_what_nothing_proves_is_refused(name):
    body, code = REFUSED[name]
    assert code in {d.code for d in hybridc.convert(source(body)).refusals}


def test_arguments_of_which_elements_give_two_dtypes_raise():
    here = load(hybridc.convert(source(BODIES["a decorator"])).code, "generated")
    for given in (np.array([1, 2, 3]), X.astype(np.float32)):
        with pytest.raises(TypeError, match="otypes"):
            here.clipped(given)
    assert_same(load(TOP).clipped(X), here.clipped(X))


def test_a_name_at_the_top_of_the_file_is_for_host_code_as_well():
    there, here = load(TOP), load(hybridc.convert(source("return doubled(x)")).code, "generated")
    assert_same(there.doubled(X), here.doubled(X))
    assert_same(there.doubled(0.9), here.doubled(0.9))


def test_a_name_that_is_more_than_called_stays_python():
    text = f"{TOP}table = {{'d': doubled}}\n\n\ndef f(x):\n    return np.sin(x)\n"
    code = hybridc.convert(text, options=hybridc.Options(partial=True)).code
    assert "doubled = np.vectorize(step)" in code
    assert_same(load(text).table["d"](X), load(code, "generated").table["d"](X))


HANDED = {
    "a name of the file": "gv = np.vectorize(g)\n\n\ndef f(x):\n    return gv(x)\n",
    "a call": "def f(x):\n    return np.vectorize(g)(x)\n",
    "a list of them": "made = [np.vectorize(g)]\n\n\ndef f(x):\n    return made[0](x)\n",
}


@pytest.mark.parametrize("name", HANDED)
def test_what_numpy_calls_gives_the_dtype_of_its_first_result(name):
    """An integer for the first element makes integers of all, which no compiled function would give."""
    text = f"import numpy as np\n\n\ndef g(a):\n    if a < 0:\n        return -1\n    return 1.5\n\n\n{HANDED[name]}"
    result = hybridc.convert(text, options=hybridc.Options(partial=True))
    original, generated = load(text), load(result.code or text, "generated")
    for x in (np.array([-1.0, 2.0]), np.array([2.0, -1.0])):
        expected, found = original.f(x), generated.f(x)
        assert found.dtype == expected.dtype
        assert_same(expected, found)
