"""What `paddle.save` writes: a pickle of dictionaries whose leaves are NumPy's arrays. Nothing in it is run.

Source: `paddle/framework/io.py`; `numpy.ndarray.__reduce__` and `numpy.dtype.__reduce__` for how arrays are written.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from hybridc.runtime.weights.contents import Take, with_leaves
from hybridc.runtime.weights.elements import Array, DType, checked_shape
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.meanings import MEANINGS, Meaning
from hybridc.runtime.weights.pickles import STEPS, Pickle, Refused
from hybridc.runtime.weights.streams import most_unpacked
from hybridc.runtime.weights.tensors import Storage, Tensor

_NAMES = "StructuredToParameterName@@"  # Paddle: which parameter was called what when it was made
_PARTS = "UnpackBigParamInfor@@"
_CODES = frozenset(["b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"])
_NDARRAY = object()


@dataclass(eq=False, slots=True)
class _Kind:
    """A `numpy.dtype` that the pickle makes."""

    dtype: DType


@dataclass(eq=False, slots=True)
class _Made:
    """An array that the pickle makes, until its state is given: then a tensor, and the bytes of it."""

    tensor: Tensor | None = None
    content: bytes | bytearray = b""


class ArrayPickle(Pickle):
    """A pickle of arrays. `made` are all of them, in the order in which they got their elements."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(stream)
        self.made: list[_Made] = []

    def build(self, argument: None) -> None:
        """The state of an array or of a dtype; the attributes of others are left out."""
        [state] = self.take(1)
        target = self._stack[-1]
        if isinstance(target, _Kind):
            _expect_order(target.dtype, state)
        elif isinstance(target, _Made):
            self._fill(target, state)
        elif not isinstance(target, dict | Refused):
            raise WeightsError(f"attributes are given to {shown(target)}")

    def _fill(self, made: _Made, state: Any) -> None:
        if not isinstance(state, tuple) or len(state) != 5:
            raise WeightsError("damaged: an array without elements")
        _, size, kind, is_fortran, content = state
        if any(isinstance(part, Refused) for part in state):
            return
        if not isinstance(kind, _Kind) or not isinstance(content, bytes | bytearray):
            raise WeightsError("an array of objects, which could run code, or of none")
        shape = checked_shape(size)
        count = math.prod(shape)
        if count * kind.dtype.itemsize != len(content):
            raise WeightsError(f"damaged: an array {list(shape)} of {len(content)} bytes")
        storage = Storage(str(len(self.made)), kind.dtype, count)
        made.tensor = Tensor(storage, kind.dtype, 0, shape, _strides(shape, bool(is_fortran)))
        made.content = content
        self.made.append(made)


def _strides(shape: tuple[int, ...], is_fortran: bool) -> tuple[int, ...]:
    sizes = shape if is_fortran else shape[::-1]
    steps = [math.prod(sizes[:place]) for place in range(len(sizes))]
    return tuple(steps if is_fortran else steps[::-1])


def _expect_order(dtype: DType, state: Any) -> None:
    order = state[1] if isinstance(state, tuple) and len(state) > 1 else None
    if order not in ("<", "|", "="):
        raise WeightsError("an array of another byte order, or of records")


def _kind(code: object, *ignored: object) -> _Kind:
    if code not in _CODES:
        raise WeightsError(f"an array of the dtype {shown(code)}, which is none of numbers")
    return _Kind(np.dtype(f"<{code}"))


def _array(of: object, *ignored: object) -> _Made:
    if of is not _NDARRAY:
        raise WeightsError("an array of another class than NumPy's own")
    return _Made()


def _bytes(text: object = "", encoding: object = "latin1") -> bytes:
    """How protocol 2 writes bytes."""
    if not isinstance(text, str) or encoding not in ("latin1", "latin-1"):
        raise WeightsError("bytes that are written in another way than pickles do")
    return text.encode("latin-1")


def _named(pair: object = ()) -> object:
    """Paddle: a tensor that is no parameter is a pair of its name and its array."""
    if isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], _Made):
        return pair[1]
    raise WeightsError("a tuple that is called")


_ARRAYS = {
    **{f"{place} _reconstruct": Meaning(_array) for place in ("numpy.core.multiarray", "numpy._core.multiarray")},
    "numpy ndarray": _NDARRAY,
    "numpy dtype": Meaning(_kind),
    "_codecs encode": Meaning(_bytes),
    **{f"{module} bytes": Meaning(lambda: b"") for module in ("builtins", "__builtin__")},
    **{f"{module} tuple": Meaning(_named) for module in ("builtins", "__builtin__")},
}
ArrayPickle.meanings = {name: MEANINGS[name] for name in MEANINGS if not name.startswith("torch")} | _ARRAYS
ArrayPickle.steps = {name: step for name, step in STEPS.items() if name != "BINPERSID"} | {"BUILD": ArrayPickle.build}


def read_array_pickle(file: IO[bytes], size: int, take: Take) -> Any:
    """What is taken of what a file of `size` bytes holds. Raises WeightsError."""
    pickle = ArrayPickle(file)
    content = pickle.value()
    if isinstance(content, dict):
        if _PARTS in content:
            raise WeightsError("arrays that are cut into parts: save them with `protocol=4`")
        content.pop(_NAMES, None)
    held = {made.tensor.storage.key: made.content for made in pickle.made if made.tensor is not None}

    def load(storage: Storage) -> Array:
        return np.array(np.frombuffer(held[storage.key], np.uint8))

    return take(with_leaves(content, _as_tensor), load, most_unpacked(size))


def _as_tensor(leaf: Any) -> Any:
    """A tensor for what the pickle made."""
    if isinstance(leaf, _Made):
        if leaf.tensor is None:
            raise WeightsError("damaged: an array without elements")
        return leaf.tensor
    return leaf
