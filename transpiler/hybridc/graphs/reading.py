"""Symbol files of MXNet, `net-symbol.json`: from JSON to a graph that is checked, upgraded and in order.

Source: `saveload_json.cc` of nnvm.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from hybridc.graphs.errors import GraphError, shown
from hybridc.graphs.graph import Entry, Graph, Node
from hybridc.graphs.ordering import ordered
from hybridc.graphs.upgrades import NEWEST, upgraded

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_OF_GRAPH = {"nodes", "heads", "arg_nodes", "node_row_ptr", "attrs"}
_OF_NODE = {"op", "name", "inputs", "attrs", "attr", "param", "backward_source_id", "control_deps", "subgraphs"}
_WITHOUT_VERSION = 800  # 0.8 and before wrote none
_DEEPEST = 16


def read_graph(text: str | bytes) -> Graph:
    """The graph that a file holds, which is given as text or in UTF-8. Raises GraphError."""
    try:
        content: Json = json.loads(text, object_pairs_hook=_once_each)
    except GraphError:
        raise
    except (ValueError, RecursionError) as error:
        raise GraphError(f"it is not JSON: {error}") from error
    return _graph(content, None, 0)


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        [(name, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise GraphError(f"an object has the field {shown(name)} twice")
    return found


def _graph(content: Json, outer: Graph | None, depth: int) -> Graph:
    if not isinstance(content, dict) or not {"nodes", "heads"} <= content.keys():
        raise GraphError("it is no graph: an object with nodes and heads")
    _expect_known(content, _OF_GRAPH, None)
    if depth > _DEEPEST:
        raise GraphError(f"graphs within graphs in more than {_DEEPEST} levels")
    facts = _facts(content.get("attrs", {}))
    version = facts.get("mxnet_version", _WITHOUT_VERSION) if outer is None else outer.version
    is_numpy = bool(facts.get("is_np_shape", 0)) if outer is None else outer.is_numpy
    if version > NEWEST:
        raise GraphError(f"MXNet {_written(version)} wrote it, and versions up to {_written(NEWEST)} are read")
    listed = _list(content["nodes"], "nodes")
    bare = Graph((), (), version, is_numpy)
    nodes = [_node(node, place, len(listed), bare, depth) for place, node in enumerate(listed)]
    heads = _entries(content["heads"], len(nodes), None)
    if not heads:
        raise GraphError("it has no heads, and so computes nothing")
    _expect_variables(content.get("arg_nodes", []), nodes)
    nodes = _with_outputs(nodes, content.get("node_row_ptr"))
    _expect_outputs(nodes, heads)
    graph = ordered(upgraded(nodes, version), heads, version, is_numpy)
    counts = Counter(node.name for node in graph.nodes if node.is_variable)
    for name, count in counts.items():
        if count > 1:
            raise GraphError(f"{count} variables have this name", name)
    return graph


def _written(version: int) -> str:
    return f"{version // 10000}.{version // 100 % 100}.{version % 100}"


def _facts(content: Json) -> dict[str, int]:
    """Facts of the whole graph that are numbers: each is a list of its type and itself."""
    if not isinstance(content, dict):
        raise GraphError("the attrs of the graph are no object")
    found = {}
    for name, pair in content.items():
        if isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int and pair[1] >= 0:
            found[name] = pair[1]
        elif name in ("mxnet_version", "is_np_shape"):
            raise GraphError(f"{name} is {shown(pair)}, which is no type and count")
    return found


def _node(content: Json, place: int, count: int, outer: Graph, depth: int) -> Node:
    if not isinstance(content, dict):
        raise GraphError(f"node {place} is no object")
    name, op = content.get("name"), content.get("op")
    if not _is_text(name):
        raise GraphError(f"node {place} has no name")
    if not _is_text(op):
        raise GraphError("it has no operator", name)
    _expect_known(content, _OF_NODE, name)
    if content.get("control_deps"):
        raise GraphError("it waits for nodes that it takes nothing of (control_deps), which is not read", name)
    if content.get("backward_source_id", -1) != -1:
        raise GraphError("it is of a gradient (backward_source_id), which is not read", name)
    if {"attr", "attrs"} <= content.keys():
        raise GraphError("it has both attr and attrs", name)
    attributes = _texts(content.get("param", {}), "param", name)
    attributes |= _texts(content.get("attrs", content.get("attr", {})), "attrs", name)
    inputs = _entries(content.get("inputs"), count, name)
    inner = _list(content.get("subgraphs", []), "subgraphs", name)
    try:
        subgraphs = tuple(_graph(each, outer, depth + 1) for each in inner)
    except GraphError as error:
        raise GraphError(f"in a graph within it: {error}", name) from error
    node = Node(name, op, attributes, inputs, None, subgraphs)
    if node.is_variable and inputs:
        raise GraphError("it is a variable, and has inputs", name)
    return node


def _is_text(content: Json) -> TypeGuard[str]:
    """Whether it is text that can be written: JSON has half characters as well."""
    return isinstance(content, str) and not any("\ud800" <= letter <= "\udfff" for letter in content)


def _expect_known(content: Mapping[str, Json], known: set[str], name: str | None) -> None:
    for field in content:
        if field not in known:
            raise GraphError(f"the field {shown(field)} is not known", name)


def _texts(content: Json, field: str, name: str) -> dict[str, str]:
    if not isinstance(content, dict):
        raise GraphError(f"its {field} are no object", name)
    found = {key: text for key, text in content.items() if _is_text(text)}
    for key in content:
        if key not in found:
            raise GraphError(f"the attribute {shown(key)} is {shown(content[key])}, which is no text", name)
    return found


def _entries(content: Json, count: int, name: str | None) -> tuple[Entry, ...]:
    """Outputs of nodes, each a list of a node and an output. A third number, of a version, tells nothing of values."""
    what = "heads" if name is None else "inputs"
    found = []
    for entry in _list(content, what, name):
        numbers = [n for n in entry if type(n) is int and n >= 0] if isinstance(entry, list) else []
        if not isinstance(entry, list) or len(numbers) != len(entry) or len(entry) not in (2, 3):
            raise GraphError(f"{shown(entry)} of its {what} is no node and output", name)
        if numbers[0] >= count:
            raise GraphError(f"its {what} name node {numbers[0]}, and there are {count}", name)
        found.append(Entry(numbers[0], numbers[1]))
    return tuple(found)


def _list(content: Json, what: str, name: str | None = None) -> list[Json]:
    if not isinstance(content, list):
        raise GraphError(f"its {what} are no list", name)
    return content


def _expect_variables(content: Json, nodes: list[Node]) -> None:
    for place in _list(content, "arg_nodes"):
        if type(place) is not int or not 0 <= place < len(nodes):
            raise GraphError(f"{shown(place)} of its arg_nodes is no node")
        if not nodes[place].is_variable:
            raise GraphError("it is listed as a variable (arg_nodes), and is none", nodes[place].name)


def _with_outputs(nodes: list[Node], content: Json) -> list[Node]:
    """With the number of outputs: `node_row_ptr` counts all that come before each node."""
    if content is None:
        return [replace(node, outputs=1) if node.is_variable else node for node in nodes]
    starts = [n for n in _list(content, "node_row_ptr") if type(n) is int]
    if len(starts) != len(nodes) + 1 or len(starts) != len(_list(content, "node_row_ptr")) or starts[0] != 0:
        raise GraphError("its node_row_ptr does not fit the nodes")
    counted = []
    for node, start, end in zip(nodes, starts, starts[1:], strict=False):
        if end < start or (node.is_variable and end - start != 1):
            raise GraphError(f"it has {end - start} outputs, says node_row_ptr", node.name)
        counted.append(replace(node, outputs=end - start))
    return counted


def _expect_outputs(nodes: list[Node], heads: tuple[Entry, ...]) -> None:
    taken = [("the whole graph", heads), *((f"node {shown(node.name)}", node.inputs) for node in nodes)]
    for by, entries in taken:
        for entry in entries:
            outputs = nodes[entry.node].outputs
            if outputs is not None and entry.output >= outputs:
                raise GraphError(
                    f"{by} takes output {entry.output} of it, and it has {outputs}", nodes[entry.node].name
                )
