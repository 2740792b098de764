"""Devices by name. Compiled code names none: arrays say `cpu(0)`, wherever they are."""

from __future__ import annotations

from dataclasses import dataclass

import jax


@dataclass(frozen=True)
class Context:
    """A device: "cpu", "gpu" or "cpu_pinned", and its number. `with` it, arrays are made where JAX makes them."""

    device_type: str
    device_id: int = 0

    def __str__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    __repr__ = __str__

    def __enter__(self) -> Context:
        return self

    def __exit__(self, *raised: object) -> None:
        """Nothing was changed."""


def cpu(device_id: int = 0) -> Context:
    """A processor."""
    return Context("cpu", device_id)


def gpu(device_id: int = 0) -> Context:
    """A graphics processor."""
    return Context("gpu", device_id)


def cpu_pinned(device_id: int = 0) -> Context:
    """A processor, with memory that graphics processors reach."""
    return Context("cpu_pinned", device_id)


def num_gpus() -> int:
    """0: what runs where is left to JAX."""
    return 0


def waitall() -> None:
    """Waits until all arrays that there are have been computed, and prints of compiled code have come out."""
    jax.effects_barrier()  # type: ignore[no-untyped-call]
    for array in jax.live_arrays():  # type: ignore[no-untyped-call]
        array.block_until_ready()
