"""Operators of Python on symbols: of two symbols one operator of MXNet's, of a symbol and a number another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.gluon.sym.composing import made
from hybridc.runtime.gluon.sym.operators import by_own_name

__all__ = ["Arithmetic", "combined"]

# By what Python calls it: the operators in files, each with what names of nodes are counted by.
_OF_TWO = {
    "add": ("elemwise_add", "_plus"), "sub": ("elemwise_sub", "_minus"), "mul": ("elemwise_mul", "_mul"),
    "truediv": ("elemwise_div", "_div"), "mod": ("_mod", "_mod"), "pow": ("_power", "_power"),
    "eq": ("_equal", "_equal"), "ne": ("_not_equal", "_not_equal"), "gt": ("_greater", "_greater"),
    "ge": ("_greater_equal", "_greater_equal"), "lt": ("_lesser", "_lesser"), "le": ("_lesser_equal", "_lesser_equal"),
    "power": ("_power", "_power"),
    "maximum": ("_maximum", "_maximum"), "minimum": ("_minimum", "_minimum"), "hypot": ("_hypot", "_hypot"),
}  # fmt: skip
_OF_ONE = {
    "add": ("_plus_scalar", "_plusscalar"), "radd": ("_plus_scalar", "_plusscalar"),
    "sub": ("_minus_scalar", "_minusscalar"), "rsub": ("_rminus_scalar", "_rminusscalar"),
    "mul": ("_mul_scalar", "_mulscalar"), "rmul": ("_mul_scalar", "_mulscalar"),
    "truediv": ("_div_scalar", "_divscalar"), "rtruediv": ("_rdiv_scalar", "_rdivscalar"),
    "mod": ("_mod_scalar", "_modscalar"), "rmod": ("_rmod_scalar", "_rmodscalar"),
    "pow": ("_power_scalar", "_powerscalar"), "rpow": ("_rpower_scalar", "_rpower_scalar"),
    "power": ("_power_scalar", "_powerscalar"), "rpower": ("_rpower_scalar", "_rpowerscalar"),
    "maximum": ("_maximum_scalar", "_maximumscalar"), "rmaximum": ("_maximum_scalar", "_maximumscalar"),
    "minimum": ("_minimum_scalar", "_minimumscalar"), "rminimum": ("_minimum_scalar", "_minimumscalar"),
    "hypot": ("_hypot_scalar", "_hypotscalar"), "rhypot": ("_hypot_scalar", "_hypotscalar"),
}  # fmt: skip
_OF_ONE |= {name: (f"{_OF_TWO[name][0]}_scalar",) * 2 for name in ("eq", "ne", "gt", "ge", "lt", "le")}


def combined(name: str, symbol: Any, other: Any) -> Any:
    """What `name` makes of a symbol and another, or a number; NotImplemented for anything else."""
    kind = type(symbol)
    if isinstance(other, Arithmetic):
        own, hint = _OF_TWO[name]
        return kind(made(by_own_name(own), hint, (symbol, other), {}))
    if isinstance(other, bool | int | float) or getattr(other, "shape", None) == ():
        own, hint = _OF_ONE[name]
        return kind(made(by_own_name(own), hint, (symbol,), {"scalar": other}))
    return NotImplemented


class Arithmetic(Unchanging):
    """What has the operators of Python."""

    __slots__ = ()
    __array_ufunc__ = None  # NumPy's numbers leave them to us
    __hash__ = object.__hash__

    def __neg__(self) -> Any:
        return combined("mul", self, -1.0)


def _method(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: combined(name, self, other)


for _name in _OF_ONE:
    if _name.removeprefix("r") not in ("power", "maximum", "minimum", "hypot"):
        setattr(Arithmetic, f"__{_name}__", _method(_name))
