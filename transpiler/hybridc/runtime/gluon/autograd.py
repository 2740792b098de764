"""Functions with a derivative of their own, as `mxnet.autograd.Function`."""

from __future__ import annotations

import copy
from typing import Any

from hybridc.runtime.own_derivatives import with_own_derivative
from hybridc.runtime.results import is_array

__all__ = ["Function"]


class Function:
    """An object that is called with arrays: `forward(*inputs)` computes, and `backward(*grads)` says the derivative.

    What `forward` keeps, by `save_for_backward` or as attributes, `backward` of the same call finds there.
    """

    saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *arrays: Any) -> None:
        self.saved_tensors = arrays

    def forward(self, *inputs: Any) -> Any:
        raise NotImplementedError("a Function needs a `forward`")

    def backward(self, *output_grads: Any) -> Any:
        raise NotImplementedError("a Function needs a `backward` for its gradients")

    def __call__(self, *inputs: Any) -> Any:
        """The result of `forward`. Raises ValueError, in the backward pass, for another number of gradients."""

        def forward(context: Function, *args: Any) -> Any:
            return context.forward(*args)

        def backward(context: Function, *grads: Any) -> list[Any]:
            found = context.backward(*grads)
            every = list(found) if isinstance(found, tuple | list) else [found]
            arrays = sum(map(is_array, inputs))
            if len(every) != len(inputs):
                raise ValueError(
                    f"{type(self).__name__}.backward must return exactly the same number of arrays as the number of "
                    f"arguments to forward: {arrays}, and not {len(every)}"
                )
            return [g.astype(x.dtype) if is_array(x) else None for g, x in zip(every, inputs, strict=True)]

        return with_own_derivative(type(self).__name__, lambda: copy.copy(self), forward, backward, inputs)
