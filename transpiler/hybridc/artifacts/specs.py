"""What an array is like, in text: `f32[b, 512]`.

    input = name "=" spec
    spec  = dtype "[" [dim {"," dim}] "]"
    dim   = number | name | "?"

A name stands for a free dimension, the same wherever it occurs; every `?` is one of its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from hybridc.artifacts.errors import ExportError

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
_SPEC = re.compile(r"\s*(\w+)\s*\[([^\[\]]*)\]\s*", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_OPEN = "?"
_OF_JAX = ("max", "min", "floordiv", "mod", "non_negative")  # operations in its symbolic shapes
Literal = bool | int | float | str | None


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


def read_input(text: str) -> tuple[str, Spec | Literal]:
    """The name and the spec, or fixed value, of `name=...`. Raises ExportError for text that is neither."""
    name, equals, rest = text.partition("=")
    name = name.strip()
    if not equals or not name.isidentifier():
        raise ExportError(f"{text!r}: expected NAME=DTYPE[DIMS], such as 'x=f32[?,512]'")
    match = _SPEC.fullmatch(rest)
    return (name, _spec(text, match[1], match[2])) if match else (name, _literal(text, rest))


def _spec(text: str, dtype: str, inner: str) -> Spec:
    if dtype not in DTYPES:
        raise ExportError(f"{text!r}: {dtype!r} is no dtype; there are {', '.join(DTYPES)}")
    parts = [part.strip() for part in inner.split(",")] if inner.strip() else []
    dims: list[int | str] = []
    for part in parts:
        if _NUMBER.fullmatch(part):
            dims.append(int(part))
        elif part == _OPEN or (_NAME.fullmatch(part) and part not in _OF_JAX):
            dims.append(part)
        else:
            raise ExportError(f"{text!r}: {part!r} is no dimension; expected a number, a name or ?")
    return Spec(dtype, tuple(dims))


def _literal(text: str, rest: str) -> Literal:
    try:
        value = ast.literal_eval(rest.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        value = text
        rest = ""
    if not rest or not isinstance(value, Literal):
        wanted = "an array, as f32[?,512] or f32[], or a fixed value, as 3 or 'same'"
        raise ExportError(f"{text!r}: {text.partition('=')[2].strip()!r} is neither of: {wanted}")
    return value


def read_inputs(texts: Iterable[str]) -> dict[str, Spec | Literal]:
    """All inputs by name; every `?` has become a name of its own. Raises ExportError."""
    found: dict[str, Spec | Literal] = {}
    for text in texts:
        name, value = read_input(text)
        if name in found:
            raise ExportError(f"the input {name!r} is given twice")
        found[name] = value
    taken = {dim for spec in found.values() if isinstance(spec, Spec) for dim in spec.dims}
    return {n: _named(n, value, taken) if isinstance(value, Spec) else value for n, value in found.items()}


def _named(name: str, spec: Spec, taken: set[int | str]) -> Spec:
    dims: list[int | str] = []
    for place, dim in enumerate(spec.dims):
        new: int | str = dim
        if dim == _OPEN:
            stem = re.sub(r"[^A-Za-z0-9]", "_", name).lstrip("_0123456789") or "d"
            new = f"{stem}_{place}"
            while new in taken:
                new = f"{new}_"
            taken.add(new)
        dims.append(new)
    return Spec(spec.dtype, tuple(dims))


def misfit(specs: Mapping[str, Spec], arrays: Sequence[Any]) -> str | None:
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
            known, first = (dim, "") if isinstance(dim, int) else free.setdefault(dim, (size, where))
            if size != known:
                why = f"{dim} is expected" if not first else f"`{dim}` is {known} in {first}"
                problems.append(f"{where} is {size}, and {why}")
            elif first == where and size < 1:
                problems.append(f"{where} is {size}, and `{dim}` is at least 1")
    return "; ".join(problems) or None
