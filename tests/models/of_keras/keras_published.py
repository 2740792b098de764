"""Keras' published models on both sides, with weights under which they tell images apart."""

import ast
import importlib
import sys
import types
from pathlib import Path

import numpy as np
from keras_models import MODELS
from keras_reference import keras

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

FOLDER = Path(str(keras.__file__)).parent / "src" / "applications"


def text_of(name):
    """A file of `keras.applications`, unedited but for the import of another one, which is converted as well."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    return text.replace("from keras.src.applications import resnet\n", "import published_resnet as resnet\n")


def published(name):
    """The generated module."""
    if f"published_{name}" in sys.modules:
        return sys.modules[f"published_{name}"]
    if name == "resnet_v2":
        published("resnet")
    text = text_of(name)
    result = convert(Source(f"{name}.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, result.refusals
    module = sys.modules[f"published_{name}"] = types.ModuleType(f"published_{name}")
    exec(compile(result.code, f"published_{name}.py", "exec"), module.__dict__)
    return module


def originals(name):
    return getattr(importlib.import_module(f"keras.src.applications.{name}"), MODELS[name][0])


def images(name, rng):
    size = MODELS[name][1]
    return rng.normal(120, 400, (3, size, size, 3)).astype(np.float32)


def settle(model, given, rng, floor):
    """Draws weights that keep what they multiply in size, with the statistics that they give, and a
    floor under variances, as a share of squared means: small ones would blow rounding up, large ones hide the images."""
    drawn = []
    for weight in model.weights:
        values = weight.numpy()
        if values.ndim >= 2:
            inputs = np.prod(values.shape[:2] if "depthwise" in weight.path else values.shape[:-1])
            values = rng.normal(size=values.shape) * np.sqrt(2 / inputs)
        elif values.ndim and "moving" not in weight.name:
            values = values + 0.1 * rng.normal(size=values.shape)
        drawn.append(values)
    model.set_weights(drawn)
    norms = [layer for layer in model._flatten_layers() if isinstance(layer, keras.layers.BatchNormalization)]
    for norm in norms:
        norm.momentum = 0.0
    model(given, training=True)
    for norm in norms:
        mean, variance = norm.moving_mean.numpy(), norm.moving_variance.numpy()
        norm.moving_variance.assign(variance + floor * (mean**2 + variance.mean()))
