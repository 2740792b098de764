"""One line for an operator under all of its names: `nd.pick(...)` for `mxnet.nd.pick`, `mxnet.sym.pick` and so on.

Operators take `name=`, which says nothing to JAX. What is no array is an attribute of the operator, which MXNet has as text:
it is known while tracing. `f(...)` on the right is written out, so that neither stands in the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hybridc.dialects.lines import STATIC_NAMES

NAMESPACES = ("mxnet.nd", "mxnet.ndarray", "mxnet.sym", "mxnet.symbol")
SYMBOLIC = ("mxnet.sym", "mxnet.symbol")

# Parameters that are arrays, or may be.
ARRAYS = frozenset(
    [
        "data", "lhs", "rhs", "x", "y", "a", "b", "A", "B", "C", "object", "source_array", "fill_value", "args", "arrays", "ary", "condition", "index", "indices",
        "weight", "bias", "gamma", "beta", "moving_mean", "moving_var", "label", "like", "shape_like", "length",
        "sequence_length", "parameters", "state", "state_cell", "old_tensor", "index_vector", "new_tensor", "base", "exp",
        "queries", "keys_values", "queries_keys_values", "attention", "data_lengths", "label_lengths", "tensor", "low",
        "high", "loc", "scale", "mu", "sigma", "lam", "alpha", "self", "other", "value", "val", "samples", "key",
        "predictions", "mask",
    ]
)  # fmt: skip

_LINE = re.compile(r"\s*(?P<name>[\w.]+)\((?P<parameters>.*?)\)\s+->\s+(?P<right>.+?)(?:\s+:\s+(?P<facts>.*))?$")


def words(text: str) -> list[str]:
    """The names that a text has, between spaces."""
    return text.split()


def in_every_namespace(lines: str) -> str:
    """The lines of operators under each of their names."""
    return "\n".join(_everywhere(lines, NAMESPACES))


def in_namespace(namespace: str, lines: str) -> str:
    """The lines of operators of one namespace."""
    return "\n".join(_everywhere(lines, (namespace,)))


def _everywhere(lines: str, namespaces: tuple[str, ...]) -> Iterator[str]:
    for line in filter(None, map(str.strip, lines.splitlines())):
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"no operator: {line}")
        text = _operator(match["name"].removeprefix("nd."), match["parameters"], match["right"], match["facts"] or "")
        yield from (f"{namespace}.{text}" for namespace in namespaces)


def _operator(name: str, parameters: str, right: str, facts: str) -> str:
    if right.startswith("!"):
        return f"{name}({parameters}) -> {right}"
    each = [p for p in parameters.split(", ") if p]
    names = [p.partition("=")[0] for p in each if p != "*"]
    if right.endswith("(...)"):
        required = [p for p in (each[: each.index("*")] if "*" in each else each) if "=" not in p]
        given = (n if n in required else f"{n}={n}" for n in names)
        right = f"{right[:-5]}({', '.join(given)})"
    has_star = any(p.startswith("*") for p in each)
    plain = [n.lstrip("*") for n in names]
    statics = ",".join(n for n in plain if n not in ARRAYS and re.search(rf"\b{n}\b", right))
    traced = ",".join(n for n in plain if n in ARRAYS and n in STATIC_NAMES)
    words = [facts or "dtype=same", f"statics={statics}" * bool(statics), f"traced={traced}" * bool(traced)]
    named = ", ".join([*each, "name=None"] if has_star else [*each, "*", "name=None"])
    return f"{name}({named}) -> {right} : {' '.join(filter(None, words))}"
