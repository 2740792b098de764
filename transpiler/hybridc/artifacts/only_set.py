"""Attributes that a model sets when it predicts, and that nothing which it computes comes from: attention weights that
are kept to be looked at. A program without them gives the same results, call after call."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hybridc.runtime.core import runs
from hybridc.runtime.core.modules import Module

Place = tuple[Module, str]


class Read(BaseException):
    """An attribute is read before the run has set it; `place` is which. No `except` of the model is for it."""

    def __init__(self, place: Place) -> None:
        super().__init__(place[1])
        self.place = place


@contextmanager
def expected_unread(places: Sequence[Place]) -> Iterator[None]:
    """While models run in it, reading one of these before it is set raises Read."""
    kinds = {module: type(module) for module, _ in places}
    try:
        for module, kind in kinds.items():
            names = frozenset(name for owner, name in places if owner is module)
            object.__setattr__(module, "__class__", _watching(kind, names))
        yield
    finally:
        for module, kind in kinds.items():
            object.__setattr__(module, "__class__", kind)


def _watching(kind: type[Module], names: frozenset[str]) -> type[Module]:
    """The class, of objects that tell of reads of attributes, and of looks into what holds all of them."""

    def __getattribute__(self: Module, name: str) -> Any:
        run = runs.current()
        if name in names and (run is None or (self, name) not in run.before):
            raise Read((self, name))
        if name == "__dict__" and str(sys._getframe(1).f_globals.get("__name__")).partition(".")[0] != "hybridc":
            raise Read((self, min(names)))  # whichever it looks for there
        return kind.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": __getattribute__, "__module__": kind.__module__})
