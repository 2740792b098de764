"""Nodes in an order in which they can be computed: each behind what it takes. What no head needs is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hybridc.graphs.errors import GraphError
from hybridc.graphs.graph import Entry, Graph, Node

_OPEN = -1


def ordered(nodes: Sequence[Node], heads: tuple[Entry, ...], version: int, is_numpy: bool) -> Graph:
    """The graph of nodes that may stand in any order: what a node takes comes before it, its first input first.

    This is the order of `DFSVisit` in nnvm, and so of MXNet's `list_arguments`. Raises GraphError for a cycle.
    """
    places: dict[int, int] = {}  # where a node goes, or that what it takes is being looked at
    order: list[int] = []
    for head in heads:
        waiting = [head.node]
        while waiting:
            place = waiting[-1]
            if place not in places:
                places[place] = _OPEN
                taken = [entry.node for entry in nodes[place].inputs]
                for other in reversed(taken):
                    if places.get(other) == _OPEN:
                        raise GraphError("it takes what is computed from itself", nodes[other].name)
                    if other not in places:
                        waiting.append(other)
            else:
                waiting.pop()
                if places[place] == _OPEN:
                    places[place] = len(order)
                    order.append(place)

    def moved(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(Entry(places[entry.node], entry.output) for entry in entries)

    found = tuple(replace(nodes[place], inputs=moved(nodes[place].inputs)) for place in order)
    return Graph(found, moved(heads), version, is_numpy)
