"""Ways in which host code reaches a compiled function that gives back what it was given, and then writes into one of the
two: never silently different, and refused only where nothing tells which array it was."""

import re
import sys
import types

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from hybridc import Options

# What the function returns, and how the result is picked of that.
RETURNED = {
    "argument": ("return x", ""),
    "view": ("return x[1:]", ""),
    "either": ("if np.all(x != 1):\n        return x\n    return x * 2", ""),
    "tuple": ("return np.sum(x), x", "r = r[1]"),
    "list": ("return [x, s]", "r = r[0]"),
    "changed": ("x[0] = s\n    return x", ""),
    "new": ("return x * 2", ""),
    "global": ("return BASE", ""),
}
WAYS = {
    "direct": "r = f(b)",
    "lambda": "g = lambda v: f(v)\nr = g(b)",
    "closure lambda": "g = lambda: f(b)\nr = g()",
    "global lambda": "r = glam(b)",
    "map": "r, = map(f, [b])",
    "list map": "r = list(map(f, [b]))[0]",
    "comprehension": "r, = [f(c) for c in [b]]",
    "dict comprehension": "r = {k: f(c) for k, c in dict(k=b).items()}['k']",
    "generator": "r = next(f(c) for c in [b])",
    "wrapper": "r = w(b)",
    "wrapper of wrapper": "r = ww(b)",
    "yielding": "r, = gen(b)",
    "nested def": "def inner(v):\n    return f(v)\nr = inner(b)",
    "nested closure": "def inner():\n    return f(b)\nr = inner()",
    "annotated": "r: object = f(b)",
    "twice": "r = f(f(b))",
    "list": "rs = [f(b)]\nr = rs[0]",
    "append": "rs = []\nrs.append(f(b))\nr = rs[0]",
    "list plus": "rs = []\nrs += [f(b)]\nr = rs[0]",
    "list sum": "rs = [1] + [f(b)]\nr = rs[1]",
    "list store": "rs = [None]\nrs[0] = f(b)\nr = rs[0]",
    "dict": "rs = {'k': f(b)}\nr = rs['k']",
    "dict()": "rs = dict(k=f(b))\nr = rs['k']",
    "dict store": "rs = {}\nrs['k'] = f(b)\nr = rs['k']",
    "setdefault": "rs = {}\nr = rs.setdefault('k', f(b))",
    "update": "rs = {}\nrs.update(k=f(b))\nr = rs['k']",
    "attribute": "box = Box()\nbox.out = f(b)\nr = box.out",
    "setattr": "box = Box()\nsetattr(box, 'out', f(b))\nr = box.out",
    "method": "box = Box()\nr = box.go(b)",
    "method sets": "box = Box()\nbox.put(b)\nr = box.held",
    "constructor": "r = Held(f(b)).v",
    "dataclass": "r = Data(f(b)).v",
    "namedtuple": "r = Named(f(b)).v",
    "namespace": "r = types.SimpleNamespace(v=f(b)).v",
    "decorated": "r = decorated(b)",
    "decorated inside": "r = logged(f)(b)",
    "partial": "r = functools.partial(f, b)()",
    "conditional": "r = f(b) if len(b) else None",
    "walrus": "if (r := f(b)) is None:\n    pass",
    "chained": "r = q = f(b)",
    "starred": "r, *_ = [f(b)]",
    "unpacked": "r, q = f(b), 1",
    "star arg": "r = f(*[b])",
    "keyword": "r = f(x=b)",
    "star keywords": "r = f(**{'x': b})",
    "other name": "g = f\nr = g(b)",
    "table": "r = {'k': f}['k'](b)",
    "globals": "r = globals()['f'](b)",
    "global": "global R\nR = f(b)\nr = R",
    "for": "for e in [f(b)]:\n    r = e",
    "for if": "for i in range(2):\n    if i == 0:\n        r = f(b)",
    "while": "while True:\n    r = f(b)\n    break",
    "zip": "for i, e in zip([1], [f(b)]):\n    r = e",
    "reduce": "r = functools.reduce(lambda p, q: q, [0, f(b)])",
    "default": "def inner(v=f(b)):\n    return v\nr = inner()",
    "try": "try:\n    r = f(b)\nfinally:\n    pass",
    "view of": "r = f(b)[:]",
    "asarray": "r = np.asarray(f(b))",
    "reshape": "r = f(b).reshape(-1)",
    "of a view": "r = f(b[:])",
    "of a list": "bs = [b]\nr = f(bs[0])",
    "of an attribute": "box = Box()\nbox.out = b\nr = f(box.out)",
    "kept by argument": "keep(KEPT, f(b))\nr = KEPT[-1]",
    "id function": "r = ident(f(b))",
    "apply": "r = apply(f, b)",
    "identity lambda": "r = (lambda v: v)(f(b))",
    "deque": "r = collections.deque([f(b)])[0]",
    "max": "r = max([f(b)], key=len)",
    "match": "match f(b):\n    case r:\n        pass",
    "list copy": "rs = [f(b)]\nr = rs.copy()[0]",
    "sorted": "r = sorted([f(b)], key=len)[0]",
    "class attr": "class K:\n    out = f(b)\nr = K.out",
    "object attr": "box = Box()\nbox.__dict__['out'] = f(b)\nr = box.out",
    "vars": "box = Box()\nvars(box)['out'] = f(b)\nr = box.out",
    "getattr name": "box = Box()\nbox.out = f(b)\nn = 'out'\nr = getattr(box, n)",
    "setattr name": "box = Box()\nn = 'out'\nsetattr(box, n, f(b))\nr = box.out",
    "property": "r = Prop(b).out",
    "callable": "r = Call()(b)",
    "getitem": "r = Item(f(b))[0]",
    "add op": "r = Item(f(b)) + 1",
    "enter": "with Ctx(f(b)) as r:\n    pass",
    "cached": "r = cached(0, lambda: f(b))",
    "chain": "r = next(itertools.chain([f(b)]))",
    "itemgetter": "r = operator.itemgetter(0)([f(b)])",
    "iter loop": "it = iter([f(b)])\nr = next(it)",
    "while pop": "rs = [f(b)]\nwhile rs:\n    r = rs.pop()",
    "nested tuple": "(r, q), z = (f(b), 1), 2",
    "tuple return": "r, q = pair(b)",
    "tuple return whole": "t = pair(b)\nr = t[0]",
    "try except": "try:\n    raise ValueError(f(b))\nexcept ValueError as e:\n    r = e.args[0]",
    "extend": "rs = []\nrs.extend([f(b)])\nr = rs[-1]",
    "unpack dict": "rs = {**{'k': f(b)}}\nr = rs['k']",
    "star list": "rs = [*[f(b)]]\nr = rs[0]",
    "list mult": "rs = [f(b)] * 2\nr = rs[1]",
    "ravel": "r = np.ravel(f(b))",
    "copy False": "r = np.array(f(b), copy=None)",
    "atleast": "r = np.atleast_1d(f(b))",
    "nonlocal": "r = None\ndef inner():\n    nonlocal r\n    r = f(b)\ninner()",
    "fn attr": "keep.out = f(b)\nr = keep.out",
    "module global list": "KEPT.append(f(b))\nr = KEPT[-1]",
    "thread": "rs = []\nt = threading.Thread(target=lambda: rs.append(f(b)))\nt.start()\nt.join()\nr = rs[0]",
    "sum of lists": "r = sum([[f(b)]], [])[0]",
    "filter": "r = next(filter(lambda v: True, [f(b)]))",
    "dict get": "r = {'k': f(b)}.get('k')",
    "dict values": "r, = {'k': f(b)}.values()",
    "dict for": "for k, r in {'k': f(b)}.items():\n    pass",
    "enumerate": "for i, r in enumerate([f(b)]):\n    pass",
    "not used arg": "r = second(b, f(b))",
    "send": "g = coro()\nnext(g)\nr = g.send(f(b))",
    "super": "r = Sub(f(b)).v",
    "dict of lambda": "r = {'k': lambda v: f(v)}['k'](b)",
    "list of f": "for g in [f]:\n    r = g(b)",
    "default f": "def inner(v, g=f):\n    return g(v)\nr = inner(b)",
    "compose": "r = functools.reduce(lambda v, g: g(v), [f], b)",
    "vectorless": "r = np.asarray([f(b)])[0]",
    "own ndarray": "rs = np.empty(1, object)\nrs[0] = f(b)\nr = rs[0]",
    "slots": "r = Slot(f(b)).v",
    "frozen copy": "r = copy.copy([f(b)])[0]",
    "if else": "if len(b) > 1:\n    r = f(b)\nelse:\n    r = None",
}
WRITES = {
    "r +=": "r += 1",
    "r[0]": "r[0] = 7",
    "r fill": "r.fill(3)",
    "bump r": "bump(r)",
    "r alias": "q2 = r\nq2 *= 2",
    "b +=": "b += 1",
    "b[1:]": "b[1:] *= 2",
    "b[:]": "b[:] = 4",
    "out b": "np.add(b, 1, out=b)",
    "bump b": "bump(b)",
    "fill b": "refill(b)",
    "b method": "b.sort()",
    "alias b": "c += 1",
    "BASE": "BASE[1:] = 5",
    "loop": "for e in r:\n    b += e",
}
HEAD = """import collections
import copy
import functools
import itertools
import operator
import threading
import types
from dataclasses import dataclass

import numpy as np

BASE = np.arange(4.0) + 2
KEPT = []


def f(x):  # hybridc: graph
    s = np.sum(x) * 2
    RETURNED


def refill(x):  # hybridc: graph
    x[:] = np.sum(x)


def bump(a):
    a += 1


def w(v):  # hybridc: host
    return f(v)


def ww(v):  # hybridc: host
    return w(v)


def gen(v):
    yield f(v)


def logged(function):
    def call(*args):
        return function(*args)

    return call


@logged
def decorated(v):  # hybridc: host
    return f(v)


def keep(kept, v):
    kept.append(v)


def ident(v):  # hybridc: host
    return v


def apply(function, v):
    return function(v)


glam = lambda v: f(v)


Named = collections.namedtuple("Named", "v")


class Box:
    def go(self, v):  # hybridc: host
        return f(v)

    def put(self, v):  # hybridc: host
        self.held = f(v)


class Held:
    def __init__(self, v):  # hybridc: host
        self.v = v


@dataclass
class Data:
    v: object


class Prop:
    def __init__(self, b):
        self.b = b

    @property
    def out(self):  # hybridc: host
        return f(self.b)


class Call:
    def __call__(self, v):  # hybridc: host
        return f(v)


class Item:
    def __init__(self, v):
        self.v = v

    def __getitem__(self, i):
        return self.v

    def __add__(self, o):
        return self.v


class Ctx:
    def __init__(self, v):
        self.v = v

    def __enter__(self):
        return self.v

    def __exit__(self, *a):
        pass


class Sub(Item):
    def __init__(self, v):
        super().__init__(v)


class Slot:
    __slots__ = ("v",)

    def __init__(self, *args):
        self.v, = args


def cached(k, make):
    return make()


def pair(v):  # hybridc: host
    return f(v), 1


def second(u, v):
    return v


def coro():
    v = yield
    yield v


"""
NEITHER = {
    (returned, way)
    for returned in ("tuple", "list")
    for way in ("twice", "asarray", "reshape", "ravel", "copy False", "atleast", "vectorless")
}  # which take no tuple


def program(returned, way, write):
    """Of the helpers, only what the program needs."""
    result, pick = RETURNED[returned]
    first = "c = b[::-1]" if write == "alias b" else ""
    lines = [line for part in (first, WAYS[way], pick, WRITES[write]) for line in part.splitlines()]
    main = "".join(f"    {line}\n" for line in [*lines, "return r, b, BASE"])
    imports, *helpers = HEAD.split("\n\n\n")
    needed, chosen = {*re.findall(r"\w+", main), "f"}, []
    for helper in reversed(helpers):
        if needed & {*re.findall(r"^(?:def |class |)(\w+)[ (:]", helper, re.MULTILINE)} - {"def", "class"}:
            chosen.insert(0, helper.strip("\n"))
            needed |= {*re.findall(r"\w+", helper)}
    text = "\n\n\n".join([imports, *chosen, f"def main(b):  # hybridc: host\n{main}"])
    return text.replace("RETURNED", result)


def run(text):
    module = types.ModuleType("shared_program")
    sys.modules[module.__name__] = module
    exec(compile(text, "<program>", "exec"), module.__dict__)
    b = np.arange(4.0) + 3
    return [np.asarray(value) for value in (*module.main(b), b)]


@pytest.mark.sampled(48)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("returned", RETURNED)
def test_who_shares_memory_sees_every_write(returned, way):
    if (returned, way) in NEITHER:
        assert RETURNED[returned][1]
        return
    writes = ["r +=", "BASE"] if returned == "global" else [w for w in WRITES if w != "BASE"]
    for write in writes:
        text = program(returned, way, write)
        result = hybridc.convert(text, filename="program.py", options=Options())
        if result.code is None:
            assert returned in ("either", "global"), (write, [d.message for d in result.refusals])
            assert {d.code for d in result.refusals} <= {"HYB303", "HYB310", "HYB603"}
            continue
        for one, other in zip(run(result.code), run(text), strict=True):
            assert_close(one, other, err_msg=f"{write}\n{text}")
