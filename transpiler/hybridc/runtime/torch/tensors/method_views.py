"""Views of tensors that others have as well, who see what is written into them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.handed import array
from hybridc.runtime.core.memory import View
from hybridc.runtime.mutable import Mutable, viewing
from hybridc.runtime.torch.tensors.method_conversion import to
from hybridc.runtime.torch.tensors.shapes import view_as_complex, view_as_real

__all__ = [
    "adjoint",
    "alias",
    "as_tensor",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_tensors",
    "broadcast_to",
    "complex_of_pairs",
    "conj",
    "contiguous",
    "copied",
    "detach",
    "diagonal",
    "dsplit",
    "hsplit",
    "movedim",
    "pairs_of_reals",
    "unbind",
    "unsqueeze",
    "vsplit",
]

Array = jax.Array


def detach(input: Any) -> Any:
    """`input` without its history, in the same memory."""
    return input.data if isinstance(input, Mutable) else jax.lax.stop_gradient(input)


def alias(input: Any) -> Any:
    """`input`, in the same memory, as another object where it can be written."""
    return input.alias() if isinstance(input, Mutable) else input


def contiguous(input: Any) -> Any:
    """`input` itself where its elements lie in order, else a copy."""
    return input.contiguous() if isinstance(input, Mutable) else input


def as_tensor(data: Any, dtype: Any = None) -> Any:
    """`data` itself where it is a tensor of the dtype, else a copy."""
    if isinstance(data, Mutable):
        return data.to(dtype=dtype)
    return data if isinstance(data, jax.Array) and dtype in (None, data.dtype) else array(data, dtype=dtype)


def pairs_of_reals(input: Any) -> Any:
    """Real and imaginary parts in a last axis of size 2, which a reference sees written."""
    if isinstance(input, Mutable):
        return input._shown(View(view_as_real, lambda whole, new: view_as_complex(new), "real pairs"))
    return view_as_real(input)


def complex_of_pairs(input: Any) -> Any:
    """Complex numbers of the pairs in a last axis of size 2, which a reference sees written."""
    if isinstance(input, Mutable):
        return input._shown(View(view_as_complex, lambda whole, new: view_as_real(new), "complex"))
    return view_as_complex(input)


def conj(input: Any) -> Any:
    """The conjugate numbers, which a reference sees written; of real ones the input itself."""
    if isinstance(input, Mutable):
        return input._shown(View(jnp.conj, lambda whole, new: jnp.conj(new), "conj"))
    return jnp.conj(input)


def adjoint(input: Any) -> Any:
    """The conjugate transpose of matrices, which a reference sees written."""
    return conj(input.mT)


def copied(input: Any, target: Any, dtype: Any = None) -> Any:
    """`to(input, target, dtype)` where the dtype is another one in PyTorch, and may be the same here, or a copy is
    asked for: an array of its own."""
    found = to(input, target, dtype)
    return found.copy() if isinstance(found, Mutable) else found


def atleast_1d(*tensors: Any) -> Any:
    return _each(_atleast_1d, tensors)


def atleast_2d(*tensors: Any) -> Any:
    return _each(_atleast_2d, tensors)


def atleast_3d(*tensors: Any) -> Any:
    return _each(_atleast_3d, tensors)


def _each(function: Callable[[Any], Any], tensors: Sequence[Any]) -> Any:
    """What it makes of an array, or of several, which may be given as one list."""
    if len(tensors) == 1 and not isinstance(tensors[0], list | tuple):
        return function(tensors[0])
    return tuple(map(function, tensors[0] if len(tensors) == 1 else tensors))


@viewing
def _atleast_1d(input: Array) -> Array:
    return jnp.atleast_1d(input)


@viewing
def _atleast_2d(input: Array) -> Array:
    return jnp.atleast_2d(input)


@viewing
def _atleast_3d(input: Array) -> Array:
    return jnp.atleast_3d(input)


def broadcast_tensors(*tensors: Any) -> tuple[Any, ...]:
    """All in the shape that they broadcast to."""
    shape = jnp.broadcast_shapes(*(tensor.shape for tensor in tensors))
    return tuple(broadcast_to(tensor, shape) for tensor in tensors)


@viewing
def unsqueeze(input: Array, dim: int) -> Array:
    return jnp.expand_dims(input, dim)


@viewing
def unbind(input: Array, dim: int = 0) -> tuple[Array, ...]:
    return tuple(jnp.unstack(input, axis=dim))


@viewing
def movedim(input: Array, source: int | Sequence[int], destination: int | Sequence[int]) -> Array:
    return jnp.moveaxis(input, source, destination)


@viewing
def diagonal(input: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    found: Array = jnp.diagonal(input, offset=offset, axis1=dim1, axis2=dim2)
    return found


@viewing
def broadcast_to(input: Array, size: Sequence[int]) -> Array:
    return jnp.broadcast_to(input, size)


@viewing
def hsplit(input: Array, indices_or_sections: int | Sequence[int]) -> tuple[Array, ...]:
    return tuple(jnp.hsplit(input, indices_or_sections))  # type: ignore[arg-type]


@viewing
def vsplit(input: Array, indices_or_sections: int | Sequence[int]) -> tuple[Array, ...]:
    return tuple(jnp.vsplit(input, indices_or_sections))  # type: ignore[arg-type]


@viewing
def dsplit(input: Array, indices_or_sections: int | Sequence[int]) -> tuple[Array, ...]:
    return tuple(jnp.dsplit(input, indices_or_sections))  # type: ignore[arg-type]
