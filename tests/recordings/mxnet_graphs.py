"""Records exported graphs: their symbols, parameters, inputs and outputs, and the same graphs in older forms."""

import json

import mxnet as mx
import numpy as np
from mxnet.gluon import nn, rnn
from mxnet_arrays import write_npz


class Residual(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Conv2D(4, 3, padding=1, in_channels=3)
            self.norm = nn.BatchNorm(in_channels=4)
            self.second = nn.Conv2D(4, 3, padding=1, in_channels=4)
            self.same = nn.BatchNorm(in_channels=4, scale=False)
            self.pool = nn.MaxPool2D()
            self.last = nn.Dense(2, in_units=4 * 2 * 2)

    def hybrid_forward(self, F, x):
        x = F.relu(self.norm(self.first(x)))
        x = self.pool(x + self.same(self.second(x)))
        return self.last(F.Dropout(x, p=0.5))


class TwoHeads(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.table = nn.Embedding(7, 4)
            self.scale = self.params.get("scale", shape=(1, 4))
            self.scores = nn.Dense(3, flatten=False, in_units=2)

    def hybrid_forward(self, F, tokens, x, scale):
        left, right = F.split(F.broadcast_mul(self.table(tokens), F.expand_dims(scale, 0)), num_outputs=2, axis=-1)
        return self.scores(right) + 1.5, F.concat(left, F.slice_axis(x, axis=-1, begin=0, end=None), dim=-1)


class Counts(nn.HybridBlock):
    def hybrid_forward(self, F, x, start):
        totals, last = F.contrib.foreach(lambda row, total: (F.tanh(row + total), total + 2 * row), x, start)
        return totals, last


class InNumPy(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(3, in_units=4)
            self.norm = nn.LayerNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        x = F.npx.relu(self.norm(self.dense(x)))
        return F.np.concatenate([x, x[:, 1:] * 2], axis=1) - F.np.mean(x)


def perceptron():
    net = nn.HybridSequential(prefix="mlp_")
    with net.name_scope():
        net.add(nn.Dense(8, activation="relu", in_units=5), nn.Dense(3, in_units=8))
    return net


def drawn(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, shape).astype(np.float32)


def record(folder):
    mx.random.seed(3)
    nets = {
        "mlp": (perceptron(), [drawn(2, 5)]),
        "residual": (Residual(prefix="residual_"), [drawn(2, 3, 4, 4)]),
        "two_heads": (TwoHeads(prefix="heads_"), [np.array([[1, 6], [0, 3]], np.float32), drawn(2, 2, 3)]),
        "recurrent": (rnn.LSTM(4, num_layers=2, bidirectional=True, input_size=3, prefix="lstm_"), [drawn(5, 2, 3)]),
        "counts": (Counts(prefix="counts_"), [drawn(4, 3), drawn(3)]),
    }
    facts = {}
    for name, (net, inputs) in nets.items():
        facts[name] = exported(folder, name, net, [mx.nd.array(x) for x in inputs])
    facts["trained"] = symbolic(folder, "trained")
    mx.npx.set_np()
    facts["in_numpy"] = exported(folder, "in_numpy", InNumPy(prefix="np_"), [mx.np.array(drawn(2, 4))])
    mx.npx.reset_np()
    for name in ("mlp", "residual", "trained"):
        for version in OLDER:
            facts[f"{name}_{version}"] = older(folder, name, version)
    (folder / "graphs.json").write_text(json.dumps(facts, indent=1) + "\n")


def exported(folder, name, net, inputs):
    net.initialize(mx.init.Normal(0.5))
    for parameter in net.collect_params().values():
        if parameter.name.endswith(("running_mean", "running_var")):
            values = np.linspace(0.5, 1.5, parameter.shape[0])
            parameter.set_data(mx.np.array(values) if mx.util.is_np_array() else mx.nd.array(values))
    net.hybridize()
    outputs = net(*inputs)
    net.export(str(folder / name))
    arrays = {f"input{n}": x.asnumpy() for n, x in enumerate(inputs)}
    arrays |= {
        f"output{n}": y.asnumpy() for n, y in enumerate(outputs if isinstance(outputs, (list, tuple)) else [outputs])
    }
    write_npz(folder / f"{name}.npz", arrays)
    return told(mx.sym.load(str(folder / f"{name}-symbol.json")))


def symbolic(folder, name):
    """A graph of the kind that `mx.mod.Module` saves: a loss at its end, attributes for the optimizer."""
    with mx.AttrScope(ctx_group="stage1"):
        data = mx.sym.Variable("data", attr={"lr_mult": "0.2"})
        x = mx.sym.FullyConnected(data, num_hidden=8, name="fc1", attr={"wd_mult": "0.3"})
        x = mx.sym.BatchNorm(mx.sym.LeakyReLU(x, act_type="prelu", name="prelu"), fix_gamma=False, name="bn")
    x = mx.sym.argmax(mx.sym.SoftmaxOutput(x, name="softmax"), axis=-1, name="best") * 2
    x.save(str(folder / f"{name}-symbol.json"))
    return told(x)


def told(symbol):
    """What MXNet says of a graph."""
    return {
        "arguments": symbol.list_arguments(),
        "auxiliary": symbol.list_auxiliary_states(),
        "outputs": symbol.list_outputs(),
    }


OLDER = {"0_8": 800, "0_9": 900, "0_9_4": 904, "1_0": 10000}
HIDDEN = ("ctx_group", "lr_mult", "wd_mult")
SECOND_NAMES = {"elemwise_add": "_Plus", "_mul_scalar": "_MulScalar", "SoftmaxOutput": "Softmax"}


def older(folder, name, version):
    """A graph as an older version wrote it, and what MXNet makes of that when it loads it."""
    graph = json.loads((folder / f"{name}-symbol.json").read_text())
    number = OLDER[version]
    nodes, places = [], {}
    for place, node in enumerate(graph["nodes"]):
        if number < 900 and is_auxiliary(graph, place):
            continue
        places[place] = len(nodes)
        attributes = {key.strip("_") if is_hidden(key) else key: text for key, text in node.get("attrs", {}).items()}
        attributes = {key: text for key, text in attributes.items() if not (number < 904 and key == "__init__")}
        made = {"op": node["op"], "name": node["name"]}
        if number < 900:
            of_user = {key: text for key, text in attributes.items() if key.endswith(HIDDEN)}
            if node["name"] in ("fc1", "fc1_weight", "fc1_bias"):
                of_user["weight_lr_mult"] = "1.2"
            made["op"] = SECOND_NAMES.get(node["op"], node["op"])
            made["param"] = {key: text for key, text in attributes.items() if key not in of_user}
            made |= {"backward_source_id": -1, **({"attr": of_user} if of_user else {})}
        elif attributes:
            made["attr" if number < 10000 else "attrs"] = attributes
        entries = [[places[i], *rest] for i, *rest in node["inputs"] if i in places]
        made["inputs"] = [entry[:2] for entry in entries] if number < 900 else entries
        nodes.append(made)
    heads = [[places[i], output] for i, output, _ in graph["heads"]]
    variables = [n for n, node in enumerate(nodes) if node["op"] == "null"]
    old = {"nodes": nodes, "arg_nodes": variables, "heads": heads}
    if number >= 900:
        old["attrs"] = {"mxnet_version": ["int", number]}
    (folder / f"{name}_{version}-symbol.json").write_text(json.dumps(old, indent=1) + "\n")
    symbol = mx.sym.load_json(json.dumps(old))
    symbol.save(str(folder / f"{name}_{version}-upgraded.json"), remove_amp_cast=False)
    return told(symbol)


def is_hidden(key):
    return key.startswith("__") and key.strip("_").endswith(HIDDEN)


def is_auxiliary(graph, place):
    return any(node["op"] == "BatchNorm" and place in [i for i, *_ in node["inputs"][3:]] for node in graph["nodes"])
