"""Distributions of probability, as `chainer.distributions` has them: models may return them, compiled."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.scipy import special

from hybridc.runtime.core.randomness import next_key

Array = jax.Array

__all__ = [
    "Bernoulli",
    "Categorical",
    "Distribution",
    "Normal",
    "Uniform",
    "kl_divergence",
    "register_kl",
]


class Distribution:
    """What all have. A pytree of its parameters."""

    _parameters: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        """Those with parameters are pytrees: the rest of their attributes is known while tracing."""
        if cls._parameters:
            jax.tree_util.register_pytree_node(
                cls, _taken_apart, lambda fixed, arrays: _put_together(cls, fixed, arrays)
            )

    @property
    def batch_shape(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def event_shape(self) -> tuple[int, ...]:
        return ()

    def sample_n(self, n: int) -> Array:
        """(n, *batch, *event)."""
        raise NotImplementedError

    def sample(self, sample_shape: int | tuple[int, ...] = ()) -> Array:
        """(*sample_shape, *batch, *event), drawn from the rng that the model runs with."""
        shape = (sample_shape,) if isinstance(sample_shape, int) else tuple(sample_shape)
        return self.sample_n(math.prod(shape)).reshape(*shape, *self.batch_shape, *self.event_shape)

    def log_prob(self, x: Any) -> Array:
        raise NotImplementedError

    def prob(self, x: Any) -> Array:
        return jnp.exp(self.log_prob(x))


def _taken_apart(value: Distribution) -> tuple[tuple[Any, ...], tuple[tuple[str, Any], ...]]:
    arrays = tuple(value.__dict__[name] for name in value._parameters)
    return arrays, tuple((name, held) for name, held in value.__dict__.items() if name not in value._parameters)


def _put_together(cls: type[Distribution], fixed: tuple[tuple[str, Any], ...], arrays: tuple[Any, ...]) -> Distribution:
    new = cls.__new__(cls)
    new.__dict__.update(zip(cls._parameters, arrays, strict=True))
    new.__dict__.update(fixed)
    return new


def _either(one: Any, other: Any, names: str) -> None:
    if (one is None) is (other is None):
        raise ValueError(f"Either {names} (not both) must have a value.")


class Normal(Distribution):
    """Normal, by `scale` or by `log_scale`. Raises ValueError for both, or neither."""

    _parameters = ("loc", "_scale", "_log_scale")

    def __init__(self, loc: Any, scale: Any = None, *, log_scale: Any = None) -> None:
        _either(scale, log_scale, "`scale` or `log_scale`")
        self.loc = jnp.asarray(loc)
        self._scale = None if scale is None else jnp.asarray(scale)
        self._log_scale = None if log_scale is None else jnp.asarray(log_scale)

    @property
    def scale(self) -> Array:
        return jnp.exp(self.log_scale) if self._scale is None else self._scale

    @property
    def log_scale(self) -> Array:
        return jnp.log(self.scale) if self._log_scale is None else self._log_scale

    @property
    def batch_shape(self) -> tuple[int, ...]:
        return self.loc.shape

    @property
    def mean(self) -> Array:
        return self.loc

    @property
    def stddev(self) -> Array:
        return self.scale

    @property
    def variance(self) -> Array:
        return jnp.square(self.scale)

    @property
    def entropy(self) -> Array:
        return self.log_scale + 0.5 * math.log(2 * math.pi * math.e)

    def _standard(self, x: Any) -> Array:
        return (x - self.loc) / self.scale  # type: ignore[no-any-return]

    def log_prob(self, x: Any) -> Array:
        return -0.5 * math.log(2 * math.pi) - self.log_scale - 0.5 * jnp.square(x - self.loc) / self.variance

    def cdf(self, x: Any) -> Array:
        return special.ndtr(self._standard(x))

    def log_cdf(self, x: Any) -> Array:
        return special.log_ndtr(self._standard(x))

    def icdf(self, x: Any) -> Array:
        return self.loc + self.scale * special.ndtri(x)

    def survival_function(self, x: Any) -> Array:
        return special.ndtr(-self._standard(x))

    def log_survival_function(self, x: Any) -> Array:
        return special.log_ndtr(-self._standard(x))

    def sample_n(self, n: int) -> Array:
        return self.loc + self.scale * jax.random.normal(next_key(), (n, *self.loc.shape), self.loc.dtype)


class Bernoulli(Distribution):
    """1 with the probability `p`, by that or by its `logit`. With `binary_check`, what is neither 1 nor 0 has none.

    Raises ValueError for both, or neither.
    """

    _parameters = ("_p", "_logit")

    def __init__(self, p: Any = None, logit: Any = None, binary_check: bool = False) -> None:
        _either(p, logit, "`p` or `logit`")
        self._p = None if p is None else jnp.asarray(p)
        self._logit = None if logit is None else jnp.asarray(logit)
        self.binary_check = binary_check

    @property
    def p(self) -> Array:
        return jax.nn.sigmoid(self.logit) if self._p is None else self._p

    @property
    def logit(self) -> Array:
        return jnp.log(self.p) - jnp.log1p(-self.p) if self._logit is None else self._logit

    @property
    def batch_shape(self) -> tuple[int, ...]:
        return self.p.shape

    @property
    def mean(self) -> Array:
        return self.p

    @property
    def variance(self) -> Array:
        return self.p * (1 - self.p)

    @property
    def stddev(self) -> Array:
        return jnp.sqrt(self.variance)

    @property
    def entropy(self) -> Array:
        return -special.xlogy(self.p, self.p) - special.xlogy(1 - self.p, 1 - self.p)

    def log_prob(self, x: Any) -> Array:
        x = jnp.asarray(x)
        found = self.logit * (x - 1) - jax.nn.softplus(-self.logit)
        found = jnp.where(self.logit == jnp.inf, jnp.log(x), found)
        found = jnp.where(self.logit == -jnp.inf, jnp.log(1 - x), found)
        return jnp.where((x != 0) & (x != 1), -jnp.inf, found) if self.binary_check else found

    def prob(self, x: Any) -> Array:
        x = jnp.asarray(x)
        found = x * self.p + (1 - x) * (1 - self.p)
        return jnp.where((x != 0) & (x != 1), 0, found) if self.binary_check else found

    def sample_n(self, n: int) -> Array:
        return jax.random.bernoulli(next_key(), self.p, (n, *self.p.shape)).astype(jnp.int32)


class Categorical(Distribution):
    """Integers below the size of the last axis of `p`, or of `logit`. Raises ValueError for both, or neither."""

    _parameters = ("_p", "_logit")

    def __init__(self, p: Any = None, *, logit: Any = None) -> None:
        _either(p, logit, "`p` or `logit`")
        self._p = None if p is None else jnp.asarray(p)
        self._logit = None if logit is None else jnp.asarray(logit)

    @property
    def log_p(self) -> Array:
        if self._p is not None:
            return jnp.log(self._p)
        assert self._logit is not None
        return jax.nn.log_softmax(self._logit, -1)

    @property
    def p(self) -> Array:
        return jnp.exp(self.log_p) if self._p is None else self._p

    @property
    def batch_shape(self) -> tuple[int, ...]:
        return self.p.shape[:-1]

    @property
    def entropy(self) -> Array:
        return -special.xlogy(self.p, self.p).sum(axis=-1)

    def log_prob(self, x: Any) -> Array:
        shape = jnp.broadcast_shapes(jnp.shape(x), self.batch_shape)
        scores = jnp.broadcast_to(self.log_p, (*shape, self.p.shape[-1]))
        return jnp.take_along_axis(scores, jnp.broadcast_to(jnp.asarray(x), shape)[..., None].astype(int), -1)[..., 0]

    def sample_n(self, n: int) -> Array:
        return jax.random.categorical(next_key(), self.log_p, -1, (n, *self.batch_shape))


class Uniform(Distribution):
    """Uniform from `low` to `high`, or `scale` from `loc` on. Raises ValueError for both, or neither."""

    _parameters = ("low", "high")

    def __init__(self, *, low: Any = None, high: Any = None, loc: Any = None, scale: Any = None) -> None:
        _either(low, loc, "`low` or `loc`")
        _either(high, scale, "`high` or `scale`")
        self.low = jnp.asarray(loc if low is None else low)
        self.high = self.low + jnp.asarray(scale) if high is None else jnp.asarray(high)

    @property
    def loc(self) -> Array:
        return self.low

    @property
    def scale(self) -> Array:
        return self.high - self.low

    @property
    def batch_shape(self) -> tuple[int, ...]:
        return self.low.shape

    @property
    def mean(self) -> Array:
        return (self.high + self.low) / 2

    @property
    def variance(self) -> Array:
        return jnp.square(self.scale) / 12

    @property
    def stddev(self) -> Array:
        return jnp.sqrt(self.variance)

    @property
    def entropy(self) -> Array:
        return jnp.log(self.scale)

    def log_prob(self, x: Any) -> Array:
        return jnp.where((x >= self.low) & (x <= self.high), -jnp.log(self.scale), -jnp.inf)

    def sample_n(self, n: int) -> Array:
        drawn = jax.random.uniform(next_key(), (n, *self.low.shape), self.low.dtype)
        return self.low + self.scale * drawn


Divergence = Callable[[Any, Any], Array]


def _of_normals(one: Normal, other: Normal) -> Array:
    squares = one.variance + jnp.square(one.loc - other.loc)
    return other.log_scale - one.log_scale + 0.5 * squares / other.variance - 0.5


def _of_bernoullis(one: Bernoulli, other: Bernoulli) -> Array:
    difference = (one.logit - other.logit) * (one.p - 1)
    return difference - jax.nn.softplus(-one.logit) + jax.nn.softplus(-other.logit)


def _of_categoricals(one: Categorical, other: Categorical) -> Array:
    return (jnp.where(one.p > 0, one.p * (one.log_p - other.log_p), 0)).sum(axis=-1)


_divergences: dict[tuple[type, type], Divergence] = {
    (Normal, Normal): _of_normals,
    (Bernoulli, Bernoulli): _of_bernoullis,
    (Categorical, Categorical): _of_categoricals,
}


def register_kl(Dist1: type, Dist2: type) -> Callable[[Divergence], None]:
    """Says which function gives the divergence of two kinds of distributions."""

    def register(function: Divergence) -> None:
        _divergences[Dist1, Dist2] = function

    return register


def kl_divergence(dist1: Any, dist2: Any) -> Array:
    """Of one distribution from another. Raises KeyError for kinds of which none is known."""
    return _divergences[type(dist1), type(dist2)](dist1, dist2)
