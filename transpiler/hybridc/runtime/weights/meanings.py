"""The names that a checkpoint may mention, and what stands for each of them here.

Nothing is imported by name: what `collections.OrderedDict` or `torch._utils._rebuild_tensor_v2` mean is written below,
in terms of plain dictionaries and descriptions of tensors.

Source: `torch.serialization` and `torch._weights_only_unpickler` for what `torch.save` writes of state dicts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from hybridc.runtime.weights.elements import TORCH, TORCH_STORAGES, DType
from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.tensors import Tensor, part_of

_KEYS = (str, bytes, int, float, type(None))
_MOST_PARTS = 8  # of a tuple that is a key


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name in a pickle stands for: a function of the arguments that the pickle gives."""

    of: Callable[..., object]


@dataclass(frozen=True, slots=True)
class StorageType:
    dtype: DType


@dataclass(frozen=True, slots=True)
class ElementType:
    """A `torch.dtype`."""

    dtype: DType


def _tensor(
    storage: object,
    offset: object,
    size: object,
    stride: object,
    requires_grad: object = False,
    hooks: object = None,
    metadata: object = None,
) -> Tensor:
    return _tensor_as(storage, offset, size, stride, requires_grad, hooks, None, metadata)


def _tensor_as(
    storage: object,
    offset: object,
    size: object,
    stride: object,
    requires_grad: object,
    hooks: object,
    dtype: object,
    metadata: object = None,
) -> Tensor:
    if metadata:
        raise WeightsError("a tensor that is still to be conjugated or negated")
    if dtype is None:
        return part_of(storage, None, offset, size, stride)
    if not isinstance(dtype, ElementType):
        raise WeightsError("a tensor of no dtype")
    return part_of(storage, dtype.dtype, offset, size, stride)


def _parameter(data: object, requires_grad: object = True, hooks: object = None, state: object = None) -> object:
    return data


def _size(sizes: object) -> object:
    return sizes


def _dictionary(items: Any = ()) -> dict[Hashable, object]:
    pairs = items.items() if isinstance(items, dict) else items
    if not isinstance(pairs, Iterable) or not all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs):
        raise WeightsError("a dictionary of what are no pairs")
    return {as_key(key): value for key, value in pairs}


def _set(items: object = ()) -> set[object]:
    if not isinstance(items, list | tuple | set | frozenset):
        raise WeightsError("a set of what is no list")
    return {as_key(item) for item in items}


def _complex(real: object, imaginary: object = 0.0) -> complex:
    if not isinstance(real, float | int) or not isinstance(imaginary, float | int):
        raise WeightsError("a complex number of what are no numbers")
    return complex(real, imaginary)


def as_key(value: object) -> Hashable:
    """Of a dictionary, or an element of a set: what is hashed and compared in no time."""
    flat = value if isinstance(value, tuple) else (value,)
    if len(flat) > _MOST_PARTS or not all(isinstance(part, _KEYS) for part in flat):
        raise WeightsError(f"{type(value).__name__} as a key of a dictionary")
    if any(isinstance(part, int) and part.bit_length() > 64 for part in flat):
        raise WeightsError("a number of more than 64 bits as a key of a dictionary")
    return value


MEANINGS: dict[str, object] = {
    "collections OrderedDict": Meaning(_dictionary),
    "collections Counter": Meaning(_dictionary),
    "torch Size": Meaning(_size),
    "torch._utils _rebuild_tensor": Meaning(_tensor),
    "torch._utils _rebuild_tensor_v2": Meaning(_tensor),
    "torch._utils _rebuild_tensor_v3": Meaning(_tensor_as),
    "torch._utils _rebuild_parameter": Meaning(_parameter),
    "torch._utils _rebuild_parameter_with_state": Meaning(_parameter),
    "torch.storage UntypedStorage": StorageType(TORCH["uint8"]),
    **{f"{module} set": Meaning(_set) for module in ("builtins", "__builtin__")},
    **{f"{module} frozenset": Meaning(_set) for module in ("builtins", "__builtin__")},
    **{f"{module} complex": Meaning(_complex) for module in ("builtins", "__builtin__")},
    **{f"torch {name}": ElementType(dtype) for name, dtype in TORCH.items()},
    **{f"{module} {name}": StorageType(d) for module in ("torch", "torch.cuda") for name, d in TORCH_STORAGES.items()},
}
