"""Computing what symbols stand for, node by node, while a model runs or its shapes are looked at."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import jax.numpy as jnp

from hybridc.runtime.core import runs
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.gluon.parameters import settled
from hybridc.runtime.gluon.sym.graph import DTYPES, Node, Outputs
from hybridc.runtime.gluon.sym.operators import value_of

__all__ = ["computed", "declared"]


def computed(symbol: Outputs, values: Mapping[str, Any]) -> list[Any]:
    """The outputs, of what variables hold by their names: arrays, or parameters that learn their shapes here.

    Raises KeyError for a variable that has no value, and whatever operators raise, with a note that names the node.
    """
    found: dict[Node, Any] = {}
    for node in symbol.nodes():
        if node.operator is None:
            found[node] = [values[node.name]]
            continue
        inputs = [_read(found[taken][place]) for taken, place in node.inputs]
        try:
            _settle(node, inputs)
            _expect_one_dtype(node, inputs)
            result = node.operator(inputs, node.attributes)
        except Exception as error:
            error.add_note(f"in the node `{node.name}`, a {node.operator.name}")
            raise
        found[node] = result if isinstance(result, list | tuple) else [result]
    return [_read(found[node][place]) for node, place in symbol.heads]


def _read(value: Any) -> Any:
    """The array of a parameter, as it is by now; the parameter itself while its shape is to be learned."""
    run = runs.current()
    is_known = run is not None and isinstance(value, Cell) and value.is_initialized
    return run.read(value) if run is not None and is_known else value


def declared(node: Node) -> dict[str, Any]:
    """What a variable says of its array: options of a parameter."""
    options: dict[str, Any] = {"allow_deferred_init": True}
    if "__shape__" in node.attributes:
        shape = value_of(node.attributes["__shape__"])
        options["shape"] = shape if isinstance(shape, tuple) else (shape,)
    if "__dtype__" in node.attributes:
        options["dtype"] = DTYPES[int(node.attributes["__dtype__"])]
    return options


def _settle(node: Node, inputs: list[Any]) -> None:
    """Lets parameters learn their shapes that no operator tells them of, because it does not look at them."""
    assert node.operator is not None
    if not any(hasattr(each, "settled") for each in inputs):
        return
    dtype = next((each.dtype for each in inputs if not hasattr(each, "settled")), None)
    if dtype is not None and jnp.issubdtype(dtype, jnp.floating) and node.operator.name not in _IN_32_BITS:
        for (taken, _), each in zip(node.inputs, inputs, strict=True):
            if hasattr(each, "settled") and "__dtype__" not in taken.attributes:
                each.cast(dtype)
    rule = _RULES.get(node.operator.name)
    if rule is not None:
        rule(inputs, node.operator.meaning(node.attributes))
    if isinstance(inputs[0], Cell) and not inputs[0].is_initialized:
        _ = inputs[0].held  # which says that nothing tells its shape: operators compute with those of their first input


_IN_32_BITS = frozenset({"BatchNorm", "_contrib_SyncBatchNorm", "Embedding"})
_OF_ONE_DTYPE = frozenset(
    [
        "FullyConnected", "Convolution", "Deconvolution", "LayerNorm", "GroupNorm", "LeakyReLU", "RNN", "dot",
        "batch_dot", "add_n", "Concat", "stack", "_mod", "_power", "_maximum", "_minimum", "_hypot",
    ]
)  # fmt: skip


def _expect_one_dtype(node: Node, inputs: list[Any]) -> None:
    """Raises TypeError, as MXNet does, for fractions of several widths, which JAX would widen."""
    assert node.operator is not None
    name = node.operator.name
    if name in _OF_ONE_DTYPE or name.startswith(("elemwise_", "broadcast_")):
        dtypes = {str(each.dtype) for each in inputs if jnp.issubdtype(each.dtype, jnp.floating)}
        if len(dtypes) > 1:
            raise TypeError(f"{name} requires uniform type, and is given {' and '.join(sorted(dtypes))}")


def _label_of_classes(inputs: list[Any], meaning: Mapping[str, Any]) -> None:
    """A class for each row; with `multi_output`, for each place behind the classes, in one axis."""
    shape = jnp.shape(inputs[0])
    is_multiple = meaning.get("multi_output") and not meaning.get("preserve_shape")
    inputs[1] = settled(inputs[1], (shape[0], math.prod(shape[2:])) if is_multiple else shape[:-1])


def _label(inputs: list[Any], meaning: Mapping[str, Any]) -> None:
    """As the data, of which rows of one number are numbers."""
    shape = jnp.shape(inputs[0])
    inputs[1] = settled(inputs[1], shape[:1] if len(shape) == 2 and shape[1] == 1 else shape)


def _alike(inputs: list[Any], meaning: Mapping[str, Any]) -> None:
    """Both sides have one shape."""
    known = next((each for each in inputs if not hasattr(each, "settled")), None)
    for place, each in enumerate(inputs):
        if known is not None and hasattr(each, "settled"):
            inputs[place] = settled(each, jnp.shape(known))


def _table(inputs: list[Any], meaning: Mapping[str, Any]) -> None:
    inputs[1] = settled(inputs[1], (meaning["input_dim"], meaning["output_dim"]))


def _recurrent(inputs: list[Any], meaning: Mapping[str, Any]) -> None:
    """One vector of all weights, and the states before the first step."""
    _, batch, width = jnp.shape(inputs[0])
    size, layers = meaning["state_size"], meaning["num_layers"]
    gates = {"lstm": 4, "gru": 3}.get(meaning["mode"], 1)
    directions = 2 if meaning.get("bidirectional") else 1
    rows = gates * size * directions
    count = rows * (width + size + 2) + (layers - 1) * rows * (size * directions + size + 2)
    inputs[1] = settled(inputs[1], (count,))
    for place in range(2, len(inputs)):
        inputs[place] = settled(inputs[place], (layers * directions, batch, size))


_RULES: dict[str, Callable[[list[Any], Mapping[str, Any]], None]] = {
    "SoftmaxOutput": _label_of_classes,
    "RNN": _recurrent,
    "Embedding": _table,
    **dict.fromkeys(("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput"), _label),
    **dict.fromkeys(("elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div"), _alike),
}
