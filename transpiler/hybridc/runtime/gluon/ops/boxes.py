"""Boxes of detectors."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array


def _corners(boxes: Array, format: str) -> Array:
    if format == "corner":
        return boxes
    middle, half = boxes[..., :2], boxes[..., 2:4] / 2
    return jnp.concatenate([middle - half, middle + half], -1)


def box_iou(lhs: Array, rhs: Array, format: str = "corner") -> Array:
    """The common area of every box of `lhs` (..., 4) with every one of `rhs`, as a share of both together; no gradient.

    `format`: "corner" (left, top, right, bottom) or "center" (x, y, width, height).
    """
    first = _corners(lhs, format).reshape(*lhs.shape[:-1], *(1,) * (rhs.ndim - 1), 4)
    second = _corners(rhs, format)
    low, high = jnp.maximum(first[..., :2], second[..., :2]), jnp.minimum(first[..., 2:], second[..., 2:])
    common = jnp.prod(jnp.maximum(high - low, 0), -1)
    areas = [jnp.prod(jnp.maximum(b[..., 2:] - b[..., :2], 0), -1) for b in (first, second)]
    together = areas[0] + areas[1] - common
    return lax.stop_gradient(jnp.where(together > 0, common / jnp.where(together > 0, together, 1), 0))
