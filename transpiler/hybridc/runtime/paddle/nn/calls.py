"""What models call beside layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["recompute"]

_OPTIONS = frozenset(["preserve_rng_state", "use_reentrant", "offload_indices"])


def recompute(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result of the function. What is kept for the backward pass is for `jax.checkpoint` around the loss to say."""
    return function(*args, **{name: value for name, value in kwargs.items() if name not in _OPTIONS})
