"""What Python's loops count with."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


def numbers(start: Any, stop: Any = None, step: int = 1) -> jax.Array:
    """As `jnp.arange`, of numbers of Python's, each of which takes the dtype of what it meets: shape (n,)."""
    first, last = (0, start) if stop is None else (start, stop)
    count = -((first - last) // step)
    steps = jnp.broadcast_to(step, (max(count, 0) if isinstance(count, int) else count,))
    return lax.cumsum(steps) - step + first  # which, unlike `jnp.arange`, makes no numbers of NumPy's of them
