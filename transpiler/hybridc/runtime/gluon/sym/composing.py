"""Operators on symbols, and groups of these: the outputs that new symbols are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hybridc.runtime.gluon.sym.graph import Head, Node, Outputs
from hybridc.runtime.gluon.sym.names import scoped, unique
from hybridc.runtime.gluon.sym.operators import HIDDEN, Operator

__all__ = ["grouped", "made", "marked"]

_STATISTICS = {"moving_mean": '["zero", {}]', "moving_var": '["one", {}]'}
_INITIAL = {  # how inputs begin that MXNet adds
    "BatchNorm": _STATISTICS,
    "_contrib_SyncBatchNorm": _STATISTICS,
    "LeakyReLU": {"gamma": '["Constant", {"value": 0.25}]'},
}


def grouped(symbols: Sequence[Outputs]) -> list[Head]:
    """The outputs of all symbols, one after the other. Raises TypeError for what is no list of symbols."""
    if not symbols or not all(isinstance(each, Outputs) for each in symbols):
        raise TypeError("Expected a list of symbols as input")
    return [head for each in symbols for head in each.heads]


def made(found: Operator, hint: str, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Head]:
    """The outputs of an operator on symbols; inputs that are not given are variables, called after it.

    Raises TypeError for inputs that are no symbols, and for attributes that the operator has not.
    """
    options = dict(kwargs)
    name, attributes = options.pop("name", None), scoped(options.pop("attr", None))
    options.pop("out", None)
    given: dict[str, Any] = {}
    if found.is_variadic:
        inputs = list(args)
    else:
        if len(args) > len(found.places):
            raise TypeError(f"`{hint}` takes {len(found.places)} arguments by position: give attributes by name")
        for place, value in zip(found.places, args, strict=False):
            if place in options:
                raise TypeError(f"`{hint}` is given {place} twice")
            options[place] = value
        given = {key: options.pop(key) for key in found.inputs if options.get(key) is not None}
        options = {key: value for key, value in options.items() if key not in found.inputs}
        inputs = list(given.values())
    for each in inputs:
        if not isinstance(each, Outputs):
            raise TypeError(f"`{hint}` takes symbols, not {type(each).__name__}")
    for key, value in options.items():
        if isinstance(value, Outputs):
            raise TypeError(f"`{hint}` has no input `{key}`")
    if options.get("dtype") is not None:
        options["dtype"] = np.dtype(options["dtype"]).name
    count = {"num_args": len(inputs)} if found.is_variadic else {}
    attributes = marked({**options, **count, **attributes})
    found.expect_known(attributes)
    name = unique(name, hint.lower())
    if found.is_variadic:
        heads = [each.only_head() for each in inputs]
    else:
        wanted = found.input_names(attributes)
        if unused := [key for key in given if key not in wanted]:
            raise TypeError(f"`{hint}` with these attributes takes no input `{unused[0]}`")
        heads = [given[n].only_head() if n in given else _added(found, name, n, attributes) for n in wanted]
    node = Node(found, name, attributes, tuple(heads))
    return [(node, place) for place in range(len(found.output_names(attributes)))]


def _added(found: Operator, name: str, key: str, attributes: dict[str, Any]) -> tuple[Node, int]:
    """The variable for an input that is not given. It has the attributes of the operator."""
    initial = _INITIAL.get(found.name, {}).get(key)
    own = attributes if initial is None else {**attributes, "__init__": initial}
    return Node(None, f"{name}_{key}", own, ()), 0


def marked(attributes: dict[str, Any]) -> dict[str, Any]:
    """`lr_mult` and its like are marks, `__lr_mult__`."""
    return {f"__{key}__" if key in HIDDEN else key: value for key, value in attributes.items()}
