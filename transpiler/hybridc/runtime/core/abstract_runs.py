"""Runs on shapes alone, by which layers learn theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
from jax import tree_util

from hybridc.runtime.checking.check_state import disregarded
from hybridc.runtime.core import runs
from hybridc.runtime.core.runs import Run, running
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.pytrees.key_order import with_order
from hybridc.runtime.pytrees.results import is_array
from hybridc.runtime.pytrees.structure import Frame, framed

if TYPE_CHECKING:
    from hybridc.runtime.core.modules import Module


def initialize(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Draws the parameters whose shapes the first input decides."""
    if not module._hybridc_is_settled():
        for layer in run_abstractly(module, args, kwargs):
            layer.reset_parameters()


def run_abstractly(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """Runs the model on shapes alone; the layers, or parameters, that learned theirs, in the order of use."""
    found: list[Any] = []
    given, frame = arguments_apart((args, kwargs))

    def shapes(*arrays: Any) -> None:
        args, kwargs = frame.filled(arrays)
        run = Run({}, jax.random.key(0), module)
        run.learns_shapes = True
        with running(run), disregarded():
            module._hybridc_as_called(run, args, kwargs)
        found.extend(run.deferred)

    with runs.tracing:
        jax.eval_shape(shapes, *given)
    return found


def arguments_apart(arguments: Any) -> tuple[list[Any], Frame]:
    """The arrays of a call, or what stands for them, and what is known while tracing."""
    leaves, structure = tree_util.tree_flatten(with_order(arguments))
    leaves = [leaf.held if isinstance(leaf, Mutable) else leaf for leaf in leaves]
    return framed(leaves, structure, [is_array(leaf) or isinstance(leaf, jax.ShapeDtypeStruct) for leaf in leaves])
