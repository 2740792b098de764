"""What the author of a function says of its inputs: `TensorSpec([None, 512], "float32")`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.registry import Unchanging

__all__ = ["ArraySpec"]


class ArraySpec(Unchanging):
    """An array that a function takes. `shape`: None, or -1, is a free dimension; None for a shape is any.

    Raises TypeError for what is no dtype.
    """

    def __init__(self, shape: Any, dtype: Any = "float32", name: str | None = None, **settings: Any) -> None:
        sizes = (shape,) if isinstance(shape, int) else shape
        self.shape = None if sizes is None else tuple(None if s is None or s < 0 else int(s) for s in sizes)
        self.dtype = jnp.dtype(dtype)
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self.shape}, dtype={self.dtype}, name={self.name!r})"

    def taken(self, value: Any) -> Any:
        """The value as an array of this dtype. Raises TypeError for an array of another, and for other shapes."""
        if isinstance(value, Cell):
            value = value.__jax_array__()
        dtype = jax.dtypes.canonicalize_dtype(self.dtype)
        if not isinstance(value, jax.Array | jax.ShapeDtypeStruct):
            value = jnp.asarray(np.asarray(value), dtype)
        fits = self.shape is None or (
            len(self.shape) == len(value.shape)
            and all(size in (None, other) for size, other in zip(self.shape, value.shape, strict=True))
        )
        if value.dtype != dtype or not fits:
            raise TypeError(f"an array {value.dtype}{list(value.shape)} is given, and {self} is expected")
        return value


def taken(specs: Iterable[Any], names: list[str], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The arguments of a call, those that specs are given for as arrays. `names`: of the parameters, in order.

    A spec may be a list, a tuple or a dict of specs. Raises TypeError for what does not fit, by the parameter's name.
    """
    given, named = list(args), dict(kwargs)
    for place, (name, spec) in enumerate(zip(names, specs, strict=False)):
        held: Any
        key: Any
        held, key = (given, place) if place < len(given) else (named, name)
        if held is named and name not in named:
            continue
        try:
            held[key] = tree_util.tree_map(_taken, spec, held[key], is_leaf=_is_spec)
        except (TypeError, ValueError) as error:
            raise TypeError(f"`{name}`: {error}") from None
    return tuple(given), named


def _is_spec(value: Any) -> bool:
    return isinstance(value, ArraySpec)


def _taken(spec: Any, value: Any) -> Any:
    return spec.taken(value) if isinstance(spec, ArraySpec) else value
