"""The arguments of one draw, made of the items of a spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from hybridc.verification.child.drawing import Draw, array, scalar
from hybridc.verification.spec import (
    Array,
    Item,
    Literal,
    Made,
    OneOf,
    Scalar,
    Sequence,
    Value,
    Values,
    View,
    is_generic,
)
from hybridc.verification.spec import (
    Mapping as Dictionary,
)


class Unusable(Exception):
    """The inputs cannot be made; the message says why."""


class Maker:
    """The values of a spec's items in one draw, each made once: who names another gets that very object."""

    def __init__(self, items: Mapping[str, Item], draw: Draw, module: ModuleType) -> None:
        self.items = items
        self.draw = draw
        self.module = module
        self.made: dict[str, object] = {}

    def item(self, name: str) -> object:
        """The value of an item."""
        if name not in self.made:
            self.made[name] = self.value(self.items[name].value, name)
        return self.made[name]

    def value(self, value: Value, path: str) -> object:
        """One value. Raises Unusable; what a class of the file raises is raised as it is."""
        match value:
            case Array(dtype=dtype, shape=shape, within=within):
                sizes = tuple(d if isinstance(d, int) else self._size(d) for d in shape)
                return _guarded(path, lambda: array(self.draw, path, self.draw.dtype(dtype), sizes, within))
            case Scalar(dtype=dtype, within=within):
                return _guarded(path, lambda: scalar(self.draw, path, dtype, within))
            case Literal(value=constant):
                return constant
            case Values(dtype=dtype, data=data):
                elements = self.value(data, path)
                return _guarded(path, lambda: _elements(elements, self.draw.dtype(dtype)))
            case Sequence(is_tuple=is_tuple, items=parts):
                made = [self.value(part, f"{path}[{i}]") for i, part in enumerate(parts)]
                return tuple(made) if is_tuple else made
            case Dictionary(items=entries):
                return {key: self.value(part, f"{path}[{key!r}]") for key, part in entries}
            case OneOf(choices=choices):
                return self.value(choices[self.draw.index % len(choices)], path)
            case View():
                return self._view(value, path)
            case Made():
                return self._object(value, path)

    def _size(self, name: str) -> int:
        if name not in self.items:
            return self.draw.size(name)
        size = self.item(name)
        if not isinstance(size, int) or size < 0:
            raise Unusable(f"`{name}` is {size!r}, which is no size")
        return size

    def _view(self, view: View, path: str) -> object:
        base = self.item(view.name)
        if view.index is None and not view.is_transposed:
            return base
        if not isinstance(base, np.ndarray):
            raise Unusable(f"`{view.name}` is no array, so `{path}` cannot be a view of it")
        base = base.T if view.is_transposed else base
        return _guarded(path, lambda: base if view.index is None else base[view.index])  # type: ignore[index]

    def _object(self, made: Made, path: str) -> object:
        cls = getattr(self.module, made.cls, None)
        if not callable(cls):
            raise Unusable(f"there is no class `{made.cls}` in the file, of which `{path}` could be made")
        positional = [self.value(part, f"{path}({i})") for i, part in enumerate(made.positional)]
        named = {key: self.value(part, f"{path}({key})") for key, part in made.named}
        return cls(*positional, **named)


def float_dtypes(items: Mapping[str, Item], asked: list[str], both: tuple[str, ...]) -> list[str | None]:
    """What floating-point arrays are in turn: as asked, in both dtypes where a spec leaves it open, or as they say."""
    if asked:
        return list(asked)
    return list(both) if any(is_generic(item.value) for item in items.values()) else [None]


def _elements(data: object, dtype: np.dtype) -> np.ndarray:
    made = np.asarray(data)
    if made.dtype.hasobject or made.dtype.kind in "US":
        raise ValueError("not numbers, or rows of different lengths")
    return made.astype(dtype)


def _guarded(path: str, make: Callable[[], object]) -> object:
    """What NumPy says of sizes, indices and ranges that cannot be is about the spec, not about the file."""
    try:
        return make()
    except (ValueError, IndexError, OverflowError, MemoryError, TypeError) as error:
        raise Unusable(f"`{path}` cannot be made: {error}") from error
