"""Names that functions have from outside: globals of their file, and names of the functions around them."""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Sequence
from typing import Any

Root = tuple[Any, str]  # what has attributes, and the name of one


class Names:
    """The globals of a file, what a function has of the one around it, or its defaults: names as attributes."""

    def __init__(self, names: dict[str, Any] | types.CellType | types.FunctionType) -> None:
        self._names = names

    def bind(self, name: str, value: Any) -> None:
        if isinstance(self._names, dict):
            self._names[name] = value
        elif isinstance(self._names, types.CellType):
            self._names.cell_contents = value

    def unbind(self, name: str) -> None:
        if isinstance(self._names, dict):
            self._names.pop(name, None)
        elif isinstance(self._names, types.CellType):
            del self._names.cell_contents

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        if isinstance(self._names, dict):
            return self._names
        if isinstance(self._names, types.FunctionType):
            return {"": (self._names.__defaults__, tuple((self._names.__kwdefaults__ or {}).values()))}
        try:
            return {"": self._names.cell_contents}
        except ValueError:  # nothing was bound to it yet
            return {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self._names is other._names

    def __hash__(self) -> int:
        return id(self._names)


class Name:
    """A name outside of a function that it binds anew, or an attribute of a class or function that it sets, which holds
    what it is bound to."""

    def __init__(self, root: Root) -> None:
        self.root = root

    def held(self) -> list[Any]:
        holder, name = self.root
        return [holder.__dict__[name]] if name in holder.__dict__ else []

    def refill(self, held: Sequence[Any]) -> None:
        holder, name = self.root
        if isinstance(holder, Names):
            holder.bind(name, held[0]) if held else holder.unbind(name)
        elif held:
            setattr(holder, name, held[0])
        else:
            delattr(holder, name)


@functools.lru_cache(maxsize=4096)
def names_bound(code: types.CodeType) -> frozenset[str]:
    """The names outside of the function that it binds: those of `global` and `nonlocal`."""
    inside = (names_bound(each) for each in code.co_consts if isinstance(each, types.CodeType))
    bound = (i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_GLOBAL", "STORE_DEREF"))
    return frozenset(bound).union(*inside) - {*code.co_cellvars}


@functools.lru_cache(maxsize=4096)
def attributes_set(code: types.CodeType) -> frozenset[str]:
    """The names of attributes that the code sets, of whatever object; with `setattr`, all that it spells."""
    inside = (attributes_set(each) for each in code.co_consts if isinstance(each, types.CodeType))
    spelled = (each for each in code.co_consts if "setattr" in code.co_names and isinstance(each, str))
    stored = (i.argval for i in dis.get_instructions(code) if i.opname == "STORE_ATTR")
    return frozenset(spelled).union(stored, *inside)


@functools.lru_cache(maxsize=4096)
def names_in(code: types.CodeType) -> frozenset[str]:
    """The names of globals that the code may read, and of attributes."""
    inside = (names_in(each) for each in code.co_consts if isinstance(each, types.CodeType))
    return frozenset(code.co_names).union(*inside)
