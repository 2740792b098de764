"""Which check failed first, as a value of the compiled program: what loops carry and branches return.

It is a few whole numbers: that of the check, 0 as long as none has failed, and those that its message shows. Branches
and loops of any kind, and any transformation, hand such numbers on, as they would the `Error` of checkify not:
`jax.vmap` of a `while` that checkify has gone through is an error in JAX 0.10, and what it calls the first of several
failed checks need not be the first in time. So checkify sees these numbers only, when all is computed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import checkify
from jax.extend.core import get_opaque_trace_state

__all__ = [
    "Scope",
    "TooSmallError",
    "current",
    "disregarded",
    "errors_of",
    "failed",
    "is_own_trace",
    "record",
    "scope",
    "state",
    "whole",
    "whole_model",
]

_MOST = 4  # numbers that a message can show

State = tuple[jax.Array, ...] | None  # None: there was no check yet


class TooSmallError(Exception):
    """A message shows more numbers than the program was traced with."""

    def __init__(self, words: int) -> None:
        super().__init__(words)
        self.words = words


class _Shown(NamedTuple):
    """A value of a message: where it is kept."""

    name: str
    start: int
    shape: tuple[int, ...]
    dtype: Any


class _Site(NamedTuple):
    """A check in the text of the program."""

    message: str
    shown: tuple[_Shown, ...]


class Scope:
    """A part of a program while it is traced: the state up to here, and all checks of the whole."""

    def __init__(self, state: State, sites: list[_Site], words: int) -> None:
        self.state = state
        self.sites = sites
        self.words = words
        self.trace = _trace()


def _trace() -> object:
    """What tells apart the traces that JAX makes."""
    return get_opaque_trace_state()  # type: ignore[no-untyped-call]


_current: ContextVar[Scope | None] = ContextVar("_current", default=None)


def current() -> Scope | None:
    """The part that is being traced; None where operations are carried out at once."""
    return _current.get()


@contextmanager
def whole(words: int) -> Iterator[Scope]:
    """A program that is traced, with messages of so many numbers."""
    with _entered(Scope(None, [], words)) as entered:
        yield entered


def whole_model() -> AbstractContextManager[Scope]:
    """A model that is traced, whose messages may show as many numbers as any."""
    return whole(_MOST)


disregarded = whole_model  # what is traced to learn something else, and not run


def is_own_trace() -> bool:
    """What is recorded now reaches the scope: no loop or transformation that knows of none stands between."""
    return (now := _current.get()) is None or now.trace == _trace()


@contextmanager
def scope(around: Scope, before: State) -> Iterator[Scope]:
    """A branch or the body of a loop, which has variables of its own."""
    with _entered(Scope(before, around.sites, around.words)) as entered:
        yield entered


@contextmanager
def _entered(scope: Scope) -> Iterator[Scope]:
    token = _current.set(scope)
    try:
        yield scope
    finally:
        _current.reset(token)


def state(scope: Scope) -> tuple[jax.Array, ...]:
    """The state as numbers."""
    return tuple(jnp.zeros((), int) for _ in range(1 + scope.words)) if scope.state is None else scope.state


def failed(state: State) -> jax.Array | bool:
    """Whether a check has failed."""
    return False if state is None else state[0] != 0


def record(holds: Any, message: str, **values: Any) -> None:
    """A check, in the scope or, where there is none, at once. `{name}` in the message stands for a value."""
    arrays = {}
    room = _MOST
    for name, value in values.items():
        shape = getattr(value, "shape", ())
        if not isinstance(value, jax.Array | int | float) or math.prod(shape) > room:
            shown = f"an array of shape {shape}" if isinstance(value, jax.Array) else str(value)
            message = _replaced(message, name, shown.replace("{", "{{").replace("}", "}}"))
        else:
            message = _replaced(message, name, None) if shape else message
            arrays[name] = jnp.asarray(value)
            room -= math.prod(shape)
    now = _current.get()
    if now is None:
        checkify.check(holds, message, **arrays)  # type: ignore[arg-type]
        return
    words, shown_values = _packed(arrays)
    if len(words) > now.words:
        raise TooSmallError(len(words))
    now.sites.append(_Site(message, shown_values))
    before = state(now)
    is_first = (before[0] == 0) & jnp.logical_not(holds)
    after = (jnp.asarray(len(now.sites), int), *words)
    now.state = tuple(map(lambda new, old: jnp.where(is_first, new, old), after, before)) + before[len(after) :]


def _replaced(message: str, name: str, text: str | None) -> str:
    """The text in the place of a value; None: the value, without a format, for which arrays with axes have no use."""
    for opening in (f"{{{name}:", f"{{{name}}}"):
        before, found, after = message.partition(opening)
        if found:
            rest = after.partition("}")[2] if opening.endswith(":") else after
            return before + (f"{{{name}}}" if text is None else text) + rest
    return message


def _packed(arrays: dict[str, jax.Array]) -> tuple[list[jax.Array], tuple[_Shown, ...]]:
    """The values as whole numbers, by their bits, and how to get them back."""
    words: list[jax.Array] = []
    shown = []
    for name, array in arrays.items():
        shown.append(_Shown(name, 1 + len(words), array.shape, array.dtype))
        bits = array.astype(int)
        if jnp.issubdtype(array.dtype, jnp.floating):
            bits = lax.bitcast_convert_type(array.astype(float), bits.dtype)
        flat = bits.reshape(-1)
        words += [flat[place] for place in range(flat.size)] if array.ndim else [bits]
    return words, tuple(shown)


def _unpacked(state: tuple[jax.Array, ...], shown: _Shown) -> jax.Array:
    bits = jnp.stack(state[shown.start : shown.start + math.prod(shown.shape)]).reshape(shown.shape)
    if jnp.issubdtype(shown.dtype, jnp.floating):
        bits = lax.bitcast_convert_type(bits, jnp.zeros(0, float).dtype)
    return bits.astype(shown.dtype)


def errors_of(scope: Scope) -> checkify.Error:
    """The state at the end of a whole, as checkify has it."""

    def check_all(state: tuple[jax.Array, ...]) -> None:
        for number, site in enumerate(scope.sites, 1):
            values = {s.name: _unpacked(state, s) for s in site.shown}
            checkify.check(state[0] != number, site.message, **values)  # type: ignore[arg-type]

    error, _ = checkify.checkify(check_all)(state(scope))
    return error
