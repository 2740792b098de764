"""Filters of signals and windows, as `scipy.signal` has them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.numpy_like import floats


def convolve_signals(in1: Any, in2: Any, mode: str = "full") -> jax.Array:
    """The convolution along all axes: of integers, or truth values, it is of them too."""
    return _of_kind(jax.scipy.signal.convolve, in1, in2, mode)


def correlate_signals(in1: Any, in2: Any, mode: str = "full") -> jax.Array:
    """The correlation along all axes, of integers as `convolve_signals`."""
    return _of_kind(jax.scipy.signal.correlate, in1, in2, mode)


def convolve2d(in1: Any, in2: Any, mode: str = "full") -> jax.Array:
    """As `convolve_signals`, of matrices."""
    return _of_kind(jax.scipy.signal.convolve2d, in1, in2, mode)


def correlate2d(in1: Any, in2: Any, mode: str = "full") -> jax.Array:
    """As `correlate_signals`, of matrices."""
    return _of_kind(jax.scipy.signal.correlate2d, in1, in2, mode)


def fftconvolve(in1: Any, in2: Any, mode: Literal["full", "same", "valid"] = "full") -> jax.Array:
    """The convolution by Fourier transforms, of integers as of float64."""
    return jax.scipy.signal.fftconvolve(floats(in1), floats(in2), mode)


def lfilter(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """The signal through a rational filter, `a[0] y[n] = b[0] x[n] + ... - a[1] y[n - 1] - ...`, in the transposed
    direct form II: of the shape of `x`; with the state `zi`, (..., taps - 1), its last state as well."""
    given = [jnp.atleast_1d(jnp.asarray(v)) for v in (b, a, x)]
    dtype = np.result_type(*(v.dtype for v in given))
    b, a, x = (v.astype(dtype if np.issubdtype(dtype, np.inexact) else float) for v in given)
    taps = max(len(a), len(b))
    b, a = (jnp.pad(v, (0, taps - len(v))) / a[0] for v in (b, a))
    signal = jnp.moveaxis(x, axis, 0)
    dtype = x.dtype
    state = jnp.zeros((taps - 1, *signal.shape[1:]), dtype) if zi is None else jnp.moveaxis(jnp.asarray(zi), axis, 0)
    across = (slice(1, None), *[None] * (signal.ndim - 1))

    def turn(state: jax.Array, value: jax.Array) -> tuple[jax.Array, jax.Array]:
        if taps == 1:
            return state, b[0] * value
        out = state[0] + b[0] * value
        later = jnp.concatenate([state[1:], jnp.zeros_like(state[:1])])
        return later + b[across] * value - a[across] * out, out

    state, out = lax.scan(turn, state.astype(dtype), signal.astype(dtype))
    filtered = jnp.moveaxis(out, 0, axis)
    return filtered if zi is None else (filtered, jnp.moveaxis(state, 0, axis))


def lfilter_zi(b: Any, a: Any) -> jax.Array:
    """The state of `lfilter` in which a constant signal of 1 goes on: (taps - 1,)."""
    b, a = (jnp.atleast_1d(floats(v)) for v in (b, a))
    taps = max(len(a), len(b))
    b, a = (jnp.pad(v, (0, taps - len(v))) / a[0] for v in (b, a))
    shifted = jnp.eye(taps - 1) - jnp.eye(taps - 1, k=1).at[:, 0].add(-a[1:])
    state: jax.Array = jnp.linalg.solve(shifted, b[1:] - a[1:] * b[0])
    return state


def filtfilt(
    b: Any, a: Any, x: Any, axis: int = -1, padtype: str | None = "odd", padlen: int | None = None
) -> jax.Array:
    """The signal through the filter and back, so that no phase moves; its ends are continued as SciPy does."""
    x = jnp.moveaxis(jnp.asarray(x), axis, -1)
    length = 3 * max(jnp.size(floats(a)), jnp.size(floats(b))) if padlen is None else padlen
    length = 0 if padtype is None else length
    if x.shape[-1] <= length:
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {length}.")
    longer = floats(_continued(x, length, padtype))
    zi = lfilter_zi(b, a)
    forth, _ = lfilter(b, a, longer, zi=zi * longer[..., :1])
    back, _ = lfilter(b, a, forth[..., ::-1], zi=zi * forth[..., -1:])
    back = back[..., ::-1]
    return jnp.moveaxis(back[..., length : back.shape[-1] - length], -1, axis)


def sosfilt(sos: Any, x: Any, axis: int = -1) -> jax.Array:
    """The signal through one section of second order after the other: `sos` is (sections, 6)."""
    sos, x = floats(sos), floats(x)
    for section in sos:
        x = lfilter(section[:3], section[3:], x, axis)
    filtered: jax.Array = x
    return filtered


def savgol_filter(
    x: Any,
    window_length: int,
    polyorder: int,
    deriv: int = 0,
    delta: float = 1.0,
    axis: int = -1,
    mode: str = "interp",
    cval: float = 0.0,
) -> jax.Array:
    """Polynomials fitted to windows of the signal, or their derivatives, in the middle of each; at the ends, by
    "interp", elsewhere in the first and the last window."""
    signal = jnp.moveaxis(floats(x), axis, -1)
    half = window_length // 2
    if mode == "interp":
        if window_length > signal.shape[-1]:
            raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
        first = signal[..., :window_length] @ _fitted(window_length, polyorder, deriv, delta, range(half)).T
        last = range(window_length - half, window_length)
        last_ = signal[..., -window_length:] @ _fitted(window_length, polyorder, deriv, delta, last).T
        inner = _windowed(signal, _fitted(window_length, polyorder, deriv, delta, [_middle(window_length)])[0])
        found = jnp.concatenate([first, inner, last_], axis=-1)
    else:
        outside = {"mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}[mode]
        options = {"constant_values": cval} if mode == "constant" else {}
        widths = [(0, 0)] * (signal.ndim - 1) + [(half, window_length - 1 - half)]
        around = jnp.pad(signal, widths, outside, **options)
        found = _windowed(around, _fitted(window_length, polyorder, deriv, delta, [_middle(window_length)])[0])
    return jnp.moveaxis(found.astype(signal.dtype), -1, axis)


def hilbert(x: Any, N: int | None = None, axis: int = -1) -> jax.Array:
    """The analytic signal: complex, the shape of `x`, or of N elements along the axis."""
    x = floats(x)
    n = x.shape[axis] if N is None else N
    factors = np.zeros(n)
    factors[0] = 1
    factors[1 : (n + 1) // 2] = 2
    if n % 2 == 0:
        factors[n // 2] = 1
    shape = [1] * x.ndim
    shape[axis] = n
    return jnp.fft.ifft(jnp.fft.fft(x, n, axis=axis) * factors.reshape(shape).astype(x.dtype), axis=axis)


def hann_window(M: int, sym: bool = True) -> jax.Array:
    """A window of M elements: `0.5 - 0.5 cos`."""
    return _cosines(M, sym, [0.5, 0.5])


def hamming_window(M: int, sym: bool = True) -> jax.Array:
    """A window of M elements: `0.54 - 0.46 cos`."""
    return _cosines(M, sym, [0.54, 0.46])


def blackman_window(M: int, sym: bool = True) -> jax.Array:
    """A window of M elements of three cosines."""
    return _cosines(M, sym, [0.42, 0.5, 0.08])


def gaussian_window(M: int, std: float, sym: bool = True) -> jax.Array:
    """A window of M elements: `exp(-n^2 / (2 std^2))`, 1 in its middle."""
    n = M if sym else M + 1
    return jnp.exp(-0.5 * ((jnp.arange(n) - (n - 1) / 2) / std) ** 2)[:M]


def _of_kind(function: Callable[..., jax.Array], in1: Any, in2: Any, mode: str) -> jax.Array:
    """Sums of products in the dtype that both have in common: of integers they are whole, and have no more bits."""
    one, other = jnp.asarray(in1), jnp.asarray(in2)
    dtype = np.result_type(one.dtype, other.dtype)
    if np.issubdtype(dtype, np.inexact):
        return function(one.astype(dtype), other.astype(dtype), mode)
    found = jnp.round(function(one.astype(float), other.astype(float), mode)).astype(int)
    return found.astype(dtype)


def _cosines(M: int, sym: bool, factors: Sequence[float]) -> jax.Array:
    n = M if sym else M + 1
    if M <= 1:
        return jnp.ones(M)
    angles = jnp.linspace(-np.pi, np.pi, n)
    return jnp.stack([f * jnp.cos(k * angles) for k, f in enumerate(factors)]).sum(axis=0)[:M]


def _continued(x: jax.Array, length: int, padtype: str | None) -> jax.Array:
    if length == 0:
        return x
    first, last = x[..., :1], x[..., -1:]
    before, after = x[..., length:0:-1], x[..., -2 : -length - 2 : -1]
    if padtype == "odd":
        before, after = 2 * first - before, 2 * last - after
    elif padtype == "constant":
        before, after = jnp.broadcast_to(first, before.shape), jnp.broadcast_to(last, after.shape)
    return jnp.concatenate([before, x, after], axis=-1)


def _middle(length: int) -> float:
    return length // 2 if length % 2 else length / 2 - 0.5


def _fitted(length: int, degree: int, deriv: int, delta: float, places: Any) -> np.ndarray:
    """What a window's elements are weighed by for the derivative, at each place, of the polynomial fitted to them."""
    middle = _middle(length)
    powers = np.vander(np.arange(length) - middle, degree + 1, increasing=True)
    coefficients = np.linalg.pinv(powers)
    at = np.asarray(list(places), float) - middle
    rows = np.zeros((len(at), degree + 1))
    for k in range(deriv, degree + 1):
        rows[:, k] = at ** (k - deriv) * math.factorial(k) / math.factorial(k - deriv)
    weights: np.ndarray = rows @ coefficients / delta**deriv
    return weights


def _windowed(x: jax.Array, weights: np.ndarray) -> jax.Array:
    count = x.shape[-1] - len(weights) + 1
    terms: list[jax.Array] = [w * x[..., i : i + count] for i, w in enumerate(weights)]
    return functools.reduce(jnp.add, terms)
