"""`torch.nn.utils.parametrize`: attributes that modules compute from other parameters whenever they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import jax
import numpy as np

from hybridc.runtime.core import runs
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.derived import OnReading, rename
from hybridc.runtime.core.modules import Module
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.torch.cells import Buffer, Parameter
from hybridc.runtime.torch.nn.containers import ModuleDict, ModuleList

__all__ = [
    "ParametrizationList",
    "cached",
    "is_parametrized",
    "register_parametrization",
    "remove_parametrizations",
    "type_before_parametrizations",
]

AnyModule = TypeVar("AnyModule", bound=Module)


@contextmanager
def cached() -> Iterator[None]:
    """Inside a model's `forward`: each attribute is computed once, and read again as it was.

    Raises RuntimeError elsewhere: what several calls of a model share belongs in one `forward`.
    """
    run = runs.current()
    if run is None:
        raise RuntimeError(
            "`parametrize.cached()` around calls of a model: write `with` inside of `forward`; a call computes each "
            "attribute once for each time that `forward` reads it"
        )
    run.keeping += 1
    try:
        yield
    finally:
        run.keeping -= 1
        if not run.keeping:
            run.kept.clear()


class ParametrizationList(ModuleList):
    """How one attribute is computed: modules one after the other, of a parameter `original`.

    If the first one's `right_inverse` gives several arrays, they are `original0`, `original1` and so on. Raises
    ValueError where dtypes or shapes would change, but for `unsafe`.
    """

    def __init__(self, modules: Sequence[Module], original: Any, unsafe: bool = False) -> None:
        if not modules:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.hybridize(False)  # where no model runs it is called to look at a value, once
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        new = original.held
        for module in reversed(list(self)):
            if hasattr(module, "right_inverse"):
                with suppress(NotImplementedError):  # PyTorch: then it is taken for the identity
                    new = module.right_inverse(new)
        self.is_tensor = _is_array(new)
        if not self.is_tensor and not isinstance(new, Sequence):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                f"Got {type(new).__name__}"
            )
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            _check_dtype(new, dtype, "When `right_inverse` outputs one tensor, it may not change the dtype.")
            original.held = new
            _register(self, "original", original)
        else:
            for place, each in enumerate(new):
                _register(self, f"original{place}", _like(original, each))
        if not unsafe:
            _check_same(self(), shape, dtype)

    def right_inverse(self, value: Any) -> None:
        """Makes the originals what the attribute becomes `value` of. Raises RuntimeError where a module cannot tell."""
        for module in reversed(list(self)):
            if not hasattr(module, "right_inverse"):
                raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
            value = module.right_inverse(value)
        values = [value] if self.is_tensor else list(value)
        cells = [self._cells()[name] for name in self._originals()]
        if len(values) != len(cells):
            raise ValueError(
                "'right_inverse' must return a sequence of tensors of length "
                f"{self.ntensors}. Got a sequence of length {len(values)}."
            )
        for each, cell in zip(values, cells, strict=True):
            _check_dtype(each, cell.dtype, "The tensor returned by `right_inverse` must have the dtype of `original`.")
        for each, cell in zip(values, cells, strict=True):
            cell.held = each

    def _originals(self) -> list[str]:
        return ["original"] if self.is_tensor else [f"original{place}" for place in range(self.ntensors)]

    def _cells(self) -> dict[str, Cell]:
        return {**self._parameters, **self._buffers}

    def forward(self) -> Any:
        first, *others = self
        value = first(*(getattr(self, name) for name in self._originals()))
        for module in others:
            value = module(value)
        return value


class _Parametrized(OnReading):
    def compute(self, module: Module, name: str) -> Any:
        return module.parametrizations[name]()

    def write(self, module: Module, name: str, value: Any) -> None:
        if isinstance(value, Parameter):
            raise KeyError(f"attribute '{name}' already exists")
        module.parametrizations[name].right_inverse(_array(value))


def register_parametrization(
    module: AnyModule, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> AnyModule:
    """From now on the attribute is what the parametrization makes of it, or of what it was; returns the module.

    Raises ValueError where there is no parameter or buffer of that name, or dtype or shape would change, but for
    `unsafe`.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_further(module, tensor_name, parametrization)
        held = module.parametrizations[tensor_name]
        held.append(parametrization)
        held.unsafe = held.unsafe or unsafe
        return module
    cell = {**module._buffers, **module._parameters}.get(tensor_name)
    if cell is None:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a "
            f"parametrized element with name '{tensor_name}'"
        )
    held = ParametrizationList([parametrization], cell, unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        kind = type(module)
        rename(module, type(f"Parametrized{kind.__name__}", (kind,), {}))
        module.parametrizations = ModuleDict()
    module._hybridc_derived[tensor_name] = _Parametrized()
    module.parametrizations[tensor_name] = held
    return module


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """The attribute is computed, or, of no name, any attribute is."""
    held = getattr(module, "parametrizations", None)
    if not isinstance(held, ModuleDict):
        return False
    return len(held) > 0 if tensor_name is None else tensor_name in held


def remove_parametrizations(module: AnyModule, tensor_name: str, leave_parametrized: bool = True) -> AnyModule:
    """Makes the attribute a parameter or buffer again: as computed now, or else as it was before; returns the module.

    Raises ValueError where it is not computed, and where it is to be as before but was made of several arrays.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    held = module.parametrizations[tensor_name]
    if not held.is_tensor and not leave_parametrized:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor "
            "that is parametrized in terms of a sequence of tensors."
        )
    cells = [held._cells()[name] for name in held._originals()]
    original = cells[0]
    if leave_parametrized:
        value = getattr(module, tensor_name).held
        if held.is_tensor:
            original.held = value
        else:
            original = Parameter(value) if any(cell.requires_grad for cell in cells) else Buffer(value)
    del module._hybridc_derived[tensor_name]
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        rename(module, type(module).__bases__[0])
    return module


def type_before_parametrizations(module: Module) -> type:
    """The class that the module was made of."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def _check_further(module: Module, name: str, parametrization: Module) -> None:
    """A parametrization after others keeps dtype and shape, and its inverse does."""
    before = getattr(module, name)
    after = parametrization(before.held)
    _check_same(after, before.shape, before.dtype)
    if hasattr(parametrization, "right_inverse"):
        try:
            inverse = parametrization.right_inverse(after)
        except NotImplementedError:
            return
        _check_same(inverse, before.shape, before.dtype)


def _check_same(value: Any, shape: tuple[int, ...], dtype: Any) -> None:
    if not _is_array(value):
        raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
    _check_dtype(value, dtype, "A parametrization may not change the dtype of the tensor, unless `unsafe` is given.")
    if value.shape != shape:
        raise ValueError(
            "A parametrization may not change the shape of the tensor, unless `unsafe` is given.\n"
            f"unparametrized shape: {shape}\nparametrized shape: {value.shape}"
        )


def _check_dtype(value: Any, dtype: Any, otherwise: str) -> None:
    if not _is_array(value) or value.dtype != dtype:
        raise ValueError(f"{otherwise}\n{dtype} is not {getattr(value, 'dtype', type(value).__name__)}")


def _like(original: Cell, value: Any) -> Cell:
    """A cell of the kind that the original is."""
    if not _is_array(value):
        raise ValueError(f"'right_inverse' must return tensors. Got an element of type {type(value).__name__}.")
    return Parameter(value, original.requires_grad) if isinstance(original, Parameter) else Buffer(value)


def _register(module: Module, name: str, cell: Cell) -> None:
    if isinstance(cell, Parameter):
        module.register_parameter(name, cell)
    else:
        module.register_buffer(name, cell)


def _is_array(value: Any) -> bool:
    return isinstance(value, jax.Array | np.ndarray | Mutable)


def _array(value: Any) -> jax.Array:
    return value.held if isinstance(value, Mutable) else value
