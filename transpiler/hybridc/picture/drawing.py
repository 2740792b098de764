"""Putting a picture together: numbers for what is new, and the box that it goes into."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hybridc.picture.graph import Box, Edge, Flow, Kind, Node, Picture


class Drawing:
    """A picture in the making."""

    def __init__(self, name: str) -> None:
        self.picture = Picture(name)
        self._open: list[Box] = []
        self._edges: dict[Edge, None] = {}
        self._count = 0

    @contextmanager
    def box(self, kind: Kind, title: str, line: int, detail: str = "") -> Iterator[Box]:
        """A box in the one that is open; what is drawn meanwhile lies in it. One that stays empty is left out."""
        box = Box(self._new("b"), kind, title, detail, line)
        around: list[Node | Box] | list[Box] = self._open[-1].parts if self._open else self.picture.boxes
        around.append(box)
        self._open.append(box)
        try:
            yield box
        finally:
            self._open.pop()
        if not box.parts:
            around.pop()

    def node(self, kind: Kind, title: str, line: int, detail: str = "", box: Box | None = None) -> str:
        """A new node's id; the node lies in the innermost box that is open, or in `box`."""
        node = Node(self._new("n"), kind, title, detail, line)
        (box or self._open[-1]).parts.append(node)
        return node.id

    def edge(self, source: str, target: str, flow: Flow = Flow.DATA, name: str = "") -> None:
        """An edge, once."""
        self._edges[Edge(source, target, flow, name)] = None

    def done(self) -> Picture:
        """The picture, with one edge for all that flows from one node to another, without what no turn of a loop reads
        of the one before."""
        self._prune()
        names: dict[tuple[str, str, Flow], list[str]] = {}
        for edge in self._edges:
            names.setdefault((edge.source, edge.target, edge.flow), []).append(edge.name)
        self.picture.edges = [Edge(*ends, ", ".join(filter(None, each))) for ends, each in names.items()]
        return self.picture

    def _prune(self) -> None:
        used = {edge.source for edge in self._edges}
        unused = {n.id for n in self.picture.nodes() if n.kind is Kind.CARRY and n.id not in used}
        if unused:
            self._edges = {edge: None for edge in self._edges if edge.target not in unused}
            for box in self.picture.boxes:
                _without(box, unused)
            self._prune()

    def _new(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"


def _without(box: Box, ids: set[str]) -> None:
    box.parts = [part for part in box.parts if part.id not in ids]
    for part in box.parts:
        if isinstance(part, Box):
            _without(part, ids)
