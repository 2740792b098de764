"""Functions on arrays that are written in place, called from outside, by each other, and as pure functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jax import tree_util

from hybridc.runtime.core import outliving
from hybridc.runtime.mutables.array import Cell, MutableArray, mutable, value
from hybridc.runtime.mutables.containers import changed, mapped, of_callers, put_together, take_over, taken_apart
from hybridc.runtime.mutables.given import Given, Place, arrays_of, given
from hybridc.runtime.mutables.parts import found
from hybridc.runtime.mutables.results import Caller, Outcome, Traced, outcome

__all__ = ["in_place", "takes_mutable"]


def in_place(
    *names: str, static_argnames: Sequence[str] = (), returns: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a function that writes into the arrays by these names, which its callers see, as NumPy's do.

        @control.in_place("u")
        def relax(u):                                  def relax(u):
            inner = u[1:-1]                                inner = u[1:-1]
            inner *= 0.5                                   inner *= 0.5
            return inner                                   return inner

    Both `relax` take a NumPy array, change it, and return a view of it. What the arguments share, or the results, is
    followed: it is known while the function is traced, which is done anew for arguments that share otherwise. Called
    from a function of this kind with its arrays, the function is part of that. `relax.pure` takes and gives JAX's
    arrays, after its result what the arguments by these names become: for `jax.grad` and the like. With `returns`,
    calls from outside give that as well, of NumPy's arrays too, and change none of a caller's. `relax.inside` is part
    of the function that calls it, whatever it is given: its results share the memory that they share in NumPy.

    Raises TypeError where the function writes into one of JAX's arrays, which do not change; a number is nobody's.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        compiled = _Compiled(function, names, frozenset(static_argnames))

        @functools.wraps(function)
        def call(*args: Any, **keywords: Any) -> Any:
            leaves = tree_util.tree_leaves((args, keywords))
            if found(leaves) or (outliving.trace() is not None and any(map(callable, leaves))):
                return compiled.called(args, keywords)
            if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves) or outliving.trace() is not None:
                return compiled.pure(args, keywords) if returns else compiled.of_tracers(args, keywords)
            return compiled(args, keywords, returns)

        @functools.wraps(function)
        def pure(*args: Any, **keywords: Any) -> Any:
            return compiled.pure(args, keywords)

        @functools.wraps(function)
        def inside(*args: Any, **keywords: Any) -> Any:
            return compiled.traced(args, keywords)

        call.inside = inside  # type: ignore[attr-defined]
        call.pure = jax.jit(pure, static_argnames=tuple(static_argnames))  # type: ignore[attr-defined]
        return call

    return decorate


def takes_mutable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a compiled function that writes nothing, for functions whose arrays are mutable and that run it by
    another name, as an element of a list: it takes the values of these."""

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        return function(*value(args), **value(keywords))

    return call


@dataclass(frozen=True)
class _Call:
    """What of a call is known while it is traced: all but the arrays and numbers."""

    nodes: tuple[Any, ...]
    leaves: tuple[Hashable, ...]  # "array" and "number", or what else stands there
    given: tuple[Any, ...]


_ARRAY, _NUMBER = object(), object()


class _Compiled:
    """The function, as it is called from outside."""

    def __init__(self, function: Callable[..., Any], names: Sequence[str], static: frozenset[str]) -> None:
        self.function, self.names, self.static = function, names, static
        self.signature = inspect.signature(function)
        self.label = getattr(function, "__name__", "the function")
        self.run = jax.jit(self._traced, static_argnums=0)

    def __call__(self, args: tuple[Any, ...], keywords: dict[str, Any], returns: bool) -> Any:
        bound = self.signature.bind(*args, **keywords)
        taken = taken_apart({n: _Static(type(v), v) if n in self.static else v for n, v in bound.arguments.items()})
        leaves = taken.leaves
        arrays = [leaf for leaf in leaves if _is_array(leaf)]
        numbers = [leaf for leaf in leaves if _is_number(leaf)]
        shown = [_ARRAY if _is_array(e) else _NUMBER if _is_number(e) else _Slice.of(e) for e in leaves]
        known = given(arrays)
        memories = [m if isinstance(m, jax.Array) else np.array(m) for m in known.memories]
        result = self.run(_Call(tuple(taken.nodes), tuple(shown), known.key), memories, numbers)
        theirs, own, held = known.memories, bound.arguments, taken.held
        if returns:  # copies of all that they have, of which arrays share memory that do so, in lists and dicts as well
            theirs = tuple(np.array(m) for m in theirs)
            arrays = [_lying(theirs, place) for place in known.places]
            copied = iter(arrays)
            leaves = [next(copied) if _is_array(leaf) else leaf for leaf in leaves]
            own, held = put_together(taken.nodes, leaves)
        else:
            written = [theirs[m] for m in result.description.written]
            self._expect_unwritten(own, [w for w in written if isinstance(w, jax.Array)])
        found = result.handed_over(Caller(theirs, held, leaves, lambda place: _whole(known, arrays, place)))
        return self._with_changed(found, own) if returns else found

    def traced(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Part of the function that calls this one."""
        return self.function(*map(mutable, args), **{name: mutable(each) for name, each in keywords.items()})

    def called(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """As part of such a function. What it is given of JAX's arrays, and leaves as it is, it gives back as such."""
        given = [*map(mutable, args)]
        named = {name: mutable(each) for name, each in keywords.items()}
        pairs = [*zip(args, given, strict=True), *((keywords[name], each) for name, each in named.items())]
        cells = {each.source for before, each in pairs if isinstance(each, MutableArray) and each is not before}

        def shown(result: Any) -> Any:
            if type(result) is tuple:
                return tuple(map(shown, result))
            source = result.source if isinstance(result, MutableArray) else None
            is_left = isinstance(source, Cell) and source in cells and not source.is_written
            return value(result) if is_left else result

        result = self.function(*given, **named)
        return shown(result) if cells else result

    def of_tracers(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Part of a function that does not know of arrays that are written in place."""
        taken = taken_apart((args, keywords))
        arrays = {id(leaf): mutable(leaf) for leaf in taken.leaves if _is_array(leaf)}
        own, held = put_together(taken.nodes, [arrays.get(id(leaf), leaf) for leaf in taken.leaves])
        before = [each.copy() for each in held]
        with of_callers(held):
            result = self.function(*own[0], **own[1])
        written = [leaf for leaf in taken.leaves if id(leaf) in arrays and arrays[id(leaf)].source.is_written]
        self._expect_unwritten(self.signature.bind(*args, **keywords).arguments, written)
        callers = {id(own): theirs for own, theirs in zip(held, taken.held, strict=True)}
        for place in changed(held, before):
            take_over(taken.held[place], mapped(held[place], lambda each: value(each, callers)))
        return value(result, callers)

    def _traced(self, call: _Call, memories: Sequence[Any], numbers: Sequence[Any]) -> Outcome:
        cells, arrays = arrays_of(memories, call.given)
        given_arrays, given_numbers = iter(arrays), iter(numbers)
        leaves = [
            next(given_arrays) if e is _ARRAY else next(given_numbers) if e is _NUMBER else _Slice.held(e)
            for e in call.leaves
        ]
        arguments, held = put_together(call.nodes, leaves)
        before = [each.copy() for each in held]
        bound = self.signature.bind_partial()
        bound.arguments = {n: v.value if isinstance(v, _Static) else v for n, v in arguments.items()}
        with of_callers(held):
            result = self.function(*bound.args, **bound.kwargs)
        return outcome(result, Traced(cells, held, leaves, before))

    def pure(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Of JAX's arrays; after the result come those that are written."""
        bound = self.signature.bind(*args, **keywords)
        bound.arguments = {n: v if n in self.static else mutable(v) for n, v in bound.arguments.items()}
        held = dict(bound.arguments)
        result = value(self.function(*bound.args, **bound.kwargs))
        return self._with_changed(result, {name: value(each) for name, each in held.items()})

    def _with_changed(self, result: Any, arguments: Mapping[str, Any]) -> Any:
        """The result, and after it those of the arguments that are written."""
        changed = tuple(arguments[name] for name in self.names if name in arguments)
        if result is not None:
            return (result, *changed)
        return changed if len(changed) > 1 else changed[0] if changed else None

    def _expect_unwritten(self, arguments: Mapping[str, Any], written: Sequence[Any]) -> None:
        """Raises TypeError for such an array: one of JAX's, or of NumPy's while JAX traces, in which nothing of the
        trace can be."""
        for array in written:
            name = next(n for n, given in arguments.items() if any(a is array for a in tree_util.tree_leaves(given)))
            why, instead = "and JAX's arrays do not change", f"Pass a NumPy array (`np.array({name})`), or call"
            if not isinstance(array, jax.Array):
                why, instead = "of NumPy, while JAX traces (`jax.jit`, `grad`)", "Call"
            raise TypeError(
                f"`{self.label}` writes into its argument `{name}`, {why}. {instead} `{self.label}.pure`, which "
                f"returns what `{name}` becomes"
            )


@dataclass(frozen=True)
class _Slice:
    """One of Python's, which before Python 3.12 cannot be looked up."""

    bounds: tuple[Any, Any, Any]

    @classmethod
    def of(cls, leaf: Any) -> Any:
        return cls((leaf.start, leaf.stop, leaf.step)) if isinstance(leaf, slice) else leaf

    @staticmethod
    def held(leaf: Any) -> Any:
        return slice(*leaf.bounds) if isinstance(leaf, _Slice) else leaf


@dataclass(frozen=True)
class _Static:
    kind: type  # `True` is not 1
    value: Hashable


def _is_array(leaf: Any) -> bool:
    is_known = isinstance(leaf, jax.Array) or (isinstance(leaf, np.ndarray) and leaf.dtype.kind in "biufc")
    return is_known and leaf.ndim > 0


def _is_number(leaf: Any) -> bool:
    return isinstance(leaf, bool | int | float | complex | np.generic | np.ndarray | jax.Array) and not _is_array(leaf)


def _lying(memories: Sequence[Any], place: Place) -> Any:
    """The array that lies there."""
    array = memories[place.memory]
    for step in place.steps:
        array = step.replayed(array, [])
    return array


def _whole(known: Given, arrays: Sequence[Any], place: Any) -> Any:
    """The argument that lies there."""
    return next((a for a, p in zip(arrays, known.places, strict=True) if p == place), None)
