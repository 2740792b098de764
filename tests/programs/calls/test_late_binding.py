"""Lambdas, nested functions and generators find the newest values of the names that they read."""

import contextlib
import itertools
import textwrap

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, load

MADE = {
    "lambda": "look = lambda v: s * v",
    "of its sum": "look = lambda v: s.sum() * v",
    "of an element": "look = lambda v: s[0] * v",
    "itself": "look = lambda v: s",
    "def": "def look(v):\n    return s * v",
    "locals": "def look(v):\n    t = s[1:] * v\n    return t.sum()",
    "default": "look = lambda v, s=s: s * v",
    "default of def": "def look(v, s=s):\n    return s",
    "in a lambda": "inner = lambda v: s * v\nlook = lambda v: inner(v) + 1",
    "in a def": "inner = lambda v: s * v\ndef look(v):\n    return inner(v) + 1",
    "in an argument": "look = lambda v: (lambda q: s * q)(v)",
    "one of two": "look = (lambda v: s * v) if flag else (lambda v: s - v)",
    "two names": "other = 3.0\nlook = lambda v: s * v + other\nother = 4.0",
}
CHANGED = {
    "not": "pass",
    "set": "s = s + 1",
    "branch": "if k > 0.5:\n    s = s + 1",
    "counted": "for i in range(3):\n    s = s * 0.5 + i",
    "rows": "for row in y:\n    s = s + row",
    "while": "while s.sum() < 100:\n    s = s * 2",
    "operator": "s += 1",
    "element": "s[0] = 7.5",
    "element, branch": "if k > 0.5:\n    s[0] = 7.5",
    "elements": "for i in range(3):\n    s[i] = i + 2.5",
    "exchanged": "s, z = s * 3, s",
}
USED = {
    "after": "{changed}\nreturn look(2.0), s",
    "before and after": "a = look(2.0)\n{changed}\nreturn a, look(2.0), s",
    "loop": "total = 0.0\nfor j in range(3):\n{inside}\n    total = total + look(1.5)\nreturn total, s",
    "rows": "total = 0.0\nfor row in y:\n{inside}\n    total = total + look(1.5) * row[0]\nreturn total, s",
    "test": ("n = 0\nwhile np.sum(look(1.0)) < 50 and n < 20:\n{inside}\n    n = n + 1\n    s = s * 1.5\nreturn n, s"),
    "branch": "if k > 0.5:\n{inside}\n    r = look(1.0)\nelse:\n    r = look(2.0)\nreturn r, s",
    "list": "made = [look]\n{changed}\nreturn made[0](2.0), s",
    "dict": "made = {'a': look}\n{changed}\nreturn made['a'](2.0), s",
    "given": "{changed}\nreturn apply(look, 2.0), s",
    "map": "{changed}\nreturn sum(map(look, [1.0, 2.0])), s",
    "map before": "mapped = map(look, [1.0, 2.0])\n{changed}\nreturn sum(mapped), s",
    "generator": "made = (look(w) for w in (1.0, 2.0))\n{changed}\nreturn sum(made), s",
    "comprehension": "{changed}\nreturn [look(w) for w in (1.0, 2.0)], s",
    "renamed": "other_name = look\n{changed}\nreturn other_name(2.0), s",
}
FORMS = list(itertools.product(MADE, CHANGED, USED))
CASES = [[np.array([0.5, 1.25, 2.0]), np.arange(6.0).reshape(2, 3) + 0.5, k] for k in (0.0, 1.0)]
CONVERTED = [
    (made, changed, used)
    for made in ("lambda", "of its sum", "itself", "def", "locals", "in a lambda", "in a def")
    for changed in ("set", "branch", "counted", "while", "exchanged")
    for used in ("after", "loop", "rows", "test", "branch", "comprehension")
]


def program(made: str, changed: str, used: str) -> str:
    change = CHANGED[changed]
    use = USED[used].replace("{changed}", change).replace("{inside}", textwrap.indent(change, "    "))
    body = textwrap.indent(f"{MADE[made]}\n{use}", "    ")
    return (
        "import numpy as np\n\n\ndef apply(g, v):\n    return g(v)\n\n\n"
        f"def f(s, y, k, flag=True):  # hybridc: graph\n{body}\n"
    )


def agree(source: str, code: str) -> None:
    original, generated = load(source).f, load(code, "generated").f
    for case in CASES:
        assert_same(original(*fresh(case)), generated(*fresh(case)))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("form", FORMS, ids=" - ".join)
def test_names_are_looked_up_when_it_is_called_or_it_is_said(form):
    source = program(*form)
    result = hybridc.convert(source, filename="program.py")
    if result.code is None:
        assert result.refusals
        return
    if any(d.code == "HYB311" for d in result.diagnostics):  # its guard may raise
        with contextlib.suppress(TypeError):
            agree(source, result.code)
    else:
        agree(source, result.code)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("form", CONVERTED, ids=" - ".join)
def test_what_is_only_called_converts(form):
    source = program(*form)
    agree(source, converted(source))


@pytest.mark.parametrize(
    "body",
    [
        "m = (s * w for w in (1.0, 2.0))\nif k > 0.5:\n    s = s + 1\nreturn sum(m)",
        "made = [look := lambda v: s * v]\nif k > 0.5:\n    s = s + 1\nreturn look(2.0)",
        "total = 0.0\nfor w in (s[0] * j for j in range(3)):\n    s = s + 1\n    total = total + w\nreturn total",
        "m = map(lambda v: s * v, [1.0, 2.0])\nwhile s.sum() < 50:\n    s = s * 2\nreturn sum(m)",
        "scaled = np.vectorize(lambda v: s[0] * v)\ns = s + 1\nreturn scaled(s)",
    ],
)
def test_what_outlives_a_change_is_refused(body):
    source = "import numpy as np\n\n\ndef f(s, k):  # hybridc: graph\n" + textwrap.indent(body, "    ") + "\n"
    found = hybridc.convert(source, filename="program.py")
    assert found.code is None
    assert "HYB223" in {d.code for d in found.refusals}


@pytest.mark.parametrize(
    "body",
    [
        "r = sum(s * w for w in (1.0, 2.0))\nif k > 0.5:\n    s = s + 1\nreturn r, s",
        "r = [q for q in (s * w for w in (1.0, 2.0))]\nif k > 0.5:\n    s = s + 1\nreturn r, s",
        "order = sorted([3, 1, 2], key=lambda v: -v)\nif k > 0.5:\n    s = s + 1\nreturn s * order[0]",
        "made = [lambda v: s * v]\nif k > 0.5:\n    s = s + 1\nreturn made[0](2.0)",
        "made = [lambda v: s * v, lambda v: s + v]\nr = made[1](2.0)\nreturn r, s",
        "r = (lambda v: s * v)(2.0)\nif k > 0.5:\n    s = s + 1\nreturn r, s",
    ],
)
def test_what_lives_no_longer_or_has_a_name_converts(body):
    source = "import numpy as np\n\n\ndef f(s, k):  # hybridc: graph\n" + textwrap.indent(body, "    ") + "\n"
    original, generated = load(source).f, load(converted(source), "generated").f
    for case in ([np.array([0.5, 1.0]), 0.0], [np.array([0.5, 1.0]), 1.0]):
        assert_same(original(*fresh(case)), generated(*fresh(case)))


def test_what_a_loops_test_asks_of_a_generator_converts():
    source = (
        "import numpy as np\n\n\ndef f(s, t):  # hybridc: graph\n    for v in s:\n"
        "        if not any(np.sum(v * w) == 0 for w in t):\n            return False\n    return True\n"
    )
    original, generated = load(source).f, load(converted(source), "generated").f
    for case in ([np.eye(2), np.eye(2)], [np.eye(2), np.ones((2, 2))]):
        assert bool(generated(*case)) == original(*case)
