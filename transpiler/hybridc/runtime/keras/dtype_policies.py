"""What layers keep weights in, and what they compute in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.keras import configs
from hybridc.runtime.keras.settings import standardize_dtype

__all__ = ["DTypePolicy", "deserialize", "get", "policy_name", "serialize"]


class DTypePolicy(Unchanging):
    """A dtype, or `mixed_bfloat16` and `mixed_float16`: weights of 32 bits, with which layers compute in 16.

    Raises ValueError for what is no dtype.
    """

    def __init__(self, name: str | None = None, **_: Any) -> None:
        self.name = policy_name(name)

    @property
    def compute_dtype(self) -> str:
        return self.name.removeprefix("mixed_")

    @property
    def variable_dtype(self) -> str:
        return "float32" if self.name.startswith("mixed_") else self.name

    @property
    def quantization_mode(self) -> None:
        return None

    def get_config(self) -> dict[str, Any]:
        return {"name": self.name}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> DTypePolicy:
        return cls(**config)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DTypePolicy) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f'<DTypePolicy "{self.name}">'


def policy_name(dtype: Any) -> str:
    """The name of what a layer is told of its dtype: a name, a dtype, a policy, or a configuration of one."""
    if isinstance(dtype, DTypePolicy):
        return dtype.name
    if isinstance(dtype, Mapping):
        dtype = dtype.get("config", dtype).get("name", "float32")
    if dtype in ("mixed_bfloat16", "mixed_float16"):
        return str(dtype)
    return standardize_dtype(dtype)


def get(identifier: Any) -> DTypePolicy:
    """The policy of a name, a dtype, a configuration, or as given. Raises ValueError for what is none."""
    return identifier if isinstance(identifier, DTypePolicy) else DTypePolicy(policy_name(identifier))


deserialize = get


def serialize(dtype_policy: DTypePolicy) -> dict[str, Any]:
    """As Keras writes it."""
    return configs.policy(dtype_policy.name)
