"""The base class of converted models: attributes are parameters, buffers, submodules, or plain Python."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import jax
import jax.numpy as jnp

from hybridc.runtime.core import clock, handed, outliving, runs
from hybridc.runtime.core.around_functions import AroundFunction
from hybridc.runtime.core.called_by_name import compile_by_name
from hybridc.runtime.core.calling import Calling
from hybridc.runtime.core.cells import Buffer, Cell, Parameter, Unshared
from hybridc.runtime.core.references import Reference
from hybridc.runtime.core.registry import Registry, expect_own
from hybridc.runtime.core.state import State
from hybridc.runtime.core.trace_checks import TraceCheck
from hybridc.runtime.mutable import Mutable, unwrapped

_REGISTRIES = ("_parameters", "_buffers", "_modules")


class Module(State, Calling):
    """A part of a model, which frameworks' own base classes are derived from.

    `net(x)` runs `forward`, compiled by XLA; `net.apply(parameters, x)` is the same as a pure function. While the model
    runs, its parameters and buffers read as arrays, elsewhere as the cells that hold them.
    """

    training: bool
    _hybridc_matrices: tuple[
        str, ...
    ] = ()  # parameters (out, in) that `forward` does nothing with but multiply inputs by
    _hybridc_buffers_are: ClassVar[type[Buffer]] = Buffer
    _hybridc_parameters_are: ClassVar[type[Parameter]] = Parameter
    _hybridc_modes: ClassVar[frozenset[str]] = frozenset({"training"})  # attributes that the runtime sets by itself
    _hybridc_trace_check: ClassVar[TraceCheck | None] = None  # of frameworks that compute otherwise than JAX at times

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        compile_by_name(cls, "forward")

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        module = super().__new__(cls)
        outliving.note_made(module)
        if "einops" in sys.modules:  # which then looks for what its base class is extended by
            from hybridc.runtime.core import einops_backend  # noqa: F401
        for registry in _REGISTRIES:
            module.__dict__[registry] = Registry()
        module.__dict__["_hybridc_derived"] = Registry()
        module.__dict__["_hybridc_awaited"] = {}  # buffers that have no array yet; whether they are persistent
        module.__dict__["training"] = True
        return module

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no `forward`")

    def __getattr__(self, name: str) -> Any:
        registries = self.__dict__
        run = runs.current()
        if run is not None and (self, name) in run.referred:
            return run.referred[self, name].read()
        cell = registries["_parameters"].get(name)
        if cell is None:
            cell = registries["_buffers"].get(name)
        if cell is not None:
            if run is not None and runs.this_thread.attributes is not None:
                return runs.this_thread.attributes(self, name)
            return _read(cell)
        for registry in _REGISTRIES:
            if name in registries[registry]:
                return registries[registry][name]
        if name in registries["_hybridc_derived"]:
            return registries["_hybridc_derived"][name].read(self, name)
        raise AttributeError(f"`{type(self).__name__}` has no attribute `{name}`")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._hybridc_derived:
            self._hybridc_outside_of_runs(f"`{name}`, which is computed, is set")
            self._hybridc_derived[name].write(self, name, value)
        elif isinstance(value, Parameter):
            self._hybridc_outside_of_runs(f"the parameter `{name}` is made")
            self._hybridc_forget(name)
            self._parameters[name] = value
        elif isinstance(value, Module):
            self._hybridc_outside_of_runs(f"the submodule `{name}` is set")
            self._hybridc_forget(name, "_modules")
            self._modules[name] = value
        elif isinstance(value, Buffer):
            self._hybridc_forget(name, "_buffers")
            value.is_shown = True
            self._buffers[name] = value
        elif name in self._parameters:
            cell = self._parameters[name]
            if cell is not None and value is not None and runs.current() is not None:
                cell.data = value  # `self.weight.mul_(2)`, said as an assignment
                return
            if value is not None:
                raise TypeError(f"`{name}` is a parameter: assign a Parameter, None, or to its `.data`")
            self._parameters[name] = None
        elif name in self._modules:
            if value is not None:
                raise TypeError(f"`{name}` is a submodule: assign a module or None")
            self._modules[name] = None
        elif name in self._buffers:
            self._hybridc_set_buffer(name, value)
        else:
            self._hybridc_set_plain(name, value)

    def _hybridc_set_plain(self, name: str, value: Any) -> None:
        value = value.array if isinstance(value, Unshared) else value
        if isinstance(value, Mutable) and value._is_of(self, name):
            return
        value = value._set_to(self, name) if isinstance(value, Mutable) else value
        expect_own(name, value)
        descriptor = getattr(type(self), name, None)
        if hasattr(descriptor, "__set__"):
            object.__setattr__(self, name, value)
            return
        run = runs.current()
        if run is not None:
            run.rebind(self, name)
        if run is not None and (self, name) in run.referred:
            run.referred[self, name].write(value)
            return
        if run is not None:
            run.note_attribute(self, name)
        elif isinstance(value, Reference) and value.is_alone() and descriptor is None:
            self._hybridc_forget(name, "_buffers")
            cell = self._buffers[name] = self._hybridc_buffers_are(value, persistent=False)
            cell.is_plain = True
            return
        else:
            outliving.expect_within(value, self, f"`{name}` of a model")
            clock.structure += 1
        self.__dict__[name] = value

    def _hybridc_set_buffer(self, name: str, value: Any) -> None:
        cell, run = self._buffers[name], runs.current()
        array = value.array if isinstance(value, Unshared) else value
        if isinstance(array, Mutable) and array._is_of(self, name):
            return
        if run is not None:
            run.note_copied(self, name, array)
        if getattr(cell, "is_plain", False) and not isinstance(value, jax.Array | Mutable | Unshared):
            self._hybridc_outside_of_runs(f"`{name}`, which is an array, becomes something else")
            del self._buffers[name]
            self._hybridc_set_plain(name, value)
            return
        if cell is None and value is not None:
            self._hybridc_await(name, value)
        elif value is None or cell is None:
            self._hybridc_outside_of_runs(f"the buffer `{name}` goes")
            self._hybridc_awaited[name] = cell is None or cell.persistent
            self._buffers[name] = None
        elif run is None:
            # What others have of the one before stays theirs.
            if cell.is_shown or sum(held is cell for held in self._buffers.values()) > 1:
                cell = self._buffers[name] = cell.successor()
            cell.data = value
        elif isinstance(value, Unshared):
            own = cell if value.data else self._hybridc_only_as(name, cell, run.root)
            if not value.data:
                run.rebind(self, name, cell if own is not cell else None)
            run.part(own)
            run.exchanged |= set() if value.data else {own}
            run.write(own, handed.array(unwrapped(value.array)))
        else:
            run.rebind(self, name)
            run.write(cell, handed.array(value.held if isinstance(value, Mutable) else value))

    def _hybridc_only_as(self, name: str, cell: Cell, root: Module) -> Cell:
        """The buffer's cell, or one in the same memory, that goes by no other name in the model that runs."""
        names = sum(held is cell for m in root.modules() for held in m._buffers.values())
        if names > 1:
            run = runs.current()
            if run is not None and run.is_pure:
                raise RuntimeError(f"the buffer `{name}` has another name, which keeps it: call the model itself once")
            cell = self._buffers[name] = cell.twin()
            if run is not None:
                run.has_met = True
        return cell

    def _hybridc_beside_calls(self, written: Callable[..., Any]) -> Function:
        """What a method computes of the object, beside its calls: another class defines those, or hooks change them."""
        held = self.__dict__.setdefault("_hybridc_functions", {})
        if written not in held:
            held[written] = Function(types.MethodType(written, self))
            held[written].add_module("self", self)
        return held[written]  # type: ignore[no-any-return]

    def __delattr__(self, name: str) -> None:
        run = runs.current()
        if run is not None and name in self.__dict__ and name not in _REGISTRIES:
            run.rebind(self, name)
            run.note_attribute(self, name)
            del self.__dict__[name]
            return
        self._hybridc_outside_of_runs(f"`{name}` is deleted")
        for registry in _REGISTRIES:
            if name in self.__dict__[registry]:
                del self.__dict__[registry][name]
                return
        clock.structure += 1
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        names = [name for registry in (*_REGISTRIES, "_hybridc_derived") for name in self.__dict__[registry]]
        return sorted({*super().__dir__(), *names})

    def __getstate__(self) -> dict[str, Any]:
        """Copies compile anew."""
        return {
            name: value for name, value in self.__dict__.items() if name not in ("_hybridc_calls", "_hybridc_functions")
        }

    def _hybridc_outside_of_runs(self, what: str) -> None:
        if runs.current() is not None:
            raise RuntimeError(f"{what} while the model runs; a compiled call cannot change what a model is made of")

    def _hybridc_is_settled(self) -> bool:
        """No parameter waits for the first input."""
        return all(cell.is_initialized for cell in self._hybridc_cells().values())

    def _hybridc_known_inputs(self) -> tuple[Any, ...] | None:
        """Specs of the arguments of `forward`, where what the module is made of tells them."""
        return None

    def _hybridc_meets(self, part: Any) -> bool:
        """The module, while it runs, uses a module or a cell that is no part of it, which becomes one from now on."""
        return False

    def _hybridc_forget(self, name: str, but: str = "_parameters") -> None:
        if name in self._hybridc_derived:
            raise KeyError(f"`{name}` is an attribute already, computed from other parameters")
        self.__dict__.pop(name, None)
        for registry in _REGISTRIES:
            if registry != but and name in self.__dict__[registry]:
                del self.__dict__[registry][name]

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Names a parameter of this module; None says that there is none by that name."""
        self._hybridc_forget(name)
        self._parameters[name] = param

    def _hybridc_await(self, name: str, value: Any) -> None:
        """The buffer is set that had no array. What a run sets it has once the run is over."""
        run = runs.current()
        if run is None or run.is_settling:
            self._buffers[name] = self._hybridc_buffers_are(value, self._hybridc_awaited.pop(name, True))
        else:
            run.note_attribute(self, name)
            self.__dict__[name] = handed.array(unwrapped(value.array if isinstance(value, Unshared) else value))

    def _hybridc_keep(self, name: str, value: Any) -> None:
        """Once a run is over that set an attribute, or a buffer that had no array."""
        if name in self._hybridc_awaited and isinstance(value, jax.Array):
            self.__dict__.pop(name, None)
            self._hybridc_await(name, value)
        else:
            self.__dict__[name] = value

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        """Keeps an array with the model that is not learned; not in the state dict unless persistent."""
        run = runs.current()
        if run is not None and not run.is_settling and tensor is not None:
            if self._buffers.get(name) is None:
                self._hybridc_awaited[name] = persistent
                self._hybridc_await(name, tensor)
            else:
                self._hybridc_set_buffer(name, Unshared(tensor))
            return
        self._hybridc_forget(name, "_buffers")
        if isinstance(tensor, Buffer):
            tensor.persistent, tensor.is_shown = persistent, True
            self._buffers[name] = tensor
        else:
            self._buffers[name] = None if tensor is None else self._hybridc_buffers_are(tensor, persistent)
            if tensor is None:
                self._hybridc_awaited[name] = persistent

    def add_module(self, name: str, module: Module | None) -> None:
        """Names a submodule. Raises KeyError for a name that is none, or taken."""
        if not isinstance(name, str) or "." in name or not name:
            raise KeyError(f"a submodule's name must be text without dots, not {name!r}")
        is_taken = hasattr(self, name) and not isinstance(inspect.getattr_static(type(self), name, None), _Added)
        if is_taken and name not in self._modules:
            raise KeyError(f"`{name}` is an attribute already")
        self._modules[name] = module

    register_module = add_module

    def train(self, mode: bool = True) -> Self:
        """Training mode, for this module and all below it."""
        if self.__dict__["training"] is not mode:
            clock.structure += 1
            self.__dict__["training"] = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """The mode that models are used in: no dropout, running statistics."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        for cell in self.each_parameter():
            cell.requires_grad = requires_grad
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Nothing to do: gradients are values that `jax.grad` returns, and are not kept with parameters."""

    def to(self, *args: Any, dtype: Any = None, **kwargs: Any) -> Self:
        """Changes the dtype of floating parameters and buffers, if one, or an array, is given.

        Devices are left to JAX.
        """
        wanted = next((found for found in map(_dtype, (dtype, *args)) if found is not None), None)
        if wanted is not None:
            for cell in self._hybridc_cells().values():
                if not getattr(cell, "is_plain", False) and jnp.issubdtype(cell.dtype, jnp.inexact):
                    cell.data = cell.held.astype(wanted)
        return self

    def float(self) -> Self:
        return self.to(dtype=jnp.float32)

    def half(self) -> Self:
        return self.to(dtype=jnp.float16)

    def bfloat16(self) -> Self:
        return self.to(dtype=jnp.bfloat16)

    def cpu(self) -> Self:
        return self

    def cuda(self, device: Any = None) -> Self:
        return self

    def apply(self, parameters: Any, *args: Any, **options: Any) -> Any:
        """`forward` as a pure function of parameters, or, of a function, a call of it with every module.

        See `hybridc.runtime.core.state.State.run` for the options `train`, `rng` and `state`.
        """
        if callable(parameters) and not isinstance(parameters, Mapping):
            return Module.each(self, parameters)
        return Module.run(self, parameters, *args, **options)


class Function(AroundFunction, Module):
    """A function beside models, compiled by XLA when it is called.

    Arrays among the arguments are traced, other values are known while tracing. Models and parameters that it reads,
    from wherever it has them, become parts of it, under the names that it has for them: it computes with what they
    hold when it is called.
    """


class _Added:
    """A method that the framework's models do not have: attributes of the user's go by such names as well."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.name = function, function.__name__

    def __get__(self, module: Any, kind: type) -> Any:
        if module is None:
            return self.function
        if any(self.name in module.__dict__.get(registry, ()) for registry in _REGISTRIES):
            return module.__getattr__(self.name)
        return self.function.__get__(module, kind)


_ADDED = frozenset(
    {"data_parallel", "each", "each_parameter", "freeze", "hybridize", "init", "load", "run", "save", "set_parameters"}
)
for _kind in Module.__mro__:
    for _name in _ADDED & vars(_kind).keys():
        setattr(_kind, _name, _Added(vars(_kind)[_name]))


def _read(cell: Cell) -> Any:
    run = runs.current()
    if run is None or not cell.is_initialized:
        cell.is_shown = True
        return cell
    return run.read(cell)


def _dtype(value: Any) -> Any:
    return value if isinstance(value, jnp.dtype | type) else getattr(value, "dtype", None)
