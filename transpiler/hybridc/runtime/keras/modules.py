"""TensorFlow's modules: classes with variables, whose objects are called."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from hybridc.runtime.core.calling import compute_by_call
from hybridc.runtime.keras.naming import snake_case
from hybridc.runtime.keras.weighted import Weighted

__all__ = ["Module"]


class Module(Weighted):
    """A class as `tf.Module`: `__call__`, which it may have, computes, and is compiled as models are."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        module = super().__new__(cls)
        module.__dict__["built"] = True
        return module

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        compute_by_call(cls, Module)

    def __init__(self, name: str | None = None) -> None:
        self.__dict__["_name"] = snake_case(type(self).__name__) if name is None else name
        self.__dict__["_is_named"] = name is not None

    @property
    def forward(self) -> Callable[..., Any]:
        """What it computes, as it was written."""
        return types.MethodType(type(self)._hybridc_computed, self)

    @property
    def submodules(self) -> tuple[Any, ...]:
        """The modules below this one."""
        return tuple(module for module in self.modules() if module is not self and isinstance(module, Weighted))
