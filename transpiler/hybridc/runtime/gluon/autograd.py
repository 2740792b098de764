"""Functions with a derivative of their own, as `mxnet.autograd.Function`."""

from __future__ import annotations

import copy
from typing import Any

from hybridc.runtime.core.own_derivatives import with_own_derivative
from hybridc.runtime.pytrees.results import is_array

__all__ = ["Function"]


class Function:
    """An object that is called with arrays: `forward(*inputs)` computes, and `backward(*grads)` says the derivative.

    What `forward` keeps, by `save_for_backward` or as attributes, `backward` of the same call finds there. Outside
    of both that is no array yet, and reading it raises AttributeError.
    """

    saved_tensors: tuple[Any, ...] = ()

    def __getattribute__(self, name: str) -> Any:
        if name in object.__getattribute__(self, "__dict__").get("_kept", ()):
            raise AttributeError(
                f"`{name}` is what `forward` keeps for `backward`: return it as well to read it outside"
            )
        return object.__getattribute__(self, name)

    def save_for_backward(self, *arrays: Any) -> None:
        self.saved_tensors = arrays

    def forward(self, *inputs: Any) -> Any:
        raise NotImplementedError("a Function needs a `forward`")

    def backward(self, *output_grads: Any) -> Any:
        raise NotImplementedError("a Function needs a `backward` for its gradients")

    def __call__(self, *inputs: Any) -> Any:
        """The result of `forward`. Raises ValueError, in the backward pass, for another number of gradients."""

        contexts: list[Function] = []

        def new() -> Function:
            contexts.append(copy.copy(self))
            contexts[-1].__dict__.pop("_kept", None)
            return contexts[-1]

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

        result = with_own_derivative(type(self).__name__, new, forward, backward, inputs)
        own = self.__dict__
        self.__dict__["_kept"] = {n for c in contexts for n, v in c.__dict__.items() if n not in own or own[n] is not v}
        return result
