"""Filters of images and signals, as `scipy.ndimage` has them: of any number of axes, and of the input's dtype.

What lies outside is, for a row a b c d: by "reflect" d c b a | a b c d | d c b a, by "mirror" d c b | a b c d | c b a,
by "nearest" a a a | a b c d | d d d, by "wrap" b c d | a b c d | a b c, by "constant" `cval`. Sums are of float64 and
become the dtype of the input, integers by leaving out their fraction.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.flow.storing import is_whole

_OUTSIDE = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}
_AT_ONCE = 64  # as many terms are written one after the other; of more, XLA compiles a loop


def correlate(
    input: Any, weights: Any, mode: str = "reflect", cval: float = 0.0, origin: int | Sequence[int] = 0
) -> jax.Array:
    """The sum of `weights` times what lies around each element: the shape of `input`, whose axes `weights` has."""
    x, w = jnp.asarray(input), jnp.asarray(weights)
    if x.ndim != w.ndim:
        raise RuntimeError("filter weights array has incorrect shape.")
    origins = [origin] * x.ndim if isinstance(origin, int) else list(origin)
    before = [n // 2 + o for n, o in zip(w.shape, origins, strict=True)]
    around = _around(x.astype(_wide(x)), w.shape, before, mode, cval)
    return _of_dtype(_summed(around, w.astype(_wide(w)), x.shape), x)


def convolve(
    input: Any, weights: Any, mode: str = "reflect", cval: float = 0.0, origin: int | Sequence[int] = 0
) -> jax.Array:
    """As `correlate`, with the weights turned round along all axes."""
    w = jnp.asarray(weights)
    origins = [origin] * w.ndim if isinstance(origin, int) else list(origin)
    turned = [-o - (n % 2 == 0) for n, o in zip(w.shape, origins, strict=True)]
    return correlate(input, jnp.flip(w), mode, cval, turned)


def correlate1d(
    input: Any, weights: Any, axis: int = -1, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> jax.Array:
    """As `correlate` along one axis, for `weights` of the shape (n,)."""
    x, w = jnp.asarray(input), jnp.asarray(weights)
    shape, origins = [1] * x.ndim, [0] * x.ndim
    shape[axis], origins[axis] = len(w), origin
    return correlate(x, w.reshape(shape), mode, cval, origins)


def convolve1d(
    input: Any, weights: Any, axis: int = -1, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> jax.Array:
    """As `correlate1d`, with the weights turned round."""
    w = jnp.asarray(weights)
    return correlate1d(input, jnp.flip(w), axis, mode, cval, -origin - (len(w) % 2 == 0))


def gaussian_filter1d(
    input: Any,
    sigma: float,
    axis: int = -1,
    order: int = 0,
    mode: str = "reflect",
    cval: float = 0.0,
    truncate: float = 4.0,
    radius: int | None = None,
) -> jax.Array:
    """The input convolved with a Gaussian along one axis, or with its derivative of this order; cut off after
    `truncate` standard deviations."""
    reach = int(truncate * float(sigma) + 0.5) if radius is None else radius
    return correlate1d(input, _gaussian(float(sigma), order, reach)[::-1], axis, mode, cval)


def gaussian_filter(
    input: Any,
    sigma: Any,
    order: Any = 0,
    mode: str = "reflect",
    cval: float = 0.0,
    truncate: float = 4.0,
    radius: int | None = None,
) -> jax.Array:
    """`gaussian_filter1d` along one axis after the other; `sigma` and `order` may have an entry for each."""
    x = jnp.asarray(input)
    for axis, (deviation, degree) in enumerate(zip(_each(sigma, x.ndim), _each(order, x.ndim), strict=True)):
        if deviation > 1e-15:
            x = gaussian_filter1d(x, deviation, axis, degree, mode, cval, truncate, radius)
    return x


def gaussian_laplace(input: Any, sigma: Any, mode: str = "reflect", cval: float = 0.0) -> jax.Array:
    """The sum of the second derivatives of Gaussians along each axis."""
    x = jnp.asarray(input)
    orders = np.eye(x.ndim, dtype=int) * 2
    return _total([gaussian_filter(x, sigma, [int(o) for o in order], mode, cval) for order in orders])


def gaussian_gradient_magnitude(input: Any, sigma: Any, mode: str = "reflect", cval: float = 0.0) -> jax.Array:
    """The length of the gradient by derivatives of Gaussians."""
    x = jnp.asarray(input)
    orders = np.eye(x.ndim, dtype=int)
    slopes = [gaussian_filter(x, sigma, [int(o) for o in order], mode, cval) for order in orders]
    return _of_dtype(jnp.sqrt(_total([slope * slope for slope in slopes])), x)


def laplace(input: Any, mode: str = "reflect", cval: float = 0.0) -> jax.Array:
    """The sum of the second differences along each axis."""
    x = jnp.asarray(input)
    return _total([correlate1d(x, jnp.array([1.0, -2.0, 1.0]), axis, mode, cval) for axis in range(x.ndim)])


def sobel(input: Any, axis: int = -1, mode: str = "reflect", cval: float = 0.0) -> jax.Array:
    """Differences along one axis, smoothed by 1 2 1 along the others."""
    return _edges(input, axis, mode, cval, 2.0)


def prewitt(input: Any, axis: int = -1, mode: str = "reflect", cval: float = 0.0) -> jax.Array:
    """Differences along one axis, smoothed by 1 1 1 along the others."""
    return _edges(input, axis, mode, cval, 1.0)


def uniform_filter1d(
    input: Any, size: int, axis: int = -1, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> jax.Array:
    """Means of `size` elements along one axis."""
    x = jnp.asarray(input)
    return _of_dtype(_folded(jnp.add, x.astype(_wide(x)), size, axis, mode, cval, origin) / size, x)


def uniform_filter(input: Any, size: Any = 3, mode: str = "reflect", cval: float = 0.0, origin: Any = 0) -> jax.Array:
    """`uniform_filter1d` along one axis after the other."""
    return _along_all(uniform_filter1d, input, size, mode, cval, origin)


def maximum_filter1d(
    input: Any, size: int, axis: int = -1, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> jax.Array:
    """The largest of `size` elements along one axis."""
    return _folded(jnp.maximum, jnp.asarray(input), size, axis, mode, cval, origin)


def maximum_filter(input: Any, size: Any, *, mode: str = "reflect", cval: float = 0.0, origin: Any = 0) -> jax.Array:
    """`maximum_filter1d` along one axis after the other."""
    return _along_all(maximum_filter1d, input, size, mode, cval, origin)


def minimum_filter1d(
    input: Any, size: int, axis: int = -1, mode: str = "reflect", cval: float = 0.0, origin: int = 0
) -> jax.Array:
    """The smallest of `size` elements along one axis."""
    return _folded(jnp.minimum, jnp.asarray(input), size, axis, mode, cval, origin)


def minimum_filter(input: Any, size: Any, *, mode: str = "reflect", cval: float = 0.0, origin: Any = 0) -> jax.Array:
    """`minimum_filter1d` along one axis after the other."""
    return _along_all(minimum_filter1d, input, size, mode, cval, origin)


def median_filter(input: Any, size: Any, *, mode: str = "reflect", cval: float = 0.0, origin: Any = 0) -> jax.Array:
    """The middle of what lies around each element, in order; of an even number, the upper one of the two."""
    x = jnp.asarray(input)
    sizes = tuple(int(n) for n in _each(size, x.ndim))
    before = [n // 2 + int(o) for n, o in zip(sizes, _each(origin, x.ndim), strict=True)]
    around = _around(x, sizes, before, mode, cval)
    window = jnp.stack([_part(around, place, x.shape) for place in _places(sizes)])
    return jnp.sort(window, axis=0)[len(window) // 2]


def map_coordinates(input: Any, coordinates: Any, order: int, mode: str = "constant", cval: float = 0.0) -> jax.Array:
    """Values between the elements: of the nearest (order 0) or on lines between them (order 1), at `coordinates` of the
    shape (axes of the input, ...); NaN has no value between."""
    x = jnp.asarray(input)
    places = [jnp.asarray(c, float) for c in coordinates]
    found = jax.scipy.ndimage.map_coordinates(
        x.astype(_wide(x)), places, order, "nearest" if mode == "constant" else mode
    )
    if mode == "constant":
        inside = [(p >= 0) & (p <= n - 1) for p, n in zip(places, x.shape, strict=True)]
        found = jnp.where(functools.reduce(jnp.logical_and, inside), found, cval)
    if is_whole(x):
        found = jnp.trunc(found + jnp.copysign(0.5, found))
    return _of_dtype(found, x)


def center_of_mass(input: Any) -> tuple[jax.Array, ...]:
    """The mean place along each axis, weighed by the elements."""
    x = jnp.asarray(input).astype(float)
    total = jnp.sum(x)
    places = [
        jnp.arange(n, dtype=float).reshape([-1 if i == j else 1 for j in range(x.ndim)]) for i, n in enumerate(x.shape)
    ]
    return tuple(jnp.sum(x * place) / total for place in places)


def _edges(input: Any, axis: int, mode: str, cval: float, middle: float) -> jax.Array:
    x = jnp.asarray(input)
    found = correlate1d(x, jnp.array([-1.0, 0.0, 1.0]), axis, mode, cval)
    for other in range(x.ndim):
        if other != axis % x.ndim:
            found = correlate1d(found, jnp.array([1.0, middle, 1.0]), other, mode, cval)
    return found


def _along_all(one: Callable[..., jax.Array], input: Any, size: Any, mode: str, cval: float, origin: Any) -> jax.Array:
    x = jnp.asarray(input)
    for axis, (n, o) in enumerate(zip(_each(size, x.ndim), _each(origin, x.ndim), strict=True)):
        if n > 1:
            x = one(x, int(n), axis, mode, cval, int(o))
    return x


def _folded(
    join: Callable[[Any, Any], jax.Array], x: jax.Array, size: int, axis: int, mode: str, cval: float, origin: int
) -> jax.Array:
    """What `size` elements along the axis give, one joined to the next."""
    sizes, before = [1] * x.ndim, [0] * x.ndim
    sizes[axis], before[axis] = int(size), int(size) // 2 + origin
    around = _around(x, sizes, before, mode, cval)
    return functools.reduce(join, [_part(around, place, x.shape) for place in _places(sizes)])


def _around(x: jax.Array, sizes: Sequence[int], before: Sequence[int], mode: str, cval: float) -> jax.Array:
    """The array and what lies outside of it, as far as windows of these sizes reach."""
    if mode not in _OUTSIDE:
        raise RuntimeError("boundary mode not supported")
    if any(not 0 <= first < n for n, first in zip(sizes, before, strict=True)):
        raise ValueError("invalid origin")
    widths = [(first, n - 1 - first) for n, first in zip(sizes, before, strict=True)]
    options = {"constant_values": jnp.asarray(cval).astype(x.dtype)} if mode == "constant" else {}
    return jnp.pad(x, widths, _OUTSIDE[mode], **options)


def _summed(around: jax.Array, weights: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    if weights.size <= _AT_ONCE:
        return _total([weights[place] * _part(around, place, shape) for place in _places(weights.shape)])
    places = jnp.array(list(_places(weights.shape)))
    dtype = jnp.promote_types(around.dtype, weights.dtype)

    def add(total: jax.Array, term: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        place, weight = term
        return total + weight * lax.dynamic_slice(around, place, shape), None

    return lax.scan(add, jnp.zeros(shape, dtype), (places, weights.ravel()))[0]


def _places(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return itertools.product(*map(range, sizes))


def _part(around: jax.Array, place: tuple[int, ...], shape: tuple[int, ...]) -> jax.Array:
    return lax.slice(around, place, [p + n for p, n in zip(place, shape, strict=True)])


def _total(terms: Sequence[jax.Array]) -> jax.Array:
    return functools.reduce(jnp.add, terms)


def _wide(x: jax.Array) -> Any:
    return complex if jnp.iscomplexobj(x) else float


def _of_dtype(result: jax.Array, x: jax.Array) -> jax.Array:
    """As C makes a dtype of it: integers lose the bits for which there is no room."""
    if x.dtype == bool:
        raise TypeError("SciPy filters truth values by rules of C: make numbers of them first, `x.astype(float)`")
    return (result.astype(int) if is_whole(x) else result).astype(x.dtype)


def _each(given: Any, axes: int) -> list[Any]:
    """A number for each axis."""
    return [given] * axes if np.ndim(given) == 0 else list(given)


def _gaussian(sigma: float, order: int, radius: int) -> np.ndarray:
    """A Gaussian at -radius, ..., radius, whose sum is 1, times what its derivative of this order is multiplied by:
    p_0 = 1, p_(n+1) = p_n' - x p_n / sigma^2."""
    x = np.arange(-radius, radius + 1, dtype=float)
    bell = np.exp(-0.5 / sigma**2 * x**2)
    factor = np.polynomial.Polynomial([1.0])
    for _ in range(order):
        factor = factor.deriv() - factor * np.polynomial.Polynomial([0.0, 1.0 / sigma**2])
    made: np.ndarray = bell / math.fsum(bell) * factor(x)
    return made
