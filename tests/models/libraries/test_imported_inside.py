"""What functions import by themselves, and imports below the first statement, in files of models."""

import ast

import jax.numpy as jnp
import numpy as np
from gluon_programs import converted

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

PAD = """from mxnet.gluon import nn


class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(F.exp(x), x, axis=1)

    def inverse(self, y):
        import {module} as F
        return F.log(F.split(y, 2, axis=1, squeeze_axis=True)[0])
"""


def test_a_method_may_import_what_forward_is_given():
    for module in ("mxnet.ndarray", "mxnet.nd"):
        found, _ = converted(PAD.format(module=module))
        net, x = found.Net(), jnp.asarray([[0.5, -1.0]])
        assert_close(net(x), np.stack([np.exp(x), x], 1), rtol=1e-6)
        assert_close(net.inverse(net(x)), x, rtol=1e-6)


COUNTS = """__all__ = ["count", "largest"]

import numpy as np
from mxnet.gluon import nn


def count(net):
    import numpy as np
    found = 0
    for p in net.collect_params().values():
        found += np.prod(p.shape)
    return found


def largest(arrays):
    return np.max(np.stack(arrays), axis=0)


def net():
    return nn.Dense(3, in_units=4)
"""


def test_modules_that_functions_import_are_no_arrays():
    found, result = converted(COUNTS)
    assert "np.prod(p.shape)" in result.code
    assert found.count(found.net()) == 15
    np.testing.assert_array_equal(found.largest([np.zeros(2), np.ones(2)]), np.ones(2))


TWO_MEANINGS = """from mxnet import nd as mynd
from mxnet.gluon import nn


def make(x):
    from mxnet import np as mynd
    return mynd.ones(3)


class Net(nn.HybridBlock):
    def forward(self, x):
        return mynd.exp(x)
"""


def test_a_name_of_two_meanings_is_told():
    result = convert(Source("model.py", TWO_MEANINGS, ast.parse(TWO_MEANINGS)), Options())
    assert [(d.code, d.location.line) for d in result.refusals] == [("HYB401", 6)]
    assert "means something else" in result.refusals[0].message
