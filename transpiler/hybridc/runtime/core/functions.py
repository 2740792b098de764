"""Functions that are compiled, with what they read of models as arguments of the compiled program."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hybridc.runtime.core import runs
from hybridc.runtime.core.cells import Buffer, Cell
from hybridc.runtime.core.expected import taken
from hybridc.runtime.core.modules import Module

__all__ = ["Function", "Method", "compiled"]


class Function(Module):
    """A function beside models, compiled by XLA when it is called.

    Arrays among the arguments are traced, other values are known while tracing. Models and parameters that it reads,
    from wherever it has them, become parts of it, under the names that it has for them: it computes with what they
    hold when it is called. `specs`: what its arguments have to be like, in the order of its parameters.
    """

    def __init__(self, func: Callable[..., Any], specs: Sequence[Any] | None = None) -> None:
        own = self.__dict__
        own["_func"], own["_hybridc_specs"] = func, None if specs is None else tuple(specs)
        own["_hybridc_has_run"] = False
        own["_parts"] = frozenset[int]()
        for name in functools.WRAPPER_ASSIGNMENTS:
            if hasattr(func, name):
                own[name] = getattr(func, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._hybridc_specs is not None:
            args, kwargs = taken(self._hybridc_specs, _names(self._func), args, kwargs)
        return super().__call__(*args, **kwargs)

    @property
    def forward(self) -> Callable[..., Any]:
        """The function, as it was written."""
        return self._func  # type: ignore[no-any-return]

    def expected_inputs(self) -> dict[str, Any]:
        """What specs say, by the names of parameters."""
        return dict(zip(_names(self._func), self._hybridc_specs or (), strict=False))

    def _hybridc_is_settled(self) -> bool:
        """It ran once, on shapes at least: what it reads is known, and all of it is there."""
        return bool(self.__dict__["_hybridc_has_run"]) and all(
            module._hybridc_is_settled() for module in self.children()
        )

    def _hybridc_computed(self, *args: Any, **kwargs: Any) -> Any:
        result = self._func(*args, **kwargs)
        self.__dict__["_hybridc_has_run"] = True
        return result

    def _hybridc_meets(self, part: Module | Cell) -> bool:
        """What is read while it runs becomes a part of it, unless it is one already."""
        if id(part) in self._known():
            return False
        registry = self._modules if isinstance(part, Module) else self._parameters
        if isinstance(part, Buffer):
            registry = self._buffers
        stem = name = _name_of(part, self._func)
        number = 0
        while any(name in each for each in (self._modules, self._parameters, self._buffers)):
            number += 1
            name = f"{stem}_{number}"
        registry[name] = part
        self.__dict__["_parts"] = frozenset()
        return True

    def _known(self) -> frozenset[int]:
        if not self.__dict__["_parts"]:
            cells = self._hybridc_cells().values()
            self.__dict__["_parts"] = frozenset(map(id, (*self.modules(), *cells)))
        return self.__dict__["_parts"]  # type: ignore[no-any-return]


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


def _name_of(part: Any, func: Callable[..., Any]) -> str:
    """What the function calls it, or says that it is."""
    bound = getattr(func, "__self__", None)
    if bound is part:
        return "self"
    plain: Any = inspect.unwrap(getattr(func, "__func__", func))
    names: list[Mapping[str, Any]] = [getattr(bound, "__dict__", {}), getattr(plain, "__globals__", {})]
    code, cells = getattr(plain, "__code__", None), getattr(plain, "__closure__", None) or ()
    if code is not None:
        names.insert(0, {n: c.cell_contents for n, c in zip(code.co_freevars, cells, strict=True) if _is_full(c)})
    found = (name for each in names for name, value in each.items() if value is part)
    own = part.name if inspect.getattr_static(part, "name", None) is not None else None  # others read the array
    return next(found, own or type(part).__name__.lower()).replace(".", "_")


def _is_full(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
