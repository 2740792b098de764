"""The models of `mxnet.gluon.model_zoo.vision`, converted from their unedited sources, beside what MXNet 1.9.1 computes."""

import ast
import functools
import importlib
import json
import sys
import zipfile
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from mxnet_weights import drawn, weights
from mxnet_zoo import CLASSES

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

pytestmark = pytest.mark.sampled(12)

RECORDINGS = Path(__file__).parents[2] / "recordings"
PACKAGE = ("mxnet", "gluon", "model_zoo", "vision")
MARGIN = 4  # of what MXNet's own float32 is away from float64, where models are deep and batches small
QUICKLY = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}


def files():
    with zipfile.ZipFile(RECORDINGS / "mxnet" / "vision.zip") as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


MODELS = {row["name"]: row for row in json.loads(files()["models.json"])}


@pytest.fixture(scope="module")
def vision(tmp_path_factory):
    """The package, of which every file is converted, as it is imported where there is no MXNet."""
    folder = tmp_path_factory.mktemp("zoo")
    package = folder.joinpath(*PACKAGE)
    package.mkdir(parents=True)
    for n in range(1, len(PACKAGE)):
        folder.joinpath(*PACKAGE[:n], "__init__.py").touch()
    sources = {package / name: text for name, text in files().items() if name.endswith(".py")}
    for path, text in sources.items():
        path.write_text(text)
    (folder / "converted_vision").mkdir()
    for path, text in sources.items():
        result = convert(Source(str(path), text, ast.parse(text)), Options(format=False))
        assert not result.refusals, (path.name, result.refusals)
        (folder / "converted_vision" / path.name).write_text(result.code or text)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("converted_vision")
    sys.path.remove(str(folder))


def close(found, expected, rounding=0.0):
    atol = max(1e-5 * np.abs(expected).max(), rounding)
    assert_close(found, expected, rtol=1e-5, atol=atol)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_computes_what_mxnet_computes(vision, name):
    row = MODELS[name]
    image = jnp.asarray(drawn("image", *row["shape"]))
    net = vision.get_model(name, classes=CLASSES)
    net.init(jax.random.key(0), image)
    assert {n: list(p.shape) for n, p in net.state_dict().items()} == row["parameters"]
    params = weights(row["parameters"])
    with np.load(RECORDINGS / "mxnet" / "vision.npz") as recorded:
        predict = jax.jit(net.apply, compiler_options=QUICKLY)
        close(predict(params, image), recorded[f"{name}/predicted"])
        if f"{name}/trained" in recorded:
            train = jax.jit(functools.partial(net.apply, train=True), compiler_options=QUICKLY)
            found, after = train(params, image)
            close(found, recorded[f"{name}/trained"], MARGIN * recorded[f"{name}/trained_rounding"])
            running = [np.asarray(after[n], np.float64).mean() for n in row["parameters"] if "running" in n]
            close(np.array(running), recorded[f"{name}/running"], MARGIN * recorded[f"{name}/running_rounding"])
