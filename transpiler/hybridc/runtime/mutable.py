"""What is an array to those who read it, and may be written by those who have it: parameters, buffers, parts of them.

Code around models says `sd["weight"].copy_(v)`, `p.data[0] = 1.0`, `w.view(-1)[3] *= 2`: a view shares the memory of
what it is a view of. While a model runs there are arrays alone.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import handed, runs
from hybridc.runtime.core.memory import Back, Read, View
from hybridc.runtime.core.registry import OfThisRuntime
from hybridc.runtime.core.writing import InPlace
from hybridc.runtime.flow import asked_writes
from hybridc.runtime.flow.inplace import with_imag, with_real

P = ParamSpec("P")
R = TypeVar("R")
_BASIC = (int, np.integer, slice)


class Mutable(OfThisRuntime, InPlace):
    """Cells, and references to what they hold."""

    augments = True  # `x += y` writes into x, for all that see it

    @property
    def held(self) -> jax.Array:
        """The array."""
        raise NotImplementedError

    @held.setter
    def held(self, array: Any) -> None:
        raise NotImplementedError

    def _read(self) -> jax.Array:
        """What it holds for the model that runs, if one does."""
        raise NotImplementedError

    def _write(self, new: Any) -> None:
        """Puts an array of the same shape and dtype in, for all that see this one."""
        raise NotImplementedError

    def _viewed(self, view: View) -> Any:
        """A part of this, through which it is written."""
        raise NotImplementedError

    def _is_of(self, module: Any, name: str) -> bool:
        """It is the array of this attribute, which shows what is written into it."""
        return False

    def _set_to(self, module: Any, name: str) -> Any:
        """What the attribute holds that is set to it: no view of what it then is itself."""
        return self

    def _is_read_alone(self) -> bool:
        """A model runs, to which this is a value."""
        return runs.current() is not None

    @property
    def shape(self) -> Any:
        return self.held.shape

    @property
    def dtype(self) -> Any:
        return self.held.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def __jax_array__(self) -> jax.Array:
        return self._read()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.held, dtype) if copy else self.held.__array__(dtype)

    def __getattr__(self, name: str) -> Any:
        """Whatever else an array has: `weight.mean()`."""
        if name.startswith("_"):
            raise AttributeError(name)
        forms = self.becomes().get(name)
        return getattr(self._read(), name) if forms is None else self._becoming(name, forms)

    def __getitem__(self, index: Any) -> Any:
        """A view, or what lies at indices that are arrays, which is a copy."""
        if self._is_read_alone():
            return self._read()[unwrapped(index)]
        index = unwrapped(index)
        if not _is_basic(index):
            return self._new(self.held[index])
        return self._viewed(View(lambda array: array[index], lambda whole, new: whole.at[index].set(new)))

    def __setitem__(self, index: Any, value: Any) -> None:
        """Writes elements, in the dtype that there is."""
        array = self._read()
        self._write(asked_writes.at(array)[unwrapped(index)].set(handed.array(unwrapped(value), array.dtype)))

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __len__(self) -> int:
        return len(self.held)

    def __format__(self, form: str) -> str:
        return format(self.held, form) if form else str(self)

    def __index__(self) -> int:
        return self.held.__index__()

    def __eq__(self, other: Any) -> Any:
        return self._compared("__eq__", other)

    def __ne__(self, other: Any) -> Any:
        return self._compared("__ne__", other)

    def _compared(self, name: str, other: Any) -> Any:
        is_array = isinstance(other, Mutable | jax.Array | np.ndarray | np.generic | int | float | complex)
        return self._new(getattr(self._read(), name)(unwrapped(other))) if is_array else NotImplemented

    def __hash__(self) -> int:
        return id(self)

    def _new(self, array: Any) -> Any:
        """What is computed from it is an array that may be written as well."""
        raise NotImplementedError

    # Views, by the names that NumPy and JAX have for them.

    def reshape(self, *shape: Any, **options: Any) -> Any:
        key = ("reshape", shape, options)
        back = lambda whole, new: new.reshape(whole.shape)  # noqa: E731
        return self._moved(View(lambda a: a.reshape(*shape, **options), back, key))

    def ravel(self) -> Any:
        return self.reshape(-1)

    def view(self, *size: Any) -> Any:
        return self.reshape(*size)

    def squeeze(self, axis: Any = None) -> Any:
        return self._turned("squeeze", axis, back=lambda whole, new: new.reshape(whole.shape))

    def swapaxes(self, axis1: int, axis2: int) -> Any:
        return self._turned("swapaxes", axis1, axis2, back=lambda whole, new: new.swapaxes(axis1, axis2))

    def transpose(self, *axes: Any) -> Any:
        return self._turned("transpose", *axes)

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
        return self._turned("diagonal", offset, axis1, axis2)

    @property
    def T(self) -> Any:
        return self._turned("transpose", back=lambda whole, new: new.T)

    @property
    def mT(self) -> Any:
        return self._turned("swapaxes", -1, -2, back=lambda whole, new: new.mT)

    def t(self) -> Any:
        return self.T

    @property
    def real(self) -> Any:
        return self._shown(View(jnp.real, with_real, "real"))

    @real.setter
    def real(self, new: Any) -> None:
        self.real[...] = new

    @property
    def imag(self) -> Any:
        return self._shown(View(jnp.imag, with_imag, "imag"))

    @imag.setter
    def imag(self, new: Any) -> None:
        self.imag[...] = new

    def _turned(self, method: str, *given: Any, back: Back | None = None) -> Any:
        """What the method of arrays gives, which only turns axes."""
        return self._shown(View(lambda a: getattr(a, method)(*given), back, (method, *given)))

    def _shown(self, view: View) -> Any:
        return view.read(self._read()) if self._is_read_alone() else self._viewed(view)

    def _moved(self, view: View) -> Any:
        """Where elements go to other axes, which may take a copy."""
        return self._shown(view)

    # What gives the same again, or a copy.

    def copy(self) -> Any:
        return self._new(self._read())

    def clone(self) -> Any:
        return self.copy()

    def _reformed(self, read: Read) -> Any:
        """The memory stays, which the view lies in that takes the place of the array."""
        if runs.current() is not None:
            raise RuntimeError("what code around the model refers to gets another shape while the model runs")
        self.data = self._viewed(View(read))
        return self

    def detach(self) -> Any:
        return self.data

    def alias(self) -> Any:
        """Another object for the same array, with its history."""
        return self.data

    def contiguous(self, memory_format: Any = None) -> Any:
        return self.data.contiguous()

    def cpu(self) -> Any:
        return self.alias()

    def cuda(self, device: Any = None) -> Any:
        return self.alias()

    def to(self, *args: Any, dtype: Any = None, **options: Any) -> Any:
        """In another dtype, if one or an array of one is given; devices are left to JAX."""
        given = (dtype, *args)
        found = (d if isinstance(d, np.dtype | type) else getattr(d, "dtype", None) for d in given)
        return self._cast(next((d for d in found if d is not None), self.dtype))

    def astype(self, dtype: Any, **options: Any) -> Any:
        return self._cast(jnp.dtype(dtype))

    def _cast(self, dtype: Any) -> Any:
        """The same where it has the dtype."""
        return self.alias() if self.dtype == dtype else self._new(self._read().astype(dtype))

    def float(self) -> Any:
        return self._cast(jnp.float32)

    def half(self) -> Any:
        return self._cast(jnp.float16)

    def bfloat16(self) -> Any:
        return self._cast(jnp.bfloat16)

    def long(self) -> Any:
        return self._cast(jnp.int32)

    def int(self) -> Any:
        return self._cast(jnp.int32)

    def bool(self) -> Any:
        return self._cast(jnp.bool_)

    def dim(self) -> Any:
        return self.ndim

    def numel(self) -> Any:
        return self.size


class Arrays(type):
    """Of classes of references, by which `isinstance` asks for arrays of any kind."""

    def __instancecheck__(cls, each: Any) -> bool:
        return isinstance(each, jax.Array | Mutable)


def unwrapped(value: Any) -> Any:
    """An index or a value, in which arrays stand for what refers to them."""
    if isinstance(value, Mutable):
        return value._read()
    if isinstance(value, tuple):
        return tuple(map(unwrapped, value))
    return value


def _is_basic(index: Any) -> bool:
    """What NumPy and PyTorch make a view for."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(p is None or p is ... or (isinstance(p, _BASIC) and not isinstance(p, bool)) for p in parts)


def viewing(function: Callable[P, R]) -> Callable[P, R]:
    """For a function that gives a view of its first argument, or a tuple of views: of what can be written it gives
    what can be written."""
    return _viewing(function, lambda array, view: array._viewed(view))


def copying(function: Callable[P, R]) -> Callable[P, R]:
    """For one that gives new arrays: what can be written gives some that can be written as well."""

    @functools.wraps(function)
    def copies(*args: P.args, **options: P.kwargs) -> Any:
        found = function(*args, **options)
        array = args[0] if args else next(iter(options.values()), None)
        if not isinstance(array, Mutable):
            return found
        return [array._new(part) for part in found] if isinstance(found, list | tuple) else array._new(found)

    return copies


def reading(function: Callable[P, R]) -> Callable[P, R]:
    """For one that computes with arrays alone, as functions of `jax.lax` do: of what can be written it is given what
    that holds. What it gives is new."""

    @functools.wraps(function)
    def reads(*args: P.args, **options: P.kwargs) -> R:
        return function(*map(_held_in, args), **{name: _held_in(each) for name, each in options.items()})

    return reads


def _held_in(given: Any) -> Any:
    return [_held_in(each) for each in given] if type(given) is list else unwrapped(given)


def reshaping(function: Callable[P, R]) -> Callable[P, R]:
    """For one by which elements go to other axes, which may take a copy."""
    return _viewing(function, lambda array, view: array._moved(view))


def _viewing(function: Callable[P, R], viewed: Callable[[Any, View], Any]) -> Callable[P, R]:
    plain = reading(function)

    @functools.wraps(function)
    def views(*args: P.args, **options: P.kwargs) -> Any:
        array = args[0] if args else next(iter(options.values()), None)
        if not isinstance(array, Mutable):
            return plain(*args, **options)
        bound = inspect.signature(function).bind(*args, **options)
        bound.apply_defaults()
        first, *given = bound.arguments
        bound.arguments.update({name: _held_in(bound.arguments[name]) for name in given})

        def read(array: Any) -> Any:
            bound.arguments[first] = array
            return function(*bound.args, **bound.kwargs)

        found = read(array._read())
        if array._is_read_alone():
            return found
        key = (function.__name__, *(repr(bound.arguments[name]) for name in given))
        if isinstance(found, tuple | list):
            return tuple(viewed(array, View(_part(read, n), key=(*key, n))) for n in range(len(found)))
        return viewed(array, View(read, key=key))

    return views


def _part(read: Read, place: int) -> Read:
    return lambda array: read(array)[place]


def _operator(name: str, is_number: bool) -> Callable[..., Any]:
    def method(self: Mutable, *operands: Any) -> Any:
        given = [o._read() if isinstance(o, Mutable) else o for o in operands]
        result = getattr(self._read(), name)(*given)
        return result if is_number or result is NotImplemented else self._new(result)

    method.__name__ = name
    return method


def _augmented(name: str) -> Callable[..., Any]:
    def method(self: Mutable, other: Any) -> Any:
        if not self.augments:
            return NotImplemented  # then Python asks for the sum
        computed = getattr(self._read(), f"__{name}__")(unwrapped(other))
        return computed if computed is NotImplemented else self._filled(lambda old: computed)

    method.__name__ = f"__i{name}__"
    return method


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
_LOGICAL = ("and", "or", "xor", "lshift", "rshift")
for _name in (*_BINARY, *_LOGICAL, *(f"r{name}" for name in _BINARY), "neg", "pos", "abs", "invert"):
    setattr(Mutable, f"__{_name}__", _operator(f"__{_name}__", is_number=False))
for _name in ("lt", "le", "gt", "ge"):
    setattr(Mutable, f"__{_name}__", _operator(f"__{_name}__", is_number=False))
for _name in ("bool", "float", "int", "complex"):
    setattr(Mutable, f"__{_name}__", _operator(f"__{_name}__", is_number=True))
for _name in (*_BINARY, *_LOGICAL):
    setattr(Mutable, f"__i{_name}__", _augmented(_name))
