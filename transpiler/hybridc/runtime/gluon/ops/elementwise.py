"""Functions of one array, element by element. Results have its dtype: of integers what floats give, cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.gluon.ops.dtypes import cut_off, in_floats, is_float
from hybridc.runtime.kernels import exact
from hybridc.runtime.kernels.corners import absolute

Array = jax.Array


def _named(name: str, function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    def operator(data: Array) -> Array:
        return in_floats(function, data)

    operator.__name__ = operator.__qualname__ = name
    operator.__doc__ = f"`{name}` of every element, in the dtype of `data`."
    return operator


exp = _named("exp", jnp.exp)
expm1 = _named("expm1", jnp.expm1)
log = _named("log", jnp.log)
log2 = _named("log2", exact.log2)
log10 = _named("log10", exact.log10)
log1p = _named("log1p", jnp.log1p)
sqrt = _named("sqrt", jnp.sqrt)
rsqrt = _named("rsqrt", lambda x: 1 / jnp.sqrt(x))
cbrt = _named("cbrt", exact.cbrt)
rcbrt = _named("rcbrt", lambda x: 1 / exact.cbrt(x))
reciprocal = _named("reciprocal", lambda x: 1 / x)
sin = _named("sin", jnp.sin)
cos = _named("cos", jnp.cos)
tan = _named("tan", jnp.tan)
arcsin = _named("arcsin", jnp.arcsin)
arccos = _named("arccos", jnp.arccos)
arctan = _named("arctan", jnp.arctan)
sinh = _named("sinh", jnp.sinh)
cosh = _named("cosh", jnp.cosh)
tanh = _named("tanh", jnp.tanh)
arcsinh = _named("arcsinh", jnp.arcsinh)
arccosh = _named("arccosh", jnp.arccosh)
arctanh = _named("arctanh", jnp.arctanh)
degrees = _named("degrees", jnp.degrees)
radians = _named("radians", jnp.radians)
erf = _named("erf", jax.scipy.special.erf)
erfinv = _named("erfinv", jax.scipy.special.erfinv)
gamma = _named("gamma", jax.scipy.special.gamma)
gammaln = _named("gammaln", jax.scipy.special.gammaln)
sigmoid = _named("sigmoid", jax.nn.sigmoid)
softsign = _named("softsign", jax.nn.soft_sign)


def abs(data: Array) -> Array:
    """Magnitudes, whose derivative at 0 is 0."""
    return absolute(data)


def _rounding(name: str, function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    def operator(data: Array) -> Array:
        return function(data) if is_float(data) else data

    operator.__name__ = operator.__qualname__ = name
    operator.__doc__ = f"`{name}` of every element; integers stay what they are."
    return operator


floor = _rounding("floor", jnp.floor)
ceil = _rounding("ceil", jnp.ceil)
trunc = fix = _rounding("fix", jnp.trunc)
round = _rounding("round", lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO))


def _round_halves_down(x: Array) -> Array:
    return jnp.where(x - jnp.floor(x) <= 0.5, jnp.floor(x), jnp.ceil(x))


rint = _rounding("rint", _round_halves_down)  # MXNet: halves go down, -1.5 to -2


@jax.custom_jvp
def relu(data: Array) -> Array:
    """The larger of `data` and 0, whose derivative at 0 is 0; NaN stays."""
    return jnp.where(data > 0, data, jnp.zeros((), data.dtype)) + (data - data if is_float(data) else 0)


relu.defjvps(lambda slope, result, data: slope * (data > 0))


def hard_sigmoid(data: Array, alpha: float = 0.2, beta: float = 0.5) -> Array:
    """`alpha * x + beta`, cut to [0, 1]."""
    return in_floats(lambda x: jnp.clip(alpha * x + beta, 0, 1), data)


def clip(data: Array, a_min: float, a_max: float) -> Array:
    """Elements within the bounds, whose derivative is 1 on them. Bounds of integers are cut off."""
    if is_float(data):
        inside = (data >= a_min) & (data <= a_max)
        bounded = jnp.clip(lax.stop_gradient(data), a_min, a_max)
        return jnp.where(inside, data, bounded).astype(data.dtype)
    bits = np.iinfo(data.dtype)
    low, high = (min(max(int(bound), int(bits.min)), int(bits.max)) for bound in (a_min, a_max))
    return jnp.clip(data, low, high)


def cast(data: Array, dtype: Any) -> Array:
    """Elements as another dtype; fractions are cut off. Numbers that an unsigned dtype lacks wrap around."""
    return cut_off(data, dtype)


def gradientmultiplier(data: Array, scalar: float = 1.0) -> Array:
    """`data`, whose gradient is multiplied."""
    return scalar * data + lax.stop_gradient(data - scalar * data)


def quadratic(data: Array, a: float = 0.0, b: float = 0.0, c: float = 0.0) -> Array:
    """`a * x ** 2 + b * x + c`."""
    return in_floats(lambda x: a * x * x + b * x + c, data)


def isnan(data: Array) -> Array:
    """1 where an element is NaN, else 0, in its dtype."""
    return jnp.isnan(data).astype(data.dtype)


def isinf(data: Array) -> Array:
    """1 where an element is infinite, else 0, in its dtype."""
    return jnp.isinf(data).astype(data.dtype)


def isfinite(data: Array) -> Array:
    """1 where an element is neither NaN nor infinite, else 0, in its dtype."""
    return jnp.isfinite(data).astype(data.dtype)
