"""What `mxnet.sym` has to make symbols: variables, groups, operators by name, new arrays, draws, and arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hybridc.runtime.gluon.sym.arithmetic import combined
from hybridc.runtime.gluon.sym.composing import grouped, made, marked
from hybridc.runtime.gluon.sym.graph import DTYPES, Node
from hybridc.runtime.gluon.sym.names import scoped
from hybridc.runtime.gluon.sym.operators import by_own_name, operator
from hybridc.runtime.gluon.sym.symbol import Symbol

__all__ = [
    "Group", "Variable", "arange", "eye", "full", "hypot", "maximum", "minimum", "named", "normal", "ones", "power",
    "randint", "split_v2", "uniform", "zeros",
]  # fmt: skip


def Variable(
    name: str, attr: dict[str, str] | None = None, shape: Any = None, lr_mult: float | None = None,
    wd_mult: float | None = None, dtype: Any = None, init: Any = None, stype: str | None = None, **marks: Any,
) -> Symbol:  # fmt: skip
    """An array that is given later: an input, or a parameter.

    `shape` may have zeros for unknown sizes. Raises TypeError for a name that is no text, ValueError for attributes
    whose names do not begin and end with two underscores, and for sparse arrays.
    """
    if not isinstance(name, str):
        raise TypeError("Expect a string for variable `name`")
    if stype not in (None, "default"):
        raise ValueError(f"arrays are dense: leave `stype={stype!r}` out")
    attributes = scoped(attr)
    for key, value in {"shape": shape, "lr_mult": lr_mult, "wd_mult": wd_mult}.items():
        if value is not None:
            attributes[f"__{key}__"] = str(value)
    if dtype is not None:
        attributes["__dtype__"] = str(DTYPES.index(np.dtype(dtype).name))
    if init is not None:
        attributes["__init__"] = init if isinstance(init, str) else init.dumps()
    for key, value in marks.items():
        if not (key.startswith("__") and key.endswith("__")):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end with double "
                "underscores, e.g, __yourattr__"
            )
        attributes[key] = str(value)
    return Symbol([(Node(None, name, marked(attributes), ()), 0)])


def Group(symbols: Sequence[Symbol]) -> Symbol:
    """The outputs of all symbols, one after the other. Raises TypeError for what is no list of symbols."""
    return Symbol(grouped(symbols))


def named(name: str) -> Callable[..., Symbol] | None:
    """What `sym.name` calls, if there is such an operator: it takes symbols and attributes, and makes a symbol."""
    found = operator(name)
    if found is None:
        return None
    hint = name.rpartition(".")[2]

    def make(*args: Any, **kwargs: Any) -> Symbol:
        return Symbol(made(found, hint, args, kwargs))

    make.__name__ = make.__qualname__ = hint
    make.__doc__ = f"The operator `{found.name}` on symbols, with the arguments of `mxnet.sym.{name}`."
    return make


def _new(own: str, **options: Any) -> Symbol:
    return Symbol(made(by_own_name(own), own, (), options))


def zeros(shape: Any, dtype: Any = None, **options: Any) -> Symbol:
    return _new("_zeros", shape=shape, dtype=dtype or "float32", **options)


def ones(shape: Any, dtype: Any = None, **options: Any) -> Symbol:
    return _new("_ones", shape=shape, dtype=dtype or "float32", **options)


def full(shape: Any, val: float, dtype: Any = None, **options: Any) -> Symbol:
    return _new("_full", shape=shape, dtype=dtype or "float32", value=float(val), **options)


def arange(
    start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False,
    name: str | None = None, dtype: Any = None,
) -> Symbol:  # fmt: skip
    """Raises NotImplementedError for a range of which what takes it says the end."""
    if infer_range:
        raise NotImplementedError("arange(infer_range=True): say where it stops")
    options = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": False}
    return _new("_arange", **options, name=name, dtype=dtype or "float32")


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **options: Any) -> Symbol:
    return _new("_eye", N=N, M=M, k=k, dtype=dtype or "float32", **options)


def split_v2(ary: Symbol, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> Symbol:
    """So many parts, or parts that begin at these places."""
    is_count = isinstance(indices_or_sections, int)
    indices = [] if is_count else [0, *indices_or_sections]
    sections = indices_or_sections if is_count else 0
    options = {"indices": indices, "axis": axis, "squeeze_axis": squeeze_axis, "sections": sections}
    return Symbol(made(by_own_name("_split_v2"), "_split_v2", (ary,), options))


_OF_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {"maximum": max, "minimum": min, "power": pow, "hypot": math.hypot}


def _of_two(name: str, left: Any, right: Any) -> Any:
    """Of two symbols, of one and a number, or of two numbers."""
    if isinstance(left, Symbol):
        return combined(name, left, right)
    if isinstance(right, Symbol):
        return combined(f"r{name}", right, left)
    return _OF_NUMBERS[name](left, right)


def maximum(left: Any, right: Any) -> Any:
    return _of_two("maximum", left, right)


def minimum(left: Any, right: Any) -> Any:
    return _of_two("minimum", left, right)


def power(base: Any, exp: Any) -> Any:
    return _of_two("power", base, exp)


def hypot(left: Any, right: Any) -> Any:
    return _of_two("hypot", left, right)


def _drawn(own: str, shape: Any, dtype: Any, **options: Any) -> Symbol:
    """Raises NotImplementedError for bounds that are symbols."""
    if any(isinstance(value, Symbol) for value in options.values()):
        raise NotImplementedError(f"`{own.removeprefix('_random_')}` of symbols: draw, and scale what is drawn")
    given = {"shape": shape, "dtype": dtype}
    return _new(own, **options, **{key: value for key, value in given.items() if value is not None})


def uniform(low: float = 0, high: float = 1, shape: Any = None, dtype: Any = None, **options: Any) -> Symbol:
    return _drawn("_random_uniform", shape, dtype, low=low, high=high, **options)


def normal(loc: float = 0, scale: float = 1, shape: Any = None, dtype: Any = None, **options: Any) -> Symbol:
    return _drawn("_random_normal", shape, dtype, loc=loc, scale=scale, **options)


def randint(low: int, high: int, shape: Any = None, dtype: Any = None, **options: Any) -> Symbol:
    return _drawn("_random_randint", shape, dtype, low=low, high=high, **options)
