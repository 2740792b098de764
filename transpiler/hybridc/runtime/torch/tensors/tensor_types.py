"""Types of tensors as values: `Tensor = torch.FloatTensor` is called later, and asked for by `isinstance`."""

from __future__ import annotations

from typing import Any, ClassVar

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from hybridc.runtime.flow.tracing import is_staging
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.torch.tensors.types import legacy_tensor

__all__ = [
    "BFloat16Tensor",
    "BoolTensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "Tensor",
]


class _Type(type):
    """A class whose calls make arrays of JAX's, and whose instances are those of its dtype."""

    dtype: DTypeLike | None

    def __call__(cls, *data: Any, device: Any = None) -> Any:
        """An array of a list or an array, or zeros of sizes: PyTorch leaves their memory as it is.

        Where nothing is traced it may be written into: what is called is known to Python alone.
        """
        from hybridc.runtime.torch.cells import mutable

        dtype = jnp.float32 if cls.dtype is None else cls.dtype
        if len(data) == 1 and not isinstance(data[0], int):
            found = legacy_tensor(data[0].held if isinstance(data[0], Mutable) else data[0], dtype)
        else:
            found = jnp.zeros(data or (0,), dtype)
        return found if is_staging() else mutable(found)

    def __instancecheck__(cls, each: Any) -> bool:
        return isinstance(each, jax.Array | Mutable) and cls.dtype in (None, each.dtype)


class Tensor(metaclass=_Type):
    """Of any dtype; a call makes one of float32."""

    dtype: ClassVar[DTypeLike | None] = None


class FloatTensor(metaclass=_Type):
    dtype = jnp.dtype("float32")


class DoubleTensor(metaclass=_Type):
    """Numbers have 32 bits where PyTorch's have 64."""

    dtype = jnp.dtype("float32")


class HalfTensor(metaclass=_Type):
    dtype = jnp.dtype("float16")


class BFloat16Tensor(metaclass=_Type):
    dtype = jnp.dtype("bfloat16")


class LongTensor(metaclass=_Type):
    """Integers have 32 bits where PyTorch's have 64."""

    dtype = jnp.dtype("int32")


class IntTensor(metaclass=_Type):
    dtype = jnp.dtype("int32")


class ShortTensor(metaclass=_Type):
    dtype = jnp.dtype("int16")


class CharTensor(metaclass=_Type):
    dtype = jnp.dtype("int8")


class ByteTensor(metaclass=_Type):
    dtype = jnp.dtype("uint8")


class BoolTensor(metaclass=_Type):
    dtype = jnp.dtype("bool")
