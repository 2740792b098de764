"""`tf.function`, called with a model or a function: models are compiled as they are."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax

from hybridc.runtime.modules import Module

__all__ = ["function"]


def function(func: Callable[..., Any]) -> Callable[..., Any]:
    """The function, compiled; a model, whose calls are compiled, as it is."""
    if isinstance(func, Module) or isinstance(getattr(func, "__self__", None), Module):
        return func
    return functools.wraps(func)(jax.jit(func))
