"""`symbol(data=other)`: the same graph with other symbols in the places of variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hybridc.runtime.gluon.sym.graph import Head, Node, Outputs

__all__ = ["replaced"]


def replaced(symbol: Outputs, given: Mapping[str, Any], name: str | None) -> list[Head]:
    """The outputs, with these symbols instead of variables. `name` is that of the last operator from then on.

    Raises TypeError for what is no symbol, and for names that are not there.
    """
    if not all(isinstance(each, Outputs) for each in given.values()):
        raise TypeError("Compose expect `Symbol` as arguments")
    inputs = symbol.list_inputs()
    if unknown := [key for key in given if key not in inputs]:
        raise TypeError(f"{symbol!r} has no variable `{unknown[0]}`; it has {', '.join(inputs)}")
    new: dict[Node, Node] = {}
    for node in symbol.nodes():
        called = name if name and node is symbol.heads[0][0] else node.name
        new[node] = Node(node.operator, called, node.attributes, [_moved(taken, given, new) for taken in node.inputs])
    return [_moved(head, given, new) for head in symbol.heads]


def _moved(head: Head, given: Mapping[str, Outputs], new: Mapping[Node, Node]) -> Head:
    node, place = head
    if node.operator is None and node.name in given:
        return given[node.name].only_head()
    return new[node], place
