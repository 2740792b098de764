"""Images in other sizes: (N, C, H, W)."""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.gluon.ops.convolutions import Deconvolution

Array = jax.Array


def UpSampling(
    data: tuple[Array, ...],
    scale: int,
    sample_type: str,
    num_filter: int = 0,
    multi_input_mode: str = "concat",
    num_args: int | None = None,
    workspace: int = 512,
) -> Array:
    """Images enlarged by whole numbers: "nearest", of several images to the size of the first, joined or summed up.

    "bilinear" takes the image and the weight of a transposed convolution.
    """
    if sample_type == "bilinear":
        image, weight = data
        size, margin = 2 * scale - scale % 2, math.ceil((scale - 1) / 2)
        return Deconvolution(
            image, weight, None, (size, size), (scale, scale), pad=(margin, margin), num_group=image.shape[1]
        )
    height = data[0].shape[2] * scale
    enlarged = []
    for image in data:
        factor = height // image.shape[2]
        enlarged.append(jnp.repeat(jnp.repeat(image, factor, 2), factor, 3))
    if len(enlarged) == 1:
        return enlarged[0]
    if multi_input_mode == "concat":
        return jnp.concatenate(enlarged, 1)
    total = enlarged[0]
    for each in enlarged[1:]:
        total = total + each
    return total


def BilinearResize2D(
    data: Array,
    like: Array | None = None,
    height: int = 1,
    width: int = 1,
    scale_height: float | None = None,
    scale_width: float | None = None,
    mode: str = "size",
    align_corners: bool = True,
) -> Array:
    """Images in another size, interpolated between the nearest elements of each axis.

    The size is `height` and `width`, or scaled; with other modes that of `like`, or the nearest odd or even one.
    """
    rows, columns = data.shape[2:]
    if mode == "like":
        if like is None:
            raise ValueError("BilinearResize2D needs `like` for mode='like'")
        wanted = like.shape[2:]
    elif mode == "size":
        wanted = (
            height if scale_height is None else int(scale_height * rows),
            width if scale_width is None else int(scale_width * columns),
        )
    elif mode == "odd_scale":
        if scale_height is None or scale_width is None:
            raise ValueError("BilinearResize2D needs scales for mode='odd_scale'")
        wanted = (_odd(rows, scale_height), _odd(columns, scale_width))
    else:
        wanted = (_nearest(rows, mode), _nearest(columns, mode))
    down, across = _weights(rows, wanted[0], align_corners), _weights(columns, wanted[1], align_corners)
    found = jnp.einsum("nchw,ih,jw->ncij", data, jnp.asarray(down), jnp.asarray(across), precision="highest")
    return found.astype(data.dtype)


def _odd(size: int, scale: float) -> int:
    """MXNet: even sizes are scaled, and odd ones without the last element."""
    return int(size * scale) if size % 2 == 0 else int((size - 1) * scale) + 1


def _nearest(size: int, mode: str) -> int:
    modes = {"to_even_down": (0, -1), "to_even_up": (0, 1), "to_odd_down": (1, -1), "to_odd_up": (1, 1)}
    if mode not in modes:
        raise ValueError(f"BilinearResize2D knows no mode {mode!r}")
    remainder, step = modes[mode]
    return size if size % 2 == remainder else size + step


def _weights(size: int, wanted: int, align_corners: bool) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """(wanted, size): how much of each element goes into each of the new ones."""
    found = np.zeros((wanted, size), np.float32)
    if size == wanted:
        return np.eye(size, dtype=np.float32)
    one = np.float32(1)
    if align_corners:
        ratio = np.float32(size - 1) / np.float32(wanted - 1) if wanted > 1 else np.float32(0)
        places = ratio * np.arange(wanted, dtype=np.float32)
    else:
        ratio = np.float32(size) / np.float32(wanted) if wanted > 1 else np.float32(0)
        places = np.maximum(ratio * (np.arange(wanted, dtype=np.float32) + np.float32(0.5)) - np.float32(0.5), 0)
    for row, place in enumerate(places):
        before = int(place)
        share = np.float32(place) - np.float32(before)
        found[row, before] += one - share
        found[row, min(before + 1, size - 1)] += share
    return found
