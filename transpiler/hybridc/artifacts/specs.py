"""What an array is like: `f32[b,512]`, a dtype and dimensions, of which those with a name are free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

DTYPES: Mapping[str, np.dtype[Any]] = {
    "bool": np.dtype(bool),
    **{f"{kind}{8 * size}": np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)},
    **{f"f{8 * size}": np.dtype(f"f{size}") for size in (2, 4, 8)},
    "bf16": np.dtype(jnp.bfloat16),
    "f8_e4m3fn": np.dtype(jnp.float8_e4m3fn),
    "f8_e5m2": np.dtype(jnp.float8_e5m2),
    "c64": np.dtype(np.complex64),
    "c128": np.dtype(np.complex128),
}
_NAMES = {dtype: name for name, dtype in DTYPES.items()}
Bounds = Mapping[str, tuple[int, int | None]]  # of free dimensions: at least, at most


class Spec(NamedTuple):
    """An array's dtype, by its short name, and its dimensions: numbers, and text for those that are free."""

    dtype: str
    dims: tuple[int | str, ...]

    def __str__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.dims))}]"


def spec_of(aval: Any) -> Spec:
    """The spec of an array, or of what stands for one. Raises KeyError for a dtype that has no name."""
    return Spec(_NAMES[np.dtype(aval.dtype)], tuple(d if isinstance(d, int) else str(d) for d in aval.shape))


def shown_dtype(dtype: Any) -> str:
    return _NAMES.get(np.dtype(dtype), str(dtype))


def misfit(specs: Mapping[str, Spec], bounds: Bounds, arrays: Sequence[Any]) -> str | None:
    """Why a program does not take the arrays, by input and dimension; None where it does."""
    free: dict[str, tuple[int, str]] = {}
    problems = []
    for (name, spec), array in zip(specs.items(), arrays, strict=True):
        if not hasattr(array, "shape") or not hasattr(array, "dtype"):
            problems.append(f"input `{name}` is a {type(array).__name__}, not an array {spec}")
            continue
        if array.dtype != DTYPES[spec.dtype]:
            problems.append(f"input `{name}` is {shown_dtype(array.dtype)}, and {spec.dtype} is expected")
        if len(array.shape) != len(spec.dims):
            problems.append(f"input `{name}` has {len(array.shape)} dimensions, and {spec} has {len(spec.dims)}")
            continue
        for place, (size, dim) in enumerate(zip(array.shape, spec.dims, strict=True)):
            where = f"dimension {place} of input `{name}`"
            why = f"{dim} is expected" if size != dim else None
            if isinstance(dim, str):
                why = _outside(dim, size, bounds, free.setdefault(dim, (size, where)))
            if why is not None:
                problems.append(f"{where} is {size}, and {why}")
    return "; ".join(problems) or None


def _outside(dim: str, size: int, bounds: Bounds, first: tuple[int, str]) -> str | None:
    """Why a free dimension cannot have a size. `first`: the size that it has already, and where."""
    low, high = bounds.get(dim, (1, None))
    if size != first[0]:
        return f"`{dim}` is {first[0]} in {first[1]}"
    if size < low:
        return f"`{dim}` is at least {low}"
    return f"`{dim}` is at most {high}" if high is not None and size > high else None
