"""Layers that stand for inputs, multiply by weights, look up rows, or hold a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras import activations, initializers, regularizers
from hybridc.runtime.keras.kernels.linear import dense, embedding
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.masks import set_mask
from hybridc.runtime.keras.symbolic import KerasTensor, Node

Array = jax.Array

__all__ = ["Activation", "Dense", "Embedding", "Identity", "Input", "InputLayer", "Lambda", "Masking"]


class InputLayer(Layer):
    """What a model is given, as a layer: `shape` behind an axis for the batch, or `batch_shape`."""

    def __init__(
        self,
        shape: Sequence[int | None] | None = None,
        batch_size: int | None = None,
        dtype: Any = None,
        sparse: Any = None,
        batch_shape: Sequence[int | None] | None = None,
        input_tensor: Any = None,
        optional: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        shape = kwargs.pop("input_shape", shape)
        super().__init__(name=name)
        whole = tuple(batch_shape) if batch_shape is not None else (batch_size, *(shape or ()))
        tensor = KerasTensor(whole, dtype or "float32", self.name)
        self._hybridc_record.nodes.append(Node(self, (), {}, tensor))
        self._autocast = False
        self.built = True

    def get_config(self) -> dict[str, Any]:
        own = {"batch_shape": self.batch_shape, "dtype": self.output.dtype, "sparse": False, "ragged": False}
        return own | {"name": self.name}

    @property
    def batch_shape(self) -> tuple[int | None, ...]:
        return self.output.shape  # type: ignore[no-any-return]

    def call(self, inputs: Array) -> Array:
        return inputs


def Input(
    shape: Sequence[int | None] | None = None,
    batch_size: int | None = None,
    dtype: Any = None,
    sparse: Any = None,
    batch_shape: Sequence[int | None] | None = None,
    name: str | None = None,
    tensor: Any = None,
    optional: bool = False,
) -> KerasTensor:
    """What a model is given: of `shape` behind an axis for the batch, or of `batch_shape`."""
    if tensor is not None:
        return tensor  # type: ignore[no-any-return]
    if sparse:
        raise ValueError("arrays are dense: leave `sparse=True` out")
    if shape is None and batch_shape is None:
        raise ValueError("You must pass a `shape` argument.")
    if isinstance(shape, int):
        shape = (shape,)
    whole = tuple(batch_shape) if batch_shape is not None else (batch_size, *(shape or ()))
    layer = InputLayer(batch_shape=whole, dtype=dtype, name=name)
    return layer.output  # type: ignore[no-any-return]


class Dense(Layer):
    """`activation(x @ kernel + bias)`: (..., in) to (..., units). Weights: kernel (in, units), bias (units,)."""

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.units = units
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.kernel_constraint = kernel_constraint
        self.bias_constraint = bias_constraint
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        self.kernel = self.add_weight(
            (input_shape[-1], self.units), self.kernel_initializer, regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint, name="kernel",
        )  # fmt: skip
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                (self.units,), self.bias_initializer, regularizer=self.bias_regularizer,
                constraint=self.bias_constraint, name="bias",
            )  # fmt: skip
        self.built = True

    def call(self, inputs: Array, training: bool | None = None) -> Array:
        return self.activation(dense(inputs, self.kernel, self.bias))  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        return f"{self.units}"


class Embedding(Layer):
    """Rows of a table: integers (...) to (..., output_dim). Weights: embeddings (input_dim, output_dim).

    With `mask_zero`, what comes from 0 is masked for the layers that follow.
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        weights: Any = None,
        **kwargs: Any,
    ) -> None:
        length = kwargs.pop("input_length", None)
        if length is not None and "input_shape" not in kwargs:
            kwargs["input_shape"] = (length,)
        super().__init__(**kwargs)
        self.input_dim = input_dim
        self.output_dim = output_dim
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.embeddings_constraint = embeddings_constraint
        self.mask_zero = mask_zero
        self.supports_masking = mask_zero
        self._autocast = False
        self.build(())
        if weights is not None:
            self.set_weights(weights if isinstance(weights, list) else [weights])

    def build(self, input_shape: Any = None) -> None:
        if self.built:
            return
        self.embeddings = self.add_weight(
            (self.input_dim, self.output_dim), self.embeddings_initializer, regularizer=self.embeddings_regularizer,
            constraint=self.embeddings_constraint, name="embeddings",
        )  # fmt: skip
        self.built = True

    def call(self, inputs: Array) -> Array:
        return embedding(inputs, self.embeddings).astype(self.compute_dtype)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return jnp.asarray(inputs) != 0 if self.mask_zero else None

    def extra_repr(self) -> str:
        return f"{self.input_dim} -> {self.output_dim}"


class Activation(Layer):
    """A function of a name, or as given."""

    def __init__(self, activation: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.activation = activations.get(activation)
        self.supports_masking = True
        self.built = True

    def call(self, inputs: Array) -> Array:
        return self.activation(inputs)  # type: ignore[no-any-return]


class Identity(Layer):
    """What it is given."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.built = True

    def call(self, inputs: Any) -> Any:
        return inputs


class Lambda(Layer):
    """A function as a layer. It may take `mask` and `training`."""

    def __init__(
        self,
        function: Callable[..., Any],
        output_shape: Any = None,
        mask: Any = None,
        arguments: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.function = function
        self.arguments = tuple((arguments or {}).items())
        self.mask = mask
        self.supports_masking = mask is not None
        self.built = True
        self._takes = tuple(n for n in ("mask", "training") if n in inspect.signature(function).parameters)

    def call(self, inputs: Any, mask: Any = None, training: bool | None = None) -> Any:
        options = dict(self.arguments)
        options |= {"mask": mask} if "mask" in self._takes else {}
        options |= {"training": training} if "training" in self._takes else {}
        return self.function(inputs, **options)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return self.mask(inputs, mask) if callable(self.mask) else self.mask


class Masking(Layer):
    """Masks the time steps whose elements all are `mask_value`, and makes them 0."""

    def __init__(self, mask_value: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.mask_value = mask_value
        self.supports_masking = True
        self.built = True

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return jnp.any(inputs != self.mask_value, axis=-1)

    def call(self, inputs: Array) -> Array:
        mask = jnp.any(inputs != self.mask_value, axis=-1, keepdims=True)
        outputs = inputs * mask.astype(inputs.dtype)
        set_mask(outputs, mask[..., 0])
        return outputs
