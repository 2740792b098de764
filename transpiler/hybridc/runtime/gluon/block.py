"""Blocks: Gluon's models and parts of models."""

from __future__ import annotations

import functools
import inspect
import os
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Self

import jax
import numpy as np

from hybridc.runtime.core.abstract_runs import run_abstractly
from hybridc.runtime.core.calling import Calling, Removable
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.randomness import drawing_from
from hybridc.runtime.core.runs import Run
from hybridc.runtime.core.state import IncompatibleKeys
from hybridc.runtime.gluon.loading import by_places, cells_by_place, load, own_cells
from hybridc.runtime.gluon.naming import Naming
from hybridc.runtime.gluon.parameter_dict import ParameterDict
from hybridc.runtime.gluon.parameters import Auxiliary, Parameter
from hybridc.runtime.gluon.summary import print_summary

__all__ = ["Block", "HybridBlock"]


class Block(Module):
    """A part of a model, as its users know `mxnet.gluon.Block`.

    It predicts, as Gluon does outside of `autograd.record()`, unless it runs with `train=True`. Its parameters are
    empty until `initialize()`, and those of unknown sizes until the first input. `prefix` and `params` say how
    parameters are named, and which are shared.
    """

    _hybridc_naming: Naming

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        block = super().__new__(cls)
        block.__dict__["training"] = False
        return block

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self.__dict__["_hybridc_naming"] = Naming(prefix, params, self._alias())

    def _alias(self) -> str:
        """The kind of the block, which starts the names of its parameters."""
        return type(self).__name__.lower()

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Module) and name in _TAKEN:
            raise AttributeError(f"`{name}` is a method of every model here: give the block another name")
        super().__setattr__(name, value)

    @property
    def prefix(self) -> str:
        return self._hybridc_naming.prefix

    @property
    def name(self) -> str:
        return self.prefix.removesuffix("_")

    @property
    def params(self) -> ParameterDict:
        """The parameters of this block, without those of its parts."""
        return self._hybridc_naming.params

    @property
    def _children(self) -> dict[str, Module]:
        return self._modules

    @property
    def _reg_params(self) -> dict[str, Cell]:
        """The parameters of this block, without those of its parts, by the attributes that hold them."""
        return own_cells(self)

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Any]:
        """The parameters by their places, behind the prefix. Classes may give them other names in files."""
        return cells_by_place(self, prefix)

    def _hybridc_persistent(self) -> dict[str, Cell]:
        return self._collect_params_with_prefix()

    def name_scope(self) -> Naming:
        """A context in which the names of new blocks start with the prefix of this one."""
        return self._hybridc_naming

    def register_child(self, block: Module, name: str | None = None) -> None:
        self.add_module(str(len(self._modules)) if name is None else name, block)

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """The parameters of this block and of all below it, or those whose names a regular expression starts with."""
        found = ParameterDict(self.params.prefix)
        pattern = re.compile(select or "")
        found.update({name: parameter for name, parameter in self.params.items() if pattern.match(name)})
        for child in self._modules.values():
            if isinstance(child, Block):
                found.update(child.collect_params(select))
        return found

    def initialize(self, init: Any = None, ctx: Any = None, verbose: bool = False, force_reinit: bool = False) -> None:
        """Draws the parameters: by their own initializers, or by `init`. Devices are left to JAX."""
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def init(self, key: jax.Array | int, *args: Any, **kwargs: Any) -> dict[str, jax.Array]:
        """Draws from the key what is not initialized yet, with the shapes that the inputs decide, and returns all.

        The inputs may be arrays or `jax.ShapeDtypeStruct`s.
        """
        with drawing_from(key):
            for parameter in self._hybridc_cells().values():
                if isinstance(parameter, Auxiliary | Parameter) and not parameter.is_declared:
                    parameter.initialize()
            for parameter in run_abstractly(self, args, kwargs):
                parameter.reset_parameters()
        return self.parameters()

    def infer_shape(self, *args: Any) -> None:
        """Settles the shapes of parameters by those of inputs, and draws the parameters."""
        for parameter in run_abstractly(self, args, {}):
            parameter.reset_parameters()

    def _hybridc_within(self, run: Run, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if run.learns_shapes and type(self).infer_shape is not Block.infer_shape:
            self.infer_shape(*args)  # a class that knows better which shapes its inputs decide
        return super()._hybridc_within(run, args, kwargs)

    def hybridize(self, active: bool = True, **options: Any) -> Self:
        """Compiled calls, as they are from the start, or with `active=False` calls that run step by step.

        Options such as `static_alloc` say nothing to XLA.
        """
        return Calling.hybridize(self, active)

    def cast(self, dtype: Any) -> None:
        """Changes the dtype of all parameters."""
        for child in self._modules.values():
            if isinstance(child, Block):
                child.cast(dtype)
        for parameter in self.params.values():
            parameter.cast(dtype)

    def save_parameters(self, filename: str | os.PathLike[str], deduplicate: bool = False) -> None:
        """Writes the parameters by their places in the model, in the format that the ending of the name says.

        With `deduplicate`, one that several blocks share comes once, under its last name.
        """
        from hybridc.runtime.weights import write

        cells = self._hybridc_persistent()
        kept = {id(cell): name for name, cell in cells.items()}
        write(filename, {n: np.asarray(c.held) for n, c in cells.items() if not deduplicate or kept[id(c)] == n})

    def load_parameters(
        self,
        filename: str | os.PathLike[str],
        ctx: Any = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Reads parameters by their places in the model, or by their full names; the model need not be initialized.

        Raises WeightsError, which lists what is missing, left over, or of another shape.
        """
        load(self, filename, allow_missing, ignore_extra, cast_dtype, dtype_source)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """As that of all models; full names are taken as well, such as `dense0_weight`, also marked with `arg:`."""
        return super().load_state_dict(by_places(self, state_dict), strict)

    def save_params(self, filename: str | os.PathLike[str]) -> None:
        """Writes the parameters by their full names, as Gluon did before `save_parameters`."""
        warnings.warn("save_params is deprecated. Please use save_parameters.", stacklevel=2)
        self.collect_params().save(filename, self.prefix)

    def load_params(
        self,
        filename: str | os.PathLike[str],
        ctx: Any = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
    ) -> None:
        warnings.warn("load_params is deprecated. Please use load_parameters.", stacklevel=2)
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def export(self, path: str, epoch: int = 0, remove_amp_cast: bool = True) -> None:
        raise NotImplementedError(
            "`export` writes a graph of MXNet's. Here the file of this class is the model: keep its weights with "
            "`net.save_parameters(path)`. A program without Python source is "
            "`jax.export.export(net.freeze())(x)`, which can be serialized"
        )

    def summary(self, *inputs: Any) -> None:
        """Prints the blocks in the order of their calls, what they return, and how many parameters each has."""
        print_summary(self, inputs)

    def register_forward_hook(self, hook: Callable[..., Any]) -> Handle:  # type: ignore[override]
        """Calls `hook(block, inputs, output)` after `forward`; what it returns is ignored, as in Gluon."""
        return Handle(self, "_hybridc_after", lambda block, inputs, output: _nothing(hook(block, inputs, output)))

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> Handle:  # type: ignore[override]
        """Calls `hook(block, inputs)` before `forward`; what it returns is ignored, as in Gluon."""
        return Handle(self, "_hybridc_before", lambda block, inputs: _nothing(hook(block, inputs)))


class HybridBlock(Block):
    """A block whose `forward` is a graph. All calls are compiled here, so that this is a `Block`.

    Arguments of `forward` that have the names of its own parameters are these where a call leaves them out, as classes
    have them whose bases, in other files, make the parameters.
    """

    def _hybridc_within(self, run: Run, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        names = _arguments_of(type(self).forward)[1 + len(args) :]
        own = own_cells(self) if names else {}
        given = {name: getattr(self, name) for name in names if name in own and name not in kwargs}
        return super()._hybridc_within(run, args, {**kwargs, **given})


@functools.cache
def _arguments_of(forward: Callable[..., Any]) -> tuple[str, ...]:
    """What can be given by position or by name."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return tuple(p.name for p in inspect.signature(forward).parameters.values() if p.kind in kinds)


class Handle(Removable):
    """A hook of a block, until it is detached."""

    def detach(self) -> None:
        self.remove()


def _nothing(ignored: Any) -> None:
    """Hooks of Gluon's return nothing."""


_TAKEN = frozenset(name for name in dir(Module) if not name.startswith("_") and callable(getattr(Module, name)))
