"""Records nets that MXNet 1.9.1 exports: their graphs, inputs and outputs. Weights are drawn by their names.

.venv-mxnet/bin/python tests/recordings/record_mxnet_exports.py      writes tests/recordings/mxnet/exports.zip

MXNet is run without MKL-DNN where it can, which recurrent layers need. `exports.zip` holds of each net its symbol file, its `.params` if they are few, else their shapes alone
(`mxnet_weights.py` draws them on both sides), inputs and outputs in prediction, and where training is deterministic what
it gives, with the states behind it.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision
from mxnet_weights import drawn, weights
from mxnet_zoo import CLASSES, ZOO

FILE = Path(__file__).parent / "mxnet" / "exports.zip"


class Convolutional(nn.HybridSequential):
    def __init__(self):
        super().__init__(prefix="net_")
        with self.name_scope():
            self.add(
                nn.Conv2D(4, 3, padding=1, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(),
                nn.Conv2D(6, 3, groups=2, use_bias=False), nn.BatchNorm(scale=False, epsilon=2e-5, momentum=0.8), nn.LeakyReLU(0.1),
                nn.GlobalAvgPool2D(), nn.Dropout(0.4), nn.Flatten(), nn.Dense(3, activation="softrelu"),
            )  # fmt: skip


class Transposed(nn.HybridBlock):
    def __init__(self):
        super().__init__(prefix="up_")
        with self.name_scope():
            self.up = nn.Conv2DTranspose(3, (3, 4), strides=2, padding=1, output_padding=(1, 0))
            self.norm = nn.InstanceNorm()
            self.line = nn.Conv1D(2, 3, dilation=2)
            self.slope = nn.PReLU()

    def hybrid_forward(self, F, x):
        y = self.slope(self.norm(self.up(x)))
        z = self.line(F.reshape(y, shape=(0, 0, -1)))
        return F.Pooling(y, kernel=(2, 2), pool_type="avg", pooling_convention="full", count_include_pad=False), z


class Shared(nn.HybridBlock):
    """One matrix as table and as classifier, and one layer twice."""

    def __init__(self):
        super().__init__(prefix="shared_")
        with self.name_scope():
            self.table = nn.Embedding(7, 4)
            self.dense = nn.Dense(4, in_units=4, flatten=False)
            self.out = nn.Dense(7, in_units=4, flatten=False, use_bias=False, params=self.table.params)

    def hybrid_forward(self, F, x):
        x = F.tanh(self.dense(self.table(x)))
        return self.out(F.tanh(self.dense(x)))


class Several(nn.HybridBlock):
    """Several inputs and outputs, operators with numbers, and parameters of its own."""

    def __init__(self):
        super().__init__(prefix="several_")
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1, 3), init=mx.init.One())
            self.offset = self.params.get("offset", shape=(3,))
            self.fixed = self.params.get_constant("fixed", mx.nd.array([[1, 2, 3]]))
            self.norm = nn.LayerNorm()

    def hybrid_forward(self, F, a, b, scale, offset, fixed):
        x = F.broadcast_sub(F.broadcast_add(F.broadcast_mul(a, scale), offset) / 2, fixed.sum())
        y = 3 / (b + 4) ** 2 + F.maximum(a, 0.25)
        left, middle, right = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        z = F.where(a > b, 1 - self.norm(x), F.identity(y))
        joined = F.concat(F.expand_dims(left * right, 1), F.slice_axis(z, axis=1, begin=1, end=None), dim=1)
        best = F.argmax(joined, axis=1) + 0.5
        return joined, best, F.stack(middle, F.clip(right, -0.5, 0.5), axis=1), -x


class Attention(nn.HybridBlock):
    def __init__(self):
        super().__init__(prefix="attention_")
        with self.name_scope():
            self.query = nn.Dense(6, flatten=False, use_bias=False)
            self.key = nn.Dense(6, flatten=False, use_bias=False)
            self.value = nn.Dense(6, flatten=False)

    def hybrid_forward(self, F, x, lengths):
        parts = [F.reshape(F.transpose(F.reshape(y(x), shape=(0, 0, 2, -1)), axes=(0, 2, 1, 3)), shape=(-1, 0, 0), reverse=True)
                 for y in (self.query, self.key, self.value)]  # fmt: skip
        scores = F.batch_dot(parts[0], parts[1], transpose_b=True) / np.sqrt(3)
        weight = F.softmax(scores, axis=-1)
        x = F.reshape(F.batch_dot(weight, parts[2]), shape=(-1, 2, 0, 0), reverse=True)
        x = F.reshape(F.transpose(x, axes=(0, 2, 1, 3)), shape=(0, 0, -1))
        return F.SequenceMask(F.swapaxes(x, 0, 1), lengths, use_sequence_length=True, value=-1)


class Recurrent(nn.HybridBlock):
    """A recurrent layer in another, which begins with zeros."""

    def __init__(self, layer, layout):
        super().__init__(prefix="recurrent_")
        with self.name_scope():
            self.layer = layer(4, num_layers=2, bidirectional=True, layout=layout, input_size=3)
            self.dense = nn.Dense(2, flatten=False, in_units=8)

    def hybrid_forward(self, F, x):
        return self.dense(self.layer(x))


class Stateful(nn.HybridBlock):
    """A recurrent layer whose states come from outside, and are returned."""

    def __init__(self):
        super().__init__(prefix="stateful_")
        with self.name_scope():
            self.layer = rnn.LSTM(4, input_size=3)
            self.other = rnn.RNN(4, activation="tanh", input_size=4)

    def hybrid_forward(self, F, x, h, c):
        x, (h, c) = self.layer(x, [h, c])
        y, _ = self.other(x, [h])
        return y, h + c


class InNumPy(nn.HybridBlock):
    def __init__(self):
        super().__init__(prefix="np_")
        with self.name_scope():
            self.conv = nn.Conv2D(3, 2)
            self.norm = nn.BatchNorm()
            self.dense = nn.Dense(4)
            self.scale = self.params.get("scale", shape=(4,))

    def hybrid_forward(self, F, x, scale):
        x = F.npx.activation(self.norm(self.conv(x)), act_type="sigmoid")
        y = self.dense(F.npx.batch_flatten(x)) * scale + 1
        z = F.np.concatenate([y, y[:, 1:3] - 0.5], axis=1)
        z = F.np.matmul(F.npx.softmax(z), F.np.ones((6, 2)))
        return (
            z / F.np.sqrt(F.np.sum(y * y)),
            F.np.mean(x, axis=(1, 2)),
            F.np.expand_dims(F.np.exp(-y), 0),
            F.np.where(y > 1, y, 2 - y),
        )


def module():
    """As `mx.mod.Module` saves it: symbols, their own names, a loss at the end."""
    data = mx.sym.Variable("data")
    x = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, name="conv1")
    x = mx.sym.BatchNorm(x, fix_gamma=False, eps=2e-5, name="bn1")
    x = mx.sym.Pooling(mx.sym.Activation(x, act_type="relu"), kernel=(2, 2), stride=(2, 2), pool_type="max")
    x = mx.sym.BatchNorm(mx.sym.Activation(x, act_type="tanh", name="tanh1"), name="bn2")
    x = mx.sym.FullyConnected(mx.sym.Flatten(x), num_hidden=3, name="fc1")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def regression():
    data, label = mx.sym.Variable("data"), mx.sym.Variable("target_label")
    x = mx.sym.FullyConnected(mx.sym.LRN(data, nsize=3), num_hidden=4, no_bias=True, name="hidden-1")
    x = mx.sym.FullyConnected(mx.sym.Activation(x, act_type="softsign"), num_hidden=1, name="1.out")
    return mx.sym.LogisticRegressionOutput(x, label, name="class")


def fully_convolutional():
    """Softmaxes of images: over the last axis, and over the channels."""
    x = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(1, 1), num_filter=3, name="conv")
    scores = mx.sym.SoftmaxOutput(x, multi_output=True, use_ignore=True, ignore_label=-1, name="softmax")
    return mx.sym.Group([mx.sym.SoftmaxActivation(x), scores])


def fused():
    x = mx.sym.RNN(mx.sym.Variable("data"), mx.sym.Variable("lstm_parameters"), mx.sym.Variable("state"),
                   mx.sym.Variable("cell"), state_size=3, num_layers=1, mode="lstm", state_outputs=True, name="lstm")  # fmt: skip
    return mx.sym.Group([x[0] * 2, x[2], x[1]])


def main(groups):
    if groups:
        sys.stdout.buffer.write(archived(files_of(groups[0])))
        return
    files = {}
    for group in ("nets", "recurrent", "symbols", "in_numpy", "zoo"):
        flag = "1" if group == "recurrent" else "0"
        quiet = {"MXNET_MKLDNN_ENABLED": flag, "MXNET_STORAGE_FALLBACK_LOG_VERBOSE": "0"}
        command = [sys.executable, "-W", "ignore", __file__, group]
        answer = subprocess.run(command, check=True, env=os.environ | quiet, stdout=subprocess.PIPE).stdout
        with zipfile.ZipFile(io.BytesIO(answer)) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
    FILE.write_bytes(archived(files))
    print(f"{len(files)} files, {FILE.stat().st_size} bytes")


def archived(files):
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_LZMA) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_LZMA)
    return kept.getvalue()


def files_of(group):
    files = {}
    if group == "in_numpy":
        mx.npx.set_np()
        return exported("in_numpy", InNumPy(), [drawn("in_numpy", 2, 2, 3, 3)])
    if group == "zoo":
        for name, side in ZOO.items():
            net = vision.get_model(name, classes=CLASSES)
            files |= exported("zoo_" + name.replace(".", "_"), net, [drawn(name, 1, 3, side, side)], keep=False)
    elif group == "symbols":
        for name, (symbol, inputs) in symbols().items():
            files |= bound(name, symbol, inputs)
    else:
        for name, (net, inputs) in (nets() if group == "nets" else recurrent()).items():
            files |= exported(name, net, inputs)
    if group == "recurrent":
        inputs = {"data": drawn("fused", 4, 2, 3), "state": drawn("state", 1, 2, 3), "cell": drawn("cell", 1, 2, 3)}
        files |= bound("fused", fused(), inputs)
    return files


def nets():
    return {
        "convolutional": (Convolutional(), [drawn("convolutional", 2, 2, 9, 8)]),
        "transposed": (Transposed(), [drawn("transposed", 2, 2, 4, 3)]),
        "shared": (Shared(), [np.array([[1, 6, 0], [2, 2, 5]], np.float32)]),
        "several": (Several(), [drawn("a", 2, 3), drawn("b", 2, 3)]),
        "attention": (Attention(), [drawn("attention", 2, 5, 6), np.array([3, 5], np.float32)]),
    }


def recurrent():
    return {
        "lstm": (Recurrent(rnn.LSTM, "TNC"), [drawn("lstm", 5, 2, 3)]),
        "stateful": (Stateful(), [drawn("stateful", 5, 2, 3), drawn("h", 1, 2, 4), drawn("c", 1, 2, 4)]),
        "gru": (Recurrent(rnn.GRU, "NTC"), [drawn("gru", 2, 5, 3)]),
    }


def symbols():
    return {
        "module": (module(), {"data": drawn("module", 2, 3, 8, 8), "softmax_label": np.array([0, 2], np.float32)}),
        "fully_convolutional": (fully_convolutional(), {"data": drawn("fcn", 2, 2, 4, 3), "softmax_label": np.array([[[0, 2, 1]] * 4, [[-1, 1, 1]] * 4], np.float32)}),
        "regression": (regression(), {"data": drawn("regression", 3, 4, 1, 1), "target_label": np.array([[0], [1], [1]], np.float32)}),
    }  # fmt: skip


def exported(name, net, inputs, keep=True):
    as_array = mx.np.array if mx.util.is_np_array() else mx.nd.array
    inputs = [as_array(x) for x in inputs]
    net.initialize()
    net(*inputs)
    parameters = net.collect_params()
    values = weights({p.name: p.shape for p in parameters.values() if not isinstance(p, mx.gluon.Constant)})
    for p in parameters.values():
        if p.name in values:
            p.set_data(as_array(values[p.name]))
    net.hybridize()
    outputs = listed(net(*inputs))
    arrays = {f"input{n}": x.asnumpy() for n, x in enumerate(inputs) if keep}
    arrays |= {f"output{n}": y.asnumpy() for n, y in enumerate(outputs)}
    with tempfile.TemporaryDirectory() as folder:
        net.export(f"{folder}/{name}")
        found = {f"{name}-symbol.json": Path(f"{folder}/{name}-symbol.json").read_bytes()}
        if keep:
            found[f"{name}-0000.params"] = Path(f"{folder}/{name}-0000.params").read_bytes()
    if "dropout" not in found[f"{name}-symbol.json"].decode().lower() and keep:
        with mx.autograd.record():
            trained = listed(net(*inputs))
        mx.autograd.backward(trained)  # which moves the statistics
        arrays |= {f"trained{n}": y.asnumpy() for n, y in enumerate(trained)}
        mx.nd.waitall()
        states = [p for p in parameters.values() if p.name.endswith(("running_mean", "running_var"))]
        arrays |= {f"state {p.name}": p.data().asnumpy() for p in states}
    if not keep:
        shapes = {p.name: p.shape for p in parameters.values()}
        found[f"{name}.json"] = json.dumps({"input": list(inputs[0].shape), "weights": shapes}).encode()
    found[f"{name}.npz"] = packed(arrays)
    print(name, [y.shape for y in outputs], file=sys.stderr)
    return found


def bound(name, symbol, inputs):
    shapes, _, states = symbol.infer_shape(**{key: x.shape for key, x in inputs.items()})
    shapes = dict(zip(symbol.list_arguments(), shapes, strict=True))
    states = dict(zip(symbol.list_auxiliary_states(), states, strict=True))
    values = weights({key: shape for key, shape in (shapes | states).items() if key not in inputs})
    given = {key: mx.nd.array(x) for key, x in (values | inputs).items()}
    arguments = {key: given[key] for key in shapes}
    gradients = {key: mx.nd.zeros(shape) for key, shape in shapes.items()}
    program = symbol.bind(mx.cpu(), arguments, gradients, aux_states={key: given[key] for key in states})
    arrays = {f"input {key}": x for key, x in inputs.items()}
    arrays |= {f"output{n}": y.asnumpy() for n, y in enumerate(program.forward(is_train=False))}
    saved = {f"arg:{key}": given[key] for key in shapes if key in values}
    saved |= {f"aux:{key}": given[key].copy() for key in states}
    with tempfile.TemporaryDirectory() as folder:
        symbol.save(f"{folder}/symbol.json")
        mx.nd.save(f"{folder}/params", saved)
        found = {
            f"{name}-symbol.json": Path(f"{folder}/symbol.json").read_bytes(),
            f"{name}-0000.params": Path(f"{folder}/params").read_bytes(),
        }
    arrays |= {f"trained{n}": y.asnumpy() for n, y in enumerate(program.forward(is_train=True))}
    program.backward([mx.nd.ones(y.shape) for y in program.outputs])  # which moves the statistics
    mx.nd.waitall()
    arrays |= {f"state {key}": given[key].asnumpy() for key in states}
    return found | {f"{name}.npz": packed(arrays)}


def listed(outputs):
    return outputs if isinstance(outputs, (list, tuple)) else [outputs]


def packed(arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
