"""Data parallel models: parameters on every device, and each device's share of the inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from hybridc.runtime.pytrees.results import is_array

AXIS = "data"


class Sharing:
    """How inputs are dealt out to devices. `devices`: all of JAX's by default."""

    def __init__(self, devices: Sequence[jax.Device] | None = None) -> None:
        chosen = list(jax.devices() if devices is None else devices)
        self.mesh = Mesh(np.array(chosen), (AXIS,))
        self.everywhere = NamedSharding(self.mesh, PartitionSpec())  # type: ignore[no-untyped-call]
        self.dealt = NamedSharding(self.mesh, PartitionSpec(AXIS))  # type: ignore[no-untyped-call]

    def inputs(self, tree: Any) -> Any:
        """Arguments whose arrays are dealt out along their first axis; scalars are the same everywhere.

        Raises ValueError for an array whose first axis the number of devices does not divide.
        """
        count = self.mesh.size

        def placed(leaf: Any) -> Any:
            if not is_array(leaf):
                return leaf
            if not np.ndim(leaf):
                return jax.device_put(leaf, self.everywhere)
            if np.shape(leaf)[0] % count:
                raise ValueError(f"the first axis of an input {np.shape(leaf)} cannot be dealt out to {count} devices")
            return jax.device_put(leaf, self.dealt)

        return jax.tree_util.tree_map(placed, tree)

    def parameter(self, array: jax.Array) -> jax.Array:
        placed: jax.Array = jax.device_put(array, self.everywhere)
        return placed
