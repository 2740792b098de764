"""What `for` runs over, and what `if` asks for, be it an array or one of Python's containers."""

from __future__ import annotations

import warnings
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.mutables.parts import is_mutable

__all__ = ["is_false", "rows", "set_item", "truth", "truth_if_asked", "with_item"]


def is_false(x: Any) -> Any:
    """What `not x` gives: Python's own answer for None and containers. Raises TypeError as `truth` does."""
    found = truth(x)
    return not found if isinstance(found, bool) else jnp.logical_not(found)


def rows(xs: Any) -> jax.Array | list[Any]:
    """What Python's `for` would run over, as one array: `xs` itself, or the elements of a list or tuple stacked. Those
    that do not go into one array, as layers of different sizes, or would not keep their dtypes there, stay a list,
    which `control.scan` runs over in Python.

    Raises TypeError for a number, and for what is neither.
    """
    if isinstance(xs, list | tuple) and len({x.dtype for x in xs if getattr(x, "ndim", 0)}) > 1:
        return [*xs]
    return _stacked(xs)


def _stacked(xs: Any) -> jax.Array | list[Any]:
    if isinstance(xs, list | tuple):
        if not xs:
            return jnp.zeros((0,))
        if any(isinstance(leaf, dict) or np.ndim(leaf) for x in xs if isinstance(x, list | tuple) for leaf in x):
            return [*xs]
        elements = [jnp.asarray(x) for x in xs]
        return jnp.stack(elements) if all(e.shape == elements[0].shape for e in elements) else [*xs]
    array = jnp.asarray(xs)
    if array.ndim == 0:
        raise TypeError("iteration over a 0-d array")
    return array


def indexed(xs: Any, *, of_rows: bool = False) -> Any:
    """What has elements by traced indices: `xs` itself, or the elements of a list or tuple stacked, if they go into one
    array. Lists in the list stay what they are to Python, but where it is only their elements that are read, `of_rows`;
    so does a list of arrays that are written in place, which an array of their elements would not be.
    """
    if not isinstance(xs, list | tuple) or any(isinstance(x, list | tuple) and not of_rows for x in xs):
        return xs
    if any(is_mutable(x) for x in xs):
        return xs
    return _stacked(xs)


def with_item(items: list[Any], place: Any, value: Any) -> list[Any]:
    """Another list, with the value in this place. Raises TypeError for what is no list."""
    if type(items) is not list:
        raise TypeError(f"an element of a {type(items).__name__} is set where a list was expected")
    new = [*items]
    new[place] = value
    return new


def set_item(items: Any, place: Any, value: Any) -> Any:
    """What `items[place] = value` leaves: the very list or dict, or another array."""
    if hasattr(items, "at"):
        return items.at[place].set(value)
    items[place] = value
    return items


def truth(x: Any) -> Any:
    """What `if x:` asks for: whether a number is not zero, or a container not empty.

    Raises TypeError for an array of several elements, as NumPy does.
    """
    if x is None or isinstance(x, str | list | tuple | dict):
        return bool(x)
    if isinstance(x, bool | int | float | complex | np.generic):  # known while tracing, and `jnp.asarray` is not
        return np.bool_(x)
    array = jnp.asarray(x)
    if array.size != 1:
        raise TypeError("the truth of an array with more or less than one element is ambiguous")
    return array.reshape(()) != 0


def truth_if_asked(x: Any) -> Any:
    """The truth of an operand of `and` or `or` that Python may not come to, where tracing does.

    For an array of several elements Python raises if it comes to it: that is warned of, and the truth is False.
    """
    if not isinstance(x, bool | int | float | complex | np.generic) and jnp.size(x) != 1:
        what = (
            "the truth of an array with more or less than one element is ambiguous: taken for False where it is asked"
        )
        warnings.warn(what, stacklevel=2)
        return jnp.bool_(False)
    return truth(x)
