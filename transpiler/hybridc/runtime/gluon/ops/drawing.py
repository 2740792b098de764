"""Draws, with keys that come from the rng that a model is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.gluon.ops.modes import is_training

Array = jax.Array
Shape = int | Sequence[int] | None


def Dropout(
    data: Array, p: float = 0.5, mode: str = "training", axes: Sequence[int] = (), cudnn_off: bool = False
) -> Array:
    """0 with probability `p`, else divided by `1 - p`: in training, or with `mode="always"`.

    Along `axes` what is drawn is the same.
    """
    if p == 0 or (mode != "always" and not is_training()):
        return data
    shape = tuple(1 if a in axes else n for a, n in enumerate(data.shape))
    is_kept = jax.random.bernoulli(next_key(), 1 - p, shape)
    return jnp.where(is_kept, data / (1 - p), jnp.zeros((), data.dtype))


def _shape(shape: Shape) -> tuple[int, ...]:
    if shape is None:
        return (1,)
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _parameters(shape: Shape, *parameters: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The shape of what is drawn, and the parameters in a shape that fits: for each of theirs `shape` is drawn."""
    arrays = [p for p in parameters if hasattr(p, "shape") and p.shape]
    if not arrays:
        return _shape(shape), list(parameters)
    drawn = () if shape is None else _shape(shape)
    own = arrays[0].shape
    fitted = [p.reshape(*own, *(1,) * len(drawn)) if hasattr(p, "shape") and p.shape else p for p in parameters]
    return (*own, *drawn), fitted


def uniform(low: Any = 0.0, high: Any = 1.0, shape: Shape = None, dtype: Any = None) -> Array:
    """Evenly between `low` and `high`; for arrays of these, `shape` draws of each."""
    wanted, (low, high) = _parameters(shape, low, high)
    drawn = jax.random.uniform(next_key(), wanted, dtype or jnp.float32)
    found: Array = drawn * (high - low) + low
    return found


def normal(loc: Any = 0.0, scale: Any = 1.0, shape: Shape = None, dtype: Any = None) -> Array:
    """Normally distributed; for arrays of `loc` and `scale`, `shape` draws of each."""
    wanted, (loc, scale) = _parameters(shape, loc, scale)
    drawn = jax.random.normal(next_key(), wanted, dtype or jnp.float32)
    found: Array = drawn * scale + loc
    return found


def randint(low: int, high: int, shape: Shape = None, dtype: Any = None) -> Array:
    """Whole numbers from `low` up to `high`, which is not among them."""
    return jax.random.randint(next_key(), _shape(shape), low, high, dtype or jnp.int32)


def exponential(scale: Any = 1.0, shape: Shape = None, dtype: Any = None) -> Array:
    """Exponentially distributed with the mean `scale`."""
    wanted, (scale,) = _parameters(shape, scale)
    found: Array = jax.random.exponential(next_key(), wanted, dtype or jnp.float32) * scale
    return found


def gamma_draws(alpha: Any = 1.0, beta: Any = 1.0, shape: Shape = None, dtype: Any = None) -> Array:
    """Gamma distributed with the shape `alpha` and the scale `beta`."""
    wanted, (alpha, beta) = _parameters(shape, alpha, beta)
    found: Array = jax.random.gamma(next_key(), alpha, wanted, dtype or jnp.float32) * beta
    return found


def poisson(lam: Any = 1.0, shape: Shape = None, dtype: Any = None) -> Array:
    """Poisson distributed with the mean `lam`, as floating point numbers."""
    wanted, (lam,) = _parameters(shape, lam)
    return jax.random.poisson(next_key(), lam, wanted).astype(dtype or jnp.float32)


def multinomial(data: Array, shape: Shape = None, dtype: Any = "int32") -> Array:
    """Classes drawn with the probabilities in the last axis of `data`."""
    drawn = () if shape is None else _shape(shape)
    logits = jnp.log(data).reshape(*data.shape[:-1], *(1,) * len(drawn), data.shape[-1])
    found = jax.random.categorical(next_key(), logits, -1, (*data.shape[:-1], *drawn))
    return found.reshape(found.shape or (1,)).astype(dtype)


def shuffle(data: Array) -> Array:
    """The rows in an order that is drawn."""
    return jax.random.permutation(next_key(), data)
