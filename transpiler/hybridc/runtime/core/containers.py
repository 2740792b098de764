"""Modules that hold others, or parameters, in order or by name: PyTorch's containers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.modules import Module


class _Ordered(Module):
    """Submodules named `0`, `1`, ..."""

    def _place(self, index: int) -> str:
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"index {index} of {size} modules")
        return list(self._modules)[index % size]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(list(self._modules.values()))

    def __setitem__(self, index: int | str, module: Module) -> None:
        self._modules[index if isinstance(index, str) else self._place(index)] = module

    def _renumber(self, modules: Iterable[Module]) -> None:
        kept = list(modules)
        self._modules.clear()
        for number, module in enumerate(kept):
            self._modules[str(number)] = module

    def __delitem__(self, index: int | slice) -> None:
        gone = list(self._modules)[index] if isinstance(index, slice) else [self._place(index)]
        self._renumber([module for name, module in self._modules.items() if name not in gone])

    def append(self, module: Module) -> Self:
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        held = list(self._modules.values())
        held.insert(index, module)
        self._renumber(held)
        return self

    def pop(self, index: int | slice = -1) -> Module:
        module: Module = self[index]  # type: ignore[index]
        del self[index]
        return module


class Sequential(_Ordered):
    """Modules one after the other. Takes them as arguments, or in a dict by name."""

    _hybridc_shares_memory = True

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], Mapping):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for number, module in enumerate(args):
                self.add_module(str(number), module)

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(dict(list(self._modules.items())[index]))
        return self._modules[self._place(index)]

    def forward(self, input: Any) -> Any:
        for module in self:
            input = module(input)
        return input


class ModuleList(_Ordered):
    """A list of modules."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(modules or ())

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[self._place(index)]

    def __add__(self, other: Iterable[Module]) -> Self:
        return type(self)([*self, *other])

    def __iadd__(self, modules: Iterable[Module]) -> Self:
        return self.extend(modules)


class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]] | None = None) -> None:
        super().__init__()
        self.update(modules or {})

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]  # type: ignore[no-any-return]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._modules))

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def keys(self) -> Iterable[str]:
        return self._modules.keys()

    def items(self) -> Iterable[tuple[str, Module]]:
        return self._modules.items()

    def values(self) -> Iterable[Module]:
        return self._modules.values()

    def pop(self, key: str) -> Module:
        return self._modules.pop(key)  # type: ignore[no-any-return]

    def clear(self) -> None:
        self._modules.clear()

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        for key, module in modules.items() if isinstance(modules, Mapping | ModuleDict) else modules:
            self.add_module(key, module)


class ParameterList(Module):
    """A list of parameters. Arrays become parameters; anything else is kept as it is."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        self.extend(values or ())

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._size))]
        if not -self._size <= index < self._size:
            raise IndexError(f"index {index} of {self._size} parameters")
        return getattr(self, str(index % self._size))

    def __setitem__(self, index: int, value: Any) -> None:
        setattr(self, str(index % self._size), _as_parameter(self, value))

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(self._size))

    def append(self, value: Any) -> Self:
        setattr(self, str(self._size), _as_parameter(self, value))
        self._size += 1
        return self

    def extend(self, values: Iterable[Any]) -> Self:
        for value in list(values):
            self.append(value)
        return self

    def __iadd__(self, values: Iterable[Any]) -> Self:
        return self.extend(values)


class ParameterDict(Module):
    """Parameters by name. Arrays become parameters."""

    def __init__(self, parameters: Mapping[str, Any] | Iterable[tuple[str, Any]] | None = None) -> None:
        super().__init__()
        self._keys: tuple[str, ...] = ()
        self.update(parameters or {})

    def __getitem__(self, key: str) -> Any:
        if key not in self._keys:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys = (*self._keys, key) if key not in self._keys else self._keys
        setattr(self, key, _as_parameter(self, value))

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def keys(self) -> Iterable[str]:
        return self._keys

    def values(self) -> Iterable[Any]:
        return [self[key] for key in self._keys]

    def items(self) -> Iterable[tuple[str, Any]]:
        return [(key, self[key]) for key in self._keys]

    def update(self, parameters: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> None:
        for key, value in parameters.items() if isinstance(parameters, Mapping | ParameterDict) else parameters:
            self[key] = value


def _as_parameter(module: Module, value: Any) -> Any:
    is_plain = hasattr(value, "shape") and not isinstance(value, Cell)
    return module._hybridc_parameters_are(value) if is_plain else value
