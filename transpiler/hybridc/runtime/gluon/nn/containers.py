"""Blocks one after the other, or beside each other."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from hybridc.runtime.core.modules import Module
from hybridc.runtime.gluon.block import Block, HybridBlock

__all__ = ["Concatenate", "HybridConcatenate", "HybridSequential", "Sequential"]


class Sequential(Block):
    """Blocks one after the other, named `0`, `1`, ..."""

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix, params)

    def add(self, *blocks: Module) -> None:
        """Adds blocks at the end."""
        for block in blocks:
            self.register_child(block)

    def forward(self, x: Any) -> Any:
        for block in self._modules.values():
            x = block(x)
        return x

    def __getitem__(self, key: int | slice) -> Any:
        """A block, or the same kind of container with some of the blocks."""
        blocks = list(self._modules.values())[key]
        if not isinstance(blocks, list):
            return blocks
        part = type(self)(prefix=self.prefix)
        part.add(*blocks)
        return part

    def __len__(self) -> int:
        return len(self._modules)


class HybridSequential(Sequential, HybridBlock):
    """As `Sequential`: all calls are compiled."""


class Concatenate(Sequential):
    """Gives all blocks the same input, and joins what they return along an axis."""

    def __init__(self, axis: int = -1, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix, params)
        self.axis = axis

    def forward(self, x: Any) -> Any:
        return jnp.concatenate([block(x) for block in self._modules.values()], self.axis)


class HybridConcatenate(Concatenate, HybridSequential):
    """As `Concatenate`: all calls are compiled."""
