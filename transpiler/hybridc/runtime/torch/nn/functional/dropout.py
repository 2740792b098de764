"""Dropout, as `torch.nn.functional` has it: draws come from `next_key()`, the result has the input's shape and dtype.

All raise ValueError for a probability outside of [0, 1], and return the input where `training` is False or `p` is 0.
What is dropped is multiplied by 0, as in PyTorch.
"""

from __future__ import annotations

import math

import jax

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.overwriting import overwriting

Array = jax.Array

__all__ = ["alpha_dropout", "dropout", "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout"]

# PyTorch: the negative of the value that SELU tends to, scale * alpha.
_SELU_FLOOR = 1.7580993408473766


@overwriting
def dropout(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Each element is 0 with probability `p`, else divided by `1 - p`."""
    return _dropped(input, p, training, input.shape)


@overwriting
def dropout1d(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Whole channels of an input (N, C, L) or (C, L) are dropped. Raises ValueError for other numbers of axes."""
    if input.ndim not in (2, 3):
        raise ValueError(f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input")
    return _dropped(input, p, training, (*input.shape[:-1], 1))


@overwriting
def dropout2d(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Whole channels of an input (N, C, H, W) are dropped; of three axes the first two are taken for N and C."""
    return _dropped(input, p, training, _features(input))


@overwriting
def dropout3d(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Whole channels of an input (N, C, D, H, W) are dropped; of other numbers of axes the first is taken for C."""
    features = _features(input) if input.ndim == 5 else (input.shape[0], *(1,) * (input.ndim - 1))
    return _dropped(input, p, training, features)


@overwriting
def alpha_dropout(input: Array, p: float = 0.5, training: bool = False, inplace: bool = False) -> Array:
    """Dropout that keeps mean 0 and variance 1: what is dropped becomes SELU's lowest value (arXiv:1706.02515)."""
    return _alpha_dropped(input, p, training, input.shape)


@overwriting
def feature_alpha_dropout(input: Array, p: float = 0.5, training: bool = False, inplace: bool = False) -> Array:
    """`alpha_dropout` of whole channels, axis 1 of the input."""
    return _alpha_dropped(input, p, training, _features(input))


def _features(input: Array) -> tuple[int, ...]:
    """The shape of one draw for each element of the first two axes."""
    if input.ndim < 2:
        raise ValueError("Feature dropout requires at least 2 dimensions in the input")
    return (*input.shape[:2], *(1,) * (input.ndim - 2))


def _dropped(input: Array, p: float, training: bool, shape: tuple[int, ...]) -> Array:
    if not _is_drawn(p, training):
        return input
    if p == 1:
        return input * 0
    return input * (_kept(p, shape, input) / (1 - p))


def _alpha_dropped(input: Array, p: float, training: bool, shape: tuple[int, ...]) -> Array:
    if not _is_drawn(p, training):
        return input
    if p == 1:
        return input * 0
    kept = _kept(p, shape, input)
    scale = 1 / math.sqrt((_SELU_FLOOR**2 * p + 1) * (1 - p))
    return input * (kept * scale) + (kept - (1 - p)) * (_SELU_FLOOR * scale)


def _is_drawn(p: float, training: bool) -> bool:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    return training and p > 0


def _kept(p: float, shape: tuple[int, ...], input: Array) -> Array:
    """1 for what is kept, 0 for what is dropped."""
    return jax.random.bernoulli(next_key(), 1 - p, shape).astype(input.dtype)
