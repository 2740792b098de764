"""Programs of `symbol_programs` with what they are given, for the recording and the tests alike."""

import numpy as np
from mxnet_weights import drawn

_LABEL = np.array([1, 0], np.float32)
_STATES = {f"l{n}_init_{kind}": drawn(f"l{n}{kind}", 2, 4) for n in range(2) for kind in "ch"}
_WORDS = np.array([[1, 6, 0], [2, 2, 5]], np.float32)


def _images(name, *shape):
    return {"data": drawn(name, *shape), "softmax_label": _LABEL}


# By name: the file, its function, the arguments of that, and arrays by names of variables.
CASES = {
    "mlp": ("mlp", "get_symbol", {"num_classes": 4}, _images("mlp", 2, 1, 6, 6)),
    "lenet": ("lenet", "get_symbol", {"num_classes": 3}, _images("lenet", 2, 1, 28, 28)),
    "lenet_located": ("lenet", "get_symbol", {"num_classes": 3, "add_loc": True}, _images("located", 2, 1, 28, 28)),
    "alexnet": ("alexnet", "get_symbol", {"num_classes": 3}, _images("alexnet", 2, 3, 63, 63)),
    "vgg": ("vgg", "get_symbol", {"num_classes": 3}, _images("vgg", 2, 3, 16, 16)),
    "vgg_normalized": ("vgg", "get_symbol", {"num_classes": 3, "num_layers": 13, "batch_norm": True}, _images("vgg_bn", 2, 3, 16, 16)),
    "resnet": ("resnet", "get_symbol", {"num_classes": 3, "num_layers": 14, "image_shape": "3,28,28"}, _images("resnet", 2, 3, 28, 28)),
    "resnet_bottleneck": ("resnet", "get_symbol", {"num_classes": 3, "num_layers": 18, "image_shape": "3,64,64"}, _images("bottleneck", 2, 3, 64, 64)),
    "inception": ("inception", "get_symbol", {"num_classes": 3, "image_shape": "3,12,12"}, _images("inception", 2, 3, 12, 12)),
    "mobilenet": ("mobilenet", "get_symbol", {"num_classes": 5}, {"data": 128 + 100 * drawn("mobilenet", 2, 3, 16, 16)}),
    "resnext": ("resnext", "get_symbol", {"num_classes": 3, "image_shape": "3,8,8"}, _images("resnext", 2, 3, 8, 8)),
    "lstm": (
        "lstm", "lstm_unroll",
        {"num_lstm_layer": 2, "seq_len": 3, "input_size": 7, "num_hidden": 4, "num_embed": 5, "num_label": 3},
        {"data": _WORDS, "softmax_label": np.array([[0, 1, 2], [2, 1, 0]], np.float32), **_STATES},
    ),
    "fused": (
        "lstm", "fused", {"num_hidden": 3, "num_layers": 2, "vocabulary": 7},
        {"data": _WORDS, "net_lstm_state": drawn("state", 4, 2, 3), "net_lstm_state_cell": drawn("cell", 4, 2, 3)},
    ),
    "composed": ("composing", "composed", {}, {"data": drawn("composed", 2, 4)}),
    "arithmetic": ("composing", "arithmetic", {}, {"a": 2 + drawn("a", 2, 3), "b": 2 + drawn("b", 2, 3)}),
    "named": ("composing", "named", {}, {"data": drawn("named", 2, 3, 4)}),
    "parts": ("composing", "parts", {}, {"data": drawn("parts", 2, 6)}),
}  # fmt: skip
WITH_DROPOUT = frozenset({"alexnet", "vgg", "vgg_normalized"})
EVERY_DAY = frozenset({"mlp", "lenet_located", "composed", "arithmetic", "named", "parts"})


def graph_of(text):
    """What a symbol file says, without versions of nodes and counts of outputs."""
    import json

    content = json.loads(text)
    nodes = [[n["op"], n["name"], n.get("attrs", {}), [entry[:2] for entry in n["inputs"]]] for n in content["nodes"]]
    return {"nodes": nodes, "heads": [head[:2] for head in content["heads"]]}


def told(symbol, shapes):
    """What a symbol says of itself."""
    arguments, outputs, states = symbol.infer_shape(**shapes)
    return {
        "graph": graph_of(symbol.tojson()),
        "arguments": symbol.list_arguments(),
        "outputs": symbol.list_outputs(),
        "states": symbol.list_auxiliary_states(),
        "internals": symbol.get_internals().list_outputs(),
        "attributes": symbol.attr_dict(),
        "shown": repr(symbol),
        "shapes": [[list(s) for s in each] for each in (arguments, outputs, states)],
    }
