"""Windows of images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array


def extract_patches(
    images: Any, sizes: Sequence[int], strides: Sequence[int], rates: Sequence[int], padding: str
) -> Array:
    """The windows of images (N, H, W, C), each laid out in a row: (N, rows, columns, height * width * C).

    `sizes`, `strides` and `rates` are (1, height, width, 1). Raises ValueError for others.
    """
    x = jnp.asarray(images)
    for given in (sizes, strides, rates):
        if len(given) != 4 or given[0] != 1 or given[3] != 1:
            raise ValueError(f"windows, steps and rates are (1, height, width, 1), not {tuple(given)}")
    size, step, rate = ((int(given[1]), int(given[2])) for given in (sizes, strides, rates))
    reach = [(n - 1) * r + 1 for n, r in zip(size, rate, strict=True)]
    around = lax.padtype_to_pads(x.shape[1:3], reach, step, padding.upper())
    x = jnp.pad(x, [(0, 0), *around, (0, 0)])
    rows, columns = ((n - r) // s + 1 for n, r, s in zip(x.shape[1:3], reach, step, strict=True))
    if size == step and rate == (1, 1):
        found = x[:, : rows * size[0], : columns * size[1]]
        found = found.reshape(len(x), rows, size[0], columns, size[1], -1).swapaxes(2, 3)
        return found.reshape(len(x), rows, columns, -1)
    windows = [
        x[:, top : top + (rows - 1) * step[0] + 1 : step[0], left : left + (columns - 1) * step[1] + 1 : step[1]]
        for top in range(0, reach[0], rate[0])
        for left in range(0, reach[1], rate[1])
    ]
    return jnp.concatenate(windows, axis=-1)
