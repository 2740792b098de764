"""What a model computes, called by its name, `net.forward(x)`: compiled as calls are, without the model's hooks."""

from __future__ import annotations

import functools
import types
from typing import Any

from hybridc.runtime.core.runs import this_thread

__all__ = ["compile_by_name"]


def compile_by_name(cls: type, name: str) -> None:
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
        return self._hybridc_beside_calls(written)(*args, **kwargs)

    setattr(cls, name, method)
