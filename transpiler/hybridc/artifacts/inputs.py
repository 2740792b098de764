"""What `--input` says: `x=f32[b, 512]`.

    input = name "=" (array | value)
    array = dtype "[" [dim {"," dim}] "]"
    dim   = number | "?" | name [">=" number] ["<=" number]
    value = a number, text in quotes, True, False or None, as Python writes them

A name is a free dimension, the same wherever it stands, and 1 at least; every `?` is one of its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import jax

from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.specs import DTYPES, Spec, shown_dtype
from hybridc.runtime.core.expected import ArraySpec

_ARRAY = re.compile(r"\s*(\w+)\s*\[([^\[\]]*)\]\s*", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_DIM = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(?:>=\s*([0-9]{1,18}))?\s*(?:<=\s*([0-9]{1,18}))?", re.ASCII)
_OPEN = "?"
_OF_JAX = ("max", "min", "floordiv", "mod", "non_negative")  # operations in its symbolic shapes
Value = bool | int | float | str | None


class Inputs(NamedTuple):
    """Arrays and fixed values by name, in their order; the bounds of free dimensions, at least and at most."""

    values: Mapping[str, Spec | Value]
    bounds: Mapping[str, tuple[int, int | None]]


def read_inputs(texts: Iterable[str]) -> Inputs:
    """What all of the texts say. Raises ExportError for text that is no input."""
    found: dict[str, Spec | Value] = {}
    bounds: dict[str, tuple[int, int | None]] = {}
    for text in texts:
        name, equals, rest = text.partition("=")
        name = name.strip()
        if not equals or not name.isidentifier():
            raise ExportError(f"{text!r}: expected NAME=DTYPE[DIMS], such as 'x=f32[?,512]'")
        if name in found:
            raise ExportError(f"the input `{name}` is given twice")
        match = _ARRAY.fullmatch(rest)
        found[name] = _array(text, match[1], match[2], bounds) if match else _value(text, rest.strip())
    taken = {*bounds}
    return Inputs({n: _named(n, v, taken, bounds) if isinstance(v, Spec) else v for n, v in found.items()}, bounds)


def with_expected(inputs: Inputs, specs: Mapping[str, Any]) -> Inputs:
    """With the inputs that the author of what is exported has described. Raises ExportError for what is no array."""
    found, bounds = dict(inputs.values), dict(inputs.bounds)
    for name, spec in specs.items():
        if not isinstance(spec, ArraySpec) or spec.shape is None:
            raise ExportError(
                f"the input `{name}` is described as {spec}, which is no array: --input '{name}=f32[...]'"
            )
        dtype = shown_dtype(jax.dtypes.canonicalize_dtype(spec.dtype))
        found[name] = _named(name, Spec(dtype, tuple(_OPEN if s is None else s for s in spec.shape)), {*bounds}, bounds)
    return Inputs(found, bounds)


def _array(text: str, dtype: str, inner: str, bounds: dict[str, tuple[int, int | None]]) -> Spec:
    if dtype not in DTYPES:
        raise ExportError(f"{text!r}: {dtype!r} is no dtype; there are {', '.join(DTYPES)}")
    dims: list[int | str] = []
    for part in (each.strip() for each in inner.split(",")) if inner.strip() else ():
        match = _DIM.fullmatch(part)
        if _NUMBER.fullmatch(part):
            dims.append(int(part))
        elif part == _OPEN:
            dims.append(part)
        elif match is not None and match[1] not in _OF_JAX:
            dims.append(match[1])
            low, high = bounds.get(match[1], (1, None))
            low = max(low, int(match[2] or 1))
            high = min((int(n) for n in (high, match[3]) if n is not None), default=None)
            if high is not None and high < low:
                raise ExportError(f"{text!r}: no size of `{match[1]}` is at least {low} and at most {high}")
            bounds[match[1]] = (low, high)
        else:
            raise ExportError(f"{text!r}: {part!r} is no dimension; expected a number, a name, a<=64 or ?")
    return Spec(dtype, tuple(dims))


def _value(text: str, rest: str) -> Value:
    try:
        value = ast.literal_eval(rest)
        if isinstance(value, Value):
            return value
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        pass
    raise ExportError(f"{text!r}: {rest!r} is neither an array, as f32[?,512] or f32[], nor a value, as 3 or 'same'")


def _named(name: str, spec: Spec, taken: set[str], bounds: dict[str, tuple[int, int | None]]) -> Spec:
    """The spec with a name for every `?`."""
    stem = re.sub(r"[^A-Za-z0-9]", "_", name).lstrip("_0123456789") or "d"
    dims = list(spec.dims)
    for place, dim in enumerate(dims):
        if dim == _OPEN:
            new = f"{stem}_{place}"
            while new in taken:
                new += "_"
            taken.add(new)
            bounds[new] = (1, None)
            dims[place] = new
    return Spec(spec.dtype, tuple(dims))
