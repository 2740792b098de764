"""Operators by the names that MXNet has for them, as `HybridLambda("relu")` asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon import ops

_PLAIN: dict[str, Callable[..., Any]] = {
    "square": jnp.square,
    "sign": jnp.sign,
    "negative": jnp.negative,
    "identity": lambda data: data,
    "stop_gradient": lax.stop_gradient,
    "BlockGrad": lax.stop_gradient,
    "zeros_like": jnp.zeros_like,
    "ones_like": jnp.ones_like,
    "transpose": jnp.transpose,
    "Flatten": ops.flatten,
    "concat": lambda *data: ops.concat(data, dim=1),
    "Concat": lambda *data: ops.concat(data, dim=1),
    "stack": lambda *data: ops.stack(data, axis=0),
}
_SHORT = {"plus": "add", "sub": "subtract", "minus": "subtract", "mul": "multiply", "div": "divide", "mod": "modulo"}


def operator_named(name: str) -> Callable[..., Any] | None:
    """The operator, or None where there is none of this name."""
    if name in _PLAIN:
        return _PLAIN[name]
    short = name.removeprefix("broadcast_")
    found = getattr(ops, _SHORT.get(short, short) if short != name else name, None)
    return found if callable(found) else None
