"""Layers that prepare numbers and images, without drawing."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.keras.kernels.linear import embedding
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.layers.core import Embedding
from hybridc.runtime.keras.masks import set_mask
from hybridc.runtime.keras.ops.resizing import image_resize
from hybridc.runtime.keras.settings import standard_format

Array = jax.Array

__all__ = ["CenterCrop", "Normalization", "Resizing", "ReversibleEmbedding"]


class Normalization(Layer):
    """`(x - mean) / sqrt(variance)`, of numbers that are given, or that `adapt(data)` finds.

    Weights, where they are not given: mean, variance and count.
    """

    def __init__(
        self, axis: Any = -1, mean: Any = None, variance: Any = None, invert: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        if (mean is None) != (variance is None):
            raise ValueError("When setting values directly, both `mean` and `variance` must be set.")
        self.axis = () if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
        self.invert = invert
        self.input_mean = None if mean is None else np.asarray(mean, np.float32)
        self.input_variance = None if variance is None else np.asarray(variance, np.float32)
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        self._kept = tuple(sorted(axis % len(input_shape) for axis in self.axis))
        self._shape = tuple(input_shape[i] if i in self._kept else 1 for i in range(len(input_shape)))
        if self.input_mean is None:
            shape = tuple(input_shape[i] for i in self._kept)
            self.adapt_mean = self.add_weight(shape, "zeros", trainable=False, name="mean")
            self.adapt_variance = self.add_weight(shape, "ones", trainable=False, name="variance")
            self.count = self.add_weight((), "zeros", dtype="int32", trainable=False, name="count")
        self.built = True

    def adapt(self, data: Any) -> None:
        """Finds the mean and the variance of an array."""
        x = np.asarray(data)
        if not self.built:
            self.build(x.shape)
        others = tuple(i for i in range(x.ndim) if i not in self._kept)
        self.adapt_mean.assign(x.mean(others))
        self.adapt_variance.assign(x.var(others))

    def call(self, inputs: Any) -> Array:
        x = jnp.asarray(inputs).astype(self.compute_dtype)
        mean, variance = (self._laid(value) for value in self._found())
        deviation = jnp.maximum(jnp.sqrt(variance), 1e-7)
        found: Array = mean + x * deviation if self.invert else (x - mean) / deviation
        return found

    def _found(self) -> tuple[Any, Any]:
        if self.input_mean is None:
            return self.adapt_mean, self.adapt_variance
        return self.input_mean, self.input_variance

    def _laid(self, value: Any) -> Array:
        """Along the axes that are kept, from the last on."""
        array: Array = jnp.asarray(value)
        if array.ndim == 0:
            return array
        shape = [1] * len(self._shape)
        for place in range(1, array.ndim + 1):
            shape[self._kept[-place]] = array.shape[-place]
        return array.reshape(shape)


class Resizing(Layer):
    """Images (H, W, C) or (N, H, W, C) of another height and width."""

    def __init__(
        self,
        height: int,
        width: int,
        interpolation: str = "bilinear",
        crop_to_aspect_ratio: bool = False,
        pad_to_aspect_ratio: bool = False,
        *,
        antialias: bool = False,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        if crop_to_aspect_ratio or pad_to_aspect_ratio:
            raise NotImplementedError("crop or pad images yourself, before `layers.Resizing(height, width)`")
        super().__init__(**kwargs)
        self.height, self.width = height, width
        self.interpolation = interpolation
        self.antialias = antialias
        self.data_format = standard_format(data_format)
        self.built = True

    def call(self, inputs: Array) -> Array:
        size = self.height, self.width
        found = image_resize(inputs, size, self.interpolation, self.antialias, self.data_format)
        return found.astype(self.compute_dtype)


class CenterCrop(Layer):
    """The middle of images (H, W, C) or (N, H, W, C). Raises NotImplementedError for images that are smaller."""

    def __init__(self, height: int, width: int, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.height, self.width = height, width
        self.data_format = standard_format(data_format)
        self.built = True

    def call(self, inputs: Array) -> Array:
        first = inputs.ndim - (3 if self.data_format == "channels_last" else 2)
        index = [slice(None)] * inputs.ndim
        for axis, size in ((first, self.height), (first + 1, self.width)):
            room = inputs.shape[axis] - size
            if room < 0:
                raise NotImplementedError("`CenterCrop` of smaller images has no counterpart here: use `Resizing`")
            index[axis] = slice(room // 2, room // 2 + size)
        return inputs[tuple(index)].astype(self.compute_dtype)


class ReversibleEmbedding(Embedding):
    """Rows of a table, and with `reverse=True` what arrays (..., output_dim) have in common with each row.

    Weights: embeddings (input_dim, output_dim), and, without `tie_weights`, reverse_embeddings of the other shape.
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        tie_weights: bool = True,
        embeddings_initializer: Any = "uniform",
        *,
        reverse_dtype: Any = None,
        logit_soft_cap: float | None = None,
        **kwargs: Any,
    ) -> None:
        self.__dict__["tie_weights"] = tie_weights
        super().__init__(input_dim, output_dim, embeddings_initializer, **kwargs)
        self.reverse_dtype = reverse_dtype
        self.logit_soft_cap = logit_soft_cap

    def build(self, input_shape: Any = None) -> None:
        if self.built:
            return
        super().build(input_shape)
        if not self.tie_weights:
            shape = self.output_dim, self.input_dim
            self.reverse_embeddings = self.add_weight(shape, self.embeddings_initializer, name="reverse_embeddings")

    def call(self, inputs: Any, reverse: bool = False) -> Array:
        if not reverse:
            found = embedding(inputs, self.embeddings).astype(self.compute_dtype)
            set_mask(found, super().compute_mask(inputs))
            return found
        kernel = self.embeddings.T if self.tie_weights else self.reverse_embeddings
        if self.reverse_dtype is not None:
            inputs, kernel = inputs.astype(self.reverse_dtype), kernel.astype(self.reverse_dtype)
        logits = jnp.matmul(inputs, kernel)
        cap = self.logit_soft_cap
        return logits if cap is None else jnp.tanh(logits / cap) * cap

    def compute_mask(self, inputs: Any, mask: Any = None) -> None:
        return None
