"""Where windows slide: sizes for every axis, the padding in all the forms that Paddle takes, and where channels are."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

__all__ = [
    "Edges", "as_it_was", "edges", "has_channels_last", "is_channels_last", "per_axis", "same_edges",
    "with_channels_first",
]  # fmt: skip

Edges = list[tuple[int, int]]
_FIRST = {1: "NCL", 2: "NCHW", 3: "NCDHW"}
_LAST = {1: "NLC", 2: "NHWC", 3: "NDHWC"}


def is_channels_last(data_format: str, axes: int) -> bool:
    """The format has the channels behind the other axes. Raises ValueError for one that is none for so many axes."""
    if data_format not in (_FIRST[axes], _LAST[axes]):
        raise ValueError(f"data_format should be {_FIRST[axes]!r} or {_LAST[axes]!r}, not {data_format!r}")
    return data_format == _LAST[axes]


def per_axis(value: Any, axes: int, name: str) -> tuple[int, ...]:
    """One whole number for each of the axes: a single one holds for all. Raises ValueError for other lists."""
    if not isinstance(value, Sequence):
        return (operator.index(value),) * axes
    if len(value) not in (1, axes):
        raise ValueError(f"expected {name} to be one number or {axes}, but got {list(value)}")
    numbers = tuple(operator.index(v) for v in value)
    return numbers * axes if len(numbers) == 1 else numbers


def edges(padding: Any, axes: int, channels_last: bool) -> Edges | str:
    """What is put before and behind each axis, or "SAME".

    `padding`: a number, one for each axis, one for each side of each axis, pairs for all axes with those of the batch
    and of the channels, "SAME" or "VALID". Raises ValueError for anything else.
    """
    if isinstance(padding, str):
        if padding.upper() not in ("SAME", "VALID"):
            raise ValueError(f"Unknown padding: '{padding}'. It can only be 'SAME' or 'VALID'.")
        return "SAME" if padding.upper() == "SAME" else [(0, 0)] * axes
    if not isinstance(padding, Sequence):
        return _checked([(operator.index(padding),) * 2] * axes)
    if len(padding) == axes + 2 and isinstance(padding[0], Sequence):
        batch, channels, *others = (padding[0], padding[-1], *padding[1:-1]) if channels_last else padding
        if any(batch) or any(channels):
            raise ValueError(f"Non-zero padding({padding}) in the batch or channel dimensions is not supported.")
        return _checked([(int(before), int(behind)) for before, behind in others])
    if len(padding) == axes and all(isinstance(p, Sequence) for p in padding):
        return _checked([(int(before), int(behind)) for before, behind in padding])
    if len(padding) == 2 * axes:
        return _checked([(int(padding[2 * i]), int(padding[2 * i + 1])) for i in range(axes)])
    if len(padding) in (1, axes):
        return _checked([(int(p), int(p)) for p in (padding if len(padding) == axes else [*padding] * axes)])
    raise ValueError(f"Invalid padding: {padding}")


def _checked(found: Edges) -> Edges:
    if any(p < 0 for pair in found for p in pair):
        raise ValueError(f"Invalid padding, all value should be larger than or equal to 0, but received: {found}")
    return found


def same_edges(sizes: Sequence[int], kernel: Sequence[int], stride: Sequence[int]) -> Edges:
    """The padding with which there are `ceil(size / stride)` windows: the odd element comes behind."""
    found = []
    for size, taps, step in zip(sizes, kernel, stride, strict=True):
        total = max((-(-size // step) - 1) * step + taps - size, 0)
        found.append((total // 2, total - total // 2))
    return found


def with_channels_first(x: jax.Array, is_last: bool) -> jax.Array:
    """(N, *, C) as (N, C, *), if it is that."""
    return jnp.moveaxis(x, -1, 1) if is_last else x


def as_it_was(x: jax.Array, is_last: bool) -> jax.Array:
    """Back again."""
    return jnp.moveaxis(x, 1, -1) if is_last else x


def has_channels_last(data_format: str) -> bool:
    """Of formats for any number of axes. Raises ValueError for a word that is none."""
    if data_format not in ("NC", *_FIRST.values(), *_LAST.values()):
        raise ValueError(f"unsupported data layout: {data_format}")
    return data_format in _LAST.values()
