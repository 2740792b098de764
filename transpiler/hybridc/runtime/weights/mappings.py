"""Which part of a checkpoint holds the model's weights."""

from __future__ import annotations

from collections import deque
from typing import Any, TypeAlias

from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.tensors import Tensor

_MOST_SHOWN = 20

_Path: TypeAlias = "tuple[_Path, str] | None"  # the way to a mapping, innermost name last
_Found: TypeAlias = list[tuple[_Path, dict[str, Tensor]]]


def mapping_of(checkpoint: Any, key: str | None) -> dict[str, Tensor]:
    """The mapping of names to tensors that `key` names, or the only one that there is.

    A key of a mapping within another is written `outer/inner`. Raises WeightsError, which lists the mappings that
    there are, where none or several fit, and for one with entries that are not tensors.
    """
    if key is not None:
        return _only_tensors(_at(checkpoint, key), key)
    if checkpoint == {}:
        return {}
    found = _mappings(checkpoint)
    if len(found) == 1:
        return found[0][1]
    if found:
        raise WeightsError(f"several mappings of names to tensors; give the `key` of one: {_listed(found)}")
    if not isinstance(checkpoint, dict):
        raise WeightsError(f"it holds {_described(checkpoint)}, no mapping of names to tensors")
    raise WeightsError(f"no mapping of names to tensors alone; it holds {_entries(checkpoint, list(checkpoint))}")


def _mappings(checkpoint: Any) -> _Found:
    """Every mapping of names to tensors, and where it is. Each is looked at once, however often it occurs."""
    found: _Found = []
    seen: set[int] = set()
    waiting: deque[tuple[_Path, Any]] = deque([(None, checkpoint)])
    while waiting:
        path, value = waiting.popleft()
        if not isinstance(value, dict) or id(value) in seen:
            continue
        seen.add(id(value))
        names = [name for name in value if isinstance(name, str)]
        if value and len(names) == len(value) and all(isinstance(v, Tensor) for v in value.values()):
            found.append((path, value))
        waiting.extend(((path, name), value[name]) for name in names)
    return found


def _at(checkpoint: Any, key: str) -> Any:
    """What is at a key, or at the keys that it is made of."""
    value, rest = checkpoint, key
    while isinstance(value, dict):
        if rest in value:
            return value[rest]
        name, slash, rest = rest.partition("/")
        if not slash or name not in value:
            break
        value = value[name]
    found = _mappings(checkpoint)
    there = f"there is {_listed(found)}" if found else "there is no mapping of names to tensors"
    raise WeightsError(f"nothing is at the key {shown(key)}; {there}")


def _only_tensors(value: Any, key: str) -> dict[str, Tensor]:
    if not isinstance(value, dict):
        raise WeightsError(f"{shown(key)} is {_described(value)}, no mapping of names to tensors")
    others = [name for name, entry in value.items() if not (isinstance(name, str) and isinstance(entry, Tensor))]
    if others:
        raise WeightsError(f"{shown(key)} has entries that are no tensors by name: {_entries(value, others)}")
    return value


def _listed(found: _Found) -> str:
    listed = [f"{shown(_written(path))} ({len(mapping)})" for path, mapping in found[:_MOST_SHOWN]]
    return ", ".join(listed) + _more(len(found))


def _written(path: _Path) -> str:
    names = []
    while path is not None:
        path, name = path
        names.append(name)
    return "/".join(reversed(names))


def _entries(mapping: dict[Any, Any], names: list[Any]) -> str:
    listed = [f"{shown(name)} ({_described(mapping[name])})" for name in names[:_MOST_SHOWN]]
    return ", ".join(listed) + _more(len(names))


def _more(count: int) -> str:
    return f" and {count - _MOST_SHOWN} more" if count > _MOST_SHOWN else ""


def _described(value: Any) -> str:
    return "a tensor" if isinstance(value, Tensor) else f"a {type(value).__name__}"
