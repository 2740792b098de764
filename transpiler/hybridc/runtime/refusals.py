"""What stands for a name whose code was not converted."""

from __future__ import annotations

from typing import NoReturn


class Refused:
    """Raises NotImplementedError, with the reason, as soon as it is used: called, read, computed or compared with.

    Importing it, naming it in a hint and handing it on are no uses.
    """

    def __init__(self, reason: str) -> None:
        self.__dict__["reason"] = reason

    def __repr__(self) -> str:
        return f"Refused({self.__dict__['reason']!r})"

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__") and name.endswith("__"):  # Python asks whether there is one
            raise AttributeError(name)
        self._raise()

    def _raise(self, *_: object, **__: object) -> NoReturn:
        raise NotImplementedError(self.__dict__["reason"])

    __call__ = __setattr__ = __delattr__ = _raise
    __bool__ = __len__ = __iter__ = __next__ = __reversed__ = __contains__ = _raise
    __getitem__ = __setitem__ = __delitem__ = _raise
    __enter__ = __exit__ = _raise
    __instancecheck__ = __subclasscheck__ = __mro_entries__ = _raise
    __int__ = __float__ = __complex__ = __index__ = __str__ = __format__ = _raise
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _raise
    __hash__ = object.__hash__
    __neg__ = __pos__ = __abs__ = __invert__ = _raise
    __add__ = __sub__ = __mul__ = __matmul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = _raise
    __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = __divmod__ = _raise
    __radd__ = __rsub__ = __rmul__ = __rmatmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = _raise
    __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = __rdivmod__ = _raise
    __array_priority__ = 1e9  # NumPy leaves operators to it
    __array_ufunc__ = None
