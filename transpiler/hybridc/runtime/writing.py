"""What constructors and code around models do to parameters in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.randomness import generator


class InPlace:
    """PyTorch's methods that write into what they are called on, for constructors and functions that initialise."""

    @property
    def is_initialized(self) -> bool:
        """There is an array."""
        return True

    def _filled(self, values: Callable[[jax.Array], Any]) -> Any:
        """Writes what the function makes of the array. What has no shape yet has nothing to write into."""
        if self.is_initialized:
            old = self._read()  # type: ignore[attr-defined]
            self._write(jnp.broadcast_to(jnp.asarray(_plain(values(old)), old.dtype), old.shape))  # type: ignore[attr-defined]
        return self

    def zero_(self) -> Any:
        return self._filled(lambda old: 0)

    def fill_(self, value: Any) -> Any:
        return self._filled(lambda old: value)

    def copy_(self, src: Any, non_blocking: bool = False) -> Any:
        return self._filled(lambda old: src)

    def set_(self, source: Any) -> Any:
        self.data = source
        return self

    def normal_(self, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Any:
        return self._filled(lambda old: _source(generator).normal(mean, std, old.shape))

    def uniform_(self, a: float = 0.0, b: float = 1.0, *, generator: Any = None) -> Any:
        return self._filled(lambda old: _source(generator).uniform(a, b, old.shape))

    def bernoulli_(self, p: Any = 0.5, *, generator: Any = None) -> Any:
        return self._filled(lambda old: _source(generator).random(old.shape) < np.asarray(p))

    def exponential_(self, lambd: float = 1.0, *, generator: Any = None) -> Any:
        return self._filled(lambda old: _source(generator).exponential(1.0 / lambd, old.shape))

    def add_(self, other: Any, *, alpha: Any = 1) -> Any:
        return self._filled(lambda old: old + alpha * _plain(other))

    def sub_(self, other: Any, *, alpha: Any = 1) -> Any:
        return self._filled(lambda old: old - alpha * _plain(other))

    def mul_(self, other: Any) -> Any:
        return self._filled(lambda old: old * _plain(other))

    def div_(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        rounded = {None: lambda x: x, "floor": jnp.floor, "trunc": jnp.trunc}[rounding_mode]
        return self._filled(lambda old: rounded(old / _plain(other)))

    def pow_(self, exponent: Any) -> Any:
        return self._filled(lambda old: old ** _plain(exponent))

    def fmod_(self, other: Any) -> Any:
        return self._filled(lambda old: jnp.fmod(old, _plain(other)))

    def remainder_(self, other: Any) -> Any:
        return self._filled(lambda old: jnp.remainder(old, _plain(other)))

    def addcmul_(self, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
        return self._filled(lambda old: old + value * _plain(tensor1) * _plain(tensor2))

    def addcdiv_(self, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
        return self._filled(lambda old: old + value * _plain(tensor1) / _plain(tensor2))

    def addmm_(self, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
        return self._filled(lambda old: beta * old + alpha * (_plain(mat1) @ _plain(mat2)))

    def lerp_(self, end: Any, weight: Any) -> Any:
        return self._filled(lambda old: old + _plain(weight) * (_plain(end) - old))

    def clamp_(self, min: Any = None, max: Any = None) -> Any:
        return self._filled(lambda old: jnp.clip(old, _plain(min), _plain(max)))

    def clamp_min_(self, min: Any) -> Any:
        return self.clamp_(min)

    def clamp_max_(self, max: Any) -> Any:
        return self.clamp_(None, max)

    def masked_fill_(self, mask: Any, value: Any) -> Any:
        return self._filled(lambda old: jnp.where(_plain(mask), jnp.asarray(_plain(value), old.dtype), old))

    def index_fill_(self, dim: int, index: Any, value: Any) -> Any:
        return self._filled(lambda old: old.at[_at(old, dim, index)].set(_plain(value)))

    def index_copy_(self, dim: int, index: Any, tensor: Any) -> Any:
        return self._filled(lambda old: old.at[_at(old, dim, index)].set(_plain(tensor)))

    def index_add_(self, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
        return self._filled(lambda old: old.at[_at(old, dim, index)].add(alpha * _plain(source)))

    def fill_diagonal_(self, value: Any) -> Any:
        return self._filled(lambda old: jnp.fill_diagonal(old, _plain(value), inplace=False))

    def tril_(self, diagonal: int = 0) -> Any:
        return self._filled(lambda old: jnp.tril(old, diagonal))

    def triu_(self, diagonal: int = 0) -> Any:
        return self._filled(lambda old: jnp.triu(old, diagonal))

    def erfinv_(self) -> Any:
        return self._filled(jax.scipy.special.erfinv)

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        self.requires_grad = requires_grad
        return self

    def detach_(self) -> Any:
        return self


def _plain(value: Any) -> Any:
    """Arrays, in place of what refers to them; numbers and None stay."""
    if isinstance(value, InPlace):
        return value._read()  # type: ignore[attr-defined]
    return jnp.asarray(value) if isinstance(value, np.ndarray | list | tuple) else value


def _source(given: Any) -> Any:
    return generator() if given is None else given


def _at(array: Any, dim: int, index: Any) -> tuple[Any, ...]:
    return (*(slice(None),) * (dim % array.ndim), _plain(index))


def _elementwise(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def method(self: InPlace) -> Any:
        return self._filled(function)

    return method


_ELEMENTWISE: dict[str, Callable[[Any], Any]] = {
    name: getattr(jnp, name)
    for name in (
        "abs", "ceil", "cos", "cosh", "exp", "expm1", "floor", "log", "log10", "log1p", "log2", "reciprocal", "round",
        "sign", "sin", "sinh", "sqrt", "square", "tan", "tanh", "trunc",
    )
}  # fmt: skip
_ELEMENTWISE |= {
    "neg": jnp.negative,
    "relu": jax.nn.relu,
    "sigmoid": jax.nn.sigmoid,
    "rsqrt": jax.lax.rsqrt,
    "erf": jax.scipy.special.erf,
}
for _name, _function in _ELEMENTWISE.items():
    setattr(InPlace, f"{_name}_", _elementwise(_function))
_SAME = {
    "multiply_": "mul_",
    "divide_": "div_",
    "true_divide_": "div_",
    "subtract_": "sub_",
    "clip_": "clamp_",
    "negative_": "neg_",
}
for _name, _same in _SAME.items():
    setattr(InPlace, _name, getattr(InPlace, _same))
