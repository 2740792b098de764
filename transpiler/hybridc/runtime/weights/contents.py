"""What a checkpoint holds, its tensors read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.meanings import ElementType
from hybridc.runtime.weights.tensors import Storage, Tensor, read_tensors

_PLAIN = (str, bytes, bool, int, float, complex, type(None), set, frozenset)  # sets are of keys alone
_OPEN = object()
Take: TypeAlias = Callable[[Any, Callable[[Storage], Array], int], Any]  # as `with_arrays`


def with_arrays(content: Any, load: Callable[[Storage], Array], limit: int) -> Any:
    """The same numbers, text, lists, tuples, sets and dictionaries, with arrays in place of tensors.

    `load` gives a storage's bytes. What stands in several places stays one object. Raises WeightsError for anything
    else, for what contains itself, and for tensors of more than `limit` bytes.
    """
    names: dict[Tensor, str] = {}
    for key, tensor in _tensors("", content, set()):
        names.setdefault(tensor, f"tensor {len(names)}, {shown(key)}")
    arrays = read_tensors({name: tensor for tensor, name in names.items()}, load, limit)

    def filled(leaf: Any) -> Any:
        if isinstance(leaf, Tensor):
            return arrays[names[leaf]]
        if isinstance(leaf, ElementType):
            return leaf.dtype
        if not isinstance(leaf, _PLAIN):
            raise WeightsError(f"it holds a {type(leaf).__name__}, which is neither a tensor nor a plain value")
        return leaf

    return with_leaves(content, filled)


def with_leaves(content: Any, made: Callable[[Any], Any]) -> Any:
    """Lists, tuples and dictionaries with what is made of all that they hold, in their order."""
    return _made(content, made, {})


def _made(value: Any, made: Callable[[Any], Any], done: dict[int, Any]) -> Any:
    """What is made of a value, once however often it occurs."""
    if id(value) not in done:
        done[id(value)] = _OPEN
        if isinstance(value, dict | list | tuple):
            parts = [_made(part, made, done) for part in (value.values() if isinstance(value, dict) else value)]
            new = dict(zip(value, parts, strict=True)) if isinstance(value, dict) else type(value)(parts)
        else:
            new = made(value)
        done[id(value)] = new
    if done[id(value)] is _OPEN:
        raise WeightsError("it contains itself")
    return done[id(value)]


def _tensors(key: object, value: Any, seen: set[int]) -> Iterator[tuple[object, Tensor]]:
    """The tensors, and what each is called where it stands."""
    if isinstance(value, Tensor):
        yield key, value
    elif isinstance(value, dict | list | tuple) and id(value) not in seen:
        seen.add(id(value))
        for inner, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _tensors(inner, part, seen)
