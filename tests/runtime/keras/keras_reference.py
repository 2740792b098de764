"""Keras on TensorFlow, which the runtime is compared with."""

import os

import jax
import numpy as np
import paddle  # noqa: F401  loading it behind TensorFlow crashes, and one process may run tests of both

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras  # noqa: F401
import tensorflow as tf

from closeness import assert_close


def as_numpy(value):
    leaves = jax.tree_util.tree_leaves(value, is_leaf=lambda x: isinstance(x, tf.Tensor))
    return [x.numpy() if isinstance(x, tf.Tensor) else np.asarray(x) for x in leaves]


def assert_same(found, expected, rtol=1e-5, atol=1e-6):
    """The same shapes and numbers, up to rounding of the largest."""
    found, expected = as_numpy(found), as_numpy(expected)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        scale = max(1.0, float(np.max(np.abs(other))) if other.size else 1.0)
        assert_close(np.asarray(one, other.dtype), other, rtol=rtol, atol=atol * scale)


def filled(net, reference, seed=0):
    """Both with the same weights, drawn anew so that none is zero or one. Their shapes and order have to agree."""
    rng = np.random.default_rng(seed)
    assert [c.shape for c in net.weights] == [tuple(w.shape) for w in reference.weights]
    drawn = [0.3 * rng.normal(size=w.shape) for w in reference.weights]
    drawn = [np.abs(n) + 0.5 if "variance" in w.name else n for n, w in zip(drawn, reference.weights, strict=True)]
    reference.set_weights(drawn)
    net.set_weights(reference.get_weights())
    return net
