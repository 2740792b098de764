"""`symbol(data=other)`: the same graph with other symbols in the places of variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hybridc.runtime.gluon.sym.symbol import Head, Node, Symbol

__all__ = ["replaced"]


def replaced(symbol: Symbol, args: Sequence[Any], kwargs: Mapping[str, Any], name: str | None) -> Symbol:
    """The graph with these symbols instead of variables. `name` is that of its last operator from then on.

    Raises TypeError for both ways at once, for what is no symbol, and for more or other names than there are.
    """
    if args and kwargs:
        raise TypeError("compose only accept input Symbols either as positional or keyword arguments, not both")
    if not all(isinstance(each, Symbol) for each in (*args, *kwargs.values())):
        raise TypeError("Compose expect `Symbol` as arguments")
    inputs = symbol.list_inputs()
    if len(args) > len(inputs):
        raise TypeError(f"{symbol!r} has {len(inputs)} variables, and is given {len(args)} symbols")
    given = dict(zip(inputs, args, strict=False)) | dict(kwargs)
    if unknown := [key for key in given if key not in inputs]:
        raise TypeError(f"{symbol!r} has no variable `{unknown[0]}`; it has {', '.join(inputs)}")
    new: dict[Node, Node] = {}
    last = symbol.heads[0][0]
    for node in symbol.nodes():
        called = name if name and node is last else node.name
        new[node] = Node(node.operator, called, node.attributes, [_moved(taken, given, new) for taken in node.inputs])
    return Symbol([_moved(head, given, new) for head in symbol.heads])


def _moved(head: Head, given: Mapping[str, Symbol], new: Mapping[Node, Node]) -> Head:
    node, place = head
    if node.operator is None and node.name in given:
        return given[node.name].only_head()
    return new[node], place
