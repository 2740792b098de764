"""Links that hold others: by name, in order, or one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self

from hybridc.runtime.chainer.link import Link
from hybridc.runtime.core.modules import Module

__all__ = ["Chain", "ChainList", "Sequential"]


class Chain(Link):
    """Links by name."""

    def __init__(self, **links: Any) -> None:
        super().__init__()
        for name, link in links.items():
            self.add_link(name, link)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def add_link(self, name: str, link: Any) -> None:
        """Raises AttributeError for a name that is taken, TypeError for what is no link."""
        if not isinstance(link, Module):
            raise TypeError("cannot register a non-link object as a child")
        if hasattr(self, name):
            raise AttributeError(f"cannot register a new link {name}: attribute exists")
        with self.init_scope():
            setattr(self, name, link)


class ChainList(Link):
    """Links in order, which are named `0`, `1` and so on."""

    def __init__(self, *links: Any) -> None:
        super().__init__()
        for link in links:
            self.add_link(link)

    def __setattr__(self, name: str, value: Any) -> None:
        if self.within_init_scope and isinstance(value, Module):
            raise TypeError("cannot register a new link within a 'with chainlist.init_scope():' block")
        super().__setattr__(name, value)

    def __getitem__(self, index: Any) -> Any:
        """One link, or a list of those in a slice."""
        return list(self._modules.values())[index]

    def __setitem__(self, index: int, link: Any) -> None:
        self._modules[str(range(len(self))[index])] = link

    def __delitem__(self, index: Any) -> None:
        held = list(self._modules.values())
        del held[index]
        self._renumbered(held)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._modules.values()))

    def __len__(self) -> int:
        return len(self._modules)

    def __bool__(self) -> bool:
        return bool(len(self))

    def _in_order(self) -> list[tuple[str, Any]]:
        return list(self._modules.items())

    def add_link(self, link: Any) -> None:
        """Raises TypeError for what is no link."""
        if not isinstance(link, Module):
            raise TypeError("cannot register a non-link object as a child")
        self._modules[str(len(self._modules))] = link

    def append(self, link: Any) -> None:
        self.add_link(link)

    def extend(self, links: Iterable[Any]) -> None:
        for link in links:
            self.append(link)

    def insert(self, index: int, link: Any) -> None:
        held = list(self._modules.values())
        held.insert(index, link)
        self._renumbered(held)

    def pop(self, index: int = -1) -> Any:
        link = self[index]
        del self[index]
        return link

    def remove(self, link: Any) -> None:
        del self[list(self).index(link)]

    def clear(self) -> None:
        self._renumbered(())

    def _renumbered(self, links: Iterable[Any]) -> None:
        held = list(links)
        self._modules.clear()
        for number, link in enumerate(held):
            self._modules[str(number)] = link


class Sequential(ChainList):
    """Links and functions, each given what the one before returned; of a tuple, its parts.

    Its links are named `0`, `1` and so on; functions have no numbers.
    """

    def __init__(self, *layers: Callable[..., Any]) -> None:
        super().__init__()
        self.__dict__["_layers"] = ()
        self._set(layers)

    def _set(self, layers: Iterable[Any]) -> None:
        """Raises ValueError for what cannot be called."""
        held = tuple(layers)
        wrong = next((layer for layer in held if not callable(layer)), None)
        if wrong is not None:
            raise ValueError(
                f"All elements of a Sequential class should be callable. But given {wrong} is not callable."
            )
        self._renumbered(layer for layer in held if isinstance(layer, Module))
        self._layers = held

    def __len__(self) -> int:
        return len(self._layers)

    def __getitem__(self, index: Any) -> Any:
        return self._layers[index]

    def __setitem__(self, index: int, layer: Any) -> None:
        held = list(self._layers)
        held[index] = layer
        self._set(held)

    def __delitem__(self, index: Any) -> None:
        held = list(self._layers)
        del held[index]
        self._set(held)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._layers)

    def __contains__(self, layer: Any) -> bool:
        return layer in self._layers

    def __add__(self, other: Sequential) -> Sequential:
        return Sequential(*self, *other)

    def __iadd__(self, other: Sequential) -> Self:
        self._set((*self._layers, *other))
        return self

    def append(self, layer: Any) -> None:
        self._set((*self._layers, layer))

    def add_link(self, link: Any) -> None:
        self.append(link)

    def insert(self, index: int, layer: Any) -> None:
        held = list(self._layers)
        held.insert(index, layer)
        self._set(held)

    def clear(self) -> None:
        self._set(())

    def index(self, layer: Any, start: int | None = None, end: int | None = None) -> int:
        return self._layers[start:end].index(layer)

    def count(self, layer: Any) -> int:
        return self._layers.count(layer)

    def flatten(self) -> Sequential:
        """With the layers of a Sequential in the place of that one."""
        found: list[Any] = []
        for layer in self:
            found += layer.flatten() if isinstance(layer, Sequential) else [layer]
        return Sequential(*found)

    def forward(self, *x: Any) -> Any:
        """Raises RuntimeError if there is nothing in it."""
        if not self._layers:
            raise RuntimeError("Sequential does not have any layer.")
        given: Any = x
        for layer in self._layers:
            given = layer(*given) if isinstance(given, tuple) else layer(given)
        return given


Link._hybridc_in_a_row = Sequential
