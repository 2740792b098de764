"""Copies of arguments in which the same arrays are one array, and views of one buffer are views of one buffer."""

from __future__ import annotations

import copy
from collections.abc import Mapping

import numpy as np


class Copier:
    """One set of arguments. Objects of the file's classes become objects of those in `classes`."""

    def __init__(self, classes: Mapping[str, type]) -> None:
        self.classes = classes
        self.done: dict[int, object] = {}
        self.kept: list[object] = []  # alive, so that no id is used twice

    def copy(self, value: object) -> object:
        """A copy of `value`; what was copied before is that copy."""
        if id(value) not in self.done:
            self.kept.append(value)
            self.done[id(value)] = self._made(value)
        return self.done[id(value)]

    def _made(self, value: object) -> object:
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, list):
            made: list[object] = []
            self.done[id(value)] = made
            made += map(self.copy, value)
            return made
        if isinstance(value, dict):
            entries: dict[object, object] = {}
            self.done[id(value)] = entries
            entries.update({key: self.copy(each) for key, each in value.items()})
            return entries
        if isinstance(value, tuple):
            parts = [self.copy(each) for each in value]
            make = getattr(type(value), "_make", tuple)  # a named tuple stays one
            return make(parts)
        cls = self.classes.get(type(value).__name__)
        if cls is not None and hasattr(value, "__dict__"):
            return self._object(value, cls)
        return copy.deepcopy(value)

    def _object(self, value: object, cls: type) -> object:
        made: object = object.__new__(cls)
        self.done[id(value)] = made
        for name, each in vars(value).items():
            object.__setattr__(made, name, self.copy(each))
        return made

    def _array(self, value: np.ndarray) -> np.ndarray:
        owner = owner_of(value)
        if owner is value or owner.dtype.hasobject or type(value) is not np.ndarray:
            return value.copy(order="K") if not value.dtype.hasobject else copy.deepcopy(value)
        same = self.copy(owner)
        assert isinstance(same, np.ndarray)
        if same.strides != owner.strides:
            return value.copy()
        return np.ndarray(value.shape, value.dtype, same, offset_in(owner, value), value.strides)


def owner_of(value: np.ndarray) -> np.ndarray:
    """The array whose memory a view shows."""
    while isinstance(value.base, np.ndarray):
        value = value.base
    return value


def offset_in(owner: np.ndarray, view: np.ndarray) -> int:
    """How many bytes after the beginning of the owner's memory the view's first element is."""
    return int(view.__array_interface__["data"][0] - owner.__array_interface__["data"][0])
