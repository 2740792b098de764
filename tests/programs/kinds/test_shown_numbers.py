"""What a test asks of an array says nothing of a number: writes are told, and what is taken for a number is checked."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, fresh, load

V = np.array([2.0, -1.0, 3.0, 4.0])
W = np.arange(4.0) - 1
M = np.arange(9.0).reshape(3, 3)
CASES = ((V, W, 1.0), (-V, W, 1.0), (M, M + 1, 0.5), (V[:1], W[:1], 1.0), (-V[:1], W[:1], 0.5))

GRAPH = hybridc.Options(graph=frozenset({"f"}))

ASKED = (
    "(x > 0).any()", "np.any(x > 0)", "x.max() > 0", "np.all(x > c)", "len(x) > 3", "x.shape[0] > 2",
    "abs(x).max() > c", "np.abs(x).max() > c", "x[0] > 0", "x.sum() > y.sum()", "max(x) > 1", "float(x.sum()) > 0",
    "(x > y).all()", "np.linalg.norm(x) > c", "any(x > 0)", "(x[:1] > 0).any()", "(x * 2 - y).sum() > 0",
    "np.sum(x) > c", "np.ndim(x) == 0 and x > 0", "x.ndim == 0 and x > 0", "isinstance(x, float) and x > 0", "x > 0",
    "not (x > c)", "x + 1 > 0",
)  # fmt: skip
FORMS = (
    "if {test}:\n        y = y + 1",
    "y = y * (1.0 if {test} else 2.0)",
    "k = 0\n    while k < 2 and {test}:\n        k += 1\n        y = y + k",
    "assert {test} or y is not None",
    "q = {test} and y.sum() > 0\n    y = y + q",
    "x0 = x\n    x = x.sum()\n    if x > c:\n        y = y * 2\n    x = x0",
)
FOLLOWING = (
    "x[0] = 5.0\n    return x.sum() + y",
    "x += 1\n    return np.sin(x) + y",
    "other = x\n    other += 1\n    return x * y",
    "view = x[:1]\n    view += 7.0\n    return x * y",
    "z = x + 1\n    w = z\n    z += 1\n    return w, z + y",
    "held = [x, y]\n    held[0] += 1\n    return x * y",
    "np.add(x, 1, out=x)\n    return x * y",
    "for i in range(3):\n        x += i\n    return x * y",
)


def programs():
    for place, asked in enumerate(ASKED):
        for step in range(2):  # every question with two of the forms, and of what follows
            form, following = FORMS[(place + step) % len(FORMS)], FOLLOWING[(place * 3 + step) % len(FOLLOWING)]
            yield f"import numpy as np\n\n\ndef f(x, y, c):\n    {form.format(test=asked)}\n    {following}\n"


def as_told(source, cases):
    """The original's results, and its changes of arguments unless a diagnostic names them; an array in the place of a
    number may raise. How many cases agree."""
    result = hybridc.convert(source, options=GRAPH)
    if result.code is None:
        return 0
    told = {d.message.split("`")[1] for d in result.diagnostics if d.code == "HYB304"}
    original, generated = load(source).f, load(result.code, "generated").f
    agreed = 0
    for case in cases:
        before, after = ([np.copy(a) if isinstance(a, np.ndarray) else a for a in case] for _ in range(2))
        try:
            expected = original(*before)
        except (ValueError, TypeError, AssertionError):  # which has no truth, or no such method
            continue
        try:
            actual = generated(*after)
        except TypeError:  # an array in the place of a number
            continue
        assert_same(expected, actual)
        for name, one, other in zip("xyc", before, after, strict=False):
            assert name in told or np.array_equal(one, other), (source, name)
        agreed += 1
    return agreed


@pytest.mark.parametrize("source", [*programs()])
def test_nothing_is_silent_after_a_test_of_an_array(source):
    as_told(source, CASES)


@pytest.mark.parametrize("asked", ["(x > 0).any()", "np.max(x) > c", "len(x) > 3", "float(x.sum()) > 0"])
def test_a_write_into_an_array_that_is_asked_for_is_told(asked):
    source = f"import numpy as np\n\n\ndef f(x, y, c):\n    if {asked}:\n        x[0] = 5.0\n    return x, x * y\n"
    assert as_told(source, CASES) == len(CASES)
    calling = f"{source}\n\ndef g(x, y, c):\n    return f(np.sin(x), y, c)\n"
    assert "HYB304" in {d.code for d in hybridc.check(calling, options=GRAPH).diagnostics}


SHOWN = {
    "a test": "def f(x, c):\n    if c > 0:\n        x = x * 2\n    c -= 1\n    return np.sin(x) * c\n",
    "a name made of it": "def f(x, c):\n    d = c + 1\n    if d > 0:\n        x = x * 2\n    c -= 1\n    return np.sin(x) * c\n",
    "a hint": "def f(x, c: float):\n    c *= 2\n    return np.sin(x) * c\n",
    "a default": "def f(x, c=1.0):\n    c *= 2\n    return np.sin(x) * c\n",
    "another name": "def f(x, c: float):\n    d = c\n    d *= 2\n    return np.sin(x) * c, d\n",
    "a new one under two names": "def f(x, c=1.0):\n    d = c * 2\n    e = d\n    d += 1\n    return np.sin(x) * d, e\n",
    "a list": "def f(x, c=1.0):\n    held = [c, 1.0]\n    held[0] += 1\n    return np.sin(x) * c\n",
    "a loop": "def f(x, c: float):\n    for v in (c, 2.0):\n        v *= 2\n        x = x * v\n    return np.sin(x) * c\n",
    "a view": "def f(x, c: int):\n    y = np.sin(x)\n    row = y[c]\n    row[...] = 1.0\n    return y\n",
    "a callee": "def bump(a):\n    a += 1\n\n\ndef f(x, c=1.0):\n    bump(c)\n    return np.sin(x) * c\n",
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_taken_for_a_number_is_checked(name):
    source = f"import numpy as np\n\n\n{SHOWN[name]}"
    number = 1 if "c=0" in source or "c: int" in source else 0.5
    x = M if name == "a view" else V
    array = np.array([number])
    if "def bump" not in source:
        assert as_told(source, [(x, number)]) == 1
    assert as_told(source, [(x, array), (V, np.array([1, 1, 2, 1]) * number)]) == 0


def test_elements_that_a_test_takes_for_numbers_are_checked():
    source = (
        "import numpy as np\n\n\ndef f(x):\n    t = x[1]\n    if x[0] > 0:\n        t += 1\n    return t, np.sin(x)\n"
    )
    assert as_told(source, [(V,)]) == 1
    assert as_told(source, [(V.reshape(4, 1),)]) == 0


def test_a_name_bound_anew_shows_nothing_of_the_parameter():
    source = (
        "import numpy as np\n\n\ndef f(x, y):\n    x[0] = 5.0\n    x = x.sum()\n    if x > 0:\n        y = y + x\n"
        "    return y\n"
    )
    generated = load(hybridc.convert(source, options=GRAPH).code, "generated")
    for x in (V, M):
        (ours, theirs), y = fresh((x, x)), np.arange(3.0)
        assert_same(load(source).f(theirs, y), generated.f(ours, y))
        assert_same(theirs, ours)


@pytest.mark.parametrize("asked", ["np.ndim(x) == 0", "np.isscalar(x)", "isinstance(x, float)"])
def test_a_function_that_asks_what_it_is_given_takes_both(asked):
    body = f"z = x\n    if {asked} and x > 0:\n        y = y * 2\n    z += 1\n    return x * y, z, c"
    source = f"import numpy as np\n\n\ndef f(x, y, c):\n    {body}\n"
    if (code := hybridc.convert(source, options=GRAPH).code) is None:
        return
    original, generated = load(source).f, load(code, "generated").f
    for x in (2.0, V, M):
        given = [np.copy(x) if isinstance(x, np.ndarray) else x for _ in range(2)]
        assert_same(original(given[0], 3.0, 1.0), generated(given[1], 3.0, 1.0))
