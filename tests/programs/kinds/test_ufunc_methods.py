"""Methods of NumPy's functions, `np.add.outer(a, b)`, what `take` does with places outside, and tuples as arrays."""

import ast

import numpy as np
import pytest

from differential import assert_same, load
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

EXPRESSIONS = (
    "np.add.outer(x, y)", "np.subtract.outer(x, m).sum(axis=0)", "np.equal.outer(i, i)", "np.divide.outer(i, i + 1)",
    "np.power.outer(y, i)", "np.add.reduce(m)", "np.add.reduce(m, axis=None)", "np.multiply.reduce(m, 1, keepdims=True)",
    "np.maximum.reduce([x, y, x - y])", "np.logical_and.reduce((x > 0, y > 0))", "np.logical_or.reduce([x > 1, y > 1], axis=1)",
    "np.add.accumulate(i)", "np.multiply.accumulate(m, axis=1)", "np.maximum.accumulate(x)", "np.minimum.accumulate(m)",
    "np.take(x, j, mode='clip')", "np.take(m, j, axis=0, mode='wrap')", "x.take(j, mode='wrap')", "m.take(j, 1, mode='clip')",
    "np.take(x, i, mode='raise')",
)  # fmt: skip
OF_TUPLES = (
    "np.sum((x, y), axis=0)", "np.all((x > 0, y > 0), axis=0)", "np.max((x, y))", "np.argmax((x[0], y[0], 3.0))",
    "np.linalg.norm((x[0], y[0]))", "np.sqrt((y[0] ** 2, 2.0))", "np.median([x, y], axis=0)", "x / np.prod(x.shape)",
    "np.maximum(x, (1.0, 0.5, 0.25))", "np.where(x > 1, [5.0, 6.0, 7.0], x)", "np.hypot((x[0], x[1]), 2.0)",
    "np.ravel((x, y))", "np.cumsum((x, y), axis=1)", "np.dot((1.0, 2.0, 3.0), x)", "np.outer((1.0, 2.0), x)", "np.sort((x[2], x[0]))",
    "np.reshape(x, (3, 1)) + np.zeros((3, 2))", "np.tile(x, (2, 2))", "np.roll(m, (0, 1), axis=(0, 1))", "np.stack((x, y))",
    "np.dot(x, (1.0, 2.0, 3.0))", "np.interp(x, (0.0, 1.0), (2.0, 3.0))", "np.cross(x, [1.0, 0, 0])", "np.isin(x, [0.5, 2])",
    "np.searchsorted(y, (0.5, 1.5))", "np.matmul(m, [1.0, 2.0, 3.0])", "np.append(x, (1.0, 2.0))", "np.polyval((1.0, 2.0), [x[0], 1.0])",
    "np.select((x > 1, x > 0), (x, y))", "np.broadcast_to(x, (2, 3))", "np.expand_dims(x, (0, 1))", "np.any((x[0] > 1, y[0] > 1))",
)  # fmt: skip
X, Y = np.array([0.5, -1.0, 2.0]), np.array([1.5, 0.25, 3.0])
GIVEN = {"x": X, "y": Y, "m": np.arange(6.0).reshape(2, 3), "i": np.array([0, 2, 1]), "j": np.array([[1, 7], [-9, 2]])}


@pytest.mark.parametrize("expressions", [EXPRESSIONS, OF_TUPLES], ids=["functions", "tuples"])
def test_they_give_what_numpy_gives(expressions):
    text = f"import numpy as np\n\ndef f({', '.join(GIVEN)}):\n    return {', '.join(expressions)}\n"
    result = convert(Source("f.py", text, ast.parse(text)), Options())
    assert result.code is not None, result.refusals
    original: dict = {}
    exec(text, original)
    for expression, want, got in zip(expressions, original["f"](**GIVEN), load(result.code).f(**GIVEN), strict=True):
        try:
            assert_same(want, got)
        except AssertionError as error:
            pytest.fail(f"{expression}: {error}")
