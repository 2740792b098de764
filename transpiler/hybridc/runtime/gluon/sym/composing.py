"""Making symbols: variables, operators on symbols, and groups of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hybridc.runtime.gluon.sym.names import scoped, unique
from hybridc.runtime.gluon.sym.operators import HIDDEN, Operator, operator
from hybridc.runtime.gluon.sym.symbol import Node, Symbol

__all__ = ["Group", "Variable", "made", "named"]

_STATISTICS = {"moving_mean": '["zero", {}]', "moving_var": '["one", {}]'}
_INITIAL = {  # how inputs begin that MXNet adds
    "BatchNorm": _STATISTICS,
    "_contrib_SyncBatchNorm": _STATISTICS,
    "LeakyReLU": {"gamma": '["Constant", {"value": 0.25}]'},
}
_DTYPES = (
    "float32",
    "float64",
    "float16",
    "uint8",
    "int32",
    "int8",
    "int64",
    "bool",
)  # in the order of MXNet's numbers


def Variable(
    name: str, attr: dict[str, str] | None = None, shape: Any = None, lr_mult: float | None = None,
    wd_mult: float | None = None, dtype: Any = None, init: Any = None, stype: str | None = None, **marks: Any,
) -> Symbol:  # fmt: skip
    """An array that is given later: an input, or a parameter.

    `shape` may have zeros for unknown sizes. Raises TypeError for a name that is no text, ValueError for attributes
    whose names do not begin and end with two underscores, and for sparse arrays.
    """
    if not isinstance(name, str):
        raise TypeError("Expect a string for variable `name`")
    if stype not in (None, "default"):
        raise ValueError(f"arrays are dense: leave `stype={stype!r}` out")
    attributes = scoped(attr)
    for key, value in {"shape": shape, "lr_mult": lr_mult, "wd_mult": wd_mult}.items():
        if value is not None:
            attributes[f"__{key}__"] = str(value)
    if dtype is not None:
        attributes["__dtype__"] = str(_DTYPES.index(np.dtype(dtype).name))
    if init is not None:
        attributes["__init__"] = init if isinstance(init, str) else init.dumps()
    for key, value in marks.items():
        if not (key.startswith("__") and key.endswith("__")):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end with double "
                "underscores, e.g, __yourattr__"
            )
        attributes[key] = str(value)
    return Symbol([(Node(None, name, _marked(attributes), ()), 0)])


def Group(symbols: Sequence[Symbol]) -> Symbol:
    """The outputs of all symbols, one after the other. Raises TypeError for what is no list of symbols."""
    if not symbols or not all(isinstance(each, Symbol) for each in symbols):
        raise TypeError("Expected a list of symbols as input")
    return Symbol([head for each in symbols for head in each.heads])


def named(name: str) -> Callable[..., Symbol] | None:
    """What `sym.name` calls, if there is such an operator: it takes symbols and attributes, and makes a symbol."""
    found = operator(name)
    if found is None:
        return None
    hint = name.rpartition(".")[2]

    def make(*args: Any, **kwargs: Any) -> Symbol:
        return made(found, hint, args, kwargs)

    make.__name__ = make.__qualname__ = hint
    make.__doc__ = f"The operator `{found.name}` on symbols, with the arguments of `mxnet.sym.{name}`."
    return make


def made(found: Operator, hint: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Symbol:
    """A symbol of an operator; inputs that are not given are variables, called after it.

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
        if not isinstance(each, Symbol):
            raise TypeError(f"`{hint}` takes symbols, not {type(each).__name__}")
    for key, value in options.items():
        if isinstance(value, Symbol):
            raise TypeError(f"`{hint}` has no input `{key}`")
    if options.get("dtype") is not None:
        options["dtype"] = np.dtype(options["dtype"]).name
    count = {"num_args": len(inputs)} if found.is_variadic else {}
    attributes = _marked({**options, **count, **attributes})
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
    return Symbol([(node, place) for place in range(len(found.output_names(attributes)))])


def _added(found: Operator, name: str, key: str, attributes: dict[str, Any]) -> tuple[Node, int]:
    """The variable for an input that is not given. It has the attributes of the operator."""
    initial = _INITIAL.get(found.name, {}).get(key)
    own = attributes if initial is None else {**attributes, "__init__": initial}
    return Node(None, f"{name}_{key}", own, ()), 0


def _marked(attributes: dict[str, Any]) -> dict[str, Any]:
    """`lr_mult` and its like are marks, `__lr_mult__`."""
    return {f"__{key}__" if key in HIDDEN else key: value for key, value in attributes.items()}
