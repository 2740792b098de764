"""What is drawn: nodes, the boxes that they lie in, and the edges between them."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field


class Kind(enum.Enum):
    """What a node or a box stands for; the value is its class in SVG and HTML."""

    INPUT = "input"
    STATE = "state"  # a parameter, a buffer, an attribute or a global that is read
    OPERATION = "operation"
    LAYER = "layer"
    CALL = "call"  # of a function or method of the file
    CONDITION = "condition"
    CARRY = "carry"  # what a loop hands from turn to turn
    ELEMENT = "element"  # what a `for` takes in each turn
    EFFECT = "effect"  # done for what it does, not for a value: prints, checks
    EXIT = "exit"  # leaves a loop
    OUTPUT = "output"
    FUNCTION = "function"
    MODEL = "model"
    BRANCH = "branch"
    LOOP = "loop"
    BLOCK = "block"


class Flow(enum.Enum):
    """What an edge says."""

    DATA = "data"
    MAY = "may"  # the value may have been changed there, by another name of the same memory
    BACK = "back"  # from one turn of a loop to the next
    CONTROL = "control"  # from a condition to what it decides


@dataclass(frozen=True, slots=True)
class Node:
    """`title` is the statement or the name, `detail` what is known of it: a layer's class, a shape. Lines count from 1;
    0 is none."""

    id: str
    kind: Kind
    title: str
    detail: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """From a node to a node or a box; `name` is what flows, where the source gives several."""

    source: str
    target: str
    flow: Flow = Flow.DATA
    name: str = ""


@dataclass(slots=True)
class Box:
    """Nodes and boxes in a frame of their own."""

    id: str
    kind: Kind
    title: str
    detail: str = ""
    line: int = 0
    parts: list[Node | Box] = field(default_factory=list)

    def nodes(self) -> Iterator[Node]:
        """All nodes in it, those of inner boxes included."""
        for part in self.parts:
            if isinstance(part, Node):
                yield part
            else:
                yield from part.nodes()


@dataclass(slots=True)
class Picture:
    """A picture of a program, or of a part of it, `name`."""

    name: str
    boxes: list[Box] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def nodes(self) -> Iterator[Node]:
        for box in self.boxes:
            yield from box.nodes()
