"""Code that stays Python computes with results, keeps them and looks at them: it is given NumPy's, and Python's numbers."""

import contextlib
import io
import textwrap

import numpy as np
import pytest

import hybridc
from differential import load

HEAD = """\
import json

import numpy as np


def norm(x):  # hybridc: graph
    return np.sqrt((x * x).sum())


def doubled(x):  # hybridc: graph
    return np.asarray(x) * 2


def count(x, t):  # hybridc: graph
    n = 0
    for v in x:
        if v > t:
            n += 1
    return n


def both(x):  # hybridc: graph
    return np.abs(x).max(), doubled(x)


def root(x, tol=1e-3):  # hybridc: graph
    low, high = 0.0, 4.0
    while high - low > tol:
        middle = (low + high) / 2
        if middle * middle > x[2]:
            high = middle
        else:
            low = middle
    return low


def share(n, x):  # hybridc: graph
    top = np.max(x)
    return n / len(x) if top > 0 else n * 2.0


def read(x):  # hybridc: graph
    return int(x[1]), float(x[2]), round(x[0]), int(np.sum(x)) / 2, np.maximum(len(x), 2)


def shifted(x, n, eps=1):  # hybridc: graph
    m = n
    for i in range(3):
        m = m * 2 + i + eps
    return m, np.sin(x) * m, np.abs(n), -n, min(n, 2)


class Box:
    kept = None


def give(x):  # hybridc: host
    return norm(x)


def main(x):  # hybridc: host
"""
# What host code does with results; all of it is told by what it prints.
COMPUTED = {
    "a list": "print([norm(x), count(x, 1)])",
    "a dict": "print({'n': count(x, 1), 'root': root(x)})",
    "a tuple": "print(both(x))",
    "a key": "print({norm(x): 1}, {count(x, 0)})",
    "its class": "print(isinstance(norm(x), float), isinstance(count(x, 1), int), type(root(x)).__name__)",
    "text of a table": "print(json.dumps({'n': count(x, 1), 'root': root(x), 'norm': norm(x)}))",
    "as it shows itself": "print(repr(norm(x)), f'{count(x, 1)!r}')",
    "a sum": "total = 0\nfor i in range(3):\n    total += count(x, i)\nprint([total])",
    "an array beside": "z = np.zeros(4) + doubled(x)\nz[0] = 5.0\nprint(z)",
    "elements": "print([v for v in doubled(x)], doubled(x)[1:], [doubled(x)[0]])",
    "a large number": "print(count(x, 0) * 10**30)",
    "the least": "print([min(norm(x), 99.0), sorted([norm(x), root(x)])])",
    "a record": "best = None\nfor i in range(3):\n    r = norm(x * i)\n    if best is None or r > best[0]:\n        best = (r, i)\nprint(best)",
    "kept": "box = Box()\nbox.kept = norm(x)\nprint([box.kept])",
    "appended": "seen = []\nseen.append(norm(x))\nprint(seen)",
    "of a function between": "print([give(x)])",
    "of a lambda": "f = lambda: norm(x)\nprint([f()])",
    "of a nested function": "def inner():\n    return norm(x)\n\n\nprint([inner()])",
    "of map": "print(list(map(norm, [x, x + 1])))",
    "by its name": "print([globals()['norm'](x)])",
    "a part": "top, y = both(x)\nprint([top], y + 1, [both(x)[0]])",
    "yielded": "def parts():\n    yield norm(x)\n\n\nprint(list(parts()))",
    "chosen": "r = norm(x) if len(x) else 0.0\nprint([r])",
    "rounded": "print([round(norm(x), 3), round(root(x), 2)])",
    "of its arguments": "print([share(3, x), share(2.5, x), share(np.float64(2), x), share(np.int64(2), x)])",
    "read of an array": "print([*read(x)], json.dumps(read(x)[:4]))",
    "computed of its arguments": "print([*shifted(x, 2)], [*shifted(x, np.int64(2))], [*shifted(x, 2, 0.5)], [*shifted(x, 2, np.float32(1))])",
    "beyond 64 bits": "print([shifted(x, 2)[0] * 10**30])",
    "a negative index": "print('abcdefg'[-count(x, 1)])",
}
HANDED_ON = {
    "printed": "print(norm(x), count(x, 1))",
    "in a text": "print(f'{norm(x):.3f}')\ntop, y = both(x)\nprint(f'{top:.2f}')",
    "to a compiled function": "y = doubled(x)\nfor _ in range(3):\n    y = doubled(y)\nprint(np.asarray(y))",
    "asked": "if count(x, 1) > 1 and not norm(x) < 0:\n    print('yes')\nwhile norm(x) < 0:\n    pass",
    "a number": "print(float(norm(x)) + 1, [int(count(x, 1))])",
    "an array": "print(np.asarray(doubled(x)) + 1)\nnp.testing.assert_allclose(doubled(x), 2 * x)",
    "its shape": "print(doubled(x).shape, len(doubled(x)), doubled(x).tolist())",
    "returned": "return norm(x)",
    "dropped": "norm(x)\nprint(1)",
}


def told(code):
    """What the program prints."""
    module, seen = load(code), io.StringIO()
    with contextlib.redirect_stdout(seen):
        module.main(np.array([0.5, 2.0, 3.0, -1.0]))
    return seen.getvalue()


def converted(statements):
    text = HEAD + textwrap.indent(statements, "    ") + "\n"
    result = hybridc.convert(text)
    assert result.code is not None, [d.message for d in result.refusals]
    assert told(result.code) == told(text)
    return result.code


@pytest.mark.parametrize("name", COMPUTED)
def test_what_is_computed_with_is_numpys(name):
    assert "@control.gives_numpy(" in converted(COMPUTED[name])


@pytest.mark.parametrize("name", HANDED_ON)
def test_what_is_only_handed_on_is_jaxs(name):
    assert "gives_numpy" not in converted(HANDED_ON[name])


def test_attributes_that_methods_set_are_numpys():
    text = textwrap.dedent("""\
        import numpy as np


        class Grid:
            def __init__(self, n):
                self.u = np.zeros(n)
                self.top = 0.0

            def step(self, f):
                self.u = np.sin(self.u) + f
                self.top = self.u.max()
                return self.u.sum()


        def main():  # hybridc: host
            grid = Grid(3)
            total = [grid.step(0.5) for _ in range(2)]
            print(total, [grid.top], [grid.u])
    """)
    result = hybridc.convert(text)
    assert "@jax.jit" in result.code
    seen = []
    for code in (text, result.code):
        module, out = load(code), io.StringIO()
        with contextlib.redirect_stdout(out):
            module.main()
        seen.append(out.getvalue())
    assert seen[0] == seen[1]


NUMBERS = {
    "n = 0\nfor v in x:\n    if v > 0:\n        n += 1\nreturn n": int,
    "return len(x)": int,
    "t = 1.0\nwhile t < 10:\n    t = t * 2\nreturn t": float,
    "return np.sum(np.abs(x)) * 0.5": np.float64,
    "return np.max(x) / 2": np.float64,
    "return np.any(x) + 1": np.int64,
    "n = 0\nfor v in x:\n    if v > 0:\n        n += 1\nreturn np.sqrt(2.0) * n": np.float64,
    "n = 0\nfor v in x:\n    if v > 0:\n        n += 1\nreturn np.maximum(n, 1)": np.int64,
    "t = 1.0\nwhile t < 10:\n    t = t * np.sqrt(2.0)\nreturn t": np.float64,
    "return x.argmax()": np.int64,
    "s = 0.0\nfor v in x:\n    s += v\nreturn s": np.float64,
}


@pytest.mark.parametrize("body", NUMBERS)
@pytest.mark.parametrize("x", [np.array([1, 2, 4]), np.array([0.5, 2.0]), np.zeros(3)])
def test_a_number_is_whose_it_was(body, x):
    text = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n{textwrap.indent(body, '    ')}\n\n\ndef main(x):  # hybridc: host\n    return [f(x)]\n"
    for code in (text, hybridc.convert(text).code):
        assert type(load(code).main(x)[0]) is NUMBERS[body]
