"""What arrays become by the methods that write into them: those of `dialects/paddle`, for what refers to arrays.

Written by `python docs/generate_in_place.py`.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime import numpy_like
from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.kernels import corners
from hybridc.runtime.paddle.nn import functional as F
from hybridc.runtime.paddle.tensors import drawing, products, reductions, searching, shapes

# fmt: off
BECOMES: dict[str, tuple[Callable[..., Any], ...]] = {
    "sqrt_": (lambda self, name=None: jnp.sqrt(self),),
    "rsqrt_": (lambda self, name=None: lax.rsqrt(self),),
    "exp_": (lambda self, name=None: jnp.exp(self),),
    "expm1_": (lambda self, name=None: jnp.expm1(self),),
    "log_": (lambda self, name=None: jnp.log(self),),
    "log2_": (lambda self, name=None: numpy_like.log2(self),),
    "log10_": (lambda self, name=None: numpy_like.log10(self),),
    "log1p_": (lambda self, name=None: jnp.log1p(self),),
    "sin_": (lambda self, name=None: jnp.sin(self),),
    "cos_": (lambda self, name=None: jnp.cos(self),),
    "tan_": (lambda self, name=None: jnp.tan(self),),
    "asin_": (lambda self, name=None: jnp.asin(self),),
    "acos_": (lambda self, name=None: jnp.acos(self),),
    "atan_": (lambda self, name=None: jnp.atan(self),),
    "sinh_": (lambda self, name=None: jnp.sinh(self),),
    "cosh_": (lambda self, name=None: jnp.cosh(self),),
    "tanh_": (lambda self, name=None: jnp.tanh(self),),
    "asinh_": (lambda self, name=None: jnp.asinh(self),),
    "acosh_": (lambda self, name=None: jnp.acosh(self),),
    "atanh_": (lambda self, name=None: jnp.atanh(self),),
    "erf_": (lambda self, name=None: jax.lax.erf(self),),
    "erfinv_": (lambda self, name=None: jax.lax.erf_inv(self),),
    "lgamma_": (lambda self, name=None: jax.lax.lgamma(self),),
    "digamma_": (lambda self, name=None: jax.lax.digamma(self),),
    "reciprocal_": (lambda self, name=None: jnp.reciprocal(self),),
    "abs_": (lambda self, name=None: corners.absolute(self),),
    "neg_": (lambda self, name=None: jnp.negative(self),),
    "square_": (lambda self, name=None: jnp.square(self),),
    "sign_": (lambda self, name=None: jnp.sign(self),),
    "floor_": (lambda self, name=None: jnp.floor(self),),
    "ceil_": (lambda self, name=None: jnp.ceil(self),),
    "trunc_": (lambda self, name=None: jnp.trunc(self),),
    "sigmoid_": (lambda self, name=None: F.sigmoid(self),),
    "bitwise_not_": (lambda self, name=None: jnp.bitwise_not(self),),
    "deg2rad_": (lambda self, name=None: jnp.deg2rad(self),),
    "rad2deg_": (lambda self, name=None: jnp.rad2deg(self),),
    "frac_": (lambda self, name=None: (self - jnp.trunc(self)),),
    "conj_": (lambda self, name=None: jnp.conj(self),),
    "logit_": (lambda self, name=None: jax.scipy.special.logit(self),),
    "add_": (lambda self, y, name=None: jnp.add(self, y).astype(self.dtype),),
    "subtract_": (lambda self, y, name=None: jnp.subtract(self, y).astype(self.dtype),),
    "multiply_": (lambda self, y, name=None: jnp.multiply(self, y).astype(self.dtype),),
    "divide_": (lambda self, y, name=None: jnp.divide(self, y).astype(self.dtype),),
    "floor_divide_": (lambda self, y, name=None: jnp.floor_divide(self, y).astype(self.dtype),),
    "remainder_": (lambda self, y, name=None: jnp.remainder(self, y).astype(self.dtype),),
    "mod_": (lambda self, y, name=None: jnp.remainder(self, y),),
    "floor_mod_": (lambda self, y, name=None: jnp.remainder(self, y),),
    "maximum_": (lambda self, y, name=None: jnp.maximum(self, y),),
    "minimum_": (lambda self, y, name=None: jnp.minimum(self, y),),
    "fmax_": (lambda self, y, name=None: jnp.fmax(self, y),),
    "fmin_": (lambda self, y, name=None: jnp.fmin(self, y),),
    "atan2_": (lambda self, y, name=None: jnp.arctan2(self, y),),
    "bitwise_and_": (lambda self, y, name=None: jnp.bitwise_and(self, y),),
    "bitwise_or_": (lambda self, y, name=None: jnp.bitwise_or(self, y),),
    "bitwise_xor_": (lambda self, y, name=None: jnp.bitwise_xor(self, y),),
    "heaviside_": (lambda self, y, name=None: jnp.heaviside(self, y),),
    "hypot_": (lambda self, y, name=None: jnp.hypot(self, y),),
    "sort_": (lambda self, axis=-1, descending=False, stable=False, name=None: reductions.sort(self, axis=axis, descending=descending, stable=stable),),
    "clamp_": (lambda self, min=None, max=None, name=None: corners.between(self, min=min, max=max),),
    "roll_": (lambda self, shifts, axis=None, name=None: shapes.roll(self, shifts, axis),),
    "flip_": (lambda self, axis, name=None: jnp.flip(self, axis),),
    "clone_": (lambda self: self.copy(),),
    "round_": (lambda self, *, name=None: jnp.round(self), lambda self, decimals, name=None: numpy_like.rounded(self, decimals),),
    "tril_": (lambda self, diagonal=0, name=None: jnp.tril(self, k=diagonal),),
    "triu_": (lambda self, diagonal=0, name=None: jnp.triu(self, k=diagonal),),
    "put_along_axis_": (lambda self, indices, values, axis, reduce='assign': shapes.put_along_axis(self, indices, values, axis, reduce),),
    "clip_": (lambda self, min=None, max=None, name=None: corners.between(self, min=min, max=max).astype(self.dtype),),
    "scale_": (lambda self, scale=1.0, bias=0.0, bias_after_scale=True, act=None, name=None: products.scale(self, scale=scale, bias=bias, bias_after_scale=bias_after_scale, act=act).astype(self.dtype),),
    "pow_": (lambda self, y, name=None: jnp.power(self, y).astype(self.dtype),),
    "lerp_": (lambda self, y, weight, name=None: (self + weight * (y - self)).astype(self.dtype),),
    "scatter_": (lambda self, index, updates, overwrite=True, name=None: shapes.scatter(self, index, updates, overwrite),),
    "uniform_": (lambda self, min=0, max=1.0, seed=0, name=None: drawing.uniform(next_key(), self.shape, dtype=self.dtype, min=min, max=max),),
    "normal_": (lambda self, mean=0.0, std=1.0, name=None: drawing.normal(next_key(), mean=mean, std=std, shape=self.shape).astype(self.dtype),),
    "masked_fill_": (lambda self, mask, value, name=None: products.masked_fill(self, mask, value),),
    "set_value": (lambda self, value: jnp.asarray(value).astype(self.dtype),),
    "mul_": (lambda self, y, name=None: jnp.multiply(self, y),),
    "sub_": (lambda self, y, name=None: jnp.subtract(self, y),),
    "div_": (lambda self, y, name=None: jnp.divide(self, y),),
    "true_divide_": (lambda self, y, name=None: jnp.divide(self, y),),
    "logaddexp_": (lambda self, y, name=None: jnp.logaddexp(self, y),),
    "copysign_": (lambda self, y, name=None: jnp.copysign(self, y),),
    "index_add_": (lambda self, index, axis, value, name=None: searching.index_add(self, index, axis, value),),
    "index_fill_": (lambda self, index, axis, value, name=None: searching.index_fill(self, index, axis, value),),
    "inverse_": (lambda self, name=None: jnp.linalg.inv(self),),
}
