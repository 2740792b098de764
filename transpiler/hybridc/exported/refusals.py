"""What is raised where a graph, or the weights beside it, cannot be converted."""

from __future__ import annotations

from hybridc.rules import Rule


class Refusal(Exception):
    """A finding about a graph: its rule, and the node where it is, if any."""

    def __init__(self, rule: Rule, node: str | None = None) -> None:
        super().__init__(rule.filled_message())
        self.rule = rule
        self.node = node
