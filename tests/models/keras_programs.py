"""Converted programs of Keras and TensorFlow beside the originals: the same weights, the same inputs, the same numbers."""

import ast
import importlib.util
import os
import sys
import tempfile
import types
from pathlib import Path

import jax
import numpy as np
import pytest

from hybridc.options import Options
from hybridc.pipeline import convert
from hybridc.source import Source

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf = pytest.importorskip("tensorflow", reason="TensorFlow, which these tests compare with, is not installed")


def converted(text, name="model.py", partial=False):
    """The generated module of a program, loaded, and the conversion."""
    result = convert(Source(name, text, ast.parse(text)), Options(partial=partial, format=False))
    assert result.code is not None, "\n".join(f"{d.location.line}: {d.code} {d.message}" for d in result.refusals)
    assert "tensorflow" not in result.code
    path = Path(tempfile.mkdtemp()) / "generated.py"
    path.write_text(result.code)
    spec = importlib.util.spec_from_file_location(f"generated_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module, result


def original(text, name="original_keras"):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def as_numpy(value):
    leaves = jax.tree_util.tree_leaves(value, is_leaf=lambda x: isinstance(x, tf.Tensor))
    return [x.numpy() if isinstance(x, tf.Tensor) else np.asarray(x) for x in leaves]


def assert_same(found, expected, rtol=1e-5, atol=1e-6):
    found, expected = as_numpy(found), as_numpy(expected)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        scale = max(1.0, float(np.max(np.abs(other))) if other.size else 1.0)
        np.testing.assert_allclose(np.asarray(one, other.dtype), other, rtol=rtol, atol=atol * scale)


def with_weights_of(net, reference, rng):
    """Both with the same weights, drawn anew so that none is zero or one; the shapes have to agree."""
    assert [c.shape for c in net.weights] == [tuple(w.shape) for w in reference.weights]
    new = [0.3 * rng.normal(size=w.shape) + (w.name.endswith("variance") * 1.5) for w in reference.weights]
    new = [np.abs(w) + 0.1 if v.name.endswith("variance") else w for w, v in zip(new, reference.weights, strict=True)]
    reference.set_weights(new)
    net.set_weights(reference.get_weights())
    return net


def agree(text, build, *inputs, rtol=1e-5, atol=1e-6, partial=False, **options):
    """Converts the program, builds the model on both sides by `build(module)`, and compares what it returns.

    Returns the converted model, the original, and the generated module.
    """
    reference = build(original(text))
    module, _ = converted(text, partial=partial)
    net = build(module)
    reference(*map(tf.convert_to_tensor, inputs), **options)
    net(*inputs, **options)
    with_weights_of(net, reference, np.random.default_rng(0))
    expected = reference(*map(tf.convert_to_tensor, inputs), **options)
    assert_same(net(*inputs, **options), expected, rtol, atol)
    assert_same(net.get_weights(), reference.get_weights(), rtol, atol)
    return net, reference, module
