"""What PyTorch tells about dtypes, and the constructors that carry one in their names."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike, DTypeLike

from hybridc.runtime.core import handed
from hybridc.runtime.torch.tensors.method_conversion import Device

Array = jax.Array

__all__ = [
    "FloatInfo",
    "can_cast",
    "data_of",
    "device",
    "finfo",
    "is_signed",
    "legacy_tensor",
    "result_type",
    "type_name",
]

# Integers have 32 bits where PyTorch has 64 by default: theirs is the name of the usual ones.
_TYPE_NAMES = {
    "float32": "Float", "float16": "Half", "bfloat16": "BFloat16", "int32": "Long", "int16": "Short", "int8": "Char",
    "uint8": "Byte", "bool": "Bool", "complex64": "ComplexFloat",
}  # fmt: skip


class FloatInfo(NamedTuple):
    """Limits of a floating point dtype, as Python's numbers."""

    bits: int
    eps: float
    max: float
    min: float
    tiny: float
    smallest_normal: float
    resolution: float
    dtype: str


def finfo(type: DTypeLike = jnp.float32) -> FloatInfo:
    """The limits of a floating point dtype. Raises ValueError for another."""
    found = jnp.finfo(type)  # type: ignore[no-untyped-call]
    eps, most, least, tiny = (float(x) for x in (found.eps, found.max, found.min, found.tiny))
    return FloatInfo(found.bits, eps, most, least, tiny, tiny, 10.0**-found.precision, jnp.dtype(type).name)


def can_cast(from_: DTypeLike, to: DTypeLike) -> bool:
    """Whether PyTorch converts silently: never from complex to real, float to whole numbers, or any to bool."""
    return _rank(from_) <= _rank(to)


def _rank(dtype: DTypeLike) -> int:
    kinds = (jnp.bool_, jnp.integer, jnp.floating, jnp.complexfloating)
    return next(rank for rank, kind in enumerate(kinds) if jnp.issubdtype(dtype, kind))


def result_type(*operands: Array | ArrayLike) -> jnp.dtype:
    """The dtype of a sum of arrays and numbers.

    PyTorch: a number beside an array, or an array without axes beside one that has some, changes the dtype only where
    it is of a higher kind: whole number, floating point number, complex number.
    """
    found: jnp.dtype | None = None
    for weight in (2, 1, 0):
        dtypes = [jnp.asarray(operand).dtype for operand in operands if _weight(operand) == weight]
        if not dtypes:
            continue
        group = reduce(jnp.promote_types, dtypes)
        if found is None:
            found = group
        elif _rank(group) > _rank(found):
            found = jnp.promote_types(found, group)
    if found is None:
        raise ValueError("result_type of nothing")
    return found


def _weight(x: Array | ArrayLike) -> int:
    """2 for an array with axes, 1 for one without, 0 for a number."""
    return 2 if getattr(x, "ndim", 0) else int(hasattr(x, "dtype"))


def data_of(input: Any) -> Any:
    """`input.data`, which arrays are themselves."""
    return input if isinstance(input, Array) else input.data


def is_signed(input: Array) -> bool:
    """Whether the dtype has negative numbers."""
    return not (input.dtype == bool or jnp.issubdtype(input.dtype, jnp.unsignedinteger))


def type_name(input: Array) -> str:
    """What `x.type()` says: `torch.FloatTensor`. Integers of 32 bits are PyTorch's of 64. KeyError for others."""
    return f"torch.{_TYPE_NAMES[input.dtype.name]}Tensor"


def device(type: str | int | Device = "cpu", index: int | None = None) -> Device:
    """A device by its name, with or without a number: `cuda:1`. Compiled code does not use it."""
    if isinstance(type, Device):
        return type
    if isinstance(type, int):
        return Device("cuda", type)
    kind, _, number = type.partition(":")
    return Device(kind, int(number) if number else index)


def legacy_tensor(data: Any, dtype: DTypeLike) -> Array:
    """What `torch.FloatTensor(data)` and its like make: an array of a list or an array, or zeros of a size.

    PyTorch leaves the memory of the latter as it is. Raises TypeError for a tuple, which PyTorch takes for data, unless
    it is the shape of a tensor.
    """
    if isinstance(data, tuple):
        raise TypeError("a tuple may be data or a shape: write torch.tensor(list(data)) or torch.zeros(shape)")
    return jnp.zeros(data, dtype) if isinstance(data, int) else handed.array(data, dtype)
