"""The operators of arrays that are written in place: they compute JAX's arrays, and `+=` and the like write."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from hybridc.runtime.mutables.array import MutableArray, Selection, value

__all__: list[str] = []

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow, "matmul": operator.matmul,
    "and": operator.and_, "or": operator.or_, "xor": operator.xor, "lshift": operator.lshift,
    "rshift": operator.rshift,
}  # fmt: skip
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": operator.eq, "ne": operator.ne,
}  # fmt: skip


def _binary(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def method(self: MutableArray, other: Any) -> Any:
        return NotImplemented if isinstance(other, Selection) else function(self[...], _operand(other))

    return method


def _reflected(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda self, other: function(_operand(other), self[...])


def _augmented(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda self, other: self._changed(function(self[...], _operand(other)))


def _selected(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda self, other: self.with_operator(function, other)


def _of_selections(function: Callable[[Any, Any], Any], is_reflected: bool) -> Callable[..., Any]:
    """With a number: of arrays, running tells what meets what."""

    def method(self: Selection, other: Any) -> Any:
        if isinstance(other, Selection) or jnp.ndim(value(other)):
            return NotImplemented
        return self.with_operator((lambda one, two: function(two, one)) if is_reflected else function, other)

    return method


def _operand(other: Any) -> Any:
    found = value(other)
    return jnp.asarray(found) if isinstance(found, list | tuple) else found


for _name, _function in _BINARY.items():
    setattr(MutableArray, f"__{_name}__", _binary(_function))
    setattr(MutableArray, f"__r{_name}__", _reflected(_function))
    setattr(MutableArray, f"__i{_name}__", _augmented(_function))
    setattr(Selection, f"__i{_name}__", _selected(_function))
    if _name != "matmul":
        setattr(Selection, f"__{_name}__", _of_selections(_function, is_reflected=False))
        setattr(Selection, f"__r{_name}__", _of_selections(_function, is_reflected=True))
for _name, _function in _COMPARISONS.items():
    setattr(MutableArray, f"__{_name}__", _binary(_function))
for _unary in (operator.neg, operator.pos, operator.abs, operator.invert):
    setattr(MutableArray, f"__{_unary.__name__}__", lambda self, function=_unary: function(self[...]))
for _kind in (bool, int, float, complex):
    setattr(MutableArray, f"__{_kind.__name__}__", lambda self, kind=_kind: kind(self[...]))
