"""Arrays that are written in place, for functions that could not be converted otherwise.

`mutable(x)` is an array as NumPy's are: who has it sees what others write into it, and so do its views. What is
computed of it are JAX's arrays. The value lies in a reference of JAX's (`jax.new_ref`), which compiled branches and
loops may write, so that `jax.jit`, `grad` and `vmap` see pure functions.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, tree_util

from hybridc.runtime.core import outliving
from hybridc.runtime.flow.asked_writes import Write, at
from hybridc.runtime.flow.inplace import keep_dtype
from hybridc.runtime.flow.storing import stored as in_dtype
from hybridc.runtime.mutables.containers import KINDS
from hybridc.runtime.mutables.steps import Index, Moved, Step, apart, is_basic, layout_of, seen, stored, written

__all__ = ["Cell", "MutableArray", "OneOf", "Selection", "Source", "Unwritten", "mutable", "seen_of", "value"]

_WRITING = frozenset({"itemset", "partition", "put", "resize", "setfield", "byteswap"})


cell_numbers = itertools.count()


class Source(Protocol):
    """Where arrays lie that are written in place."""

    kind: type[MutableArray]
    shape: tuple[int, ...]
    dtype: Any
    argument: int | None
    is_fresh: bool
    made_in: Any

    def read(self) -> jax.Array: ...

    def write(self, new: jax.Array) -> None: ...

    @property
    def layout(self) -> np.ndarray[Any, Any]: ...


class Cell:
    """Where an array lies. `argument`: the place of the argument that it is, in a call from outside. `kind`: what is
    seen of it, `MutableArray` or a class derived from that."""

    def __init__(
        self,
        array: jax.Array,
        argument: int | None = None,
        layout: Any = None,
        kind: type[MutableArray] | None = None,
    ) -> None:
        self._reference = jax.new_ref(apart(array))
        self.kind = kind or MutableArray
        self._layout = layout
        self.shape: tuple[int, ...] = array.shape
        self.dtype: Any = array.dtype
        self.argument = argument
        self.is_written = False
        self.writes = 0
        self.made_as = next(cell_numbers)
        self.is_fresh = False  # nobody has it yet but what handed it over
        self.made_in = outliving.trace()

    def read(self) -> jax.Array:
        return self._reference[...]  # type: ignore[no-any-return]

    def write(self, new: jax.Array) -> None:
        self.is_written = True
        self.writes += 1
        self._reference[...] = new

    @property
    def layout(self) -> np.ndarray[Any, Any]:
        """An array of NumPy's that lies in memory as this one does."""
        if self._layout is None:
            self._layout = np.empty(self.shape, np.complex64 if self.dtype.kind == "c" else np.int8)
        return self._layout  # type: ignore[no-any-return]


class Unwritten(Cell):
    """An array that is read as others are, and that nobody may write. `why`: for the message of the TypeError."""

    def __init__(self, array: Any, kind: type[MutableArray], why: str) -> None:
        super().__init__(jnp.asarray(value(array)), kind=kind)
        self._why = why

    @classmethod
    def all_of(cls, given: Any, kind: type[MutableArray], why: str) -> Any:
        """The arrays of a result."""

        def shown(each: Any) -> Any:
            return seen_of(cls(each, kind, why)) if isinstance(each, MutableArray | jax.Array) else each

        return tree_util.tree_map(shown, given, is_leaf=lambda each: isinstance(each, MutableArray))

    def write(self, new: jax.Array) -> None:
        raise TypeError(f"an array is written in place, and {self._why}: write into a copy")


class OneOf:
    """One of several arrays of one shape: the one that a number tells, as the program runs. It reads as their common
    dtype; each is written in its own."""

    def __init__(self, arrays: Sequence[MutableArray], place: jax.Array) -> None:
        """Raises TypeError for arrays of different shapes."""
        self.arrays, self.place = tuple(arrays), place
        self.argument: int | None = None
        self.is_fresh, self.made_in = False, None
        self.kind = next((a.source.kind for a in arrays if a.source.kind is not MutableArray), MutableArray)
        self.shape: tuple[int, ...] = self.arrays[0].shape
        self.dtype: Any = jnp.result_type(*(a.dtype for a in self.arrays))
        if any(a.shape != self.shape for a in self.arrays):
            shown = " or ".join(f"{a.dtype}{list(a.shape)}" for a in self.arrays)
            raise TypeError(
                f"a name is one array or another as the program runs, and they are of different shapes: {shown}. Write "
                "into each in a branch of its own"
            )

    def read(self) -> jax.Array:
        return apart(lax.select_n(self.place, *(array[...].astype(self.dtype) for array in self.arrays)))

    def write(self, new: jax.Array) -> None:
        for number, array in enumerate(self.arrays):
            array.become(jnp.where(self.place == number, new.astype(array.dtype), array[...]))

    @property
    def layout(self) -> np.ndarray[Any, Any]:
        return self.arrays[0].layout


class MutableArray:
    """An array, or a view of one. `x[...]` is its value as it is now, one of JAX's arrays."""

    reads_numbers = True  # what lies at numbers is one, and no view

    def __init__(self, source: Source, steps: tuple[Step, ...] = ()) -> None:
        self.source, self.steps = source, steps
        whole = jax.ShapeDtypeStruct(source.shape, source.dtype)  # type: ignore[no-untyped-call]
        found = jax.eval_shape(lambda a: seen(a, steps), whole)
        self.shape: tuple[int, ...] = found.shape
        self.dtype: Any = found.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @classmethod
    def shortened(cls, source: Source, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The first steps, where they lead to the same: `x.T.T` is `x`, however many turns of a loop make it. Where a
        dimension is free, as it may be in a program that is exported, nothing tells which are the same: all of them."""
        if not all(isinstance(n, int) for n in source.shape):
            return steps
        layouts, known = [source.layout], 0
        for count, step in enumerate(steps, 1):
            layouts.append(layout_of(layouts[-1], [step]))
            known = count if step.numbers else known
        return steps[: next(n for n in range(known, len(layouts)) if _lie_alike(layouts[n], layouts[-1]))]

    @property
    def layout(self) -> np.ndarray[Any, Any]:
        return layout_of(self.source.layout, self.steps)

    def _read(self) -> jax.Array:
        return seen(self.source.read(), self.steps)

    def become(self, new: Any) -> None:
        """Takes the value, of its shape and dtype, for all that see it."""
        self.source.write(written(self.source.read(), self.steps, new) if self.steps else new)

    def __jax_array__(self) -> jax.Array:
        return self._read()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(self._read(), dtype)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        return f"mutable {self.dtype}{list(self.shape)}"

    def __hash__(self) -> int:
        return id(self)

    def __getitem__(self, index: Any) -> Any:
        """A view; a number, where nothing is left to view; a copy of what lies at indices that are arrays."""
        if index is Ellipsis:
            return self._read()
        parts = tuple(map(_as_index, index if isinstance(index, tuple) else (index,)))
        if is_basic(parts):
            view = self._seen(Index.of(parts))
            is_number = self.reads_numbers and not view.shape and not any(p is Ellipsis for p in parts)
            return view[...] if is_number else view
        if any(isinstance(p, jax.core.Tracer) and p.dtype == bool for p in parts):
            return Selection(self._read(), parts)
        return self._read()[parts]

    def __setitem__(self, index: Any, new: Any) -> None:
        """Writes elements, in the dtype that there is."""
        parts = tuple(map(_as_index, index if isinstance(index, tuple) else (index,)))
        whole = self._read()
        if isinstance(new, Selection):
            self.become(new.put_into(whole))
            return
        new = in_dtype(value(new), whole)
        if len(parts) == 1 and isinstance(parts[0], jax.Array) and parts[0].ndim == 0 and parts[0].dtype == bool:
            self.become(jnp.where(parts[0], new.astype(self.dtype), whole))
            return
        masks = [p for p in parts if isinstance(p, jax.Array | np.ndarray) and p.ndim and p.dtype == bool]
        if masks and len(parts) == 1 and new.ndim and new.shape == self.shape:  # of all elements, those that it chooses
            mask = masks[0].reshape(masks[0].shape + (1,) * (self.ndim - masks[0].ndim))
            self.become(jnp.where(mask, new.astype(self.dtype), whole))
            return
        if not any(isinstance(mask, jax.core.Tracer) for mask in masks):
            wanted = jax.eval_shape(lambda a: a[parts], whole).shape
            while new.ndim > len(wanted) and new.shape[0] == 1:
                new = new[0]
        self.become(stored(whole, parts, new))

    def _seen(self, step: Step) -> MutableArray:
        return seen_of(self.source, (*self.steps, step))

    def viewed(self, name: str, *arguments: Any, **keywords: Any) -> MutableArray:
        """What the function of NumPy's by this name gives: a view, or, where the elements do not lie so, a copy."""
        step = Moved(name, tuple(map(_as_number, arguments)), tuple((k, _as_number(v)) for k, v in keywords.items()))
        layout = self.layout
        view = self._seen(step)
        return view if np.may_share_memory(layout, step.replayed(layout, ())) else mutable(view[...])

    def reshape(self, *shape: Any, **keywords: Any) -> MutableArray:
        return self.viewed("reshape", shape[0] if len(shape) == 1 else shape, **keywords)

    def ravel(self) -> MutableArray:
        return self.viewed("ravel")

    def transpose(self, *axes: Any) -> MutableArray:
        return self.viewed("transpose", *((axes[0] if len(axes) == 1 else axes,) if axes else ()))

    def swapaxes(self, axis1: int, axis2: int) -> MutableArray:
        return self.viewed("swapaxes", axis1, axis2)

    def squeeze(self, axis: Any = None) -> MutableArray:
        return self.viewed("squeeze", axis)

    def diagonal(self, *arguments: Any) -> MutableArray:
        return self.viewed("diagonal", *arguments)

    def view(self) -> MutableArray:
        return MutableArray(self.source, self.steps)

    @property
    def T(self) -> MutableArray:
        return self.viewed("transpose")

    @property
    def mT(self) -> MutableArray:
        return self.viewed("matrix_transpose")

    @property
    def real(self) -> MutableArray:
        return self.viewed("real") if jnp.iscomplexobj(self) else self.view()

    @real.setter
    def real(self, new: Any) -> None:
        self.real[:] = new

    @property
    def imag(self) -> MutableArray:
        return self.viewed("imag")

    @imag.setter
    def imag(self, new: Any) -> None:
        self.imag[:] = new

    @property
    def flat(self) -> Any:
        """Its elements, one after the other; they are set one by one or by a slice."""
        return Flat(self)

    def copy(self, order: str = "C") -> MutableArray:
        return mutable(self[...]) if self.shape else MutableArray(Cell(self[...]))

    def fill(self, new: Any) -> None:
        self[:] = new

    def sort(self, axis: int = -1) -> None:
        self.become(jnp.sort(self[...], axis))

    def __getattr__(self, name: str) -> Any:
        """Whatever else an array has, that does not write: `x.sum()`."""
        if name.startswith("_") or name in _WRITING:
            raise AttributeError(f"an array that is mutable has no attribute {name!r}")
        return getattr(self[...], name)

    def _changed(self, new: Any) -> MutableArray:
        """Takes the result of an operator, in its own dtype and shape."""
        old = self[...]
        self.become(keep_dtype(new, old) if self.shape else jnp.asarray(new).astype(self.dtype).reshape(()))
        return self


def _lie_alike(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Both are all the same elements, in one order."""
    where = [(a.dtype, a.shape, a.strides, a.__array_interface__["data"][0]) for a in (one, other)]
    return where[0] == where[1]


def seen_of(source: Source, steps: tuple[Step, ...] = ()) -> MutableArray:
    """The array that lies there, or the view of it at the end of the steps."""
    return source.kind(source, source.kind.shortened(source, steps))


class Flat:
    """`x.flat`"""

    def __init__(self, array: MutableArray) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        return self._array[...].ravel()[_as_index(index)]

    def __setitem__(self, index: Any, new: Any) -> None:
        whole = self._array[...]
        given = value(new)
        wanted = jax.eval_shape(lambda a: a.ravel()[_as_index(index)], whole).shape
        if wanted and jnp.size(given) != math.prod(wanted):
            given = jnp.resize(given, wanted)  # NumPy's begins again where there are too few
        flat = stored(whole.ravel(), (_as_index(index),), in_dtype(given, whole))
        self._array.become(flat.reshape(whole.shape))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._array[...].ravel())

    def __jax_array__(self) -> jax.Array:
        return self._array[...].ravel()  # type: ignore[no-any-return]


class Selection:
    """What a mask chooses that running tells: `y[m] += 1` computes with all, and takes the ones that it chooses."""

    def __init__(self, array: jax.Array, parts: tuple[Any, ...]) -> None:
        self._parts = parts
        self._by: Write = at(array)[parts if len(parts) > 1 else parts[0]]
        self._values: Any = self._by.part(array)

    def __getattr__(self, name: str) -> Any:
        """Raises RuntimeError: how many values there are only running tells."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise RuntimeError(
            f"`.{name}` of the values that a mask chooses, a copy whose size only running tells; write `x[mask] = ...`"
        )

    def put_into(self, array: jax.Array) -> jax.Array:
        write = at(array)[self._parts if len(self._parts) > 1 else self._parts[0]]
        return write.set(lambda part: in_dtype(self._values, array))

    def with_operator(self, function: Callable[[Any, Any], Any], other: Any) -> Selection:
        """Another one, in which each of the values is changed."""
        given = value(other)
        is_whole = jnp.ndim(given) > 0 and jnp.shape(given) == jnp.shape(self._values)
        return self._with(function(self._values, self._by.part(given) if is_whole else self._by.given(given)))

    def _with(self, values: Any) -> Selection:
        new = object.__new__(Selection)
        new._parts, new._by, new._values = self._parts, self._by, values
        return new


def mutable(x: Any, of_any_rank: bool = False) -> Any:
    """The array as one that is written in place; a tuple of such for a tuple, while lists and dicts become such.
    Anything else, a number or what is mutable already, as it is. `of_any_rank`: what has no dimensions is one too."""
    if isinstance(x, jax.Array | np.ndarray) and (x.ndim or of_any_rank):
        return MutableArray(Cell(jnp.asarray(x)))
    if type(x) is tuple:
        new = tuple(mutable(held, of_any_rank) for held in x)
        return x if all(a is b for a, b in zip(x, new, strict=True)) else new
    if type(x) is list:
        x[:] = [mutable(held, of_any_rank) for held in x]
    elif type(x) in KINDS:
        x.update((key, mutable(held, of_any_rank)) for key, held in x.items())
    return x


def value(x: Any, known: Mapping[int, Any] = MappingProxyType({})) -> Any:
    """The value of what may be mutable, or hold such: one of JAX's arrays. `known` has, by what `id` gives for lists
    and dicts, those that stand for them."""
    if id(x) in known:
        return known[id(x)]
    if isinstance(x, MutableArray | Flat):
        return x.__jax_array__()
    if type(x) in (list, tuple):
        return type(x)(value(held, known) for held in x)
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*(value(held, known) for held in x))
    if isinstance(x, dict):
        return type(x)((key, value(held, known)) for key, held in x.items())
    if dataclasses.is_dataclass(x) and not isinstance(x, type):
        held = {field.name: getattr(x, field.name) for field in dataclasses.fields(x)}
        return dataclasses.replace(x, **{name: value(each, known) for name, each in held.items()})
    return x


def _as_index(part: Any) -> Any:
    if isinstance(part, MutableArray):
        return part[...]
    if isinstance(part, slice):
        return slice(*map(_as_number, (part.start, part.stop, part.step)))
    return np.asarray(part) if isinstance(part, list) and not any(map(_is_traced, part)) else _listed(part)


def _listed(part: Any) -> Any:
    return jnp.asarray(value(part)) if isinstance(part, list) else part


def _is_traced(part: Any) -> bool:
    return isinstance(part, jax.core.Tracer | MutableArray)


def _as_number(argument: Any) -> Any:
    """A number of Python's for one that JAX knows."""
    is_known = isinstance(argument, jax.Array) and not isinstance(argument, jax.core.Tracer) and not argument.ndim
    return argument.item() if is_known else argument
