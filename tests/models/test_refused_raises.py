"""What is refused is in the output, as a comment, and raises when it is reached; no output imports its framework."""

import ast
import sys
import types

import jax.numpy as jnp
import pytest
from partly_converted import FRAMEWORKS, ROOTS, loaded, partial

from framework_imports import imported
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

REFUSED = """
import functools

SCALE = {gone}(3)  # what it is scaled by
BOTH = [
    SCALE,
    2,
]
FINE = 2


class Rows({gone}):
    \"""Text
    over lines.\"""

    size = 3


class Net({base}):
    kind = {gone}
    width = 4

    def __init__(self):
        super().__init__()
        self.seen = []

    @property
    def total(self):
        return {gone}(self.width)

    @total.setter
    def total(self, value):
        self.width = value

    @staticmethod
    def still(x):
        return {gone}(x)

    @functools.wraps(
        {gone},  # what it wraps
        updated=(),
    )
    def wrapped(self, x, y={gone}):
        return x

    def nested(self, x):
        \"""Says what it does.\"""

        # it is nested
        def inner(y):
            return {gone}(y)

        return inner(x).std()

    async def waits(self, x):
        return {gone}(x)

    def {entry}(self, x):
        if self.width > 4:
            return self.nested(x)
        return x * 2


class Other({base}):
    def __init__(self, n):
        super().__init__()
        self.n = {gone}(n)

    def {entry}(self, x):
        return x


OTHER = Other(3)


def plain(x):
    return {gone}(x).std()


def late(x):
    import {root} as other

    try:
        return other.frobnicate(x)
    except other.Frobnicated:
        return None


def by_name():
    import importlib

    return importlib.import_module("{root}")


def lazy(x):
    first = lambda y={gone}: y
    return first(x)


def scaled(x):
    return x * SCALE


def rows():
    return Rows(3)


def steady(n):
    return n + FINE


if __name__ == "__main__":
    print(plain(Net()))
"""


def text_of(framework):
    head, base, gone, entry = FRAMEWORKS[framework]
    return head + REFUSED.format(base=base, gone=gone, entry=entry, root=framework)


@pytest.fixture(scope="module", params=FRAMEWORKS)
def framework(request):
    return request.param


@pytest.fixture(scope="module")
def result(framework):
    return partial(text_of(framework))


def calls(module):
    """What raises, by the line of the original that refuses it."""
    net = module.Net()
    x = jnp.ones(3)
    wide = module.Net()
    wide.width = 5
    return {
        "a property": lambda: net.total,
        "a static method": lambda: module.Net.still(x),
        "a decorator and a default": lambda: net.wrapped(x),
        "a nested function": lambda: net.nested(x),
        "an asynchronous method": lambda: net.waits(x).send(None),
        "what calls a method that raises": lambda: wide(x),
        "an attribute of a class": lambda: net.kind(3),
        "a constructor": lambda: module.Other(3),
        "what a constructor makes at the top": lambda: module.OTHER.n,
        "a function": lambda: module.plain(x),
        "an import and an error": lambda: module.late(x),
        "an import by name": lambda: module.by_name(),
        "a lambda": lambda: module.lazy(x),
        "what reads a name that is left out": lambda: module.scaled(x),
        "what makes an object of a class that is left out": lambda: module.rows(),
        "a class": lambda: module.Rows(3),
        "an attribute of what is left out": lambda: module.Rows.size,
        "a value": lambda: module.SCALE * 2,
        "an operand of a value": lambda: x + module.SCALE,
        "an element": lambda: module.BOTH[1],
        "a truth": lambda: bool(module.BOTH),
    }


CASES = (
    "a property", "a static method", "a decorator and a default", "a nested function", "an asynchronous method",
    "what calls a method that raises", "an attribute of a class", "a constructor", "what a constructor makes at the top",
    "a function", "an import and an error", "an import by name", "a lambda", "what reads a name that is left out",
    "what makes an object of a class that is left out", "a class", "an attribute of what is left out", "a value",
    "an operand of a value", "an element", "a truth",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_refused_raises_with_code_file_and_line(result, case):
    found = calls(loaded(result.code))
    assert found.keys() == {*CASES}
    with pytest.raises(NotImplementedError, match=r"^HYB\d{3} net\.py:\d+: "):
        found[case]()


def test_the_rest_runs(result):
    module = loaded(result.code)
    net = module.Net()
    assert net(jnp.ones(3)).tolist() == [2, 2, 2] and module.steady(1) == 3
    net.total = 7
    assert net.width == 7


def test_a_file_that_is_started_raises_where_its_block_does(result):
    with pytest.raises(NotImplementedError, match=r"^HYB\d{3} net\.py:\d+: "):
        loaded(result.code, __name__="__main__")


def test_no_framework_is_imported(framework, result):
    assert imported(result.code, ROOTS[framework]) == []


def test_every_line_of_what_is_refused_stays(framework, result):
    text = text_of(framework)
    kept = {line.strip().lstrip("# ").removeprefix("hybridc: left out (") for line in result.code.splitlines()}
    kept |= {line.partition("): ")[2] for line in kept if line.startswith("HYB")}
    kept |= {line.rstrip(":") for line in kept}
    missing = []
    for line in text.splitlines():
        shown = line.strip().lstrip("# ")
        if shown and not shown.startswith(("import ", "from ", "def ", "class ", '"""')) and shown not in kept:
            missing.append(shown)
    assert missing == []


def test_every_statement_that_is_left_out_has_a_code(framework, result):
    text = text_of(framework)
    lines = {d.location.line for d in result.refusals}
    tree = ast.parse(text)
    names = {"SCALE", "BOTH", "Rows", "OTHER"}
    left = [
        s
        for s in tree.body
        if (isinstance(s, ast.Assign) and s.targets[0].id in names) or getattr(s, "name", "") in names
    ]
    assert len(left) == 4 and all({*range(s.lineno, s.end_lineno + 1)} & lines for s in left)
    assert result.left_out >= 5
    found = check(Source("net.py", text, tree), Options())
    assert {d.location.line for d in found.refusals} == lines


ELSEWHERE = """import keras
import tensorflow as tf

if hasattr(keras, "src"):
    backend = keras.src.backend

from mine import keras


class Net(keras.layers.Layer):
    def call(self, x):
        return tf.abs(x)


def late():
    return backend.floatx()
"""


def test_nor_is_one_whose_name_the_file_binds_again():
    code = partial(ELSEWHERE).code
    assert imported(code, ROOTS["keras"]) == [] and "from mine import keras" in code
    mine = types.ModuleType("mine")
    mine.keras = types.SimpleNamespace(layers=types.SimpleNamespace(Layer=object))
    sys.modules["mine"] = mine
    try:
        module = loaded(code)
    finally:
        del sys.modules["mine"]
    with pytest.raises(NotImplementedError, match=r"^HYB401 net\.py:\d+: "):
        module.late()
