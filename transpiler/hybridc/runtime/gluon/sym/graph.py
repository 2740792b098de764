"""Graphs of operators on arrays that are given later: what they are made of, and what they are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.gluon.sym.operators import HIDDEN, Operator, is_mark

__all__ = ["DTYPES", "Head", "Node", "Outputs", "ordered"]

DTYPES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool")  # in the order of MXNet's numbers


class Node(Unchanging):
    """An operator with its attributes and the outputs that it takes; a variable has no operator."""

    __slots__ = ("attributes", "inputs", "name", "operator")

    def __init__(
        self, operator: Operator | None, name: str, attributes: Mapping[str, Any], inputs: Sequence[tuple[Node, int]]
    ) -> None:
        self.operator = operator
        self.name = name
        self.attributes = dict(attributes)
        self.inputs = tuple(inputs)

    def output_names(self) -> tuple[str, ...]:
        """The full names of its outputs: `fc1_output`, or the name of the variable."""
        if self.operator is None:
            return (self.name,)
        return tuple(f"{self.name}_{end}" for end in self.operator.output_names(self.attributes))

    def texts(self) -> dict[str, str]:
        """The attributes as text, as files have them."""
        return {key: str(value) for key, value in self.attributes.items()}


Head = tuple[Node, int]


def ordered(heads: Sequence[Head]) -> list[Node]:
    """All nodes that outputs need, each behind what it takes, in the order of MXNet."""
    found: list[Node] = []
    seen: set[int] = set()
    waiting: list[tuple[Node, bool]] = [(node, False) for node, _ in reversed(heads)]
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            found.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.append((node, True))
            waiting += [(taken, False) for taken, _ in reversed(node.inputs)]
    return found


class Outputs(Unchanging):
    """One output or several, `heads`, of a graph of operators: what all know of a symbol that make others of it."""

    __slots__ = ("heads",)

    def __init__(self, heads: Sequence[Head]) -> None:
        self.heads = tuple(heads)

    def only_head(self) -> Head:
        """The output of a symbol that has one. Raises ValueError for several, of which operators take one."""
        if len(self.heads) != 1:
            raise ValueError(f"an operator takes one output, and {self!r} has {len(self.heads)}: take one, `symbol[0]`")
        return self.heads[0]

    @property
    def name(self) -> str | None:
        """The name of the node; None for outputs of several."""
        first = self.heads[0][0]
        return first.name if all(node is first for node, _ in self.heads) else None

    def __repr__(self) -> str:
        if self.name is not None:
            return f"<Symbol {self.name}>"
        return f"<Symbol group [{', '.join(node.name for node, _ in self.heads)}]>"

    def __len__(self) -> int:
        return len(self.heads)

    def nodes(self) -> list[Node]:
        return ordered(self.heads)

    def list_inputs(self) -> list[str]:
        """The names of all variables."""
        return [node.name for node in self.nodes() if node.operator is None]

    def list_arguments(self) -> list[str]:
        """The names of inputs and parameters."""
        states = set(self.list_auxiliary_states())
        return [name for name in self.list_inputs() if name not in states]

    def list_auxiliary_states(self) -> list[str]:
        """The names of what training writes, such as the running mean of a normalization."""
        written = {
            id(taken)
            for node in self.nodes()
            if node.operator is not None and node.operator.name.endswith("BatchNorm")
            for taken, _ in node.inputs[3:]
        }
        return [node.name for node in self.nodes() if node.operator is None and id(node) in written]

    def list_outputs(self) -> list[str]:
        """The names of the outputs: `fc1_output`."""
        return [node.output_names()[place] for node, place in self.heads]

    def attr(self, key: str) -> str | None:
        """The text of an attribute, if the node has it."""
        return self.list_attr().get(key)

    def list_attr(self) -> dict[str, str]:
        """The attributes of the node as text; none for outputs of several."""
        first = self.heads[0][0]
        return _shown(first) if self.name is not None else {}

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """The attributes of all nodes that have some, by their names."""
        return {node.name: shown for node in self.nodes() if (shown := _shown(node))}

    def _set_attr(self, **marks: str) -> None:
        """Gives the node marks, such as `lr_mult`, for whoever reads the graph."""
        if any(not isinstance(text, str) for text in marks.values()):
            raise ValueError("Set Attr only accepts string values")
        for key, text in marks.items():
            if not is_mark(key):
                raise ValueError(f"`{key}` is no mark: `__{key}__` is")
            self.heads[0][0].attributes[f"__{key}__" if key in HIDDEN else key] = text


def _shown(node: Node) -> dict[str, str]:
    """With the marks under both of their names."""
    texts = node.texts()
    return texts | {key[2:-2]: text for key, text in texts.items() if key[2:-2] in HIDDEN}
