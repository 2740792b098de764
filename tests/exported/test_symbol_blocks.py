"""`SymbolBlock.imports` in Gluon files: the class that the graph beside was converted to, in a model or alone."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
from converted_models import loaded
from saved_graphs import RECORDED, code

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from hybridc.runtime.gluon.nn import SymbolBlock
from hybridc.runtime.weights import WeightsError

PROGRAM = """
import mxnet as mx
from mxnet import gluon


class Twice(gluon.HybridBlock):
    def __init__(self, folder, **kwargs):
        super().__init__(**kwargs)
        self.net = gluon.SymbolBlock.imports(folder + "/mlp-symbol.json", ["data"], folder + "/mlp-0000.params", ctx=mx.cpu())

    def hybrid_forward(self, F, x):
        return F.relu(self.net(x)) * 2
"""


@pytest.fixture
def folder(tmp_path):
    """With a graph, its weights, and the module that the graph was converted to."""
    for name in ("mlp-symbol.json", "mlp-0000.params"):
        (tmp_path / name).write_bytes((RECORDED / name).read_bytes())
    (tmp_path / "mlp_jax.py").write_text(code("mlp"))
    return tmp_path


def test_the_block_computes_what_mxnet_computes(folder):
    net = SymbolBlock.imports(folder / "mlp-symbol.json", "data", folder / "mlp-0000.params")
    with np.load(RECORDED / "mlp.npz") as recorded:
        x, expected = (recorded[next(n for n in recorded if n.startswith(kind))] for kind in ("input", "output"))
    assert_close(net(x), expected, rtol=1e-5, atol=1e-6)
    result = convert(Source("net.py", PROGRAM, ast.parse(PROGRAM)), Options(format=False))
    assert result.code is not None, result.refusals
    twice = loaded(result.code).Twice(str(folder))
    assert_close(twice(jnp.asarray(x)), np.maximum(expected, 0) * 2, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("symbol", "inputs", "params", "error"),
    [
        ("other-symbol.json", ["data"], None, (FileNotFoundError, "`hybridc convert .*other-symbol.json` writes it")),
        ("mlp-symbol.json", ["x"], None, (ValueError, "takes data, in this order, not x")),
        ("mlp-symbol.json", ["data", "y"], None, (ValueError, "not data, y")),
        ("mlp-symbol.json", [], None, (ValueError, "takes data")),
        ("mlp-symbol.json", ["data"], "none.params", (WeightsError, "none.params")),
    ],
)
def test_what_does_not_fit_is_told(folder, symbol, inputs, params, error):
    with pytest.raises(error[0], match=error[1]):
        SymbolBlock.imports(folder / symbol, inputs, None if params is None else folder / params)
