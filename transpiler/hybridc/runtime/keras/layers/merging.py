"""Layers of several inputs, and the functions of the same names in small letters."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.ops.legacy import batch_dot
from hybridc.runtime.kernels.corners import larger, smaller

Array = jax.Array

__all__ = [
    "Add",
    "Average",
    "Concatenate",
    "Dot",
    "Maximum",
    "Minimum",
    "Multiply",
    "Subtract",
    "add",
    "average",
    "concatenate",
    "dot",
    "maximum",
    "minimum",
    "multiply",
    "subtract",
]


class _Merging(Layer):
    """One array of several, element by element. Those of fewer axes get axes of size 1 behind the batch."""

    merge: Any = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.built = True

    def call(self, inputs: Sequence[Array]) -> Array:
        if not isinstance(inputs, list | tuple):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: {type(inputs)}")
        most = max(x.ndim for x in inputs)
        arrays = [x.reshape((x.shape[0], *(1,) * (most - x.ndim), *x.shape[1:])) for x in inputs]
        return self.merge(arrays)  # type: ignore[no-any-return]

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """What counts in one of them counts."""
        if mask is None or not isinstance(mask, list) or any(m is None for m in mask):
            return None
        return functools.reduce(operator.or_, mask)


class Add(_Merging):
    """The sum."""

    merge = staticmethod(lambda arrays: functools.reduce(operator.add, arrays))


class Multiply(_Merging):
    """The product."""

    merge = staticmethod(lambda arrays: functools.reduce(operator.mul, arrays))


class Average(_Merging):
    """The average."""

    merge = staticmethod(lambda arrays: functools.reduce(operator.add, arrays) / len(arrays))


class Maximum(_Merging):
    """The largest."""

    merge = staticmethod(lambda arrays: functools.reduce(larger, arrays))


class Minimum(_Merging):
    """The smallest."""

    merge = staticmethod(lambda arrays: functools.reduce(smaller, arrays))


class Subtract(_Merging):
    """The first less the second. Raises ValueError for another number of inputs."""

    def call(self, inputs: Sequence[Array]) -> Array:
        if len(inputs) != 2:
            raise ValueError(f"A `Subtract` layer should be called on exactly 2 inputs. Received: {len(inputs)}")
        return super().call(inputs)

    merge = staticmethod(lambda arrays: arrays[0] - arrays[1])


class Concatenate(_Merging):
    """Along an axis."""

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: Sequence[Array]) -> Array:
        return jnp.concatenate(list(inputs), self.axis)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        if not isinstance(mask, list):
            return None
        whole = []
        for x, own in zip(inputs, mask, strict=True):
            if own is None:
                whole.append(jnp.ones(x.shape, bool))
            else:
                whole.append(jnp.broadcast_to(own[..., None] if own.ndim < x.ndim else own, x.shape))
        return jnp.all(jnp.concatenate(whole, self.axis), axis=-1)


class Dot(_Merging):
    """The product of two arrays along an axis of each, example by example; of vectors of length 1 with `normalize`."""

    def __init__(self, axes: int | Sequence[int], normalize: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axes = axes if isinstance(axes, int) else tuple(axes)
        self.normalize = normalize

    def call(self, inputs: Sequence[Array]) -> Array:
        one, other = inputs
        axes = (self.axes, self.axes) if isinstance(self.axes, int) else self.axes
        first, second = axes[0] % one.ndim, axes[1] % other.ndim
        if self.normalize:
            one, other = _unit(one, first), _unit(other, second)
        return batch_dot(one, other, (first, second))

    def compute_mask(self, inputs: Any, mask: Any = None) -> None:
        return None


def _unit(x: Array, axis: int) -> Array:
    return x * jnp.minimum(lax.rsqrt(jnp.sum(jnp.square(x), axis, keepdims=True)), 1e7)


def _function(layer: Any) -> Callable[..., Any]:
    def merge(inputs: Sequence[Any], *args: Any, **kwargs: Any) -> Any:
        return layer(*args, **kwargs)(inputs)

    merge.__name__ = layer.__name__.lower()
    merge.__doc__ = layer.__doc__
    return merge


add, multiply, average, maximum = map(_function, (Add, Multiply, Average, Maximum))
minimum, subtract, concatenate, dot = map(_function, (Minimum, Subtract, Concatenate, Dot))
