"""What models call beside layers."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

from hybridc.runtime.core.expected import ArraySpec
from hybridc.runtime.core.functions import Function, compiled
from hybridc.runtime.core.modules import Module

__all__ = ["InputSpec", "recompute", "to_static"]

_OPTIONS = frozenset(["preserve_rng_state", "use_reentrant", "offload_indices"])


def recompute(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result of the function. What is kept for the backward pass is for `jax.checkpoint` around the loss to say."""
    return function(*args, **{name: value for name, value in kwargs.items() if name not in _OPTIONS})


class InputSpec(ArraySpec):
    """What `to_static` is told of an input: a shape, of which None and -1 are free, and a dtype, `"float32"`."""

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> InputSpec:
        return cls(tensor.shape, tensor.dtype, name)


class _Static(Function):
    """A function in Paddle's words. What specs say is for `hybridc export`: calls take other arrays as well."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return Module.__call__(self, *args, **kwargs)


def to_static(function: Callable[..., Any] | None = None, input_spec: Sequence[Any] | None = None) -> Any:
    """The function, compiled, or, without one, a decorator; a model, whose calls are compiled, as it is.

    `input_spec`: what `hybridc export` takes the inputs to be, by position.
    """
    if function is None:
        return lambda function: to_static(function, input_spec)
    if isinstance(function, types.FunctionType) and function.__name__ == "forward":  # calls of the layer compile it
        function.__dict__["input_specs"] = None if input_spec is None else tuple(input_spec)
        return function
    return compiled(function, _Static, input_spec)
