"""Graphs of operators that a framework exported, as files: read, checked and brought to one form. Nothing is run."""

from hybridc.graphs.arrays import ArrayFacts, ArraysError, read_array_facts
from hybridc.graphs.errors import GraphError
from hybridc.graphs.graph import Entry, Graph, Node
from hybridc.graphs.reading import read_graph

__all__ = [
    "ArrayFacts",
    "ArraysError",
    "Entry",
    "Graph",
    "GraphError",
    "Node",
    "read_array_facts",
    "read_graph",
]
