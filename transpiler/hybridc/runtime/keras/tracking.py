"""Lists and dicts of layers and variables, which are a part of the layer that holds them as an attribute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

from hybridc.runtime.core import clock, runs
from hybridc.runtime.core.cells import Buffer, Cell, Parameter
from hybridc.runtime.core.modules import Module

__all__ = ["Holder", "Items", "Named", "tracked"]


def tracked(value: Any) -> Any:
    """The list or dict as one that the layer knows what is in it; anything else as it is.

    An empty one may get layers later.
    """
    if type(value) in (list, tuple) and (value == [] or any(map(_is_held, value))):
        return Items(value)
    if type(value) is dict and (value == {} or any(map(_is_held, value.values()))):
        return Named(value)
    return value


def _is_held(value: Any) -> bool:
    if isinstance(value, Module | Cell):
        return True
    if type(value) in (list, tuple):
        return any(map(_is_held, value))
    return type(value) is dict and any(map(_is_held, value.values()))


def plain(value: Any) -> Any:
    """As it was before it was `tracked`."""
    if isinstance(value, Items):
        return [plain(v) for v in value]
    return {k: plain(v) for k, v in value.items()} if isinstance(value, Named) else value


class Holder(Module):
    """Values by key: layers and variables in the registries, the rest beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.__dict__["training"] = False
        self.__dict__["_rest"] = {}
        self.__dict__["_held"] = ()

    @property
    def _places(self) -> Sequence[Any]:
        return self.__dict__["_held"]  # type: ignore[no-any-return]

    @_places.setter
    def _places(self, places: Sequence[Any]) -> None:
        """Of what there are values: a model that runs puts some there as long as it does."""
        if (run := runs.current()) is not None:
            run.note_attribute(self, "_held")
        else:
            clock.structure += 1
        self.__dict__["_held"] = places

    def _get(self, key: str) -> Any:
        rest = self.__dict__["_rest"]
        return rest[key] if key in rest else getattr(self, key)

    def _put(self, key: str, value: Any) -> None:
        self._drop(key)
        value = tracked(value) if type(value) in (list, tuple, dict) and value else value
        if isinstance(value, Module):
            self._modules[key] = value
        elif isinstance(value, Parameter):
            self._parameters[key] = value
        elif isinstance(value, Buffer):
            self._buffers[key] = value
        else:
            self.__dict__["_rest"][key] = value

    def _drop(self, key: str) -> None:
        for registry in (self._modules, self._parameters, self._buffers, self.__dict__["_rest"]):
            if key in registry:
                del registry[key]

    def __bool__(self) -> bool:
        return len(self) > 0


class Items(Holder, MutableSequence[Any]):
    """A list, by the places of its items."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        super().__init__()
        self.extend(values)

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, index: Any) -> Any:
        places = range(len(self))[index]
        return [self._get(str(i)) for i in places] if isinstance(index, slice) else self._get(str(places))

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            values = list(self)
            values[index] = value
            self._become(values)
        else:
            self._put(str(range(len(self))[index]), value)

    def __delitem__(self, index: Any) -> None:
        values = list(self)
        del values[index]
        self._become(values)

    def insert(self, index: int, value: Any) -> None:
        if index >= len(self):
            self._places = (*self._places, len(self))
            self._put(str(len(self) - 1), value)
            return
        values = list(self)
        values.insert(index, value)
        self._become(values)

    def _become(self, values: list[Any]) -> None:
        for place in range(len(self)):
            self._drop(str(place))
        self._places = ()
        self.extend(values)

    def __add__(self, other: Iterable[Any]) -> list[Any]:
        return [*self, *other]

    def __radd__(self, other: Iterable[Any]) -> list[Any]:
        return [*other, *self]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, list) and list(self) == other)

    __hash__ = object.__hash__


class Named(Holder, MutableMapping[Any, Any]):
    """A dict; its keys as text name what is in it."""

    def __init__(self, values: Mapping[Any, Any]) -> None:
        super().__init__()
        self.update(values)

    def __getitem__(self, key: Any) -> Any:
        if key not in self._places:
            raise KeyError(key)
        return self._get(str(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        if key not in self._places:
            self._places = (*self._places, key)
        self._put(str(key), value)

    def __delitem__(self, key: Any) -> None:
        self._drop(str(key))
        self._places = tuple(k for k in self._places if k != key)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    __hash__ = object.__hash__
