"""What a compiled method assumes of its object, and whether an object is so."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable
from dataclasses import dataclass
from types import MemberDescriptorType
from typing import Any

import jax
import numpy as np

from hybridc.live.class_programs import ACCESS
from hybridc.live.class_sources import mangled
from hybridc.live.conversion import Converted

_ABSENT = object()
_LARGEST = 2**63
_FIXED = (bool, int, float, complex, str, bytes, type(None), type, np.generic, np.dtype, enum.Enum)


@dataclass(frozen=True)
class Use:
    """A compiled method, and the names that it goes by, as objects have them."""

    call: Callable[..., Any]
    reads: tuple[str, ...]
    fixed: frozenset[str]  # those that are known while tracing
    sets: tuple[str, ...]
    calls: frozenset[str]

    def misfit(self, cls: type, instance: object) -> str | None:
        """Why the method is not right for the object; None where it is."""
        own, kind = getattr(instance, "__dict__", {}), type(instance)
        for name in self.calls:
            if name in own:
                return f"an object has something else in the place of `{name}`"
        for name in self.reads:
            value = own.get(name, _ABSENT)
            if value is _ABSENT and (value := getattr(kind, name, _ABSENT)) is _ABSENT:
                return f"an object has no `{name}`"
            if isinstance(value, property | functools.cached_property):
                continue
            if isinstance(value, MemberDescriptorType):
                value = getattr(instance, name, None)
            if not (_is_fixed(value) if name in self.fixed else _is_data(value)):
                return f"the `{name}` of an object is of type `{type(value).__name__}`, which compiled code cannot take"
        return None if kind is cls else self._overridden(cls, kind)

    def _overridden(self, cls: type, kind: type) -> str | None:
        for each in kind.__mro__:
            if each is cls or each is object:
                continue
            there = vars(each)
            changed = [name for name in ACCESS if name in there]
            if issubclass(each, cls):
                changed += [name for name in there if name in self.calls]
                changed += [name for name in (*self.reads, *self.sets) if hasattr(there.get(name), "__get__")]
            if changed:
                return f"`{each.__name__}` overrides `{changed[0]}`"
        return None


def uses(cls: type, converted: Converted, names: dict[str, Any]) -> dict[str, Use]:
    """By their names, the methods that are compiled. `names` are those of the generated module."""
    extraction = converted.extraction
    if extraction is None:
        return {}
    functions = {method: function for function, method in extraction.names.items()}
    compiled = vars(names[cls.__name__])
    found: dict[str, Use] = {}
    for method, function in functions.items():
        called: set[str] = set()
        waiting = [function]
        while waiting:
            new = {*extraction.uses[waiting.pop()].calls.values()} - called
            called |= new
            waiting += [functions[each] for each in new]
        inputs = {parameter: mangled(cls, v.name) for parameter, v in extraction.inputs[function].items()}
        name = _plain_name(method)
        found[name] = Use(
            compiled[mangled(cls, name)],
            tuple(inputs.values()),
            frozenset(inputs[p] for p in converted.statics[function] if p in inputs),
            tuple(mangled(cls, v.name) for v in extraction.outputs[function]),
            frozenset(mangled(cls, _plain_name(each)) for each in called),
        )
    return found


def _plain_name(method: str) -> str:
    return method.partition(".")[2]


def _is_fixed(value: object) -> bool:
    """Whether the value can be known while tracing: nothing that changes, or that does something of its own."""
    return isinstance(value, _FIXED) or (isinstance(value, tuple) and all(map(_is_fixed, value)))


def _is_data(value: object) -> bool:
    """Whether compiled code can take the value as an argument."""
    if isinstance(value, int):
        return -_LARGEST <= value < _LARGEST
    if value is None or isinstance(value, float | complex | jax.Array):
        return True
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.kind in "biufc"
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(_is_data, value.values()))
    return isinstance(value, list | tuple) and all(map(_is_data, value))
