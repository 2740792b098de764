"""What PyTorch code calls around its models, and what comes of it in JAX."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.randomness import next_key


def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: Any = None, **kwargs: Any) -> Any:
    """The result of the function. What is kept for the backward pass is for `jax.checkpoint` around the loss to say."""
    kept = {
        k: v for k, v in kwargs.items() if k not in ("preserve_rng_state", "context_fn", "determinism_check", "debug")
    }
    return function(*args, **kept)


def checkpoint_sequential(functions: Iterable[Callable[..., Any]], segments: int, input: Any, **kwargs: Any) -> Any:
    """The functions one after the other; see `checkpoint`."""
    for function in functions:
        input = function(input)
    return input


def expect(condition: Any, message: str | Callable[[], str] = "") -> None:
    """Raises AssertionError where the condition is known, and does not hold. Values are not known in compiled code."""
    if isinstance(condition, jax.core.Tracer):
        return
    if not condition:
        raise AssertionError(message() if callable(message) else message)


def drawn(
    draw: Callable[..., jax.Array], size: int | tuple[int, ...], dtype: Any = None, device: Any = None, **others: Any
) -> jax.Array:
    """What a function of `jax.random` draws, for options that only Python binds. Places are left to JAX."""
    shape = (size,) if isinstance(size, int) else tuple(size)
    if len(shape) == 1 and not isinstance(shape[0], int):
        shape = tuple(shape[0])
    return draw(next_key(), shape, jnp.float32 if dtype is None else dtype)
