"""Dataclasses that hold arrays: what their fields hold is their parts, as of named tuples."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from jax import tree_util

__all__ = ["register_records"]


def register_records(leaves: Iterable[Any]) -> bool:
    """Makes pytrees of the dataclasses among the leaves of one that hold arrays; whether there are any."""
    found = False
    for leaf in leaves:
        if dataclasses.is_dataclass(leaf) and not isinstance(leaf, type) and type(leaf) not in _known:
            held = tree_util.tree_leaves([getattr(leaf, field.name) for field in dataclasses.fields(leaf)])
            if register_records(held) or any(hasattr(each, "dtype") for each in held):
                tree_util.register_pytree_node(type(leaf), _fields, _record)
                _known.add(type(leaf))
                found = True
    return found


_known: set[type] = set()


def _fields(record: Any) -> tuple[list[Any], tuple[type, tuple[str, ...]]]:
    names = tuple(field.name for field in dataclasses.fields(record))
    return [getattr(record, name) for name in names], (type(record), names)


def _record(kind: tuple[type, tuple[str, ...]], held: Any) -> Any:
    record: Any = object.__new__(kind[0])
    for name, value in zip(kind[1], held, strict=True):
        object.__setattr__(record, name, value)
    return record
