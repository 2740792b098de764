"""What a model computes, called by its name, `net.forward(x)`: compiled as calls are, without the model's hooks."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hybridc.runtime.core.runs import this_thread

if TYPE_CHECKING:
    from hybridc.runtime.core.functions import Function
    from hybridc.runtime.core.modules import Module

__all__ = ["compile_by_name"]


def compile_by_name(cls: type[Module], name: str) -> None:
    """Has the method by this name, if the class defines it, run compiled where it is called and no model runs."""
    written = cls.__dict__.get(name)
    if not isinstance(written, types.FunctionType):
        return

    @functools.wraps(written)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if this_thread.run is not None:
            return written(self, *args, **kwargs)
        own = self.__dict__
        if (
            getattr(type(self), name) is method
            and name not in own
            and not own.get("_hybridc_before")
            and not own.get("_hybridc_after")
        ):
            return self(*args, **kwargs)
        return _function(self, written)(*args, **kwargs)

    setattr(cls, name, method)


def _function(module: Module, written: Callable[..., Any]) -> Function:
    """What the method computes of the object, beside its calls: another class defines those, or hooks change them."""
    from hybridc.runtime.core.functions import Function

    held = module.__dict__.setdefault("_hybridc_functions", {})
    if written not in held:
        held[written] = Function(types.MethodType(written, module))
        held[written].add_module("self", module)
    return held[written]  # type: ignore[no-any-return]
