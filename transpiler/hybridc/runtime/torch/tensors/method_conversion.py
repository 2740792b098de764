"""What a tensor is converted to: `Tensor.to`, and where tensors are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike

from hybridc.runtime.kernels.narrowing import narrowed
from hybridc.runtime.mutable import Mutable

__all__ = ["CPU", "Device", "to"]


@dataclass(frozen=True, slots=True)
class Device:
    """Where a tensor is, in the words of `torch.device`. Compiled code names none: it runs where JAX runs."""

    type: str
    index: int | None = None

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"


CPU = Device("cpu")


def to(input: Any, target: Any, dtype: Any = None) -> Any:
    """`input` in the dtype of `target`, which is a dtype, a tensor, or a device with `dtype` beside it.

    What the arguments of `Tensor.to` are is seen in their values: `to(dtype)`, `to(other)`, `to(device)` and
    `to(device, dtype)`, each perhaps followed by `non_blocking`, which is ignored as devices are; None leaves the dtype
    as it is. int64, float64 and complex128 become what JAX has for them. Raises TypeError for anything else.
    """
    if not hasattr(input, "astype"):  # a model, or what else has a `to` of its own
        return input.to(target) if dtype is None else input.to(target, dtype)
    wanted = _dtype_of(target) if dtype is None or isinstance(dtype, bool) else _as_dtype(dtype)
    return input if wanted is None else narrowed(input, jax.dtypes.canonicalize_dtype(wanted))


def _dtype_of(target: Any) -> DTypeLike | None:
    """The dtype that the first argument means; None for a device."""
    if target is None or isinstance(target, str | Device | jax.Device):
        return None
    if isinstance(target, jax.Array | np.ndarray | Mutable):
        return target.dtype
    if isinstance(target, int) and not isinstance(target, bool):
        return None  # the number of a device
    return _as_dtype(target)


def _as_dtype(value: Any) -> DTypeLike:
    if isinstance(value, type | np.dtype):
        return jnp.dtype(value)
    raise TypeError(f"expected a dtype, a tensor or a device, got {value!r}")
