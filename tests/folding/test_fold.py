"""Calls of pure functions with literal arguments: which become their value, which are left alone."""

import ast

import pytest

from hybridc.normalize.folding import fold

ADD = "def add(a, b):\n    return a + b\n\n\n"


def folded(program: str) -> str:
    new = fold(program, ast.parse(program))
    return program if new is None else new


VALUES = [
    (ADD, "print(add(1, 2))", "print(3)"),
    (ADD, "print(add(add(1, 2), add(3, 4)))", "print(10)"),
    (ADD, "x = add(1, b=2)", "x = 3"),
    (ADD, "x: int = add(1, 2)", "x: int = 3"),
    (ADD, "print(2 * add(1, -4))", "print(2 * -3)"),
    (ADD, "print(2 - add(1, -4))", "print(2 - (-3))"),
    (ADD, "print(add(1, -4) ** 2)", "print((-3) ** 2)"),
    (ADD, "print(add(1, 2).bit_length())", "print((3).bit_length())"),
    (ADD, "print(1 if add(0, 1)else 2)", "print(1 if 1 else 2)"),
    (ADD, 'print(add("a", "b\'"))', 'print("ab\'")'),
    (ADD, "print(add((1,), ()))", "print((1,))"),
    (ADD, "print(*add((1,), (2,)))", "print(*(1, 2))"),
    (ADD, "print(input(), add(1, 2))", "print(input(), 3)"),
    (ADD, "print('é', add(1, 2), 'ü')", "print('é', 3, 'ü')"),
    (ADD, 'if __name__ == "__main__":\n    print(add(1, 2))', 'if __name__ == "__main__":\n    print(3)'),
    ("def third(x=1.0):\n    return x / 3\n", "print(third())", "print(0.3333333333333333)"),
    ("def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n", "print(fact(10))", "print(3628800)"),
    ("def is_even(n):\n    return n % 2 == 0\n", "print(is_even(4))", "print(True)"),
    ("def nothing():\n    pass\n", "print(nothing())", "print(None)"),
    ("RATE = 2 * 3\n\n\ndef scaled(x):\n    return RATE * x\n", "print(scaled(7))", "print(42)"),
    ("import math\n\n\ndef area(r):\n    return math.floor(math.pi * r**2)\n", "print(area(10))", "print(314)"),
    ("from math import sqrt as root\n\n\ndef f(x):\n    return root(x)\n", "print(f(16))", "print(4.0)"),
    ("def mean(xs):\n    return sum(xs) / len(xs)\n", "print(mean([1, 2, 6]))", "print(3.0)"),
    ("def f(x, verbose=False):\n    if verbose:\n        print(x)\n    return x\n", "print(f(1))", "print(1)"),
    (
        "def primes(n):\n    found = []\n    for i in range(2, n):\n        for p in found:\n"
        "            if i % p == 0:\n"
        "                break\n        else:\n            found.append(i)\n    return tuple(found)\n",
        "print(primes(12))",
        "print((2, 3, 5, 7, 11))",
    ),
    (
        "def collatz(n):\n    steps = 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n"
        "        steps += 1\n    return steps\n",
        "print(collatz(27))",
        "print(111)",
    ),
    (
        "def f(word):\n    counts = {}\n    for c in word.upper():\n        counts[c] = counts.get(c, 0) + 1\n"
        '    return ", ".join(f"{k}{v}" for_each)\n'.replace("(f\"{k}{v}\" for_each)", "(counts.keys())"),
        'print(f("abca"))',
        'print("A, B, C")',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("definitions", "before", "after"), VALUES)
def test_a_constant_call_becomes_its_value(definitions: str, before: str, after: str) -> None:
    assert folded(f"{definitions}\n{before}\n") == f"{definitions}\n{after}\n"


LEFT_ALONE = {
    "a bare call": ADD + "add(1, 2)\n",
    "arithmetic that the author wrote": ADD + "print(60 * 60 * 24)\n",
    "an argument that is no literal": ADD + "x = 1\nprint(add(x, 2))\n",
    "inside a function": ADD + "def g():\n    return add(1, 2)\n",
    "inside a conditional statement": ADD + "if x:\n    print(add(1, 2))\n",
    "inside a loop": ADD + "for _ in range(2):\n    print(add(1, 2))\n",
    "inside a lambda whose parameter hides it": ADD + "f = lambda add: add(1, 2)\n",
    "inside a comprehension whose target hides it": ADD + "f = [add(1, 2) for add in fs]\n",
    "inside an f-string": ADD + "print(f'{add(1, 2)}')\n",
    "a comment inside the call": ADD + "print(add(\n    1,  # one\n    2,\n))\n",
    "in an assert, which would say nothing": ADD + "assert add(1, 2) == 3\n",
    "compared by identity": ADD + "print(add(1, 2) is 3)\n",
    "called again": ADD + "print(add(1, 2)(3))\n",
    "subscripted": ADD + "print(add('a', 'b')[0])\n",
    "before its definition": "print(add(1, 2))\n" + ADD,
    "a callee defined too late": "def f(x):\n    return g(x)\n\n\nprint(f(1))\n\n\ndef g(x):\n    return x\n",
    "defined twice": ADD + ADD + "print(add(1, 2))\n",
    "rebound": ADD + "add = jit(add)\nprint(add(1, 2))\n",
    "rebound later": ADD + "print(add(1, 2))\nadd = max\n",
    "rebound in a function": ADD + "def g():\n    global add\n    add = max\n\n\ng()\nprint(add(1, 2))\n",
    "rebound by a loop": ADD + "for add in [max]:\n    pass\nprint(add(1, 2))\n",
    "rebound by a walrus": ADD + "print((add := max)(1, 2), add(1, 2))\n",
    "rebound in a default": ADD + "def g(x=(add := max)):\n    return x\n\n\nprint(add(1, 2))\n",
    "deleted": ADD + "del add\nprint(add(1, 2))\n",
    "imported over": ADD + "from operator import mul as add\nprint(add(1, 2))\n",
    "defined conditionally": "if x:\n    def add(a, b):\n        return a\nprint(add(1, 2))\n",
    "set from outside": ADD + "import sys\nme = sys.modules[__name__]\nme.add = max\nprint(add(1, 2))\n",
    "set through an attribute": ADD + "module.add = max\nprint(add(1, 2))\n",
    "set through globals": ADD + "globals()['add'] = max\nprint(add(1, 2))\n",
    "set through exec": ADD + "exec(text)\nprint(add(1, 2))\n",
    "its code changed": ADD + "add.__code__ = max_code\nprint(add(1, 2))\n",
    "after a star import": "from numpy import *\n\n\n" + ADD + "print(add(1, 2))\n",
    "decorated": "@cache\n" + ADD + "print(add(1, 2))\n",
    "a generator": "def f(x):\n    return x\n    yield\n\n\nprint(f(1))\n",
    "async": "async def f(x):\n    return x\n\n\nprint(f(1))\n",
    "with *args": "def f(*x):\n    return 1\n\n\nprint(f(1))\n",
    "a default that is no constant": "def f(x, y=[]):\n    return x\n\n\nprint(f(1))\n",
    "printing": "def f(x):\n    print(x)\n    return x\n\n\nprint(f(1))\n",
    "reading input": "def f(x):\n    return input(x)\n\n\nprint(f('?'))\n",
    "an attribute": "def f(x):\n    return x.real\n\n\nprint(f(1))\n",
    "an unknown call": "def f(x):\n    return np.sin(x)\n\n\nprint(f(1))\n",
    "a builtin that the file hides": "def f(x):\n    return abs(x)\n\n\nfrom numpy import abs\nprint(f(1))\n",
    "a builtin set from outside": "import builtins as b\nb.abs = max\n\n\ndef f(x):\n"
    "    return abs(x)\n\n\nprint(f(1))\n",
    "math set from outside": "import math\nmath.sqrt = abs\n\n\ndef f(x):\n    return math.sqrt(x)\n\n\nprint(f(4))\n",
    "math imported too late": "def f(x):\n    return math.sqrt(x)\n\n\nprint(f(4))\nimport math\n",
    "a global that is rebound": "K = 1\n\n\ndef f(x):\n    return K * x\n\n\nprint(f(1))\nK = 2\n",
    "a global set later": "def f(x):\n    return K * x\n\n\nprint(f(1))\nK = 2\n",
    "a global that is no constant": "K = input()\n\n\ndef f(x):\n    return K * x\n\n\nprint(f(1))\n",
    "a global that can change": "K = [1]\n\n\ndef f(x):\n    return K[0] * x\n\n\nprint(f(1))\n",
    "a global that is changed in a function": "K = 1\n\n\ndef f(x):\n    global K\n    K += x\n"
    "    return K\n\n\nprint(f(1))\n",
    "a local that is unbound": "def f(x):\n    if x > 1:\n        y = 1\n    return y\n\n\nprint(f(1))\n",
    "raising": "def f(x):\n    return 1 / x\n\n\nprint(f(0))\n",
    "raising on purpose": "def f(x):\n    raise ValueError(x)\n\n\nprint(f(0))\n",
    "failing an assertion": "def f(x):\n    assert x\n    return x\n\n\nprint(f(0))\n",
    "too few arguments": ADD + "print(add(1))\n",
    "too many arguments": ADD + "print(add(1, 2, 3))\n",
    "an unknown keyword": ADD + "print(add(1, c=3))\n",
    "an argument twice": ADD + "print(add(1, 2, a=3))\n",
    "unpacked arguments": ADD + "print(add(*(1, 2)))\n",
    "a result with many digits": "def f(x):\n    return 10**x\n\n\nprint(f(30))\n",
    "infinity": "def f(x):\n    return x * 1e308\n\n\nprint(f(10.0))\n",
    "a complex result": "def f(x):\n    return x**0.5\n\n\nprint(f(-1))\n",
    "a long text": "def f(x):\n    return 'a' * x\n\n\nprint(f(81))\n",
    "a list": "def f(x):\n    return [x]\n\n\nprint(f(1))\n",
    "a sum that rounds, which Python 3.12 computes in another way": "def f(x):\n    return sum(x)\n\n\n"
    "print(f([0.1, 0.2, 0.3]))\n",
    "a comparison of identities": "def f(x):\n    return x is 1000\n\n\nprint(f(1000))\n",
    "a class of that name inside": "class add:\n    pass\n\n\nprint(add(1, 2))\n",
    "carriage returns": ADD.replace("\n", "\r\n") + "print(add(1, 2))\r\n",
}


@pytest.mark.parametrize("program", LEFT_ALONE.values(), ids=LEFT_ALONE.keys())
def test_left_alone(program: str) -> None:
    assert fold(program, ast.parse(program)) is None


def test_everything_else_keeps_its_bytes() -> None:
    before = (
        "# -- head --\n\n"
        + ADD
        + "x = [add( 1,2 ) ,  # très  odd\n     'é' ];  y=add(3,4)   # tail\n\tz\n".replace("\tz\n", "")
        + "\n\n\n# end, no newline"
    )
    after = before.replace("add( 1,2 )", "3").replace("add(3,4)", "7")
    assert folded(before) == after


def test_folding_again_changes_nothing() -> None:
    program = ADD + "K = add(1, 2)\n\n\ndef f(x):\n    return K * x\n\n\nprint(f(2))\n"
    once = folded(program)
    assert once.endswith("print(6)\n")
    assert folded(once) == once


def test_a_file_without_candidates_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("hybridc.normalize.folding.constant_calls.module_names")
    assert fold(ADD + "print(add(x, 2))\n", ast.parse(ADD + "print(add(x, 2))\n")) is None
