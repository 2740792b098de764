"""What is refused is in the output, as a comment, and raises when it is reached; no output imports its framework."""

import ast
import sys
import types

import jax.numpy as jnp
import pytest

from hybridc.options import Options
from hybridc.pipeline import check, convert
from hybridc.source import Source

FRAMEWORKS = {
    "torch": ("import torch\nfrom torch import nn\n", "nn.Module", "torch.frobnicate", "forward"),
    "paddle": ("import paddle\nfrom paddle import nn\n", "nn.Layer", "paddle.frobnicate", "forward"),
    "mxnet": ("import mxnet as mx\nfrom mxnet.gluon import nn\n", "nn.Block", "mx.nd.frobnicate", "forward"),
    "keras": ("import keras\nfrom keras import layers\n", "keras.Model", "keras.ops.frobnicate", "call"),
    "chainer": (
        "import chainer\nimport chainer.links as L\n",
        "chainer.Chain",
        "chainer.functions.frobnicate",
        "forward",
    ),
}
ROOTS = {
    "torch": {"torch", "torchvision", "torchaudio", "torchtext"},
    "paddle": {"paddle"},
    "mxnet": {"mxnet"},
    "keras": {"keras", "tensorflow"},
    "chainer": {"chainer"},
}
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

    @functools.wraps({gone})
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


def partial(text, name="net.py"):
    return convert(Source(name, text, ast.parse(text)), Options(partial=True))


def loaded(code, name="partly_converted", **given):
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(given)
    exec(compile(code, "net_jax.py", "exec"), module.__dict__)
    return module


def imported(code, roots):
    found = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                found += [a.name for a in names]
            case ast.ImportFrom(module=str(module), level=0):
                found.append(module)
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
                found.append(name)
    return [name for name in found if name.partition(".")[0] in roots]


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
