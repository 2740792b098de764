"""Norms and distances of floating point and complex numbers.

Those of float16 and bfloat16 are computed in float32. Where a norm is 0 its derivative is 0, as in PyTorch, not NaN.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from hybridc.runtime.torch.tensors import arithmetic
from hybridc.runtime.torch.tensors.dims import Dim, axes_of
from hybridc.runtime.torch.tensors.moments import sqrt_or_zero
from hybridc.runtime.torch.tensors.types import result_type

Array = jax.Array

__all__ = ["cdist", "dist", "matrix_norm", "norm", "renorm", "vector_norm"]

_MOST_COMPARED = 25  # rows; PyTorch multiplies matrices for more


def vector_norm(
    x: Array, ord: float = 2, dim: Dim = None, keepdim: bool = False, *, dtype: DTypeLike | None = None
) -> Array:
    """`sum(abs(x) ** ord) ** (1 / ord)` along `dim`, or of all elements; real.

    For 0 how many are not 0, for infinity the largest, for -infinity the smallest. `dtype` is what `x` is converted to
    first. Raises TypeError for integers.
    """
    x = _converted(x, dtype)
    axes = axes_of(x, dim)
    sizes = arithmetic.abs(x)
    wide = sizes.astype(jnp.promote_types(sizes.dtype, jnp.float32))
    return _norm(x, wide, ord, axes, keepdim).astype(sizes.dtype)


def _norm(x: Array, sizes: Array, ord: float, axes: tuple[int, ...], keepdim: bool) -> Array:
    if ord == math.inf:
        return jnp.max(sizes, axis=axes, keepdims=keepdim)
    if ord == -math.inf:
        return jnp.min(sizes, axis=axes, keepdims=keepdim)
    if ord == 0:
        return jnp.sum(sizes != 0, axis=axes, keepdims=keepdim, dtype=sizes.dtype)
    if ord == 1:
        return jnp.sum(sizes, axis=axes, keepdims=keepdim)
    if ord == 2:
        squares = sizes * sizes if jnp.iscomplexobj(x) else jnp.square(x.astype(sizes.dtype))
        return sqrt_or_zero(jnp.sum(squares, axis=axes, keepdims=keepdim))
    is_zero = sizes == 0
    powers = jnp.where(is_zero, 0.0 if ord > 0 else jnp.inf, jnp.where(is_zero, 1, sizes) ** ord)
    total = jnp.sum(powers, axis=axes, keepdims=keepdim)
    is_zero = total == 0
    return jnp.where(is_zero, 0.0 if ord > 0 else jnp.inf, jnp.where(is_zero, 1, total) ** (1 / ord))


def _converted(x: Array, dtype: DTypeLike | None) -> Array:
    x = x if dtype is None else x.astype(dtype)
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        raise TypeError(f"Expected a floating point or complex tensor as input. Got {x.dtype}")
    return x


def matrix_norm(
    input: Array,
    ord: float | str = "fro",
    dim: tuple[int, int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> Array:
    """The norm of the matrices that lie in two axes; real.

    "fro" is the root of the sum of squares, "nuc" the sum of the singular values, 2 and -2 the largest and smallest of
    them, 1 and -1 the largest and smallest sum of absolute values of a column, infinity and -infinity of a row.
    """
    A = _converted(input, dtype)
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim)
    rows, columns = dim[0] % A.ndim, dim[1] % A.ndim
    matrices = jnp.moveaxis(A, (rows, columns), (-2, -1))
    if ord == "nuc":
        found = jnp.sum(jnp.linalg.svd(matrices, compute_uv=False), axis=-1)
    elif isinstance(ord, str) or abs(ord) not in (1, 2, math.inf):
        raise ValueError(f"linalg.matrix_norm: Order {ord} not supported.")
    else:
        if abs(ord) == 2:
            sizes = jnp.linalg.svd(matrices, compute_uv=False)
        else:
            sizes = jnp.sum(arithmetic.abs(matrices), axis=-2 if abs(ord) == 1 else -1)
        found = jnp.max(sizes, axis=-1) if ord > 0 else jnp.min(sizes, axis=-1)
    return jnp.expand_dims(found, sorted((rows, columns))) if keepdim else found


def norm(
    input: Array,
    p: float | str | None = "fro",
    dim: Dim = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> Array:
    """`torch.norm`: the vector norm along `dim`, 2 for "fro" and None; for "nuc" that of matrices in two axes."""
    if p == "nuc":
        axes = axes_of(input, dim)
        return matrix_norm(input, "nuc", (axes[0], axes[1]), keepdim, dtype=dtype)
    order = 2.0 if p is None or p == "fro" else float(p)
    return vector_norm(input, order, dim, keepdim, dtype=dtype)


def dist(input: Array, other: Array, p: float = 2) -> Array:
    """The p-norm of the difference of two arrays, which are broadcast: a number."""
    dtype = result_type(input, other)
    return vector_norm(input.astype(dtype) - other.astype(dtype), p)


def cdist(
    x1: Array, x2: Array, p: float = 2.0, compute_mode: str | None = "use_mm_for_euclid_dist_if_necessary"
) -> Array:
    """The p-norms of the differences of rows: (..., P, M) and (..., R, M) give (..., P, R).

    As in PyTorch, Euclidean distances of more than 25 rows come from a product of matrices, which is faster and less
    precise, unless `compute_mode` is "donot_use_mm_for_euclid_dist".
    """
    multiplies = compute_mode == "use_mm_for_euclid_dist" or (
        compute_mode != "donot_use_mm_for_euclid_dist" and max(x1.shape[-2], x2.shape[-2]) > _MOST_COMPARED
    )
    if p == 2 and multiplies:
        squares = jnp.sum(x1 * x1, -1)[..., :, None] + jnp.sum(x2 * x2, -1)[..., None, :]
        products = jnp.matmul(x1, jnp.swapaxes(x2, -1, -2))
        return sqrt_or_zero(jnp.maximum(squares - 2 * products, 0))
    return vector_norm(x1[..., :, None, :] - x2[..., None, :, :], p, -1)


def renorm(input: Array, p: float, dim: int, maxnorm: float) -> Array:
    """The input, of which parts along `dim` whose p-norm is larger than `maxnorm` are scaled down to it."""
    others = [axis for axis in range(input.ndim) if axis != dim % input.ndim]
    norms = vector_norm(input, p, others, keepdim=True)
    return jnp.where(norms > maxnorm, input * (maxnorm / (norms + 1e-7)), input)


def linalg_norm(
    input: Array,
    ord: float | str | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> Array:
    """`torch.linalg.norm`: of all elements as one vector without `ord`, of vectors along one `dim`, of matrices in two.

    With `ord` alone: of a vector or a matrix, by the number of axes.
    """
    axes = (dim,) if isinstance(dim, int) else None if dim is None else tuple(dim)
    is_matrix = len(axes) == 2 if axes is not None else input.ndim == 2
    if ord is None or not (is_matrix or isinstance(ord, str)):
        return vector_norm(input, 2 if ord is None else float(ord), axes, keepdim, dtype=dtype)
    if not is_matrix:
        raise ValueError(f"linalg.norm: the norm {ord} is one of matrices, but the input has {input.ndim} axes")
    return matrix_norm(input, ord, axes or (0, 1), keepdim, dtype=dtype)  # type: ignore[arg-type]
