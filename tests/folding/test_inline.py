"""Calls of straight-line functions with literal arguments become what they compute, written out."""

import ast

import pytest

from hybridc.normalize.folding import folded, inline

FANCY = """\
def add(a, b):
    return a + b


def fancy_func(a, b, c, d):
    e = add(a, b)
    f = add(c, d)
    g = add(e, f)
    return g


"""
EXPRESSIONS = [
    (FANCY, "print(fancy_func(1, 2, 3, 4))", "print((1 + 2) + (3 + 4))"),
    (FANCY, "x = add(1, 2)", "x = 1 + 2"),
    (FANCY, "x = 2 * add(1, b=0x10)", "x = 2 * (1 + 0x10)"),
    (FANCY, "x = [add(1, 2), add(add(1, 2), 3)]", "x = [1 + 2, (1 + 2) + 3]"),
    (FANCY, "x = -add(1, 2)", "x = -(1 + 2)"),
    (FANCY, "x = add('a', 'b').upper()", "x = ('a' + 'b').upper()"),
    ("def square(x):\n    return x**2\n", "print(square(-3))", "print((-3)**2)"),
    ("def pair(a, b=1.50):\n    return b, a\n", "print(pair(2))", "print((1.50, 2))"),
    ("import math\n\n\ndef f(x):\n    return math.sqrt(x)\n", "print(f(4))", "print(math.sqrt(4))"),
    (
        "K = 3\n\n\ndef f(x):\n    '''Doc.'''\n    return K * x if x > 1 else x\n",
        "print(f(4))",
        "print(K * 4 if 4 > 1 else 4)",
    ),
]
LEFT_ALONE = {
    "a loop": "def f(x):\n    for i in range(3):\n        x += i\n    return x\n\n\nprint(f(1))\n",
    "a branch": "def f(x):\n    if x:\n        return 1\n    return 2\n\n\nprint(f(1))\n",
    "recursion": "def f(x):\n    return 1 if x < 1 else x * f(x - 1)\n\n\nprint(f(3))\n",
    "what raises": "def f(x):\n    return 1 / x\n\n\nprint(f(0))\n",
    "an unused value that raises": "def f(x):\n    y = 1 / x\n    return x\n\n\nprint(f(0))\n",
    "a return over several lines": "def f(x):\n    return (x +\n        1)\n\n\nprint(f(0))\n",
    "what fold would leave": "def f(x):\n    return print(x)\n\n\nf(f(0))\n",
}


@pytest.mark.parametrize(("definitions", "before", "after"), EXPRESSIONS)
def test_a_call_becomes_its_expression(definitions: str, before: str, after: str) -> None:
    program = f"{definitions}\n{before}\n"
    assert inline(program, ast.parse(program)) == f"{definitions}\n{after}\n"


@pytest.mark.parametrize("program", LEFT_ALONE.values(), ids=LEFT_ALONE.keys())
def test_left_alone(program: str) -> None:
    assert inline(program, ast.parse(program)) is None


def test_doubling_stops_at_a_length_that_can_be_read() -> None:
    doubling = "".join(f"    x{i + 1} = x{i} + x{i}\n" for i in range(30))
    program = f"def f(x0):\n{doubling}    return x30\n\n\nprint(f(1))\n"
    assert inline(program, ast.parse(program)) is None


@pytest.mark.parametrize(
    ("enabled", "last_line"),
    [
        ({"unfold"}, "print(fancy_func(1, 2, 3, 4))"),
        ({"unfold", "inline"}, "print((1 + 2) + (3 + 4))"),
        ({"unfold", "inline", "fold"}, "print(10)"),
    ],
)
def test_stages_show_the_way_from_the_call_to_its_value(enabled: set[str], last_line: str) -> None:
    program = FANCY + "exec('print(fancy_func(1, 2, 3, 4))')\n"
    text = folded(program, ast.parse(program), frozenset(enabled))
    assert text is not None
    assert text.splitlines()[-1] == last_line
