"""Sampling an input at places that a grid gives, and the grids of affine maps."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

__all__ = ["affine_grid", "grid_sample"]

_CUBIC = -0.75  # PyTorch: the A of its cubic convolutions


def grid_sample(
    input: jax.Array,
    grid: jax.Array,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> jax.Array:
    """`input` (N, C, H, W), `grid` (N, H', W', 2) -> (N, C, H', W'); or (N, C, D, H, W) and (N, D', H', W', 3).

    The grid's last axis has x, y(, z), from -1 to 1 over the input: from the middles of the outermost elements with
    `align_corners`, from their outer edges without. `mode` is "bilinear", "nearest" (halves go to the even neighbour)
    or "bicubic" (two dimensions). Beyond the input there is 0 ("zeros"), the "border", or its "reflection".

    For coordinates that are NaN or infinite PyTorch's devices and dimensions differ among themselves; here they count
    as beyond the input, in mode "bilinear" with a weight of NaN, and NaN as 0 after "border" and "reflection". Raises
    ValueError for unknown modes, RuntimeError for shapes and dtypes that do not go together.
    """
    if mode not in ("bilinear", "nearest", "bicubic"):
        raise ValueError(f"grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(
            f"grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{padding_mode}'"
        )
    _check(input, grid, mode)
    corners = bool(align_corners)
    sizes = input.shape[2:]
    # the grid's last axis runs from the input's last axis to its first
    places = [_unnormalized(grid[..., i], size, corners) for i, size in enumerate(reversed(sizes))][::-1]
    if mode == "bicubic":
        return _cubic(input, places, padding_mode, corners)
    places = [_padded(place, size, padding_mode, corners) for place, size in zip(places, sizes, strict=True)]
    if mode == "nearest":
        return _fetched(input, [jnp.round(place) for place in places])
    return _linear(input, places)


def affine_grid(theta: jax.Array, size: Sequence[int], align_corners: bool | None = None) -> jax.Array:
    """`theta` (N, 2, 3), `size` (N, C, H, W) -> the grid (N, H, W, 2) of where the map takes each element.

    Or (N, 3, 4), (N, C, D, H, W) -> (N, D, H, W, 3). Raises ValueError for other shapes, integers and empty sizes,
    NotImplementedError for another number of dimensions.
    """
    axes = len(size) - 2
    if not jnp.issubdtype(theta.dtype, jnp.floating):
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if axes not in (2, 3):
        raise NotImplementedError(f"affine_grid only supports 4D and 5D sizes. Got size {size}.")
    if theta.shape != (size[0], axes, axes + 1):
        raise ValueError(f"Expected affine matrices of shape {(size[0], axes, axes + 1)}. Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    lines = [_line(steps, bool(align_corners)) for steps in size[2:]]
    places = [*np.meshgrid(*lines, indexing="ij")][::-1]
    base = jnp.asarray(np.stack([*places, np.ones_like(places[0])], axis=-1), theta.dtype)
    return jnp.einsum("...j,nij->n...i", base, theta, precision=lax.Precision.HIGHEST)


def _line(steps: int, corners: bool) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Steps from -1 to 1: of the outermost elements' middles, or of their outer edges."""
    if steps == 1:
        return np.zeros(1, np.float32)
    line = np.linspace(-1, 1, steps, dtype=np.float32)
    return line if corners else line * np.float32((steps - 1) / steps)


def _check(input: jax.Array, grid: jax.Array, mode: str) -> None:
    axes = input.ndim - 2
    if axes not in (2, 3) or grid.ndim != input.ndim or grid.shape[-1] != axes or grid.shape[0] != input.shape[0]:
        raise RuntimeError(
            f"grid_sampler(): input of size {list(input.shape)} and grid of size {list(grid.shape)} do not go together"
        )
    if input.dtype != grid.dtype or not jnp.issubdtype(grid.dtype, jnp.floating):
        raise RuntimeError(f"grid_sampler(): expected floats of one dtype, but got {input.dtype} and {grid.dtype}")
    if 0 in input.shape[2:]:
        raise RuntimeError(f"grid_sampler(): expected input to have non-empty spatial dimensions, got {input.shape}")
    if mode == "bicubic" and axes != 2:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")


def _unnormalized(coordinate: jax.Array, size: int, corners: bool) -> jax.Array:
    """From -1 to 1 to positions in an axis of that size (`grid_sampler_unnormalize`)."""
    if corners:
        return (coordinate + 1) / 2 * (size - 1)
    return ((coordinate + 1) * size - 1) / 2


def _padded(place: jax.Array, size: int, padding_mode: str, corners: bool) -> jax.Array:
    """Positions beyond the axis brought back into it, if the padding says so."""
    if padding_mode == "zeros":
        return place
    if padding_mode == "reflection":
        place = _reflected(place, 0, 2 * (size - 1)) if corners else _reflected(place, -1, 2 * size - 1)
    # PyTorch: no gradient on the border itself; NaN becomes 0
    is_inside = (place > 0) & (place < size - 1)
    return jnp.where(is_inside, place, jnp.where(place > 0, size - 1.0, 0.0).astype(place.dtype))


def _reflected(place: jax.Array, twice_low: int, twice_high: int) -> jax.Array:
    """Positions mirrored at the bounds, given doubled so that they are whole numbers (`reflect_coordinates`)."""
    if twice_low == twice_high:
        return jnp.zeros_like(place)
    low, span = twice_low / 2, (twice_high - twice_low) / 2
    distance = place - low
    distance = jnp.where(distance < 0, -distance, distance)
    extra = jnp.fmod(distance, span)
    is_even = jnp.fmod(lax.stop_gradient(jnp.floor(distance / span)), 2) == 0
    return jnp.where(is_even, extra + low, span - extra + low)


def _fetched(input: jax.Array, places: Sequence[jax.Array]) -> jax.Array:
    """The elements at whole positions (N, ...), which are broadcast, 0 for those beyond the input: (N, C, ...)."""
    is_inside = jnp.ones((), bool)
    indices = []
    for place, size in zip(jnp.broadcast_arrays(*places), input.shape[2:], strict=True):
        is_inside &= (place >= 0) & (place <= size - 1)
        indices.append(jnp.clip(jnp.nan_to_num(lax.stop_gradient(place)), 0, size - 1).astype(jnp.int32))

    def fetch(image: jax.Array, *index: jax.Array) -> jax.Array:
        return image.at[(slice(None), *index)].get(mode="promise_in_bounds")

    return jnp.where(is_inside[:, None], jax.vmap(fetch)(input, *indices), 0)


def _linear(input: jax.Array, places: Sequence[jax.Array]) -> jax.Array:
    """Between the two neighbours on every axis."""
    lows = [lax.stop_gradient(jnp.floor(place)) for place in places]
    total = jnp.zeros((), input.dtype)
    for ends in itertools.product((0, 1), repeat=len(places)):
        corner = [low + end for low, end in zip(lows, ends, strict=True)]
        weight = jnp.ones((), input.dtype)
        for place, low, end in zip(places, lows, ends, strict=True):
            weight = weight * (place - low if end else low + 1 - place)
        total = total + _fetched(input, corner) * weight[:, None]
    return total


def _cubic(input: jax.Array, places: Sequence[jax.Array], padding_mode: str, corners: bool) -> jax.Array:
    """Among four neighbours on both axes, each of which is brought back into the input on its own."""
    lows = [lax.stop_gradient(jnp.floor(place)) for place in places]
    near = [jnp.stack([low - 1, low, low + 1, low + 2], axis=1) for low in lows]
    near = [_padded(n, size, padding_mode, corners) for n, size in zip(near, input.shape[2:], strict=True)]
    elements = _fetched(input, [near[0][:, :, None], near[1][:, None]])  # (N, C, 4, 4, H', W')
    rows, columns = (_cubic_weights(place - low) for place, low in zip(places, lows, strict=True))
    return ((elements * columns[:, None, None]).sum(3) * rows[:, None]).sum(2)


def _cubic_weights(share: jax.Array) -> jax.Array:
    """(N, ...) -> (N, 4, ...): weights of the neighbours at -1, 0, 1, 2 of a place between 0 and 1 (Keys 1981)."""

    def near(x: jax.Array) -> jax.Array:
        return ((_CUBIC + 2) * x - (_CUBIC + 3)) * x * x + 1

    def far(x: jax.Array) -> jax.Array:
        return ((_CUBIC * x - 5 * _CUBIC) * x + 8 * _CUBIC) * x - 4 * _CUBIC

    return jnp.stack([far(share + 1), near(share), near(1 - share), far(2 - share)], axis=1)
