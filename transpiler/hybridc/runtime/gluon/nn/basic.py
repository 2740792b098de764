"""Dense layers, tables, dropout and what only rearranges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.block import Block, HybridBlock
from hybridc.runtime.gluon.kernels.dropout import dropped
from hybridc.runtime.gluon.kernels.linear import embedding, fully_connected
from hybridc.runtime.gluon.nn.activations import Activation
from hybridc.runtime.gluon.nn.named import operator_named
from hybridc.runtime.gluon.nn.settings import OWN

Array = jax.Array

__all__ = ["Dense", "Dropout", "Embedding", "Flatten", "HybridLambda", "Identity", "Lambda", "ReflectionPad2D"]


class Dense(HybridBlock):
    """`activation(x @ weight.T + bias)`: (N, ...) to (N, units), or without `flatten` (..., in) to (..., units).

    Parameters: weight (units, in_units), of which the first input decides `in_units` if it is 0, and bias (units,).
    """

    _hybridc_matrices = ("weight",)

    def __init__(
        self,
        units: int,
        activation: str | None = None,
        use_bias: bool = True,
        flatten: bool = True,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_units: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._flatten = flatten
        self._units = units
        self._in_units = in_units
        with self.name_scope():
            options = {"dtype": dtype, "allow_deferred_init": True}
            self.weight: Any = self.params.get("weight", shape=(units, in_units), init=weight_initializer, **options)
            self.bias: Any = (
                self.params.get("bias", shape=(units,), init=bias_initializer, **options) if use_bias else None
            )
            self.act = None if activation is None else Activation(activation, prefix=f"{activation}_")

    def forward(self, x: Array, weight: Any = OWN, bias: Any = OWN) -> Array:
        """`weight` and `bias`: in the place of the layer's own, as in `super().forward(x, normalized)`."""
        weight = self.weight if weight is OWN else weight
        bias = self.bias if bias is OWN else bias
        found = fully_connected(x, weight, bias, self._units, self._flatten)
        return found if self.act is None else self.act(found)

    def extra_repr(self) -> str:
        return f"{self._in_units or None} -> {self._units}"


class Embedding(HybridBlock):
    """Rows of a table: integers (...) to (..., output_dim). Numbers outside of it are those of its first or last row.

    Parameters: weight (input_dim, output_dim). `sparse_grad` changes nothing: gradients are dense.
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        sparse_grad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._input_dim = input_dim
        self._output_dim = output_dim
        self.weight: Any = self.params.get(
            "weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype, allow_deferred_init=True
        )

    def forward(self, x: Array) -> Array:
        return embedding(x, self.weight)

    def extra_repr(self) -> str:
        return f"{self._input_dim} -> {self._output_dim}"


class Dropout(HybridBlock):
    """In training mode, elements are 0 with probability `rate`, else divided by `1 - rate`; `axes` share draws."""

    def __init__(self, rate: float, axes: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rate = rate
        self._axes = tuple(axes)

    def forward(self, x: Array) -> Array:
        return dropped(x, self._rate, self.training, self._axes)

    def extra_repr(self) -> str:
        return f"p = {self._rate}, axes={self._axes}"


class Flatten(HybridBlock):
    """(N, ...) to (N, the product of the others)."""

    def forward(self, x: Array) -> Array:
        return x.reshape(x.shape[0], -1)


class Identity(HybridBlock):
    """What it is given."""

    def forward(self, x: Any) -> Any:
        return x


class Lambda(Block):
    """A function as a block, or the operator of a name.

    Raises ValueError for a name that is none of these.
    """

    def __init__(self, function: Callable[..., Any] | str, prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            function = operator_named(function) or function
        if not callable(function):
            raise ValueError(f"Unrecognized function in lambda: {function} of type {type(function)}")
        self._func_impl = function

    def forward(self, *args: Any) -> Any:
        return self._func_impl(*args)

    def extra_repr(self) -> str:
        return getattr(self._func_impl, "__name__", "")


class HybridLambda(Lambda, HybridBlock):
    """A function as a block: of arrays alone, since there is no `F` here."""


class ReflectionPad2D(HybridBlock):
    """(N, C, H, W) with its elements mirrored at the edges: one width for all, or eight as `pad` takes them."""

    def __init__(self, padding: int | Sequence[int] = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        widths = (0, 0, 0, 0, *(padding,) * 4) if isinstance(padding, int) else tuple(padding)
        if len(widths) != 8:
            raise AssertionError("padding must be one number or eight")
        self._padding = widths

    def forward(self, x: Array) -> Array:
        return jnp.pad(x, list(zip(self._padding[::2], self._padding[1::2], strict=True)), mode="reflect")
