"""The layers of einops for models that were converted from PyTorch. The one part of the runtime that needs einops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import einops
import jax
import jax.numpy as jnp
from einops.layers import RearrangeMixin, ReduceMixin
from einops.layers._einmix import _EinmixMixin

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["EinMix", "Rearrange", "Reduce"]


class Rearrange(Module):
    """`einops.rearrange` by a pattern. Raises EinopsError for one that is none."""

    def __init__(self, pattern: str, **axes_lengths: Any) -> None:
        super().__init__()
        RearrangeMixin(pattern, **axes_lengths)
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input: Array) -> Array:
        return einops.rearrange(input, self.pattern, **self.axes_lengths)

    def extra_repr(self) -> str:
        return ", ".join([repr(self.pattern), *_named(self.axes_lengths)])


class Reduce(Module):
    """`einops.reduce` by a pattern and a reduction. Raises EinopsError for those that are none."""

    def __init__(self, pattern: str, reduction: str, **axes_lengths: Any) -> None:
        super().__init__()
        ReduceMixin(pattern, reduction, **axes_lengths)
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input: Array) -> Array:
        return einops.reduce(input, self.pattern, self.reduction, **self.axes_lengths)

    def extra_repr(self) -> str:
        return ", ".join([repr(self.pattern), repr(self.reduction), *_named(self.axes_lengths)])


class EinMix(_EinmixMixin, Module):
    """A linear map between the axes that a pattern names, with axes split before and joined after it.

    Parameters: weight, of the axes `weight_shape`, drawn evenly from [-sqrt(3 / n), sqrt(3 / n)], and bias, of the
    pattern's right side with 1 for axes that are not in `bias_shape`, drawn evenly from [-sqrt(1 / n), sqrt(1 / n)];
    n is how many elements are summed. Raises EinopsError for patterns that do not fit.
    """

    weight: Any
    bias: Any

    def _create_parameters(
        self, weight_shape: Sequence[int], weight_bound: float, bias_shape: Sequence[int] | None, bias_bound: float
    ) -> None:
        self.weight = init.uniform_(Parameter(jnp.zeros(tuple(weight_shape))), -weight_bound, weight_bound)
        self.bias = None
        if bias_shape is not None:
            bias = Parameter(jnp.zeros(tuple(bias_shape)))
            self.register_parameter("bias", init.uniform_(bias, -bias_bound, bias_bound))

    def _create_rearrange_layers(
        self,
        pre_reshape_pattern: str | None,
        pre_reshape_lengths: dict[str, int] | None,
        post_reshape_pattern: str | None,
        post_reshape_lengths: dict[str, int] | None,
    ) -> None:
        self.pre_rearrange = _rearranging(pre_reshape_pattern, pre_reshape_lengths)
        self.post_rearrange = _rearranging(post_reshape_pattern, post_reshape_lengths)

    def forward(self, input: Array) -> Array:
        if self.pre_rearrange is not None:
            input = self.pre_rearrange(input)
        result = jnp.einsum(self.einsum_pattern, input, self.weight)
        if self.bias is not None:
            result = result + self.bias
        return result if self.post_rearrange is None else self.post_rearrange(result)


def _rearranging(pattern: str | None, axes_lengths: dict[str, int] | None) -> Rearrange | None:
    return None if pattern is None else Rearrange(pattern, **(axes_lengths or {}))


def _named(axes_lengths: dict[str, Any]) -> list[str]:
    return [f"{axis}={length}" for axis, length in axes_lengths.items()]
