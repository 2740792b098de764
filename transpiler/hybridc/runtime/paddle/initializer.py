"""Initial parameters, drawn as `paddle.nn.initializer` draws them: the same distributions, from a generator of NumPy's.

An initializer is called with the shape and the dtype of a parameter, and gives an array; called with a parameter, it
fills that. Sources: `paddle/nn/initializer/*.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core.randomness import generator
from hybridc.runtime.mutable import Mutable

__all__ = [
    "Assign", "Bilinear", "Constant", "Dirac", "Initializer", "KaimingNormal", "KaimingUniform", "Normal",
    "Orthogonal", "TruncatedNormal", "Uniform", "XavierNormal", "XavierUniform", "calculate_gain", "default",
    "set_global_initializer",
]  # fmt: skip

Shape = Sequence[int]
Values = np.ndarray[Any, Any]
_globals: dict[str, Initializer | None] = {"weight": None, "bias": None}


class Initializer:
    """Gives the first values of a parameter."""

    def values(self, shape: tuple[int, ...]) -> Values:
        raise NotImplementedError(f"{type(self).__name__} has no values")

    def __call__(self, param: Any, block: Any = None) -> Any:
        """Fills a parameter, and returns it. Raises TypeError for what cannot be filled."""
        if not isinstance(param, Mutable):
            raise TypeError(f"an initializer fills parameters, not {type(param).__name__}")
        param._write(self.drawn(param.shape, param.dtype))
        return param

    def drawn(self, shape: Shape, dtype: Any) -> Any:
        """An array of that shape and dtype."""
        return jnp.asarray(self.values(tuple(shape)), dtype)


class Constant(Initializer):
    def __init__(self, value: float = 0.0) -> None:
        if value is None:
            raise ValueError("value must not be none.")
        self._value = value

    def values(self, shape: tuple[int, ...]) -> Values:
        return np.full(shape, self._value, np.float32)


class Normal(Initializer):
    def __init__(self, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> None:
        self._mean, self._std = mean, std

    def values(self, shape: tuple[int, ...]) -> Values:
        return generator().normal(self._mean, self._std, shape)


class TruncatedNormal(Initializer):
    """Normal draws that lie within `a` and `b`."""

    def __init__(
        self, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, name: str | None = None
    ) -> None:
        self._mean, self._std, self._a, self._b = mean, std, a, b

    def values(self, shape: tuple[int, ...]) -> Values:
        found = generator().normal(self._mean, self._std, shape)
        for _ in range(1000):
            outside = (found < self._a) | (found > self._b)
            if not outside.any():
                break
            found[outside] = generator().normal(self._mean, self._std, int(outside.sum()))
        return np.clip(found, self._a, self._b)


class Uniform(Initializer):
    def __init__(self, low: float = -1.0, high: float = 1.0, name: str | None = None) -> None:
        if high < low:
            raise AssertionError("high should greater or equal than low")
        self._low, self._high = low, high

    def values(self, shape: tuple[int, ...]) -> Values:
        return generator().uniform(self._low, self._high, shape)


class _Scaled(Initializer):
    """Draws whose spread the numbers of inputs and outputs decide."""

    is_uniform = True

    def _drawn(self, shape: tuple[int, ...], deviation: float) -> Values:
        if self.is_uniform:
            reach = deviation * math.sqrt(3.0)
            return generator().uniform(-reach, reach, shape)
        return generator().normal(0.0, deviation, shape)


class XavierUniform(_Scaled):
    def __init__(
        self, fan_in: float | None = None, fan_out: float | None = None, gain: float = 1.0, name: str | None = None
    ) -> None:
        self._fan_in, self._fan_out, self._gain = fan_in, fan_out, gain

    def values(self, shape: tuple[int, ...]) -> Values:
        own = fans(shape)
        inputs = own[0] if self._fan_in is None else self._fan_in
        outputs = own[1] if self._fan_out is None else self._fan_out
        if 0 in (inputs, outputs):
            return np.zeros(shape)
        return self._drawn(shape, self._gain * math.sqrt(2.0 / (inputs + outputs)))


class XavierNormal(XavierUniform):
    is_uniform = False


class KaimingUniform(_Scaled):
    """Raises ValueError for a mode that is none, or that does not count the `fan_in` given."""

    def __init__(
        self,
        fan_in: float | None = None,
        negative_slope: float = 0.0,
        nonlinearity: str = "relu",
        mode: str = "fan_in",
    ) -> None:
        if mode not in ("fan_in", "fan_out"):
            raise ValueError(f"The mode of KaimingNormal/KaimingUniform should be 'fan_in' or 'fan_out', not {mode}.")
        if mode == "fan_out" and fan_in is not None:
            raise ValueError("The mode of KaimingNormal/KaimingUniform is 'fan_out': set fan_in to None.")
        self._fan_in, self._slope, self._nonlinearity, self._mode = fan_in, negative_slope, nonlinearity, mode

    def values(self, shape: tuple[int, ...]) -> Values:
        inputs, outputs = fans(shape)
        count = outputs if self._mode == "fan_out" else inputs if self._fan_in is None else self._fan_in
        return self._drawn(shape, calculate_gain(self._nonlinearity, self._slope) / math.sqrt(count))


class KaimingNormal(KaimingUniform):
    is_uniform = False


class Assign(Initializer):
    """The values given. Raises ValueError for as many as do not fit."""

    def __init__(self, value: Any, name: str | None = None) -> None:
        self._value = np.asarray(value.held if isinstance(value, Mutable) else value)

    def values(self, shape: tuple[int, ...]) -> Values:
        return self._value.reshape(shape)


class Orthogonal(Initializer):
    """Rows, or columns if there are more, that are orthogonal to each other, of length `gain`."""

    def __init__(self, gain: float = 1.0, name: str | None = None) -> None:
        self._gain = gain

    def values(self, shape: tuple[int, ...]) -> Values:
        if len(shape) < 2:
            raise AssertionError("Only Tensor with 2 or more dimensions can be initialized by Orthogonal")
        rows, columns = shape[0], math.prod(shape[1:])
        drawn = generator().standard_normal((max(rows, columns), min(rows, columns)))
        q, r = np.linalg.qr(drawn)
        q *= np.sign(np.diag(r))
        return (self._gain * (q if rows >= columns else q.T)).reshape(shape)


class Dirac(Initializer):
    """Convolutions of kernel (out, in / groups, ...) that hand their input on, as far as there are channels."""

    def __init__(self, groups: int = 1, name: str | None = None) -> None:
        if groups <= 0:
            raise AssertionError("'groups' must be a positive integer.")
        self._groups = groups

    def values(self, shape: tuple[int, ...]) -> Values:
        if not 3 <= len(shape) <= 5 or shape[0] % self._groups:
            raise AssertionError("Dirac fills kernels of 3 to 5 axes, whose first one 'groups' divides")
        found = np.zeros(shape)
        outputs = shape[0] // self._groups
        middle = tuple(size // 2 for size in shape[2:])
        for group in range(self._groups):
            for channel in range(min(outputs, shape[1])):
                found[(group * outputs + channel, channel, *middle)] = 1.0
        return found


class Bilinear(Initializer):
    """Kernels of transposed convolutions (out, in, k, k) that interpolate. Raises ValueError for other shapes."""

    def values(self, shape: tuple[int, ...]) -> Values:
        if len(shape) != 4 or shape[2] != shape[3]:
            raise ValueError("the shape must be (out, in, k, k)")
        size = shape[3]
        factor = math.ceil(size / 2.0)
        centre = (2 * factor - 1 - factor % 2) / (2.0 * factor)
        number = np.arange(math.prod(shape))  # Paddle: a row is a fraction, which grows along its elements
        across, down = number % size, (number / size) % size
        slopes = (1 - np.abs(place / factor - centre) for place in (across, down))
        return np.asarray(math.prod(slopes)).reshape(shape)


def fans(shape: Shape) -> tuple[int, int]:
    """How many inputs and outputs a weight has: (in, out), or of convolutions (out, in, *kernel)."""
    if len(shape) < 2:
        return (shape[0], shape[0]) if shape else (1, 1)
    if len(shape) == 2:
        return shape[0], shape[1]
    taps = math.prod(shape[2:])
    return shape[1] * taps, shape[0] * taps


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The gain recommended before a nonlinearity; `param` is the slope of `leaky_relu`, 0.01 unless given.

    Raises ValueError for a nonlinearity that has none.
    """
    slope = 0.01 if param is None else float(param)
    gains = {
        **dict.fromkeys(["sigmoid", "linear", "conv1d", "conv2d", "conv3d"], 1.0),
        **dict.fromkeys(["conv1d_transpose", "conv2d_transpose", "conv3d_transpose"], 1.0),
        **dict.fromkeys(["conv_transpose1d", "conv_transpose2d", "conv_transpose3d"], 1.0),
        "tanh": 5.0 / 3,
        "relu": math.sqrt(2.0),
        "leaky_relu": math.sqrt(2.0 / (1 + slope**2)),
        "selu": 3.0 / 4,
    }
    if nonlinearity not in gains:
        raise ValueError(f"nonlinearity function {nonlinearity} is not supported now.")
    return gains[nonlinearity]


def set_global_initializer(weight_init: Initializer | None, bias_init: Initializer | None = None) -> None:
    """What layers made from now on take where neither they nor their attributes say anything."""
    _globals.update(weight=weight_init, bias=bias_init)


def default(is_bias: bool, own: Initializer | None = None) -> Initializer:
    """What fills a parameter whose attribute names no initializer; `own`: the layer's."""
    chosen = _globals["bias" if is_bias else "weight"]
    return chosen or own or (Constant(0.0) if is_bias else XavierUniform())
