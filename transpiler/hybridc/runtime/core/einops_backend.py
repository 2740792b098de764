"""What einops does with arrays that may be written: it rearranges them as it does PyTorch's, into views where it can.

It looks for subclasses of its own base; this module is imported where einops is in use.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from einops._backends import AbstractBackend

from hybridc.runtime.core.package import RUNTIME
from hybridc.runtime.mutable import Mutable, unwrapped


class MutableBackend(AbstractBackend):
    """Rearranging gives views, by the methods of what is rearranged; all else gives new arrays."""

    framework_name = RUNTIME

    def is_appropriate_type(self, tensor: Any) -> bool:
        return isinstance(tensor, Mutable)

    def from_numpy(self, x: Any) -> Any:
        return jnp.asarray(x)

    def to_numpy(self, x: Any) -> Any:
        return x.__array__()

    def reduce(self, x: Any, operation: str, axes: Any) -> Any:
        return x._new(getattr(jnp, operation)(unwrapped(x), axis=axes))

    def stack_on_zeroth_dimension(self, tensors: list[Any]) -> Any:
        return tensors[0]._new(jnp.stack([unwrapped(t) for t in tensors]))

    def add_axis(self, x: Any, new_position: int) -> Any:
        return x._new(jnp.expand_dims(unwrapped(x), new_position))

    def tile(self, x: Any, repeats: Any) -> Any:
        return x._new(jnp.tile(unwrapped(x), repeats))

    def concat(self, tensors: list[Any], axis: int) -> Any:
        return tensors[0]._new(jnp.concatenate([unwrapped(t) for t in tensors], axis))

    def is_float_type(self, x: Any) -> bool:
        return bool(jnp.issubdtype(x.dtype, jnp.floating))

    def einsum(self, pattern: str, *x: Any) -> Any:
        return x[0]._new(jnp.einsum(pattern, *map(unwrapped, x)))
