"""Functions that are compiled, with what they read of models as arguments of the compiled program."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from hybridc.runtime.core import modules, runs
from hybridc.runtime.core.expected import taken
from hybridc.runtime.core.modules import Module

__all__ = ["Function", "Method", "compiled"]


class Function(modules.Function):
    """A function beside models. `specs`: what its arguments have to be like, in the order of its parameters."""

    def __init__(self, func: Callable[..., Any], specs: Sequence[Any] | None = None) -> None:
        super().__init__(func)
        self.__dict__["_hybridc_specs"] = None if specs is None else tuple(specs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._hybridc_specs is not None:
            args, kwargs = taken(self._hybridc_specs, _names(self._func), args, kwargs)
        return super().__call__(*args, **kwargs)

    def expected_inputs(self) -> dict[str, Any]:
        """What specs say, by the names of parameters."""
        return dict(zip(_names(self._func), self._hybridc_specs or (), strict=False))


class Method:
    """A method that is compiled where it is called from outside of a model that runs, once for each object."""

    def __init__(
        self, func: Callable[..., Any], make: Callable[[Callable[..., Any]], Function], specs: Sequence[Any] | None
    ) -> None:
        self._func, self._make, self._hybridc_specs = func, make, specs
        self._static: Function | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self._func
        bound = types.MethodType(self._func, instance)
        if runs.current() is not None:
            return bound if self._hybridc_specs is None else functools.partial(self._run, bound)
        held = instance.__dict__.setdefault("_hybridc_functions", {})
        if self._name not in held:
            held[self._name] = self._make(bound)
        return held[self._name]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """As a static method, which has no object."""
        if runs.current() is not None:
            return self._run(self._func, *args, **kwargs)
        if self._static is None:
            self._static = self._make(self._func)
        return self._static(*args, **kwargs)

    def _run(self, func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """A call as a part of a model that runs."""
        if self._hybridc_specs is not None:
            args, kwargs = taken(self._hybridc_specs, _names(func), args, kwargs)
        return func(*args, **kwargs)


def compiled(func: Callable[..., Any], make: Callable[..., Function], specs: Sequence[Any] | None) -> Any:
    """A function as `make` makes it; of a class, a `Method`, which is told by where it is defined.

    Models are compiled as they are. `specs` are noted with what they are said of: `expected_inputs` gives them.
    """
    if isinstance(func, Module):
        if specs is not None:
            func.__dict__["_hybridc_specs"] = tuple(specs)
        return func
    if isinstance(func, types.FunctionType) and _is_of_class(func):
        func.__dict__["input_specs"] = None if specs is None else tuple(specs)
        return Method(func, lambda bound: make(bound, specs), specs)
    return make(func, specs)


def expected_inputs(net: Module) -> dict[str, Any]:
    """What specs say of the arguments of a model or a function, by the names of parameters; nothing without specs."""
    if isinstance(net, Function):
        return net.expected_inputs()
    specs = (
        net.__dict__.get("_hybridc_specs") or getattr(net.forward, "input_specs", None) or net._hybridc_known_inputs()
    )
    return dict(zip(_names(net.forward), specs, strict=False)) if specs is not None else {}


def _is_of_class(func: types.FunctionType) -> bool:
    """A method, as its name within what it was defined in tells."""
    around = func.__qualname__.rpartition(".")[0]
    return bool(around) and not around.endswith("<locals>")


def _names(func: Callable[..., Any]) -> list[str]:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [name for name, p in inspect.signature(func).parameters.items() if p.kind in positional]
