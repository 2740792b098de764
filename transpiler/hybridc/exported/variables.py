"""The variables of a graph: which are inputs, which are labels that only gradients use, and which are parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from hybridc.dialects.mxnet.graph_operators import LABELLED, PARAMETERS
from hybridc.exported.refusals import Refusal
from hybridc.graphs import ArrayFacts, Entry, Graph, GraphError, Node
from hybridc.graphs.arrays import DTYPES
from hybridc.rules import UnfittingWeights

_NUMBERED = re.compile(r"data\d+")
_OF_DATA = re.compile(r"data\d*$|.*label$")
_PASSED_ON = ("Reshape", "_npx_reshape", "_rnn_param_concat", "Cast", "expand_dims")  # between parameters and their use
_INITIAL = {"zero": "zeros", "zeros": "zeros", "one": "ones", "ones": "ones"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """`shape`: None where nothing is known of it, with zeros for sizes that are not."""

    name: str
    node: int
    shape: tuple[int, ...] | None
    dtype: str
    is_auxiliary: bool
    init: str | None


@dataclass(frozen=True)
class Variables:
    """By the place of the variable in the graph. Labels can be left out in prediction."""

    inputs: Mapping[int, str]
    labels: Mapping[int, str]
    parameters: Mapping[int, Parameter]


def variables(graph: Graph, arrays: Mapping[str, ArrayFacts] | None) -> Variables:
    """The variables of a graph, whose parameters are those that `arrays` has; without that, the graph has to tell.

    Raises Refusal where arrays are missing, left over, or of another shape than the graph says.
    """
    places = {node.name: place for place, node in enumerate(graph.nodes) if node.is_variable}
    auxiliary = frozenset(graph.auxiliary)
    labels = {places[name]: name for name in graph.arguments if _is_label(graph, places[name])}
    if arrays is None:
        own = {name for name in places if name in auxiliary or _looks_like_parameter(graph, places[name])}
    else:
        own = {name for name in places if name in arrays}
        _expect_fitting(graph, places, own, auxiliary, arrays)
    own -= set(labels.values()) - set(arrays or ())
    parameters = {
        place: _parameter(graph.nodes[place], place, name in auxiliary, arrays)
        for name, place in places.items()
        if name in own
    }
    given = [name for name in graph.arguments if name not in own and places[name] not in labels]
    if all(_NUMBERED.fullmatch(name) for name in given):  # `export` numbers inputs in the order of the call
        given.sort(key=lambda name: int(name.removeprefix("data")))
    inputs = {places[name]: name for name in given}
    return Variables(inputs, {place: name for place, name in labels.items() if name not in own}, parameters)


def _is_label(graph: Graph, place: int) -> bool:
    """All that it is for is the gradient of a loss."""
    uses = graph.uses.get(Entry(place, 0), ())
    is_head = any(head.node == place for head in graph.heads)
    return bool(uses) and not is_head and all(graph.nodes[n].op in LABELLED and i == 1 for n, i in uses)


def _looks_like_parameter(graph: Graph, place: int) -> bool:
    """It has an initial value, or a shape as parameters have, or is used as parameters are."""
    node = graph.nodes[place]
    if "__init__" in node.attributes:
        return True
    if "__shape__" in node.attributes and not _OF_DATA.match(node.name):
        return True
    return _is_used_as_parameter(graph, place)


def _is_used_as_parameter(graph: Graph, place: int) -> bool:
    waiting = [place]
    while waiting:
        for user, position in graph.uses.get(Entry(waiting.pop(), 0), ()):
            op = graph.nodes[user].op
            if position in PARAMETERS.get(op, ()):
                return True
            if (op in _PASSED_ON and position == 0) or op == "_rnn_param_concat":
                waiting.append(user)
    return False


def _parameter(node: Node, place: int, is_auxiliary: bool, arrays: Mapping[str, ArrayFacts] | None) -> Parameter:
    if arrays is not None:
        facts = arrays[node.name]
        return Parameter(node.name, place, facts.shape, facts.dtype, is_auxiliary, _initial(node))
    return Parameter(node.name, place, declared_shape(node), _declared_dtype(node), is_auxiliary, _initial(node))


def declared_shape(node: Node) -> tuple[int, ...] | None:
    """The shape that the variable says it has. Sizes that it does not know are 0. Raises GraphError."""
    shape = node.value("__shape__")
    if shape is None or shape == "":
        return None
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if not all(type(size) is int for size in sizes):
        raise GraphError(f"the attribute __shape__: {shape!r} is no shape", node.name)
    return tuple(max(size, 0) for size in sizes if isinstance(size, int))


def _declared_dtype(node: Node) -> str:
    flag = node.value("__dtype__", 0)
    if flag == -1:
        return "float32"
    if not isinstance(flag, int) or flag not in DTYPES:
        raise GraphError(f"the attribute __dtype__: {flag!r} is no dtype", node.name)
    return DTYPES[flag]


def _initial(node: Node) -> str | None:
    """The name of an initializer without choices: `zeros` or `ones`."""
    text = node.attributes.get("__init__", "")
    try:
        content = json.loads(text) if text.startswith("[") else [text]
    except ValueError:
        return None
    return _INITIAL.get(content[0]) if content and isinstance(content[0], str) else None


def _expect_fitting(
    graph: Graph,
    places: Mapping[str, int],
    own: Collection[str],
    auxiliary: Collection[str],
    arrays: Mapping[str, ArrayFacts],
) -> None:
    """All that does not fit, in one list."""
    missing = [
        name
        for name, place in places.items()
        if name not in own and (name in auxiliary or _looks_like_parameter(graph, place))
    ]
    lines = [f"missing: {name}" for name in missing]
    lines += [f"left over: {name}" for name in arrays if name not in places]
    for name in own:
        said, there = declared_shape(graph.nodes[places[name]]), arrays[name].shape
        if said is not None and not _fits(said, there):
            lines.append(f"of another shape: {name} is {list(there)}, and {list(said)} in the graph")
    if lines:
        raise Refusal(UnfittingWeights(problem="the weights do not fit the graph: " + "; ".join(lines)))


def _fits(said: tuple[int, ...], there: tuple[int, ...]) -> bool:
    return len(said) == len(there) and all(a in (0, b) for a, b in zip(said, there, strict=True))
