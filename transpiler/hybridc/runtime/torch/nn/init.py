"""Initial parameters, drawn as `torch.nn.init` draws them: the same distributions, from a generator of NumPy's.

A function whose name ends in `_` fills a parameter and returns it. Arrays cannot be written: of an array, it returns
another one of the same shape and dtype. Draws come from `hybridc.runtime.core.randomness.generator()`, or from the
`generator` given. Those that draw take floating dtypes, and raise TypeError for others.

Sources: `torch/nn/init.py`; Glorot and Bengio 2010 (xavier), He et al. 2015 (kaiming), Saxe et al. 2013 (orthogonal),
Martens 2010 (sparse).
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import randomness, runs
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.overwriting import overwritten

Tensor = TypeVar("Tensor", bound=Mutable | jax.Array)
Generator: TypeAlias = np.random.Generator
_Values: TypeAlias = np.ndarray[Any, Any]
_P = ParamSpec("_P")
_R = TypeVar("_R")

_GAINS = {
    **dict.fromkeys(("linear", "conv1d", "conv2d", "conv3d"), 1.0),
    **dict.fromkeys(("conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid"), 1.0),
    "tanh": 5.0 / 3,
    "relu": math.sqrt(2.0),
    "selu": 3.0 / 4,
}
_MODES = ["fan_in", "fan_out"]
_LIKELY = 0.3  # normal draws are drawn again until they lie between bounds that more than this share of them keep


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The gain recommended before a nonlinearity; `param` is the slope of `leaky_relu`, 0.01 unless given.

    Raises ValueError for a nonlinearity that has none, and for a slope that is no number.
    """
    if nonlinearity == "leaky_relu":
        if param is not None and (isinstance(param, bool) or not isinstance(param, int | float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return _GAINS[nonlinearity]


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Of any shape, from the uniform distribution over [a, b).

    Raises RuntimeError for bounds in the wrong order, or further apart than the dtype has numbers.
    """
    return _filled(tensor, _uniform(_source(generator), tensor.shape, _floating(tensor), a, b))


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Of any shape, from the normal distribution. Raises RuntimeError for a negative standard deviation."""
    return _filled(tensor, _normal(_source(generator), tensor.shape, _floating(tensor), mean, std))


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Of any shape, from the normal distribution without what lies outside of [a, b].

    Warns where the mean is more than two standard deviations away from these bounds, as PyTorch does. Raises
    RuntimeError for bounds in the wrong order, ZeroDivisionError for no deviation.
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
            "The distribution of values may be incorrect.",
            stacklevel=2,
        )
    kept = _share_below((b - mean) / std) - _share_below((a - mean) / std)
    draw = _redrawn_normal if kept > _LIKELY else _thinned_uniform
    values = draw(_source(generator), math.prod(tensor.shape), _floating(tensor), mean, std, a, b)
    return _filled(tensor, values.reshape(tensor.shape))


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Of any shape and dtype, one value. Raises RuntimeError for one that the dtype does not have."""
    value, dtype = np.asarray(val), np.dtype(tensor.dtype)
    if dtype != np.bool_ and not _has(dtype, float(value)):
        raise RuntimeError(f"value cannot be converted to type {dtype} without overflow")
    return _filled(tensor, np.full(tensor.shape, value.astype(dtype)))


def ones_(tensor: Tensor) -> Tensor:
    """Of any shape and dtype."""
    return _filled(tensor, np.ones(tensor.shape, tensor.dtype))


def zeros_(tensor: Tensor) -> Tensor:
    """Of any shape and dtype."""
    return _filled(tensor, np.zeros(tensor.shape, tensor.dtype))


def eye_(tensor: Tensor) -> Tensor:
    """The identity, of any dtype. Raises ValueError for other than two dimensions."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _filled(tensor, np.eye(*tensor.shape, dtype=tensor.dtype))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Weights (out, in, ...) of a convolution that keeps its first channels, in each group; of any dtype.

    Raises ValueError for other than 3 to 5 dimensions, and for channels that the groups do not divide.
    """
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    out, into, *window = tensor.shape
    if out % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    a_group = out // groups
    kept = np.arange(min(a_group, into))
    values: _Values = np.zeros(tensor.shape, tensor.dtype)
    for group in range(groups):
        place: tuple[Any, ...] = (group * a_group + kept, kept, *(size // 2 for size in window))
        values[place] = 1
    return _filled(tensor, values)


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Weights (out, in, ...), uniform over [-a, a) with a = gain * sqrt(6 / (fan_in + fan_out))."""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Weights (out, in, ...), normal with std = gain * sqrt(2 / (fan_in + fan_out))."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Weights (out, in, ...), uniform over [-bound, bound) with bound = gain * sqrt(3 / fan).

    `mode` names the fan, "fan_in" or "fan_out"; `a` is the slope of `leaky_relu`. Tensors without elements stay as they
    are, with a warning. Raises ValueError for other modes and for fewer than two dimensions.
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Weights (out, in, ...), normal with std = gain / sqrt(fan); otherwise as `kaiming_uniform_`."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    return normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Generator | None = None) -> Tensor:
    """`gain` times a matrix with orthonormal rows or columns, whichever are fewer, uniform among all such.

    Dimensions after the first are one. Raises ValueError for fewer than two dimensions.
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    dtype, shape = _floating(tensor), tensor.shape
    if 0 in shape:
        return tensor
    rows, columns = shape[0], math.prod(shape[1:])
    drawn = _normal(_source(generator), (rows, columns), _working(dtype), 0.0, 1.0)
    q, r = np.linalg.qr(drawn if rows >= columns else drawn.T)
    q *= np.sign(np.diag(r))  # uniform: https://arxiv.org/abs/math-ph/0609050
    return _filled(tensor, (gain * (q if rows >= columns else q.T)).reshape(shape))


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None) -> Tensor:
    """A matrix (rows, columns), normal around zero, with ceil(sparsity * rows) zeros in every column.

    Raises ValueError for other than two dimensions.
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    source, shape = _source(generator), tensor.shape
    values = _normal(source, shape, _floating(tensor), 0.0, std)
    zeros = len(range(shape[0])[: math.ceil(sparsity * shape[0])])
    if zeros:
        order = np.argpartition(source.random(shape, np.float32), zeros - 1, axis=0)
        np.put_along_axis(values, order[:zeros], 0, axis=0)
    return _filled(tensor, values)


def _calculate_fan_in_and_fan_out(tensor: Mutable | jax.Array) -> tuple[int, int]:
    """Inputs and outputs of one element, of weights (out, in, ...). Raises ValueError for fewer than two dimensions."""
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    window = math.prod(tensor.shape[2:])
    return tensor.shape[1] * window, tensor.shape[0] * window


def _calculate_correct_fan(tensor: Mutable | jax.Array, mode: str) -> int:
    """The fan that a mode names. Raises ValueError for other modes."""
    if mode.lower() not in _MODES:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {_MODES}")
    return _calculate_fan_in_and_fan_out(tensor)[_MODES.index(mode.lower())]


def _xavier_std(tensor: Mutable | jax.Array, gain: float) -> float:
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


def _kaiming_std(tensor: Mutable | jax.Array, a: float, mode: str, nonlinearity: str) -> float:
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _filled(tensor: Tensor, values: _Values) -> Tensor:
    """The parameter, filled; of an array, the values. They are values while tracing, too."""
    with jax.ensure_compile_time_eval():
        array = jnp.asarray(values.astype(tensor.dtype, copy=False))
    if isinstance(tensor, Mutable):
        if runs.current() is not None:
            raise RuntimeError("a parameter is initialised while the model runs; do it in the constructor")
        tensor.held = array
        return cast(Tensor, tensor)
    overwritten(sys._getframe(1).f_code.co_name, tensor)
    return cast(Tensor, array)


def _source(generator: Generator | None) -> Generator:
    if generator is None:
        return randomness.generator()
    if not isinstance(generator, np.random.Generator):
        raise TypeError(f"`generator` must be a numpy.random.Generator, not {type(generator).__name__}")
    return generator


def _floating(tensor: Mutable | jax.Array) -> np.dtype[Any]:
    """The dtype. Raises TypeError for one without fractions, and for complex ones."""
    dtype = np.dtype(tensor.dtype)
    if not jnp.issubdtype(dtype, jnp.floating):
        raise TypeError(f"initial values are drawn for floating dtypes only, not for {dtype}")
    return dtype


def _working(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """What is drawn and computed with, before it is rounded to a dtype."""
    return np.dtype(np.float64 if dtype == np.float64 else np.float32)


def _has(dtype: np.dtype[Any], value: float) -> bool:
    if jnp.issubdtype(dtype, jnp.inexact):
        return not math.isfinite(value) or abs(value) <= _largest(dtype)
    return math.isfinite(value) and np.iinfo(dtype).min <= value <= np.iinfo(dtype).max


def _largest(dtype: np.dtype[Any]) -> float:
    return float(jnp.finfo(dtype).max)  # type: ignore[no-untyped-call]


def _uniform(source: Generator, shape: tuple[int, ...], dtype: np.dtype[Any], a: float, b: float) -> _Values:
    largest = _largest(dtype)
    if not (abs(a) <= largest and abs(b) <= largest):
        raise RuntimeError(f"the bounds {a} and {b} are no numbers of {dtype}")
    if a > b:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={a} > to={b}")
    if b - a > largest:
        raise RuntimeError(f"the bounds {a} and {b} are further apart than {dtype} has numbers")
    working = _working(dtype).type
    values = np.asarray(source.random(shape, working))
    values *= working(b) - working(a)
    values += working(a)
    return values.astype(dtype, copy=False)


def _normal(source: Generator, shape: tuple[int, ...], dtype: np.dtype[Any], mean: float, std: float) -> _Values:
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    values = np.asarray(source.standard_normal(shape, _working(dtype).type))
    values *= std
    values += mean
    return values.astype(dtype, copy=False)


def _redrawn_normal(
    source: Generator, count: int, dtype: np.dtype[Any], mean: float, std: float, a: float, b: float
) -> _Values:
    """Normal; those outside of the bounds, as the dtype has them, are drawn again."""
    low, high = np.asarray([a, b]).astype(dtype)
    values = _normal(source, (count,), dtype, mean, std)
    outside = np.flatnonzero((values < low) | (values > high))
    while outside.size:
        again = _normal(source, outside.shape, dtype, mean, std)
        values[outside] = again
        outside = outside[(again < low) | (again > high)]
    return values


def _thinned_uniform(
    source: Generator, count: int, dtype: np.dtype[Any], mean: float, std: float, a: float, b: float
) -> _Values:
    """Uniform between the bounds; each is kept with the normal density there, as a share of the largest."""
    working = _working(dtype)
    values = np.empty(count, working)
    peak = ((max(a, min(mean, b)) - mean) / std) ** 2
    waiting = np.arange(count)
    while waiting.size:
        candidates = _uniform(source, waiting.shape, working, a, b)
        values[waiting] = candidates
        falls_short = (((candidates - mean) / std) ** 2 - peak) / 2
        waiting = waiting[source.standard_exponential(waiting.shape, working.type) < falls_short]
    return values


def _share_below(deviations: float) -> float:
    """Of the normal distribution: how much of it is less than so many standard deviations above the mean."""
    return (1.0 + math.erf(deviations / math.sqrt(2.0))) / 2.0


def _deprecated(function: Callable[_P, _R]) -> Callable[_P, _R]:
    new, old = function.__name__, function.__name__.removesuffix("_")

    @wraps(function)
    def older(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        warnings.warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    older.__name__ = old
    return older


uniform = _deprecated(uniform_)
normal = _deprecated(normal_)
constant = _deprecated(constant_)
eye = _deprecated(eye_)
dirac = _deprecated(dirac_)
xavier_uniform = _deprecated(xavier_uniform_)
xavier_normal = _deprecated(xavier_normal_)
kaiming_uniform = _deprecated(kaiming_uniform_)
kaiming_normal = _deprecated(kaiming_normal_)
orthogonal = _deprecated(orthogonal_)
sparse = _deprecated(sparse_)
