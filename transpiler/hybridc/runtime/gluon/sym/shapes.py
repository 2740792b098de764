"""Shapes of parameters and outputs that follow from those of inputs."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import jax

from hybridc.runtime.core.abstract_runs import run_abstractly
from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.parameters import DeferredInitializationError, Parameter
from hybridc.runtime.gluon.sym.evaluation import computed, declared
from hybridc.runtime.gluon.sym.graph import Outputs

__all__ = ["Shapes", "inferred", "shapes_of"]

Shape = tuple[int, ...]
Shapes = tuple[list[Shape], list[Shape], list[Shape]]  # of arguments, outputs and auxiliary states


class _Looking(HybridBlock):
    """A graph that is run on shapes alone."""

    _hybridc_modes: ClassVar[frozenset[str]] = frozenset({"training", "found"})

    def __init__(self, symbol: Outputs, parameters: Mapping[str, Parameter]) -> None:
        super().__init__(prefix="")
        self.symbol = symbol
        self.found: list[Any] = []
        self.parameters_by_name = parameters

    def forward(self, arrays: Mapping[str, Any]) -> None:
        values = {**self.parameters_by_name, **arrays}
        self.__dict__["found"] = computed(self.symbol, values)


def shapes_of(symbol: Outputs, given: Mapping[str, Shape], dtypes: Mapping[str, Any]) -> tuple[Shapes, dict[str, Any]]:
    """The shapes that follow, and the dtypes of variables by name.

    Raises DeferredInitializationError where they do not follow, and what operators raise for shapes that do not fit.
    """
    variables = {node.name: node for node in symbol.nodes() if node.operator is None}
    arrays, cells = {}, {}
    for name, node in variables.items():
        options = declared(node)
        shape = given.get(name, options.get("shape"))
        if shape is not None and 0 not in shape:
            dtype = dtypes.get(name, options.get("dtype", "float32"))
            arrays[name] = jax.ShapeDtypeStruct(tuple(shape), dtype)  # type: ignore[no-untyped-call]
        else:
            cells[name] = Parameter(name, **options)
            cells[name].initialize()
    looking = _Looking(symbol, cells)
    run_abstractly(looking, (arrays,), {})
    found = {**{name: array.shape for name, array in arrays.items()}, **{n: c.shape for n, c in cells.items()}}
    if missing := [name for name, shape in found.items() if shape is None or 0 in shape]:
        raise DeferredInitializationError(f"the shape of `{missing[0]}` does not follow from those that are given")
    arguments, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    outputs = [tuple(each.shape) for each in looking.found]
    kinds = {name: array.dtype for name, array in arrays.items()} | {name: cell.dtype for name, cell in cells.items()}
    return ([found[n] for n in arguments], outputs, [found[n] for n in states]), kinds


def inferred(symbol: Outputs, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """As `Symbol.infer_shape` gives them. Raises ValueError for names that are not there."""
    names = symbol.list_arguments()
    if args and kwargs:
        raise ValueError("Can only specify known argument shapes either by positional or kwargs way.")
    given = {n: tuple(s) for n, s in zip(names, args, strict=False) if s is not None} if args else dict(kwargs)
    if unknown := [name for name in given if name not in symbol.list_inputs()]:
        raise ValueError(f"InferShapeKeyword argument name {unknown[0]} not found. Candidate arguments: {names}")
    try:
        return shapes_of(symbol, {name: tuple(shape) for name, shape in given.items()}, {})[0]
    except DeferredInitializationError as error:
        warnings.warn(f"Cannot decide shape: {error}", stacklevel=3)
        return None, None, None
