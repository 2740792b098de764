"""Parameters whose shapes the first input decides."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core import clock
from hybridc.runtime.core.cells import Buffer, Cell, Parameter


class _Uninitialized(Cell):
    """A cell without an array, until `materialize` says its shape."""

    _becomes: type[Cell] = Cell

    def _prepare(self, dtype: Any) -> None:
        self._wanted = dtype or jnp.float32
        self._ready = False
        self._transposed = None

    @property
    def is_initialized(self) -> bool:
        return self._ready

    @property
    def held(self) -> jax.Array:
        if not self._ready:
            raise RuntimeError(
                "the shape of this parameter is settled by the first input: call the model once, or `net.init(key, x)`"
            )
        return super().held

    @held.setter
    def held(self, array: Any) -> None:
        self._put(array)
        self._ready = True
        clock.structure += 1

    def fitting(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return self.shape if self._ready else shape

    def materialize(self, shape: tuple[int, ...], dtype: Any = None) -> None:
        """Settles the shape; the values are zeros until `reset_parameters` draws them."""
        with jax.ensure_compile_time_eval():
            self.held = jnp.zeros(tuple(shape), dtype or self._wanted)


class UninitializedParameter(_Uninitialized, Parameter):
    def __init__(self, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> None:
        self.requires_grad = requires_grad
        self._prepare(dtype)


class UninitializedBuffer(_Uninitialized, Buffer):
    def __init__(self, requires_grad: bool = False, device: Any = None, dtype: Any = None) -> None:
        self.requires_grad = requires_grad
        self.persistent = True
        self._prepare(dtype)


class Deferred:
    """A mix-in for layers that learn their input's size from their first input.

    `initialize_parameters(*inputs)` reads shapes only, and materializes what is uninitialized; the runtime calls it
    once, before the layer's first `forward`, and `reset_parameters` after the whole model has seen its input.
    """

    def has_uninitialized_params(self) -> bool:
        """Some parameter or buffer of the layer's own has no shape yet."""
        cells = [*self._parameters.values(), *self._buffers.values()]  # type: ignore[attr-defined]
        return any(cell is not None and not cell.is_initialized for cell in cells)

    def initialize_parameters(self, *inputs: Any) -> None:
        raise NotImplementedError
