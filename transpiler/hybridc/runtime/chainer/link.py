"""The base class of converted models and layers, as its users know `chainer.Link`."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Self

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.chainer.config import override
from hybridc.runtime.chainer.parameters import Parameter
from hybridc.runtime.core import runs
from hybridc.runtime.core.calling import compute_by_call
from hybridc.runtime.core.cells import Buffer
from hybridc.runtime.core.deferred import Deferred
from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.state import IncompatibleKeys

__all__ = ["Link"]


class Link(Deferred, Module):
    """A part of a model. `forward`, or `__call__`, computes.

    Parameters and links are its own where they were set in `with self.init_scope()`; others are known to the object
    alone. It is in training, as `chainer.config.train` is, unless `using_config("train", False)` or `eval()` say not.
    """

    name: str | None = None
    _hybridc_in_a_row: ClassVar[type]  # Sequential, which is a link as well

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        compute_by_call(cls, Link)

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        link = super().__new__(cls)
        link.__dict__["_within_init_scope"] = False
        return link

    def __init__(self, **params: Any) -> None:
        for name, shape in params.items():
            self.add_param(name, shape)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        asked = override()
        if asked is None or runs.current() is not None:
            return super().__call__(*args, **kwargs)
        with self._hybridc_mode(asked):
            return super().__call__(*args, **kwargs)

    @contextmanager
    def init_scope(self) -> Iterator[None]:
        """Parameters and links that are set meanwhile are those of this link."""
        before = self.__dict__["_within_init_scope"]
        self.__dict__["_within_init_scope"] = True
        try:
            yield
        finally:
            self.__dict__["_within_init_scope"] = before

    @property
    def within_init_scope(self) -> bool:
        return bool(self.__dict__["_within_init_scope"])

    def __setattr__(self, name: str, value: Any) -> None:
        held = isinstance(value, Parameter | Module)
        if held and not self.within_init_scope and name not in self._parameters and name not in self._modules:
            self._hybridc_outside_of_runs(f"`{name}` is set")
            object.__setattr__(self, name, value)
        elif isinstance(value, Module) and self.within_init_scope:
            self.add_module(name, value)
            value.__dict__["name"] = name
        else:
            if isinstance(value, Parameter) and value.name is None:
                value.name = name
            super().__setattr__(name, value)

    def has_uninitialized_params(self) -> bool:
        return any(cell is not None and not cell.is_initialized for cell in self._parameters.values())

    def initialize_parameters(self, *inputs: Any, **named: Any) -> None:
        """Settles the shapes of parameters by those of inputs, in links that can."""

    def reset_parameters(self) -> None:
        """Draws the parameters anew."""
        for cell in self._parameters.values():
            if isinstance(cell, Parameter) and cell.is_initialized:
                cell.reset_parameters()

    def add_param(self, name: str, shape: Any = None, dtype: Any = np.float32, initializer: Any = None) -> None:
        """A parameter by name, NaN unless there is an initializer. Raises AttributeError for a name that is taken."""
        if hasattr(self, name):
            raise AttributeError(f"cannot register a new parameter {name}: attribute exists")
        with self.init_scope():
            setattr(self, name, Parameter(initializer, shape))

    def add_persistent(self, name: str, value: Any) -> None:
        """A value that is kept with the parameters, and not learned. Raises AttributeError for a name that is taken."""
        if hasattr(self, name):
            raise AttributeError(f"cannot register a new persistent value {name}: attribute exists")
        self.register_buffer(name, None if value is None else _array(value))

    def register_persistent(self, name: str) -> None:
        """Keeps what an attribute holds with the parameters. Raises AttributeError if there is none."""
        if not hasattr(self, name):
            raise AttributeError(f"cannot register non-existent attribute {name} as a persistent value")
        value = getattr(self, name)
        if not isinstance(value, Buffer):
            self.__dict__.pop(name, None)
            self.register_buffer(name, None if value is None else _array(value))

    @property
    def xp(self) -> Any:
        return jnp

    def links(self, skipself: bool = False) -> Iterator[Module]:
        """This link and all below it, by name."""
        return (link for _, link in self.namedlinks(skipself))

    def namedlinks(self, skipself: bool = False) -> Iterator[tuple[str, Module]]:
        """The links with their paths: `/`, `/l1`, `/block/conv`."""
        if not skipself:
            yield "/", self
        for name, child in self._in_order():
            yield f"/{name}", child
            yield from ((f"/{name}{path}", link) for path, link in child.namedlinks(True))

    def _in_order(self) -> list[tuple[str, Any]]:
        return sorted(self._modules.items())

    def namedparams(self, include_uninit: bool = True) -> Iterator[tuple[str, Parameter]]:
        """The parameters with their paths: `/l1/W`."""
        for name, cell in sorted(self._parameters.items()):
            if cell is not None and (include_uninit or cell.is_initialized):
                yield f"/{name}", cell
        for name, child in self._in_order():
            yield from ((f"/{name}{path}", cell) for path, cell in child.namedparams(include_uninit))

    def params(self, include_uninit: bool = True) -> Iterator[Parameter]:
        return (cell for _, cell in self.namedparams(include_uninit))

    def count_params(self) -> int:
        return sum(math.prod(cell.shape) for cell in self.params(include_uninit=False))

    def copy(self, mode: str = "share") -> Self:
        """Another link: with the same values, which `share` also changes together, or newly drawn if `init`."""
        if mode not in ("init", "copy", "share"):
            raise ValueError(f"The 'mode' argument should be either 'init','copy', or 'share'. But {mode} was given.")
        memo = {id(cell): cell for cell in self._hybridc_cells().values()} if mode == "share" else {}
        new = copy.deepcopy(self, memo)
        if mode == "init":
            for link in new.modules():
                if isinstance(link, Link):
                    link.reset_parameters()
        new.__dict__.pop("name", None)
        return new

    def repeat(self, n_repeat: int, mode: str = "init") -> Any:
        """So many copies one after the other."""
        return self._hybridc_in_a_row(*(self.copy(mode) for _ in range(n_repeat)))

    def copyparams(self, link: Any, copy_persistent: bool = True) -> None:
        """Takes over the values of another link of the same kind."""
        theirs = link._hybridc_cells()
        for name, cell in self._hybridc_cells().items():
            if isinstance(cell, Parameter):
                cell.copydata(theirs[name])
            elif copy_persistent:
                cell.held = theirs[name].held

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """As that of all models; names as in Chainer's files, `l1/W`, are taken as well."""
        return super().load_state_dict({n.strip("/").replace("/", "."): v for n, v in state_dict.items()}, strict)

    def to_cpu(self) -> Self:
        return self

    def to_gpu(self, device: Any = None) -> Self:
        """Devices are left to JAX."""
        return self

    def to_device(self, device: Any) -> Self:
        return self

    def to_chx(self) -> Self:
        return self

    from_chx = to_intel64 = to_chx


def _array(value: Any) -> jax.Array:
    """What is kept with the parameters: 64 bits become 32 unless JAX was told otherwise."""
    return jnp.asarray(value)
