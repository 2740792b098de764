"""Symbols with their arrays: what `bind` and `simple_bind` give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import jax.numpy as jnp

from hybridc.runtime.core import handed
from hybridc.runtime.gluon.sym.graph import Outputs
from hybridc.runtime.gluon.sym.shapes import shapes_of

__all__ = ["Executor", "bound", "simply_bound"]

_GRADIENTS = (
    "an executor keeps no gradients: `SymbolBlock(symbol, inputs)` is the same graph, and `jax.grad` of a function "
    "that calls `net.apply(params, x, train=True)` returns those of all parameters"
)


class Executor:
    """A graph with the arrays of all its variables, compiled by XLA on the first `forward`.

    `arg_dict` and `aux_dict` hold the arrays by name: they are read as arrays, and `executor.arg_dict["data"][:] = x`
    writes into one. `outputs` are those of the last `forward`.
    """

    def __init__(self, symbol: Outputs, arguments: Mapping[str, Any], states: Mapping[str, Any]) -> None:
        from hybridc.runtime.gluon.symbol_block import SymbolBlock

        self._symbol = symbol
        self._block = SymbolBlock(symbol, [])
        cells = dict(self._block.params.items())
        for name, array in {**arguments, **states}.items():
            cells[name].held = handed.array(array)
        self.arg_dict = {name: cells[name] for name in symbol.list_arguments()}
        self.aux_dict = {name: cells[name] for name in symbol.list_auxiliary_states()}
        self.outputs: list[Any] = []

    @property
    def arg_arrays(self) -> list[Any]:
        return list(self.arg_dict.values())

    @property
    def aux_arrays(self) -> list[Any]:
        return list(self.aux_dict.values())

    @property
    def output_dict(self) -> dict[str, Any]:
        return dict(zip(self._symbol.list_outputs(), self.outputs, strict=True))

    def forward(self, is_train: bool = False, **kwargs: Any) -> list[Any]:
        """The outputs; arrays that are given by name take the place of those before.

        In training, dropout draws, and running statistics move with the call. Raises TypeError for a name that is not
        there, ValueError for another shape.
        """
        for name, array in kwargs.items():
            if name not in self.arg_dict:
                raise TypeError(f"Unknown argument {name}")
            cell = self.arg_dict[name]
            if tuple(cell.shape) != tuple(array.shape):
                raise ValueError(
                    f"Shape not match! Argument {name}, need: {tuple(cell.shape)}, received: {tuple(array.shape)}"
                )
            cell[:] = array
        self._block.train(bool(is_train))
        found = self._block()
        self.outputs = [found] if len(self._symbol) == 1 else list(found)
        return self.outputs

    def copy_params_from(
        self,
        arg_params: Mapping[str, Any],
        aux_params: Mapping[str, Any] | None = None,
        allow_extra_params: bool = False,
    ) -> None:
        """Writes arrays by their names. Raises ValueError for names that are not there, unless they are allowed."""
        for given, cells, kind in (
            (arg_params, self.arg_dict, "arguments"),
            (aux_params or {}, self.aux_dict, "states"),
        ):
            for name, array in given.items():
                if name in cells:
                    _expect_shape(name, tuple(cells[name].shape), tuple(array.shape))
                    cells[name][:] = array
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {kind}')

    def reshape(self, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: Any) -> Executor:
        """The same graph with inputs of other shapes, and with the same parameters."""
        dtypes = {name: cell.dtype for name, cell in (*self.arg_dict.items(), *self.aux_dict.items())}
        (arguments, _, states), _ = shapes_of(self._symbol, {n: tuple(s) for n, s in kwargs.items()}, dtypes)
        shapes = dict(zip([*self.arg_dict, *self.aux_dict], [*arguments, *states], strict=True))
        held = {**self.arg_dict, **self.aux_dict}
        kept = {name: cell for name, cell in held.items() if tuple(cell.shape) == shapes[name]}
        zeros = {name: jnp.zeros(shapes[name], held[name].dtype) for name in held if name not in kept}
        made = Executor(self._symbol, {}, {name: cell.held for name, cell in kept.items()} | zeros)
        return made

    def backward(self, out_grads: Any = None, is_train: bool = True) -> NoReturn:
        raise NotImplementedError(_GRADIENTS)

    @property
    def grad_dict(self) -> NoReturn:
        raise NotImplementedError(_GRADIENTS)

    @property
    def grad_arrays(self) -> NoReturn:
        raise NotImplementedError(_GRADIENTS)


def _expect_shape(name: str, wanted: tuple[int, ...], given: tuple[int, ...]) -> None:
    if wanted != given:
        raise ValueError(f"Shape not match! Argument {name}, need: {wanted}, received: {given}")


def bound(symbol: Outputs, args: Any, aux_states: Any) -> Executor:
    """Raises ValueError for arrays that are missing, or too many in a list."""
    arguments = _by_name("args", symbol.list_arguments(), args)
    return Executor(symbol, arguments, _by_name("aux_states", symbol.list_auxiliary_states(), aux_states))


def _by_name(what: str, names: Sequence[str], given: Any) -> dict[str, Any]:
    if isinstance(given, Mapping):
        if missing := [name for name in names if name not in given]:
            raise ValueError(f"key `{missing[0]}` is missing in `{what}`")
        return {name: given[name] for name in names}
    arrays = list(given or ())
    if len(arrays) != len(names):
        raise ValueError(f"Length of {what} does not match the number of arguments: {len(arrays)}, not {len(names)}")
    return dict(zip(names, arrays, strict=True))


def simply_bound(symbol: Outputs, shapes: Mapping[str, Any], dtypes: Mapping[str, Any]) -> Executor:
    """Raises DeferredInitializationError where shapes do not follow from those that are given."""
    (arguments, _, states), found = shapes_of(symbol, {n: tuple(s) for n, s in shapes.items()}, dtypes)

    def zeros(names: Sequence[str], sizes: Sequence[tuple[int, ...]]) -> dict[str, Any]:
        return {name: jnp.zeros(shape, found[name]) for name, shape in zip(names, sizes, strict=True)}

    return Executor(symbol, zeros(symbol.list_arguments(), arguments), zeros(symbol.list_auxiliary_states(), states))
