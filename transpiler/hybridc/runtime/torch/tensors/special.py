"""Special functions as `torch.special` has them, where `jax.scipy.special` differs or lacks them.

Polynomials take their degree as a Python number; of a negative degree they are 0.
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax.scipy import special

from hybridc.runtime.mutable import reading

Array = jax.Array

__all__ = [
    "chebyshev_polynomial_t",
    "chebyshev_polynomial_u",
    "chebyshev_polynomial_v",
    "chebyshev_polynomial_w",
    "digamma",
    "hermite_polynomial_h",
    "hermite_polynomial_he",
    "laguerre_polynomial_l",
    "legendre_polynomial_p",
    "polygamma",
    "shifted_chebyshev_polynomial_t",
    "shifted_chebyshev_polynomial_u",
    "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w",
    "zeta",
]


def digamma(input: Array) -> Array:
    """The derivative of `lgamma`: minus infinity at 0, infinity at -0, NaN at other negative whole numbers."""
    x = _inexact(input)
    return jnp.where(x == 0, -jnp.copysign(jnp.asarray(jnp.inf, x.dtype), x), special.digamma(x))


def polygamma(n: int, input: Array) -> Array:
    """The `n`-th derivative of `digamma`. Raises ValueError for a negative `n`."""
    if n < 0:
        raise ValueError("polygamma(n, x) does not support negative n.")
    return digamma(input) if n == 0 else special.polygamma(n, _inexact(input))


def zeta(input: Array, other: Array | float) -> Array:
    """Hurwitz' zeta function, `sum((k + other) ** -input)` for k from 0 on. Integers give float32."""
    dtype = jnp.promote_types(jnp.result_type(input, other), jnp.float32)
    return special.zeta(jnp.asarray(input, dtype), jnp.asarray(other, dtype))


def _inexact(input: Array) -> Array:
    return input if jnp.issubdtype(input.dtype, jnp.inexact) else input.astype(jnp.float32)


Step = Callable[[int, Array, Array, Array], Array]


def _polynomial(x: Array, n: int, first: Callable[[Array], Array], step: Step) -> Array:
    """The `n`-th of a sequence: 1, `first(x)`, and `step(k, x, p[k], p[k - 1])` for `p[k + 1]`."""
    x = _inexact(x)
    before, now = jnp.ones_like(x), first(x)
    if n < 1:
        return before if n == 0 else jnp.zeros_like(x)
    for k in range(1, n):
        before, now = now, step(k, x, now, before)
    return now


def _chebyshev(k: int, x: Array, now: Array, before: Array) -> Array:
    return 2 * x * now - before


@reading
def chebyshev_polynomial_t(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the first kind."""
    return _polynomial(x, n, lambda x: x, _chebyshev)


def chebyshev_polynomial_u(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the second kind."""
    return _polynomial(x, n, lambda x: 2 * x, _chebyshev)


def chebyshev_polynomial_v(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the third kind."""
    return _polynomial(x, n, lambda x: 2 * x - 1, _chebyshev)


def chebyshev_polynomial_w(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the fourth kind."""
    return _polynomial(x, n, lambda x: 2 * x + 1, _chebyshev)


def shifted_chebyshev_polynomial_t(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the first kind, of `2 * x - 1`."""
    return chebyshev_polynomial_t(2 * x - 1, n)


def shifted_chebyshev_polynomial_u(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the second kind, of `2 * x - 1`."""
    return chebyshev_polynomial_u(2 * x - 1, n)


def shifted_chebyshev_polynomial_v(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the third kind, of `2 * x - 1`."""
    return chebyshev_polynomial_v(2 * x - 1, n)


def shifted_chebyshev_polynomial_w(x: Array, n: int) -> Array:
    """Chebyshev's polynomial of the fourth kind, of `2 * x - 1`."""
    return chebyshev_polynomial_w(2 * x - 1, n)


def hermite_polynomial_h(x: Array, n: int) -> Array:
    """The physicists' Hermite polynomial."""
    return _polynomial(x, n, lambda x: 2 * x, lambda k, x, now, before: 2 * x * now - 2 * k * before)


@reading
def hermite_polynomial_he(x: Array, n: int) -> Array:
    """The probabilists' Hermite polynomial."""
    return _polynomial(x, n, lambda x: x, lambda k, x, now, before: x * now - k * before)


def laguerre_polynomial_l(x: Array, n: int) -> Array:
    """Laguerre's polynomial."""
    return _polynomial(x, n, lambda x: 1 - x, lambda k, x, now, before: ((2 * k + 1 - x) * now - k * before) / (k + 1))


@reading
def legendre_polynomial_p(x: Array, n: int) -> Array:
    """Legendre's polynomial."""
    return _polynomial(x, n, lambda x: x, lambda k, x, now, before: ((2 * k + 1) * x * now - k * before) / (k + 1))
