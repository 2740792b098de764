"""Penalties on weights and on what layers give. They are a part of a loss, which a training step adds up."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.keras import configs
from hybridc.runtime.kernels.corners import absolute

__all__ = ["L1", "L1L2", "L2", "Regularizer", "deserialize", "get", "l1", "l1_l2", "l2", "serialize"]


class Regularizer(Unchanging):
    """Gives a number for an array."""

    def __call__(self, x: Any) -> jax.Array:
        return jnp.zeros(())

    def get_config(self) -> dict[str, Any]:
        own = {"L1": ("l1",), "L2": ("l2",)}.get(type(self).__name__)
        return {name: value for name, value in self.__dict__.items() if own is None or name in own}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        return cls(**config)


class L1L2(Regularizer):
    """`l1 * sum(|x|) + l2 * sum(x * x)`."""

    def __init__(self, l1: float | None = 0.0, l2: float | None = 0.0) -> None:
        self.l1, self.l2 = l1 or 0.0, l2 or 0.0

    def __call__(self, x: Any) -> jax.Array:
        x = jnp.asarray(x)
        return self.l1 * absolute(x).sum() + self.l2 * jnp.square(x).sum()


class L1(L1L2):
    """`l1 * sum(|x|)`."""

    def __init__(self, l1: float = 0.01) -> None:
        super().__init__(l1=l1)


class L2(L1L2):
    """`l2 * sum(x * x)`."""

    def __init__(self, l2: float = 0.01) -> None:
        super().__init__(l2=l2)


l1, l2, l1_l2 = L1, L2, L1L2
_BY_NAME: dict[str, Any] = {"l1": L1, "L1": L1, "l2": L2, "L2": L2, "l1_l2": L1L2, "L1L2": L1L2}


def get(identifier: Any) -> Any:
    """The penalty of a name, or as given. Raises ValueError for a name that Keras does not have."""
    if isinstance(identifier, dict) and "class_name" in identifier:
        return configs.deserialize(identifier, None, _BY_NAME, "regularizer")
    if identifier is None or (callable(identifier) and not isinstance(identifier, type)):
        return identifier
    if isinstance(identifier, str) and identifier in _BY_NAME:
        return _BY_NAME[identifier]()
    if isinstance(identifier, type):
        return identifier()
    raise ValueError(f"Could not interpret regularizer identifier: {identifier}")


def serialize(regularizer: Any) -> Any:
    """As `get` takes it."""
    return configs.serialize(regularizer)


deserialize = get
