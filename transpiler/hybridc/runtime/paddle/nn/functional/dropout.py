"""Dropout, as `paddle.nn.functional` has it: draws come from `next_key()`."""

from __future__ import annotations

from collections.abc import Sequence

import jax

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.overwriting import overwriting
from hybridc.runtime.torch.nn.functional.dropout import alpha_dropout as _alpha_dropout

Array = jax.Array

__all__ = ["alpha_dropout", "dropout", "dropout2d", "dropout3d"]


@overwriting
def dropout(
    x: Array,
    p: float = 0.5,
    axis: int | Sequence[int] | None = None,
    training: bool = True,
    inplace: bool = False,
    mode: str = "upscale_in_train",
    name: str | None = None,
) -> Array:
    """In training, elements are 0 with probability `p`. The axes that are not in `axis` share draws.

    `upscale_in_train`: what stays is divided by `1 - p`; `downscale_in_infer`: all is multiplied by `1 - p` outside of
    training. Raises ValueError for another mode, a probability outside of [0, 1], or axes that the input has not.
    """
    if not 0 <= p <= 1:
        raise ValueError("p argument should between 0 and 1")
    if mode not in ("downscale_in_infer", "upscale_in_train"):
        raise ValueError("mode argument should be 'downscale_in_infer' or 'upscale_in_train'")
    if not training:
        return x * (1 - p) if mode == "downscale_in_infer" else x
    if p == 0:
        return x
    shape = x.shape
    if axis is not None:
        own = {axis} if isinstance(axis, int) else set(axis)
        if not own <= set(range(x.ndim)):
            raise ValueError(f"axis value should be less than dimensions of x: {sorted(own)}")
        shape = tuple(size if place in own else 1 for place, size in enumerate(shape))
    if p == 1:
        return x * 0
    kept = jax.random.bernoulli(next_key(), 1 - p, shape).astype(x.dtype)
    return x * (kept / (1 - p)) if mode == "upscale_in_train" else x * kept


def dropout2d(
    x: Array, p: float = 0.5, training: bool = True, data_format: str = "NCHW", name: str | None = None
) -> Array:
    """Whole channels of (N, C, H, W), or (N, H, W, C), are dropped."""
    return dropout(x, p, (0, 1) if data_format == "NCHW" else (0, 3), training)


def dropout3d(
    x: Array, p: float = 0.5, training: bool = True, data_format: str = "NCDHW", name: str | None = None
) -> Array:
    """Whole channels of (N, C, D, H, W), or (N, D, H, W, C), are dropped."""
    return dropout(x, p, (0, 1) if data_format == "NCDHW" else (0, 4), training)


def alpha_dropout(x: Array, p: float = 0.5, training: bool = True, name: str | None = None) -> Array:
    """Dropout that keeps mean 0 and variance 1: what is dropped becomes SELU's lowest value."""
    return _alpha_dropout(x, p, training)
