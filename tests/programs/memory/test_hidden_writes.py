"""Arrays of a module that host code writes by whatever way: compiled code that reads one, or a view of it, sees that."""

from __future__ import annotations

import sys
import types

import numpy as np
import pytest

import hybridc
from differential import load

HEAD = """
import contextlib
import functools
import operator
import numpy as np
import other_writer

BASE = np.zeros(4)
PART = BASE[1:]
HELD = []


def read(x):
    return np.sum(x) + {read}.sum()


def fill(t):  # hybridc: host
    t[1:] = 3.0


def give():  # hybridc: host
    return BASE


class Box:
    shown = BASE

    def __init__(self, a):
        self.a = a

    def write(self):
        self.a[1:] = 3.0

    def write_into(self, a):
        a[1:] = 3.0

    @staticmethod
    def static(a):
        a[1:] = 3.0

    @classmethod
    def of_class(cls, a):
        a[1:] = 3.0

    @property
    def base(self):
        return BASE

    def __add__(self, other):
        other[1:] = 3.0

    def __setitem__(self, place, value):
        value[1:] = 3.0

    def __contains__(self, value):
        value[1:] = 3.0


@contextlib.contextmanager
def opened():
    yield BASE


def run(function, *args):  # hybridc: host
    return function(*args)


def later(a):  # hybridc: host
    def go():
        a[1:] = 3.0
    return go


def keep():  # hybridc: host
    HELD.append(BASE)


"""
WAYS = {
    "a default": "def g(t=BASE):\n    t[1:] = 3.0\ng()",
    "a default by name": "def g(*, t=BASE):\n    t[1:] = 3.0\ng()",
    "a function in a function": "def g(t):\n    t[1:] = 3.0\ng(BASE)",
    "what a function in a function gives": "def g():\n    return BASE\nv = g()\nv[1:] = 3.0",
    "what is called is written": "give()[1:] = 3.0",
    "a lambda": "(lambda t: t.fill(3.0))(BASE)",
    "the default of a lambda": "(lambda t=BASE: t.fill(3.0))()",
    "a lambda that gives it": "g = lambda: BASE\ng()[1:] = 3.0",
    "a starred argument": "fill(*[BASE])",
    "arguments of a dict": "fill(**{'t': BASE})",
    "another name": "g = fill\ng(BASE)",
    "map": "list(map(fill, [BASE]))",
    "partial": "functools.partial(fill, BASE)()",
    "a dict of functions": "{'fill': fill}['fill'](BASE)",
    "an object": "Box(BASE).write()",
    "a method": "Box(None).write_into(BASE)",
    "a static method": "Box.static(BASE)",
    "a class method": "Box.of_class(BASE)",
    "a bound method": "m = Box(None).write_into\nm(BASE)",
    "a property": "Box(None).base[1:] = 3.0",
    "an attribute of a class": "Box.shown[1:] = 3.0",
    "setattr": "b = Box(None)\nsetattr(b, 'q', BASE)\nb.q[1:] = 3.0",
    "getattr": "getattr(BASE, 'fill')(3.0)",
    "a list": "h = []\nh.append(BASE)\nh[0][1:] = 3.0",
    "a list of the module": "keep()\nHELD[0][1:] = 3.0",
    "a generator": "def g():\n    yield BASE\nfor t in g():\n    t[1:] = 3.0",
    "a context": "with opened() as t:\n    t[1:] = 3.0",
    "a pattern": "match [BASE]:\n    case [t]:\n        t[1:] = 3.0",
    "an exception": "try:\n    raise ValueError(BASE)\nexcept ValueError as e:\n    e.args[0][1:] = 3.0",
    "the names of the module": "globals()['BASE'][1:] = 3.0",
    "operator": "operator.iadd(BASE, 3.0)",
    "an iterator": "for t in np.nditer(BASE, op_flags=['readwrite']):\n    t[...] = 3.0",
    "an assigned name": "(t := BASE)[1:] = 3.0",
    "a choice": "(BASE if HELD else BASE)[1:] = 3.0",
    "an array of it": "np.asarray(BASE)[1:] = 3.0",
    "a view of it": "BASE.reshape(2, 2)[0] = 3.0",
    "a method for later": "f = BASE.fill\nf(3.0)",
    "a method of the class": "np.ndarray.fill(BASE, 3.0)",
    "another file": "other_writer.write(BASE)",
    "what is handed to a function": "run(fill, BASE)",
    "a closure": "later(BASE)()",
    "the file by its name": "import generated_file\ngenerated_file.BASE[1:] = 3.0",
    "a name of the file": "from generated_file import BASE as table\ntable[1:] = 3.0",
    "the names of a function": "fill.__globals__['BASE'][1:] = 3.0",
    "a dict that is computed": "d = {k: v for k, v in [('a', BASE)]}\nd['a'][1:] = 3.0",
    "a class in a function": "class Local:\n    a = BASE\nLocal.a[1:] = 3.0",
    "a result by its place": "np.add(BASE, 3.0, BASE)",
    "a result by options": "np.add(BASE, 3.0, **{'out': BASE})",
    "an operator of the file": "Box(None) + BASE",
    "a place of an object": "Box(None)[0] = BASE",
    "a question to an object": "BASE in Box(None)",
    "a view of bytes": "np.frombuffer(BASE)[1:] = 3.0",
}


@pytest.fixture(autouse=True)
def _other_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "other_writer", types.SimpleNamespace(write=lambda a: a.fill(3.0)))  # type: ignore[arg-type]


@pytest.mark.parametrize("way", WAYS)
def test_what_compiled_code_reads_has_been_written(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for read in ("PART", "BASE"):
        lines = "".join(f"    {line}\n" for line in WAYS[way].split("\n"))
        source = HEAD.replace("{read}", read) + f"def change():  # hybridc: host\n{lines}"
        original, generated = load(source), load(hybridc.convert(source).code, "generated")
        for module in (original, generated):
            monkeypatch.setitem(sys.modules, "generated_file", module)
            assert float(module.read(np.ones(2))) == 2.0
            module.change()
        expected = float(original.read(np.ones(2)))
        assert expected > 2.0 and float(generated.read(np.ones(2))) == expected


def test_what_nobody_writes_is_made_by_jax() -> None:
    source = (
        "import numpy as np\n\nBASE = np.arange(4.0)\n\n\ndef read(x):\n    return np.sum(x) + BASE.sum()\n\n\n"
        "def show():  # hybridc: host\n    print(BASE, len(BASE), BASE[0] * 2, read(BASE), f'{BASE.max()}')\n"
    )
    assert "BASE = jnp.arange(4.0)\n" in hybridc.convert(source).code


DEFAULTS = {
    "the array": "def read(x, w=BASE):\n    return np.sum(x) + w.sum()\n\n\ndef change():\n    BASE[1:] = 3.0\n",
    "a view of it": "def read(x, w=BASE[1:]):\n    return np.sum(x) + w.sum()\n\n\ndef change():\n    fill(BASE)\n",
    "what a function gives": "def read(x, w=give()):\n    return np.sum(x) + w.sum()\n\n\ndef change():\n    BASE[1:] = 3.0\n",
}


@pytest.mark.parametrize("default", DEFAULTS)
def test_a_default_that_changes_is_no_constant(default: str) -> None:
    source = (
        "import numpy as np\n\nBASE = np.zeros(4)\n\n\ndef give():  # hybridc: host\n    return BASE\n\n\n"
        "def fill(t):  # hybridc: host\n    t[1:] = 3.0\n\n\n"
        + DEFAULTS[default].replace("change():", "change():  # hybridc: host")
    )
    assert {"HYB603"} == {d.code for d in hybridc.convert(source).refusals}


def test_a_default_stays_where_other_arrays_for_it_change() -> None:
    source = (
        "import numpy as np\n\nBASE = np.zeros(4)\n\n\ndef read(x, w=BASE):\n    return np.sum(x) + w.sum()\n\n\n"
        "def change():  # hybridc: host\n    a = np.ones(4)\n    a[0] = 3.0\n    return read(a), read(a, a)\n"
    )
    generated = load(hybridc.convert(source).code, "generated")
    assert [float(v) for v in generated.change()] == [6.0, 12.0]
