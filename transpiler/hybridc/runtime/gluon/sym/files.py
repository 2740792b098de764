"""Graphs as MXNet writes them, `net-symbol.json`."""

from __future__ import annotations

import json

from hybridc.runtime.gluon.sym.graph import Outputs

__all__ = ["written"]

_VERSION = 10901  # of MXNet, whose format this is


def written(symbol: Outputs) -> str:
    """The graph in JSON. Raises ValueError for two variables of one name."""
    nodes = symbol.nodes()
    places = {node: place for place, node in enumerate(nodes)}
    variables = [place for place, node in enumerate(nodes) if node.operator is None]
    names = [nodes[place].name for place in variables]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"two variables have the name `{twice[0]}`")
    listed = []
    for node in nodes:
        entry = {"op": "null" if node.operator is None else node.operator.name, "name": node.name}
        attributes = {"attrs": texts} if (texts := node.texts()) else {}
        listed.append({**entry, **attributes, "inputs": [[places[taken], n, 0] for taken, n in node.inputs]})
    graph = {
        "nodes": listed,
        "arg_nodes": variables,
        "heads": [[places[node], n, 0] for node, n in symbol.heads],
        "attrs": {"mxnet_version": ["int", _VERSION]},
    }
    return json.dumps(graph, indent=2)
