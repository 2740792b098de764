"""`tf.function`: functions and methods that are compiled; models are, whether they ask for it or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hybridc.runtime.core.expected import ArraySpec
from hybridc.runtime.core.functions import Function, compiled

__all__ = ["TensorSpec", "function"]


class TensorSpec(ArraySpec):
    """What an `input_signature` says of an array, as `tf.TensorSpec`: a shape, of which None is free, and a dtype."""

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        return cls(tensor.shape, tensor.dtype, name)


class _Function(Function):
    """A function in TensorFlow's words."""

    def get_concrete_function(self, *specs: Any) -> Function:
        """The function for arguments like these."""
        return _Function(self._func, specs or self._hybridc_specs)

    @property
    def python_function(self) -> Callable[..., Any]:
        return self._func


def function(
    func: Callable[..., Any] | None = None, input_signature: Sequence[Any] | None = None, **options: Any
) -> Any:
    """The function, compiled, or, without one, a decorator; a model, whose calls are compiled, as it is.

    `input_signature`: what the arguments have to be like, by position. A call with others raises TypeError.
    """
    if func is None:
        return lambda func: compiled(func, _Function, input_signature)
    return compiled(func, _Function, input_signature)
