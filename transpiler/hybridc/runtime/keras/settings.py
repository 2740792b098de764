"""What Keras' layers take in several forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

__all__ = [
    "channel_axis",
    "image_data_format",
    "padding_of",
    "set_image_data_format",
    "sizes",
    "standard_format",
    "standardize_dtype",
]

_format = ["channels_last"]


def image_data_format() -> str:
    """Where channels are unless a layer is told."""
    return _format[0]


def set_image_data_format(data_format: str) -> None:
    _format[0] = standard_format(data_format)


def standard_format(data_format: str | None) -> str:
    """Raises ValueError for a format that is none."""
    found = image_data_format() if data_format is None else str(data_format).lower()
    if found not in ("channels_last", "channels_first"):
        raise ValueError(f"The `data_format` argument must be 'channels_first' or 'channels_last'. Received: {found}")
    return found


def channel_axis(data_format: str) -> int:
    return -1 if data_format == "channels_last" else 1


def sizes(value: int | Sequence[int], rank: int, name: str) -> tuple[int, ...]:
    """One number for all axes, or one for each. Raises ValueError for another number of numbers."""
    found = (value,) * rank if isinstance(value, int) else tuple(value)
    if len(found) != rank:
        raise ValueError(f"The `{name}` argument must be a tuple of {rank} integers. Received: {value}")
    return found


def padding_of(value: str, allowed: Sequence[str] = ("valid", "same")) -> str:
    """Raises ValueError for a way of padding that is none."""
    found = value.lower() if isinstance(value, str) else value
    if found not in allowed:
        raise ValueError(f"The `padding` argument must be one of {tuple(allowed)}. Received: {value}")
    return found


def standardize_dtype(dtype: Any) -> str:
    """The name of a dtype; that of floating point numbers by default. Raises ValueError for what is none."""
    if dtype is None:
        return "float32"
    name = {"int": "int32", "float": "float32"}.get(dtype, dtype) if isinstance(dtype, str) else dtype
    try:
        return str(jnp.dtype(name).name)
    except TypeError:
        raise ValueError(f"Invalid dtype: {dtype}") from None
