"""A graph of operators: what computes what, in an order in which it can be computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hybridc.graphs.attributes import Value, value_of
from hybridc.graphs.errors import GraphError
from hybridc.graphs.operators import is_auxiliary

VARIABLE = "null"  # the operator of what is given from outside


@dataclass(frozen=True, slots=True)
class Entry:
    """One output of a node, which is named by its place in the graph."""

    node: int
    output: int


@dataclass(frozen=True, slots=True)
class Node:
    """An operator with its attributes, which are text, and the outputs that it takes; or a variable.

    `outputs`: how many it has, with those that only training uses; None where the file does not tell.
    `subgraphs`: what loops and branches compute.
    """

    name: str
    op: str
    attributes: Mapping[str, str]
    inputs: tuple[Entry, ...] = ()
    outputs: int | None = None
    subgraphs: tuple[Graph, ...] = ()

    @property
    def is_variable(self) -> bool:
        return self.op == VARIABLE

    def value(self, key: str, default: Value = None) -> Value:
        """What the text of an attribute says. Raises GraphError for text that says nothing."""
        if key not in self.attributes:
            return default
        try:
            return value_of(self.attributes[key])
        except ValueError as error:
            raise GraphError(f"the attribute {key}: {error}", self.name) from error


@dataclass(frozen=True)
class Graph:
    """Nodes, each behind all that it takes, and the outputs of the whole; every node serves one of them.

    `version`: of MXNet, as 10901 for 1.9.1. `is_numpy`: zeros in shapes are sizes, and () is the shape of a number;
    otherwise a zero stands for a size that is not known.
    """

    nodes: tuple[Node, ...]
    heads: tuple[Entry, ...]
    version: int
    is_numpy: bool = False

    @cached_property
    def uses(self) -> Mapping[Entry, tuple[tuple[int, int], ...]]:
        """By output: the nodes that take it, in order, and as which of their inputs. Heads are no uses."""
        found: dict[Entry, list[tuple[int, int]]] = {}
        for place, node in enumerate(self.nodes):
            for position, entry in enumerate(node.inputs):
                found.setdefault(entry, []).append((place, position))
        return {entry: tuple(uses) for entry, uses in found.items()}

    @cached_property
    def auxiliary(self) -> tuple[str, ...]:
        """The variables that an operator writes in training, such as the running mean of a normalization."""
        written = {
            entry.node
            for node in self.nodes
            for position, entry in enumerate(node.inputs)
            if is_auxiliary(node.op, position)
        }
        return tuple(node.name for place, node in enumerate(self.nodes) if node.is_variable and place in written)

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """All other variables: inputs and parameters."""
        states = set(self.auxiliary)
        return tuple(node.name for node in self.nodes if node.is_variable and node.name not in states)
