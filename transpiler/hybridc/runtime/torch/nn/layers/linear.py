"""Linear layers, and those that only lay out their input."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from hybridc.runtime.core.deferred import Deferred
from hybridc.runtime.torch.cells import Parameter, UninitializedParameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional.linear import bilinear, linear
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["Bilinear", "Flatten", "Identity", "LazyLinear", "Linear", "Unflatten"]


class Identity(Module):
    """Returns its input. Takes any arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Array) -> Array:
        return input


class Linear(Module):
    """`x @ weight.T + bias`: (*, in_features) to (*, out_features).

    Parameters: weight (out_features, in_features) and bias (out_features,), both drawn evenly from
    [-1/sqrt(in_features), 1/sqrt(in_features)].
    """

    _hybridc_matrices = ("weight",)

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.register_parameter("weight", _unset((out_features, in_features), dtype))
        self.register_parameter("bias", _unset((out_features,), dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.weight.shape[1]) if self.weight.shape[1] else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Array) -> Array:
        return linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class LazyLinear(Deferred, Linear):
    """`Linear` whose `in_features` is the size of the last axis of its first input."""

    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__(0, 0, bias=False)
        self.out_features = out_features
        self.register_parameter("weight", UninitializedParameter(dtype=dtype))
        self.register_parameter("bias", UninitializedParameter(dtype=dtype) if bias else None)

    def initialize_parameters(self, input: Array) -> None:
        self.in_features = input.shape[-1]
        self._parameters["weight"].materialize((self.out_features, self.in_features))
        if self._parameters["bias"] is not None:
            self._parameters["bias"].materialize((self.out_features,))

    def reset_parameters(self) -> None:
        if self.in_features and not self.has_uninitialized_params():
            super().reset_parameters()


class Bilinear(Module):
    """`x1 @ weight[k] @ x2 + bias[k]`: (*, in1_features) and (*, in2_features) to (*, out_features).

    Parameters: weight (out_features, in1_features, in2_features) and bias (out_features,), both drawn evenly from
    [-1/sqrt(in1_features), 1/sqrt(in1_features)]. Raises ValueError where `in1_features` is not positive.
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.register_parameter("weight", _unset((out_features, in1_features, in2_features), dtype))
        self.register_parameter("bias", _unset((out_features,), dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        if self.in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got (in1_features={self.in1_features})")
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Array, input2: Array) -> Array:
        return bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        sizes = f"in1_features={self.in1_features}, in2_features={self.in2_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"


class Flatten(Module):
    """Joins the axes from `start_dim` to `end_dim`, both included, into one."""

    _hybridc_shares_memory = True

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Array) -> Array:
        if input.ndim == 0:
            return input.reshape(1)
        start, end = (_axis(dim, input.ndim) for dim in (self.start_dim, self.end_dim))
        if start > end:
            raise ValueError("flatten() has invalid args: start_dim cannot come after end_dim")
        joined = math.prod(input.shape[start : end + 1])
        return input.reshape(*input.shape[:start], joined, *input.shape[end + 1 :])

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits the axis `dim` into axes of the given sizes, one of which may be -1. Raises TypeError for others."""

    _hybridc_shares_memory = True

    def __init__(self, dim: int, unflattened_size: Sequence[int]) -> None:
        super().__init__()
        if not isinstance(unflattened_size, tuple | list) or not all(isinstance(n, int) for n in unflattened_size):
            raise TypeError(f"unflattened_size must be a tuple of ints, but found {unflattened_size!r}")
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Array) -> Array:
        dim, sizes = _axis(self.dim, input.ndim), list(self.unflattened_size)
        if -1 in sizes:
            known = math.prod(size for size in sizes if size != -1)
            sizes[sizes.index(-1)] = input.shape[dim] // known if known else 0
        if math.prod(sizes) != input.shape[dim]:
            raise ValueError(f"unflatten: {self.unflattened_size} don't multiply up to {input.shape[dim]}, axis {dim}")
        return input.reshape(*input.shape[:dim], *sizes, *input.shape[dim + 1 :])

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


def _unset(shape: tuple[int, ...], dtype: Any) -> Parameter:
    """A parameter whose values are drawn later."""
    return Parameter(np.zeros(shape, np.float32 if dtype is None else dtype))


def _axis(dim: int, ndim: int) -> int:
    if not -ndim <= dim < ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {dim})")
    return dim % ndim
