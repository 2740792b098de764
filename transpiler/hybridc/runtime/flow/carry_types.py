"""The dtypes and shapes of what branches return and loops carry, brought together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

Type = Any  # a `jax.ShapeDtypeStruct`


def type_of(leaf: Any) -> Type:
    shaped = jax.typeof(leaf)
    return typed(shaped.shape, shaped.dtype, getattr(shaped, "weak_type", False))


def typed(shape: tuple[int, ...], dtype: Any, weak_type: bool = False) -> Type:
    return jax.ShapeDtypeStruct(shape, dtype, weak_type=weak_type)  # type: ignore[no-untyped-call]


def joined(left: Sequence[Type], right: Sequence[Type], paths: Sequence[str], what: str) -> list[Type]:
    """The smallest types that both sides can be converted to.

    Raises TypeError that names the place where there is none.
    """
    return [_join(*each, what) for each in zip(left, right, paths, strict=True)]


def _join(left: Type, right: Type, path: str, what: str) -> Type:
    if same_type(left, right):
        return left
    try:
        shape = jnp.broadcast_shapes(left.shape, right.shape)
    except ValueError:
        shape = None
    if shape is None or (left.shape and right.shape and left.shape != right.shape):
        raise TypeError(f"{what}: {path} has the shape {left.shape} and the shape {right.shape}")
    if left.dtype == right.dtype:
        return typed(shape, left.dtype, left.weak_type and right.weak_type)
    try:
        dtype, weak_type = _promoted(left, right)
    except (TypeError, ValueError):
        raise TypeError(f"{what}: {path} has the dtype {left.dtype} and the dtype {right.dtype}") from None
    return typed(shape, dtype, weak_type)


def _promoted(left: Type, right: Type) -> tuple[Any, bool]:
    """JAX's own promotion; Python numbers are weak."""
    one, other = typed((), left.dtype, left.weak_type), typed((), right.dtype, right.weak_type)
    result = jax.eval_shape(lambda a, b: jnp.where(True, a, b), one, other)
    return result.dtype, result.weak_type


def same_type(left: Type, right: Type) -> bool:
    return bool(left.shape == right.shape and left.dtype == right.dtype and left.weak_type == right.weak_type)


def same_types(left: Sequence[Type], right: Sequence[Type]) -> bool:
    return all(same_type(a, b) for a, b in zip(left, right, strict=True))


def converted(leaves: Sequence[Any], types: Sequence[Type]) -> list[jax.Array]:
    return [_as(leaf, to) for leaf, to in zip(leaves, types, strict=True)]


def _as(leaf: Any, to: Type) -> jax.Array:
    if same_type(type_of(leaf), to):
        return jnp.asarray(leaf)
    array = jnp.asarray(leaf)
    if array.dtype != to.dtype and to.weak_type and to.dtype.kind == "f":
        array = array * 1.0  # stays as weak as the number that it was
    if array.dtype != to.dtype or array.weak_type != to.weak_type:
        array = array.astype(to.dtype)
    return array if array.shape == to.shape else jnp.broadcast_to(array, to.shape)


def is_other_value(left: Sequence[Type], right: Sequence[Type]) -> bool:
    """Converting beforehand could change what a loop's first turn computes: a sum over it, or `~` of a truth value."""
    return any(a.shape != b.shape or (a.dtype == bool and b.dtype != bool) for a, b in zip(left, right, strict=True))
