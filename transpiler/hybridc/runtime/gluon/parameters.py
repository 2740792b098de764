"""Gluon's parameters: cells that know their names, and are empty until they are initialized."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import cells, clock, handed, runs
from hybridc.runtime.core.memory import View
from hybridc.runtime.core.references import Reference
from hybridc.runtime.gluon import initializers
from hybridc.runtime.gluon.init import Uniform
from hybridc.runtime.mutable import Arrays

__all__ = ["Auxiliary", "Constant", "DeferredInitializationError", "NDArray", "Parameter", "settled"]

_REQUESTS = ("write", "add", "null")


class DeferredInitializationError(RuntimeError):
    """The first input has yet to say which shape a parameter has."""


class NDArray(Reference, metaclass=Arrays):
    """What `parameter.data()` is: rows and `reshape` share its memory, and other axes are a copy."""

    def _shown(self, view: View) -> Any:
        return self._new(view.read(self._read()))

    def _moved(self, view: View) -> Any:
        is_view = runs.current() is None and self.is_contiguous()
        return self._viewed(view) if is_view else self._shown(view)


class _Declared(cells.Cell):
    """A cell that is empty until `initialize` draws it, or until weights are loaded.

    Sizes of 0, -1 or None are settled by the first input, where `allow_deferred_init`, and the values are drawn then.
    `grad_req` says whether the original computes a gradient.
    """

    refers = NDArray
    name: str
    init: Any
    lr_mult: float
    wd_mult: float

    def _declare(
        self,
        name: str,
        grad_req: str = "write",
        shape: int | Sequence[int] | None = None,
        dtype: Any = "float32",
        lr_mult: float = 1.0,
        wd_mult: float = 1.0,
        init: Any = None,
        allow_deferred_init: bool = False,
        differentiable: bool = True,
        stype: str = "default",
        grad_stype: str = "default",
    ) -> None:
        self.name = name
        self.init = init
        self.lr_mult = lr_mult
        self.wd_mult = wd_mult
        self.allow_deferred_init = allow_deferred_init
        self.differentiable = differentiable
        self.grad_req = grad_req
        self._declared_shape = None if shape is None else _sizes(shape)
        self._declared_dtype = jnp.dtype(dtype or "float32")
        self._array = self._transposed = None
        self._ready = False
        self._drawn_by: Any = None  # what draws it, once `initialize` was called

    @property
    def grad_req(self) -> str:
        """`write`, `add`, or `null` for a parameter that is not learned."""
        return self._grad_req

    @grad_req.setter
    def grad_req(self, request: str) -> None:
        if request not in _REQUESTS:
            raise AssertionError(f"grad_req must be one of 'write', 'add', or 'null', but got '{request}'")
        self._grad_req = request if self.differentiable else "null"
        self.requires_grad = self._grad_req != "null"

    @property
    def is_initialized(self) -> bool:
        return self._ready

    @property
    def is_declared(self) -> bool:
        """`initialize` was called, or there are values."""
        return self._ready or self._drawn_by is not None

    @property
    def held(self) -> jax.Array:
        run = runs.current()
        if run is not None and self in run.values:  # as `self.weight` reads it
            given: jax.Array = run.read(self)
            return given
        if self._ready:
            return super().held
        if run is None or not run.learns_shapes or self._drawn_by is None or not self._is_known():
            self._raise_missing()
        return self.settled(self._declared_shape)  # type: ignore[arg-type]

    @held.setter
    def held(self, array: Any) -> None:
        self._put(array)
        if not self._ready:
            self._ready = True
            clock.structure += 1

    @property
    def shape(self) -> Any:
        """As declared until there is an array: unknown sizes are 0, and an unknown number of them None."""
        return super().shape if self._ready else self._declared_shape

    @shape.setter
    def shape(self, shape: int | Sequence[int]) -> None:
        """Says more of the sizes, as `infer_shape` of a block does. Raises AssertionError for other known ones."""
        sizes = _sizes(shape)
        if self.fitting(sizes) != sizes:
            raise AssertionError(
                f"Expected shape {self.shape} is incompatible with given shape {sizes}, of '{self.name}'."
            )
        self.declare_shape(sizes)

    @property
    def dtype(self) -> Any:
        return super().dtype if self._ready else self._declared_dtype

    def fitting(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """What the shape of an array of this shape has to be: known sizes are as they are declared."""
        known = self.shape
        if known is None:
            return shape
        if len(known) != len(shape):
            return known  # type: ignore[no-any-return]
        return tuple(size or given for size, given in zip(known, shape, strict=True))

    def declare_shape(self, shape: tuple[int, ...]) -> None:
        """More is known of the shape."""
        if not self._ready:
            self._declared_shape = shape

    def initialize(
        self, init: Any = None, ctx: Any = None, default_init: Any = None, force_reinit: bool = False
    ) -> None:
        """Draws the values by `init`, by the parameter's own initializer, or by the default, whichever there is first.

        Where sizes are unknown, that waits for the first input. Raises ValueError where it may not wait.
        """
        if self._ready and not force_reinit:
            warnings.warn(
                f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True to re-initialize.",
                stacklevel=2,
            )
            return
        chosen = next((each for each in (init, self.init, default_init) if each is not None), None)
        self._drawn_by = Uniform() if chosen is None else initializers.create(chosen)
        if self._is_known():
            self.reset_parameters()
        elif not self.allow_deferred_init:
            raise ValueError(
                f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self._declared_shape}."
            )

    def reset_parameters(self) -> None:
        """Draws the values, of which the shape is known by now."""
        with jax.ensure_compile_time_eval():  # the first call may be one that is traced
            drawn = np.zeros(self.shape, self.dtype).view(initializers.Draft)
            initializers.fill(self._drawn_by, self.name, drawn)
            self.held = drawn

    def settled(self, shape: tuple[int, ...]) -> jax.Array:
        """The array; zeros while the first input is looked at, which says the shape.

        Raises AssertionError for a shape that is not as declared.
        """
        if self._ready:
            return self.held
        run = runs.current()
        if self._drawn_by is None or run is None or not run.learns_shapes:
            self._raise_missing()
        if self.fitting(shape) != shape:
            raise AssertionError(
                f"Expected shape {self._declared_shape} is incompatible with given shape {shape}, of '{self.name}'."
            )
        self._declared_shape = shape
        if self not in run.deferred:
            run.deferred.append(self)
        return jnp.zeros(shape, self.dtype)

    def set_data(self, data: Any) -> None:
        """Puts an array in, of the parameter's dtype. Raises AssertionError for a shape that is not as declared."""
        array = handed.array(data, self.dtype)
        if self.fitting(array.shape) != array.shape:
            raise AssertionError(f"Expected shape {self.shape} is incompatible with given shape {array.shape}.")
        self.held = array

    def cast(self, dtype: Any) -> None:
        self._declared_dtype = jnp.dtype(dtype)
        if self._ready:
            self.data = self.held.astype(dtype)

    def grad(self, ctx: Any = None) -> Any:
        raise NotImplementedError(
            f"Parameter '{self.name}' keeps no gradient: `jax.grad` of a function that calls `net.apply(params, x, "
            "train=True)` returns those of all parameters"
        )

    list_grad = grad

    def zero_grad(self) -> None:
        """Nothing to do: gradients are values that `jax.grad` returns, and are not kept with parameters."""

    def reset_ctx(self, ctx: Any) -> None:
        """Nothing to do: devices are left to JAX."""

    def _is_known(self) -> bool:
        return self._declared_shape is not None and 0 not in self._declared_shape

    def _raise_missing(self) -> NoReturn:
        if self._drawn_by is None:
            raise RuntimeError(
                f"Parameter '{self.name}' has not been initialized. Note that you should initialize parameters "
                "with `net.initialize()`, or load them with `net.load_parameters(path)`"
            )
        raise DeferredInitializationError(
            f"Parameter '{self.name}' has not been initialized yet because initialization was deferred. Actual "
            "initialization happens during the first forward pass. Please pass one batch of data through the network "
            "before accessing Parameters, or call `net.init(key, x)`. You can also avoid deferred initialization by "
            "specifying in_units, num_features, etc., for network layers."
        )

    def __repr__(self) -> str:
        return f"Parameter {self.name} (shape={self.shape}, dtype={self.dtype})"


class Parameter(_Declared, cells.Parameter):
    """What a model learns, in the words of `mxnet.gluon.Parameter`."""

    def __init__(self, name: str, **options: Any) -> None:
        self._declare(name, **options)


class Auxiliary(_Declared, cells.Buffer):
    """A parameter that has no gradient: running statistics, which training writes, and constants."""

    persistent = True

    def __init__(self, name: str, **options: Any) -> None:
        self._declare(name, **(options | {"differentiable": False}))


class Constant(Auxiliary):
    """A parameter that is never learned, of float32 unless its value is an array of JAX's.

    It has its value once it is initialized.
    """

    def __init__(self, name: str, value: Any) -> None:
        array = value if isinstance(value, jax.Array) else handed.array(np.asarray(value), jnp.float32)
        self.value = array
        super().__init__(name, shape=array.shape, dtype=array.dtype, init=self._fill)

    def _fill(self, name: str, array: Any) -> None:
        array[...] = self.value


def settled(parameter: Any, shape: Sequence[int]) -> Any:
    """The array of a parameter, which learns its shape here if it has none yet. What is no parameter stays."""
    return parameter.settled(tuple(shape)) if isinstance(parameter, _Declared) else parameter


def _sizes(shape: int | Sequence[int]) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return tuple(0 if size is None or size < 0 else int(size) for size in sizes)
