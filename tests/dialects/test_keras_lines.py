"""Every line of the tables of Keras and TensorFlow that computes is converted, and run against TensorFlow."""

import ast
import importlib.util
import sys

import jax
import numpy as np
import pytest
from keras_backend_cases import BACKEND
from keras_line_cases import CASES as OTHERS
from keras_reference import keras, tf

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.dialects.keras import KERAS, devices
from hybridc.pipeline import convert

CASES = OTHERS.rstrip() + BACKEND.replace("K.", "tf.keras.backend.")
RNG = np.random.default_rng(3)


def _floats(*shape):
    return RNG.normal(size=shape).astype(np.float32)


GIVEN = {
    "x": _floats(2, 3), "y": _floats(2, 3), "p": np.abs(_floats(2, 3)) + 0.1, "u": RNG.random((2, 3)).astype(np.float32),
    "c": _floats(2, 3, 4), "m": _floats(2, 3, 3) + 3 * np.eye(3, dtype=np.float32), "v": _floats(3), "v4": _floats(4),
    "i": np.array([[3, 1, 2], [0, 5, 4]], np.int32), "j": np.array([[2, -3, 1], [4, 2, -1]], np.int32),
    "k": np.array([0, 3, 1, 2], np.int32), "b": np.array([[True, False, True], [False, False, True]]),
    "d": np.array([[True, True, False], [False, True, False]]), "h": _floats(2, 6, 8, 4), "w": _floats(3, 2, 4, 5),
    "q": _floats(2, 5, 2, 3), "s": np.array([[0, 1], [1, 2]], np.int32),
}  # fmt: skip


def _expressions():
    for line in CASES.strip().splitlines():
        tree = ast.parse(line.strip(), mode="eval").body
        yield from map(ast.unparse, tree.elts if isinstance(tree, ast.Tuple) else [tree])


EXPRESSIONS = list(dict.fromkeys(_expressions()))
_METHODS = "\n".join(
    f"    def line{n}(self, {', '.join(GIVEN)}):\n        return {expression}\n"
    for n, expression in enumerate(EXPRESSIONS)
)
_CALLS = ", ".join(f"self.line{n}(*given)" for n in range(len(EXPRESSIONS)))
PROGRAM = f"""import keras
import tensorflow as tf


class Lines(keras.layers.Layer):
{_METHODS}
    def call(self, *given):
        return [{_CALLS}]
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """The converted program; a line that is refused fails here, with what is said of it."""
    result = convert(Source("lines.py", PROGRAM, ast.parse(PROGRAM)), Options(format=False))
    assert result.code is not None, "\n".join(
        f"{PROGRAM.splitlines()[d.location.line - 1].strip()}: {d.code} {d.message}" for d in result.refusals
    )
    path = tmp_path_factory.mktemp("lines") / "generated_lines.py"
    path.write_text(result.code)
    spec = importlib.util.spec_from_file_location("generated_lines", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["generated_lines"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("number", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
def test_a_line_agrees(lines, number):
    expected = eval(EXPRESSIONS[number], {"keras": keras, "tf": tf, **{n: tf.constant(v) for n, v in GIVEN.items()}})
    expected = np.asarray(expected)
    function = getattr(lines.Lines(), f"line{number}")
    found = jax.jit(lambda given: function(*given))(list(GIVEN.values()))
    assert found.shape == expected.shape
    narrowed = {"int64": "int32", "float64": "float32", "complex128": "complex64"}
    assert str(found.dtype) == narrowed.get(str(expected.dtype), str(expected.dtype))
    assert_close(np.asarray(found), expected, rtol=2e-5, atol=2e-6)


def _lines_of(names):
    return [entry for name in names for entry in KERAS.lookup(name)]


def test_every_line_that_computes_has_a_case():
    """Lines of what draws, of variables and of what is refused aside."""
    called = {
        (KERAS._moved(name) or name, tuple(sorted(k.arg for k in call.keywords)), len(call.args))
        for call in ast.walk(ast.parse(CASES.replace("\n", ",").strip(" ,"), mode="eval"))
        if isinstance(call, ast.Call)
        for name in [ast.unparse(call.func).replace("tf.", "tensorflow.")]
    }
    places = ("tensorflow.keras.ops.", "tensorflow.keras.activations.", "tensorflow.keras.backend.", "tensorflow.")
    missing = []
    for name in KERAS.names:
        if not name.startswith(places) or (name.startswith("tensorflow.keras.") and not name.startswith(places[:3])):
            continue
        for entry in KERAS.lookup(name):
            is_run = entry.target is not None and entry.parameters is not None and not entry.is_host and not entry.draws
            if not is_run or name in _OTHERWISE or name in _DEVICES:
                continue
            if not any(
                n == name and KERAS.lookup(n) and _takes(entry, keywords, places) for n, keywords, places in called
            ):
                missing.append(f"{name}({', '.join(p.name for p in entry.parameters)})")
    assert missing == []


def _takes(entry, keywords, places):
    first = next((e for e in KERAS.lookup(entry.name) if e.parameters and e.bind(places, keywords) is not None), None)
    return first is entry


_DEVICES = {
    line.split("(")[0].strip() for line in devices.LINES.splitlines()
}  # there are none: see test_refused_raises.py
_OTHERWISE = {
    "tensorflow.function", "tensorflow.TensorShape", "tensorflow.TensorSpec", "tensorflow.print", "tensorflow.Variable", "tensorflow.nn.dropout", "tensorflow.is_tensor",
    "tensorflow.executing_eagerly", "tensorflow.test.is_gpu_available", "tensorflow.config.list_physical_devices",
    "tensorflow.config.experimental.list_physical_devices", "tensorflow.random.set_seed", "tensorflow.keras.activations.get", "tensorflow.keras.ops.nn.tanh",
    *(f"tensorflow.keras.backend.{name}" for name in (
        "backend", "clear_session", "epsilon", "floatx", "image_data_format", "set_image_data_format", "is_keras_tensor",
        "is_tensor", "standardize_data_format", "dtype", "is_sparse", "variable", "is_float_dtype", "is_int_dtype", "get_keras_mask", "set_keras_mask",
    )),
}  # fmt: skip
