"""Images of another size, with TensorFlow's weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.keras.settings import standard_format

Array = jax.Array

__all__ = ["image_resize"]

_METHODS = {
    "nearest": "nearest", "bilinear": "linear", "bicubic": "cubic", "lanczos3": "lanczos3", "lanczos5": "lanczos5",
}  # fmt: skip
_STEPS = 1024  # TensorFlow looks cubic weights up in a table of so many places between two elements


def image_resize(
    images: Any,
    size: Sequence[int],
    interpolation: str = "bilinear",
    antialias: bool = False,
    data_format: str | None = None,
) -> Array:
    """Images (H, W, C) or (N, H, W, C), of another height and width.

    Raises NotImplementedError for an interpolation that JAX does not have.
    """
    if interpolation not in _METHODS:
        raise NotImplementedError(f"`interpolation={interpolation!r}` has no counterpart here: 'bilinear' has one")
    x = jnp.asarray(images)
    x = x if jnp.issubdtype(x.dtype, jnp.floating) or interpolation == "nearest" else x.astype(jnp.float32)
    first = x.ndim - (3 if standard_format(data_format) == "channels_last" else 2)
    shape = list(x.shape)
    shape[first : first + 2] = [int(n) for n in size]
    if interpolation == "bicubic" and not antialias:
        for axis in (first, first + 1):
            weights = jnp.asarray(_cubic(x.shape[axis], shape[axis]), x.dtype)
            x = jnp.moveaxis(jnp.tensordot(weights, x, axes=(1, axis)), 0, axis)
        return x
    found: Array = jax.image.resize(x, shape, _METHODS[interpolation], antialias=antialias)
    return found


def _cubic(before: int, after: int) -> np.ndarray:
    """How much of each element there is in each new one: Keys' weights, without what lies beyond the edges."""
    places = (np.arange(after, dtype=np.float32) + np.float32(0.5)) * np.float32(before / after) - np.float32(0.5)
    floor = np.floor(places).astype(int)
    part = np.round((places - floor) * _STEPS) / _STEPS
    found = np.zeros((after, before))
    for step in (-1, 0, 1, 2):
        away = np.abs(part - step)
        near = (1.5 * away - 2.5) * away * away + 1
        far = ((-0.5 * away + 2.5) * away - 4) * away + 2
        weight = np.where(away <= 1, near, far)
        held = (floor + step >= 0) & (floor + step < before)
        found[np.arange(after)[held], (floor + step)[held]] += weight[held]
    whole: np.ndarray = found / found.sum(1, keepdims=True)
    return whole
