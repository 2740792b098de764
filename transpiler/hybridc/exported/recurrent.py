"""Recurrent layers of Gluon's: their graph makes one vector of all parameters, which only the operator `RNN` takes.

l0_i2h_weight, l0_h2h_weight, ... -> Reshape -> _rnn_param_concat -> RNN
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hybridc.exported.layers import Layer
from hybridc.exported.variables import Parameter
from hybridc.graphs import Entry, Graph, Node
from hybridc.graphs.attributes import Value

_KINDS = {
    "lstm": ("LSTM", 2, {}),
    "gru": ("GRU", 1, {}),
    "rnn_relu": ("RNN", 1, {}),
    "rnn_tanh": ("RNN", 1, {"activation": "tanh"}),
}
_WITHOUT_MEANING = ("projection_size", "lstm_state_clip_min", "lstm_state_clip_max")
_KNOWN = {
    "mode", "state_size", "num_layers", "bidirectional", "p", "state_outputs", "lstm_state_clip_nan",
    "use_sequence_length", *_WITHOUT_MEANING,
}  # fmt: skip


def recurrent_layer(graph: Graph, place: int, parameters: Mapping[int, Parameter]) -> Layer | None:
    """The layer of a node `RNN`, if its parameters are those of one. Raises GraphError for damaged attributes."""
    node = graph.nodes[place]
    if node.op != "RNN" or len(node.inputs) < 3:
        return None
    kind, states, more = _KINDS.get(str(node.value("mode")), ("", 0, {}))
    count, size, both = (
        node.value(key, usual) for key, usual in (("num_layers", 1), ("state_size", 0), ("bidirectional", False))
    )
    if not kind or len(node.inputs) != 2 + states or not _is_plain(node):
        return None
    own = _own(graph, node.inputs[1], parameters)
    if not own or not isinstance(count, int) or not isinstance(size, int) or not 0 < count < len(own):
        return None
    prefix = own[0].name.removesuffix("l0_i2h_weight")
    if not prefix.endswith("_") or [p.name for p in own] != [prefix + name for name in _names(count, bool(both))]:
        return None
    given: dict[str, Value] = dict(more)
    given |= {"num_layers": count} if count > 1 else {}
    given |= {"dropout": node.value("p")} if node.value("p", 0) else {}
    given |= {"bidirectional": True} if both else {}
    shape = own[0].shape
    given |= {"input_size": shape[1]} if shape is not None and len(shape) == 2 and shape[1] else {}
    return Layer(place, kind, prefix, (size,), given, tuple(p.node for p in own), "rnn")


def _is_plain(node: Node) -> bool:
    """Nothing is asked for that layers do not have."""
    clipped = any(node.value(key) is not None for key in _WITHOUT_MEANING)
    own = {key for key in node.attributes if not key.startswith("__")}
    return own <= _KNOWN and not clipped and not node.value("use_sequence_length", False)


def _own(graph: Graph, entry: Entry, parameters: Mapping[int, Parameter]) -> list[Parameter]:
    """The parameters that the vector is made of, if nobody else takes one of them."""
    vector = graph.nodes[entry.node]
    found = []
    for part in vector.inputs if vector.op == "_rnn_param_concat" and _is_alone(graph, entry) else ():
        flat = graph.nodes[part.node]
        if flat.op not in ("Reshape", "_npx_reshape") or len(flat.inputs) != 1 or not _is_alone(graph, part):
            return []
        parameter = parameters.get(flat.inputs[0].node)
        if parameter is None or parameter.dtype != "float32" or not _is_alone(graph, flat.inputs[0]):
            return []
        if flat.value("shape", flat.value("newshape")) not in (-1, (-1,)):
            return []
        found.append(parameter)
    return found


def _is_alone(graph: Graph, entry: Entry) -> bool:
    return len(graph.uses.get(entry, ())) == 1 and entry not in graph.heads


def _names(layers: int, both: bool) -> Iterator[str]:
    """What a layer calls its parameters, in the order of the vector."""
    for kind in ("weight", "bias"):
        for layer in range(layers):
            for direction in "lr" if both else "l":
                yield from (f"{direction}{layer}_{part}_{kind}" for part in ("i2h", "h2h"))
