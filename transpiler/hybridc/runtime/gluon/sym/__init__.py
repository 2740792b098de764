"""`mxnet.sym`: graphs that Python composes of operators, computed by JAX.

Every operator of MXNet's that `hybridc apis mxnet` lists is a function here, under its name in `mxnet.sym`; `contrib`,
`linalg` and `random` have theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridc.runtime.gluon.sym import creating
from hybridc.runtime.gluon.sym.creating import (
    Group,
    Variable,
    arange,
    eye,
    full,
    hypot,
    maximum,
    minimum,
    named,
    ones,
    power,
    split_v2,
    zeros,
)
from hybridc.runtime.gluon.sym.executor import Executor
from hybridc.runtime.gluon.sym.names import AttrScope, NameManager, Prefix
from hybridc.runtime.gluon.sym.symbol import Symbol

__all__ = [
    "AttrScope",
    "Executor",
    "Group",
    "NameManager",
    "Prefix",
    "Symbol",
    "Variable",
    "arange",
    "contrib",
    "eye",
    "full",
    "hypot",
    "linalg",
    "maximum",
    "minimum",
    "ones",
    "pow",
    "power",
    "random",
    "split_v2",
    "var",
    "zeros",
]

var = Variable
pow = power


def __getattr__(name: str) -> Callable[..., Symbol]:
    """The operator of this name. Raises AttributeError where there is none."""
    found = named(name) if not name.startswith("_") else None
    if found is None:
        raise AttributeError(f"there is no operator `mxnet.sym.{name}` here")
    return found


class _Space:
    """Operators under a name of their own: `sym.contrib.box_iou`."""

    def __init__(self, name: str, **functions: Callable[..., Any]) -> None:
        self._name = name
        self.__dict__.update(functions)

    def __getattr__(self, name: str) -> Callable[..., Symbol]:
        found = named(f"{self._name}.{name}") if not name.startswith("_") else None
        if found is None:
            raise AttributeError(f"there is no operator `mxnet.sym.{self._name}.{name}` here")
        return found


contrib = _Space("contrib")
linalg = _Space("linalg")
random = _Space("random", uniform=creating.uniform, normal=creating.normal, randint=creating.randint)
