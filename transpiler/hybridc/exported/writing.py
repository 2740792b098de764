"""A graph as a class, in the words of its framework; every line knows the node that it is of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hybridc.exported.identifiers import class_name, stem
from hybridc.exported.layers import Layer, layer
from hybridc.exported.naming import Attributes, attributes
from hybridc.exported.recurrent import recurrent_layer
from hybridc.exported.statements import Forward
from hybridc.exported.variables import Parameter, variables
from hybridc.graphs import ArrayFacts, Entry, Graph

_ACTIVATED = ("FullyConnected", "Convolution", "Deconvolution")
_WITHIN = ("relu", "sigmoid", "tanh", "softrelu", "softsign")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of source; `node`: its place in the graph, if it is of one."""

    text: str
    node: int | None = None


def written(graph: Graph, path: str, arrays: Mapping[str, ArrayFacts] | None) -> list[Line]:
    """The module of a graph that was in the file `path`. Raises Refusal and GraphError."""
    found = variables(graph, arrays)
    layers = {
        place: made
        for place, node in enumerate(graph.nodes)
        if not node.is_variable and (made := _layer(graph, place, found.parameters)) is not None
    }
    folded = dict(_folded(graph, layers))
    for place, activation in folded.values():
        layers[place] = replace(layers[place], keywords={"activation": activation, **layers[place].keywords})
    inside = {place for made in layers.values() for place in made.own}
    plain = {place: p for place, p in found.parameters.items() if place not in inside}
    names = attributes(layers, plain)
    calls = {place: f"self.{name}" for place, name in names.layers.items()}
    forward = Forward(graph, found, calls, names.parameters, folded)
    body = _constructor(layers, plain, names) + _forward(forward, names)
    used = " ".join(line.text for line in body)
    modules = [name for name in ("nd", "np", "npx") if re.search(rf"\b{name}\.", used)]
    head = [f"from mxnet import {', '.join(modules)}"] * bool(modules) + [
        f"from mxnet.gluon import nn{', rnn' * (' rnn.' in used)}",
        "",
        "",
    ]
    weights = f"net = {class_name(path)}().load('{stem(path)}-0000.params')"
    head += [f"class {class_name(path)}(nn.HybridBlock):"]
    head += [f'    """The model of {stem(path)}-symbol.json.', "", f"    `{weights}` has its weights.", '    """', ""]
    return [*map(Line, head), *body]


def _layer(graph: Graph, place: int, parameters: Mapping[int, Parameter]) -> Layer | None:
    return layer(graph, place, parameters) or recurrent_layer(graph, place, parameters)


def _folded(graph: Graph, layers: Mapping[int, Layer]) -> Iterator[tuple[int, tuple[int, str]]]:
    """Activations that are parts of layers, as their names tell, with the layer and what they compute."""
    for place, made in layers.items():
        uses = graph.uses.get(Entry(place, 0), ())
        if graph.nodes[place].op not in _ACTIVATED or len(uses) != 1 or Entry(place, 0) in graph.heads:
            continue
        user = graph.nodes[uses[0][0]]
        if user.op == "Activation" and user.name.startswith(made.prefix) and user.value("act_type") in _WITHIN:
            yield uses[0][0], (place, str(user.value("act_type")))


def _constructor(layers: Mapping[int, Layer], plain: Mapping[int, Parameter], names: Attributes) -> list[Line]:
    rows = [Line("    def __init__(self):"), Line(f"        super().__init__(prefix={names.prefix!r})")]
    if not layers and not plain:
        return [*rows, Line("")]
    indent = " " * 8
    if names.prefix:
        rows.append(Line("        with self.name_scope():"))
        indent = " " * 12
    group = None
    groups = _groups(names)
    for place in sorted([*layers, *plain]):
        name = names.layers.get(place) or names.parameters[place]
        if group is not None and groups[name] != group:
            rows.append(Line(""))
        group = groups[name]
        made = _made(layers[place], names) if place in layers else _declared(plain[place], names)
        rows.append(Line(f"{indent}self.{name} = {made}", place))
    return [*rows, Line("")]


def _groups(names: Attributes) -> Mapping[str, str]:
    """What stands together, by names of attributes: `stage1` for `stage1_conv0`, if there are more."""
    starts = {name: name.rpartition("_")[0] for name in names.layers.values()}
    counts = Counter(starts.values())
    groups = {name: start if counts[start] > 1 else "" for name, start in starts.items()}
    return groups | dict.fromkeys(names.parameters.values(), "")


def _made(layer: Layer, names: Attributes) -> str:
    given = [repr(value) for value in layer.places]
    given += [f"{name}={value!r}" for name, value in layer.keywords.items()]
    given.append(f"prefix={layer.prefix.removeprefix(names.prefix)!r}")
    return f"{layer.module}.{layer.kind}({', '.join(given)})"


def _declared(parameter: Parameter, names: Attributes) -> str:
    given = [repr(parameter.name.removeprefix(names.prefix))]
    if parameter.shape is not None:
        given.append(f"shape={parameter.shape!r}")
    if parameter.dtype != "float32":
        given.append(f"dtype={parameter.dtype!r}")
    if parameter.init is not None:
        given.append(f"init={parameter.init!r}")
    if parameter.shape is None or 0 in parameter.shape:
        given.append("allow_deferred_init=True")
    if parameter.is_auxiliary:
        given.append("differentiable=False")
    return f"self.params.get({', '.join(given)})"


def _forward(forward: Forward, names: Attributes) -> list[Line]:
    inputs = [name for name in forward.inputs.values() if name not in forward.labels]
    given = ["self", *inputs, *(f"{name}=None" for name in forward.labels)]
    rows = [Line(f"    def forward({', '.join(given)}):")]
    group = None
    groups = _groups(names)
    for statement in forward.statements:
        found = re.search(r"self\.(\w+)", statement.text)
        if found is not None:
            if group is not None and groups[found[1]] != group:
                rows.append(Line(""))
            group = groups[found[1]]
        rows.append(Line(f"        {statement.target} = {statement.text}", statement.node))
    rows.append(Line(f"        return {forward.returned}", forward.returned_node))
    return rows
