"""Layers that lay elements out anew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.ops.resizing import image_resize
from hybridc.runtime.keras.settings import sizes, standard_format

Array = jax.Array
Sizes = int | Sequence[int]

__all__ = [
    "Cropping1D",
    "Cropping2D",
    "Cropping3D",
    "Flatten",
    "Permute",
    "RepeatVector",
    "Rescaling",
    "Reshape",
    "UpSampling1D",
    "UpSampling2D",
    "UpSampling3D",
    "ZeroPadding1D",
    "ZeroPadding2D",
    "ZeroPadding3D",
]


class _Plain(Layer):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.built = True


class Flatten(_Plain):
    """(N, ...) to (N, the product of the others)."""

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = standard_format(data_format)

    def call(self, inputs: Array) -> Array:
        if self.data_format == "channels_first" and inputs.ndim > 1:
            inputs = jnp.moveaxis(inputs, 1, -1)
        return inputs.reshape(inputs.shape[0], math.prod(inputs.shape[1:]))


class Reshape(_Plain):
    """Each example in a shape, of which -1 is what is left."""

    def __init__(self, target_shape: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target_shape = (target_shape,) if isinstance(target_shape, int) else tuple(target_shape)

    def call(self, inputs: Array) -> Array:
        known = math.prod(n for n in self.target_shape if n != -1)
        whole = math.prod(inputs.shape[1:])
        shape = [whole // known if n == -1 else n for n in self.target_shape]
        return inputs.reshape((inputs.shape[0], *shape))


class Permute(_Plain):
    """The axes in another order, counted from 1 behind the batch."""

    def __init__(self, dims: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(self.dims) != list(range(1, len(self.dims) + 1)):
            raise ValueError(
                "Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be "
                f"consecutive and start from 1. Received dims={dims}"
            )

    def call(self, inputs: Array) -> Array:
        return inputs.transpose((0, *self.dims))


class RepeatVector(_Plain):
    """(N, features) to (N, n, features)."""

    def __init__(self, n: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.n = n

    def call(self, inputs: Array) -> Array:
        return jnp.repeat(inputs[:, None], self.n, axis=1)


class Rescaling(_Plain):
    """`x * scale + offset`, of integers too."""

    def __init__(self, scale: Any, offset: Any = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scale = tuple(scale) if isinstance(scale, list) else scale
        self.offset = tuple(offset) if isinstance(offset, list) else offset
        self.supports_masking = True

    def call(self, inputs: Any) -> Array:
        dtype = self.compute_dtype
        x: Array = jnp.asarray(inputs).astype(dtype)
        return x * jnp.asarray(self.scale, dtype) + jnp.asarray(self.offset, dtype)


def _pairs(value: Any, rank: int, name: str) -> tuple[tuple[int, int], ...]:
    """One number, one for each axis, or two for each."""
    if rank == 1 and not isinstance(value, int) and len(value) == 2 and isinstance(value[0], int):
        return ((value[0], value[1]),)
    each = [value] * rank if isinstance(value, int) else list(value)
    if len(each) != rank:
        raise ValueError(f"`{name}` should have {rank} elements. Found: {value}")
    return tuple((v, v) if isinstance(v, int) else (v[0], v[1]) for v in each)


class _Sided(_Plain):
    rank = 2

    def _first(self) -> int:
        return 1 if self.data_format == "channels_last" else 2

    def __init__(self, data_format: str | None, kwargs: dict[str, Any]) -> None:
        super().__init__(**kwargs)
        self.data_format = standard_format(data_format)


class ZeroPadding2D(_Sided):
    """Zeros on all sides of the axes between the batch and the channels."""

    def __init__(self, padding: Any = 1, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, kwargs)
        self.padding = _pairs(padding, self.rank, "padding")

    def call(self, inputs: Array) -> Array:
        widths = [(0, 0)] * inputs.ndim
        widths[self._first() : self._first() + self.rank] = self.padding
        return jnp.pad(inputs, widths)


class ZeroPadding1D(ZeroPadding2D):
    """Zeros before and behind the time steps."""

    rank = 1


class ZeroPadding3D(ZeroPadding2D):
    """Zeros on all sides of three axes."""

    rank = 3


class Cropping2D(_Sided):
    """Without what lies at the sides of the axes between the batch and the channels."""

    def __init__(self, cropping: Any = 0, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(data_format, kwargs)
        self.cropping = _pairs(cropping, self.rank, "cropping")

    def call(self, inputs: Array) -> Array:
        index = [slice(None)] * inputs.ndim
        for axis, (before, behind) in enumerate(self.cropping, self._first()):
            if before + behind >= inputs.shape[axis]:
                raise ValueError(f"`cropping` leaves nothing of inputs of shape {inputs.shape}: {self.cropping}")
            index[axis] = slice(before, inputs.shape[axis] - behind)
        return inputs[tuple(index)]


class Cropping1D(Cropping2D):
    """Without the first and the last time steps."""

    rank = 1

    def __init__(self, cropping: Any = 1, **kwargs: Any) -> None:
        super().__init__(cropping, **kwargs)


class Cropping3D(Cropping2D):
    """Without what lies at the sides of three axes."""

    rank = 3

    def __init__(self, cropping: Any = 1, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(cropping, data_format, **kwargs)


class UpSampling2D(_Sided):
    """Each row and column several times, or `bilinear`, or `bicubic`, between them."""

    def __init__(
        self, size: Sizes = 2, data_format: str | None = None, interpolation: str = "nearest", **kwargs: Any
    ) -> None:
        super().__init__(data_format, kwargs)
        self.size = sizes(size, self.rank, "size")
        self.interpolation = interpolation.lower()
        if self.interpolation not in ("nearest", "bilinear", "bicubic"):
            raise NotImplementedError(f"`interpolation={interpolation!r}` has no counterpart here: 'bilinear' has one")

    def call(self, inputs: Array) -> Array:
        if self.interpolation == "nearest":
            for axis, times in enumerate(self.size, self._first()):
                inputs = jnp.repeat(inputs, times, axis=axis)
            return inputs
        first = self._first()
        size = [inputs.shape[first + i] * times for i, times in enumerate(self.size)]
        return image_resize(inputs, size, self.interpolation, data_format=self.data_format)


class UpSampling1D(UpSampling2D):
    """Each time step several times."""

    rank = 1

    def __init__(self, size: int = 2, **kwargs: Any) -> None:
        super().__init__(size, **kwargs)


class UpSampling3D(UpSampling2D):
    """Each element several times along three axes."""

    rank = 3

    def __init__(self, size: Sizes = 2, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(size, data_format, **kwargs)
