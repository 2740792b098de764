"""What a live value is to compiled code: an import, a constant, an array; and whether it is still the same."""

from __future__ import annotations

import ast
import math
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import ModuleType

import jax
import numpy as np

# Where objects that know no module of their own are looked for, as NumPy's ufuncs.
_HOMES = ("numpy", "math", "jax.numpy")
_LITERALS = (bool, int, float, complex, str, bytes, type(None), tuple, list, dict)


class Captured(ABC):
    """A value that the function reads from outside, as it was when the function was converted."""

    @abstractmethod
    def statement(self, name: str, numpy: str, held: str) -> str:
        """The line that gives it its name. `numpy`: NumPy's name; `held`: that of the mapping of held values."""

    @abstractmethod
    def is_same(self, value: object) -> bool:
        """Whether compiled code that was traced with this value is right for `value`."""

    @property
    def held(self) -> object:
        """What the generated module finds in the mapping; None where the line says all."""
        return None


@dataclass(frozen=True, slots=True)
class Constant(Captured):
    """A value that a literal writes exactly. Lists and dicts may be changed in place: the literal is compared."""

    literal: str

    def statement(self, name: str, numpy: str, held: str) -> str:
        return f"{name} = {self.literal}"

    def is_same(self, value: object) -> bool:
        return _text(value) == self.literal


@dataclass(frozen=True, slots=True)
class Array(Captured):
    """A NumPy array or scalar: a copy, for it may be written into at any time."""

    copy: np.ndarray
    content: bytes

    def statement(self, name: str, numpy: str, held: str) -> str:
        return f'{name} = {numpy}.asarray({held}["{name}"])'

    def is_same(self, value: object) -> bool:
        if not _is_numpy(value):
            return False
        array = np.asarray(value)
        same_type = array.dtype == self.copy.dtype and array.shape == self.copy.shape
        return same_type and array.tobytes() == self.content

    @property
    def held(self) -> object:
        return self.copy


@dataclass(frozen=True, slots=True)
class Immutable(Captured):
    """An array of JAX: nobody can change it, so that its identity says all."""

    array: jax.Array

    def statement(self, name: str, numpy: str, held: str) -> str:
        return f'{name} = {numpy}.asarray({held}["{name}"])'

    def is_same(self, value: object) -> bool:
        return value is self.array

    @property
    def held(self) -> object:
        return self.array


@dataclass(frozen=True, slots=True)
class Import(Captured):
    """A module, or an object that can be imported from one."""

    value: object
    module: str
    attribute: str | None = None

    def statement(self, name: str, numpy: str, held: str) -> str:
        if self.attribute is not None:
            return f"from {self.module} import {self.attribute} as {name}"
        return f"import {self.module} as {name}"

    def is_same(self, value: object) -> bool:
        return value is self.value


def capture(value: object) -> Captured | None:
    """The value as compiled code may hold it; None where it could change without notice, as a plain object may."""
    if (literal := _literal(value)) is not None:
        return Constant(literal)
    if _is_numpy(value):
        copy = np.array(value)
        return Array(copy, copy.tobytes())
    if isinstance(value, jax.Array) and not isinstance(value, jax.core.Tracer):
        return Immutable(value)
    return _import(value)


def _is_numpy(value: object) -> bool:
    return (type(value) is np.ndarray or isinstance(value, np.generic)) and np.asarray(value).dtype.kind in "biufc"


def _import(value: object) -> Import | None:
    if isinstance(value, ModuleType):
        return Import(value, value.__name__) if sys.modules.get(value.__name__) is value else None
    attribute = getattr(value, "__name__", None)
    if not isinstance(attribute, str) or not callable(value):
        return None
    for home in (getattr(value, "__module__", None), *_HOMES):
        if isinstance(home, str) and getattr(sys.modules.get(home), attribute, None) is value:
            return Import(value, home, attribute)
    return None


def _literal(value: object) -> str | None:
    """The text of a value that is the same when it is read again; None where there is no such text."""
    text = _text(value)
    if text is None or type(value) is float:
        return text
    try:
        return text if repr(ast.literal_eval(text)) == text else None
    except (ValueError, SyntaxError, RecursionError):
        return None


def _text(value: object) -> str | None:
    if type(value) is float and not math.isfinite(value):
        return "1e999" if value > 0 else "-1e999" if value < 0 else "(1e999 - 1e999)"
    return repr(value) if _is_plain(value) else None


def _is_plain(value: object) -> bool:
    if type(value) not in _LITERALS:
        return False
    if isinstance(value, dict):
        return all(_is_plain(part) for pair in value.items() for part in pair)
    if isinstance(value, tuple | list):
        return all(_is_plain(part) for part in value)
    return True
