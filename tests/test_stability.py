"""The same source gives the same bytes, what does not change keeps its own, and Python is left as it was."""

import ast
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import hybridc
from hybridc import Options
from hybridc.core.source import Source
from hybridc.pipeline import check, convert

FIRST_SET_BY_A_LOOP = """\
import numpy as np
def unpacked_afterwards(pairs):
    area = 0.0
    for a, b in pairs:
        area += a * b
    return area, a, np.exp(-b)
"""


def converted(source):
    return hybridc.convert(source, options=Options(format=False, partial=True)).code


WRITTEN_WHILE_SEEN = """\
import torch


def lower(nodes, take):
    constants, lines, given, last = {}, [], [], None
    for node in nodes:
        args, name = node.args, node.name
        if node.op == "given":
            given.append(args)
        elif node.op == "call":
            for arg in args:
                constants[name] = torch.Tensor([arg])
                lines.append((args, name))
        else:
            last = node
    take(constants, lines, given, last, args, name)
"""
EVERY = """\
import sys
import hybridc
from hybridc import Options
for text in (%r, %r, *(open(path, encoding="utf-8").read() for path in sys.argv[1:])):
    result = hybridc.convert(text, options=Options(partial=True, format=False))
    print(result.code, *result.diagnostics, sep="\\n")
"""
CASES = (Path(__file__).parent / "golden" / "cases").glob("*.py")
TEXTS = sorted(str(path) for path in CASES if not path.stem.endswith("_jax"))[::3]


def test_the_order_of_names_does_not_depend_on_the_hash_seed():
    program = EVERY % (FIRST_SET_BY_A_LOOP, WRITTEN_WHILE_SEEN)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, *TEXTS],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1 and len(TEXTS) > 9


@pytest.mark.parametrize(
    "kept",
    [
        "a = 1; b  =  [ 2,\n   3 ] # mine\n",
        "# above\n    # deeper\nlimit = (1 +\n  2)\n",
        "def g(path): return open( path )\n",
        "if limit:\n  def h( x ): return x\n",
        'text = """\n  def f(x):\n    # no comment\n"""\n',
    ],
)
def test_statements_that_do_not_change_keep_their_text(kept):
    compiled = "import numpy as np\n\n\nlimit = 3\n\n\ndef f(x):\n    x[0] = 1.0\n    return x\n\n\n"
    assert kept in converted(compiled + kept)
    assert kept in converted(kept + "\n\n" + compiled)


@pytest.mark.parametrize("below", ["    # about the turn\n", "    # one\n\n    # two\n", "        # deeper\n"])
def test_indented_comments_below_a_function_are_a_part_of_it(below):
    source = f"import numpy as np\n\n\ndef f(x):\n    while x > 1:\n        x = x / 2\n{below}\n\n# g\nlimit = 3\n"
    code = converted(source)
    assert [line for line in code.split("\n") if line.lstrip().startswith("# ")][1:] == [
        line for line in source.split("\n") if line.lstrip().startswith("# ")
    ]
    assert code.endswith("# g\nlimit = 3\n")


@pytest.mark.parametrize("source", ["def f(x):\n    return x * 2\n", "def f(x:\n"])
def test_python_collects_garbage_as_before(source):
    assert gc.isenabled()
    hybridc.convert(source)
    assert gc.isenabled()
    gc.disable()
    try:
        hybridc.convert(source)
        assert not gc.isenabled()
    finally:
        gc.enable()


OF_MODELS = """
import random
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        first, _ = torch.chunk(x, 2)
        return first * random.random()
"""


@pytest.mark.parametrize("source", [FIRST_SET_BY_A_LOOP, OF_MODELS], ids=["arrays", "models"])
@pytest.mark.parametrize("does", [check, convert])
def test_nothing_holds_on_to_the_tree_of_a_file(does, source):
    tree = ast.parse(source)
    seen = [weakref.ref(node) for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    does(Source("file.py", source, tree), Options(format=False))
    del tree
    gc.collect()
    assert [each for each in seen if each() is not None] == []
