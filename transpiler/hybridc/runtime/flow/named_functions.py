"""Functions of `jax.numpy` by other names, `{"mean": jnp.mean}[kind](x)`: what they are given shows when called."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce, wraps
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.flow.storing import is_pythons, is_whole

Function = Callable[..., Any]
_WEAK = {"i": int, "u": int, "f": float, "c": complex}
_COMPARING = frozenset(["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"])


@cache
def of_floats(function: Function) -> Function:
    """The function, which computes of integers and truth values with float64. It is the same object each time."""

    def given(x: Any) -> Any:
        return x.astype(float) if _is_array(x) and is_whole(x) else x

    @wraps(function)
    def computed(*args: Any, **options: Any) -> Any:
        return function(*map(given, args), **{name: given(value) for name, value in options.items()})

    return computed


@cache
def promoting(function: Function) -> Function:
    """The function, which computes with the dtypes that NumPy's of its name has for what it is given."""
    numpys = getattr(np, function.__name__)
    first = 1 if function.__name__ == "where" else 0  # which a condition is not among

    @wraps(function)
    def computed(*given: Any, **options: Any) -> Any:
        conditions, args = given[:first], given[first:]
        dtypes = [*map(_dtype, args)]
        if any(dtype is None for dtype in dtypes):  # which `==` takes for float64
            return function(*given, **options)
        if function.__name__ in _COMPARING:  # in which Python's integers have room
            dtypes = [np.dtype(np.int64) if dtype is int else dtype for dtype in dtypes]
        if numpys is np.where:
            return function(*conditions, *met(*args), **options)
        used = _used(numpys, dtypes)
        if not any(isinstance(dtype, np.dtype) for dtype in dtypes):  # which give one of NumPy's
            args = (jnp.asarray(args[0]).astype(used[0]), *args[1:])
        return function(*conditions, *map(_cast, args, used), **options)

    return computed


@cache
def joining(function: Function) -> Function:
    """The function, which puts arrays and numbers together with the dtype that NumPy has for all of them."""

    @wraps(function)
    def put_together(parts: Any, *args: Any, **options: Any) -> Any:
        leaves, tree = jax.tree_util.tree_flatten(parts)
        structure: Any = tree
        dtypes = [np.dtype(dtype) for leaf in leaves if (dtype := _dtype(leaf)) is not None]
        if len(dtypes) == len(leaves) and dtypes:
            dtype = jax.dtypes.canonicalize_dtype(reduce(np.promote_types, dtypes))
            leaves = [jnp.asarray(leaf, dtype) for leaf in leaves]
        return function(structure.unflatten(leaves), *args, **options)

    return put_together


def _used(numpys: Any, dtypes: list[Any]) -> list[Any]:
    """The dtypes with which NumPy's function computes."""
    if isinstance(numpys, np.ufunc):
        used = numpys.resolve_dtypes((*dtypes, *[None] * numpys.nout))
        inexact = np.issubdtype(used[-1], np.inexact) and not any(
            np.issubdtype(d, np.inexact) for d in used[: numpys.nin]
        )
        return [used[-1]] * numpys.nin if inexact else [*used[: numpys.nin]]
    return [reduce(np.promote_types, map(np.dtype, dtypes))] * len(dtypes)


def met(*given: Any) -> tuple[Any, ...]:
    """Numbers and arrays in the dtype that NumPy's operators promote them to; Python's numbers as they are, unless all
    are, of which one is NumPy's."""
    dtypes = [*map(_dtype, given)]
    if any(dtype is None for dtype in dtypes):  # which `==` takes for float64
        return given
    promoted = np.result_type(*(dtype(0) if isinstance(dtype, type) else dtype for dtype in dtypes))
    if all(isinstance(dtype, type) for dtype in dtypes):
        return (jnp.asarray(given[0]).astype(promoted), *given[1:])
    return tuple(_cast(x, promoted) for x in given)


def _dtype(x: Any) -> Any:
    """That of an array, the type of a number of Python's, traced perhaps, or None."""
    if isinstance(x, bool):
        return np.dtype(bool)
    if isinstance(x, int | float | complex) and not isinstance(x, np.generic):
        return type(x)
    if not _is_array(x):
        return None
    return _WEAK[x.dtype.kind] if is_pythons(x) else np.dtype(x.dtype)


def _cast(x: Any, dtype: Any) -> Any:
    if not _is_array(x) or is_pythons(x):  # which takes the dtype of what it meets, unless that has fractions first now
        return jnp.asarray(x, dtype) if np.issubdtype(dtype, np.inexact) and is_whole(jnp.asarray(x)) else x
    return x if x.dtype == dtype else x.astype(jax.dtypes.canonicalize_dtype(dtype))


def _is_array(x: Any) -> bool:
    return isinstance(x, jax.Array | np.ndarray | np.generic) and jnp.issubdtype(x.dtype, np.generic)
