"""Masks that callers give functions which choose by them: there it is known how many elements that are."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from typing import Any, TypeVar

import jax
import numpy as np

R = TypeVar("R")

__all__ = ["takes_masks"]


def takes_masks(*names: str, beside: Collection[str] = ()) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Decorates a compiled function that uses its parameters by these names as indices alone. For a mask it is given
    the places where that is true, which choose the same; for a list, what NumPy makes of one. It is compiled once for
    each number of chosen elements. A mask of several axes among those that stand `beside` other indices it knows while
    it is traced: it is compiled once for each.

    A mask that only the running program knows the function gets as it is: it may write by it. Raises TypeError where it
    reads by that.
    """

    def decorate(function: Callable[..., R]) -> Callable[..., R]:
        parameters = [*inspect.signature(function).parameters]
        label = getattr(function, "__name__", "the function")

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> R:
            given = [_places(a, n in beside) if n in names else a for n, a in zip(parameters, args, strict=False)]
            named = {n: _places(a, n in beside) if n in names else a for n, a in kwargs.items()}
            try:
                return function(*given, *args[len(given) :], **named)
            except jax.errors.NonConcreteBooleanIndexError as error:
                masks = {n for n, a in [*zip(parameters, given, strict=False), *named.items()] if _is_unknown(a)}
                if not (traced := [n for n in names if n in masks]):
                    raise
                raise TypeError(
                    f"`{label}` chooses by `{traced[0]}`, a mask of which only the running program knows how much that "
                    "is. Keep the full length, and mask what should not count: `jnp.where(mask, x, 0)`, "
                    "`jnp.sum(x, where=mask)`"
                ) from error

        return call

    return decorate


def _is_unknown(index: Any) -> bool:
    return isinstance(index, jax.core.Tracer) and index.dtype == bool and bool(index.ndim)


def _places(index: Any, is_beside: bool) -> Any:
    if type(index) is list:
        index = np.asarray(index) if index else np.asarray(index, int)
    if not isinstance(index, np.ndarray | jax.Array) or index.dtype != bool or not index.ndim or _is_unknown(index):
        return index
    if is_beside and index.ndim > 1:
        return _Mask(np.array(index))
    found = np.nonzero(np.asarray(index))
    return found[0] if len(found) == 1 else found


@jax.tree_util.register_pytree_node_class
class _Mask:
    """A mask that is part of the structure of the arguments: what is traced has NumPy's array in its place."""

    def __init__(self, array: np.ndarray) -> None:
        array.flags.writeable = False
        self.array = array
        self.key = array.shape, array.tobytes()

    def tree_flatten(self) -> tuple[tuple[()], _Mask]:
        return (), self

    @staticmethod
    def tree_unflatten(mask: _Mask, _: Any) -> np.ndarray:
        return mask.array

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mask) and self.key == other.key
