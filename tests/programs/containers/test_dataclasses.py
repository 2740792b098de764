"""Dataclasses are pytrees once they are registered: made, read, carried by loops, chosen, replaced and returned."""

import dataclasses

import jax
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from seams.running import loaded

V = np.array([3.0, -1.0, 4.0, 0.5])
HEAD = """import dataclasses
from dataclasses import dataclass, replace

import numpy as np


@dataclass
class S:
    p: np.ndarray
    v: np.ndarray
    t: float = 0.0

    def speed(self):
        return np.sqrt(np.sum(self.v ** 2))


@dataclass(frozen=True)
class F:
    \"\"\"Nothing but fields.\"\"\"

    w: np.ndarray
    k: float = 2.0


def turned(s, d):
    return S(s.p + d * s.v, s.v - d * s.p, s.t + d)


def given(s):
    np.sin(s.p)
    return s


"""
PROGRAMS = {
    "carried over a range": "s = S(x, x * 0)\nfor i in range(len(x)):\n    s = S(s.p + x[i], s.v - s.p, s.t + 1)\nreturn s",
    "carried by while": "s = S(x, x * 0)\nwhile s.p.sum() > 1:\n    s = replace(s, p=s.p * 0.5)\nreturn s",
    "carried over an array": "s = F(0.0, 1.0)\nfor v in x:\n    s = F(s.w + v, s.k * 2)\nreturn s",
    "given to a function": "s = S(x, x * 0)\nfor i in range(5):\n    s = turned(s, 0.1)\nreturn s",
    "chosen": "s = S(x, x * 2)\nif x.sum() > 0:\n    s = S(s.v, s.p)\nreturn s",
    "chosen by an expression": "s = S(x, x * 2) if x.sum() > 0 else S(x * 3, x)\nreturn s.p * s.v",
    "left early": "s = S(0.0, 0.0)\nfor v in x:\n    s = S(s.p + v, s.v + 1)\n    if s.p > 2.5:\n        break\nreturn s",
    "by names and defaults": "a = S(v=x, p=x * 2)\nb = F(x)\nreturn a.p - a.v + a.t, b.w * b.k",
    "in each other": "s = F(F(x, 3.0), 4.0)\nreturn s.w.w * s.w.k + s.k",
    "in a list": "r = x * 0\nfor s in [S(x, x * 2), S(x * 3, x)]:\n    r = r + s.p - s.v\nreturn r",
    "replaced": "s = S(x, x * 2)\ns = dataclasses.replace(s, p=s.v, v=s.p)\nreturn s",
    "a field that is set": "s = S(x, x * 2)\ns.p = x\nreturn s.p",
    "a method": "s = S(x, x * 2)\nreturn s.speed()",
    "an element of a field": "y = np.sin(x)\ns = S(y, x)\ns.p[0] = 5.0\nreturn s.p, y",
    "an array that a field shows": "y = np.sin(x)\ns = S(y, x)\ny[0] = 5.0\nreturn s.p, y",
    "of which one is written": "a, b = S(np.sin(x), x), S(np.cos(x), x)\ns = a\nfor i in range(3):\n    s.p[i] += 1.0\n    s = a if np.sum(a.p) > np.sum(b.p) else b\nreturn a, b, s.p",
    "named by a field": "s = S(x, x * 2)\na = s.p\na = a + 1\nreturn s.p, a",
}


def source(body, mark="graph"):
    return HEAD + f"def f(x):  # hybridc: {mark}\n" + "".join(f"    {line}\n" for line in body.split("\n"))


def parts(value):
    """What dataclasses hold, with their names."""
    if dataclasses.is_dataclass(value):
        return [type(value).__name__, *(parts(getattr(value, f.name)) for f in dataclasses.fields(value))]
    return [parts(each) for each in value] if isinstance(value, list | tuple) else value


def assert_same_parts(actual, expected):
    ours, theirs = jax.tree.flatten(parts(actual)), jax.tree.flatten(parts(expected))
    assert ours[1] == theirs[1]
    for one, other in zip(ours[0], theirs[0], strict=True):
        if isinstance(other, str):
            assert one == other
        else:
            assert_close(np.asarray(one), np.asarray(other))


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    text = source(PROGRAMS[name])
    result = hybridc.convert(text)
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    original, converted = loaded(text).f, loaded(result.code).f
    for x in (V, -V):
        assert_same_parts(converted(x.copy()), original(x.copy()))


def test_callers_give_and_get_them():
    text = source("return x")
    module = loaded(hybridc.convert(text).code)
    made = module.turned(module.S(V, V * 2), 0.5)
    assert type(made) is module.S
    assert_same_parts(made, loaded(text).turned(loaded(text).S(V, V * 2), 0.5))
    assert_close(module.S(V, V * 2).speed(), np.sqrt(np.sum((V * 2) ** 2)))
    assert_close(jax.grad(lambda p: module.turned(module.S(p, V), 0.5).p.sum())(V), np.ones(4))


HOST = {
    "a field of what was returned": "s = S(x, x * 2)\nt = turned(s, 0.5)\nt.p[0] = 7.0\nt.t = 1.0\nreturn s, t",
    "a field of what was given": "s = S(x, x * 2)\nt = given(s)\nt.p[0] = 7.0\nreturn s, t",
}


@pytest.mark.parametrize("name", HOST)
def test_host_code_sees_what_it_writes(name):
    text = source(HOST[name], "host")
    result = hybridc.convert(text)
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    assert_same_parts(loaded(result.code).f(V.copy()), loaded(text).f(V.copy()))


REFUSED = {
    "a field that is set": ("s = S(x, x * 2)\ns.p = x\nreturn s", "graph"),
    "what is not told": ("a = [x, x]\ns = S(*a)\nreturn s.p", "graph"),
    "a field of the object that was given": ("s = S(x, x * 2)\nt = given(s)\nt.t = 5.0\nreturn s.t", "host"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_compiled_code_does_not_see_is_refused(name):
    body, mark = REFUSED[name]
    assert hybridc.convert(source(body, mark)).code is None


OTHERS = {
    "text": "@dataclass\nclass Q:\n    name: str\n    w: np.ndarray\n\n\ndef g(q, x):\n    return np.sin(x) * q.w\n",
    "a size": "@dataclass\nclass Q:\n    n: int\n\n\ndef g(q, x):\n    return np.zeros(q.n) + x\n",
    "made otherwise": "@dataclass\nclass Q:\n    w: float\n\n    def __post_init__(self):\n        self.w *= 2\n\n\ndef g(x):\n    return np.sin(x) * Q(3.0).w\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_may_be_no_arrays_stays_python(name):
    text = HEAD + OTHERS[name]
    outcomes = {each.name: each.outcome for each in hybridc.convert(text).functions}
    assert outcomes["g"] is not hybridc.Outcome.COMPILED
