"""What goes wrong between functions: one array twice among results, views of numbers, writes after a branch, lists."""

from textwrap import dedent

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, load

A, B = np.array([0.5, -1.0, 2.0, 0.25]), np.array([1.0, 3.0, -2.0, 0.5])
PROGRAMS = {
    "one array twice": (
        """
        def work(x):
            a = np.sin(x)
            return a, a

        def main(x, p):
            r = work(x)
            s = np.array(r[0])
            r[0][0] = 17.0
            return r[0], r[1], s
        """,
        [(A, 1.0)],
    ),
    "an array beside its view": (
        """
        def inner(x):
            a = np.sin(x)
            return {"all": a, "rest": a[1:]}

        def outer(x):
            d = inner(x)
            return d

        def main(x, p):
            r = outer(x)
            s = np.sum(r["all"])
            r["all"][1] = 17.0
            return r["rest"] * 1, s
        """,
        [(A, 1.0)],
    ),
    "views of numbers": (
        """
        def grow(x):
            y = np.atleast_1d(x)
            y += 1
            return y

        def main(x, p):
            z = x * 1.0
            w = grow(z)
            return w, z
        """,
        [(A, 1.0), (1.5, 1.0)],
    ),
    "an array that another one may have replaced": (
        """
        def main(x, p):
            a = np.sin(x)
            b = np.cos(x)
            c = a[1:]
            d = a[::-1]
            if p > 0:
                s = 1.0
            elif p < -1:
                a = b
            c[0] = 5.0
            d[0] += 2.0
            return a, b, c, d
        """,
        [(A, 1.0), (A, -0.5), (A, -3.0)],
    ),
    "an array that another one may have replaced inside": (
        """
        def main(x, p):
            a = np.sin(x)
            b = np.cos(x)
            c = a[1:]
            if p > 0:
                a = b[::-1] if p > 2 else a
            c[0] = 5.0
            a[1:3] -= 1
            return a, b, c
        """,
        [(A, 1.0), (A, -0.5), (A, 3.0)],
    ),
    "lists": (
        """
        def center(x):
            y = np.asarray(x, dtype=float)
            y -= y.mean()
            return y

        def main(x, p):
            return center([1, 2, 6]), center((1.0, 2.0)), center(np.arange(3)), center(x)
        """,
        [(A, 1.0)],
    ),
    "nothing, said": (
        """
        def fill(x, v=None):
            if v is None:
                v = x.max()
            x[x < 0] = v
            return None

        def main(x, p):
            y = x * 2
            fill(y)
            z = y[::2]
            fill(z, v=p)
            return y, z
        """,
        [(A, 1.0), (B, 2.0)],
    ),
    "another object": (
        """
        def main(x, p):
            y = np.sin(x)
            v = y[...]
            w = y
            v[0] = 3.0
            if v is y:
                return y * 2, 0
            if w is y:
                return y, 1
            return v, 2
        """,
        [(A, 1.0)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_arguments_agree(name):
    body, cases = PROGRAMS[name]
    source = "import numpy as np\n\n\n" + dedent(body).strip() + "\n"
    there, here = load(source), load(converted(source), "generated")
    for case in cases:
        given, again = fresh([*case]), fresh([*case])
        assert_same(there.main(*given), here.main(*again))


HANDED = {
    "a bound method": "m = Model(2.0)\nr = run(m.grad, x)\nm.w = 3.0\nreturn r, run(m.grad, x)",
    "an object that is called": "return run(Model(2.0), x), run(Model(3.0), x)",
    "a function of what is set again": "k = 1.0\ng = lambda t: k * t\nr = run(g, x)\nk = 3.0\nreturn r, run(g, x)",
    "a function of an array that is written": "a = x.copy()\ng = lambda t: a * t\nr = run(g, x)\na *= 3\nreturn r, run(g, x)",
    "arrays that are bound": "a = x.copy()\nh = partial(scaled, a)\nr = run(h, x)\na *= 3\nreturn r, run(h, x)",
    "an attribute of its own": "q = Model(1.0)\ns = Solver(q.grad)\nr = s.go(x)\nq.w = 3.0\nreturn r, s.go(x)",
    "an attribute that is set later": "q = Model(1.0)\ns = Solver(abs)\ns.f = q.grad\nr = s.go(x)\nq.w = 3.0\nreturn r, s.go(x)",
    "a function that counts": "seen = []\ndef g(t):\n    seen.append(1)\n    return t\nrun(g, x)\nrun(g, x)\nreturn len(seen)",
}
HEAD = """from functools import partial

import numpy as np


class Model:
    def __init__(self, w):
        self.w = w

    def grad(self, x):
        return self.w * x

    def __call__(self, x):
        return self.w * x


class Solver:
    def __init__(self, f):
        self.f = f

    def go(self, x):
        return run(self.f, x)


def scaled(a, x):
    return a * x


def run(f, x):
    return f(np.sin(x))


def main(x):  # hybridc: host
"""


@pytest.mark.parametrize("name", HANDED)
def test_functions_that_may_change_are_not_handed_to_compiled_ones(name):
    source = HEAD + "".join(f"    {line}\n" for line in HANDED[name].split("\n"))
    assert "HYB406" in {d.code for d in hybridc.convert(source).refusals}
    options = hybridc.Options(partial=True)
    code = hybridc.convert(source, options=options).code
    assert code is not None
    assert_same(load(source).main(A), load(code, "generated").main(A))


def test_functions_that_never_change_are():
    source = HEAD + "    return run(np.cos, x), run(lambda t: 2 * t, x), Solver(abs).go(x)\n"
    assert "HYB406" not in {d.code for d in hybridc.convert(source.replace("np.cos", "abs")).refusals}


CAUGHT = {
    "a division": ("return s / n", "mean(x, 0)", "ZeroDivisionError"),
    "anything": ("return s + np.sin(x)[n]", "mean(x, 7)", "Exception"),
    "a root": ("return math.sqrt(s - 100.0) + n", "mean(x, 1)", "ValueError"),
    "an element": ("return s + np.sin(x)[n]", "mean(x, 7)", "(IndexError, KeyError)"),
}


def test_what_ends_the_program_may_be_caught():
    handler = "        print('failed', e)\n        raise SystemExit(1)\n"
    source = HEAD + f"    try:\n        return run(abs, x)[0]\n    except Exception as e:\n{handler}"
    indexed = source.replace("return f(np.sin(x))", "return f(np.sin(x)[1:]) / x[0]")
    assert "HYB218" not in {d.code for d in hybridc.convert(indexed).refusals}
    assert "HYB218" in {d.code for d in hybridc.convert(indexed.replace(handler, "        pass\n")).refusals}


@pytest.mark.parametrize("name", CAUGHT)
def test_what_is_caught_around_a_function_keeps_it_pythons(name):
    body, call, caught = CAUGHT[name]
    source = (
        "import math\n\nimport numpy as np\n\n\ndef mean(x, n):\n    s = 0.0\n    for v in x:\n        s += v\n"
        f"    {body}\n\n\ndef inner(x):\n    return {call}\n\n\ndef main(x):  # hybridc: host\n    try:\n"
        f"        return inner(x)\n    except {caught}:\n        return None\n"
    )
    assert {d.code for d in hybridc.convert(source).refusals} == {"HYB218"}
    code = hybridc.convert(source, options=hybridc.Options(partial=True)).code
    assert code is not None and load(code, "generated").main([1.0, 2.0]) is load(source).main([1.0, 2.0]) is None
