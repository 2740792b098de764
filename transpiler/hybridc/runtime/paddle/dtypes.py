"""Paddle's dtypes, which go by names."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

__all__ = ["dtype_of"]


def dtype_of(dtype: Any, default: str = "float32") -> Any:
    """The dtype of a name of Paddle's (`"float32"`), or of JAX's; 64 bits become 32 unless JAX was told otherwise."""
    if dtype is None:
        return jnp.dtype(default)
    found = jnp.dtype(dtype.removeprefix("paddle.") if isinstance(dtype, str) else dtype)
    return jax.dtypes.canonicalize_dtype(found)
