"""Layers that hold others, or parameters: Paddle's containers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hybridc.runtime.core import containers
from hybridc.runtime.paddle.layer import Layer

__all__ = [
    "LayerDict", "LayerList", "ParameterDict", "ParameterList", "Sequential",
]  # fmt: skip


class Sequential(Layer, containers.Sequential):
    """Layers one after the other: as arguments, as pairs of a name and a layer, or in a dict by name."""

    def __init__(self, *layers: Any) -> None:
        Layer.__init__(self)
        if len(layers) == 1 and isinstance(layers[0], Mapping):
            named: Iterable[tuple[Any, Any]] = layers[0].items()
        elif layers and isinstance(layers[0], list | tuple):
            named = layers
        else:
            named = enumerate(layers)
        for name, layer in named:
            self.add_sublayer(str(name), layer)

    def __getitem__(self, index: int | slice | str) -> Any:
        if isinstance(index, slice):
            return type(self)(*list(self._modules.values())[index])
        return self._modules[index if isinstance(index, str) else self._place(index)]

    def __setitem__(self, index: int | str, module: Any) -> None:
        setattr(self, str(index), module)

    def __delitem__(self, index: int | str) -> None:  # type: ignore[override]
        del self._modules[str(index)]


class LayerList(Layer, containers.ModuleList):
    """A list of layers."""

    def __init__(self, sublayers: Iterable[Any] | None = None) -> None:
        Layer.__init__(self)
        self.extend(sublayers or ())

    def __getitem__(self, index: int | slice | str) -> Any:
        """The layer at a place, which may be its name, `"0"`; those of a slice."""
        return self._modules[index] if isinstance(index, str) else super().__getitem__(index)

    def __add__(self, other: Iterable[Any]) -> LayerList:
        return LayerList([*self, *other])


class LayerDict(Layer, containers.ModuleDict):
    """Layers by name."""

    def __init__(self, sublayers: Any = None) -> None:
        Layer.__init__(self)
        self.update(sublayers or {})


class ParameterList(Layer):
    """A list of parameters."""

    def __init__(self, parameters: Iterable[Any] | None = None) -> None:
        super().__init__()
        for parameter in parameters or ():
            self.append(parameter)

    def __len__(self) -> int:
        return len(self._parameters)

    def __getitem__(self, index: int) -> Any:
        if str(index) not in self._parameters:
            raise KeyError(str(index))
        return getattr(self, str(index))

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in list(self._parameters))

    def append(self, parameter: Any) -> ParameterList:
        self.add_parameter(str(len(self)), parameter)
        return self


class ParameterDict(Layer):
    """Parameters by name."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        pairs = parameters.items() if isinstance(parameters, Mapping) else parameters or ()
        for name, parameter in pairs:
            self.add_parameter(name, parameter)

    def __len__(self) -> int:
        return len(self._parameters)

    def __getitem__(self, key: str) -> Any:
        if key not in self._parameters:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key: str, parameter: Any) -> None:
        setattr(self, key, parameter)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._parameters))
