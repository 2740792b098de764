"""What is raised where a file holds no graph that can be read."""

from __future__ import annotations

import reprlib

_REPR = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = 120


class GraphError(ValueError):
    """A graph that cannot be read: `reason` says what is wrong, `node` is the name of the node where it is, if any."""

    def __init__(self, reason: str, node: str | None = None) -> None:
        super().__init__(reason if node is None else f"node {shown(node)}: {reason}")
        self.reason = reason
        self.node = node


def shown(value: object) -> str:
    """A value that a file holds, short enough for a message."""
    return _REPR.repr(value)
