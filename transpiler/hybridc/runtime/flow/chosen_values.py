"""What a mask chooses, of whole arrays: `x[m].sum()` is `x.sum(where=m)`, `len(x[m])` is `count(m)`.

How many values a mask chooses is known only when the program runs, the dimensions of masks and arrays while tracing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def mask(chooses: Any, *arrays: Any, beside: Sequence[Any] = (), axis: int | None = None) -> jax.Array:
    """The mask in the shape of the arrays that it is an index of, along their first dimensions.

    `beside`: what arithmetic has with each of the rows that it chooses. `axis`: along which these are reduced, if not
    all of their values are. Raises IndexError where NumPy does as well, TypeError where only the running program would
    tell how arrays broadcast.
    """
    chooses = jnp.asarray(chooses)
    if chooses.dtype != bool:
        raise TypeError("an array of truth values was expected as an index")
    shapes = {jnp.shape(a) for a in arrays}
    if len(shapes) != 1:
        raise TypeError(
            f"a mask chooses values of arrays beside each other, which were expected to have one shape: {shapes}"
        )
    (shape,) = shapes
    if chooses.shape != shape[: chooses.ndim]:
        place = next((i for i, (a, b) in enumerate(zip(chooses.shape, shape, strict=False)) if a != b), len(shape))
        shown = f"their shapes are {chooses.shape} and {shape}"
        raise IndexError(f"boolean index did not match indexed array along axis {place}: {shown}")
    if axis is not None and chooses.ndim != 1:
        raise TypeError("a mask of one dimension was expected, of whose rows sums and the like are taken along an axis")
    rows = len(shape) - chooses.ndim
    for each in beside:
        if jnp.ndim(each) > rows + 1 or (jnp.ndim(each) == rows + 1 and len(each) != 1):
            raise TypeError("a number was expected beside what a mask chooses: an array would be spread over that")
    return jnp.broadcast_to(chooses.reshape(chooses.shape + (1,) * rows), shape)


def count(chooses: Any) -> jax.Array:
    """How many values a mask chooses, which takes on other dtypes as Python's integers do."""
    chosen = jnp.where(chooses, 1, 0)
    counted: jax.Array = lax.reduce(chosen, 0, lax.add, tuple(range(chosen.ndim)))
    return counted


def one_axis(a: Any) -> jax.Array:
    """Where an array of one axis is true. Raises TypeError for arrays of others, of which `np.where` gives more."""
    a = jnp.asarray(a)
    if a.ndim != 1:
        raise TypeError(f"an array of one axis was expected, whose places are an index: it has {a.ndim}")
    return jnp.asarray(a, bool)


def first(chooses: jax.Array) -> jax.Array:
    """The first place that a mask of one axis chooses; the length, where NumPy raises IndexError as there is none."""
    if not len(chooses):
        return jnp.array(0)
    return jnp.where(jnp.any(chooses), jnp.argmax(chooses), len(chooses))


def last(chooses: jax.Array) -> jax.Array:
    """The last place that a mask of one axis chooses; the length, where NumPy raises IndexError as there is none."""
    if not len(chooses):
        return jnp.array(0)
    return jnp.where(jnp.any(chooses), len(chooses) - 1 - jnp.argmax(chooses[::-1]), len(chooses))


def largest(a: Any, where: Any, axis: int | None = None) -> jax.Array:
    """`jnp.max` of what the mask chooses; of nothing, where NumPy raises ValueError, NaN, or the least integer."""
    a = jnp.asarray(a)
    return _extreme(jnp.max(a, axis, where=where, initial=_least(a.dtype)), a, where, axis)


def smallest(a: Any, where: Any, axis: int | None = None) -> jax.Array:
    """`jnp.min` of what the mask chooses; of nothing, where NumPy raises ValueError, NaN, or the greatest integer."""
    a = jnp.asarray(a)
    return _extreme(jnp.min(a, axis, where=where, initial=_greatest(a.dtype)), a, where, axis)


def _extreme(found: jax.Array, a: jax.Array, where: Any, axis: int | None) -> jax.Array:
    if not jnp.issubdtype(a.dtype, jnp.inexact):
        return found
    return jnp.where(jnp.any(jnp.broadcast_to(where, a.shape), axis), found, jnp.nan)


def _least(dtype: Any) -> Any:
    if jnp.issubdtype(dtype, jnp.inexact):
        return -jnp.inf
    return False if dtype == jnp.bool_ else np.iinfo(dtype).min


def _greatest(dtype: Any) -> Any:
    if jnp.issubdtype(dtype, jnp.inexact):
        return jnp.inf
    return True if dtype == jnp.bool_ else np.iinfo(dtype).max
