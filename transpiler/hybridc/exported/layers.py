"""Which nodes are layers: those that alone use their parameters, when these are called as the layer calls its own.

conv0_weight, conv0_bias, Convolution  ->  self.conv0 = nn.Conv2D(16, kernel_size=3, prefix="conv0_")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hybridc.exported.variables import Parameter
from hybridc.graphs import Entry, Graph, Node
from hybridc.graphs.attributes import Value

_MOST_OUTPUTS = 3  # of operators that are layers


@dataclass(frozen=True)
class Layer:
    """`module.kind(*places, **keywords)`; its parameters are called `prefix` and what the layer calls them.

    `own`: the places of the parameters in the graph.
    """

    node: int
    kind: str
    prefix: str
    places: tuple[Value, ...]
    keywords: Mapping[str, Value]
    own: tuple[int, ...]
    module: str = "nn"


@dataclass(frozen=True)
class _Kind:
    names: tuple[str, ...]  # of the parameters, in the order of the inputs that follow the first
    made: Callable[[dict[str, Value], tuple[Parameter, ...]], tuple[str, tuple[Value, ...], dict[str, Value]] | None]


def layer(graph: Graph, place: int, parameters: Mapping[int, Parameter]) -> Layer | None:
    """The layer that a node is, if it is one. Raises GraphError for attributes that say nothing."""
    node = graph.nodes[place]
    kind = _KINDS.get(node.op)
    own = _own(graph, node, parameters)
    if kind is None or not own or len(node.inputs) != 1 + len(own):
        return None
    prefix = own[0].name.removesuffix(kind.names[0])
    if not prefix.endswith("_") or not all(p.name.startswith(prefix) for p in own) or len(own) > len(kind.names):
        return None
    bare = [p.name.removeprefix(prefix) for p in own]
    if any(_OF_MODULES.get(mine, mine) != name for mine, name in zip(bare, kind.names, strict=False)):
        return None
    if any(Entry(place, n) in graph.uses or Entry(place, n) in graph.heads for n in range(1, _MOST_OUTPUTS)):
        return None
    attributes = {key: node.value(key) for key in node.attributes if not key.startswith("__")}
    found = kind.made(attributes, own)
    return (
        None
        if found is None or attributes
        else Layer(place, found[0], prefix, found[1], found[2], tuple(p.node for p in own))
    )


_OF_MODULES = {"moving_mean": "running_mean", "moving_var": "running_var"}  # the layer reads files with either name


def _own(graph: Graph, node: Node, parameters: Mapping[int, Parameter]) -> tuple[Parameter, ...]:
    """The parameters that it takes behind its first input, if nobody else takes one of them, all in float32."""
    found = []
    heads = {head.node for head in graph.heads}
    for entry in node.inputs[1:]:
        parameter = parameters.get(entry.node)
        if parameter is None or parameter.dtype != "float32" or entry.node in heads:
            return ()
        if len(graph.uses[Entry(entry.node, 0)]) > 1:
            return ()
        found.append(parameter)
    return tuple(found)


def _size(parameter: Parameter, axis: int) -> int:
    """A size of a parameter, 0 if it is not known."""
    shape = parameter.shape or ()
    return shape[axis] if axis < len(shape) else 0


def _known(**sizes: int) -> dict[str, Value]:
    return {name: size for name, size in sizes.items() if size}


def _unlike(usual: Mapping[str, Value], given: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in given.items() if value != usual[name]}


def _bias(attributes: dict[str, Value], own: tuple[Parameter, ...], unless: bool) -> dict[str, Value] | None:
    """`use_bias`, if what is said of it fits the inputs; `unless`: what `no_bias` is where nothing is said."""
    has = not attributes.pop("no_bias", unless)
    return None if has != (len(own) == 2) else {} if has else {"use_bias": False}


Made = tuple[str, tuple[Value, ...], dict[str, Value]]


def _dense(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    bias = _bias(attributes, own, unless=False)
    units = attributes.pop("num_hidden", None)
    if bias is None or not isinstance(units, int):
        return None
    flatten = {} if attributes.pop("flatten", True) else {"flatten": False}
    return "Dense", (units,), bias | flatten | _known(in_units=_size(own[0], 1))


def _sizes(value: Value, axes: int) -> Value:
    """One number where all are the same."""
    if isinstance(value, tuple) and len(value) == axes and len(set(value)) == 1:
        return value[0]
    return value


_LAYOUTS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


def _convolution(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    return _of_windows(attributes, own, "", no_bias=False)


def _deconvolution(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    return _of_windows(attributes, own, "Transpose", no_bias=True)


def _axes(value: Value) -> int:
    return len(value) if isinstance(value, tuple) else 0


def _of_windows(attributes: dict[str, Value], own: tuple[Parameter, ...], suffix: str, no_bias: bool) -> Made | None:
    kernel, channels, groups = (attributes.pop(n, d) for n, d in (("kernel", ()), ("num_filter", 0), ("num_group", 1)))
    axes = _axes(kernel)
    bias = _bias(attributes, own, no_bias)
    for silent in ("workspace", "cudnn_tune", "cudnn_off"):
        attributes.pop(silent, None)
    layout = attributes.pop("layout", None) or _LAYOUTS.get(axes)
    if axes not in _LAYOUTS or bias is None or layout != _LAYOUTS[axes]:
        return None
    if not isinstance(groups, int) or not isinstance(channels, int):
        return None
    given = {
        "strides": _sizes(attributes.pop("stride", ()) or (1,) * axes, axes),
        "padding": _sizes(attributes.pop("pad", ()) or (0,) * axes, axes),
        "dilation": _sizes(attributes.pop("dilate", ()) or (1,) * axes, axes),
        "groups": groups,
    }
    if suffix:
        given["output_padding"] = _sizes(attributes.pop("adj", ()) or (0,) * axes, axes)
    usual: dict[str, Value] = dict.fromkeys(("strides", "dilation", "groups"), 1)
    usual |= {"padding": 0, "output_padding": 0}
    width = _size(own[0], 0) if suffix else _size(own[0], 1) * groups
    options = _unlike(usual, given) | bias | _known(in_channels=width)
    return f"Conv{axes}D{suffix}", (channels, _sizes(kernel, axes)), options


def _batch_norm(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    if attributes.pop("output_mean_var", False):
        return None
    attributes.pop("cudnn_off", None)
    given = {
        "axis": attributes.pop("axis", 1),
        "momentum": attributes.pop("momentum", 0.9),
        "epsilon": attributes.pop("eps", 1e-3),
        "scale": not attributes.pop("fix_gamma", True),
        "use_global_stats": attributes.pop("use_global_stats", False),
    }
    usual: dict[str, Value] = {"axis": 1, "momentum": 0.9, "epsilon": 1e-5, "scale": True, "use_global_stats": False}
    return "BatchNorm", (), _unlike(usual, given) | _known(in_channels=_size(own[0], 0))


def _layer_norm(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    if attributes.pop("output_mean_var", False):
        return None
    given = {"axis": attributes.pop("axis", -1), "epsilon": attributes.pop("eps", 1e-5)}
    return "LayerNorm", (), _unlike({"axis": -1, "epsilon": 1e-5}, given) | _known(in_channels=_size(own[0], 0))


def _instance_norm(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    given: dict[str, Value] = {"epsilon": attributes.pop("eps", 1e-3), "scale": True}
    return "InstanceNorm", (), _unlike({"epsilon": 1e-5, "scale": False}, given) | _known(in_channels=_size(own[0], 0))


def _embedding(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    sizes = attributes.pop("input_dim", None), attributes.pop("output_dim", None)
    attributes.pop("sparse_grad", None)
    if attributes.pop("dtype", "float32") != "float32":
        return None
    return "Embedding", sizes, {}


def _prelu(attributes: dict[str, Value], own: tuple[Parameter, ...]) -> Made | None:
    channels = _size(own[0], 0)
    if attributes.pop("act_type", "leaky") != "prelu" or not channels or len(own[0].shape or ()) != 1:
        return None
    for unused in ("slope", "lower_bound", "upper_bound"):
        attributes.pop(unused, None)
    return "PReLU", (), {} if channels == 1 else {"in_channels": channels}


_KINDS = {
    "FullyConnected": _Kind(("weight", "bias"), _dense),
    "Convolution": _Kind(("weight", "bias"), _convolution),
    "Deconvolution": _Kind(("weight", "bias"), _deconvolution),
    "BatchNorm": _Kind(("gamma", "beta", "running_mean", "running_var"), _batch_norm),
    "LayerNorm": _Kind(("gamma", "beta"), _layer_norm),
    "InstanceNorm": _Kind(("gamma", "beta"), _instance_norm),
    "Embedding": _Kind(("weight",), _embedding),
    "LeakyReLU": _Kind(("alpha",), _prelu),
}
