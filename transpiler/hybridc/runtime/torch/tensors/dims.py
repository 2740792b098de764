"""Which axes PyTorch's `dim` means."""

from __future__ import annotations

from collections.abc import Sequence

import jax

Array = jax.Array
Dim = int | Sequence[int] | None

__all__ = ["Dim", "axes_of", "axis_of", "with_an_axis"]


def axes_of(array: Array, dim: Dim) -> tuple[int, ...]:
    """The axes that a reduction along `dim` takes away: all of them for None, and for no axes at all.

    An array without axes has, in PyTorch, one of size 1 that `dim` may name. Raises ValueError for an axis twice.
    """
    if dim is None or array.ndim == 0:
        return tuple(range(array.ndim))
    given = [dim] if isinstance(dim, int) else list(dim)
    axes = tuple(axis_of(array, d) for d in given)
    if len(set(axes)) < len(axes):
        raise ValueError(f"dim {dim} appears multiple times in the list of dims")
    return axes or tuple(range(array.ndim))


def axis_of(array: Array, dim: int) -> int:
    """The axis from the left, 0 for an array without axes. Raises IndexError where there is none."""
    count = max(array.ndim, 1)
    if not -count <= dim < count:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-count}, {count - 1}], but got {dim})")
    return dim % count


def with_an_axis(array: Array) -> Array:
    """The array, or one of size 1 if it has no axes."""
    return array if array.ndim else array.reshape(1)
