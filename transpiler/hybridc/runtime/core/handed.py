"""NumPy's arrays as callers hand them over, who may write into them at once."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

__all__ = ["array", "kept"]


def kept(value: Any) -> Any:
    """A copy of an array of NumPy's that nobody writes into; anything else as it is.

    On CPUs JAX reads such arrays where they lie: `jnp.asarray` may share their memory, and what is dispatched, a
    compiled call or the copy of `jnp.array`, may still be reading once the call has returned.
    """
    return np.array(value) if isinstance(value, np.ndarray) else value


def array(value: Any, dtype: DTypeLike | None = None) -> jax.Array:
    """`jnp.asarray(value, dtype)` with memory of its own, which is ready as soon as the call has returned."""
    return jnp.asarray(kept(value), dtype)
