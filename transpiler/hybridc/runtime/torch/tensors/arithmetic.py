"""What PyTorch computes element by element otherwise than NumPy."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import ArrayLike

from hybridc.runtime.kernels import corners
from hybridc.runtime.mutable import reading
from hybridc.runtime.torch.tensors.types import result_type

Array = jax.Array

__all__ = [
    "abs",
    "addcdiv",
    "addcmul",
    "angle",
    "clamp",
    "div",
    "float_power",
    "fmax",
    "fmin",
    "frac",
    "frexp",
    "heaviside",
    "ldexp",
    "lerp",
    "logit",
    "masked_fill",
    "pow",
    "rsqrt",
    "sign",
]


def abs(input: Array) -> Array:
    """The absolute value, whose derivative at 0 is 0."""
    return corners.absolute(input)


def div(input: ArrayLike, other: ArrayLike, *, rounding_mode: str | None = None) -> Array:
    """The quotient: exact, "floor" for rounded down, "trunc" for rounded towards zero, which leave integers such.

    Raises ValueError for another mode.
    """
    if rounding_mode is None:
        return jnp.true_divide(input, other)
    dtype = result_type(input, other)
    input, other = jnp.asarray(input, dtype), jnp.asarray(other, dtype)
    if rounding_mode == "floor":
        return jnp.floor_divide(input, other)
    if rounding_mode != "trunc":
        raise ValueError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found {rounding_mode}")
    if jnp.issubdtype(dtype, jnp.integer):
        return lax.div(*jnp.broadcast_arrays(input, other))
    return jnp.trunc(jnp.true_divide(input, other))


def pow(input: ArrayLike, exponent: ArrayLike) -> Array:
    """`input ** exponent`. Integers stay such: a negative exponent gives 0, but of 1 and -1 the power itself."""
    dtype = result_type(input, exponent)
    if jnp.issubdtype(dtype, jnp.bool_):
        return jnp.logical_or(input, jnp.logical_not(exponent))
    if isinstance(exponent, int | float):
        return jnp.power(input, exponent).astype(dtype)
    if not jnp.issubdtype(dtype, jnp.integer):
        base, power = jnp.asarray(input, dtype), jnp.asarray(exponent, dtype)
        is_one = (base == 0) & (power == 0)  # with a derivative of 0, as in PyTorch
        return jnp.power(jnp.where(is_one, 1, base), power)
    base, exponent = jnp.asarray(input, dtype), jnp.asarray(exponent, dtype)
    odd = jnp.where(exponent % 2 == 0, 1, base)
    inverse = jnp.where(jnp.abs(base) == 1, odd, 0).astype(dtype)
    return jnp.where(exponent < 0, inverse, jnp.power(base, jnp.maximum(exponent, 0)))


def float_power(input: ArrayLike, exponent: ArrayLike) -> Array:
    """`input ** exponent` in float32, where PyTorch has float64, or in complex64."""
    dtype = jnp.promote_types(jnp.result_type(input, exponent), jnp.float32)
    return jnp.power(jnp.asarray(input, dtype), jnp.asarray(exponent, dtype))


def clamp(input: Array, min: ArrayLike | None = None, max: ArrayLike | None = None) -> Array:
    """The input, at least `min` and at most `max`, which are numbers or arrays, in the dtype that they promote to.

    Where `min` is larger the result is `max`. The derivative is that of the input on both bounds too. Raises ValueError
    without bounds.
    """
    if min is None and max is None:
        raise ValueError("clamp: At least one of 'min' or 'max' must not be None")
    dtype = result_type(*(x for x in (input, min, max) if x is not None))
    result = input.astype(dtype)
    if min is not None:
        low = jnp.asarray(min, dtype)
        result = jnp.where(result >= low, result, jnp.maximum(result, low))
    if max is not None:
        high = jnp.asarray(max, dtype)
        result = jnp.where(result <= high, result, jnp.minimum(result, high))
    return result


def lerp(input: Array, end: Array, weight: ArrayLike) -> Array:
    """`input + weight * (end - input)`, which is `end` exactly where the weight is 1."""
    if not isinstance(weight, float | int):
        input, end, weight = _promoted(input, end, jnp.asarray(weight))
    difference = end - input
    near, far = input + weight * difference, end - difference * (1 - weight)
    if isinstance(weight, float | int):
        return near if -0.5 < weight < 0.5 else far
    return jnp.where(jnp.abs(weight) < 0.5, near, far)


def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: float = 1) -> Array:
    """`input + value * tensor1 * tensor2`."""
    input, tensor1, tensor2 = _promoted(input, tensor1, tensor2)
    return input + (tensor1 * tensor2 if value == 1 else value * tensor1 * tensor2)


def addcdiv(input: Array, tensor1: Array, tensor2: Array, *, value: float = 1) -> Array:
    """`input + value * tensor1 / tensor2`, not of integers only: TypeError."""
    if jnp.issubdtype(jnp.result_type(tensor1, tensor2), jnp.integer):
        raise TypeError("Integer division with addcdiv is no longer supported")
    input, tensor1, tensor2 = _promoted(input, tensor1, tensor2)
    return input + (tensor1 / tensor2 if value == 1 else value * tensor1 / tensor2)


def fmax(input: Array, other: Array) -> Array:
    """The larger ones of two arrays, the other one beside a NaN; of equal ones the first has the derivative."""
    one, two = _promoted(input, other)
    return jnp.where((one >= two) | jnp.isnan(two), one, two)


def fmin(input: Array, other: Array) -> Array:
    """The smaller ones of two arrays, the other one beside a NaN; of equal ones the first has the derivative."""
    one, two = _promoted(input, other)
    return jnp.where((one <= two) | jnp.isnan(two), one, two)


def _promoted(*arrays: Array) -> list[Array]:
    dtype = result_type(*arrays)
    return [array.astype(dtype) for array in arrays]


def masked_fill(input: Array, mask: Array, value: ArrayLike) -> Array:
    """The input with a number, in its dtype, where the mask is true; both are broadcast."""
    return jnp.where(mask, jnp.asarray(value).astype(input.dtype), input)


class Frexp(NamedTuple):
    """Numbers in [0.5, 1), and exponents of 2 (int32)."""

    mantissa: Array
    exponent: Array


def frexp(input: Array) -> Frexp:
    """The numbers as `mantissa * 2 ** exponent`."""
    return Frexp(*jnp.frexp(input))


def frac(input: Array) -> Array:
    """What is behind the point, with the sign of the input."""
    return input - jnp.trunc(input)


@reading
def sign(input: Array) -> Array:
    """-1, 0 or 1; for complex numbers the direction, for bool the input; 0 for NaN."""
    if input.dtype == bool or not jnp.issubdtype(input.dtype, jnp.floating):
        return input if input.dtype == bool else jnp.sign(input)
    return jnp.where(jnp.isnan(input), 0, jnp.sign(input))


@reading
def rsqrt(input: Array) -> Array:
    """`1 / sqrt(input)`. Integers give float32."""
    return lax.rsqrt(input if jnp.issubdtype(input.dtype, jnp.inexact) else input.astype(jnp.float32))


def angle(input: Array) -> Array:
    """The angle of complex numbers; pi for negative real numbers, 0 for others, both zeros included."""
    if jnp.iscomplexobj(input):
        return jnp.angle(input)
    real = input if jnp.issubdtype(input.dtype, jnp.floating) else input.astype(jnp.float32)
    result = jnp.where(real < 0, jnp.asarray(jnp.pi, real.dtype), 0)
    return jnp.where(jnp.isnan(real), jnp.nan, result)


def heaviside(input: Array, values: Array) -> Array:
    """`values` where the input is 0, else 0 for negative numbers and NaN, and 1; in the one dtype of both."""
    return jnp.where(input == 0, values, (input > 0).astype(input.dtype))


def ldexp(input: Array, other: Array) -> Array:
    """`input * 2 ** other`; integers give float32."""
    if jnp.issubdtype(other.dtype, jnp.integer):
        power = jnp.ldexp(jnp.ones(other.shape, jnp.float32), other)
    else:
        power = jnp.power(2.0, other)
    dtype = result_type(input, other, 1.0)
    return input.astype(dtype) * power.astype(dtype)


def logit(input: Array, eps: float | None = None) -> Array:
    """`log(x / (1 - x))`, of numbers that are first brought into [eps, 1 - eps]. Integers give float32.

    The derivative is 0 outside.
    """
    number = input if jnp.issubdtype(input.dtype, jnp.floating) else input.astype(jnp.float32)
    inside = number if eps is None else clamp(number, eps, 1 - eps)
    return jnp.log(inside) - jnp.log1p(-inside)
