"""Arrays that are written in place while a model runs: by methods of its framework, through views of them as well."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

from hybridc.runtime.core import runs
from hybridc.runtime.core.memory import Read, View, are_strided, expect_apart, moved
from hybridc.runtime.core.runs import Run, instead_of, this_thread
from hybridc.runtime.flow.storing import stored as stored_as
from hybridc.runtime.mutable import Mutable, unwrapped
from hybridc.runtime.mutables.array import Cell, MutableArray, Selection, Source, Unwritten, seen_of, value
from hybridc.runtime.mutables.steps import Index, Step, is_basic, seen, with_numbers, written
from hybridc.runtime.overwriting import overwrites, overwritten

_FEW = 3  # steps of a view, as code without loops makes them

__all__ = ["ArrayOfModel", "Held", "of_values", "settled", "writing"]


@dataclass(frozen=True, eq=False)
class Shown:
    """What a function shows of the array, that only moves elements. `key` tells it from others."""

    view: View
    key: tuple[Any, ...]

    @property
    def numbers(self) -> tuple[Any, ...]:
        return ()

    def read(self, array: jax.Array) -> jax.Array:
        return self.view.read(array)  # type: ignore[no-any-return]

    def written(self, whole: jax.Array, new: jax.Array) -> jax.Array:
        return self.view.written(whole, new)  # type: ignore[no-any-return]

    def replayed(self, array: np.ndarray[Any, Any], numbers: Sequence[Any]) -> np.ndarray[Any, Any]:
        return np.asarray(self.view.read(jnp.asarray(array)))


def _without_history(whole: Any, new: Any) -> Any:
    return instead_of(whole, jnp.broadcast_to(jnp.asarray(new, whole.dtype), whole.shape))


_DETACHED = Shown(View(jax.lax.stop_gradient, _without_history, "detached"), ("shown", "detached"))


class ArrayOfModel(MutableArray, Mutable):
    """An array, or a view of one, in a model that runs. What is computed of it are JAX's arrays."""

    reads_numbers = False
    shape: tuple[int, ...] = ()
    dtype: Any = None

    def __init_subclass__(cls) -> None:
        """To what JAX compiles it is the value that it has."""
        super().__init_subclass__()
        tree_util.register_pytree_node(cls, lambda array: ((array._read(),), None), lambda _, values: values[0])

    @classmethod
    def mutable(cls, array: Any) -> Any:
        """The array as one that is written in place, or the tuple, list or dict as one of such; what a module holds an
        array in, as what it holds. Anything else, a number or what is one already, as it is."""
        if isinstance(array, Mutable) and not isinstance(array, MutableArray):
            return seen_of(OfCell(array, cls))
        if _is_array(array):
            return seen_of(Cell(jnp.asarray(array), kind=cls))
        if isinstance(array, list | tuple) and any(map(_is_array, array)):
            held = map(cls.mutable, array)
            if type(array) is list and runs.current() is not None:
                array[:] = held  # others may have the list
                return array
            return type(array)(*held) if hasattr(array, "_fields") else type(array)(held)
        if type(array) is dict and runs.current() is not None and any(map(_is_array, array.values())):
            array.update({key: cls.mutable(each) for key, each in array.items()})
        return array

    @classmethod
    def of_attribute(cls, module: Any, name: str, *default: Any, rebound: bool = False) -> Any:
        """The array that an attribute of a module holds: what is written into it, the attribute shows. What is no
        array is as `getattr` gives it. `rebound`: no statement sets the attribute but to give it another array, and
        who has this one keeps it then."""
        array, run = getattr(module, name, *default), runs.current()
        if isinstance(array, tuple) and run is not None and any(isinstance(each, jax.Array) for each in array):
            run.note_attribute(module, name)  # the states of a recurrent layer, each of which is written
            held = module.__dict__[name] = cls.mutable(array)
            return held
        if type(array) in (list, dict) and run is not None:
            return cls.mutable(array)  # whose elements are written where they lie
        if not _is_array(array) or (default and array is default[0]):
            return array
        if isinstance(getattr(type(module), name, None), property):  # which computes it, now
            return cls.mutable(array)
        known = None if run is None else run.places.get((module, name))
        if known is None or (known.shape, known.dtype) != (array.shape, array.dtype):
            known = seen_of(Held(module, name, cls))
            if run is not None:
                run.places[module, name] = known
        source: Any = known.source
        source.is_rebound |= rebound
        return known

    @property
    def held(self) -> jax.Array:
        return self._read()

    @held.setter
    def held(self, array: Any) -> None:
        self.become(array)

    @property
    def data(self) -> Any:
        """The array without its history, in the same memory: of what is written there gradients know nothing."""
        return self if self._is_detached() else self._seen(_DETACHED)

    @data.setter
    def data(self, array: Any) -> None:
        """What an operator has written, `x.data += y`. Raises TypeError for another array, whose memory it would be."""
        if not isinstance(array, MutableArray) or array.source is not self.source:
            raise TypeError("`data` of an array that is written in place is set to another one: write into it instead")

    def alias(self) -> Any:
        return self.view()

    def _is_detached(self) -> bool:
        return any(step.key == _DETACHED.key for step in self.steps)

    def _is_of(self, module: Any, name: str) -> bool:
        source = self.source
        return not self.steps and isinstance(source, Held) and source.is_of(module, name)

    def _set_to(self, module: Any, name: str) -> Any:
        source = self.source
        return self._read() if isinstance(source, Held) and source.is_of(module, name) else self

    def _is_read_alone(self) -> bool:
        return False

    def _write(self, new: Any) -> None:
        self.become(new)

    def become(self, new: Any) -> None:
        known = next((n for n, step in enumerate(self.steps) if step.numbers), len(self.steps))
        if not any(isinstance(step, Shown) and step.view.back is None for step in self.steps[:known]):
            super().become(new)
            return
        if known < len(self.steps):  # of what an index chooses, only tracing tells no places
            around = seen_of(self.source, self.steps[:known])
            around.become(written(around._read(), self.steps[known:], new))
            return
        places, whole = self._places(lambda array: array).ravel(), self.source.read()
        expect_apart(places)
        filled = jnp.broadcast_to(new, self.shape).ravel().astype(whole.dtype)
        whole_now = whole.ravel().at[places].set(filled).reshape(whole.shape)
        self.source.write(instead_of(whole, whole_now) if self._is_detached() else whole_now)

    def _new(self, array: Any) -> Any:
        return type(self).mutable(array)

    def _viewed(self, view: View) -> Any:
        return self._seen(Shown(view, ("shown", repr(view.key or id(view.read)))))

    def _moved(self, view: View) -> Any:
        """Elements that lie in the order of another shape need no copy; those that do not are copied."""
        if self._is_contiguous() or are_strided(self._places(view.read)):
            return self._viewed(view)
        return self._new(view.read(self._read()))

    @classmethod
    def shortened(cls, source: Source, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Of many steps, which loops make. To ask for the places of every view would take long in large models."""
        if len(steps) <= _FEW:
            return steps
        known = max((count for count, step in enumerate(steps, 1) if step.numbers), default=0)
        *views, whole = (cls(source, steps[:count]) for count in range(known, len(steps) + 1))
        places = whole._places(lambda array: array)
        alike = (v for v in views if v.dtype == whole.dtype and v._is_detached() is whole._is_detached())
        found = (v for v in alike if np.array_equal(v._places(lambda array: array), places))
        return next((v.steps for v in found), steps)

    def _places(self, read: Read) -> np.ndarray[Any, Any]:
        steps = tuple(
            with_numbers([step], [0] * len(step.numbers))[0] if isinstance(step, Index) else step for step in self.steps
        )
        return moved(self.source.shape, lambda array: read(seen(array, steps)))

    def _is_contiguous(self) -> bool:
        return not self.steps or bool(np.all(np.diff(self._places(lambda array: array).ravel()) == 1))

    def __setitem__(self, index: Any, new: Any) -> None:
        """Writes elements, in the dtype that there is: through the view of them, where the index gives one."""
        parts = index if isinstance(index, tuple) else (index,)
        if is_basic(parts) and not isinstance(new, Selection):
            view = self._seen(Index.of(parts))
            view.become(jnp.broadcast_to(stored_as(value(new), view[...]), view.shape))
        else:
            super().__setitem__(index, new)

    def contiguous(self, memory_format: Any = None) -> Any:
        return self if self._is_contiguous() else self.copy()

    def view(self, *size: Any) -> Any:
        return self.reshape(*size) if size else seen_of(self.source, self.steps)

    def copy(self, order: str = "C") -> Any:
        return self._new(self._read())

    __getattr__ = Mutable.__getattr__
    reshape, ravel, transpose = Mutable.reshape, Mutable.ravel, Mutable.transpose
    swapaxes, squeeze, diagonal = Mutable.swapaxes, Mutable.squeeze, Mutable.diagonal
    T, mT, real, imag = Mutable.T, Mutable.mT, Mutable.real, Mutable.imag


class Held:
    """Where the array of an attribute lies: in the module, which is asked each time, until the attribute is set to
    another one."""

    is_writing = is_rebound = False

    def __init__(self, module: Any, name: str, kind: type[MutableArray]) -> None:
        array = getattr(module, name)
        self._alone: Cell | OfCell | None = None
        self.argument: int | None = None
        self.is_fresh, self.made_in = False, None
        self._module, self._name, self.kind = module, name, kind
        self.shape: tuple[int, ...] = array.shape
        self.dtype: Any = array.dtype

    def is_of(self, module: Any, name: str) -> bool:
        return self._alone is None and self._module is module and self._name == name

    def part(self, cell: Mutable | None = None) -> None:
        """Who has the array keeps it, and the attribute shows it no longer; `cell`: it lies there."""
        self._alone = Cell(self.read(), kind=self.kind) if cell is None else OfCell(cell, self.kind)

    def read(self) -> jax.Array:
        if self._alone is not None:
            return self._alone.read()
        with _referring(this_thread.refers, this_thread.may_refer, this_thread.mutable):
            return value(getattr(self._module, self._name))  # type: ignore[no-any-return]

    def write(self, new: jax.Array) -> None:
        if self._alone is not None:
            self._alone.write(new)
            return
        self.is_writing = True
        try:
            setattr(self._module, self._name, new)
        finally:
            self.is_writing = False

    @property
    def layout(self) -> np.ndarray[Any, Any]:
        return np.empty(self.shape, np.int8)


class OfCell(Held):
    """The array that a parameter or buffer of a module holds, or what refers to it."""

    def __init__(self, cell: Mutable, kind: type[MutableArray]) -> None:
        super().__init__(cell, "held", kind)

    def read(self) -> jax.Array:
        return self._module._read()  # type: ignore[no-any-return]

    def write(self, new: jax.Array) -> None:
        self._module._write(new)


class Given:
    """What a function that writes in place is given, by its own kind of arrays, also in tuples, lists and dicts.

    `is_of_values`: whoever gives it has values. They do not show what is written into them, lists and dicts do.
    `named`: what it says by itself that it writes.
    """

    def __init__(self, kind: type[ArrayOfModel], name: str, is_of_values: bool, named: Iterable[Any] = ()) -> None:
        self.kind, self.name, self.is_of_values = kind, name, is_of_values
        self._named = {id(leaf) for leaf in tree_util.tree_leaves([*named])}
        self._arrays: list[tuple[jax.Array, Any]] = []
        self._containers: list[list[Any] | dict[Any, Any]] = []

    def taken(self, given: Any) -> Any:
        if isinstance(given, ArrayOfModel):
            return given if type(given) is self.kind else self.kind(given.source, given.steps)
        if type(given) is list:  # which others have
            self._containers.append(given)
            given[:] = map(self.taken, given)
        elif type(given) is dict:
            self._containers.append(given)
            given.update((key, self.taken(each)) for key, each in given.items())
        elif isinstance(given, tuple):
            parts = map(self.taken, given)
            return type(given)(*parts) if hasattr(given, "_fields") else type(given)(parts)
        elif isinstance(given, jax.Array | Mutable):
            found = self.kind.mutable(given)
            self._arrays += [(given, found)] if isinstance(given, jax.Array) else []
            return found
        return given

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        """Once the function has run."""
        if not self.is_of_values:
            return
        for given, found in self._arrays:
            if found.source.is_written:
                overwritten(self.name, given, id(given) in self._named)
        for container in self._containers:
            if isinstance(container, list):
                container[:] = map(value, container)
            else:
                container.update((key, value(each)) for key, each in container.items())


def writing(kind: type[ArrayOfModel]) -> Callable[..., Any]:
    """The decorator of a framework's for functions whose arrays are mutable."""

    def in_place(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorates a method or function that writes in place into the arrays that it is given by these names, or gives
        views of what it is given, with all who see these: `forward(self, x)` that does `x.mul_(2)`.

        Called by another one of its kind it takes and gives arrays that are mutable. Called by anything else it gives
        values, and those that it was given keep what they have: a model that reads one afterwards is refused.
        """

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            signature = inspect.signature(function)

            @functools.wraps(function)
            def traced(*args: Any, **keywords: Any) -> Any:
                bound = signature.bind(*args, **keywords).arguments if names else {}
                named = [bound.get(name) for name in names]
                given = Given(kind, function.__qualname__, not this_thread.refers, named)
                with _referring(True, True, kind.mutable), given:
                    return function(*given.taken(args), **given.taken(keywords))

            watched = overwrites(*names)(traced)

            @functools.wraps(function)
            def call(*args: Any, **keywords: Any) -> Any:
                if this_thread.refers:
                    return watched(*args, **keywords)
                if runs.current() is None:
                    _expect_writable(function.__name__, names, signature.bind(*args, **keywords).arguments)
                return value(watched(*args, **keywords))

            call.takes_mutable = True  # type: ignore[attr-defined]
            return call

        return decorate

    return in_place


def beside(kind: type[ArrayOfModel]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The decorator of a framework's for code beside models that a model may run."""

    def attribute(module: Any, name: str) -> Any:
        with _referring(True, True, kind.mutable):
            return kind.of_attribute(module, name)

    def in_runs(function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorates a function that writes in place, and stays Python's: while a model runs it, its arrays, and those
        of attributes that it asks for, are written in place as they are outside. What it keeps of earlier calls
        (`functools.lru_cache`) are none of that run's arrays, and it keeps none of these, which nobody may write."""
        is_cached = hasattr(function, "cache_info")
        inner = function.__wrapped__ if is_cached else function  # type: ignore[attr-defined]

        @functools.wraps(function)
        def call(*args: Any, **keywords: Any) -> Any:
            if runs.current() is None:
                return function(*args, **keywords)
            given = Given(kind, function.__qualname__, not this_thread.refers)
            with _referring(True, True, kind.mutable, attribute), given:
                result = inner(*given.taken(args), **given.taken(keywords))
            if is_cached:
                why = f"`{function.__qualname__}` gives it again (`functools.lru_cache`)"
                return Unwritten.all_of(result, kind, why)
            return value(result) if given.is_of_values else result

        def written_back(hook: Callable[..., Any], fixed: tuple[Any, ...], held: Any) -> tuple[Any, Any]:
            """What the function, as a hook of a module, returns, and what it was given, as it leaves that."""
            if runs.current() is None:
                return hook(*fixed, held), held
            given = Given(kind, function.__qualname__, not this_thread.refers)
            with given:
                shown = given.taken(held)
                result = hook(*fixed, shown)
            return result, value(shown) if given.is_of_values else shown

        call.written_back = written_back  # type: ignore[attr-defined]
        return call

    return in_runs


def _expect_writable(label: str, names: Sequence[str], given: Mapping[str, Any]) -> None:
    """Raises TypeError where code around models has the function write into one of JAX's arrays: they do not change."""
    for name in names:
        if isinstance(given.get(name), jax.Array | np.ndarray):
            raise TypeError(
                f"`{label}` writes into its argument `{name}`, and JAX's arrays do not change: give it a parameter, a "
                "buffer, or `nn.mutable(array)`"
            )


class _referring:
    """A part of a run in which arrays are given as they are, or by their values."""

    def __init__(
        self,
        refers: bool,
        may_refer: bool,
        mutable: Callable[[Any], Any] | None = None,
        attributes: Callable[[Any, str], Any] | None = None,
    ) -> None:
        self._now = refers, may_refer, mutable, attributes

    def __enter__(self) -> None:
        self._around = this_thread.refers, this_thread.may_refer, this_thread.mutable, this_thread.attributes
        this_thread.refers, this_thread.may_refer, this_thread.mutable, this_thread.attributes = self._now

    def __exit__(self, *_: object) -> None:
        this_thread.refers, this_thread.may_refer, this_thread.mutable, this_thread.attributes = self._around


def as_written(result: Any) -> Any:
    """The result of a part, for what sees it before its caller does, and may keep it: both have the same arrays."""
    return result if this_thread.mutable is None else this_thread.mutable(result)


def settled(run: Run, result: Any) -> Any:
    """The result of the whole model; what it has set attributes to is values from now on, too."""
    for module, name in run.before:
        if name in module.__dict__:
            module.__dict__[name] = _of_values(module.__dict__[name])
    run.holdings.settle(_of_values)
    if any(map(_is_mutable, tree_util.tree_leaves(result, is_leaf=_is_mutable))):  # parameters, or buffers
        result = tree_util.tree_map(unwrapped, value(result), is_leaf=_is_mutable)
    return result if run.keeps else run.holdings.copied(result)


def _of_values(held: Any) -> Any:
    return value(held) if any(map(_lies, tree_util.tree_leaves(held, is_leaf=_lies))) else held


def _lies(leaf: Any) -> bool:
    return isinstance(leaf, MutableArray)


def of_values(computed: Callable[..., Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """What a part of a model computes that knows of values alone: if it gives what it was given, that very array."""
    given = {}
    for leaf in filter(_lies, tree_util.tree_leaves((args, keywords), is_leaf=_lies)):
        given[id(leaf)] = leaf._read()
    is_of_framework = type(computed.__self__).__module__.startswith("hybridc.")  # type: ignore[attr-defined]
    with _referring(False, is_of_framework and this_thread.may_refer):
        result = computed(*_with(args, given), **_with(keywords, given))
    arrays = {id(found): number for number, found in given.items()}
    leaves = {id(leaf): leaf for leaf in tree_util.tree_leaves((args, keywords), is_leaf=_lies)}
    return tree_util.tree_map(lambda x: leaves[arrays[id(x)]] if id(x) in arrays else x, result, is_leaf=_lies)


def _with(tree: Any, values: dict[int, Any]) -> Any:
    return tree_util.tree_map(lambda leaf: values.get(id(leaf), leaf), tree, is_leaf=_lies)


def _is_mutable(held: Any) -> bool:
    return isinstance(held, Mutable)


def _is_array(array: Any) -> bool:
    return isinstance(array, jax.Array)
