"""Records what the models of `mxnet.gluon.model_zoo.vision` compute, and their sources.

.venv-mxnet/bin/python tests/recordings/record_mxnet_vision.py

Writes `vision.npz`, and `vision.zip`. Weights and images are those of mxnet_weights.py. Of a model are kept: names and
shapes of its parameters, what it returns in prediction; in training, of models that draw nothing, what it returns and
the mean of each running value afterwards, in float64, and how far from that MXNet is in float32.
"""

import json
import os
import zipfile
from pathlib import Path

# What MKL-DNN computes differs from one processor to the next.
os.environ.update({"MXNET_MKLDNN_ENABLED": "0", "MXNET_STORAGE_FALLBACK_LOG_VERBOSE": "0"})

import mxnet as mx
import numpy as np
from mxnet import autograd
from mxnet.gluon.model_zoo import vision
from mxnet_arrays import write_npz
from mxnet_weights import drawn, weights
from mxnet_zoo import CLASSES, ZOO

FOLDER = Path(__file__).parent / "mxnet"
DRAWING = ("alexnet", "vgg", "squeezenet", "inceptionv3")  # they have dropout


def record(folder):
    arrays, rows = {}, []
    for name, side in ZOO.items():
        found, row = recorded(name, side)
        arrays.update({f"{name}/{part}": array for part, array in found.items()})
        rows.append(row)
        print(name, flush=True)
    write_npz(folder / "vision.npz", arrays)
    with zipfile.ZipFile(folder / "vision.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(Path(vision.__file__).parent.glob("*.py")):
            archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes(), zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo("models.json"), json.dumps(rows), zipfile.ZIP_DEFLATED)


def recorded(name, side):
    shape = (2, 3, side, side)
    image = mx.nd.array(drawn("image", *shape))
    net = vision.get_model(name, classes=CLASSES)
    net.initialize()
    net(image)
    parameters = net._collect_params_with_prefix()
    load(parameters)
    row = {"name": name, "shape": shape, "parameters": {n: p.shape for n, p in parameters.items()}}
    found = {"predicted": net(image).asnumpy()}
    if not name.startswith(DRAWING):
        single, double = trained(net, image, "float32"), trained(net, image, "float64")
        for part, at_first, exact in zip(("trained", "running"), single, double, strict=True):
            found[part] = exact.astype(np.float32)
            found[f"{part}_rounding"] = np.abs(at_first - exact).max()
    return found, row


def load(parameters):
    for name, values in weights({name: p.shape for name, p in parameters.items()}).items():
        parameters[name].set_data(mx.nd.array(values))


def trained(net, image, dtype):
    """What the model returns in training, and the mean of each running value afterwards."""
    parameters = net._collect_params_with_prefix()
    load(parameters)
    net.cast(dtype)
    image = image.astype(dtype)
    image.attach_grad()  # without it, nothing is passed back through the first layer
    with autograd.record():
        found = net(image)
    found.backward()  # which is when MXNet moves the running values
    running = [p.data().asnumpy().astype(np.float64).mean() for n, p in parameters.items() if "running" in n]
    return found.asnumpy(), np.array(running)


if __name__ == "__main__":
    record(FOLDER)
