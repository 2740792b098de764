"""Arrays of code beside models: whatever that computes of them is written in place as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridc.runtime.mutables.in_models import ArrayOfModel

__all__ = ["Computing"]


class Computing(ArrayOfModel):
    """Gives arrays of its own kind where others give JAX's."""

    def __getattr__(self, name: str) -> Any:
        found = ArrayOfModel.__getattr__(self, name)
        if not callable(found):
            return found
        return lambda *args, **options: type(self).mutable(found(*args, **options))


def _computing(name: str) -> Callable[..., Any]:
    def method(self: Computing, *operands: Any) -> Any:
        result = getattr(ArrayOfModel, name)(self, *operands)
        return result if result is NotImplemented else type(self).mutable(result)

    method.__name__ = name
    return method


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
_OTHERS = ("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert")
for _name in (*_BINARY, *(f"r{name}" for name in _BINARY), *_OTHERS):
    if hasattr(ArrayOfModel, f"__{_name}__"):
        setattr(Computing, f"__{_name}__", _computing(f"__{_name}__"))
