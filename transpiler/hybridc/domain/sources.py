"""What loops run over."""

from __future__ import annotations

from dataclasses import dataclass

from hybridc.domain.sites import Memory
from hybridc.domain.values import Value


@dataclass(frozen=True)
class Source:
    """What a `for` runs over: the value of an element, and how it can run."""

    element: Value
    is_python: bool  # a static container: the loop unrolls
    is_array: bool = True  # known to be an array; else it may be a list
    description: str = "an array"
    memory: Memory = frozenset()  # of what the loop reads as it goes
