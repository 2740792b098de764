"""Functions that a table holds, of the file or of NumPy, called by a key that is known while tracing."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, function_file

V = np.array([5.0, -4.0, 3.0])
RELU = "def relu(x):\n    return np.maximum(x, 0)\n\n\n"
TABLE = 'ACTS = {"relu": relu, "tanh": np.tanh, "double": lambda v: np.multiply(v, 2)}\n\n\n'


@pytest.mark.parametrize(
    ("before", "body", "keys"),
    [
        (RELU, 'return {"relu": relu, "tanh": np.tanh}[act](x)', ("relu", "tanh")),
        (RELU + TABLE, "return ACTS[act](x)", ("relu", "tanh", "double")),
        (RELU + TABLE, "g = ACTS[act]\nreturn g(g(x)) + ACTS['tanh'](x)", ("relu", "double")),
        (RELU + TABLE, "for name in (act, 'tanh'):\n    x = ACTS[name](x)\nreturn x", ("relu", "double")),
        (RELU + TABLE, "s = x * 0\nfor _, g in ACTS.items():\n    s = s + g(x)\nreturn s", ("relu",)),
        ("", "g = np.round\nreturn {'a': np.around, 'b': np.floor}[act](x / 7), g(x * 0.3), g(x * 0.3, 1)", ("a", "b")),
        ("", "act = act.lower().strip('_')\nif act.startswith('re'):\n    return x * 2\nreturn np.sin(x)", ("Relu_", "no")),
    ],
)  # fmt: skip
def test_a_function_of_a_table_is_called(before, body, keys):
    inside = body.replace("\n", "\n    ")
    source = function_file(f'{before}def f(x, act="relu"):\n    {inside}\n')
    assert_agree(source, "f", [(V, key) for key in keys])


def test_code_that_stays_python_keeps_its_table():
    source = function_file(f'{RELU}{TABLE}def f(x, act="relu"):\n    return ACTS[act](x)\n')
    code = hybridc.convert(source).code
    assert 'ACTS = {"relu": relu, "tanh": np.tanh, "double": lambda v: np.multiply(v, 2)}' in code
    assert '"double": lambda v: jnp.multiply(v, 2),\n    }[act](x)' in code


@pytest.mark.parametrize(
    "before",
    [
        RELU + TABLE + 'ACTS["relu"] = np.sin\n\n\n',
        RELU + TABLE + 'if __name__ == "__main__":\n    ACTS = {"relu": np.sin}\n\n\n',
        "def relu(x):\n    x[0] = 0.0\n    return x\n\n\n" + TABLE,
    ],
)
def test_a_table_that_changes_or_writes_is_refused(before):
    source = function_file(f'{before}def f(x, act="relu"):\n    y = ACTS[act](x)\n    return x + y\n')
    assert hybridc.convert(source).refusals
