"""Methods that are called while JAX traces, as by `jax.jit(net.step)`: none leaves values of the trace in its object.

What a trace makes is over with it. An object that was there before would hold it afterwards, and fail wherever it is
read; one that the traced function itself has made of its values may.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import jax

from hybridc.live.errors import TracedWriteError

_ABSENT = object()
_HOLDING = (jax.core.Tracer, list, dict, tuple, set)


def kept_from_traces(
    call: Callable[..., Any],
    original: Callable[..., Any],
    sets: tuple[str, ...] | None,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Any:
    """What the method gives, called for its object, `args[0]`. `sets`: the attributes that it sets; None for any.

    Raises TracedWriteError where it would leave values of a trace that the object is no part of; it is then as it was.
    """
    if not args or sets == ():
        return call(*args, **kwargs)
    instance = args[0]
    before = _Before(instance, sets)
    try:
        result = call(*args, **kwargs)
    except BaseException:
        if before.left():
            before.restore()
        raise
    if names := before.left():
        before.restore()
        raise TracedWriteError(_words(type(instance), original, names))
    return result


class _Before:
    """An object as it was: the attributes that a method sets, or all of them with what lists, dicts and sets held."""

    def __init__(self, instance: object, sets: tuple[str, ...] | None) -> None:
        self._instance = instance
        self._names = sets
        own = getattr(instance, "__dict__", None)
        if sets is not None and own is not None:  # every call of a compiled method comes here
            self._values = {name: own[name] for name in sets if name in own}
        if sets is None or own is None or len(self._values) < len(sets):
            self._values = dict(self._attributes())
        self._contents: dict[str, Any] = {}
        if sets is None:
            held = self._values.items()
            self._contents = {name: value.copy() for name, value in held if isinstance(value, list | dict | set)}

    def left(self) -> list[str]:
        """The attributes that now hold values of a trace of which the object holds none otherwise."""
        own = getattr(self._instance, "__dict__", None)
        if self._names is not None and own is not None:
            kinds: list[Any] = [type(own.get(name)) for name in self._names]
            if not any(map(_may_hold, kinds)):
                return []
        found = []
        for name, value in self._attributes():
            if isinstance(value, _HOLDING) and (value is not self._values.get(name) or name in self._contents):
                found += [(name, new)] if (new := list(_tracers(value))) else []
        if not found:
            return []
        everything = () if self._names is None else _attributes(self._instance, None)
        others = [value for name, value in everything if name not in self._values]
        held = [self._contents.get(name, value) for name, value in self._values.items()]
        own = [trace for value in (*others, *held) for tracer in _tracers(value) for trace in _around(tracer._trace)]
        return [name for name, new in found if any(all(t._trace is not trace for trace in own) for t in new)]

    def restore(self) -> None:
        for name, _ in list(self._attributes()):
            if name not in self._values:
                object.__delattr__(self._instance, name)
        for name, value in self._values.items():
            if getattr(self._instance, name, _ABSENT) is not value:
                object.__setattr__(self._instance, name, value)
            if isinstance(value, list) and name in self._contents:
                value[:] = self._contents[name]
            elif name in self._contents:
                value.clear()
                value.update(self._contents[name])

    def _attributes(self) -> Iterator[tuple[str, Any]]:
        return _attributes(self._instance, self._names)


def _attributes(instance: object, names: tuple[str, ...] | None) -> Iterator[tuple[str, Any]]:
    own: dict[str, Any] = getattr(instance, "__dict__", {})
    kind: Any = type(instance)
    slots = _slots(kind)
    for name in (*own, *slots) if names is None else names:
        value = own.get(name, _ABSENT)
        if value is _ABSENT and name in slots:
            value = getattr(instance, name, _ABSENT)
        if value is not _ABSENT:
            yield name, value


@functools.cache
def _slots(cls: type) -> tuple[str, ...]:
    found: list[str] = []
    for each in cls.__mro__:
        names = vars(each).get("__slots__", ())
        plain = (names,) if isinstance(names, str) else tuple(names)
        own = each.__name__.lstrip("_")
        private = [f"_{own}{n}" if n.startswith("__") and not n.endswith("__") else n for n in plain]
        found += [name for name in private if name not in ("__dict__", "__weakref__")]
    return tuple(found)


@functools.cache
def _may_hold(kind: type) -> bool:
    """Whether an object of the type may be, or hold, a value of a trace; also None, of what lies elsewhere."""
    return kind is type(None) or issubclass(kind, _HOLDING)


def _tracers(value: object) -> Iterator[Any]:
    if isinstance(value, jax.core.Tracer):
        yield value
    elif isinstance(value, list | tuple | set):
        for part in value:
            yield from _tracers(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _tracers(part)


def _around(trace: Any) -> Iterator[Any]:
    """A trace, and those that it is made in."""
    while trace is not None:
        yield trace
        trace = getattr(trace, "parent_trace", None)


def _words(cls: type, original: Any, names: list[str]) -> str:
    code = original.__code__
    stored = [i for i in dis.get_instructions(original) if i.opname == "STORE_ATTR" and i.argval == names[0]]
    lines = [i.positions.lineno for i in stored if i.positions is not None and i.positions.lineno is not None]
    listed = ", ".join(f"`{name}`" for name in names)
    place = f"{code.co_filename}:{min(lines, default=code.co_firstlineno)}"
    return (
        f"{place}: `{original.__qualname__}` would leave values of a trace (`jax.jit`, `vmap`, `grad`, `lax.scan`) in "
        f"{listed} of an object of `{cls.__name__}`, which is as it was: outside of the trace they are none. Let the "
        "method return what it computes, and set it outside, or make the object in the traced function, of its values"
    )
