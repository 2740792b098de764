"""Functions as modules: what they read of models, from wherever they have them, become parts of them."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any

from hybridc.runtime.core.cells import Buffer, Cell
from hybridc.runtime.core.tree import Tree

__all__ = ["AroundFunction"]


class AroundFunction(Tree):
    """What a module has that computes what a function says, besides what all modules have."""

    _func: Callable[..., Any]

    def __init__(self, func: Callable[..., Any]) -> None:
        own = self.__dict__
        own["_func"], own["_hybridc_has_run"] = func, False
        own["_hybridc_parts"] = frozenset[int]()
        for name in functools.WRAPPER_ASSIGNMENTS:
            if hasattr(func, name):
                own[name] = getattr(func, name)

    @property
    def forward(self) -> Callable[..., Any]:
        """The function, as it was written."""
        return self._func

    def _hybridc_is_settled(self) -> bool:
        """It ran once, on shapes at least: what it reads is known, and all of it is there."""
        return bool(self.__dict__["_hybridc_has_run"]) and all(
            module._hybridc_is_settled() for module in self.children()
        )

    def _hybridc_computed(self, *args: Any, **kwargs: Any) -> Any:
        result = self._func(*args, **kwargs)
        self.__dict__["_hybridc_has_run"] = True
        return result

    def _hybridc_meets(self, part: Any) -> bool:
        """What is read while it runs becomes a part of it, unless it is one already."""
        if id(part) in self._known():
            return False
        registry = self._parameters if isinstance(part, Cell) else self._modules
        if isinstance(part, Buffer):
            registry = self._buffers
        stem = name = _name_of(part, self._func)
        number = 0
        while any(name in each for each in (self._modules, self._parameters, self._buffers)):
            number += 1
            name = f"{stem}_{number}"
        registry[name] = part
        self.__dict__["_hybridc_parts"] = frozenset()
        return True

    def _known(self) -> frozenset[int]:
        if not self.__dict__["_hybridc_parts"]:
            cells = self._hybridc_cells().values()
            self.__dict__["_hybridc_parts"] = frozenset(map(id, (*self.modules(), *cells)))
        return self.__dict__["_hybridc_parts"]  # type: ignore[no-any-return]


def _name_of(part: Any, func: Callable[..., Any]) -> str:
    """What the function calls it, or says that it is."""
    bound = getattr(func, "__self__", None)
    if bound is part:
        return "self"
    plain: Any = inspect.unwrap(getattr(func, "__func__", func))
    names: list[Mapping[str, Any]] = [getattr(bound, "__dict__", {}), getattr(plain, "__globals__", {})]
    code, cells = getattr(plain, "__code__", None), getattr(plain, "__closure__", None) or ()
    if code is not None:
        names.insert(0, {n: c.cell_contents for n, c in zip(code.co_freevars, cells, strict=True) if _is_full(c)})
    found = (name for each in names for name, value in each.items() if value is part)
    own = part.name if inspect.getattr_static(part, "name", None) is not None else None  # others read the array
    return next(found, own or type(part).__name__.lower()).replace(".", "_")


def _is_full(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
