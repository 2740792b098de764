"""What a checkpoint says of its tensors: which part of which storage, as which dtype. Nothing of it is read before.

Source: `torch._utils._rebuild_tensor_v2` and its siblings; `torch.Tensor.set_`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from hybridc.runtime.weights.elements import Array, DType, as_dtype, bytes_of, checked_shape
from hybridc.runtime.weights.errors import WeightsError, shown


@dataclass(frozen=True, slots=True)
class Storage:
    """A named run of elements of a checkpoint."""

    key: str
    dtype: DType
    count: int

    @property
    def nbytes(self) -> int:
        return self.count * self.dtype.itemsize


@dataclass(frozen=True, slots=True)
class Tensor:
    """A part of a storage. `offset` and `strides` count elements of `dtype`."""

    storage: Storage
    dtype: DType
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        return bytes_of(self.shape, self.dtype)


def part_of(storage: object, dtype: DType | None, offset: object, size: object, stride: object) -> Tensor:
    """A tensor, of the storage's dtype unless another is given. Raises WeightsError where it reaches out of it."""
    if not isinstance(storage, Storage):
        raise WeightsError("a tensor that is made of no storage")
    shape, strides = checked_shape(size), checked_shape(stride)
    if len(shape) != len(strides) or type(offset) is not int or offset < 0:
        raise WeightsError(f"a tensor of shape {shown(shape)}, strides {shown(strides)} and offset {shown(offset)}")
    tensor = Tensor(storage, dtype or storage.dtype, offset, shape, strides)
    end = offset + sum((length - 1) * step for length, step in zip(shape, strides, strict=True)) + 1
    if tensor.nbytes and end * tensor.dtype.itemsize > storage.nbytes:
        raise WeightsError(
            f"a tensor reaches to element {end} of storage {shown(storage.key)}, which has {storage.count}"
        )
    return tensor


def read_tensors(tensors: Mapping[str, Tensor], load: Callable[[Storage], Array], limit: int) -> dict[str, Array]:
    """The tensors as arrays that share no memory. `load` gives a storage's bytes, in one dimension.

    Raises WeightsError where they take more than `limit` bytes, as tensors that repeat elements may.
    """
    if sum(tensor.nbytes for tensor in tensors.values()) > limit:
        raise WeightsError("the tensors take more than a hundred times the bytes of the file: they repeat elements")
    parts: dict[Storage, list[str]] = {}
    for name, tensor in tensors.items():
        parts.setdefault(tensor.storage, []).append(name)
    arrays = {}
    for storage, names in parts.items():
        raw = load(storage)
        for name in names:
            try:
                arrays[name] = _array(raw, tensors[name], is_last=name == names[-1])
            except WeightsError as error:
                raise WeightsError(f"{shown(name)}: {error.reason}") from error
    return {name: arrays[name] for name in tensors}


def _array(raw: Array, tensor: Tensor, is_last: bool) -> Array:
    """The tensor's elements. `is_last`: nobody else needs the storage's memory."""
    if not tensor.nbytes:
        return np.empty(tensor.shape, tensor.dtype)
    itemsize = tensor.dtype.itemsize
    elements = as_dtype(raw[: len(raw) // itemsize * itemsize], tensor.dtype)
    strides = [step * itemsize if length > 1 else 0 for length, step in zip(tensor.shape, tensor.strides, strict=True)]
    part: Array = np.ndarray(tensor.shape, tensor.dtype, raw.data, tensor.offset * itemsize, strides)
    if is_last and part.flags.c_contiguous and part.size == elements.size:
        return elements.reshape(tensor.shape)
    return np.array(part, order="C")
