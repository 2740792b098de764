"""Functions that draw random numbers: drawn before they compute, the same numbers in the same order, or refused."""

import random

import numpy as np
import pytest

import hybridc
from differential import assert_same, load
from hybridc.core.options import Options
from hybridc.normalize.drawing.writing import _OF_SHAPE, _SIZED
from hybridc.normalize.random_draws import OF_DIMENSIONS

X = np.array([0.3, -0.7, 0.9, 0.15, -0.2, 0.61, 0.44, 0.05])
S = np.where(np.arange(36).reshape(6, 6) % 3 > 0, 1, -1)
DRAWN = {
    "two arrays": ("n", "a = np.random.rand(n)\nb = np.random.rand(n)\nreturn 4 * np.mean(a * a + b * b < 1)", (50,)),
    "numbers of a loop": (
        "n", "hits = 0\nfor _ in range(n):\n    a, b = np.random.rand(), np.random.rand()\n"
        "    if a * a + b * b < 1:\n        hits += 1\nreturn 4 * hits / n", (40,),
    ),
    "a seed and a generator": ("n, seed=3", "rng = np.random.default_rng(seed)\nreturn np.cumsum(rng.normal(size=n))", (9,)),
    "a seed": ("x, n", "np.random.seed(3)\nm = len(x)\nfor i in range(n):\n    x = x + 0.1 * np.random.randn(m)\nreturn x", (X, 7)),
    "different ones in turn": (
        "v, n", "out = np.zeros(n)\nfor i in range(n):\n    w = v + 0.5 * np.random.uniform(-1, 1)\n"
        "    if np.random.rand() < np.exp(v * v - w * w):\n        v = w\n    out[i] = v\nreturn out", (0.3, 30),
    ),
    "loops in loops": (
        "s, beta, n", "L = s.shape[0]\nfor t in range(n):\n    for k in range(L * L):\n        i = np.random.randint(0, L)\n"
        "        j = np.random.randint(0, L)\n        r = np.random.random()\n        e = 2 * s[i, j] * s[(i + 1) % L, j]\n"
        "        if r < np.exp(-beta * e):\n            s[i, j] = -s[i, j]\nreturn s.sum()", (S, 0.4, 3),
    ),
    "a generator that is given": ("x, rng, sigma=0.1", "return np.sin(x) + sigma * rng.standard_normal(x.shape)", (X, "rng")),
    "by its hint": ("x, g: np.random.Generator", "return np.sin(x) + g.random(len(x))", (X, "rng")),
    "a generator of the file": ("x", "return x * RNG.random(len(x)) + RNG.normal(0.0, 2.0, size=len(x))", (X,)),
    "from the second turn on": (
        "p, n, T", "dt = T / n\nw = np.zeros((p, n + 1))\nfor k in range(1, n + 1):\n"
        "    w[:, k] = w[:, k - 1] + np.sqrt(dt) * np.random.standard_normal(p)\nreturn w", (3, 8, 1.0),
    ),
    "places": (
        "x, reps", "n = len(x)\nm = np.empty(reps)\nfor b in range(reps):\n    k = np.random.randint(0, n, size=n)\n"
        "    m[b] = x[k].mean()\nreturn m.mean(), m.std()", (X, 11),
    ),
    "orders": ("x, n", "t = 0.0\nfor r in range(n):\n    t += x[np.random.permutation(len(x))][:3].sum()\nreturn t", (X, 5)),
    "a list of draws": ("n", "v = np.array([np.random.rand() for _ in range(n)])\nreturn np.sort(v)[0] + v.sum()", (12,)),
    "by what is given": ("mu, sd, n", "s = 0.0\nfor i in range(n):\n    s += np.exp(np.random.normal(mu, sd))\nreturn s / n", (0.1, 0.2, 20)),
    "a loop within": (
        "x, n", "t = np.zeros(len(x))\nfor i in range(n):\n    z = np.random.randn(len(x))\n    for j in range(3):\n"
        "        t += z * x / (j + 1)\nreturn t", (X, 6),
    ),
    "for what the loop binds anew": (
        "x0, n", "x = x0.copy()\ny = np.zeros((2, len(x0)))\nfor i in range(n):\n    x = x * 0.9 + np.random.randn(len(x))\n"
        "    y = y + np.random.rand(*y.shape)\nreturn x, y", (X, 6),
    ),
    "no turns": ("x, n", "for i in range(n):\n    x = x + np.random.rand()\nreturn x * 2", (X, -3)),
    "steps": ("n", "p = 0\nfor i in range(n):\n    p += 2 * np.random.randint(0, 2) - 1\nreturn p", (40,)),
    "squares": ("x, n", "t = 0.0\nfor i in range(n):\n    k = np.random.randint(-3, 4)\n    t += x[k] * k ** 2 + 0.5 ** k\nreturn t", (X, 9)),
    "a condition that is asked once": ("x", "if np.random.rand() < 0.5:\n    x = x * 2\nreturn x + 1", (X,)),
    "in the middle of lines": ('x', '"""Two."""\na = x * 2  # twice\ny = a[::-1] + np.random.rand(*x.shape)\nreturn y.sum() + np.random.rand()', (X,)),
}  # fmt: skip
LEFT = {
    "behind an or": ("x, n", "s = 0.0\nfor i in range(n):\n    d = x[i % 4] - s\n    if d < 0 or np.random.rand() < np.exp(-d):\n        s += 0.3\nreturn s", (X, 20)),
    "behind a return": ("x", "if x[0] > 0.5:\n    return x\nreturn x + np.random.rand(len(x))", (X,)),
    "behind a continue": ("x, n", "for i in range(n):\n    if x[i] > 0:\n        continue\n    x = x + np.random.rand()\nreturn x", (X, 6)),
    "in a loop that is left": ("x, n", "for i in range(n):\n    x = x + np.random.rand()\n    if x[0] > 1.5:\n        break\nreturn x", (X, 9)),
    "as many as are computed": ("x, n", "for i in range(n):\n    k = int(x[0]) + 2\n    x = x + np.random.rand(k).sum()\nreturn x", (X, 4)),
    "about what is written": ("mu, n", "mu[0] = 5.0\nz = np.random.normal(mu)\nreturn z + mu", (X, 3)),
    "about what another name writes": ("mu, n", "v = mu\nv[0] = 5.0\nz = np.random.normal(mu)\nreturn z + v", (X, 3)),
    "in a branch": ("x, n", "if n > 2:\n    x = x + np.random.rand()\nreturn x", (X, 3)),
    "a generator of each turn": ("x, n", "for i in range(n):\n    g = np.random.default_rng(i)\n    x = x + g.random()\nreturn x", (X, 3)),
    "a generator that is asked for more": ("x, rng", "x = x + rng.random()\nrng.shuffle(x)\nreturn x", (X, "rng")),
    "a list of some": ("x", "v = np.array([np.random.rand() for i in range(len(x)) if x[i] > 0.2])\nreturn v.sum() * x", (X,)),
    "a list of rows": ("x", "v = np.array([np.random.rand() for i in range(2) for j in range(3)])\nreturn v.sum() * x", (X,)),
    "a sum of draws": ("x, n", "return x * sum(np.random.rand() for _ in range(n))", (X, 3)),
    "integers that grow": ("x, n", "k = 1\nfor i in range(n):\n    k = k * np.random.randint(50, 100)\nreturn x + float(k)", (X, 20)),
    "a power of an integer": ("x", "k = np.random.randint(50, 60)\nreturn x * float(k ** 20)", (X,)),
    "products of integers": ("x", "k = np.random.randint(10**9, 2 * 10**9)\nreturn x + float(k * k * k)", (X,)),
    "a hash": ("x, n", "s = 0\nfor i in range(n):\n    s = s * 31 + np.random.randint(1, 10)\nreturn x + float(s % 1000)", (X, 30)),
    "shifted": ("x", "k = np.random.randint(70, 80)\nreturn x + float(1 << k)", (X,)),
    "shuffled": ("x", "y = x.copy()\nnp.random.shuffle(y)\nreturn y * 2", (X,)),
    "while": ("x, n", "while n > 0:\n    x = x + np.random.rand()\n    n -= 1\nreturn x", (X, 3)),
}  # fmt: skip


def source(parameters, body):
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"import numpy as np\n\nRNG = np.random.default_rng(5)\n\n\ndef f({parameters}):\n{lines}\n"


def run(function, given):
    """What it gives, what it leaves of its arguments, and the numbers that come next."""
    np.random.seed(11)
    random.seed(12)
    given = [
        np.random.default_rng(9) if isinstance(g, str) else g.copy() if isinstance(g, np.ndarray) else g for g in given
    ]
    result = function(*given)
    generators = [g for g in given if isinstance(g, np.random.Generator)]
    left = [g for g in given if not isinstance(g, np.random.Generator)]
    return result, left, [np.random.rand(), random.random(), *(g.random() for g in generators)]


@pytest.mark.parametrize("name", DRAWN)
def test_the_same_numbers_are_drawn_before(name):
    parameters, body, given = DRAWN[name]
    text = source(parameters, body)
    result = hybridc.convert(text)
    assert {f.name: f.outcome for f in result.functions} == {"f": hybridc.Outcome.COMPILED}, result.diagnostics
    assert "def _f(" in result.code and not result.refusals
    original, generated = load(text), load(result.code, "generated")
    for _ in range(2):
        expected, found = run(original.f, given), run(generated.f, given)
        assert_same(expected[:2], found[:2])
        assert expected[2] == found[2]
    assert original.f.__doc__ == generated.f.__doc__


@pytest.mark.parametrize("name", LEFT)
def test_what_hangs_on_what_is_computed_is_left(name):
    parameters, body, given = LEFT[name]
    text = source(parameters, body)
    result = hybridc.convert(text, options=Options(partial=True))
    assert "HYB404" in {d.code for d in result.refusals} or "def _f(" not in (result.code or ""), result.code
    expected, found = run(load(text).f, given), run(load(result.code or text, "generated").f, given)
    assert_same(expected[:2], found[:2])
    assert expected[2] == found[2]


def test_an_array_that_changes_its_shape_is_asked():
    text = source("x, dt, n", "for i in range(n):\n    x = x + dt * np.random.randn(len(x))\nreturn x.sum()")
    function = load(hybridc.convert(text).code, "generated").f
    assert np.isfinite(function(X, 0.1, 3))
    with pytest.raises(ValueError, match="for which numbers were drawn"):
        function(X, np.ones((2, 1)), 3)


def test_draws_stay_where_the_file_says_so():
    text = source("n", "return np.random.rand(n) * 2").replace("def f(n):", "def f(n):  # hybridc: host")
    assert "_f(" not in (hybridc.convert(text, options=Options(partial=True)).code or "")


@pytest.mark.parametrize("name", sorted(OF_DIMENSIONS | _OF_SHAPE | _SIZED.keys()))
@pytest.mark.parametrize("kind", ["the hidden one", "RandomState", "default_rng"])
def test_numpy_draws_several_numbers_one_after_the_other(kind, name):
    """On which drawing all numbers of a loop at once rests."""
    made = {
        "the hidden one": lambda: np.random,
        "RandomState": np.random.RandomState,
        "default_rng": np.random.default_rng,
    }
    arguments = {"uniform": (-1, 2.5), "normal": (0.5, 2), "exponential": (1.5,), "randint": (0, 7), "integers": (0, 7)}
    one, other = made[kind](), made[kind]()
    if not hasattr(one, name):
        assert (name in ("rand", "randn", "randint", "random_sample")) == (kind == "default_rng")
        return
    given = arguments.get(name, ())
    shape = (3, 5) if name in OF_DIMENSIONS else ((3, 5),)
    keyword = {"size": (3, 5)} if name in _SIZED else {}

    def seeded(which):
        if kind == "the hidden one":
            np.random.seed(3)
            return np.random
        return made[kind](3)

    one = seeded(one)
    found = [[getattr(one, name)(*given) for _ in range(5)] for _ in range(3)]
    after = one.random()
    other = seeded(other)
    at_once = getattr(other, name)(*given, **keyword) if keyword else getattr(other, name)(*shape)
    np.testing.assert_array_equal(at_once, np.array(found))
    assert other.random() == after


WRITING = {
    "a method": "mu.sort()\nz = np.random.normal(mu)\nreturn z + mu",
    "out": "np.multiply(mu, 2, out=mu)\nz = np.random.normal(mu)\nreturn z + mu",
    "a helper": "double(mu)\nz = np.random.normal(mu)\nreturn z + mu",
    "a helper's helper": "twice(mu)\nz = np.random.normal(mu)\nreturn z + mu",
}


@pytest.mark.parametrize("name", WRITING)
def test_arrays_that_are_written_before_decide_what_is_drawn(name):
    text = (
        source("mu", WRITING[name])
        + "\n\ndef double(a):\n    a *= 2\n\n\ndef twice(b):\n    double(b)\n    double(b)\n"
    )
    result = hybridc.convert(text, options=Options(partial=True))
    expected, found = run(load(text).f, (X,)), run(load(result.code or text, "generated").f, (X,))
    assert_same(expected[:2], found[:2])
    assert expected[2] == found[2]


def test_nothing_is_said_of_what_the_file_does_not_have():
    text = source("x, n", "for i in range(n):\n    x = x + np.random.rand()\nreturn x")
    assert not [d for d in hybridc.convert(text).diagnostics if "drawn" in d.message]
    text = source("n", "noise = np.random.rand(n)\ns = 0.0\nfor i in range(n):\n    s = s * 0.5 + noise[i]\nreturn s")
    assert [d.code for d in hybridc.convert(text).diagnostics if "noise[i]" in d.message] == ["HYB501"]


MAYBE = {
    "ravel": "r = x.ravel()\nr[0] = 50\nreturn np.random.normal(x, 1)",
    "reshape": "r = x.reshape(2, 4)\nr += 10\nreturn np.random.normal(x, 1)",
    "rows": "for row in x.reshape(2, 4):\n    row += 10\nreturn np.random.normal(x, 1)",
    "halves": "a, b = x[:4], x[4:]\nb -= a\nreturn np.random.permutation(x)",
    "another argument": "x[0] = 40\nreturn x + np.random.normal(s, 1)",
}


@pytest.mark.parametrize("name", MAYBE)
def test_what_decides_is_a_number_where_arrays_are_written(name):
    """What is written may be it, or show it."""
    function = load(hybridc.convert(source("x, s", MAYBE[name])).code, "generated").f
    x = X.copy()
    with pytest.raises(TypeError, match="decides what is drawn, and is to be a number"):
        function(x, x)
    assert_same(x, X)


def test_numbers_decide_beside_arrays_that_are_written():
    text = source("x, sigma, n", "for i in range(n):\n    x[i] = x[i] + np.random.normal(0, sigma)\nreturn x.sum()")
    result = hybridc.convert(text)
    assert "np.ndim(sigma)" in result.code and "np.ndim(n)" not in result.code
    assert_same(run(load(text).f, (X, 0.3, 5))[:2], run(load(result.code, "generated").f, (X, 0.3, 5))[:2])
