"""Functions with a derivative of their own, as `torch.autograd.Function`."""

from __future__ import annotations

from typing import Any, NoReturn

import jax
import jax.numpy as jnp
from jax.extend.core import get_opaque_trace_state

from hybridc.runtime.core.own_derivatives import with_own_derivative
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.pytrees.results import is_array
from hybridc.runtime.torch.tensors.method_shapes import sum_to_size


class Context:
    """What `forward` leaves for `backward`: saved tensors, and any attribute."""

    needs_input_grad: tuple[bool, ...]
    """For each argument whether it can have a gradient: whether it is an array of floating point numbers."""

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.needs_input_grad = tuple(is_array(a) and jnp.issubdtype(a.dtype, jnp.inexact) for a in args)
        self._saved: tuple[Any, ...] = ()
        self._constant: tuple[Any, ...] = ()  # outputs that were marked as such
        self._outputs: list[tuple[Any, Any, bool] | None] = []  # shapes, dtypes, and whether a gradient comes
        self._materializes = True
        self._trace = get_opaque_trace_state()  # type: ignore[no-untyped-call]

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        return self._saved

    saved_variables = saved_tensors

    def save_for_backward(self, *tensors: Any) -> None:
        """Keeps arrays, or None. Raises RuntimeError inside a compiled branch or loop."""
        self._expect_own_trace()
        self._saved = tensors

    def mark_non_differentiable(self, *tensors: Any) -> None:
        """These outputs have no gradient: `backward` is given zeros for them."""
        self._expect_own_trace()
        self._constant = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` is given zeros, rather than None, for outputs that have no gradient."""
        self._materializes = value

    def _note_outputs(self, outputs: tuple[Any, ...]) -> None:
        constant, self._constant = self._constant, ()
        for each in outputs:
            has_gradient = is_array(each) and jnp.issubdtype(each.dtype, jnp.inexact)
            has_gradient = has_gradient and not any(each is c for c in constant)
            self._outputs.append((each.shape, each.dtype, has_gradient) if is_array(each) else None)

    def _given(self, grad: Any, place: int) -> Any:
        """The gradient of an output, as `backward` is given it."""
        output = self._outputs[place]
        if output is None:
            return None
        shape, dtype, has_gradient = output
        if has_gradient:
            return grad
        return jnp.zeros(shape, dtype) if self._materializes else None

    def _expect_own_trace(self) -> None:
        if get_opaque_trace_state() != self._trace:  # type: ignore[no-untyped-call]
            raise RuntimeError("a context is written inside a compiled branch or loop; move it outside")


class Function:
    """A function with a derivative of its own: static methods `forward(ctx, *args)` and `backward(ctx, *grads)`.

    `forward(*args)` where there is a `setup_context(ctx, inputs, output)`. Arguments that are no arrays are known while
    tracing. As in PyTorch `backward` returns a gradient, or None, for each argument.
    """

    def __init__(self) -> None:
        raise RuntimeError(f"{type(self).__name__} is not made: call `{type(self).__name__}.apply(...)`")

    @staticmethod
    def forward(*args: Any) -> Any:
        raise NotImplementedError("a Function needs a `forward`")

    @staticmethod
    def setup_context(ctx: Context, inputs: tuple[Any, ...], output: Any) -> None:
        raise NotImplementedError("a Function without a context in `forward` needs a `setup_context`")

    @staticmethod
    def backward(ctx: Context, *grads: Any) -> Any:
        raise NotImplementedError("a Function needs a `backward` for its gradients")

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """The result of `forward`. Raises RuntimeError, as PyTorch does, where gradients do not fit the arguments."""
        args = jax.tree_util.tree_map(_as_array, args, is_leaf=lambda x: isinstance(x, Mutable))

        def forward(ctx: Context, *args: Any) -> Any:
            if cls.setup_context is Function.setup_context:
                result = cls.forward(ctx, *args)
            else:
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            ctx._note_outputs(result if isinstance(result, tuple) else (result,))
            return result

        def backward(ctx: Context, *grads: Any) -> list[Any]:
            found = cls.backward(ctx, *[ctx._given(g, place) for place, g in enumerate(grads)])
            return _fitted(cls.__name__, args, found if isinstance(found, tuple) else (found,))

        return with_own_derivative(cls.__name__, lambda: Context(args), forward, backward, args)


def _as_array(value: Any) -> Any:
    return value.held if isinstance(value, Mutable) else value


def _fitted(name: str, args: tuple[Any, ...], grads: tuple[Any, ...]) -> list[Any]:
    """The gradients as those of the arguments: of their shapes and dtypes, and as many. PyTorch takes more Nones."""
    if len(grads) < len(args) or any(g is not None for g in grads[len(args) :]):
        _raise(name, f"an incorrect number of gradients (expected {len(args)}, got {len(grads)})")
    found: list[Any] = []
    for place, (arg, grad) in enumerate(zip(args, grads[: len(args)], strict=True)):
        if grad is not None and not is_array(arg):
            _raise(name, f"a gradient different than None at position {place + 1}, but the input is no tensor")
        if grad is None or not jnp.issubdtype(arg.dtype, jnp.inexact):
            found.append(None)
            continue
        try:
            found.append(sum_to_size(jnp.asarray(grad), arg.shape).astype(arg.dtype))
        except ValueError:
            shapes = f"got {list(jnp.shape(grad))} but expected shape compatible with {list(arg.shape)}"
            _raise(name, f"an invalid gradient at index {place} - {shapes}")
    return found


def _raise(name: str, what: str) -> NoReturn:
    raise RuntimeError(f"function {name}Backward returned {what}")
