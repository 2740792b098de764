"""Functions of `mxnet.sym` that Python writes: new arrays, draws, and arithmetic of symbols or numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from hybridc.runtime.gluon.sym.arithmetic import combined
from hybridc.runtime.gluon.sym.composing import made
from hybridc.runtime.gluon.sym.operators import by_own_name
from hybridc.runtime.gluon.sym.symbol import Symbol

__all__ = [
    "arange", "eye", "full", "hypot", "maximum", "minimum", "normal", "ones", "power", "randint", "split_v2", "uniform",
    "zeros",
]  # fmt: skip


def _new(own: str, **options: Any) -> Symbol:
    return made(by_own_name(own), own, (), options)


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
    return made(by_own_name("_split_v2"), "_split_v2", (ary,), options)


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
