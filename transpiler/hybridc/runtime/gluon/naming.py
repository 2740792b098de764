"""Gluon's names: prefixes, counted by kind in the scope that a block is made in."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any, Self

from hybridc.runtime.gluon.parameter_dict import ParameterDict

__all__ = ["Naming"]


class _Local(threading.local):
    scope: Naming | None = None


_local = _Local()
_outermost: Counter[str] = Counter()  # of blocks that are made in no scope


class Naming:
    """The prefix of a block, its own parameters by their full names, and, as a context, the scope that it opens.

    `prefix`: what is given, or the kind of the block and how many of it there are. `params`: the parameters of another
    block, which this one then shares by name.
    """

    prefix: str
    params: ParameterDict

    def __init__(self, prefix: str | None, params: ParameterDict | None, kind: str) -> None:
        around = _local.scope
        own = prefix
        if own is None:
            counts = _outermost if around is None else around.counts
            own = f"{kind}{counts[kind]}_"
            counts[kind] += 1
        self.is_transparent = prefix == ""
        self.prefix = own if around is None else around.prefix + own
        self.counts: Counter[str] = Counter()
        if params is not None:
            self.params = ParameterDict(params.prefix, params)
        elif around is None:
            self.params = ParameterDict(own)
        else:
            self.params = ParameterDict(around.params.prefix + own, around.params.shared)
        self._around: list[Naming | None] = []

    def __enter__(self) -> Self:
        if not self.is_transparent:
            self._around.append(_local.scope)
            _local.scope = self
        return self

    def __exit__(self, *error: Any) -> None:
        if not self.is_transparent:
            _local.scope = self._around.pop()
