"""Lists of arrays whose elements a function writes: the text tells of them by hints, calls, and what constructors set."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load
from hybridc import Options

FUNCTIONS = {
    "each": "for g in fields:\n        g -= np.mean(g)",
    "each by its number": "for i in range(len(fields)):\n        fields[i] = np.sin(fields[i]) * i",
    "in place by its number": "for i in range(len(fields)):\n        fields[i] -= np.sin(fields[i])",
    "beside others": "for g, s in zip(fields, steps):\n        g -= 0.1 * np.sign(s)",
    "slices of each": "for g in fields:\n        g[1:-1] = 0.5 * (g[2:] + g[:-2])",
    "in turns": "for k in range(2):\n        for g, s in zip(fields, steps):\n            g -= 0.1 * s * k",
    "one": "fields[0] += np.cos(steps[1][0])\n    fields[1][-1] = np.sum(fields[0])",
    "two in turn": "for i in range(2):\n        for g in (fields[0], fields[1]):\n            g *= np.exp(-0.5)",
}
TELLING = {
    "a hint": ("fields: list, steps: list", ""),
    "a call": (
        "fields, steps",
        "\n\nif __name__ == '__main__':\n    f([np.ones(3), np.ones(4)], [np.ones(3), np.ones(4)])\n",
    ),
    "a call by a name": ("fields, steps", "\n\ndef main():\n    a = [np.ones(3)] * 2\n    print(f(a, steps=a))\n"),
}


def program(way: str, body: str) -> str:
    parameters, rest = TELLING[way]
    return f"import numpy as np\n\n\ndef f({parameters}):\n    {body}\n    return fields[0].sum()\n{rest}"


@pytest.mark.parametrize("body", FUNCTIONS)
@pytest.mark.parametrize("way", TELLING)
def test_elements_change_for_those_who_have_them(way, body):
    text = program(way, FUNCTIONS[body])
    seen = []
    for code in (text, converted(text)):
        arrays = [np.array([1.0, 2.0, 4.0]), np.array([0.5, -1.0, 3.0, 2.0])]
        given = [*arrays]
        results = [load(code).f(given, [a + 1 for a in arrays]) for _ in range(2)]
        seen.append((results, given, arrays, [g is a for g, a in zip(given, arrays, strict=True)]))
    assert_same(*seen)


NET = """import numpy as np


class Net:
    def __init__(self, sizes):
        r = np.random.RandomState(1)
        self.W = [r.randn(a, b) for a, b in zip(sizes[:-1], sizes[1:])]

    def step(self, x, y, lr=0.1):
        a = [x]
        for W in self.W:
            a.append(np.tanh(a[-1] @ W))
        d = a[-1] - y
        for i in range(len(self.W) - 1, -1, -1):
            self.W[i] -= lr * np.outer(a[i], d)
            d = self.W[i] @ d
        return (d**2).sum()


class Optimizer:
    def __init__(self, params, lr):
        self.params = params
        self.lr = lr
        self.m = [np.zeros_like(p) for p in params]

    def step(self, grads):
        for i, (p, g) in enumerate(zip(self.params, grads)):
            self.m[i] = 0.9 * self.m[i] + 0.1 * g
            p -= self.lr * self.m[i] / (np.sqrt(np.abs(self.m[i])) + 1e-8)


def run():
    net = Net([2, 3, 1])
    first = net.W[0]
    losses = [net.step(np.array([1.0, 2.0]), np.array([1.0])) for _ in range(3)]
    a, b = np.arange(3.0), np.ones((2, 2))
    optimizer = Optimizer([a, b], 0.1)
    for _ in range(2):
        optimizer.step([np.ones(3), np.ones((2, 2))])
    return losses, first, first is net.W[0], a, b, optimizer.m
"""


def test_attributes_that_hold_lists():
    code = hybridc.convert(NET, options=Options(partial=True)).code or NET
    assert_same(load(NET).run(), load(code).run())
