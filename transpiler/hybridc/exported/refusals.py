"""What is raised where a graph, or the weights beside it, cannot be converted."""

from __future__ import annotations

from collections.abc import Mapping

from hybridc.rules import Rule


class Refusal(Exception):
    """A finding about a graph: its rule, with the words for that, and the node where it is, if any."""

    def __init__(self, rule: type[Rule], node: str | None = None, /, **details: str) -> None:
        super().__init__(rule.message.format(**details))
        self.rule = rule
        self.node = node
        self.details: Mapping[str, str] = details
