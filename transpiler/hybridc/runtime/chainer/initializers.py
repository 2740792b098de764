"""First values of parameters: Chainer's initializers, which fill NumPy arrays in place.

They have Chainer's distributions, but not its random numbers, unless one is given a generator as `rng`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.randomness import generator

__all__ = [
    "Constant",
    "DownsamplingConvFilter",
    "GlorotNormal",
    "GlorotUniform",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "LeCunNormal",
    "LeCunUniform",
    "NaN",
    "Normal",
    "One",
    "Orthogonal",
    "Uniform",
    "UpsamplingDeconvFilter",
    "Zero",
    "filling",
    "generate_array",
]

Array = np.ndarray[Any, Any]


class Initializer:
    """Called with an array, it fills that."""

    def __init__(self, dtype: Any = None) -> None:
        self.dtype = dtype

    def __call__(self, array: Array) -> None:
        raise NotImplementedError


def filling(initializer: Any) -> Any:
    """The initializer that Chainer takes an argument for: a number or an array is itself, None LeCun's normal one.

    Raises TypeError for anything else that cannot be called.
    """
    if initializer is None:
        return LeCunNormal()
    if np.isscalar(initializer) or isinstance(initializer, np.ndarray | Cell) or hasattr(initializer, "__array__"):
        return Constant(initializer)
    if not callable(initializer):
        raise TypeError(f"invalid type of initializer: {type(initializer)}")
    return initializer


def generate_array(initializer: Any, shape: Any, xp: Any = np, dtype: Any = None, device: Any = None) -> Array:
    """An array of the shape, filled; float32 unless something says otherwise."""
    array = np.empty(shape, dtype or getattr(initializer, "dtype", None) or np.float32)
    initializer(array)
    return array


class Constant(Initializer):
    """A number, or an array of the same shape."""

    def __init__(self, fill_value: Any, dtype: Any = None) -> None:
        super().__init__(dtype)
        self.fill_value = fill_value

    def __call__(self, array: Array) -> None:
        value = np.asarray(self.fill_value)
        if value.ndim and value.shape != array.shape:
            raise ValueError(f"the parameter has the shape {array.shape}, and its first values {value.shape}")
        array[...] = value


class Zero(Constant):
    def __init__(self, dtype: Any = None) -> None:
        super().__init__(0.0, dtype)


class One(Constant):
    def __init__(self, dtype: Any = None) -> None:
        super().__init__(1.0, dtype)


class NaN(Constant):
    def __init__(self, dtype: Any = None) -> None:
        super().__init__(np.nan, dtype)


class Identity(Initializer):
    """`scale` on the diagonal of a square matrix. Raises ValueError for other shapes."""

    def __init__(self, scale: float = 1.0, dtype: Any = None) -> None:
        super().__init__(dtype)
        self.scale = scale

    def __call__(self, array: Array) -> None:
        if array.ndim != 2 or array.shape[0] != array.shape[1]:
            raise ValueError("Identity matrix initialization can only be used for 2D squared matrices.")
        array[...] = np.identity(len(array)) * self.scale


class _Drawn(Initializer):
    """Draws from `rng`, or from what all first values are drawn from."""

    def __init__(self, scale: float, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(dtype)
        self.scale = scale
        self.rng = rng

    @property
    def _source(self) -> Any:
        return generator() if self.rng is None else self.rng


class Normal(_Drawn):
    """Normal, of standard deviation `scale`."""

    def __init__(self, scale: float = 0.05, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _deviation(self, shape: tuple[int, ...]) -> float:
        return self.scale

    def __call__(self, array: Array) -> None:
        array[...] = self._source.normal(0.0, self._deviation(array.shape), array.shape)


class Uniform(_Drawn):
    """Uniform between -`scale` and `scale`."""

    def __init__(self, scale: float = 0.05, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _bound(self, shape: tuple[int, ...]) -> float:
        return self.scale

    def __call__(self, array: Array) -> None:
        bound = self._bound(array.shape)
        array[...] = self._source.uniform(-bound, bound, array.shape)


def _fans(shape: tuple[int, ...]) -> tuple[int, int]:
    if len(shape) < 2:
        raise ValueError(f"shape must be of length >= 2. Actual shape: {shape}")
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


class LeCunNormal(Normal):
    """Of variance scale² / fan_in."""

    def __init__(self, scale: float = 1.0, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _deviation(self, shape: tuple[int, ...]) -> float:
        return self.scale * math.sqrt(1 / _fans(shape)[0])


class GlorotNormal(Normal):
    """Of variance 2 scale² / (fan_in + fan_out)."""

    def __init__(self, scale: float = 1.0, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _deviation(self, shape: tuple[int, ...]) -> float:
        return self.scale * math.sqrt(2 / sum(_fans(shape)))


class HeNormal(Normal):
    """Of variance 2 scale² / fan_in, or of fan_out if `fan_option` says so."""

    def __init__(self, scale: float = 1.0, dtype: Any = None, fan_option: str = "fan_in", rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)
        if fan_option not in ("fan_in", "fan_out"):
            raise ValueError("fan_option should be either 'fan_in' or 'fan_out'.")
        self.fan_option = fan_option

    def _deviation(self, shape: tuple[int, ...]) -> float:
        return self.scale * math.sqrt(2 / _fans(shape)[self.fan_option == "fan_out"])


class LeCunUniform(Uniform):
    """Between ± scale √(3 / fan_in)."""

    def __init__(self, scale: float = 1.0, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _bound(self, shape: tuple[int, ...]) -> float:
        return self.scale * math.sqrt(3 / _fans(shape)[0])


class GlorotUniform(Uniform):
    """Between ± scale √(6 / (fan_in + fan_out))."""

    def __init__(self, scale: float = 1.0, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _bound(self, shape: tuple[int, ...]) -> float:
        return self.scale * math.sqrt(6 / sum(_fans(shape)))


class HeUniform(Uniform):
    """Between ± scale √(6 / fan_in)."""

    def __init__(self, scale: float = 1.0, dtype: Any = None, rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)

    def _bound(self, shape: tuple[int, ...]) -> float:
        return self.scale * math.sqrt(6 / _fans(shape)[0])


_CONSTRAINTS = {"auto": (False, False), "projection": (False, True), "embedding": (True, False), "basis": (True, True)}


class Orthogonal(_Drawn):
    """Orthogonal rows or columns of length `scale`. Raises ValueError where the mode does not allow the shape."""

    def __init__(self, scale: float = 1.1, dtype: Any = None, mode: str = "auto", rng: Any = None) -> None:
        super().__init__(scale, dtype, rng)
        if mode not in _CONSTRAINTS:
            raise ValueError(f"Invalid mode: {mode!r}. Choose from {', '.join(map(repr, _CONSTRAINTS))}.")
        self.mode = mode

    def __call__(self, array: Array) -> None:
        if not array.shape:
            array[...] = self.scale * self._source.choice([-1, 1])
            return
        rows, columns = len(array), math.prod(array.shape[1:])
        wide, tall = _CONSTRAINTS[self.mode]
        if (columns > rows and wide) or (columns < rows and tall):
            raise ValueError(f"Cannot make orthogonal {self.mode}. shape = {array.shape}")
        drawn = self._source.normal(size=(rows, columns))
        q, r = np.linalg.qr(drawn.T if columns > rows else drawn)
        q *= np.copysign(self.scale, np.diag(r))
        array[...] = (q.T if columns > rows else q).reshape(array.shape)


class _Filter(Initializer):
    """The weights of linear interpolation, for each channel, of square kernels."""

    def __init__(self, interpolation: str = "linear", dtype: Any = None) -> None:
        super().__init__(dtype)
        if interpolation != "linear":
            raise ValueError(f"Unsupported interpolation method: {interpolation}")

    def _scaled(self, weights: Array) -> Array:
        return weights

    def __call__(self, array: Array) -> None:
        inputs, outputs, *sizes = array.shape
        if len(set(sizes)) != 1:
            raise ValueError(f"ksize must be all same: {sizes}")
        factor = (sizes[0] + 1) // 2
        center = factor - (1.0 if sizes[0] % 2 else 0.5)
        line = 1 - np.abs(np.arange(sizes[0]) - center) / factor
        weights = np.array(1.0)
        for _ in sizes:
            weights = weights[..., None] * line
        array[...] = 0
        array[np.arange(inputs), 0 if outputs == 1 else np.arange(outputs)] = self._scaled(weights)


class UpsamplingDeconvFilter(_Filter):
    """For deconvolutions that enlarge images."""


class DownsamplingConvFilter(_Filter):
    """For convolutions that make images smaller: the weights have the sum 1."""

    def _scaled(self, weights: Array) -> Array:
        return weights / weights.sum()  # type: ignore[no-any-return]
