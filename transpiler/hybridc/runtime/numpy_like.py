"""Functions of `jax.numpy` whose results have another dtype than NumPy's for some arrays, with NumPy's.

JAX accumulates integers in their own width, convolves them as floating point numbers, and makes float32 of those with
fewer than 64 bits. What an array holds is known while tracing: of floating point numbers these are the functions of
`jax.numpy`, and `floats` and `by_width` are nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.flow.named_functions import joining, met, of_floats, promoting
from hybridc.runtime.flow.read_numbers import as_pythons
from hybridc.runtime.flow.storing import is_pythons, is_weak, is_whole, stored, unsigned
from hybridc.runtime.kernels.exact import cbrt, exp2, log2, log10, mean, quotient
from hybridc.runtime.kernels.histograms import histogram
from hybridc.runtime.kernels.quantiles import nanpercentile, nanquantile, percentile, quantile
from hybridc.runtime.kernels.triangles import cholesky, eigh, eigvalsh

__all__ = [
    "add",
    "by_width",
    "cbrt",
    "cholesky",
    "clip",
    "complex_number",
    "convolve",
    "correlate",
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "divide",
    "eigh",
    "eigvalsh",
    "exp2",
    "float_power",
    "floats",
    "floor_divide",
    "fromfunction",
    "gradient",
    "histogram",
    "interp",
    "joining",
    "known",
    "log2",
    "log10",
    "matmul",
    "mean",
    "multiply",
    "nancumprod",
    "nancumsum",
    "nanpercentile",
    "nanquantile",
    "number",
    "of_floats",
    "outer",
    "percentile",
    "poly",
    "polyder",
    "polyint",
    "promoting",
    "pythons",
    "quantile",
    "quotient",
    "remainder",
    "rounded",
    "select",
    "sliding_window_view",
    "stored",
    "strong",
    "subtract",
    "summed",
    "take",
    "unravel_index",
    "unsigned",
    "vander",
    "vectorize",
]  # fmt: skip


def floats(x: Any) -> jax.Array:
    """The array; integers and truth values as float64, with which NumPy computes their means, and numbers of Python's
    as NumPy's."""
    array: jax.Array = jnp.asarray(number(x))
    return array.astype(float) if is_whole(array) else array


def by_width(x: Any) -> jax.Array:
    """The array; integers as the floating point numbers that NumPy's functions make of their width, and numbers of
    Python's as NumPy's."""
    array: jax.Array = jnp.asarray(number(x))
    width = {1: jnp.float16, 2: jnp.float32}.get(array.dtype.itemsize, float)
    return array.astype(width) if is_whole(array) else array


def known(x: Any) -> np.ndarray:
    """A list that is known while tracing as an array of NumPy's, which JAX takes where it has to know it."""
    return np.asarray(x)


def strong(x: Any) -> Any:
    """The value; an integer of Python's, traced perhaps, as one that takes no other's dtype, and so has room."""
    if type(x) is int or (is_pythons(x) and is_whole(x)):
        return jnp.asarray(x).astype(int)
    return x


def pythons(x: Any) -> jax.Array:
    """The number, computed of arrays, as one of Python's, which takes the dtype of what it meets: shape ()."""
    array = jnp.asarray(x)
    return as_pythons(array, int if is_whole(array) else float)


def complex_number(real: Any, imag: Any) -> jax.Array:
    """`complex(real, imag)`: the number of the two parts as they are, infinities among them; of complex parts their
    sum, as Python has it. Shape (). Raises TypeError for arrays of more than one element."""
    parts = [jnp.asarray(part).reshape(()) for part in (real, imag)]
    if any(map(jnp.iscomplexobj, parts)):
        one, other = (part.astype(complex) for part in parts)
        return lax.complex(one.real - other.imag, one.imag + other.real)
    return lax.complex(parts[0].astype(float), parts[1].astype(float))


def number(x: Any) -> Any:
    """The value; a number of Python's, traced perhaps, as NumPy's, beside which float32 becomes float64."""
    if is_weak(x) or type(x) in (int, float, complex):
        array = jnp.asarray(x)
        return array.astype(int if is_whole(array) else complex if jnp.iscomplexobj(array) else float)
    return x


def clip(a: Any, min: Any = None, max: Any = None) -> jax.Array:
    """As `jnp.clip` with the dtype that NumPy has; Python's integers have room beside small ones, and complex numbers
    are in order."""
    array = jnp.asarray(a)
    if is_whole(array) and array.dtype != bool and array.dtype.itemsize < 8 and all(map(_is_weak_integer, (min, max))):
        return jnp.clip(array.astype(int), min, max).astype(array.dtype)
    bounds = [bound for bound in (min, max) if bound is not None]
    a, *bounds = met(number(a), *bounds)
    min = None if min is None else bounds.pop(0)
    max = None if max is None else bounds.pop()
    if not jnp.iscomplexobj(a):
        return jnp.clip(a, min, max)
    above = a if min is None else jnp.maximum(a, min)
    return above if max is None else jnp.minimum(above, max)


def select(condlist: Any, choicelist: Any, default: Any = 0) -> jax.Array:
    """As `jnp.select` with the dtype that NumPy has."""
    *choices, default = met(*choicelist, default)
    return jnp.select(condlist, choices, default)


def add(x: Any, y: Any) -> jax.Array:
    """`x + y` in the dtype that NumPy promotes to; the other operators likewise."""
    one, other = _met(x, y)
    return one + other


def subtract(x: Any, y: Any) -> jax.Array:
    """`x - y`."""
    one, other = _met(x, y)
    return one - other


def multiply(x: Any, y: Any) -> jax.Array:
    """`x * y`."""
    one, other = _met(x, y)
    return one * other


def matmul(x: Any, y: Any) -> jax.Array:
    """`x @ y`."""
    one, other = _met(x, y)
    return one @ other


def divide(x: Any, y: Any) -> jax.Array:
    """`x / y`: of integers float64."""
    one, other = _met(x, y)
    return floats(one) / other if is_whole(one) and is_whole(other) else one / other


def floor_divide(x: Any, y: Any) -> jax.Array:
    """`x // y`."""
    one, other = _met(x, y)
    return one // other


def remainder(x: Any, y: Any) -> jax.Array:
    """`x % y`."""
    one, other = _met(x, y)
    return one % other


def outer(function: Callable[[Any, Any], jax.Array], a: Any, b: Any) -> jax.Array:
    """`function` of every element of `a` with every one of `b`, as `np.divide.outer` does."""
    a, b = jnp.asarray(a), jnp.asarray(b)
    return function(a.reshape(a.shape + (1,) * b.ndim), b)


def summed(iterable: Any) -> jax.Array:
    """The sum along the first axis as Python's `sum` gives it: small integers wrap around."""
    a = jnp.asarray(iterable)
    return jnp.sum(a, axis=0, dtype=a.dtype if is_whole(a) and a.dtype != bool else None)


def cumsum(a: Any, axis: int | None = None, dtype: Any = None) -> jax.Array:
    """Running totals, of integers with 64 bits (32 where JAX has no more)."""
    a = jnp.asarray(a)
    return jnp.cumsum(a, axis=axis, dtype=_of_totals(a, dtype))


def cumprod(a: Any, axis: int | None = None, dtype: Any = None) -> jax.Array:
    """Running products, likewise."""
    a = jnp.asarray(a)
    return jnp.cumprod(a, axis=axis, dtype=_of_totals(a, dtype))


def nancumsum(a: Any, axis: int | None = None, dtype: Any = None) -> jax.Array:
    """Running totals without NaN."""
    a = jnp.asarray(a)
    return jnp.nancumsum(a, axis=axis, dtype=_of_totals(a, dtype))


def nancumprod(a: Any, axis: int | None = None, dtype: Any = None) -> jax.Array:
    """Running products without NaN."""
    a = jnp.asarray(a)
    return jnp.nancumprod(a, axis=axis, dtype=_of_totals(a, dtype))


def cumulative_prod(x: Any, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> jax.Array:
    """Running products along an axis."""
    x = jnp.asarray(x)
    return jnp.cumulative_prod(x, axis=axis, dtype=_of_totals(x, dtype), include_initial=include_initial)


def convolve(a: Any, v: Any, mode: str = "full") -> jax.Array:
    """As `jnp.convolve`; integers stay integers, and truth values truth values."""
    a, v = _alike(jnp.atleast_1d(a), jnp.atleast_1d(v))
    if jnp.issubdtype(a.dtype, jnp.inexact):
        return jnp.convolve(a, v, mode=mode)
    if a.size < v.size:
        a, v = v, a
    whole = _convolved(a, v)
    first = {"full": 0, "same": (v.size - 1) // 2, "valid": v.size - 1}[mode]
    length = {"full": whole.size, "same": a.size, "valid": a.size - v.size + 1}[mode]
    return whole[first : first + length]


def correlate(a: Any, v: Any, mode: str = "valid") -> jax.Array:
    """As `jnp.correlate`, likewise."""
    a, v = _alike(jnp.atleast_1d(a), jnp.atleast_1d(v))
    return jnp.correlate(a, v, mode=mode) if jnp.issubdtype(a.dtype, jnp.inexact) else convolve(a, v[::-1], mode)


def _convolved(a: jax.Array, v: jax.Array) -> jax.Array:
    """Term by term, in the dtype of both."""
    if a.dtype == jnp.bool_:
        return _convolved(a.astype(int), v.astype(int)) != 0
    length, beyond = a.size + v.size - 1, v.size - 1
    padded = jnp.pad(a, beyond)

    def with_term(i: jax.Array, sums: jax.Array) -> jax.Array:
        return sums + lax.dynamic_slice(padded, (beyond - i,), (length,)) * v[i]

    sums: jax.Array = lax.fori_loop(0, v.size, with_term, jnp.zeros(length, a.dtype))
    return sums


def take(a: Any, indices: Any, axis: int | None = None, mode: str = "raise") -> jax.Array:
    """The elements at `indices` along an axis, or of the array made flat; `mode` says what becomes of others."""
    a, places = jnp.asarray(a), jnp.asarray(indices)
    size = a.size if axis is None else a.shape[axis]
    if mode == "raise":
        expect_within(places, size, 0 if axis is None else axis % a.ndim)
        return jnp.take(a, places, axis=axis)
    return jnp.take(a, jnp.clip(places, 0, size - 1) if mode == "clip" else places % size, axis=axis)


def unravel_index(indices: Any, shape: Any) -> tuple[jax.Array, ...]:
    """The indices, axis by axis, of places in an array of a shape that is counted through."""
    expect_within(indices, math.prod(shape) if isinstance(shape, tuple | list) else shape, axis=None, first=0)
    return jnp.unravel_index(indices, shape)


def sliding_window_view(x: Any, window_shape: Any, axis: Any = None) -> jax.Array:
    """The windows of that many elements along the axes, all of them unless `axis` says which: the shape of `x`, shorter
    along these, and of the windows behind it."""
    windows: jax.Array = jnp.asarray(x)
    sizes = (window_shape,) if np.ndim(window_shape) == 0 else tuple(window_shape)
    axes = tuple(range(windows.ndim)) if axis is None else (axis,) if np.ndim(axis) == 0 else tuple(axis)
    if len(sizes) != len(axes):
        raise ValueError(f"window_shape has {len(sizes)} entries for {len(axes)} axes")
    before = windows.ndim
    for size, along in zip(sizes, axes, strict=True):
        place = along % before
        first = jnp.arange(windows.shape[place] - size + 1)
        windows = jnp.moveaxis(jnp.take(windows, first[:, None] + jnp.arange(size), axis=place), place + 1, -1)
    return windows


def fromfunction(function: Callable[..., Any], shape: Any, *, dtype: Any = float) -> Any:
    """What the function makes of the places along each axis, arrays of that shape."""
    return function(*jnp.indices(shape, dtype=dtype))


def vectorize(
    pyfunc: Callable[..., Any],
    otypes: Any = None,
    *,
    signature: str | None = None,
    of_numbers: bool = False,
    of_floats: bool = False,
    of_wide: bool = False,
) -> Callable[..., Any]:
    """The function of arrays that computes `pyfunc` of their elements, broadcast against each other: as numbers of
    Python's, so in 64 bits, which become of the dtype that NumPy's numbers give. `of_floats`: elements give one dtype
    if they are floating point numbers of 64 bits, `of_wide`: if they are any of 64 bits, `of_numbers`: if none is a
    truth value; others raise TypeError."""

    def call(*args: Any) -> Any:
        arrays = [jnp.asarray(a) for a in args]
        widest = jnp.result_type(float).itemsize
        narrow = any(a.dtype != bool and a.dtype.itemsize < widest for a in arrays)
        whole, truths = any(map(is_whole, arrays)), any(a.dtype == bool for a in arrays)
        if (of_numbers and truths) or ((of_floats or of_wide) and narrow) or (of_floats and whole):
            raise TypeError(
                "NumPy takes the dtype of what the first element gives for all, and these give different ones: call it "
                "with floating point numbers of 64 bits, or say `otypes=[float]`"
            )
        of_all = jnp.vectorize(lambda *given: _strong(pyfunc(*given)), signature=signature)
        found = of_all(*map(_wide, arrays))
        is_one = not isinstance(found, tuple)
        each = jax.tree.map(lambda a: a.dtype, jax.eval_shape(of_all, *arrays)) if otypes is None else otypes
        typed = [
            a.astype(t)
            for a, t in zip((found,) if is_one else found, (each,) if isinstance(each, np.dtype) else each, strict=True)
        ]
        return typed[0] if is_one else tuple(typed)

    return call


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> jax.Array:
    """As `jnp.interp`, with at least 64 bits; of several last points at one place, the last one counts."""
    x, xp, fp = (each.astype(_numpys(each, np.float64)) for each in map(jnp.asarray, (x, xp, fp)))
    found: jax.Array = jnp.interp(x, xp, fp, left=left, right=right, period=period)
    return found if period is not None else jnp.where(x == xp[-1], fp[-1], found)


def gradient(f: Any, *varargs: Any, axis: Any = None) -> jax.Array | tuple[jax.Array, ...]:
    """As `jnp.gradient`; those along several axes are a tuple."""
    found = jnp.gradient(f, *varargs, axis=axis)
    return tuple(found) if isinstance(found, list) else found


def rounded(a: Any, decimals: int = 0) -> jax.Array:
    """`numpy.round`, of the shape and dtype of a: of each number, the one nearest to so many decimals.

    `jax.numpy`'s multiplies with a reciprocal, where it is compiled: 0.3 becomes 0.30000000000000004.
    """
    a = jnp.asarray(a)
    if is_whole(a):
        if decimals >= 0:
            return jnp.round(a, decimals)
        tens: jax.Array = jnp.round(quotient(a, 10.0**-decimals)) * 10**-decimals
        return tens.astype(int).astype(a.dtype)
    if decimals == 0 or a.dtype.itemsize < 4:
        return jnp.round(a, decimals)
    unit = 10.0 ** abs(decimals)
    return quotient(jnp.round(a * unit), unit) if decimals > 0 else jnp.round(quotient(a, unit)) * unit


def float_power(x1: Any, x2: Any) -> jax.Array:
    """As `jnp.float_power`, with at least 64 bits."""
    x1, x2 = jnp.asarray(x1), jnp.asarray(x2)
    return jnp.float_power(x1.astype(_numpys(x1, np.float64)), x2.astype(_numpys(x2, np.float64)))


def vander(x: Any, N: int | None = None, increasing: bool = False) -> jax.Array:
    """As `jnp.vander`, with at least 64 bits."""
    x = jnp.asarray(x)
    return jnp.vander(x.astype(_numpys(x, np.int64)), N=N, increasing=increasing)


def poly(seq_of_zeros: Any) -> jax.Array:
    """As `jnp.poly`; roots that are integers, or have 16 bits, as float64. That of a real matrix is real."""
    roots = jnp.asarray(seq_of_zeros)
    is_wide = jnp.issubdtype(roots.dtype, jnp.inexact) and roots.dtype.itemsize > 2
    found: jax.Array = jnp.poly(roots if is_wide else roots.astype(float))
    return found if jnp.iscomplexobj(roots) else found.real


def polyder(p: Any, m: int = 1) -> jax.Array:
    """As `jnp.polyder`; the derivative of integers is integers."""
    coefficients: jax.Array = jnp.asarray(p)
    for _ in range(m):
        wide = coefficients.astype(_numpys(coefficients, np.int64))
        coefficients = wide[:-1] * jnp.arange(wide.size - 1, 0, -1)
    return coefficients


def polyint(p: Any, m: int = 1) -> jax.Array:
    """As `jnp.polyint`, with at least 64 bits."""
    p = jnp.asarray(p)
    return jnp.polyint(p.astype(_numpys(p, np.float64)), m=m) if m else p


def _wide(a: jax.Array) -> jax.Array:
    """The array with 64 bits for each number."""
    kind = {"b": bool, "c": jnp.complex128, "f": jnp.float64}.get(a.dtype.kind, jnp.int64)
    return a.astype(kind)


def _strong(result: Any) -> Any:
    return tuple(map(number, result)) if isinstance(result, tuple) else number(result)


def _met(x: Any, y: Any) -> tuple[jax.Array, jax.Array]:
    """Both in the dtype that NumPy promotes to; a number of Python's has that of the other."""
    x, y = jnp.asarray(x), jnp.asarray(y)
    is_numpys = all(each.dtype.kind != "V" and not is_pythons(each) for each in (x, y))
    return _alike(x, y) if is_numpys and x.dtype != y.dtype else (x, y)


def _is_weak_integer(bound: Any) -> bool:
    """None, or an integer of Python's, traced perhaps."""
    return bound is None or type(bound) is int or (is_pythons(bound) and is_whole(bound))


def _of_totals(a: jax.Array, dtype: Any) -> Any:
    """The dtype in which NumPy adds up: that of JAX's own sums."""
    return jax.eval_shape(jnp.sum, a).dtype if dtype is None else dtype


def _alike(a: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Both in the dtype that NumPy promotes to."""
    dtype = _numpys(a, v.dtype)
    return a.astype(dtype), v.astype(dtype)


def _numpys(a: jax.Array, other: Any) -> Any:
    """What NumPy promotes to, as far as JAX has it."""
    dtype: Any = jax.dtypes.canonicalize_dtype(np.promote_types(a.dtype, other))
    return dtype
