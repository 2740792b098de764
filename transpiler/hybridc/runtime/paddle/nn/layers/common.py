"""Linear layers, tables, dropout, and layers that only lay out their input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from hybridc.runtime.paddle import tensors
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional.dropout import alpha_dropout, dropout, dropout2d, dropout3d
from hybridc.runtime.paddle.nn.functional.linear import bilinear, linear
from hybridc.runtime.paddle.nn.functional.tables import embedding

Array = jax.Array

__all__ = [
    "AlphaDropout", "Bilinear", "Dropout", "Dropout2D", "Dropout3D", "Embedding", "Flatten", "Identity", "Linear",
    "Unflatten",
]  # fmt: skip


class Identity(Layer):
    """Returns its input. Takes any arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        return input


class Linear(Layer):
    """`x @ weight + bias`: (*, in_features) to (*, out_features).

    Parameters: weight (in_features, out_features), and bias (out_features,) unless `bias_attr` is False.
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        weight_attr: Any = None,
        bias_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._weight_attr, self._bias_attr = weight_attr, bias_attr
        self.weight = self.create_parameter([in_features, out_features], weight_attr)
        self.bias = self.create_parameter([out_features], bias_attr, is_bias=True)
        self.name = name

    def forward(self, input: Array) -> Array:
        return linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.weight.shape[0]}, out_features={self.weight.shape[1]}"


class Bilinear(Layer):
    """`x1 @ weight[k] @ x2 + bias[k]`: (N, in1_features) and (N, in2_features) to (N, out_features).

    Parameters: weight (out_features, in1_features, in2_features), and bias (1, out_features).
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        weight_attr: Any = None,
        bias_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.weight = self.create_parameter([out_features, in1_features, in2_features], weight_attr)
        self.bias = self.create_parameter([1, out_features], bias_attr, is_bias=True)

    def forward(self, x1: Array, x2: Array) -> Array:
        return bilinear(x1, x2, self.weight, self.bias)


class Embedding(Layer):
    """Rows of a table: integers (*) to (*, embedding_dim). The row `padding_idx` is 0, and so is what it gives.

    Parameters: weight (num_embeddings, embedding_dim). Raises ValueError for a `padding_idx` that is no row,
    NotImplementedError for `max_norm`, with which Paddle writes into the table.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        *,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        weight_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        if max_norm is not None:
            raise NotImplementedError("Embedding with `max_norm` writes into its table: scale the table instead")
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(f"padding_idx must be within [-{num_embeddings}, {num_embeddings})")
        self._num_embeddings = num_embeddings
        self._embedding_dim = embedding_dim
        self._padding_idx = padding_idx
        self.weight = self.create_parameter([num_embeddings, embedding_dim], weight_attr)
        if padding_idx is not None:
            table = np.array(self.weight.held)
            table[padding_idx] = 0
            self.weight.held = table

    @property
    def padding_idx(self) -> int | None:
        return self._padding_idx

    def forward(self, x: Array) -> Array:
        return embedding(x, self.weight, self._padding_idx)

    def extra_repr(self) -> str:
        return f"{self._num_embeddings}, {self._embedding_dim}"


class Dropout(Layer):
    """In training mode, elements are 0 with probability `p`: see `F.dropout` for `axis` and `mode`."""

    def __init__(
        self,
        p: float = 0.5,
        inplace: bool = False,
        axis: int | Sequence[int] | None = None,
        mode: str = "upscale_in_train",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.p = p
        self.inplace = inplace
        self.axis = axis
        self.mode = mode

    def forward(self, input: Array) -> Array:
        return dropout(input, self.p, self.axis, self.training, self.inplace, self.mode)

    def extra_repr(self) -> str:
        return f"p={self.p}, axis={self.axis}, mode={self.mode}"


class Dropout2D(Layer):
    """In training mode, whole channels are 0 with probability `p`."""

    def __init__(self, p: float = 0.5, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__()
        self.p = p
        self.data_format = data_format

    def forward(self, input: Array) -> Array:
        return dropout2d(input, self.p, self.training, self.data_format)


class Dropout3D(Layer):
    """In training mode, whole channels are 0 with probability `p`."""

    def __init__(self, p: float = 0.5, data_format: str = "NCDHW", name: str | None = None) -> None:
        super().__init__()
        self.p = p
        self.data_format = data_format

    def forward(self, input: Array) -> Array:
        return dropout3d(input, self.p, self.training, self.data_format)


class AlphaDropout(Layer):
    """Dropout that keeps mean 0 and variance 1."""

    def __init__(self, p: float = 0.5, name: str | None = None) -> None:
        super().__init__()
        self.p = p

    def forward(self, input: Array) -> Array:
        return alpha_dropout(input, self.p, self.training)


class Flatten(Layer):
    """Joins the axes from `start_axis` to `stop_axis`, both included, into one."""

    def __init__(self, start_axis: int = 1, stop_axis: int = -1) -> None:
        super().__init__()
        self.start_axis = start_axis
        self.stop_axis = stop_axis

    def forward(self, input: Array) -> Array:
        return tensors.flatten(input, self.start_axis, self.stop_axis)


class Unflatten(Layer):
    """Splits an axis into axes of the given sizes, one of which may be -1."""

    def __init__(self, axis: int, shape: Sequence[int], name: str | None = None) -> None:
        super().__init__()
        self.axis = axis
        self.shape = shape

    def forward(self, input: Array) -> Array:
        return tensors.unflatten(input, self.axis, self.shape)
