"""Pooling: of windows, and of all that there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras.kernels.pooling import average_pooled, max_pooled
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.settings import padding_of, sizes, standard_format

Array = jax.Array
Sizes = int | Sequence[int]


class _Pooling(Layer):
    """Windows of `pool_size`, `strides` apart, by default side by side."""

    rank = 2
    pooled: Any = staticmethod(max_pooled)

    def __init__(
        self,
        pool_size: Sizes = 2,
        strides: Sizes | None = None,
        padding: str = "valid",
        data_format: str | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.pool_size = sizes(pool_size, self.rank, "pool_size")
        self.strides = self.pool_size if strides is None else sizes(strides, self.rank, "strides")
        self.padding = padding_of(padding)
        self.data_format = standard_format(data_format)
        self.built = True

    def call(self, inputs: Array) -> Array:
        return self.pooled(inputs, self.pool_size, self.strides, self.padding, self.data_format)  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        return f"pool_size={self.pool_size}, strides={self.strides}, padding={self.padding!r}"


class _Global(Layer):
    """Over all axes but those of the batch and the channels, which may stay with size 1."""

    rank = 2
    reduced: Any = staticmethod(jnp.mean)

    def __init__(self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = standard_format(data_format)
        self.keepdims = keepdims
        self.built = True

    def call(self, inputs: Array) -> Array:
        first = 1 if self.data_format == "channels_last" else 2
        return self.reduced(inputs, axis=tuple(range(first, first + self.rank)), keepdims=self.keepdims)  # type: ignore[no-any-return]


class GlobalAveragePooling1D(_Global):
    """The average over the time steps: of those that count, where there is a mask."""

    rank = 1

    def __init__(self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(data_format, keepdims, **kwargs)
        self.supports_masking = True

    def call(self, inputs: Array, mask: Array | None = None) -> Array:
        if mask is None:
            return super().call(inputs)
        axis = 1 if self.data_format == "channels_last" else 2
        weights = mask.astype(inputs.dtype)
        weights = weights[..., None] if axis == 1 else weights[:, None]
        total = jnp.sum(inputs * weights, axis=axis, keepdims=self.keepdims)
        return total / jnp.sum(weights, axis=axis, keepdims=self.keepdims)

    def compute_mask(self, inputs: Any, mask: Any = None) -> None:
        return None


def _kind(base: Any, name: str, rank: int, words: str, **others: Any) -> Any:
    return type(name, (base,), {"rank": rank, "__doc__": words, "__module__": __name__, **others})


_OVER = {1: "one axis", 2: "two axes", 3: "three axes"}
MaxPooling1D, MaxPooling2D, MaxPooling3D = (
    _kind(_Pooling, f"MaxPooling{n}D", n, f"The largest element of windows over {_OVER[n]}.") for n in (1, 2, 3)
)
_average = staticmethod(average_pooled)
AveragePooling1D, AveragePooling2D, AveragePooling3D = (
    _kind(_Pooling, f"AveragePooling{n}D", n, f"The average of windows over {_OVER[n]}.", pooled=_average)
    for n in (1, 2, 3)
)
GlobalMaxPooling1D, GlobalMaxPooling2D, GlobalMaxPooling3D = (
    _kind(_Global, f"GlobalMaxPooling{n}D", n, f"The largest element over {_OVER[n]}.", reduced=staticmethod(jnp.max))
    for n in (1, 2, 3)
)
GlobalAveragePooling2D, GlobalAveragePooling3D = (
    _kind(_Global, f"GlobalAveragePooling{n}D", n, f"The average over {_OVER[n]}.") for n in (2, 3)
)
