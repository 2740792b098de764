"""Random draws. The first argument is the key that they are drawn with; what follows is PyTorch's."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import ArrayLike, DTypeLike

from hybridc.runtime.torch.tensors.types import result_type

Array = jax.Array

__all__ = [
    "bernoulli",
    "binomial",
    "multinomial",
    "normal",
    "poisson",
    "rand_like",
    "randint",
    "randint_like",
    "randn_like",
]


def rand_like(key: Array, input: Array, *, dtype: DTypeLike | None = None) -> Array:
    """Numbers from [0, 1), in the shape of the input, and its dtype unless another is given."""
    return jax.random.uniform(key, input.shape, input.dtype if dtype is None else dtype)


def randn_like(key: Array, input: Array, *, dtype: DTypeLike | None = None) -> Array:
    """Normal numbers of mean 0 and variance 1, in the shape of the input, and its dtype unless another is given."""
    return jax.random.normal(key, input.shape, input.dtype if dtype is None else dtype)


def randint(key: Array, low: int, high: int, size: int | Sequence[int], *, dtype: DTypeLike | None = None) -> Array:
    """Whole numbers from [low, high), in a dtype that may be one of floating point numbers; int32 by default."""
    drawn = jax.random.randint(key, size, low, high)  # type: ignore[arg-type]
    return drawn if dtype is None else drawn.astype(dtype)


def randint_like(key: Array, input: Array, low: int, high: int, *, dtype: DTypeLike | None = None) -> Array:
    """Whole numbers from [low, high), in the shape of the input, and its dtype unless another is given."""
    return randint(key, low, high, input.shape, dtype=input.dtype if dtype is None else dtype)


def bernoulli(key: Array, input: Array, p: float | None = None) -> Array:
    """1 with the probabilities in `input`, or all with `p`, else 0; in the input's shape and dtype."""
    chance = input if p is None else p
    return jax.random.bernoulli(key, chance, input.shape).astype(input.dtype)


def normal(
    key: Array,
    mean: ArrayLike,
    std: ArrayLike = 1.0,
    size: int | Sequence[int] | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> Array:
    """Normal numbers of these means and standard deviations, which are broadcast, or of `size`."""
    dtype = result_type(mean, std, 0.0) if dtype is None else dtype
    shape = jnp.broadcast_shapes(jnp.shape(mean), jnp.shape(std)) if size is None else size
    drawn = jax.random.normal(key, shape, dtype)  # type: ignore[arg-type]
    return (jnp.asarray(mean) + jnp.asarray(std) * drawn).astype(dtype)


def poisson(key: Array, input: Array) -> Array:
    """Poisson numbers with the rates in `input`, in its shape and dtype."""
    return jax.random.poisson(key, input, input.shape).astype(input.dtype)


def binomial(key: Array, count: Array, prob: Array) -> Array:
    """How often of `count` times something of the probability `prob` happens; in the dtype of `count`."""
    return jax.random.binomial(key, count, prob).astype(count.dtype)


def multinomial(key: Array, input: Array, num_samples: int, replacement: bool = False) -> Array:
    """Indices (int32) drawn by the weights in the last axis: (num_samples,), or (rows, num_samples).

    The weights need not sum to 1. Without `replacement` no index comes twice; raises ValueError for more draws than
    there are weights. Where fewer weights are positive than are drawn, PyTorch raises, and here others follow.
    """
    if not replacement and num_samples > input.shape[-1]:
        raise ValueError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    scores = jnp.log(input)
    if replacement:
        drawn = jax.random.categorical(key, scores, axis=-1, shape=(num_samples, *input.shape[:-1]))
        return jnp.moveaxis(drawn, 0, -1)
    return lax.top_k(scores + jax.random.gumbel(key, input.shape, scores.dtype), num_samples)[1]
