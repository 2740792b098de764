"""Records what Gluon's layers compute in MXNet 1.9.1: one `layers_*.npz` for each group of cases.

sh tests/recordings/mxnet_environment.sh
.venv-mxnet/bin/python tests/recordings/record_mxnet_layers.py

Without MKL-DNN, whose gradients of some poolings are wrong, but for layers that need it.
"""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
from mxnet_layer_cases import GROUPS, drawn, has_gradient
from numpy.lib import format as npy

FOLDER = Path(__file__).parent / "mxnet"
WITH_MKLDNN = ("recurrent", "others")


def main(groups):
    if groups:
        for group in groups:
            record(group)
        return
    FOLDER.mkdir(exist_ok=True)
    for group in GROUPS:
        flag = "1" if group in WITH_MKLDNN else "0"
        quiet = {"MXNET_MKLDNN_ENABLED": flag, "MXNET_STORAGE_FALLBACK_LOG_VERBOSE": "0"}
        subprocess.run([sys.executable, "-W", "ignore", __file__, group], check=True, env=os.environ | quiet)
    written = list(FOLDER.glob("layers_*.npz"))
    print(f"{len(written)} files, {sum(file.stat().st_size for file in written)} bytes")


def record(group):
    arrays, rows = {}, []
    for case in GROUPS[group]:
        found = recorded(case)
        arrays.update({f"{case.name}/{name}": array for name, array in found.items()})
        rows.append(
            {"name": case.name, "make": case.make, "call": case.call, "draws": case.draws, "inputs": list(case.inputs)}
        )
    arrays["cases"] = np.frombuffer(json.dumps(rows).encode(), np.uint8)
    write_npz(FOLDER / f"layers_{group}.npz", arrays)


def recorded(case):
    """Inputs, weights, what is returned in prediction and training, the state after that, and gradients."""
    import mxnet as mx
    from mxnet import autograd, gluon, nd
    from mxnet.gluon import contrib, loss, nn, rnn

    def added(container, *blocks):
        for block in blocks:
            container.add(block)
        return container

    def shared(first):
        return first, nn.Dense(3, in_units=3, params=first.params)

    made = {"nn": nn, "rnn": rnn, "loss": loss, "contrib": contrib, "added": added, "shared": shared}

    class Called(gluon.Block):
        def __init__(self, net):
            super().__init__()
            self.net = net

        def forward(self, *inputs):
            names = dict(zip(case.inputs, inputs, strict=True))
            return flat(eval(case.call, {"net": self.net}, names))

    net = Called(eval(case.make, made))
    arrays = {name: drawn(spec, f"{case.name} {name}") for name, spec in case.inputs.items()}
    inputs = [nd.array(array) for array in arrays.values()]
    net.initialize(mx.init.Normal(0.5))
    net(*inputs)
    weights = net._collect_params_with_prefix()
    for name, parameter in weights.items():
        value = drawn(parameter.shape, f"{case.name} {name}") * 0.5
        parameter.set_data(nd.array(np.abs(value) + 0.5 if name.endswith("running_var") else value))
    found = {f"input/{name}": array for name, array in arrays.items()}
    found.update({f"weight/{name}": parameter.data().asnumpy() for name, parameter in weights.items()})
    found.update({f"predicted/{n}": output.asnumpy() for n, output in enumerate(net(*inputs))})
    if not case.gradients:
        return found
    varied = {name: array for name, array in zip(case.inputs, inputs, strict=True) if has_gradient(case.inputs[name])}
    for array in varied.values():
        array.attach_grad()
    with autograd.record(train_mode=not case.draws):
        outputs = net(*inputs)
        toward = [nd.array(drawn(output.shape, f"{case.name} {n}")) for n, output in enumerate(outputs)]
        total = sum((output * other).sum() for output, other in zip(outputs, toward, strict=True))
    total.backward(train_mode=not case.draws)
    found.update({f"toward/{n}": array.asnumpy() for n, array in enumerate(toward)})
    if not case.draws:
        found.update({f"trained/{n}": output.asnumpy() for n, output in enumerate(outputs)})
        states = {n: p.data().asnumpy() for n, p in weights.items() if "running_" in n}
        found.update({f"state/{name}": array for name, array in states.items()})
    learned = {name: p.grad().asnumpy() for name, p in weights.items() if p.grad_req != "null"}
    found.update({f"gradient/{name}": array for name, array in learned.items()})
    found.update({f"gradient_of/{name}": array.grad.asnumpy() for name, array in varied.items()})
    return found


def flat(value):
    return [each for part in value for each in flat(part)] if isinstance(value, (list, tuple)) else [value]


def write_npz(path, arrays):
    """As `numpy.savez_compressed`, without the time of day."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            stream = io.BytesIO()
            npy.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(
                zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0)), stream.getvalue(), zipfile.ZIP_DEFLATED
            )


if __name__ == "__main__":
    main(sys.argv[1:])
