"""Names that symbols get by themselves, and attributes that a scope gives to all that are made in it."""

from __future__ import annotations

import threading
from typing import Any, Self

__all__ = ["AttrScope", "NameManager", "Prefix", "scoped", "unique"]


class _Local(threading.local):
    def __init__(self) -> None:
        self.names = NameManager()
        self.scope = AttrScope()


class NameManager:
    """Counts what has no name: `fullyconnected0`. As a context, it counts anew."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._before: list[NameManager] = []

    def get(self, name: str | None, hint: str) -> str:
        """The name, or one of the hint and how many there are of it. Classes may say it otherwise."""
        if name:
            return name
        count = self._counts.get(hint, 0)
        self._counts[hint] = count + 1
        return f"{hint}{count}"

    def __enter__(self) -> Self:
        self._before.append(_local.names)
        _local.names = self
        return self

    def __exit__(self, *error: Any) -> None:
        _local.names = self._before.pop()


class Prefix(NameManager):
    """Puts a prefix before all names of operators, those that are given too."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        return self._prefix + super().get(name, hint)


class AttrScope:
    """As a context, gives attributes to all symbols that are made in it. Raises ValueError for what is no text."""

    def __init__(self, **attributes: str) -> None:
        if not all(isinstance(text, str) for text in attributes.values()):
            raise ValueError("Attributes need to be string")
        self._attributes = attributes
        self._before: list[AttrScope] = []

    def get(self, attributes: dict[str, str] | None) -> dict[str, str]:
        """These attributes, and those of the scope."""
        return {**self._attributes, **(attributes or {})}

    def __enter__(self) -> Self:
        self._before.append(_local.scope)
        self._attributes = {**_local.scope._attributes, **self._attributes}
        _local.scope = self
        return self

    def __exit__(self, *error: Any) -> None:
        _local.scope = self._before.pop()


_local = _Local()


def unique(name: str | None, hint: str) -> str:
    """The name of an operator that is made here."""
    return _local.names.get(name, hint)


def scoped(attributes: dict[str, str] | None) -> dict[str, str]:
    """The attributes of what is made here."""
    return _local.scope.get(attributes)
