"""Layers around layers: both ways in time, and on each time step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.layers.recurrent import OfCell
from hybridc.runtime.keras.masks import set_mask

Array = jax.Array

__all__ = ["Bidirectional", "TimeDistributed"]


class Bidirectional(Layer):
    """A recurrent layer, and one that goes the other way: both, as `merge_mode` says.

    Raises ValueError for a way of merging that is none, NotImplementedError for layers that it cannot make anew.
    """

    def __init__(
        self,
        layer: Any,
        merge_mode: str | None = "concat",
        weights: Any = None,
        backward_layer: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if merge_mode not in ("sum", "mul", "ave", "concat", None):
            raise ValueError(f"Invalid merge mode. Received: {merge_mode}.")
        if backward_layer is None and not isinstance(layer, OfCell):
            raise NotImplementedError("give `Bidirectional` a `backward_layer` for a layer of cells of your own")
        self.forward_layer = layer
        self.backward_layer = layer.reversed() if backward_layer is None else backward_layer
        for each in (self.forward_layer, self.backward_layer):
            each.zero_output_for_mask = each.return_sequences
        self.merge_mode = merge_mode
        self.return_sequences = layer.return_sequences
        self.return_state = layer.return_state
        self.supports_masking = True

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        for each in (self.forward_layer, self.backward_layer):
            if not each.built:
                each.build(sequences_shape)
                each.built = True
        self.built = True

    def call(
        self, sequences: Array, initial_state: Any = None, mask: Array | None = None, training: bool | None = None
    ) -> Any:
        starts: Sequence[Any] = (None, None)
        if initial_state is not None:
            half = len(initial_state) // 2
            starts = initial_state[:half], initial_state[half:]
        told = {"training": training}
        one = self.forward_layer(sequences, initial_state=starts[0], mask=mask, **told)
        other = self.backward_layer(sequences, initial_state=starts[1], mask=mask, **told)
        states: tuple[Any, ...] = ()
        if self.return_state:
            states, one, other = (*one[1:], *other[1:]), one[0], other[0]
        if self.return_sequences:
            other = jnp.flip(other, 1)
        merged: Any = (one, other)
        if self.merge_mode == "concat":
            merged = jnp.concatenate(merged, axis=-1)
        elif self.merge_mode == "mul":
            merged = one * other
        elif self.merge_mode is not None:
            merged = (one + other) / (2 if self.merge_mode == "ave" else 1)
        if self.return_state:
            return (*merged, *states) if self.merge_mode is None else (merged, *states)
        return merged

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        mask = mask[0] if isinstance(mask, list) else mask
        found = mask if self.return_sequences else None
        several: Any = [found, found] if self.merge_mode is None else found
        return several if not self.return_state else [*(several if isinstance(several, list) else [several])]


class TimeDistributed(Layer):
    """A layer on each time step: (N, steps, ...)."""

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.layer = layer
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        if not self.layer.built:
            self.layer.build((input_shape[0], *input_shape[2:]))
            self.layer.built = True
        self.built = True

    def call(self, inputs: Array, training: bool | None = None, mask: Array | None = None) -> Array:
        takes = {} if mask is None else {"mask": mask}
        outputs = []
        for step in range(inputs.shape[1]):
            x = inputs[:, step]
            set_mask(x, takes["mask"][:, step] if takes else None)
            outputs.append(self.layer(x, training=training))
        return jnp.stack(outputs, axis=1)
