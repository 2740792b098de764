"""Containers as Python prints them, where arrays of a trace are among what they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
from jax import tree_util

from hybridc.runtime.flow.written_back import as_numpy

__all__ = ["shown"]


class _Place(NamedTuple):
    """Where one of the arrays belongs; `is_pythons`: it is an integer that came of Python's alone."""

    place: int
    is_pythons: bool


class _Form:
    """What is left of a container without its arrays."""

    def __init__(self, value: Any) -> None:
        self.value = value


class _Shown:
    """What formats as the container does once its arrays are known."""

    def __init__(self, form: _Form, arrays: tuple[Any, ...]) -> None:
        self.form = form
        self.arrays = arrays

    def __format__(self, specification: str) -> str:
        return format(str(_mapped(self.form.value, self._array)), specification)

    def _array(self, leaf: Any) -> Any:
        if not isinstance(leaf, _Place):
            return leaf
        array = as_numpy(jax.numpy.asarray(self.arrays[leaf.place]))
        return array.item() if leaf.is_pythons and not array.ndim else array


tree_util.register_pytree_node(_Shown, lambda s: (s.arrays, s.form), _Shown)


def shown(value: Any) -> Any:
    """A tuple, list or dict for `jax.debug.print`, which writes it as Python's `print` does: with NumPy's numbers, and
    with Python's, those of shapes among them.

        jax.debug.print("{}", control.shown((x.shape, x.sum())))        # ((3,), np.float64(1.5))
    """
    arrays: list[Any] = []

    def placed(leaf: Any) -> Any:
        if not isinstance(leaf, jax.Array):
            return leaf
        arrays.append(leaf)
        return _Place(len(arrays) - 1, leaf.weak_type and leaf.dtype.kind == "i")

    form = _Form(_mapped(value, placed))
    return _Shown(form, tuple(arrays))


def _mapped(value: Any, function: Callable[[Any], Any]) -> Any:
    """The container with other leaves, dicts in the order of their keys."""
    if isinstance(value, _Place):
        return function(value)
    if isinstance(value, tuple):
        items = [_mapped(each, function) for each in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [_mapped(each, function) for each in value]
    if isinstance(value, dict):
        return {key: _mapped(each, function) for key, each in value.items()}
    return function(value)
