"""Cells that are made of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.kernels.dropout import dropped
from hybridc.runtime.gluon.rnn.cells import HybridRecurrentCell, RecurrentCell, States
from hybridc.runtime.gluon.rnn.sequences import as_asked, is_merged, masked, merged, reversed_steps, split

Array = jax.Array

__all__ = [
    "BidirectionalCell",
    "DropoutCell",
    "HybridSequentialRNNCell",
    "ModifierCell",
    "ResidualCell",
    "SequentialRNNCell",
    "ZoneoutCell",
]


class _Cells(RecurrentCell):
    """A cell whose states are those of its cells, one after the other."""

    def _cells(self) -> list[Any]:
        return list(self._modules.values())

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return [info for cell in self._cells() for info in cell.state_info(batch_size)]

    def _first_states(self, batch_size: int, func: Callable[..., Any], ctx: Any = None, **kwargs: Any) -> States:
        return [state for cell in self._cells() for state in cell.begin_state(batch_size, func, **kwargs)]

    def _dealt(self, states: Sequence[Array]) -> list[States]:
        """The states of each cell."""
        rest = iter(states)
        return [[next(rest) for _ in cell.state_info()] for cell in self._cells()]


class SequentialRNNCell(_Cells):
    """Cells one after the other, named `0`, `1`, ..."""

    def add(self, cell: RecurrentCell) -> None:
        """Adds a cell at the end."""
        self.register_child(cell)

    @property
    def repeats(self) -> bool:  # type: ignore[override]
        return all(cell.repeats for cell in self._cells())

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        following = []
        for cell, own in zip(self._cells(), self._dealt(states), strict=True):
            inputs, own = cell(inputs, own)
            following.extend(own)
        return inputs, following

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: States | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Array | None = None,
    ) -> tuple[Any, States]:
        self.reset()
        size = inputs.shape[layout.index("N")] if is_merged(inputs) else inputs[0].shape[0]
        states = self._states_before(begin_state, size)
        following, last = [], len(self) - 1
        for place, (cell, own) in enumerate(zip(self._cells(), self._dealt(states), strict=True)):
            merge = merge_outputs if place == last else None
            inputs, own = cell.unroll(length, inputs, own, layout, merge, valid_length)
            following.extend(own)
        return inputs, following

    def __getitem__(self, index: int) -> Any:
        return self._modules[str(index)]

    def __len__(self) -> int:
        return len(self._modules)


class HybridSequentialRNNCell(SequentialRNNCell, HybridRecurrentCell):
    """As `SequentialRNNCell`: all calls are compiled."""


class BidirectionalCell(_Cells, HybridRecurrentCell):
    """One cell over the steps as they are, one over them in reverse; outputs are joined. Only `unroll` runs it."""

    def __init__(self, l_cell: RecurrentCell, r_cell: RecurrentCell, output_prefix: str = "bi_") -> None:
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: States | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Array | None = None,
    ) -> tuple[Any, States]:
        self.reset()
        steps = split(inputs, layout, length)
        states = self._dealt(self._states_before(begin_state, steps[0].shape[0]))
        left, right = self._cells()
        ahead, ahead_states = left.unroll(length, steps, states[0], layout, merge_outputs, valid_length)
        back, back_states = right.unroll(
            length, reversed_steps(steps, valid_length), states[1], layout, False, valid_length
        )
        back = reversed_steps(back, valid_length)
        merge = is_merged(ahead) if merge_outputs is None else merge_outputs
        if merge:
            outputs: Any = jnp.concatenate([merged(ahead, layout), merged(back, layout)], 2)
        else:
            outputs = [jnp.concatenate(pair, 1) for pair in zip(split(ahead, layout), back, strict=True)]
        if valid_length is not None:
            outputs = masked(outputs, layout, valid_length, merge)
        return outputs, ahead_states + back_states


class DropoutCell(HybridRecurrentCell):
    """Drops of its input, in training; has no states."""

    def __init__(self, rate: float, axes: Sequence[int] = (), prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix, params)
        if not isinstance(rate, int | float):
            raise AssertionError("rate must be a number")
        self._rate = rate
        self._axes = tuple(axes)

    @property
    def repeats(self) -> bool:  # type: ignore[override]
        return not self.training or self._rate <= 0

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return []

    def _alias(self) -> str:
        return "dropout"

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        return dropped(inputs, self._rate, self.training, self._axes), list(states)

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: States | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Array | None = None,
    ) -> tuple[Any, States]:
        inputs = as_asked(inputs, layout, merge_outputs)
        if is_merged(inputs):
            found: tuple[Any, States] = self(inputs, begin_state or [])
            return found
        return super().unroll(length, inputs, begin_state, layout, merge_outputs)

    def extra_repr(self) -> str:
        return f"rate={self._rate}, axes={self._axes}"


class ModifierCell(HybridRecurrentCell):
    """A cell that changes what another one does; that one is only called through it."""

    base_cell: Any

    def __init__(self, base_cell: RecurrentCell) -> None:
        if base_cell._modified:
            raise AssertionError(f"Cell {base_cell.name} is already modified. One cell cannot be modified twice")
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> Any:
        return self.base_cell.params

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return self.base_cell.state_info(batch_size)  # type: ignore[no-any-return]

    def _first_states(self, batch_size: int, func: Callable[..., Any], ctx: Any = None, **kwargs: Any) -> States:
        return self.base_cell._first_states(batch_size, func, **kwargs)  # type: ignore[no-any-return]


class ZoneoutCell(ModifierCell):
    """In training, elements of outputs and states stay, with the given probabilities, what they were a step before."""

    def __init__(self, base_cell: RecurrentCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        if isinstance(base_cell, BidirectionalCell):
            raise AssertionError(
                "BidirectionalCell doesn't support zoneout since it doesn't support step. Please add ZoneoutCell to "
                "the cells underneath instead."
            )
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states
        self._prev_output: Array | None = None

    def _alias(self) -> str:
        return "zoneout"

    def reset(self) -> None:
        super().reset()
        self._prev_output = None

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        output, following = self.base_cell(inputs, states)
        before = jnp.zeros_like(output) if self._prev_output is None else self._prev_output
        output = self._zoned(self.zoneout_outputs, output, before)
        pairs = zip(following, states, strict=True)
        following = [self._zoned(self.zoneout_states, new, old) for new, old in pairs]
        self._prev_output = output
        return output, following

    def _zoned(self, rate: float, new: Array, old: Array) -> Array:
        return new if rate == 0 else jnp.where(dropped(jnp.ones_like(new), rate, self.training) != 0, new, old)

    def extra_repr(self) -> str:
        return f"p_out={self.zoneout_outputs}, p_state={self.zoneout_states}"


class ResidualCell(ModifierCell):
    """Adds its input to the output."""

    def __init__(self, base_cell: RecurrentCell) -> None:
        super().__init__(base_cell)

    @property
    def repeats(self) -> bool:  # type: ignore[override]
        return bool(self.base_cell.repeats)

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        output, following = self.base_cell(inputs, states)
        return output + inputs, following

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: States | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Array | None = None,
    ) -> tuple[Any, States]:
        self.reset()
        size = inputs.shape[layout.index("N")] if is_merged(inputs) else inputs[0].shape[0]
        states = self._states_before(begin_state, size)
        outputs, states = self.base_cell.unroll(length, inputs, states, layout, merge_outputs, valid_length)
        merge = is_merged(outputs) if merge_outputs is None else merge_outputs
        inputs = as_asked(inputs, layout, merge)
        if valid_length is not None:
            inputs = masked(inputs, layout, valid_length, merge)
        if merge:
            return outputs + inputs, states
        return [output + step for output, step in zip(outputs, inputs, strict=True)], states
