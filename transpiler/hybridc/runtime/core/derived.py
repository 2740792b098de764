"""Attributes that a module computes from its parameters: a weight that is normalized, a matrix kept orthogonal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

from hybridc.runtime.core import clock, runs

if TYPE_CHECKING:
    from hybridc.runtime.core.modules import Module


class Derived:
    """How one attribute is computed. Modules hold it in `_hybridc_derived`, by the attribute's name."""

    def read(self, module: Module, name: str) -> Any:
        """An array while a model runs, elsewhere a cell."""
        raise NotImplementedError

    def write(self, module: Module, name: str, value: Any) -> None:
        raise NotImplementedError


class BeforeCalls(Derived):
    """Computed once before each call of the module, and read as that call computed it.

    Where no model runs it is that of the present parameters; what is written into it is lost, as in PyTorch.
    """

    def compute(self, module: Module) -> Any:
        """What a call of the module reads."""
        raise NotImplementedError

    def preview(self, module: Module) -> Any:
        """What is read where no model runs."""
        return module._hybridc_buffers_are(concrete(self.compute, module))

    def read(self, module: Module, name: str) -> Any:
        run = runs.current()
        if run is None:
            return self.preview(module)
        if (module, name) not in run.derived:
            raise RuntimeError(
                f"`{name}` of {type(module).__name__} is computed when the layer is called, and is read here before "
                "that; PyTorch would take what an earlier call has left: call the layer, or remove the normalization"
            )
        return run.derived[module, name]

    def write(self, module: Module, name: str, value: Any) -> None:
        raise TypeError(f"`{name}` is computed from other parameters before each call: assign to those")

    def install(self, module: Module, name: str) -> None:
        """From now on the module has the attribute."""

        def before(module: Module, args: Any) -> None:
            run = runs.current()
            assert run is not None
            run.derived[module, name] = module._hybridc_derived[name].compute(module)

        self._hook = before  # copies of the module share it, and find what is their own by its name
        module._hybridc_derived[name] = self
        module.register_forward_pre_hook(before)

    def uninstall(self, module: Module, name: str) -> None:
        module._hybridc_remove_hook("_hybridc_before", self._hook)
        del module._hybridc_derived[name]


class OnReading(Derived):
    """Computed whenever it is read."""

    def compute(self, module: Module, name: str) -> Any:
        """Its value in a model that runs, or where none does."""
        raise NotImplementedError

    def read(self, module: Module, name: str) -> Any:
        run = runs.current()
        if run is None:
            return module._hybridc_buffers_are(self.compute(module, name))
        return run.once(module, name, self.compute) if run.keeping else self.compute(module, name)


def concrete(compute: Any, module: Module) -> jax.Array:
    """What the function computes of the module's parameters as they are now, where no model runs."""
    with runs.tracing, runs.running(runs.Run({}, None, module)):
        return compute(module)  # type: ignore[no-any-return]


def rename(module: Any, kind: type) -> None:
    """Makes the module one of another class, derived from its own or the other way around."""
    object.__setattr__(module, "__class__", kind)
    clock.structure += 1
