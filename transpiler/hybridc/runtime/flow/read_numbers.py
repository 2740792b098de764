"""Numbers that Python reads of arrays, where these have none yet."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


def read(x: Any, kind: type | None = None) -> Any:
    """`kind(x)`, or `x.item()`, of what has one element.

    What is traced takes the dtype of the arrays that it meets, as Python's numbers do, and has no gradient.
    """
    if not isinstance(x, jax.core.Tracer):
        return kind(x) if kind is not None else x.item()
    one = lax.stop_gradient(jnp.reshape(x, ()))
    kind = kind or type(one.dtype.type(0).item())
    if kind is bool:
        return one != 0
    if kind is int and jnp.issubdtype(one.dtype, jnp.inexact):
        one = jnp.trunc(one)
    return as_pythons(one, kind)


def as_pythons(array: jax.Array, kind: type) -> jax.Array:
    """One element as a number of Python's, of this kind, which takes the dtype of what it meets: shape ()."""
    return lax.full_like(jnp.asarray(kind()), array.reshape(()))
