"""More ways in which code that stays Python calls functions that change what they are given: as values, in lambdas,
comprehensions and defaults, through methods, decorators and recursion. `kept_calls.py` has the plain ones."""

from kept_calls import CALLEES, DRIVER

# Definitions of `main(u, q)`, which is refused, and in some way calls `f`.
CALLERS = {
    'comp': 'def main(u, q):\n    s = [f(a, q, 2.0) for a in [u, u[1:]]]\n    return s, np.unique(u)\n',
    'dict_comp': 'def main(u, q):\n    s = {k: f(u, q, float(k)) for k in range(2)}\n    return [*s.values()], np.unique(u)\n',
    'generator_expression': 'def main(u, q):\n    s = any(f(a, q, 2.0) is None for a in (u,))\n    return s, np.unique(u)\n',
    'lambda_late': 'def main(u, q):\n    g = lambda: f(u, q, 2.0)\n    u = u[::-1]\n    s = g()\n    return s, u, np.unique(u)\n',
    'lambda_default': 'def main(u, q):\n    g = lambda a, h=f: h(a, q, 2.0)\n    s = g(u)\n    return s, np.unique(u)\n',
    'lambda_stars': 'def main(u, q):\n    g = lambda *a: f(*a)\n    s = g(u, q, 2.0)\n    return s, np.unique(u)\n',
    'lambda_twice': 'def main(u, q):\n    g = lambda a: lambda b: f(a, b, 2.0)\n    s = g(u)(q)\n    return s, np.unique(u)\n',
    'lambda_list': 'def main(u, q):\n    gs = [lambda: f(u, q, 2.0), lambda: f(q, u, 1.0)]\n    s = [g() for g in gs]\n    return s, np.unique(u)\n',
    'partial': 'def main(u, q):\n    g = functools.partial(f, u, v=2.0)\n    s = g(q)\n    return s, np.unique(u)\n',
    'partial_keywords': 'def main(u, q):\n    g = functools.partial(f, q=q, v=2.0)\n    s = g(u)\n    return s, np.unique(u)\n',
    'map': 'def main(u, q):\n    s = list(map(f, [u], [q], [2.0]))\n    return s, np.unique(u)\n',
    'map_lambda': 'def main(u, q):\n    s = list(map(lambda a: f(a, q, 2.0), [u, u[1:]]))\n    return s, np.unique(u)\n',
    'starmap': 'import itertools\n\n\ndef main(u, q):\n    s = [*itertools.starmap(f, [(u, q, 2.0)])]\n    return s, np.unique(u)\n',
    'reduce': 'def main(u, q):\n    s = functools.reduce(lambda k, v: k + (f(u, q, v) is not None), [1.0, 2.0], 0)\n    return s, np.unique(u)\n',
    'sorted': 'def main(u, q):\n    s = sorted([2.0, 1.0], key=lambda v: (f(u, q, v) is None, v))\n    return s, np.unique(u)\n',
    'default': 'def main(u, q, h=f):\n    s = h(u, q, 2.0)\n    return s, np.unique(u)\n',
    'default_call': 'def main(u, q):\n    def inner(a, r=f(u, q, 2.0)):\n        return r\n    return inner(1), np.unique(u)\n',
    'keyword_default': 'def main(u, q, *, h=f):\n    s = h(u, q, 2.0)\n    return s, np.unique(u)\n',
    'alias': 'other = f\n\n\ndef main(u, q):\n    s = other(u, q, 2.0)\n    return s, np.unique(u)\n',
    'alias_inside': 'def main(u, q):\n    g, k = f, 2.0\n    s = g(u, q, k)\n    return s, np.unique(u)\n',
    'walrus': 'def main(u, q):\n    s = (g := f)(u, q, 2.0)\n    return s, np.unique(u)\n',
    'choice': 'def main(u, q):\n    s = (f if u[0] < 1 else min)(u, q, 2.0)\n    return s, np.unique(u)\n',
    'loop_over': 'def main(u, q):\n    s = []\n    for h in (f, f):\n        s.append(h(u, q, 2.0))\n    return s, np.unique(u)\n',
    'global': 'H = None\n\n\ndef settle():\n    global H\n    H = f\n\n\ndef main(u, q):\n    settle()\n    s = H(u, q, 2.0)\n    return s, np.unique(u)\n',
    'returned': 'def make():\n    return f\n\n\ndef main(u, q):\n    s = make()(u, q, 2.0)\n    return s, np.unique(u)\n',
    'closure': 'def make(q):\n    def go(a):\n        return f(a, q, 2.0)\n    return go\n\n\ndef main(u, q):\n    s = make(q)(u)\n    return s, np.unique(u)\n',
    'format': "def main(u, q):\n    s = f'{f(u, q, 2.0) is None}'\n    return s == 'True', np.unique(u)\n",
    'assert': 'def main(u, q):\n    assert f(u, q, 2.0) is not Ellipsis\n    return np.unique(u)\n',
    'index': 'def main(u, q):\n    s = [7, 8][f(u, q, 2.0) is None]\n    return s, np.unique(u)\n',
    'or': 'def main(u, q):\n    s = u.size > 99 or f(u, q, 2.0) is None\n    return s, np.unique(u)\n',
    'keyword_argument': 'def take(*, r):\n    return r\n\n\ndef main(u, q):\n    return take(r=f(u, q, 2.0)), np.unique(u)\n',
    'print': 'def main(u, q):\n    print(f(u, q, 2.0))\n    return np.unique(u)\n',
    'recursive': 'def main(u, q, n=2):\n    if n == 0:\n        return f(u, q, 2.0), np.unique(u)\n    f(u, q, 1.0)\n    return main(u, q, n - 1)\n',
    'mutual': 'def other(u, q, n):\n    s = f(u, q, 1.0)\n    return s, main(u, q, n - 1)\n\n\ndef main(u, q, n=2):\n    if n == 0:\n        return np.unique(u)\n    return other(u, q, n)\n',
    'decorated': 'def twice(h):\n    def run(*a):\n        h(*a)\n        return h(*a)\n    return run\n\n\n@twice\ndef go(u, q):\n    return f(u, q, 2.0)\n\n\ndef main(u, q):\n    return go(u, q), np.unique(u)\n',
    'decorates': 'def twice(h):\n    def run(*a):\n        h(*a)\n        return h(*a)\n    return run\n\n\nboth = twice(f)\n\n\ndef main(u, q):\n    return both(u, q, 2.0), np.unique(u)\n',
    'wraps': 'def logged(h):\n    @functools.wraps(h)\n    def run(*a, **k):\n        return h(*a, **k)\n    return run\n\n\ndef main(u, q):\n    return logged(f)(u, q, v=2.0), np.unique(u)\n',
    'class_attribute': 'class Box:\n    step = staticmethod(f)\n\n\ndef main(u, q):\n    return Box.step(u, q, 2.0), Box().step(u, q, 1.0), np.unique(u)\n',
    'instance_attribute': 'class Box:\n    def __init__(self, h):\n        self.h = h\n\n\ndef main(u, q):\n    b = Box(f)\n    return b.h(u, q, 2.0), np.unique(u)\n',
    'method_value': 'class Box:\n    def __init__(self, k):\n        self.k = k\n\n    def step(self, x, q):  # hybridc: host\n        return f(x, q, self.k)\n\n\ndef main(u, q):\n    cb = Box(2.0).step\n    return cb(u, q), np.unique(u)\n',
    'call_method': 'class Box:\n    def __call__(self, x, q):\n        return f(x, q, 2.0)\n\n\ndef main(u, q):\n    b = Box()\n    return b(u, q), np.unique(u)\n',
    'class_method': 'class Box:\n    @classmethod\n    def step(cls, x, q):\n        return f(x, q, 2.0)\n\n\ndef main(u, q):\n    return Box.step(u, q), np.unique(u)\n',
    'inherited': 'class Base:\n    def step(self, x, q):\n        return f(x, q, 2.0)\n\n\nclass Box(Base):\n    def step(self, x, q):\n        return super().step(x, q)\n\n\ndef main(u, q):\n    return Box().step(u, q), np.unique(u)\n',
    'thread': 'import threading\n\n\ndef main(u, q):\n    t = threading.Thread(target=f, args=(u, q, 2.0))\n    t.start()\n    t.join()\n    return np.unique(u)\n',
    'executor': 'from concurrent.futures import ThreadPoolExecutor\n\n\ndef main(u, q):\n    with ThreadPoolExecutor(1) as pool:\n        s = pool.submit(f, u, q, 2.0).result()\n    return s, np.unique(u)\n',
    'along_rows': 'def main(u, q):\n    m = np.vstack([u, q])\n    for row in m:\n        f(row, q, 2.0)\n    return m, np.unique(u)\n',
    'rows_comp': 'def main(u, q):\n    m = np.vstack([u, q])\n    s = [f(row, q, 2.0) for row in m]\n    return s, m, np.unique(u)\n',
    'globals': 'def main(u, q):\n    s = globals()["f"](u, q, 2.0)\n    return s, np.unique(u)\n',
    'deferred': 'def main(u, q):\n    todo = [(f, (u, q, 2.0)), (f, (q, u, 1.0))]\n    s = [h(*a) for h, a in todo]\n    return s, np.unique(u)\n',
    'yield': 'def walk(u, q):\n    for v in (1.0, 2.0):\n        yield f(u, q, v)\n\n\ndef main(u, q):\n    return [*walk(u, q)], np.unique(u)\n',
    'match': 'def main(u, q):\n    match f(u, q, 2.0):\n        case None:\n            s = 1\n        case _:\n            s = 2\n    return s, np.unique(u)\n',
    'except': 'def main(u, q):\n    try:\n        raise ValueError\n    except ValueError:\n        s = f(u, q, 2.0)\n    return s, np.unique(u)\n',
    'sub': 'def main(u, q):\n    s = {0: f}[0](u, q, 2.0)\n    return s, np.unique(u)\n',
    'star_display': 'def main(u, q):\n    s = [*[f(u, q, 2.0)], 1]\n    return s, np.unique(u)\n',
    'attribute_array': 'class Box:\n    pass\n\n\ndef main(u, q):\n    b = Box()\n    b.u = u\n    s = (lambda: f(b.u, q, 2.0))()\n    return s, b.u, np.unique(u)\n',
}  # fmt: skip

# Methods that are compiled themselves, and ways to call the one of an object `b`.
METHODS = {
    'fills': '    def f(self, x, q):\n        x[0] = self.k * np.pi\n',
    'value': '    def f(self, x, q):\n        x[1:] += self.k\n        return np.sum(x)\n',
    'arg': '    def f(self, x, q):\n        x[x < 1] = np.sin(self.k)\n        return x\n',
    'branch': '    def f(self, x, q):\n        if self.k > 1.0:\n            q[0] = np.sin(self.k)\n        x[1] = q[0]\n',
    'sets': '    def f(self, x, q):\n        self.k = self.k + 1.0\n        x[1] = np.sin(self.k)\n',
    'sets_array': '    def f(self, x, q):\n        self.a += np.sin(q)\n        x[1] = self.a[0]\n        return np.sum(x)\n',
}  # fmt: skip
USES = {
    'direct': 'b.f(u, q)',
    'value': '(cb := b.f)(u, q)',
    'name': '[cb(u, q) for cb in [b.f]]',
    'map': 'list(map(b.f, [u, q], [q, u]))',
    'partial': 'functools.partial(b.f, u)(q)',
    'lambda': '(lambda a: b.f(a, q))(u)',
    'comp': '[b.f(a, q) for a in (u, u[1:])]',
    'unbound': 'Box.f(b, u, q)',
    'getattr': "getattr(b, 'f')(u, q)",
    'default': '(lambda a, h=b.f: h(a, q))(u)',
    'dict': "{'k': b.f}['k'](u, q)",
    'handed': 'apply(b.f, u, q)',
    'attribute': 'Holder(b.f).h(u, q)',
    'starred': 'b.f(*(u, q))',
    'other_object': '(b.f(u, q), Box().f(q, u))',
    'operator': "operator.methodcaller('f', u, q)(b)",
}  # fmt: skip
BOX = """import functools
import operator
import numpy as np


class Box:
    def __init__(self):
        self.k = 2.0
        self.a = np.zeros(4)

{method}

class Holder:
    def __init__(self, h):
        self.h = h


def apply(h, *a):
    return h(*a)


def main(u, q):{mark}
    b = Box()
    s = {use}
    return s, b.k, b.a{more}
"""
UNFIT = {("two", "comp"), ("two", "map_lambda")}  # the original raises


def programs():
    """By names of callee and caller, the source of every program."""
    for callee, function in CALLEES.items():
        for caller, text in CALLERS.items():
            if (callee, caller) not in UNFIT:
                yield f"{callee}-{caller}", f"import functools\nimport numpy as np\n\n\n{function}\n\n{text}{DRIVER}"
    for name, method in METHODS.items():
        for use, text in USES.items():
            for mark, more in (("  # hybridc: host", ""), ("", ", np.unique(u)")):
                kind = "refused" if more else "host"
                yield f"method_{name}-{kind}_{use}", BOX.format(method=method, use=text, mark=mark, more=more) + DRIVER
