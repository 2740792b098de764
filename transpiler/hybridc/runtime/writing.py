"""What constructors do to parameters in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.randomness import generator


class InPlace:
    """PyTorch's methods that write into a parameter, for constructors and functions that initialise."""

    data: jax.Array

    @property
    def is_initialized(self) -> bool:
        """There is an array."""
        return True

    def _filled(self, values: Callable[[jax.Array], Any]) -> Any:
        """Writes what the function makes of the array. What has no shape yet has nothing to write into."""
        if self.is_initialized:
            old = self.data
            self.data = jnp.broadcast_to(jnp.asarray(values(old), old.dtype), old.shape)
        return self

    def zero_(self) -> Any:
        return self._filled(lambda old: 0)

    def fill_(self, value: Any) -> Any:
        return self._filled(lambda old: value)

    def copy_(self, src: Any, non_blocking: bool = False) -> Any:
        return self._filled(lambda old: src)

    def normal_(self, mean: float = 0.0, std: float = 1.0) -> Any:
        return self._filled(lambda old: generator().normal(mean, std, old.shape))

    def uniform_(self, a: float = 0.0, b: float = 1.0) -> Any:
        return self._filled(lambda old: generator().uniform(a, b, old.shape))

    def add_(self, other: Any, *, alpha: Any = 1) -> Any:
        return self._filled(lambda old: old + alpha * jnp.asarray(other))

    def sub_(self, other: Any, *, alpha: Any = 1) -> Any:
        return self._filled(lambda old: old - alpha * jnp.asarray(other))

    def mul_(self, other: Any) -> Any:
        return self._filled(lambda old: old * jnp.asarray(other))

    def div_(self, other: Any) -> Any:
        return self._filled(lambda old: old / jnp.asarray(other))

    def erfinv_(self) -> Any:
        return self._filled(jax.scipy.special.erfinv)

    def clamp_(self, min: Any = None, max: Any = None) -> Any:
        return self._filled(lambda old: jnp.clip(old, min, max))

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        self.requires_grad = requires_grad
        return self

    def detach(self) -> Any:
        return self.data

    def dim(self) -> int:
        return self.data.ndim

    def numel(self) -> int:
        return self.data.size
