"""What arrays in files are made of: dtypes by the names that formats give them, shapes, and bytes."""

from __future__ import annotations

from typing import Any, TypeAlias

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.weights.errors import WeightsError, shown

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
DType: TypeAlias = np.dtype[Any]

MOST_DIMENSIONS = 64  # NumPy's limit
_MOST_BYTES = 2**63 - 1


def _dtypes(**names: Any) -> dict[str, DType]:
    return {name: np.dtype(dtype) for name, dtype in names.items()}


SAFETENSORS = _dtypes(
    BOOL=np.bool_,
    U8=np.uint8,
    I8=np.int8,
    U16=np.uint16,
    I16=np.int16,
    U32=np.uint32,
    I32=np.int32,
    U64=np.uint64,
    I64=np.int64,
    F8_E4M3=jnp.float8_e4m3fn,
    F8_E5M2=jnp.float8_e5m2,
    F8_E8M0=jnp.float8_e8m0fnu,
    F16=np.float16,
    BF16=jnp.bfloat16,
    F32=np.float32,
    F64=np.float64,
    C64=np.complex64,
)

TORCH = _dtypes(
    bool=np.bool_,
    uint8=np.uint8,
    int8=np.int8,
    uint16=np.uint16,
    int16=np.int16,
    uint32=np.uint32,
    int32=np.int32,
    uint64=np.uint64,
    int64=np.int64,
    float8_e4m3fn=jnp.float8_e4m3fn,
    float8_e4m3fnuz=jnp.float8_e4m3fnuz,
    float8_e5m2=jnp.float8_e5m2,
    float8_e5m2fnuz=jnp.float8_e5m2fnuz,
    float8_e8m0fnu=jnp.float8_e8m0fnu,
    float16=np.float16,
    bfloat16=jnp.bfloat16,
    float32=np.float32,
    float64=np.float64,
    complex64=np.complex64,
    complex128=np.complex128,
)

TORCH_STORAGES = _dtypes(
    BoolStorage=np.bool_,
    ByteStorage=np.uint8,
    CharStorage=np.int8,
    ShortStorage=np.int16,
    IntStorage=np.int32,
    LongStorage=np.int64,
    HalfStorage=np.float16,
    BFloat16Storage=jnp.bfloat16,
    FloatStorage=np.float32,
    DoubleStorage=np.float64,
    ComplexFloatStorage=np.complex64,
    ComplexDoubleStorage=np.complex128,
)

NUMPY = frozenset(dtype for dtype in TORCH.values() if dtype.isbuiltin == 1)  # those that it has itself


def checked_shape(shape: object) -> tuple[int, ...]:
    """The shape that a file states. Raises WeightsError for anything but a short list of counts."""
    if not isinstance(shape, list | tuple) or len(shape) > MOST_DIMENSIONS:
        raise WeightsError(f"{shown(shape)} is no shape of at most {MOST_DIMENSIONS} dimensions")
    if not all(type(size) is int and 0 <= size <= _MOST_BYTES for size in shape):
        raise WeightsError(f"{shown(shape)} is no shape")
    return tuple(shape)


def bytes_of(shape: tuple[int, ...], dtype: DType) -> int:
    """How many bytes an array takes. Raises WeightsError where that is more than an array can have.

    Dimensions beside one of size zero count as well: NumPy makes no array of shape (0, 2**62, 2**62).
    """
    extent = dtype.itemsize
    for size in shape:
        extent *= max(size, 1)
    if extent > _MOST_BYTES:
        raise WeightsError(f"no array is as large as the shape {shown(shape)}")
    return 0 if 0 in shape else extent


def as_dtype(raw: Array, dtype: DType) -> Array:
    """Bytes as elements, in one dimension. Raises WeightsError for truth values other than 0 and 1."""
    if dtype == np.bool_ and raw.size and raw.max() > 1:
        raise WeightsError("truth values other than 0 and 1")
    return raw.view(dtype)
