"""Parameters by their full names, as `collect_params` gives them."""

from __future__ import annotations

import os
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.gluon.parameters import Auxiliary, Constant, Parameter

__all__ = ["ParameterDict"]


class ParameterDict:
    """Makes and holds the parameters of a block, whose names start with its prefix.

    `shared`: parameters of another block, which take the place of those of the same names.
    """

    def __init__(self, prefix: str = "", shared: ParameterDict | None = None) -> None:
        self.prefix = prefix
        self.shared = shared
        self._parameters: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self._parameters[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)

    def keys(self) -> KeysView[str]:
        return self._parameters.keys()

    def values(self) -> ValuesView[Any]:
        return self._parameters.values()

    def items(self) -> ItemsView[str, Any]:
        return self._parameters.items()

    def __repr__(self) -> str:
        lines = "".join(f"  {parameter}\n" for parameter in self.values())
        return f"{self.prefix} (\n{lines})" if self.prefix else f"(\n{lines})"

    def _found(self, name: str) -> Any:
        if name not in self._parameters and self.shared is not None and name in self.shared:
            self._parameters[name] = self.shared[name]
        return self._parameters.get(name)

    def get(self, name: str, **options: Any) -> Any:
        """The parameter of this name, made if there is none, with the options of `mxnet.gluon.Parameter`.

        One without derivative (`differentiable=False`) is a buffer, which training writes. Raises AssertionError where
        there is one already, with other options.
        """
        full = self.prefix + name
        found = self._found(full)
        if found is None:
            kind = Parameter if options.get("differentiable", True) else Auxiliary
            found = self._parameters[full] = kind(full, **options)
            return found
        shape = options.get("shape")
        if shape is not None:
            _agree_on_shape(found, shape)
        dtype = options.get("dtype")
        if dtype is not None and jnp.dtype(dtype) != found.dtype:
            raise AssertionError(
                f"Cannot retrieve Parameter '{full}' because desired attribute does not match with stored for "
                f"attribute 'dtype': desired '{dtype}' vs stored '{found.dtype}'."
            )
        return found

    def get_constant(self, name: str, value: Any = None) -> Any:
        """The `Constant` of this name, made if there is none. Raises KeyError without a value for a new one."""
        full = self.prefix + name
        found = self._found(full)
        if found is None:
            if value is None:
                raise KeyError(
                    f"No constant named '{full}'. Please specify value if you want to create a new constant."
                )
            found = self._parameters[full] = Constant(full, value)
        elif value is not None and not np.array_equal(found.value, value):
            raise AssertionError(f"Constant '{full}' already exists but it's value doesn't match new value")
        return found

    def update(self, other: Mapping[str, Any] | ParameterDict) -> None:
        """Takes the parameters of another. Raises AssertionError where two have one name."""
        for name, parameter in other.items():
            if self._parameters.get(name, parameter) is not parameter:
                raise AssertionError(
                    f"Cannot update self with other because they have different Parameters with the same name '{name}'"
                )
        self._parameters.update(other.items())

    def initialize(self, init: Any = None, ctx: Any = None, verbose: bool = False, force_reinit: bool = False) -> None:
        """Draws all, by their own initializers or by `init`; those of unknown sizes, with the first input."""
        for parameter in self.values():
            parameter.initialize(None, ctx, init, force_reinit)

    def setattr(self, name: str, value: Any) -> None:
        """Sets an attribute of all, as in `net.collect_params().setattr("grad_req", "null")`."""
        for parameter in self.values():
            setattr(parameter, name, value)

    def zero_grad(self) -> None:
        """Nothing to do: gradients are values that `jax.grad` returns, and are not kept with parameters."""

    def reset_ctx(self, ctx: Any) -> None:
        """Nothing to do: devices are left to JAX."""

    def save(self, filename: str | os.PathLike[str], strip_prefix: str = "") -> None:
        """Writes all by their full names, without a prefix. Raises ValueError for a name that has another."""
        from hybridc.runtime.weights import write

        others = [name for name in self if not name.startswith(strip_prefix)]
        if others:
            raise ValueError(
                f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's name '{others[0]}' does not "
                f"start with '{strip_prefix}'."
            )
        write(filename, {name.removeprefix(strip_prefix): np.asarray(p.held) for name, p in self.items()})

    def load(
        self,
        filename: str | os.PathLike[str],
        ctx: Any = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Reads all by their full names, to which the prefix is added.

        Raises WeightsError as `load_parameters` does.
        """
        from hybridc.runtime.gluon.loading import full_name, put
        from hybridc.runtime.weights import read

        known = {name.removeprefix(restore_prefix) for name in self}
        given = {restore_prefix + full_name(name, known): array for name, array in read(filename).items()}
        put(dict(self.items()), given, allow_missing, ignore_extra, cast_dtype, dtype_source)


def _agree_on_shape(parameter: Any, shape: Any) -> None:
    """Fills in what either does not know."""
    wanted = Parameter(parameter.name, shape=shape).shape
    known = parameter.shape
    if known is not None:
        merged = parameter.fitting(wanted) if len(wanted) == len(known) else None
        if merged is None or any(size not in (0, other) for size, other in zip(wanted, merged, strict=True)):
            raise AssertionError(
                f"Cannot retrieve Parameter '{parameter.name}' because desired attribute does not match with stored "
                f"for attribute 'shape': desired '{wanted}' vs stored '{known}'."
            )
        wanted = merged
    parameter.declare_shape(wanted)
