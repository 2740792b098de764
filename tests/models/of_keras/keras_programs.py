"""Converted programs of Keras and TensorFlow beside the originals: the same weights, the same inputs, the same numbers."""

import ast
import importlib.util
import sys
import tempfile
from pathlib import Path

import jax
from keras_reference import assert_same, filled, tf

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from hybridc.runtime import keras as runtime


def converted(text, name="model.py", partial=False):
    """The generated module of a program, loaded, and the conversion."""
    result = convert(Source(name, text, ast.parse(text)), Options(partial=partial, format=False))
    assert result.code is not None, "\n".join(f"{d.location.line}: {d.code} {d.message}" for d in result.refusals)
    assert "tensorflow" not in result.code
    return loaded(result.code, "generated"), result


def loaded(code, name):
    path = Path(tempfile.mkdtemp()) / f"{name}.py"
    path.write_text(code)
    spec = importlib.util.spec_from_file_location(f"{name}_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def original(text, name="original_keras"):
    """The program as it is, from a file: AutoGraph reads its source."""
    return loaded(text, name)


def tensors(inputs):
    return jax.tree_util.tree_map(tf.convert_to_tensor, list(inputs))


def agree(text, build, *inputs, rtol=1e-5, atol=1e-6, partial=False, **options):
    """Converts the program, builds the model on both sides by `build(module)`, and compares what it returns.

    Returns the converted model, the original, and the generated module.
    """
    tf.keras.backend.clear_session()
    runtime.clear_session()
    reference = build(original(text))
    module, _ = converted(text, partial=partial)
    net = build(module)
    reference(*tensors(inputs), **options)
    net(*inputs, **options)
    filled(net, reference)
    expected = reference(*tensors(inputs), **options)
    assert_same(net(*inputs, **options), expected, rtol, atol)
    assert_same(net.get_weights(), reference.get_weights(), rtol, atol)
    return net, reference, module
