"""What PyTorch's users have: parameters, buffers, and tensors that may be written by all who have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from hybridc.runtime.core import cells, deferred, runs
from hybridc.runtime.core.randomness import generator
from hybridc.runtime.core.references import Reference
from hybridc.runtime.core.runs import this_thread
from hybridc.runtime.core.writing import Becomes
from hybridc.runtime.mutable import Arrays, Mutable
from hybridc.runtime.mutables.computing import Computing
from hybridc.runtime.mutables.in_models import ArrayOfModel, beside, writing

__all__ = ["Buffer", "Parameter", "Tensor", "UninitializedBuffer", "UninitializedParameter",
    "attribute", "in_place", "in_runs", "mutable"]  # fmt: skip


class _Written(Mutable):
    """PyTorch's methods that write into what they are called on. Constructors draw from a generator of NumPy's."""

    @classmethod
    def becomes(cls) -> Becomes:
        from hybridc.runtime.torch.in_place import BECOMES

        return BECOMES

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Any:
        """Where nothing tells that it is a tensor, whose method has another meaning than that of JAX's arrays."""
        from hybridc.runtime.torch.tensors.shapes import flatten

        return flatten(self, start_dim, end_dim)  # type: ignore[arg-type]

    def _drawn(self, given: Any, draw: Callable[[Any, tuple[int, ...]], Any]) -> Any:
        return self._filled(lambda old: draw(generator() if given is None else given, old.shape))

    def normal_(self, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Any:
        return self._drawn(generator, lambda source, shape: source.normal(mean, std, shape))

    def uniform_(self, a: float = 0.0, b: float = 1.0, *, generator: Any = None) -> Any:
        return self._drawn(generator, lambda source, shape: source.uniform(a, b, shape))

    def bernoulli_(self, p: Any = 0.5, *, generator: Any = None) -> Any:
        return self._drawn(generator, lambda source, shape: source.random(shape) < np.asarray(p))

    def exponential_(self, lambd: float = 1.0, *, generator: Any = None) -> Any:
        return self._drawn(generator, lambda source, shape: source.exponential(1.0 / lambd, shape))


class Tensor(_Written, Reference, metaclass=Arrays):
    """An array, or a part of one, that others see as well."""


class _Cell(_Written, cells.Cell):
    refers = Tensor


class Parameter(_Cell, cells.Parameter):
    """What a model learns, in the words of `torch.nn.Parameter`."""


class Buffer(_Cell, cells.Buffer):
    """What a model keeps beside its parameters."""


class UninitializedParameter(deferred.UninitializedParameter, Parameter):
    """A parameter whose shape the first input decides."""


class UninitializedBuffer(deferred.UninitializedBuffer, Buffer):
    """A buffer whose shape the first input decides."""


class TensorOfModel(ArrayOfModel, _Written):
    """A tensor, or a view of one, that a model writes in place while it runs."""


class TensorBeside(Computing, TensorOfModel):
    """What code beside the model has while that runs: tensors, of which it computes tensors."""


in_place = writing(TensorOfModel)
in_runs = beside(TensorBeside)
attribute = TensorOfModel.of_attribute


def mutable(array: Any) -> Any:
    """The array as one that may be written by all that have it; so are those that a function gives together. Anything
    else is what it was."""
    if type(array) is list:  # the very list, which others may have
        array[:] = map(mutable, array)
        return array
    if isinstance(array, tuple):
        parts = map(mutable, array)
        return type(array)(*parts) if hasattr(array, "_fields") else type(array)(parts)
    if not isinstance(array, Mutable | jax.Array | np.ndarray):  # numbers of Python's, and what is no array at all
        return array
    if runs.current() is None:
        return Tensor.mutable(array)
    return (this_thread.mutable or TensorBeside.mutable)(array)
