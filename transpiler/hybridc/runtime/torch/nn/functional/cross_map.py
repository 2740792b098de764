"""Normalization across channels as `torch.nn.CrossMapLRN2d` computes it, and its derivative as PyTorch writes it.

Source: `torch/nn/modules/_functions.py`. What its sums run over is not what its documentation says: the first channel
stays in all of them, and an even size has one channel less. The derivative's sums are others again.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Array = jax.Array

__all__ = ["cross_map_lrn2d"]


@partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3, 4))
def cross_map_lrn2d(input: Array, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1) -> Array:
    """`x / (k + alpha / size * sum(x**2))**beta` of an input (N, C, H, W), with sums over about `size` channels.

    Raises ValueError for other numbers of axes.
    """
    return _scaled(input, size, alpha, beta, k)[0]


def _scaled(input: Array, size: int, alpha: float, beta: float, k: float) -> tuple[Array, Array]:
    """The result, and what the input is divided by a power of."""
    if input.ndim != 4:
        raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.ndim}D instead.")
    scale = _sums(_summed(input.shape[1], size), input * input) * (alpha / size) + k
    return scale**-beta * input, scale


def _sums(summed: np.ndarray[Any, Any], values: Array) -> Array:
    """For each channel the sum of those that its row names."""
    return jnp.einsum("ij,njhw->nihw", jnp.asarray(summed, values.dtype), values, precision="highest")


def _summed(channels: int, size: int) -> np.ndarray[Any, Any]:
    """(channels, channels): which squares each channel is divided by."""
    reach = int((size - 1) / 2 + 1)
    rows, columns = np.indices((channels, channels))
    within = (columns < rows + reach) & (columns > rows - reach)
    return np.asarray(within | ((columns == 0) & (rows >= reach)))


def _forward(input: Array, size: int, alpha: float, beta: float, k: float) -> tuple[Array, tuple[Array, Array, Array]]:
    output, scale = _scaled(input, size, alpha, beta, k)
    return output, (input, output, scale)


def _backward(
    size: int, alpha: float, beta: float, k: float, kept: tuple[Array, Array, Array], slope: Array
) -> tuple[Array]:
    input, output, scale = kept
    first = int(size - (size - 1) / 2)
    rows, columns = np.indices((input.shape[1],) * 2)
    summed = (columns >= rows - first) & (columns < rows - first + size)
    sums = _sums(summed, slope * output / scale)
    return (scale**-beta * slope - 2 * alpha * beta / size * input * sums,)


cross_map_lrn2d.defvjp(_forward, _backward)
