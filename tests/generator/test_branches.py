"""Statements that never run and tests that always go one way are taken out; what is inexact or endless is refused."""

import pytest
from branches import Unsuitable, without_idle

CASES = {
    "a test that goes both ways stays": ("if n > 0:\n    s = 1.0", "if n > 0:\n    s = 1.0"),
    "the side that is taken stays": ("if n < 9:\n    s = 1.0\nelse:\n    s = 2.0", "s = 1.0"),
    "the other side is the one that is taken": ("if n > 9:\n    s = 1.0\nelse:\n    s = 2.0", "s = 2.0"),
    "what a test sets by the way stays": ("if (w := n + 1) < 9:\n    s = w", "w = n + 1\ns = w"),
    "what a test never comes to set": ("if n > 9 and (w := n + 1) < 9:\n    s = w", ""),
    "an empty `with`": (
        "import contextlib\nwith contextlib.nullcontext():\n    for i in range(0):\n        s = i",
        "import contextlib\nwith contextlib.nullcontext():\n    pass"),
    "a conditional expression": ("s = 1.0 if n < 9 else 2.0", "s = 1.0"),
    "a loop without turns": ("for i in range(0):\n    s = i", ""),
    "a loop whose body has become empty keeps its name": (
        "for i in range(2):\n    if n > 9:\n        s = i\ns = i", "for i in range(2):\n    pass\ns = i"),
    "what follows an exit": ("for i in range(2):\n    s = i\n    break\n    s = 3", "for i in range(2):\n    s = i\n    break"),
    "an `else` without a break": ("for i in range(2):\n    s = i\nelse:\n    s = 5.0", "for i in range(2):\n    s = i\ns = 5.0"),
    "an `else` after a break that is always taken": (
        "while True:\n    s = 1.0\n    break\nelse:\n    s = 2.0", "while True:\n    s = 1.0\n    break"),
    "an `else` that runs at times": (
        "for i in range(2):\n    if n > 0:\n        break\nelse:\n    s = 2.0",
        "for i in range(2):\n    if n > 0:\n        break\nelse:\n    s = 2.0"),
    "a function that is never called": ("def g():\n    return 1.0", ""),
    "several targets have no parentheses": ("s, t = (t, s)", "s, t = t, s"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_idle_parts_are_taken_out(body: str, expected: str) -> None:
    assert without_idle(_program(body), "f", [(-1,), (1,)]).split() == _program(expected).split()


@pytest.mark.parametrize("body", ["s = n / 3", "s = 2.0 ** 50 + n", "while True:\n    s += 0.5", "s += 0.1 * n"])
def test_what_is_inexact_or_endless_is_unsuitable(body: str) -> None:
    with pytest.raises(Unsuitable):
        without_idle(_program(body), "f", [(1,)])


def _program(body: str) -> str:
    lines = ["s = 0.0", "t = 0.5", *body.splitlines(), "return s, t"]
    return "def f(n):\n" + "".join(f"    {line}\n" for line in lines)
