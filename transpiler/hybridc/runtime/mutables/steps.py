"""Ways from an array to a part of it, or to all of it in another shape: views, one step after the other.

A step reads its part of an array, puts another one back, and does the same to an array of NumPy's, where the result is
NumPy's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.flow.asked_writes import at
from hybridc.runtime.flow.inplace import copied, with_imag, with_real

__all__ = [
    "Index", "Moved", "Step", "Strided", "apart", "as_common", "common", "is_basic", "is_moving", "layout_of", "seen",
    "stored", "with_numbers", "written",
]  # fmt: skip


class _Traced:
    """Stands in an index for a number that only running tells."""

    def __repr__(self) -> str:
        return "traced"


_TRACED = _Traced()


@dataclass(frozen=True, eq=False)
class Index:
    """`array[parts]`, of numbers, slices, `None` and `...`. `numbers` are in the places of traced ones."""

    parts: tuple[Any, ...]
    numbers: tuple[Any, ...] = ()

    @classmethod
    def of(cls, parts: Sequence[Any]) -> Index:
        traced = [p for p in parts if isinstance(p, jax.core.Tracer)]
        return cls(tuple(_TRACED if isinstance(p, jax.core.Tracer) else _as_python(p) for p in parts), tuple(traced))

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells it from others, but for its numbers."""
        shown = ((p.start, p.stop, p.step) if isinstance(p, slice) else p for p in self.parts)
        return ("index", *shown)

    def index(self, numbers: Sequence[Any]) -> tuple[Any, ...]:
        rest = iter(numbers)
        return tuple(next(rest) if p is _TRACED else p for p in self.parts)

    def read(self, array: jax.Array) -> jax.Array:
        return array[self.index(self.numbers)]

    def written(self, whole: jax.Array, new: jax.Array) -> jax.Array:
        return stored(whole, self.index(self.numbers), new)

    def replayed(self, array: np.ndarray[Any, Any], numbers: Sequence[Any]) -> np.ndarray[Any, Any]:
        return array[self.index(numbers)]  # type: ignore[no-any-return]


def _as_python(part: Any) -> Any:
    if isinstance(part, slice):
        return slice(*(None if b is None else int(b) for b in (part.start, part.stop, part.step)))
    return int(part) if isinstance(part, np.integer | jax.Array) else part


@dataclass(frozen=True, eq=False)
class Moved:
    """What a function of `jax.numpy` that moves elements, or NumPy's of the same name, makes of the array."""

    name: str
    arguments: tuple[Any, ...] = ()
    keywords: tuple[tuple[str, Any], ...] = ()

    @property
    def numbers(self) -> tuple[Any, ...]:
        return ()

    @property
    def key(self) -> tuple[Any, ...]:
        return ("moved", self.name, repr(self.arguments), repr(self.keywords))

    def read(self, array: jax.Array) -> jax.Array:
        return getattr(jnp, self.name)(array, *self.arguments, **dict(self.keywords))  # type: ignore[no-any-return]

    def written(self, whole: jax.Array, new: jax.Array) -> jax.Array:
        return _BACK[self.name](whole, new, *self.arguments, **dict(self.keywords))

    def replayed(self, array: np.ndarray[Any, Any], numbers: Sequence[Any]) -> np.ndarray[Any, Any]:
        return getattr(np, self.name)(array, *self.arguments, **dict(self.keywords))  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class Strided:
    """An array of NumPy's in the memory that it shares with others, `offset` and `strides` counted in elements."""

    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def numbers(self) -> tuple[Any, ...]:
        return ()

    @property
    def key(self) -> tuple[Any, ...]:
        return ("strided", self.offset, self.shape, self.strides)

    def _places(self) -> np.ndarray[Any, Any]:
        axes = np.indices(self.shape, sparse=True)
        return np.asarray(sum((a * s for a, s in zip(axes, self.strides, strict=True)), np.asarray(self.offset)))

    def read(self, array: jax.Array) -> jax.Array:
        return apart(array[self._places()])

    def written(self, whole: jax.Array, new: jax.Array) -> jax.Array:
        return apart(whole.at[self._places()].set(apart(new)))

    def replayed(self, array: np.ndarray[Any, Any], numbers: Sequence[Any]) -> np.ndarray[Any, Any]:
        strides = [s * array.itemsize for s in self.strides]
        return np.lib.stride_tricks.as_strided(array[self.offset :], self.shape, strides)


class Step(Protocol):
    """Any of these."""

    @property
    def numbers(self) -> tuple[Any, ...]: ...

    @property
    def key(self) -> tuple[Any, ...]: ...

    def read(self, array: jax.Array) -> jax.Array: ...

    def written(self, whole: jax.Array, new: jax.Array) -> jax.Array: ...

    def replayed(self, array: np.ndarray[Any, Any], numbers: Sequence[Any]) -> np.ndarray[Any, Any]: ...


def _reshaped(whole: jax.Array, new: jax.Array, *_: Any, **__: Any) -> jax.Array:
    return new.reshape(whole.shape)


def _transposed(whole: jax.Array, new: jax.Array, axes: Any = None) -> jax.Array:
    return jnp.transpose(new, None if axes is None else [*np.argsort([a % whole.ndim for a in axes])])


def _moved_back(whole: jax.Array, new: jax.Array, source: Any, destination: Any) -> jax.Array:
    return jnp.moveaxis(new, destination, source)


def _not_written(whole: jax.Array, new: jax.Array, *_: Any, **__: Any) -> jax.Array:
    raise ValueError("assignment destination is read-only")


_BACK: Mapping[str, Callable[..., jax.Array]] = {
    "reshape": _reshaped,
    "ravel": _reshaped,
    "squeeze": _reshaped,
    "expand_dims": _reshaped,
    "atleast_1d": _reshaped,
    "atleast_2d": _reshaped,
    "atleast_3d": _reshaped,
    "transpose": _transposed,
    "matrix_transpose": lambda whole, new: jnp.matrix_transpose(new),
    "swapaxes": lambda whole, new, axis1, axis2: jnp.swapaxes(new, axis1, axis2),
    "moveaxis": _moved_back,
    "flip": lambda whole, new, axis=None: jnp.flip(new, axis),
    "fliplr": lambda whole, new: jnp.fliplr(new),
    "flipud": lambda whole, new: jnp.flipud(new),
    "rot90": lambda whole, new, k=1, axes=(0, 1): jnp.rot90(new, -k, axes),
    "real": with_real,
    "imag": with_imag,
    "broadcast_to": _not_written,
    "diagonal": _not_written,
}


def is_moving(name: str) -> bool:
    """There is such a step."""
    return name in _BACK


def is_basic(parts: Sequence[Any]) -> bool:
    """What NumPy makes a view for."""
    return all(p is None or p is ... or isinstance(p, slice) or _is_number(p) for p in parts)


def _is_number(part: Any) -> bool:
    if isinstance(part, int | np.integer):
        return not isinstance(part, bool)
    return isinstance(part, jax.Array) and part.ndim == 0 and jnp.issubdtype(part.dtype, jnp.integer)


def stored(whole: jax.Array, index: Any, value: Any) -> jax.Array:
    """The array with the value at the index. Where it lies in slices, XLA must not write while it still reads."""
    parts = index if isinstance(index, tuple) else (index,)
    if all(map(_is_number, parts)):
        return at(whole)[index].set(value)
    return apart(at(whole)[index].set(apart(value)))


def apart(array: jax.Array) -> jax.Array:
    """What XLA does not see the way to: it writes into what it has yet to read, where it knows both to be of one array
    (`interpret/overlapping.py`)."""
    return lax.optimization_barrier(array)  # type: ignore[no-any-return, no-untyped-call]


def seen(array: jax.Array, steps: Sequence[Step]) -> jax.Array:
    for step in steps:
        array = step.read(array)
    return array


def written(array: jax.Array, steps: Sequence[Step], new: jax.Array) -> jax.Array:
    """The array, of which the part at the end of the steps is now the new one."""
    if not steps:
        return new
    first, *rest = steps
    if not rest:
        return first.written(array, new)
    part = first.read(array)
    if part.size == array.size and part.shape != array.shape:  # of which a barrier does not tell XLA enough
        part, new = copied(part), copied(new)
    return first.written(array, written(part, rest, new))


def layout_of(array: np.ndarray[Any, Any], steps: Sequence[Step]) -> np.ndarray[Any, Any]:
    """How the elements of the view lie in memory, as NumPy has it: an array that is strided likewise."""
    for step in steps:
        array = step.replayed(array, (0,) * len(step.numbers))
    return array


def common(one: Sequence[Step], other: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps of both, where they differ in the numbers of indices alone: those are traced ones in it."""
    if len(one) != len(other):
        return None
    found = tuple(map(_common, one, other))
    return None if None in found else found  # type: ignore[return-value]


def _common(one: Step, other: Step) -> Step | None:
    if one.key == other.key:
        return one
    if not (isinstance(one, Index) and isinstance(other, Index)) or len(one.parts) != len(other.parts):
        return None
    pairs = [*zip(one.parts, other.parts, strict=True)]
    if not all(_is_place(a) and _is_place(b) for a, b in pairs if a is not b and a != b):
        return None
    return Index(tuple(a if a is b or a == b else _TRACED for a, b in pairs))


def _is_place(part: Any) -> bool:
    return part is _TRACED or (isinstance(part, int) and not isinstance(part, bool))


def as_common(steps: Sequence[Step], like: Sequence[Step]) -> tuple[Step, ...]:
    """The steps with traced numbers where those of `like`, which are common to them and others, have some."""
    return tuple(_as_common(step, each) for step, each in zip(steps, like, strict=True))


def _as_common(step: Step, like: Step) -> Step:
    if not isinstance(step, Index) or not isinstance(like, Index):
        return step
    numbers, given = list[Any](), iter(step.numbers)
    for part, general in zip(step.parts, like.parts, strict=True):
        own = next(given) if part is _TRACED else part
        if general is _TRACED:
            numbers.append(own)
    return Index(like.parts, tuple(numbers))


def with_numbers(steps: Sequence[Step], numbers: Sequence[Any]) -> tuple[Step, ...]:
    """The steps with other numbers in the places of traced ones."""
    rest = iter(numbers)
    return tuple(
        replace(step, numbers=tuple(next(rest) for _ in step.numbers)) if isinstance(step, Index) else step
        for step in steps
    )
